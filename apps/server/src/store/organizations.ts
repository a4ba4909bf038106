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
    approved,
    event,
  }: {
    id: string
    slug: string
    name: string
    ownerId: string
    now: Date
    /** By those who run the server. */
    approved: boolean
    event: NewAuditEvent
  },
): Promise<string | null> {
  try {
    return await prisma.$transaction(async (tx) => {
      if ((await tx.organization.count({ where: { id } })) > 0) throw new MadeAlready()
      // A statement that fails would end a PostgreSQL transaction, so the slug is looked up first.
      if ((await tx.organization.count({ where: { slug } })) > 0) return null
      await tx.organization.create({ data: { id, slug, name, createdAt: now, approvedAt: approved ? now : null } })
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
  approvedAt: true,
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
