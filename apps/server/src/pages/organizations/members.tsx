import { personLabel } from '../../oidc/person-names.ts'
import { ActForm, Menu } from '../act-form.tsx'
import { Options } from '../fields.tsx'
import { Problem } from '../layout.tsx'
import { namesOfRoles, type RoleName } from '../roles.ts'
import { joinParts, Pager, Row, Rows } from '../table.tsx'
import { Toolbar } from '../toolbar.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'
import { OwnerForms } from './owner-forms.tsx'

/** The orders of the list. */
export const memberSorts = ['name', 'newest', 'oldest', 'role'] as const

interface Member {
  userId: string
  name: string
  email: string | null
  roles: readonly string[]
  teams: readonly { name: string }[]
  createdAt: Date
  disabled: boolean
}

interface MembersPageProps {
  frame: OrganizationFrame
  /** The id of the member who views the page; null in the console. */
  ownId: string | null
  members: readonly Member[]
  /** How many members there are. */
  total: number
  listing: { query: string; sort: (typeof memberSorts)[number]; role: string }
  /** How many members the search found; null without a search. */
  found: number | null
  next: string | null
  first: string | null
  mayManage: boolean
  isOwner: boolean
  /** Everyone, or null if there are too many to choose from a list. */
  people: readonly Member[] | null
  /** The roles that they may give. */
  roles: readonly RoleName[]
}

export const MembersPage = (props: MembersPageProps) => {
  const { frame, members, people, ownId, total, mayManage } = props
  return (
    <OrganizationLayout frame={frame} tab="members" undo={mayManage && <InviteAgain frame={frame} />}>
      <Problem id="members-problem" text={frame.problems.user} />
      <MemberSearch {...props} />
      {mayManage && <CsvLinks frame={frame} />}
      <Rows>
        {members.map((member) => (
          <MemberRow {...props} member={member} self={member.userId === ownId} />
        ))}
      </Rows>
      <Pager frame={frame} next={props.next} first={props.first} />
      {props.isOwner && ownId && total > 1 && (
        <OwnerForms frame={frame} people={people?.filter(({ userId }) => userId !== ownId) ?? null} />
      )}
    </OrganizationLayout>
  )
}

const MemberSearch = ({ frame, mayManage, total, listing, found }: MembersPageProps) => {
  const { manage, lists, roles, org } = frame.words
  const result =
    found === 0 && listing.query ? manage.nothingFound({ query: listing.query }) : manage.found({ count: found ?? 0 })
  const sorts = memberSorts.map((value) => ({ value, label: lists.sorts[value] }))
  const choices = Object.entries(roles).map(([value, label]) => ({ value, label }))
  return (
    <>
      <Toolbar
        frame={frame}
        address={frame.tabs.find(({ name }) => name === 'members')?.href ?? ''}
        label={mayManage ? manage.search : manage.searchName}
        query={listing.query}
        selects={[
          {
            name: 'role',
            label: org.role,
            value: listing.role,
            choices: [{ value: '', label: lists.allRoles }, ...choices],
          },
          { name: 'sort', label: lists.sort, value: listing.sort, choices: sorts },
        ]}
      />
      <p class="quiet" role="status">
        {joinParts(manage.total({ count: total }), found !== null && result)}
      </p>
    </>
  )
}

const CsvLinks = ({ frame }: { frame: OrganizationFrame }) => (
  <div class="toolbar-links">
    <ActForm action={organizationPath(frame, '/members/export')} label={frame.words.lists.download} />
    <a href={organizationPath(frame, '/members/import')}>{frame.words.lists.importTitle}</a>
  </div>
)

/** Undoes a removal as far as that is possible: with an invitation to the same roles. */
const InviteAgain = ({ frame }: { frame: OrganizationFrame }) => {
  const [, email, roles = ''] = frame.about
  if (frame.done !== 'member-removed' || !email) return null
  const fields = { email, role: roles.split(' ')[0] ?? 'member' }
  return (
    <ActForm action={organizationPath(frame, '/invitations')} fields={fields} label={frame.words.lists.inviteAgain} />
  )
}

interface MemberRowProps extends Pick<MembersPageProps, 'frame' | 'mayManage' | 'isOwner' | 'roles'> {
  member: Member
  /** It is the person who views the page. */
  self: boolean
}

const MemberRow = (props: MemberRowProps) => {
  const { frame, member, self, mayManage, isOwner } = props
  const { words } = frame
  const label = personLabel(member.name, member.email, member.userId)
  const mayChange = mayManage && (isOwner || !member.roles.includes('owner'))
  return (
    <Row
      title={
        <strong>
          <bdi>{member.name || label}</bdi>
        </strong>
      }
      tags={[self && words.org.you, ...namesOfRoles(words, member.roles), member.disabled && words.lists.disabled]}
      hints={[
        member.name && member.email && <bdi>{member.email}</bdi>,
        joinParts(words.lists.joined({ date: frame.date(member.createdAt) }), ...member.teams.map(({ name }) => name)),
      ]}
    >
      {(mayChange || self) && <MemberMenu {...props} label={label} mayChange={mayChange} />}
    </Row>
  )
}

const MemberMenu = ({
  frame,
  member,
  self,
  roles,
  label,
  mayChange,
}: MemberRowProps & { label: string; mayChange: boolean }) => {
  const { me, org, lists } = frame.words
  return (
    <Menu label={lists.actions} about={label}>
      {mayChange && <RoleForm frame={frame} member={member} label={label} roles={roles} />}
      {self ? (
        <ActForm action={organizationPath(frame, '/leave')} label={org.leave} look="danger" />
      ) : (
        <ActForm
          action={organizationPath(frame, '/members/remove')}
          fields={{ user: member.userId }}
          label={me.remove}
          about={label}
          look="danger"
        />
      )}
    </Menu>
  )
}

interface RoleFormProps extends Pick<MemberRowProps, 'frame' | 'member' | 'roles'> {
  label: string
}

const RoleForm = ({ frame, member, label, roles }: RoleFormProps) => {
  const { org, roles: names } = frame.words
  return (
    <form method="post" action={organizationPath(frame, '/members/roles')}>
      <input type="hidden" name="user" value={member.userId} />
      <select name="role" aria-label={`${org.role}: ${label}`}>
        <Options choices={roles.map((role) => ({ value: role, label: names[role] }))} value={member.roles[0] ?? ''} />
      </select>
      <button type="submit" class="secondary">
        {org.changeRole}
      </button>
    </form>
  )
}
