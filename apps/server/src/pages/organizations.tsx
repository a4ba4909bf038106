import type { Child } from 'hono/jsx'
import { type AccountFrame, Select } from './account.tsx'
import { Field, Form, Layout, Problem } from './layout.tsx'

export const organizationTabs = ['members', 'teams', 'invitations', 'requests', 'domains', 'settings', 'audit'] as const
export type OrganizationTab = (typeof organizationTabs)[number]

/** What every page of an organization shows around its own. */
export interface OrganizationFrame {
  around: AccountFrame
  organization: { id: string; slug: string; name: string; logoUrl: string | null }
  /** The pages that one's roles may see. */
  tabs: readonly OrganizationTab[]
  problems: Partial<Record<string, string>>
}

const pathOf = ({ around, organization }: OrganizationFrame, rest = '') =>
  `${around.frame.base}/organizations/${organization.slug}${rest}`

const OrganizationLayout = ({
  of,
  tab,
  children,
}: {
  of: OrganizationFrame
  tab: OrganizationTab
  children?: Child
}) => {
  const { frame } = of.around
  const words = frame.words
  return (
    <Layout
      frame={frame}
      title={words.org.tabs[tab]}
      wide
      nav={
        <nav class="tabs" aria-label={of.organization.name}>
          <ul>
            {of.tabs.map((name) => (
              <li>
                <a
                  href={pathOf(of, name === 'members' ? '' : `/${name}`)}
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
        {of.organization.logoUrl ? (
          <img src={of.organization.logoUrl} alt="" width="40" height="40" />
        ) : (
          <span class="initial" aria-hidden="true">
            {[...of.organization.name][0]?.toUpperCase()}
          </span>
        )}
        <span>
          {of.organization.name} · <a href={`${frame.base}/account/organizations`}>{words.me.title}</a>
        </span>
      </p>
      {of.around.done && (
        <p class="done" role="status">
          {words.me.saved}
        </p>
      )}
      {children}
    </Layout>
  )
}

/** A form of one button, with what it is about in hidden fields. */
const Action = ({
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

interface MembersPageProps {
  of: OrganizationFrame
  me: string
  members: readonly {
    userId: string
    name: string
    email: string | null
    roles: readonly string[]
    teams: readonly { name: string }[]
  }[]
  manages: boolean
  owns: boolean
  /** Roles that one may give. */
  roles: readonly string[]
}

export const MembersPage = ({ of, me, members, manages, owns, roles }: MembersPageProps) => {
  const { words } = of.around.frame
  const { org } = words
  return (
    <OrganizationLayout of={of} tab="members">
      <Problem id="members-problem" text={of.problems.user} />
      <ul class="rows">
        {members.map((one) => {
          const label = one.name || one.email || one.userId
          const mine = one.userId === me
          const touchable = manages && (owns || !one.roles.includes('owner'))
          return (
            <li>
              <div>
                <strong>{label}</strong> {mine && <span class="tag">{org.you}</span>}{' '}
                {one.roles.map((role) => (
                  <span class="tag">{words.roles[role] ?? role}</span>
                ))}
                <p class="hint">
                  {[one.name ? one.email : null, ...one.teams.map(({ name }) => name)].filter(Boolean).join(' · ')}
                </p>
              </div>
              {touchable && (
                <form method="post" action={pathOf(of, '/members/roles')}>
                  <input type="hidden" name="user" value={one.userId} />
                  <select name="role" aria-label={`${org.role}: ${label}`}>
                    {roles.map((role) => (
                      <option value={role} selected={one.roles[0] === role}>
                        {words.roles[role]}
                      </option>
                    ))}
                  </select>
                  <button type="submit" class="secondary">
                    {org.changeRole}
                  </button>
                </form>
              )}
              {touchable && !mine && (
                <Action
                  action={pathOf(of, '/members/remove')}
                  fields={{ user: one.userId }}
                  label={words.me.remove}
                  about={label}
                  danger
                />
              )}
              {mine && <Action action={pathOf(of, '/leave')} fields={{}} label={org.leave} danger />}
            </li>
          )
        })}
      </ul>
      {owns && members.length > 1 && (
        <>
          <details>
            <summary>{org.transfer}</summary>
            <Form action={pathOf(of, '/transfer')} submit={org.transfer}>
              <PersonSelect
                name="user"
                id="transfer"
                label={org.person}
                people={members.filter((one) => one.userId !== me)}
              />
            </Form>
          </details>
          <details>
            <summary>{org.reset}</summary>
            <p class="quiet">{org.resetIntro}</p>
            <Form action={pathOf(of, '/members/reset')} submit={org.reset}>
              <PersonSelect
                name="user"
                id="reset"
                label={org.person}
                people={members.filter((one) => one.userId !== me)}
              />
              <Field
                name="email"
                type="email"
                label={words.email.label}
                maxlength={254}
                required
                problem={of.problems.email}
              />
            </Form>
          </details>
          <details>
            <summary>{words.recovery.shorten}</summary>
            <p class="quiet">{words.recovery.shortenIntro}</p>
            <Form action={pathOf(of, '/members/recovery')} submit={words.recovery.shorten}>
              <PersonSelect
                name="user"
                id="recovery"
                label={org.person}
                people={members.filter((one) => one.userId !== me)}
              />
            </Form>
          </details>
        </>
      )}
    </OrganizationLayout>
  )
}

const PersonSelect = ({
  name,
  id,
  label,
  people,
}: {
  name: string
  id: string
  label: string
  people: readonly { userId: string; name: string; email: string | null }[]
}) => (
  <div class="field">
    <label for={`${id}-${name}`}>{label}</label>
    <select id={`${id}-${name}`} name={name}>
      {people.map((one) => (
        <option value={one.userId}>{one.name || one.email || one.userId}</option>
      ))}
    </select>
  </div>
)

interface TeamsPageProps {
  of: OrganizationFrame
  teams: readonly { id: string; name: string; slug: string; members: readonly string[] }[]
  people: readonly { userId: string; name: string; email: string | null }[]
  me: string
  manages: boolean
  makes: boolean
  typed: string
}

export const TeamsPage = ({ of, teams, people, me, manages, makes, typed }: TeamsPageProps) => {
  const { words } = of.around.frame
  const { org } = words
  const named = new Map(people.map((one) => [one.userId, one.name || one.email || one.userId]))
  return (
    <OrganizationLayout of={of} tab="teams">
      {teams.length === 0 && <p class="quiet">{org.noTeams}</p>}
      {teams.map((team) => (
        <section>
          <h2>
            {team.name} <span class="hint">{team.slug}</span>
          </h2>
          <ul class="rows">
            {team.members.map((userId) => (
              <li>
                <div>{named.get(userId) ?? userId}</div>
                {(manages || userId === me) && (
                  <Action
                    action={pathOf(of, '/teams/remove')}
                    fields={{ team: team.id, user: userId }}
                    label={userId === me ? org.leave : words.me.remove}
                    about={`${named.get(userId) ?? userId}, ${team.name}`}
                  />
                )}
              </li>
            ))}
          </ul>
          {manages && (
            <>
              {people.some((one) => !team.members.includes(one.userId)) && (
                <Form action={pathOf(of, '/teams/add')}>
                  <input type="hidden" name="team" value={team.id} />
                  <PersonSelect
                    name="user"
                    id={team.id}
                    label={org.person}
                    people={people.filter((one) => !team.members.includes(one.userId))}
                  />
                  <button type="submit" class="secondary">
                    {org.addToTeam}
                  </button>
                </Form>
              )}
              <details>
                <summary>
                  {words.me.passkeys.rename} · {org.deleteTeam}
                </summary>
                <Form action={pathOf(of, '/teams/rename')}>
                  <input type="hidden" name="team" value={team.id} />
                  <input name="name" value={team.name} aria-label={words.team.name} maxlength={200} />
                  <button type="submit" class="secondary">
                    {words.me.passkeys.rename}
                  </button>
                </Form>
                <div class="below">
                  <Action
                    action={pathOf(of, '/teams/delete')}
                    fields={{ team: team.id }}
                    label={org.deleteTeam}
                    about={team.name}
                    danger
                  />
                </div>
              </details>
            </>
          )}
        </section>
      ))}
      <Problem id="name-problem" text={of.problems.name} />
      {makes && (
        <>
          <h2>{words.team.createTitle}</h2>
          <Form action={pathOf(of, '/teams')} submit={words.team.create}>
            <Field
              name="team_name"
              label={words.team.name}
              value={typed}
              maxlength={200}
              required
              problem={of.problems.team_name}
            />
          </Form>
        </>
      )}
    </OrganizationLayout>
  )
}

interface InvitationsPageProps {
  of: OrganizationFrame
  invitations: readonly { id: string; email: string; roles: string; expiresAt: Date }[]
  roles: readonly string[]
  teams: readonly { id: string; name: string }[]
  clients: readonly { id: string; name: string }[]
  typed: Record<string, string>
}

export const InvitationsPage = ({ of, invitations, roles, teams, clients, typed }: InvitationsPageProps) => {
  const { words } = of.around.frame
  const { org } = words
  return (
    <OrganizationLayout of={of} tab="invitations">
      {invitations.length === 0 && <p class="quiet">{org.noInvitations}</p>}
      <ul class="rows">
        {invitations.map((one) => (
          <li>
            <div>
              <strong>{one.email}</strong>{' '}
              {one.roles.split(' ').map((role) => (
                <span class="tag">{words.roles[role] ?? role}</span>
              ))}
              <p class="hint">{org.until(of.around.date(one.expiresAt))}</p>
            </div>
            <Action
              action={pathOf(of, '/invitations/resend')}
              fields={{ id: one.id }}
              label={org.resend}
              about={one.email}
            />
            <Action
              action={pathOf(of, '/invitations/revoke')}
              fields={{ id: one.id }}
              label={org.withdraw}
              about={one.email}
              danger
            />
          </li>
        ))}
      </ul>
      <h2>{org.invite}</h2>
      <Form action={pathOf(of, '/invitations')} submit={org.invite}>
        <Field
          name="email"
          type="email"
          label={words.email.label}
          value={typed.email}
          inputmode="email"
          maxlength={254}
          required
          problem={of.problems.email}
        />
        <div class="field">
          <label for="role">{org.role}</label>
          <select id="role" name="role">
            {roles.map((role) => (
              <option value={role} selected={(typed.role || 'member') === role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
        </div>
        {teams.length > 0 && (
          <Select
            name="team"
            label={org.team}
            value={typed.team ?? ''}
            choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
            problem={of.problems.team}
          />
        )}
        {clients.length > 0 && (
          <Select
            name="client"
            label={org.application}
            value={typed.client ?? (clients.length === 1 ? (clients[0]?.id ?? '') : '')}
            choices={clients.map(({ id, name }) => ({ value: id, label: name }))}
            problem={of.problems.client}
          />
        )}
      </Form>
    </OrganizationLayout>
  )
}

interface RequestsPageProps {
  of: OrganizationFrame
  requests: readonly { userId: string; name: string; email: string | null; createdAt: Date }[]
}

export const RequestsPage = ({ of, requests }: RequestsPageProps) => {
  const { words } = of.around.frame
  return (
    <OrganizationLayout of={of} tab="requests">
      {requests.length === 0 && <p class="quiet">{words.org.noRequests}</p>}
      <ul class="rows">
        {requests.map((one) => (
          <li>
            <div>
              <strong>{one.email}</strong>
              <p class="hint">{[one.name, of.around.date(one.createdAt)].filter(Boolean).join(' · ')}</p>
            </div>
            <form method="post" action={pathOf(of, '/requests')}>
              <input type="hidden" name="user" value={one.userId} />
              <button type="submit" name="decision" value="approve" class="primary">
                {words.org.approve}
              </button>
              <button type="submit" name="decision" value="decline" class="secondary">
                {words.termsStep.decline}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </OrganizationLayout>
  )
}

interface DomainsPageProps {
  of: OrganizationFrame
  domains: readonly {
    name: string
    verifiedAt: Date | null
    method: string | null
    joining: string
    recordName: string
    recordValue: string
  }[]
  typed: string
}

export const DomainsPage = ({ of, domains, typed }: DomainsPageProps) => {
  const { words } = of.around.frame
  const { org } = words
  return (
    <OrganizationLayout of={of} tab="domains">
      <p>{org.domainsIntro}</p>
      <Problem id="domains-problem" text={of.problems.domain ?? of.problems.joining ?? of.problems.code} />
      {domains.map((one) => (
        <section>
          <h2>
            {one.name}{' '}
            {one.verifiedAt && <span class="tag">{one.method === 'dns' ? org.verifiedDns : org.verifiedMail}</span>}
          </h2>
          {one.method !== 'dns' && (
            <>
              <p class="hint">{org.addRecord}</p>
              <p>
                <code>
                  {one.recordName} TXT "{one.recordValue}"
                </code>
              </p>
              <Action
                action={pathOf(of, '/domains/check')}
                fields={{ domain: one.name }}
                label={org.check}
                about={one.name}
              />
            </>
          )}
          {!one.verifiedAt && (
            <details>
              <summary>{org.mailPostmaster}</summary>
              <Action
                action={pathOf(of, '/domains/mail')}
                fields={{ domain: one.name }}
                label={org.mailPostmaster}
                about={one.name}
              />
              <form method="post" action={pathOf(of, '/domains/confirm')} class="below">
                <input type="hidden" name="domain" value={one.name} />
                <input
                  name="code"
                  inputmode="numeric"
                  autocomplete="off"
                  aria-label={words.code.label}
                  maxlength={14}
                />
                <button type="submit" class="secondary">
                  {words.me.confirm}
                </button>
              </form>
            </details>
          )}
          {one.verifiedAt && (
            <Form action={pathOf(of, '/domains/joining')}>
              <input type="hidden" name="domain" value={one.name} />
              <div class="field">
                <label for={`joining-${one.name}`}>{org.joining}</label>
                <select id={`joining-${one.name}`} name="joining">
                  {(['off', 'suggest', 'automatic'] as const).map((mode) => (
                    <option value={mode} selected={one.joining === mode}>
                      {org.joiningModes[mode]}
                    </option>
                  ))}
                </select>
              </div>
              <button type="submit" class="secondary">
                {words.me.save}
              </button>
            </Form>
          )}
          <div class="below">
            <Action
              action={pathOf(of, '/domains/remove')}
              fields={{ domain: one.name }}
              label={words.me.remove}
              about={one.name}
              danger
            />
          </div>
        </section>
      ))}
      <h2>{org.addDomain}</h2>
      <Form action={pathOf(of, '/domains')} submit={org.addDomain}>
        <Field name="domain" label={org.domain} value={typed} maxlength={253} required />
      </Form>
    </OrganizationLayout>
  )
}

interface SettingsPageProps {
  of: OrganizationFrame
  settings: {
    name: string
    slug: string
    logo: string
    membersMakeTeams: boolean
    requirePasskey: boolean
    sessionHours: string
  }
  owns: boolean
}

export const SettingsPage = ({ of, settings, owns }: SettingsPageProps) => {
  const { words } = of.around.frame
  const { org } = words
  const check = (name: string, label: string, checked: boolean) => (
    <label class="choice">
      <input type="checkbox" name={name} value="yes" checked={checked} />
      <span>{label}</span>
    </label>
  )
  return (
    <OrganizationLayout of={of} tab="settings">
      <Form action={pathOf(of, '/settings')} submit={words.me.save}>
        <Field
          name="name"
          label={words.organization.name}
          value={settings.name}
          maxlength={200}
          required
          problem={of.problems.name}
        />
        <Field name="slug" label={org.slug} value={settings.slug} maxlength={40} required problem={of.problems.slug} />
        <Field
          name="logo_url"
          type="url"
          label={org.logo}
          hint="https://"
          value={settings.logo}
          maxlength={500}
          problem={of.problems.logo_url}
        />
        {check('members_make_teams', org.membersMakeTeams, settings.membersMakeTeams)}
        {owns && check('require_passkey', org.requirePasskey, settings.requirePasskey)}
        {owns && (
          <Field
            name="session_hours"
            label={org.sessionHours}
            hint={words.profile.optional}
            inputmode="numeric"
            value={settings.sessionHours}
            maxlength={5}
            problem={of.problems.session_max}
          />
        )}
      </Form>
      {owns && (
        <>
          <h2>{org.deleteTitle}</h2>
          <p>{org.deleteIntro}</p>
          <form method="post" action={pathOf(of, '/delete')} novalidate>
            <label class="choice">
              <input type="checkbox" name="confirm" value="yes" required />
              <span>{words.me.data.understand}</span>
            </label>
            <Problem id="confirm-problem" text={of.problems.confirm} />
            <button type="submit" class="danger">
              {org.deleteButton}
            </button>
          </form>
        </>
      )}
    </OrganizationLayout>
  )
}

interface AuditPageProps {
  of: OrganizationFrame
  events: readonly { at: Date; action: string; actor: string; target: string; network: string | null; result: string }[]
  older: string | null
}

export const AuditPage = ({ of, events, older }: AuditPageProps) => {
  const { org } = of.around.frame.words
  return (
    <OrganizationLayout of={of} tab="audit">
      {events.length === 0 && <p class="quiet">{org.noAudit}</p>}
      <EventList events={events} date={of.around.date} />
      {older && <a href={older}>{org.older}</a>}
    </OrganizationLayout>
  )
}

export const EventList = ({ events, date }: { events: AuditPageProps['events']; date: (at: Date) => string }) => (
  <ul class="rows">
    {events.map((one) => (
      <li>
        <div>
          <code>{one.action}</code> {one.result !== 'ok' && <span class="tag">{one.result}</span>}
          <p class="hint">{[one.actor, one.target].filter(Boolean).join(' → ')}</p>
          <p class="hint">{[date(one.at), one.network].filter(Boolean).join(' · ')}</p>
        </div>
      </li>
    ))}
  </ul>
)

interface InvitationPageProps {
  around: AccountFrame
  action: string
  organization: string
  roles: readonly string[]
}

export const InvitationPage = ({ around, action, organization, roles }: InvitationPageProps) => {
  const { words } = around.frame
  return (
    <Layout frame={around.frame} title={words.org.joinTitle(organization)}>
      <p>
        {words.org.joinIntro(around.address)}{' '}
        {roles.map((role) => (
          <span class="tag">{words.roles[role] ?? role}</span>
        ))}
      </p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="accept" class="primary">
          {words.org.join}
        </button>
        <button type="submit" name="decision" value="decline" class="secondary">
          {words.termsStep.decline}
        </button>
      </form>
    </Layout>
  )
}

export const OtherInvitationPage = ({ around, action }: { around: AccountFrame; action: string }) => {
  const { words } = around.frame
  return (
    <Layout frame={around.frame} title={words.org.otherTitle}>
      <p>{words.org.otherIntro(around.address)}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="other" class="primary">
          {words.org.otherAccount}
        </button>
      </form>
    </Layout>
  )
}
