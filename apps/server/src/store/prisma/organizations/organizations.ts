import { findHavingValues, type WantedValue } from '../../beyond-prisma/fields.ts'
import { searchOrganizations } from '../../beyond-prisma/organizations/organization-search.ts'
import type { Change, PrismaStore, PrismaWrites, Reads } from '../../connections/database.ts'
import { MadeAlready, SlugTaken } from '../../connections/errors.ts'
import { pendingAt } from './invitations.ts'
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
  { prisma }: Change,
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
  ssoPolicy: true,
  allowedNetworks: true,
  sessionMax: true,
  membersMakeTeams: true,
  version: true,
  createdAt: true,
  disabledAt: true,
  deleteAfter: true,
  approvedAt: true,
  termsVersion: true,
  applicationPolicy: true,
  keyPolicy: true,
  fields: true,
  customRoles: true,
  deviceCodes: true,
} as const

/** A living organization by its id or slug. */
export async function findOrganization({ prisma }: PrismaStore, idOrSlug: string): Promise<OrganizationRecord | null> {
  return prisma.organization.findFirst({
    where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }], disabledAt: null },
    select,
  })
}

/** An organization by its id or slug, also a deleted one. */
export const findAnyOrganization = ({ prisma }: PrismaStore, idOrSlug: string): Promise<OrganizationRecord | null> =>
  prisma.organization.findFirst({ where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }] }, select })

export const findOrganizations = async (
  { prisma }: PrismaStore,
  ids: readonly string[],
): Promise<OrganizationRecord[]> =>
  ids.length === 0
    ? []
    : prisma.organization.findMany({ where: { id: { in: [...ids] } }, select, orderBy: { id: 'asc' } })

/** How many of everything an organization has. */
export async function countsOfOrganization(
  { prisma }: PrismaStore,
  organizationId: string,
  now: Date,
): Promise<{ members: number; teams: number; invitations: number; requests: number; domains: number }> {
  const where = { organizationId }
  const [members, teams, invitations, requests, domains] = await Promise.all([
    prisma.membership.count({ where }),
    prisma.team.count({ where }),
    prisma.invitation.count({ where: { ...where, ...pendingAt(now) } }),
    prisma.joinRequest.count({ where }),
    prisma.domain.count({ where }),
  ])
  return { members, teams, invitations, requests, domains }
}

/** The names of organizations, disabled ones too, by name. */
export async function findOrganizationNames(
  { prisma }: PrismaStore,
  ids: readonly string[],
  limit: number,
): Promise<{ id: string; slug: string; name: string }[]> {
  if (ids.length === 0) return []
  return prisma.organization.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, slug: true, name: true },
    orderBy: { name: 'asc' },
    take: limit,
  })
}

export interface OrganizationSearch {
  after: string | null
  limit: number
  query?: string
  ids?: readonly string[]
  /** Values of fields that they have. */
  fields?: readonly WantedValue[]
}

/** Organizations after a cursor, disabled ones too. `query` begins a name or slug. */
export async function listOrganizations(
  db: Reads,
  { after, limit, query, ids, fields = [] }: OrganizationSearch,
): Promise<OrganizationRecord[]> {
  const found = query ? await searchOrganizations(db, query) : null
  const among = ids && found ? found.filter((id) => ids.includes(id)) : (ids ?? found)
  if (fields.length > 0) return findOrganizations(db, await findHavingValues(db, fields, { after, limit, among }))
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

/** Deletes organizations whose deletion delay has passed. */
export async function deleteDueOrganizations({ prisma }: PrismaWrites, now: Date): Promise<number> {
  const due = { deleteAfter: { lt: now } }
  const ids = (await prisma.organization.findMany({ where: due, select: { id: true } })).map(({ id }) => id)
  if (ids.length === 0) return 0
  // Roles of operators are in the same table, with an organization that does not exist: so no foreign key takes these along.
  await prisma.role.deleteMany({ where: { organizationId: { in: ids } } })
  // Nor has what providers said of people, beside those of social sign-in.
  const connections = await prisma.connection.findMany({ where: { organizationId: { in: ids } }, select: { id: true } })
  await prisma.externalIdentity.deleteMany({ where: { connectionId: { in: connections.map(({ id }) => id) } } })
  const { count } = await prisma.organization.deleteMany({ where: { ...due, id: { in: ids } } })
  return count
}

/** What people may do who are members of an organization, without locking it. Null for everybody else. */
export async function findRoles(
  { prisma }: PrismaStore,
  organizationId: string,
  userId: string,
): Promise<string[] | null> {
  const membership = await prisma.membership.findUnique({
    where: { userId_organizationId: { userId, organizationId } },
    select: { roles: true },
  })
  return membership?.roles.split(' ').filter(Boolean) ?? null
}

/** Whether somebody owns an organization, and can sign in. */
export async function isActiveOwner(
  { prisma }: PrismaStore,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  const membership = await prisma.membership.findFirst({
    where: { userId, organizationId, user: { disabledAt: null } },
    select: { roles: true },
  })
  return membership?.roles.split(' ').includes('owner') ?? false
}
