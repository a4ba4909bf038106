interface TabsProps {
  /** What the tabs belong to, for a screen reader. */
  label: string
  tabs: readonly { href: string; label: string; current: boolean }[]
}

/** The links between pages that belong together. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    <ul>
      {tabs.map((tab) => (
        <li>
          <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
            {tab.label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** Says that the last change was saved. */
export const SavedNotice = ({ text }: { text: string }) => (
  <p class="done" role="status">
    {text}
  </p>
)
