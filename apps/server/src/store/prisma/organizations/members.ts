import type { NamesByLanguage } from '../../../oidc/permissions.ts'
import { fullName } from '../../../oidc/person-names.ts'
import {
  type MemberPage,
  type MemberPosition,
  type SortedMemberPage,
  searchMembers,
  sortMembers,
} from '../../beyond-prisma/organizations/member-search.ts'
import type { PrismaStore, Reads } from '../../connections/database.ts'
import { toRoleName } from '../rights.ts'

export interface Member {
  userId: string
  name: string
  pictureId: string | null
  email: string | null
  roles: string[]
  /** Beside owner, admin and member: those that they hold by themselves. */
  otherRoles: { id: string; key: string; names: NamesByLanguage }[]
  teams: { id: string; name: string }[]
  createdAt: Date
  /** Operators have disabled the account. */
  disabled: boolean
  /** JSON text of the values of declared fields. */
  fields: string | null
}

/** Those of these people who are members, in the order of their ids. */
export async function membersByIds(
  { prisma }: PrismaStore,
  organizationId: string,
  ids: readonly string[],
): Promise<Member[]> {
  if (ids.length === 0) return []
  const rows = await prisma.membership.findMany({
    where: { organizationId, userId: { in: [...ids] } },
    orderBy: { userId: 'asc' },
    include: {
      otherRoles: { select: { role: { select: { id: true, key: true, settings: true } } } },
      user: {
        include: {
          emails: { where: { isPrimary: true } },
          teamMemberships: { where: { team: { organizationId } }, include: { team: true } },
        },
      },
    },
  })
  return rows.map(({ userId, roles, otherRoles, createdAt, user, fields }) => ({
    userId,
    name: fullName(user) ?? '',
    pictureId: user.pictureId,
    email: user.emails[0]?.address ?? null,
    roles: roles.split(' ').filter(Boolean),
    otherRoles: otherRoles.map(({ role }) => toRoleName(role)).sort((a, b) => (a.key < b.key ? -1 : 1)),
    teams: user.teamMemberships.map(({ team }) => ({ id: team.id, name: team.name })),
    createdAt,
    disabled: user.disabledAt !== null,
    fields,
  }))
}

/** Members of an organization after a cursor, with their teams in it. */
export const findMembers = async (db: Reads, organizationId: string, page: MemberPage): Promise<Member[]> =>
  membersByIds(db, organizationId, await searchMembers(db, organizationId, page))

/** Members of an organization in an order, with their positions in it. */
export async function findSortedMembers(
  db: Reads,
  organizationId: string,
  page: SortedMemberPage,
): Promise<(Member & { position: MemberPosition })[]> {
  const positions = await sortMembers(db, organizationId, page)
  const ids = positions.map(([, userId]) => userId)
  const members = new Map((await membersByIds(db, organizationId, ids)).map((member) => [member.userId, member]))
  return positions.flatMap((position) => {
    const member = members.get(position[1])
    return member ? [{ ...member, position }] : []
  })
}

/** The member who has this address, or null. */
export async function findMemberByAddress(
  { prisma }: PrismaStore,
  organizationId: string,
  address: string,
): Promise<string | null> {
  const found = await prisma.email.findFirst({
    where: { address, user: { memberships: { some: { organizationId } } } },
    select: { userId: true },
  })
  return found?.userId ?? null
}

/** Those of these addresses that belong to members. */
export async function findMembersByAddresses(
  { prisma }: PrismaStore,
  organizationId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < addresses.length; from += 250) {
    const address = { in: addresses.slice(from, from + 250) }
    const rows = await prisma.email.findMany({
      where: { address, user: { memberships: { some: { organizationId } } } },
      select: { address: true },
    })
    found.push(...rows.map((row) => row.address))
  }
  return found
}

/** True when the person belongs to another organization too. One that is disabled, or waits for its end, counts. */
export async function hasOtherOrganizations(
  { prisma }: PrismaStore,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  return (await prisma.membership.count({ where: { userId, NOT: { organizationId } } })) > 0
}

/** A membership as operators see it. */
export interface PersonMembership {
  organizationId: string
  slug: string
  name: string
  roles: string[]
  /** The keys of other roles that they hold by themselves. */
  otherRoles: string[]
  teams: string[]
  /** The organization is being deleted: nobody can use it. */
  disabled: boolean
}

/** Every membership of a person, those of disabled organizations too. */
export async function findAllMemberships({ prisma }: PrismaStore, userId: string): Promise<PersonMembership[]> {
  const [memberships, teams] = await Promise.all([
    prisma.membership.findMany({
      where: { userId },
      include: { organization: true, otherRoles: { select: { role: { select: { key: true } } } } },
    }),
    prisma.teamMembership.findMany({ where: { userId }, include: { team: true } }),
  ])
  return memberships
    .map(({ organizationId, organization, roles, otherRoles }) => ({
      organizationId,
      slug: organization.slug,
      name: organization.name,
      roles: roles.split(' ').filter(Boolean),
      otherRoles: otherRoles.map(({ role }) => role.key).sort(),
      teams: teams.filter(({ team }) => team.organizationId === organizationId).map(({ team }) => team.name),
      disabled: organization.disabledAt !== null,
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
