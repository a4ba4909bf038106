import type { Child } from 'hono/jsx'

interface TabsProps {
  /** What the sections belong to, for a screen reader. */
  label: string
  tabs: readonly SectionLink[]
  /** Above the links: what they belong to. */
  heading?: Child
}

export interface SectionLink {
  href: string
  label: string
  current: boolean
}

/**
 * The links between pages that belong together: beside the page where it is wide (style/sections.css), and a menu above
 * it where it is narrow. Only one of the two is displayed, and only that one is read aloud.
 */
export const Tabs = ({ label, tabs, heading }: TabsProps) => (
  <nav class="sections" aria-label={label}>
    {heading}
    <details class="section-menu">
      <summary>{tabs.find(({ current }) => current)?.label ?? label}</summary>
      <Links links={tabs} />
    </details>
    <div class="section-list">
      <Links links={tabs} />
    </div>
  </nav>
)

/** The links between the pages of one thing, within a section. */
export const PageLinks = ({ label, links }: { label: string; links: readonly SectionLink[] }) => (
  <nav class="page-links" aria-label={label}>
    <Links links={links} />
  </nav>
)

const Links = ({ links }: { links: readonly SectionLink[] }) => (
  <ul>
    {links.map(({ href, label, current }) => (
      <li>
        <a href={href} aria-current={current ? 'page' : undefined}>
          {label}
        </a>
      </li>
    ))}
  </ul>
)

/** Says what the last act did, with a way to undo it where there is one. */
export const SavedNotice = ({ text, children }: { text: string | null; children?: Child }) =>
  text ? (
    <div class="done said">
      <p role="status">{text}</p>
      {children}
    </div>
  ) : null
