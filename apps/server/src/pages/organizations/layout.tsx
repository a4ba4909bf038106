import type { Child } from 'hono/jsx'
import { type AccountFrame, Person } from '../account/layout.tsx'
import type { ScriptName } from '../assets.ts'
import { Layout } from '../layout.tsx'
import { SavedNotice, Tabs } from '../tabs.tsx'

export const organizationTabs = [
  'members',
  'teams',
  'invitations',
  'requests',
  'domains',
  'theme',
  'settings',
  'audit',
] as const
export type OrganizationTab = (typeof organizationTabs)[number]

/** What every page of an organization needs besides its own content. */
export interface OrganizationFrame extends AccountFrame {
  organization: { id: string; slug: string; name: string; logoUrl: string | null }
  /** The tabs that the member may open. */
  tabs: readonly OrganizationTab[]
  /** What was wrong with a form, by field. */
  problems: Partial<Record<string, string>>
}

/** The URL path of a page or form of an organization. */
export const organizationPath = ({ base, organization }: OrganizationFrame, rest = '') =>
  `${base}/organizations/${organization.slug}${rest}`

interface OrganizationLayoutProps {
  frame: OrganizationFrame
  tab: OrganizationTab
  /** Default: the name of the tab. */
  title?: string
  /** The sentence that says what has just happened. */
  notice?: string | null
  scripts?: readonly ScriptName[]
  children?: Child
}

export const OrganizationLayout = ({ frame, tab, title, notice, scripts, children }: OrganizationLayoutProps) => {
  const { words, organization } = frame
  const said = notice ?? (frame.done ? words.me.saved : null)
  const links = frame.tabs.map((name) => ({
    href: organizationPath(frame, name === 'members' ? '' : `/${name}`),
    label: words.org.tabs[name],
    current: name === tab,
  }))
  return (
    <Layout
      frame={frame}
      title={title ?? words.org.tabs[tab]}
      scripts={scripts}
      wide
      nav={<Tabs label={organization.name} tabs={links} />}
      person={<Person frame={frame} />}
    >
      <p class="application">
        {organization.logoUrl ? (
          <img src={organization.logoUrl} alt="" width="40" height="40" />
        ) : (
          <span class="initial" aria-hidden="true">
            {[...organization.name][0]?.toUpperCase()}
          </span>
        )}
        <span>
          {organization.name} · <a href={`${frame.base}/account/organizations`}>{words.me.title}</a>
        </span>
      </p>
      {said && <SavedNotice text={said} />}
      {children}
    </Layout>
  )
}
