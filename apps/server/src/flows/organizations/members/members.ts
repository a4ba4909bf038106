import { personLabel } from '../../../oidc/person-names.ts'
import {
  countMembers,
  type MemberOrder,
  type MemberPosition,
  type MemberPage as StoredMemberPage,
} from '../../../store/beyond-prisma/organizations/member-search.ts'
import {
  findMemberByAddress,
  findMembers,
  findSortedMembers,
  type Member,
  membersByIds,
} from '../../../store/prisma/organizations/members.ts'
import { findRoles } from '../../../store/prisma/organizations/organizations.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { may } from '../rules.ts'

/** Values of fields that members are narrowed to. */
type WantedFields = NonNullable<StoredMemberPage['fields']>

export interface MemberQuery {
  /** A part of a name or, for admins and owners, of an address. */
  query?: string
  teamId?: string
  /** Owner, admin or member, or the key of another role. */
  role?: string
  fields?: WantedFields
}

export type { MemberOrder, MemberPosition } from '../../../store/beyond-prisma/organizations/member-search.ts'
export interface SortedMemberPage extends MemberQuery {
  order: MemberOrder
  /** The position of the last member of the previous page. */
  position: MemberPosition | null
  limit: number
}

export interface MemberPage extends MemberQuery {
  /** The id of the last member of the previous page. */
  after: string | null
  limit: number
}

/** Members of an organization, a page at a time. Addresses are for its admins and owners, and one's own is for oneself. */
export async function listMembers(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  page: MemberPage,
): Promise<Member[]> {
  const addresses = may(roles, 'see-addresses')
  const members = await findMembers(deps.db, organization.id, { ...page, addresses })
  return members.map((member) => visibleTo(actor, addresses, member))
}

/** The same in an order of the list. */
export async function listSortedMembers(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  page: SortedMemberPage,
): Promise<(Member & { position: MemberPosition })[]> {
  const addresses = may(roles, 'see-addresses')
  const members = await findSortedMembers(deps.db, organization.id, { ...page, addresses })
  return members.map((member) => visibleTo(actor, addresses, member))
}

/** Addresses, and whether operators have disabled an account, are for those who manage the members. */
const visibleTo = <Shown extends Member>(actor: Actor, addresses: boolean, member: Shown): Shown =>
  addresses ? member : { ...member, email: member.userId === actor.id ? member.email : null, disabled: false }

/** How many members there are, or how many a search finds. */
export const memberCount = (
  deps: Deps,
  { organization, roles }: OrganizationView,
  query: MemberQuery = {},
): Promise<number> => countMembers(deps.db, organization.id, { ...query, addresses: may(roles, 'see-addresses') })

/** A member as the actor may see them. Null if they are not a member. */
export async function findMembership(
  deps: Deps,
  { organization, roles }: OrganizationView,
  userId: string,
): Promise<Pick<Member, 'name' | 'email' | 'roles' | 'otherRoles'> | null> {
  const [member] = await membersByIds(deps.db, organization.id, [userId])
  if (!member) return null
  return may(roles, 'see-addresses') ? member : { ...member, email: null }
}

/** A member with everything that managers see. @throws OperationRefused not-a-member */
export async function getMember(deps: Deps, { organization }: OrganizationView, userId: string): Promise<Member> {
  const [member] = await membersByIds(deps.db, organization.id, [userId])
  if (!member) throw new OperationRefused('not-a-member')
  return member
}

export const isMember = async (deps: Deps, { organization }: OrganizationView, userId: string): Promise<boolean> =>
  (await findRoles(deps.db, organization.id, userId)) !== null

/** The member named by an id or, for those who may see addresses, by an address. Null if there is none. */
export async function findMember(
  deps: Deps,
  { organization, roles }: OrganizationView,
  { id, address }: { id: string; address: string },
): Promise<string | null> {
  if (id || !may(roles, 'see-addresses')) return id || null
  const canonical = canonicalAddress(address)
  return canonical && findMemberByAddress(deps.db, organization.id, canonical)
}

/** Labels of the people in this list who are members: their names and, for actors who may see them, their addresses. */
export async function memberLabels(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const addresses = may(roles, 'see-addresses')
  return new Map(
    (await membersByIds(deps.db, organization.id, wanted)).map(({ userId, name, email }) => [
      userId,
      personLabel(name, addresses || userId === actor.id ? email : null, userId),
    ]),
  )
}
