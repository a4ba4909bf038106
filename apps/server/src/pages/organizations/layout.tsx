import type { Child } from 'hono/jsx'
import type { AccountFrame } from '../account/layout.tsx'
import { BackToApplication, PersonMenu } from '../account/person-menu.tsx'
import type { ScriptName } from '../assets.ts'
import { Avatar } from '../avatar.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../console/layout.tsx'
import { doneNoticeText } from '../done-notices.ts'
import type { IconName } from '../icons.tsx'
import { type HeadingProps, Layout } from '../layout.tsx'
import { PageLinks, SavedNotice, Tabs } from '../tabs.tsx'

/** The tabs for members. */
export const organizationTabs = [
  'members',
  'teams',
  'roles',
  'invitations',
  'requests',
  'domains',
  'terms',
  'applications',
  'keys',
  'sso',
  'directory',
  'agents',
  'theme',
  'settings',
  'audit',
] as const
export type OrganizationTab = (typeof organizationTabs)[number] | 'overview'

const icons: Record<OrganizationTab, IconName> = {
  overview: 'home',
  members: 'people',
  teams: 'teams',
  roles: 'shield',
  invitations: 'mail',
  requests: 'registration',
  domains: 'domain',
  terms: 'terms',
  applications: 'agent',
  keys: 'key',
  sso: 'signIn',
  directory: 'registration',
  agents: 'agent',
  theme: 'theme',
  settings: 'settings',
  audit: 'activity',
}

/** What every page of an organization needs besides its own content. */
export interface OrganizationFrame extends AccountFrame {
  organization: { id: string; slug: string; name: string; logoUrl: string | null }
  /** The URL path of its pages. */
  path: string
  /** The tabs that may be opened. */
  tabs: readonly { name: OrganizationTab; href: string }[]
  /** The sections of the console, for an operator; null for a member. */
  sections: ConsoleFrame['sections'] | null
  /** What was wrong with a form, by field. */
  problems: Partial<Record<string, string>>
}

/** Whether there are roles to give, and the person who views the page may see them. */
export const hasRoles = ({ tabs }: OrganizationFrame): boolean => tabs.some(({ name }) => name === 'roles')

/** The URL path of a page or form of an organization. */
export const organizationPath = ({ path }: OrganizationFrame, rest = '') => `${path}${rest}`

interface OrganizationLayoutProps extends Pick<HeadingProps, 'status' | 'acts'> {
  frame: OrganizationFrame
  tab: OrganizationTab
  /** Default: the name of the tab. */
  title?: string
  /** The sentence that says what has just happened. */
  notice?: string | null
  /** Undoes what the notice says. */
  undo?: Child
  scripts?: readonly ScriptName[]
  children?: Child
}

export const OrganizationLayout = (props: OrganizationLayoutProps) => {
  const { frame, tab, title, notice, undo, children, ...rest } = props
  const { base, path, words, organization, sections } = frame
  const names = { ...words.org.tabs, overview: words.console.sections.overview, terms: words.terms }
  const links = frame.tabs.map(({ name, href }) => ({
    href,
    label: names[name],
    current: name === tab,
    icon: icons[name],
  }))
  const said = notice ?? doneNoticeText(frame)
  if (sections)
    return (
      <ConsoleLayout
        frame={{ ...frame, sections }}
        section="organizations"
        title={title ?? (tab === 'overview' ? organization.name : names[tab])}
        above={tab === 'overview' ? [] : [{ href: path, label: organization.name }]}
        notice={said}
        undo={undo}
        face={tab === 'overview' ? organizationFace(organization) : undefined}
        {...rest}
      >
        <PageLinks label={organization.name} links={links.map(({ icon: _, ...link }) => link)} />
        {children}
      </ConsoleLayout>
    )
  return (
    <Layout
      frame={frame}
      title={title ?? names[tab]}
      {...rest}
      wide
      nav={<Tabs label={organization.name} groups={[{ links }]} heading={<OrganizationName frame={frame} />} />}
      person={<PersonMenu frame={frame} />}
      home={`${base}/account`}
    >
      <SavedNotice text={said}>{undo}</SavedNotice>
      {children}
    </Layout>
  )
}

const organizationFace = ({ id, name, logoUrl }: OrganizationFrame['organization']) =>
  ({ id, name, kind: 'organization', picture: logoUrl }) as const

/** Which organization the pages are about, and the way back to one's account. */
const OrganizationName = ({ frame }: { frame: OrganizationFrame }) => {
  const { base, words, organization } = frame
  return (
    <>
      <BackToApplication frame={frame} />
      <p class="application">
        <Avatar {...organizationFace(organization)} size={40} />
        <span>
          <bdi>{organization.name}</bdi>
          <br />
          <a href={`${base}/account/organizations`}>{words.me.title}</a>
        </span>
      </p>
    </>
  )
}
