import type { Child } from 'hono/jsx'
import type { AccountFrame } from '../account/account.tsx'
import type { RecoveryTimes } from '../account/recovery-note.tsx'
import { Field, Form, Layout, Problem } from '../layout.tsx'
import { Pager } from '../organizations/layout.tsx'
import { EventList } from '../organizations/settings.tsx'

const tabs = ['people', 'organizations', 'clients', 'keys', 'queue', 'audit'] as const
type AdminTab = (typeof tabs)[number]

const AdminLayout = ({ around, tab, children }: { around: AccountFrame; tab: AdminTab; children?: Child }) => {
  const { frame } = around
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
        {words.title} · {around.address}
      </p>
      {around.done && (
        <p class="done" role="status">
          {frame.words.me.saved}
        </p>
      )}
      {children}
    </Layout>
  )
}

const Search = ({ around, path, query }: { around: AccountFrame; path: string; query: string }) => {
  const words = around.frame.words.admin
  return (
    <form method="get" action={`${around.frame.base}${path}`}>
      <Field name="query" label={words.search} value={query} maxlength={254} />
      <button type="submit" class="secondary">
        {words.find}
      </button>
    </form>
  )
}

/** An empty result says so, and what was looked for. */
const Nothing = ({ around, query }: { around: AccountFrame; query: string }) => (
  <p class="quiet" role="status">
    {query ? around.frame.words.manage.nothingFound(query) : around.frame.words.admin.nothing}
  </p>
)

interface PeoplePageProps {
  around: AccountFrame
  query: string
  people: readonly { id: string; name: string; email: string; disabled: boolean }[]
  next: string | null
}

export const PeoplePage = ({ around, query, people, next }: PeoplePageProps) => {
  const words = around.frame.words
  return (
    <AdminLayout around={around} tab="people">
      <Search around={around} path="/admin" query={query} />
      {people.length === 0 && <Nothing around={around} query={query} />}
      <ul class="rows">
        {people.map((one) => (
          <li>
            <div>
              <a href={`${around.frame.base}/admin/users/${one.id}`}>{one.email || one.id}</a>{' '}
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
  around: AccountFrame
  person: { id: string; name: string; addresses: readonly string[]; disabled: boolean; createdAt: Date }
  memberships: readonly { organizationId: string; name: string; roles: readonly string[] }[]
  sessions: number
  /** A recovery that waits or is ready. */
  recovery: RecoveryTimes | null
  problem?: string
}

export const PersonPage = ({ around, person, memberships, sessions, recovery, problem }: PersonPageProps) => {
  const { words, base } = around.frame
  const at = `${base}/admin/users/${person.id}`
  return (
    <AdminLayout around={around} tab="people">
      <h2>{person.name || person.addresses[0] || person.id}</h2>
      <p class="hint">
        <code>{person.id}</code> · {around.date(person.createdAt)}{' '}
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
              {words.recovery.pending(around.date(recovery.requestedAt), around.date(recovery.readyAt))}
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
  around: AccountFrame
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

export const AdminOrganizationsPage = ({ around, query, organizations, next, approving }: OrganizationsPageProps) => {
  const { words, base } = around.frame
  const action = `${base}/admin/organizations`
  return (
    <AdminLayout around={around} tab="organizations">
      <Search around={around} path="/admin/organizations" query={query} />
      {organizations.length === 0 && <Nothing around={around} query={query} />}
      <ul class="rows">
        {organizations.map(({ id, name, slug, deleteAfter, approvedAt }) => (
          <li>
            <div>
              <strong>{name}</strong>{' '}
              {deleteAfter && <span class="tag">{words.org.until(around.date(deleteAfter))}</span>}
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
  around: AccountFrame
  tab: 'clients' | 'keys' | 'queue'
  rows: readonly { title: string; facts: readonly string[] }[]
  next?: string | null
  first?: string | null
}

/** What can only be looked at. */
export const FactsPage = ({ around, tab, rows, next = null, first = null }: FactsPageProps) => (
  <AdminLayout around={around} tab={tab}>
    {rows.length === 0 && <p class="quiet">{around.frame.words.admin.nothing}</p>}
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
    <Pager of={{ around }} next={next} first={first} />
  </AdminLayout>
)

interface AdminAuditPageProps {
  around: AccountFrame
  events: Parameters<typeof EventList>[0]['events']
  older: string | null
  newest: string | null
}

export const AdminAuditPage = ({ around, events, older, newest }: AdminAuditPageProps) => (
  <AdminLayout around={around} tab="audit">
    <EventList events={events} date={around.date} />
    <p class="quiet">
      {newest && <a href={newest}>{around.frame.words.manage.newest}</a>}{' '}
      {older && <a href={older}>{around.frame.words.org.older}</a>}
    </p>
  </AdminLayout>
)
