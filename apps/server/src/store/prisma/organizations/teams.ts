import { findTeamPeople } from '../../beyond-prisma/organizations/team-people.ts'
import type { PrismaStore, Reads } from '../../connections/database.ts'
import { type RoleName, toRoleName } from '../rights.ts'

export interface TeamRecord {
  id: string
  slug: string
  name: string
  createdAt: Date
  /** Every member of the organization may join. */
  openToMembers: boolean
  members: string[]
  /** The keys of the roles that its members have by it. */
  roles: string[]
}

interface Page {
  /** The id of the last team of the page before. */
  after?: string | null
  limit: number
}

/** Teams of an organization after a cursor, the oldest first, with the ids of everybody in them. */
export async function findTeams(
  { prisma }: PrismaStore,
  organizationId: string,
  { after = null, limit }: Page,
): Promise<TeamRecord[]> {
  const rows = await prisma.team.findMany({
    where: { organizationId, ...(after ? { id: { gt: after } } : {}) },
    include: {
      members: { select: { userId: true }, orderBy: { userId: 'asc' } },
      roles: { select: { role: { select: { key: true } } } },
    },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map(({ members, roles, organizationId: _, ...team }) => ({
    ...team,
    members: members.map(({ userId }) => userId),
    roles: roles.map(({ role }) => role.key).sort(),
  }))
}

export async function findTeam(
  { prisma }: PrismaStore,
  organizationId: string,
  id: string,
): Promise<Omit<TeamRecord, 'members' | 'roles'> | null> {
  return prisma.team.findFirst({
    where: { id, organizationId },
    select: { id: true, slug: true, name: true, createdAt: true, openToMembers: true },
  })
}

export interface TeamSummary {
  id: string
  slug: string
  name: string
  openToMembers: boolean
  /** What its members have by it. */
  roles: RoleName[]
  /** How many there are, and the first of them. */
  count: number
  members: { userId: string; name: string; email: string | null }[]
}

export const countTeams = ({ prisma }: PrismaStore, organizationId: string): Promise<number> =>
  prisma.team.count({ where: { organizationId } })

/** The first teams that a member may join by themselves and is not in, of all or among some. */
export const findOpenTeams = (
  { prisma }: PrismaStore,
  organizationId: string,
  userId: string,
  { limit, among }: { limit: number; among?: readonly string[] },
): Promise<{ id: string; name: string }[]> =>
  prisma.team.findMany({
    where: {
      organizationId,
      openToMembers: true,
      members: { none: { userId } },
      ...(among ? { id: { in: [...among] } } : {}),
    },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
    take: limit,
  })

/** By its id or its short name. */
export async function findTeamId(
  { prisma }: PrismaStore,
  organizationId: string,
  idOrSlug: string,
): Promise<string | null> {
  const found = await prisma.team.findFirst({
    where: { organizationId, OR: [{ id: idOrSlug }, { slug: idOrSlug }] },
    select: { id: true },
  })
  return found?.id ?? null
}

/** Teams for a page: each with how many people are in it and the first of them. */
export async function findTeamSummaries(
  db: Reads,
  organizationId: string,
  { after = null, limit, shown }: Page & { shown: number },
): Promise<TeamSummary[]> {
  const teams = await db.prisma.team.findMany({
    where: { organizationId, ...(after ? { id: { gt: after } } : {}) },
    select: {
      ...{ id: true, slug: true, name: true, openToMembers: true },
      roles: { select: { role: { select: { id: true, key: true, settings: true } } } },
    },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return Promise.all(
    teams.map(async ({ roles, ...team }) => ({
      ...team,
      roles: roles.map(({ role }) => toRoleName(role)).sort((a, b) => (a.key < b.key ? -1 : 1)),
      ...(await findTeamPeople(db, team.id, shown)),
    })),
  )
}
