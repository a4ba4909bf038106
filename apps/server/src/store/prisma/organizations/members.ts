import { type MemberPage, searchMembers } from '../../beyond-prisma/organizations/member-search.ts'
import type { Database, PrismaStore } from '../../connections/database.ts'

export interface Member {
  userId: string
  name: string
  email: string | null
  roles: string[]
  teams: { id: string; name: string }[]
  createdAt: Date
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
      user: {
        include: {
          emails: { where: { isPrimary: true } },
          teamMemberships: { where: { team: { organizationId } }, include: { team: true } },
        },
      },
    },
  })
  return rows.map(({ userId, roles, createdAt, user }) => ({
    userId,
    name: [user.givenName, user.familyName].filter(Boolean).join(' '),
    email: user.emails[0]?.address ?? null,
    roles: roles.split(' ').filter(Boolean),
    teams: user.teamMemberships.map(({ team }) => ({ id: team.id, name: team.name })),
    createdAt,
  }))
}

/** Members of an organization after a cursor, with their teams in it. */
export const findMembers = async (db: Database, organizationId: string, page: MemberPage): Promise<Member[]> =>
  membersByIds(db, organizationId, await searchMembers(db, organizationId, page))

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

/** True when the person belongs to another organization too. One that is disabled, or waits for its end, counts. */
export async function hasOtherOrganizations(
  { prisma }: PrismaStore,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  return (await prisma.membership.count({ where: { userId, NOT: { organizationId } } })) > 0
}
