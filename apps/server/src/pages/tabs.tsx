import type { Child } from 'hono/jsx'
import { Icon, type IconName } from './icons.tsx'

interface TabsProps {
  /** What the sections belong to, for a screen reader. */
  label: string
  groups: readonly SectionGroup[]
  /** Above the links: what they belong to. */
  heading?: Child
}

/** Links that belong together, below a heading if there is more than one group. */
export interface SectionGroup {
  heading?: string
  links: readonly SectionLink[]
}

export interface SectionLink {
  href: string
  label: string
  current: boolean
  icon?: IconName
}

/**
 * The links between pages that belong together: beside the page where it is wide (style/sections.css), and a menu above
 * it where it is narrow. Only one of the two is displayed, and only that one is read aloud.
 */
export const Tabs = ({ label, groups, heading }: TabsProps) => {
  const current = groups.flatMap(({ links }) => links).find((link) => link.current)
  return (
    <nav class="sections" aria-label={label}>
      {heading}
      <details class="section-menu">
        <summary>
          <span>
            {current?.icon && <Icon name={current.icon} />} {current?.label ?? label}
          </span>
        </summary>
        <Groups groups={groups} />
      </details>
      <div class="section-list">
        <Groups groups={groups} drawn />
      </div>
    </nav>
  )
}

/** The headings name their lists for a screen reader, so they are not read again by themselves. */
const Groups = ({ groups, drawn }: { groups: readonly SectionGroup[]; drawn?: boolean }) => (
  <>
    {groups
      .filter(({ links }) => links.length > 0)
      .map(({ heading, links }) => (
        <>
          {heading && (
            <p class="group" aria-hidden="true">
              {heading}
            </p>
          )}
          <Links label={heading} links={links} drawn={drawn} />
        </>
      ))}
  </>
)

/** The links between the pages of one thing, within a section: one line, which scrolls where there is no room. */
export const PageLinks = ({ label, links }: { label: string; links: readonly SectionLink[] }) => (
  <nav class="page-links" aria-label={label}>
    <Links links={links} />
  </nav>
)

interface LinksProps {
  label?: string
  links: readonly SectionLink[]
  /** The list that the drawings of the icons stand in; the other one uses them again. */
  drawn?: boolean
}

const Links = ({ label, links, drawn = false }: LinksProps) => (
  <ul aria-label={label}>
    {links.map(({ href, label: name, current, icon }) => (
      <li>
        <a href={href} aria-current={current ? 'page' : undefined}>
          {icon && <Icon name={icon} shared={drawn ? 'drawn' : 'used'} />}
          {name}
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
