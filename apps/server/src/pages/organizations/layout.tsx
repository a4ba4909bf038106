import type { Child } from 'hono/jsx'
import type { AccountFrame } from '../account/account.tsx'
import { Field, Layout } from '../layout.tsx'

export const organizationTabs = ['members', 'teams', 'invitations', 'requests', 'domains', 'settings', 'audit'] as const
export type OrganizationTab = (typeof organizationTabs)[number]

/** What every page of an organization shows around its own. */
export interface OrganizationFrame extends AccountFrame {
  organization: { id: string; slug: string; name: string; logoUrl: string | null }
  /** The pages that one's roles may see. */
  tabs: readonly OrganizationTab[]
  problems: Partial<Record<string, string>>
}

export const pathOf = ({ base, organization }: OrganizationFrame, rest = '') =>
  `${base}/organizations/${organization.slug}${rest}`

export const OrganizationLayout = ({
  frame,
  tab,
  children,
}: {
  frame: OrganizationFrame
  tab: OrganizationTab
  children?: Child
}) => {
  const words = frame.words
  return (
    <Layout
      frame={frame}
      title={words.org.tabs[tab]}
      wide
      nav={
        <nav class="tabs" aria-label={frame.organization.name}>
          <ul>
            {frame.tabs.map((name) => (
              <li>
                <a
                  href={pathOf(frame, name === 'members' ? '' : `/${name}`)}
                  aria-current={name === tab ? 'page' : undefined}
                >
                  {words.org.tabs[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
    >
      <p class="application">
        {frame.organization.logoUrl ? (
          <img src={frame.organization.logoUrl} alt="" width="40" height="40" />
        ) : (
          <span class="initial" aria-hidden="true">
            {[...frame.organization.name][0]?.toUpperCase()}
          </span>
        )}
        <span>
          {frame.organization.name} · <a href={`${frame.base}/account/organizations`}>{words.me.title}</a>
        </span>
      </p>
      {frame.done && (
        <p class="done" role="status">
          {words.me.saved}
        </p>
      )}
      {children}
    </Layout>
  )
}

/** A form of one button, with what it is about in hidden fields. */
export const Action = ({
  action,
  fields,
  label,
  about,
  danger,
}: {
  action: string
  fields: Record<string, string>
  label: string
  about?: string
  danger?: boolean
}) => (
  <form method="post" action={action}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={danger ? 'danger' : 'secondary'} aria-label={about ? `${label}: ${about}` : undefined}>
      {label}
    </button>
  </form>
)

interface PagerProps {
  frame: AccountFrame
  /** Where the next page is, or null on the last one. */
  next: string | null
  /** Where the first page is, or null on the first one. */
  first: string | null
}

/** The way through a list that is longer than a page. */
export const Pager = ({ frame, next, first }: PagerProps) => {
  const { manage } = frame.words
  if (!next && !first) return null
  return (
    <p class="quiet">
      {first && <a href={first}>{manage.firstPage}</a>} {next && <a href={next}>{manage.nextPage}</a>}
    </p>
  )
}

export interface PersonChoice {
  userId: string
  name: string
  email: string | null
}

interface PersonFieldProps {
  frame: OrganizationFrame
  /** Makes the ids of fields unique on a page. */
  id: string
  /** Everybody who can be chosen, or null where they are too many for a list: then an address is typed. */
  people: readonly PersonChoice[] | null
}

export const PersonField = ({ frame, id, people }: PersonFieldProps) => {
  const { words } = frame
  if (!people)
    return (
      <Field
        name="person"
        id={`${id}-person`}
        type="email"
        label={words.manage.memberAddress}
        maxlength={254}
        required
        problem={frame.problems.person}
      />
    )
  return (
    <div class="field">
      <label for={`${id}-user`}>{words.org.person}</label>
      <select id={`${id}-user`} name="user">
        {people.map(({ userId, name, email }) => (
          <option value={userId}>{name || email || userId}</option>
        ))}
      </select>
    </div>
  )
}
