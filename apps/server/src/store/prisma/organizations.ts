import { begins, folded, mostMatches, range } from '../beyond-prisma/prefix.ts'
import type { Database, PrismaStore, Transaction } from '../connections/database.ts'
import { MadeAlready, SlugTaken } from '../connections/errors.ts'
import { type SqlStore, text } from '../connections/sql.ts'
import type { OrganizationRecord } from './organization-changes.ts'

export interface NewOrganization {
  id: string
  slug: string
  name: string
  ownerId: string
  now: Date
  /** By those who run the server. */
  approved: boolean
}

/**
 * Creates an organization with its first owner.
 *
 * @throws MadeAlready when there is an organization of this id.
 * @throws SlugTaken
 */
export async function insertOrganization(
  { prisma }: Transaction,
  { id, slug, name, ownerId, now, approved }: NewOrganization,
): Promise<void> {
  if ((await prisma.organization.count({ where: { id } })) > 0) throw new MadeAlready()
  if ((await prisma.organization.count({ where: { slug } })) > 0) throw new SlugTaken()
  await prisma.organization.create({ data: { id, slug, name, createdAt: now, approvedAt: approved ? now : null } })
  await prisma.membership.create({ data: { organizationId: id, userId: ownerId, roles: 'owner', createdAt: now } })
}

export const organizationExists = async ({ prisma }: PrismaStore, id: string): Promise<boolean> =>
  (await prisma.organization.count({ where: { id } })) > 0

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
export async function findOrganization({ prisma }: PrismaStore, idOrSlug: string): Promise<OrganizationRecord | null> {
  return prisma.organization.findFirst({
    where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }], disabledAt: null },
    select,
  })
}

/** Organizations after a cursor, disabled ones too. `query` begins a name or slug. */
export async function listOrganizations(
  db: Database,
  { after, limit, query, ids }: { after: string | null; limit: number; query?: string; ids?: readonly string[] },
): Promise<OrganizationRecord[]> {
  const found = query ? await findByBeginning(db, query) : null
  const among = ids && found ? found.filter((id) => ids.includes(id)) : (ids ?? found)
  const next = among
    ?.filter((id) => !after || id > after)
    .sort()
    .slice(0, limit)
  return db.prisma.organization.findMany({
    ...(next ? { where: { id: { in: next } } } : after ? { where: { id: { gt: after } } } : {}),
    select,
    orderBy: { id: 'asc' },
    take: limit,
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
export async function deleteDueOrganizations({ prisma }: PrismaStore, now: Date): Promise<number> {
  const { count } = await prisma.organization.deleteMany({ where: { deleteAfter: { lt: now } } })
  return count
}
