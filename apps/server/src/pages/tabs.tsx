interface TabsProps {
  /** What the sections belong to, for a screen reader. */
  label: string
  tabs: readonly { href: string; label: string; current: boolean }[]
}

/**
 * The links between pages that belong together: beside the page where it is wide (style/sections.css), and a menu above
 * it where it is narrow. Only one of the two is displayed, and only that one is read aloud.
 */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav class="sections" aria-label={label}>
    <details class="section-menu">
      <summary>{tabs.find(({ current }) => current)?.label ?? label}</summary>
      <Links tabs={tabs} />
    </details>
    <div class="section-list">
      <Links tabs={tabs} />
    </div>
  </nav>
)

const Links = ({ tabs }: Pick<TabsProps, 'tabs'>) => (
  <ul>
    {tabs.map((tab) => (
      <li>
        <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </a>
      </li>
    ))}
  </ul>
)

/** Says what the last act did. */
export const SavedNotice = ({ text }: { text: string }) => (
  <p class="done" role="status">
    {text}
  </p>
)
