import { ActForm, Menu } from '../act-form.tsx'
import { namesOfRoles } from '../roles.ts'
import { EmptyState, type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { Toolbar } from '../toolbar.tsx'
import { InviteButton, InviteOffer } from './invite.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface InvitationsPageProps {
  frame: OrganizationFrame
  invitations: List<{ id: string; email: string; roles: string; expiresAt: Date; otherRoles: readonly string[] }>
  /** How many there are in all. */
  count: number
  query: string
}

export const InvitationsPage = ({ frame, invitations, count, query }: InvitationsPageProps) => {
  const { words } = frame
  const { org } = words
  return (
    <OrganizationLayout
      frame={frame}
      tab="invitations"
      undo={<InviteAgain frame={frame} />}
      acts={count > 0 && <InviteButton frame={frame} />}
    >
      {(count > 0 || query) && (
        <>
          <Toolbar
            frame={frame}
            address={organizationPath(frame, '/invitations')}
            label={words.email.label}
            query={query}
          />
          <p class="quiet" role="status">
            {query && invitations.rows.length === 0
              ? words.manage.nothingFound({ query })
              : words.manage.found({ count })}
          </p>
        </>
      )}
      {invitations.rows.length === 0 && <InviteOffer frame={frame} query={query} />}
      <Table
        frame={frame}
        {...invitations}
        empty={
          count === 0 && (
            <EmptyState text={org.noInvitations}>
              <InviteButton frame={frame} />
            </EmptyState>
          )
        }
        label={org.tabs.invitations}
        columns={[
          { head: words.email.label, width: 'wide', cell: ({ email }) => <NameCell name={email} icon="mail" /> },
          {
            head: org.role,
            cell: ({ roles, otherRoles }) => (
              <bdi>{[...namesOfRoles(words, roles.split(' ')), ...otherRoles].join(', ')}</bdi>
            ),
          },
          {
            head: words.lists.columns.validUntil,
            width: 'narrow',
            cell: ({ expiresAt }) => <Time frame={frame} at={expiresAt} />,
          },
        ]}
        acts={(invitation) => <InvitationMenu frame={frame} {...invitation} />}
      />
    </OrganizationLayout>
  )
}

const InvitationMenu = ({ frame, id, email }: { frame: OrganizationFrame; id: string; email: string }) => {
  const { org, lists } = frame.words
  return (
    <Menu label={lists.actions} about={email}>
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
