import { insertEventIn, type NewAuditEvent } from './audit.ts'
import type { Database } from './database.ts'
import { isUniqueViolation, MadeAlready } from './errors.ts'
import type { OrganizationRecord } from './organization-changes.ts'
import { begins, folded, mostMatches, range } from './prefix.ts'
import { type SqlStore, text } from './sql.ts'

/**
 * Creates an organization with its first owner. Null when the slug is taken.
 *
 * @throws MadeAlready when there is an organization of this id.
 */
export async function createOrganization(
  { prisma }: Database,
  {
    id,
    slug,
    name,
    ownerId,
    now,
    event,
  }: { id: string; slug: string; name: string; ownerId: string; now: Date; event: NewAuditEvent },
): Promise<string | null> {
  try {
    return await prisma.$transaction(async (tx) => {
      if ((await tx.organization.count({ where: { id } })) > 0) throw new MadeAlready()
      // A statement that fails would end a PostgreSQL transaction, so the slug is looked up first.
      if ((await tx.organization.count({ where: { slug } })) > 0) return null
      await tx.organization.create({ data: { id, slug, name, createdAt: now } })
      await tx.membership.create({ data: { organizationId: id, userId: ownerId, roles: 'owner', createdAt: now } })
      await insertEventIn(tx, event)
      return id
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if ((await prisma.organization.count({ where: { id } })) > 0) throw new MadeAlready()
    return null
  }
}

const select = {
  id: true,
  slug: true,
  name: true,
  logoUrl: true,
  requirePasskey: true,
  sessionMax: true,
  membersMakeTeams: true,
  version: true,
  createdAt: true,
  disabledAt: true,
  deleteAfter: true,
} as const

/** A living organization by its id or slug. */
export async function findOrganization({ prisma }: Database, idOrSlug: string): Promise<OrganizationRecord | null> {
  return prisma.organization.findFirst({
    where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }], disabledAt: null },
    select,
  })
}

/** Organizations after a cursor, disabled ones too. `query` begins a name or slug. */
export async function listOrganizations(
  db: Database,
  { after, most, query, ids }: { after: string | null; most: number; query?: string; ids?: readonly string[] },
): Promise<OrganizationRecord[]> {
  const found = query ? await findByBeginning(db, query) : null
  const among = ids && found ? found.filter((id) => ids.includes(id)) : (ids ?? found)
  const next = among
    ?.filter((id) => !after || id > after)
    .sort()
    .slice(0, most)
  return db.prisma.organization.findMany({
    ...(next ? { where: { id: { in: next } } } : after ? { where: { id: { gt: after } } } : {}),
    select,
    orderBy: { id: 'asc' },
    take: most,
  })
}

async function findByBeginning({ sql }: SqlStore, query: string): Promise<string[]> {
  const rows = await sql.read(
    `SELECT id FROM (SELECT id FROM organization WHERE ${begins(folded('name'), 1)} ORDER BY ${folded('name')} LIMIT ${mostMatches}) AS named
     UNION SELECT id FROM (SELECT id FROM organization WHERE ${begins('slug', 1)} ORDER BY slug COLLATE "BINARY" LIMIT ${mostMatches}) AS slugged
     UNION SELECT id FROM organization WHERE id = $3`,
    [...range(query), query],
  )
  return rows.map((row) => text(row.id))
}

export interface Member {
  userId: string
  name: string
  email: string | null
  roles: string[]
  teams: { id: string; name: string }[]
  createdAt: Date
}

/** The members of an organization after a cursor, with their teams in it. */
export async function findMembers(
  { prisma }: Database,
  organizationId: string,
  { after = null, most = 1000 }: { after?: string | null; most?: number } = {},
): Promise<Member[]> {
  const rows = await prisma.membership.findMany({
    where: { organizationId, ...(after ? { userId: { gt: after } } : {}) },
    orderBy: { userId: 'asc' },
    take: most,
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

export interface TeamRecord {
  id: string
  slug: string
  name: string
  createdAt: Date
  members: string[]
}

export async function findTeams({ prisma }: Database, organizationId: string): Promise<TeamRecord[]> {
  const rows = await prisma.team.findMany({
    where: { organizationId },
    include: { members: { select: { userId: true } } },
    orderBy: { name: 'asc' },
  })
  return rows.map(({ id, slug, name, createdAt, members }) => ({
    id,
    slug,
    name,
    createdAt,
    members: members.map(({ userId }) => userId),
  }))
}

/** What people may do who are members of an organization, without locking it. Null for everybody else. */
export async function findRoles({ sql }: SqlStore, organizationId: string, userId: string): Promise<string[] | null> {
  const [row] = await sql.read('SELECT roles FROM membership WHERE user_id = $1 AND organization_id = $2', [
    userId,
    organizationId,
  ])
  return row ? String(row.roles).split(' ').filter(Boolean) : null
}

/** Deletes organizations whose time of grace is over. */
export async function deleteDueOrganizations({ prisma }: Database, now: Date): Promise<number> {
  const { count } = await prisma.organization.deleteMany({ where: { deleteAfter: { lt: now } } })
  return count
}

export interface JoinRequestRecord {
  userId: string
  name: string
  email: string | null
  createdAt: Date
}

export async function insertJoinRequest(
  { sql }: SqlStore,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO join_request (organization_id, user_id, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING user_id`,
    [organizationId, userId, now],
  )
  return rows.length === 1
}

export async function findJoinRequests({ prisma }: Database, organizationId: string): Promise<JoinRequestRecord[]> {
  const rows = await prisma.joinRequest.findMany({
    where: { organizationId },
    include: { user: { include: { emails: { where: { isPrimary: true } } } } },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ userId, createdAt, user }) => ({
    userId,
    name: [user.givenName, user.familyName].filter(Boolean).join(' '),
    email: user.emails[0]?.address ?? null,
    createdAt,
  }))
}

/** Organizations that this person asked to join. */
export async function findOwnJoinRequests({ sql }: SqlStore, userId: string): Promise<string[]> {
  const rows = await sql.read('SELECT organization_id FROM join_request WHERE user_id = $1', [userId])
  return rows.map((row) => String(row.organization_id))
}
