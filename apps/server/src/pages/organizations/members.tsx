import type { NamesByLanguage } from '../../oidc/permissions.ts'
import { personLabel } from '../../oidc/person-names.ts'
import type { Words } from '../../words/index.ts'
import { ActForm, Menu, RowAct, RowForm } from '../act-form.tsx'
import { choicesOf } from '../fields.tsx'
import { Problem } from '../layout.tsx'
import { roleLabel } from '../rights.tsx'
import { namesOfRoles } from '../roles.ts'
import { Status, Tag } from '../status.tsx'
import { type Column, joinParts, type List, PersonCell, type Sorting, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { Toolbar } from '../toolbar.tsx'
import { InviteButton, InviteOffer } from './invite.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'
import { OwnerForms } from './owner-forms.tsx'

/** The orders of the list. */
export const memberSorts = ['name', 'newest', 'oldest', 'role'] as const

interface Member {
  userId: string
  name: string
  email: string | null
  roles: readonly string[]
  otherRoles: readonly { key: string; names: NamesByLanguage }[]
  teams: readonly { name: string }[]
  createdAt: Date
  disabled: boolean
  pictureId: string | null
}

interface MembersPageProps {
  frame: OrganizationFrame
  /** The id of the member who views the page; null in the console. */
  ownId: string | null
  members: List<Member>
  /** How many members there are. */
  total: number
  listing: { query: string; sort: (typeof memberSorts)[number]; role: string }
  sorting: Sorting
  /** Roles beside owner, admin and member that the list can be narrowed to. */
  otherRoles: readonly { value: string; label: string }[]
  /** How many members the search found; null without a search. */
  found: number | null
  mayManage: boolean
  /** Whether anything is declared that a member may do in the applications. */
  declared: boolean
  isOwner: boolean
  /** Something is kept about members that the reader may see. */
  hasFields: boolean
  /** Everyone, or null if there are too many to choose from a list. */
  people: readonly Member[] | null
}

export const MembersPage = (props: MembersPageProps) => {
  const { frame, members, people, ownId, total, mayManage, isOwner } = props
  const { words } = frame
  const mayChange = ({ roles }: Member) => mayManage && (isOwner || !roles.includes('owner'))
  return (
    <OrganizationLayout
      frame={frame}
      tab="members"
      undo={mayManage && <InviteAgain frame={frame} />}
      acts={
        mayManage && (
          <>
            <ActForm action={organizationPath(frame, '/members/export')} label={words.lists.download} />
            <InviteButton frame={frame} />
          </>
        )
      }
    >
      <Problem id="members-problem" text={frame.problems.user ?? frame.problems.roles} />
      <Table
        frame={frame}
        {...members}
        label={words.org.tabs.members}
        search={<MemberSearch {...props} />}
        empty={mayManage && <InviteOffer frame={frame} query={props.listing.query} />}
        count={countText(props)}
        sorting={props.sorting}
        columns={columnsOf(frame, ownId)}
        acts={(member) =>
          (mayChange(member) || member.userId === ownId || (mayManage && (props.declared || props.hasFields))) && (
            <MemberMenu
              {...props}
              member={member}
              mayChange={mayChange(member)}
              hasFields={mayManage && props.hasFields}
            />
          )
        }
      />
      <RowForm />
      {isOwner && ownId && total > 1 && (
        <OwnerForms frame={frame} people={people?.filter(({ userId }) => userId !== ownId) ?? null} />
      )}
    </OrganizationLayout>
  )
}

function columnsOf(frame: OrganizationFrame, ownId: string | null): Column<Member>[] {
  const { words } = frame
  const teamNames = ({ teams }: Member) => teams.map(({ name }) => name).join(', ')
  return [
    {
      head: words.lists.sorts.name,
      width: 'wide',
      orders: { ascending: 'name' },
      title: ({ name, email }) => joinParts(name, email),
      cell: ({ userId, name, email, pictureId, disabled }) => (
        <PersonCell
          frame={frame}
          {...{ userId, name, pictureId, address: email }}
          href={frame.sections && `${frame.base}/admin/people/${encodeURIComponent(userId)}`}
        >
          {userId === ownId && <Tag>{words.org.you}</Tag>}
          {disabled && <Status kind="bad">{words.lists.disabled}</Status>}
        </PersonCell>
      ),
    },
    {
      head: words.org.role,
      orders: { ascending: 'role' },
      title: (member) => allRoles(words, member),
      cell: (member) => allRoles(words, member),
    },
    { head: words.org.tabs.teams, cell: (member) => <bdi>{teamNames(member)}</bdi>, title: teamNames },
    {
      head: words.lists.columns.joined,
      width: 'narrow',
      orders: { descending: 'newest', ascending: 'oldest' },
      cell: ({ createdAt }) => <Time frame={frame} at={createdAt} />,
    },
  ]
}

const allRoles = (words: Words, { roles, otherRoles }: Member): string =>
  [...namesOfRoles(words, roles), ...otherRoles.map((role) => roleLabel(words, role))].join(', ')

const MemberSearch = ({ frame, mayManage, listing, otherRoles }: MembersPageProps) => {
  const { manage, lists, roles, org } = frame.words
  return (
    <Toolbar
      frame={frame}
      address={frame.tabs.find(({ name }) => name === 'members')?.href ?? ''}
      label={mayManage ? manage.search : manage.searchName}
      query={listing.query}
      hidden={{ sort: listing.sort }}
      selects={[
        {
          name: 'role',
          label: org.role,
          value: listing.role,
          choices: [...choicesOf({ '': lists.allRoles, ...roles }), ...otherRoles],
        },
      ]}
    />
  )
}

/** How many members there are, and how many of them the search found. */
const countText = ({ frame: { words }, total, listing, found }: MembersPageProps) => {
  const { manage } = words
  const nothing = found === 0 && listing.query
  const result = nothing ? manage.nothingFound({ query: listing.query }) : manage.found({ count: found ?? 0 })
  return joinParts(manage.total({ count: total }), found !== null && result)
}

/** Undoes a removal as far as that is possible: with an invitation to the same roles. */
const InviteAgain = ({ frame }: { frame: OrganizationFrame }) => {
  const [, email, roles = ''] = frame.about
  if (frame.done !== 'member-removed' || !email) return null
  const fields = { email, role: roles.split(' ')[0] ?? 'member' }
  return (
    <ActForm action={organizationPath(frame, '/invitations')} fields={fields} label={frame.words.lists.inviteAgain} />
  )
}

interface MemberMenuProps extends Pick<MembersPageProps, 'frame' | 'ownId' | 'declared' | 'hasFields'> {
  member: Member
  mayChange: boolean
}

const MemberMenu = (props: MemberMenuProps) => {
  const { frame, ownId, declared, mayChange, hasFields } = props
  const { userId, name, email } = props.member
  const { me, org, lists } = frame.words
  const label = personLabel(name, email, userId)
  const row = { name: 'user', value: userId }
  return (
    <Menu label={lists.actions} about={label}>
      {mayChange && <RowAct {...row} action={organizationPath(frame, '/members/roles')} label={org.changeRole} />}
      {hasFields && (
        <a class="button secondary" href={organizationPath(frame, `/members/${encodeURIComponent(userId)}/fields`)}>
          {frame.words.console.sections.fields}
        </a>
      )}
      {declared && (
        <a
          class="button secondary"
          href={organizationPath(frame, `/members/${encodeURIComponent(userId)}/permissions`)}
        >
          {frame.words.rights.permissions}
        </a>
      )}
      {userId === ownId && <ActForm action={organizationPath(frame, '/leave')} label={org.leave} look="danger" />}
      {userId !== ownId && mayChange && (
        <RowAct {...row} action={organizationPath(frame, '/members/remove')} label={me.remove} look="danger" />
      )}
    </Menu>
  )
}
