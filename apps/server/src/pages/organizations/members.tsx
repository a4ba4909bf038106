import { Action } from '../action.tsx'
import { Field, Problem } from '../layout.tsx'
import { Pager } from '../pager.tsx'
import { namesOfRoles, type RoleName } from '../roles.ts'
import { joinParts, Row, Rows } from '../rows.tsx'
import { Options } from '../select.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'
import { OwnerForms } from './owner-forms.tsx'

interface Member {
  userId: string
  name: string
  email: string | null
  roles: readonly string[]
  teams: readonly { name: string }[]
}

interface MembersPageProps {
  frame: OrganizationFrame
  /** The id of the person who views the page. */
  ownId: string
  members: readonly Member[]
  /** How many members there are. */
  total: number
  /** The search, and how many members it found. */
  query: string
  found: number
  next: string | null
  first: string | null
  mayManage: boolean
  isOwner: boolean
  /** Everyone, or null if there are too many to choose from a list. */
  people: readonly Member[] | null
  /** The roles that this person may give. */
  roles: readonly RoleName[]
}

export const MembersPage = (props: MembersPageProps) => {
  const { frame, members, people, ownId, total } = props
  return (
    <OrganizationLayout frame={frame} tab="members">
      <Problem id="members-problem" text={frame.problems.user} />
      <MemberSearch {...props} />
      <Rows>
        {members.map((member) => (
          <MemberRow {...props} member={member} self={member.userId === ownId} />
        ))}
      </Rows>
      <Pager frame={frame} next={props.next} first={props.first} />
      {props.isOwner && total > 1 && (
        <OwnerForms frame={frame} people={people?.filter(({ userId }) => userId !== ownId) ?? null} />
      )}
    </OrganizationLayout>
  )
}

const MemberSearch = ({ frame, mayManage, total, query, found }: MembersPageProps) => {
  const { manage, admin } = frame.words
  const result = found === 0 ? manage.nothingFound(query) : manage.found(found)
  return (
    <>
      <form method="get" action={organizationPath(frame)}>
        <Field name="query" label={mayManage ? manage.search : manage.searchName} value={query} maxlength={254} />
        <button type="submit" class="secondary">
          {admin.find}
        </button>
      </form>
      <p class="quiet" role="status">
        {joinParts(manage.total(total), query && result)}
      </p>
    </>
  )
}

interface MemberRowProps extends Pick<MembersPageProps, 'frame' | 'mayManage' | 'isOwner' | 'roles'> {
  member: Member
  /** It is the person who views the page. */
  self: boolean
}

const MemberRow = ({ frame, member, self, mayManage, isOwner, roles }: MemberRowProps) => {
  const { words } = frame
  const { org } = words
  const label = member.name || member.email || member.userId
  const mayChange = mayManage && (isOwner || !member.roles.includes('owner'))
  const fields = { user: member.userId }
  return (
    <Row
      title={<strong>{label}</strong>}
      tags={[self && org.you, ...namesOfRoles(words, member.roles)]}
      hints={[joinParts(member.name && member.email, ...member.teams.map(({ name }) => name))]}
    >
      {mayChange && <RoleForm frame={frame} member={member} label={label} roles={roles} />}
      {mayChange && !self && (
        <Action
          action={organizationPath(frame, '/members/remove')}
          fields={fields}
          label={words.me.remove}
          about={label}
          danger
        />
      )}
      {self && <Action action={organizationPath(frame, '/leave')} label={org.leave} danger />}
    </Row>
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
