import { ActForm, Menu } from '../act-form.tsx'
import { Select } from '../fields.tsx'
import { Field, Form } from '../layout.tsx'
import { namesOfRoles, type RoleName } from '../roles.ts'
import { type List, Table } from '../table.tsx'
import { Toolbar } from '../toolbar.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface Named {
  id: string
  name: string
}

interface InvitationsPageProps {
  frame: OrganizationFrame
  invitations: List<{ id: string; email: string; roles: string; expiresAt: Date }>
  /** How many there are in all. */
  count: number
  query: string
  /** The roles that this person may give. */
  roles: readonly RoleName[]
  /** Every team, or null if there are too many for a list: then a short name is typed. */
  teams: readonly Named[] | null
  clients: readonly Named[]
  /** What was typed into a form that was refused, by field. */
  typed: Record<string, string>
}

export const InvitationsPage = (props: InvitationsPageProps) => {
  const { frame, invitations, count, query } = props
  const { words } = frame
  const { org } = words
  return (
    <OrganizationLayout frame={frame} tab="invitations" undo={<InviteAgain frame={frame} />}>
      <Toolbar
        frame={frame}
        address={organizationPath(frame, '/invitations')}
        label={words.email.label}
        query={query}
      />
      <p class="quiet" role="status">
        {count === 0
          ? org.noInvitations
          : query && invitations.rows.length === 0
            ? words.manage.nothingFound({ query })
            : words.manage.found({ count })}
      </p>
      <Table
        frame={frame}
        {...invitations}
        columns={{
          name: ({ email }) => email,
          status: ({ roles }) => namesOfRoles(words, roles.split(' ')),
          facts: ({ expiresAt }) => [org.until({ date: frame.date(expiresAt) })],
          acts: ({ id, email }) => (
            <Menu label={words.lists.actions} about={email}>
              <ActForm
                action={organizationPath(frame, '/invitations/resend')}
                fields={{ id }}
                label={org.resend}
                about={email}
              />
              <ActForm
                action={organizationPath(frame, '/invitations/revoke')}
                fields={{ id }}
                label={org.withdraw}
                about={email}
                look="danger"
              />
            </Menu>
          ),
        }}
      />
      <h2>{org.invite}</h2>
      <InviteForm {...props} />
    </OrganizationLayout>
  )
}

/** Undoes a withdrawal with a new invitation. */
const InviteAgain = ({ frame }: { frame: OrganizationFrame }) => {
  const [email, roles = ''] = frame.about
  if (frame.done !== 'invitation-withdrawn' || !email) return null
  const fields = { email, role: roles.split(' ')[0] ?? 'member' }
  return (
    <ActForm action={organizationPath(frame, '/invitations')} fields={fields} label={frame.words.lists.inviteAgain} />
  )
}

const InviteForm = ({ frame, roles, teams, clients, typed }: InvitationsPageProps) => {
  const { words, problems } = frame
  const { org } = words
  const onlyClient = clients.length === 1 ? clients[0]?.id : undefined
  return (
    <Form action={organizationPath(frame, '/invitations')} submit={org.invite}>
      <Field
        name="email"
        type="email"
        label={words.email.label}
        value={typed.email}
        inputmode="email"
        maxlength={254}
        required
        problem={problems.email}
      />
      <Select
        name="role"
        label={org.role}
        value={typed.role || 'member'}
        choices={roles.map((role) => ({ value: role, label: words.roles[role] }))}
      />
      <TeamField frame={frame} teams={teams} typed={typed.team} />
      {clients.length > 0 && (
        <Select
          name="client"
          label={org.application}
          value={typed.client ?? onlyClient}
          choices={choicesOf(clients)}
          optional
          problem={problems.client}
        />
      )}
    </Form>
  )
}

const TeamField = ({ frame, teams, typed }: Pick<InvitationsPageProps, 'frame' | 'teams'> & { typed?: string }) => {
  const { words, problems } = frame
  if (!teams)
    return (
      <Field
        name="team"
        label={words.manage.teamShortName}
        hint={words.profile.optional}
        value={typed}
        maxlength={40}
        problem={problems.team}
      />
    )
  if (teams.length === 0) return null
  return (
    <Select
      name="team"
      label={words.org.team}
      value={typed}
      choices={choicesOf(teams)}
      optional
      problem={problems.team}
    />
  )
}

const choicesOf = (named: readonly Named[]) => named.map(({ id, name }) => ({ value: id, label: name }))
