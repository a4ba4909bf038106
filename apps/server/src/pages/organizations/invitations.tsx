import { Select } from '../account/account.tsx'
import { Field, Form } from '../layout.tsx'
import { Action, type OrganizationFrame, OrganizationLayout, Pager, pathOf } from './layout.tsx'

interface InvitationsPageProps {
  frame: OrganizationFrame
  invitations: readonly { id: string; email: string; roles: string; expiresAt: Date }[]
  /** How many there are in all. */
  count: number
  next: string | null
  first: string | null
  roles: readonly string[]
  /** Every team, or null where they are too many for a list: then its short name is typed. */
  teams: readonly { id: string; name: string }[] | null
  clients: readonly { id: string; name: string }[]
  typed: Record<string, string>
}

export const InvitationsPage = ({
  frame,
  invitations,
  roles,
  teams,
  clients,
  typed,
  ...list
}: InvitationsPageProps) => {
  const { words } = frame
  const { org } = words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      {invitations.length === 0 && <p class="quiet">{org.noInvitations}</p>}
      {list.count > 0 && <p class="quiet">{words.manage.found(list.count)}</p>}
      <ul class="rows">
        {invitations.map((one) => (
          <li>
            <div>
              <strong>{one.email}</strong>{' '}
              {one.roles.split(' ').map((role) => (
                <span class="tag">{words.roles[role] ?? role}</span>
              ))}
              <p class="hint">{org.until(frame.date(one.expiresAt))}</p>
            </div>
            <Action
              action={pathOf(frame, '/invitations/resend')}
              fields={{ id: one.id }}
              label={org.resend}
              about={one.email}
            />
            <Action
              action={pathOf(frame, '/invitations/revoke')}
              fields={{ id: one.id }}
              label={org.withdraw}
              about={one.email}
              danger
            />
          </li>
        ))}
      </ul>
      <Pager frame={frame} next={list.next} first={list.first} />
      <h2>{org.invite}</h2>
      <Form action={pathOf(frame, '/invitations')} submit={org.invite}>
        <Field
          name="email"
          type="email"
          label={words.email.label}
          value={typed.email}
          inputmode="email"
          maxlength={254}
          required
          problem={frame.problems.email}
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
        {!teams && (
          <Field
            name="team"
            label={words.manage.teamShortName}
            hint={words.profile.optional}
            value={typed.team}
            maxlength={40}
            problem={frame.problems.team}
          />
        )}
        {teams && teams.length > 0 && (
          <Select
            name="team"
            label={org.team}
            value={typed.team ?? ''}
            choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
            problem={frame.problems.team}
          />
        )}
        {clients.length > 0 && (
          <Select
            name="client"
            label={org.application}
            value={typed.client ?? (clients.length === 1 ? (clients[0]?.id ?? '') : '')}
            choices={clients.map(({ id, name }) => ({ value: id, label: name }))}
            problem={frame.problems.client}
          />
        )}
      </Form>
    </OrganizationLayout>
  )
}

interface RequestsPageProps {
  frame: OrganizationFrame
  requests: readonly { userId: string; name: string; email: string | null; createdAt: Date }[]
  next: string | null
  first: string | null
}

export const RequestsPage = ({ frame, requests, next, first }: RequestsPageProps) => {
  const { words } = frame
  return (
    <OrganizationLayout frame={frame} tab="requests">
      {requests.length === 0 && <p class="quiet">{words.org.noRequests}</p>}
      <ul class="rows">
        {requests.map((one) => (
          <li>
            <div>
              <strong>{one.email}</strong>
              <p class="hint">{[one.name, frame.date(one.createdAt)].filter(Boolean).join(' · ')}</p>
            </div>
            <form method="post" action={pathOf(frame, '/requests')}>
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
      <Pager frame={frame} next={next} first={first} />
    </OrganizationLayout>
  )
}
