import type { Child } from 'hono/jsx'
import type { AccountFrame } from '../account/account.tsx'
import type { RecoveryTimes } from '../account/recovery-note.tsx'
import { Field, Form, Layout, Problem } from '../layout.tsx'
import { Pager } from '../organizations/layout.tsx'
import { EventList } from '../organizations/settings.tsx'

const tabs = ['people', 'organizations', 'clients', 'keys', 'queue', 'audit'] as const
type AdminTab = (typeof tabs)[number]

const AdminLayout = ({ frame, tab, children }: { frame: AccountFrame; tab: AdminTab; children?: Child }) => {
  const words = frame.words.admin
  return (
    <Layout
      frame={frame}
      title={words.tabs[tab]}
      wide
      nav={
        <nav class="tabs" aria-label={words.title}>
          <ul>
            {tabs.map((name) => (
              <li>
                <a
                  href={`${frame.base}/admin${name === 'people' ? '' : `/${name}`}`}
                  aria-current={name === tab ? 'page' : undefined}
                >
                  {words.tabs[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
    >
      <p class="quiet">
        {words.title} · {frame.address}
      </p>
      {frame.done && (
        <p class="done" role="status">
          {frame.words.me.saved}
        </p>
      )}
      {children}
    </Layout>
  )
}

const Search = ({ frame, path, query }: { frame: AccountFrame; path: string; query: string }) => {
  const words = frame.words.admin
  return (
    <form method="get" action={`${frame.base}${path}`}>
      <Field name="query" label={words.search} value={query} maxlength={254} />
      <button type="submit" class="secondary">
        {words.find}
      </button>
    </form>
  )
}

/** An empty result says so, and what was looked for. */
const Nothing = ({ frame, query }: { frame: AccountFrame; query: string }) => (
  <p class="quiet" role="status">
    {query ? frame.words.manage.nothingFound(query) : frame.words.admin.nothing}
  </p>
)

interface PeoplePageProps {
  frame: AccountFrame
  query: string
  people: readonly { id: string; name: string; email: string; disabled: boolean }[]
  next: string | null
}

export const PeoplePage = ({ frame, query, people, next }: PeoplePageProps) => {
  const words = frame.words
  return (
    <AdminLayout frame={frame} tab="people">
      <Search frame={frame} path="/admin" query={query} />
      {people.length === 0 && <Nothing frame={frame} query={query} />}
      <ul class="rows">
        {people.map((one) => (
          <li>
            <div>
              <a href={`${frame.base}/admin/users/${one.id}`}>{one.email || one.id}</a>{' '}
              {one.disabled && <span class="tag">{words.admin.disabled}</span>}
              <p class="hint">{one.name}</p>
            </div>
          </li>
        ))}
      </ul>
      {next && <a href={next}>{words.admin.more}</a>}
    </AdminLayout>
  )
}

interface PersonPageProps {
  frame: AccountFrame
  person: { id: string; name: string; addresses: readonly string[]; disabled: boolean; createdAt: Date }
  memberships: readonly { organizationId: string; name: string; roles: readonly string[] }[]
  sessions: number
  /** A recovery that waits or is ready. */
  recovery: RecoveryTimes | null
  problem?: string
}

export const PersonPage = ({ frame, person, memberships, sessions, recovery, problem }: PersonPageProps) => {
  const { words, base } = frame
  const at = `${base}/admin/users/${person.id}`
  return (
    <AdminLayout frame={frame} tab="people">
      <h2>{person.name || person.addresses[0] || person.id}</h2>
      <p class="hint">
        <code>{person.id}</code> · {frame.date(person.createdAt)}{' '}
        {person.disabled && <span class="tag">{words.admin.disabled}</span>}
      </p>
      <ul class="rows">
        {person.addresses.map((address) => (
          <li>
            <div>{address}</div>
          </li>
        ))}
        {memberships.map((one) => (
          <li>
            <div>
              {one.name}{' '}
              {one.roles.map((role) => (
                <span class="tag">{words.roles[role] ?? role}</span>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Problem id="person-problem" text={problem} />
      <form method="post" action={at}>
        <button type="submit" name="action" value={person.disabled ? 'enable' : 'disable'} class="secondary">
          {person.disabled ? words.admin.enable : words.admin.disable}
        </button>
        <button type="submit" name="action" value="sign-out" class="secondary">
          {words.admin.signOutEverywhere} ({sessions})
        </button>
      </form>
      {recovery && !recovery.ready && (
        <details>
          <summary>{words.recovery.shorten}</summary>
          <form method="post" action={at}>
            <p class="quiet">
              {words.recovery.shortenIntro}{' '}
              {words.recovery.pending(frame.date(recovery.requestedAt), frame.date(recovery.readyAt))}
            </p>
            <button type="submit" name="action" value="shorten-recovery" class="secondary">
              {words.recovery.shorten}
            </button>
          </form>
        </details>
      )}
      <details>
        <summary>{words.org.reset}</summary>
        <p class="quiet">{words.org.resetIntro}</p>
        <Form action={at}>
          <Field name="email" type="email" label={words.email.label} maxlength={254} required />
          <button type="submit" name="action" value="reset" class="secondary">
            {words.org.reset}
          </button>
        </Form>
      </details>
      <details>
        <summary>{words.admin.deletePerson}</summary>
        <form method="post" action={at}>
          <label class="choice">
            <input type="checkbox" name="confirm" value="yes" required />
            <span>{words.me.data.understand}</span>
          </label>
          <button type="submit" name="action" value="delete" class="danger">
            {words.admin.deletePerson}
          </button>
        </form>
      </details>
    </AdminLayout>
  )
}

interface OrganizationsPageProps {
  frame: AccountFrame
  query: string
  organizations: readonly {
    id: string
    name: string
    slug: string
    deleteAfter: Date | null
    approvedAt: Date | null
  }[]
  next: string | null
  /** SIGN_UP is not open, so it matters whose invitations open it. */
  approving: boolean
}

export const AdminOrganizationsPage = ({ frame, query, organizations, next, approving }: OrganizationsPageProps) => {
  const { words, base } = frame
  const action = `${base}/admin/organizations`
  return (
    <AdminLayout frame={frame} tab="organizations">
      <Search frame={frame} path="/admin/organizations" query={query} />
      {organizations.length === 0 && <Nothing frame={frame} query={query} />}
      <ul class="rows">
        {organizations.map(({ id, name, slug, deleteAfter, approvedAt }) => (
          <li>
            <div>
              <strong>{name}</strong>{' '}
              {deleteAfter && <span class="tag">{words.org.until(frame.date(deleteAfter))}</span>}
              {approving && approvedAt && <span class="tag">{words.manage.approved}</span>}
              <p class="hint">
                {slug} · <code>{id}</code>
              </p>
            </div>
            {approving && !deleteAfter && (
              <OrganizationAction
                action={action}
                id={id}
                name={name}
                value={approvedAt ? 'disapprove' : 'approve'}
                label={approvedAt ? words.manage.withdrawApproval : words.manage.approve}
              />
            )}
            <OrganizationAction
              action={action}
              id={id}
              name={name}
              value={deleteAfter ? 'restore' : 'delete'}
              label={deleteAfter ? words.admin.restore : words.org.deleteButton}
            />
          </li>
        ))}
      </ul>
      {next && <a href={next}>{words.admin.more}</a>}
    </AdminLayout>
  )
}

interface OrganizationActionProps {
  action: string
  id: string
  name: string
  value: 'delete' | 'restore' | 'approve' | 'disapprove'
  label: string
}

const OrganizationAction = ({ action, id, name, value, label }: OrganizationActionProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="organization" value={id} />
    <button
      type="submit"
      name="action"
      value={value}
      class={value === 'delete' ? 'danger' : 'secondary'}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </button>
  </form>
)

interface FactsPageProps {
  frame: AccountFrame
  tab: 'clients' | 'keys' | 'queue'
  rows: readonly { title: string; facts: readonly string[] }[]
  next?: string | null
  first?: string | null
}

/** What can only be looked at. */
export const FactsPage = ({ frame, tab, rows, next = null, first = null }: FactsPageProps) => (
  <AdminLayout frame={frame} tab={tab}>
    {rows.length === 0 && <p class="quiet">{frame.words.admin.nothing}</p>}
    <ul class="rows">
      {rows.map(({ title, facts }) => (
        <li>
          <div>
            <strong>{title}</strong>
            {facts.map((fact) => (
              <p class="hint">{fact}</p>
            ))}
          </div>
        </li>
      ))}
    </ul>
    <Pager frame={frame} next={next} first={first} />
  </AdminLayout>
)

interface AdminAuditPageProps {
  frame: AccountFrame
  events: Parameters<typeof EventList>[0]['events']
  older: string | null
  newest: string | null
}

export const AdminAuditPage = ({ frame, events, older, newest }: AdminAuditPageProps) => (
  <AdminLayout frame={frame} tab="audit">
    <EventList events={events} date={frame.date} />
    <p class="quiet">
      {newest && <a href={newest}>{frame.words.manage.newest}</a>}{' '}
      {older && <a href={older}>{frame.words.org.older}</a>}
    </p>
  </AdminLayout>
)
