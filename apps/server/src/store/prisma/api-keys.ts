import type { Change, PrismaStore } from '../connections/database.ts'

/** A key as it is stored. */
export interface ApiKeyRecord {
  id: string
  userId: string | null
  organizationId: string | null
  resource: string
  scope: string
  name: string
  digest: string
  networks: string
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  oldUntil: Date | null
  revokedAt: Date | null
}

export type NewApiKey = Omit<ApiKeyRecord, 'usedAt' | 'oldUntil' | 'revokedAt'>

export async function insertApiKey({ prisma }: Change, key: NewApiKey): Promise<void> {
  await prisma.apiKey.create({ data: key })
}

/** What the organizations of a person allow, with the roles that the person has there. */
export async function findKeyPolicies(
  { prisma }: PrismaStore,
  userId: string,
): Promise<{ organizationId: string; name: string; keyPolicy: string | null; roles: string[] }[]> {
  const memberships = await prisma.membership.findMany({
    where: { userId, organization: { disabledAt: null } },
    select: { organizationId: true, roles: true, organization: { select: { name: true, keyPolicy: true } } },
    orderBy: { organization: { name: 'asc' } },
  })
  return memberships.map(({ organizationId, roles, organization }) => ({
    organizationId,
    ...organization,
    roles: roles.split(' ').filter(Boolean),
  }))
}

/** Whose keys: a person's own ones, in an organization or in all places, or those of and for an organization. */
export interface KeyOwner {
  userId?: string | null
  organizationId?: string | null
}

/** How many of them can be used, and how many were made since a time. */
export async function countApiKeys(
  { prisma }: PrismaStore,
  owner: KeyOwner,
  { now, since }: { now: Date; since: Date },
): Promise<{ usable: number; made: number }> {
  const usable = await prisma.apiKey.count({ where: { ...owner, revokedAt: null, expiresAt: { gt: now } } })
  const made = await prisma.apiKey.count({ where: { ...owner, createdAt: { gt: since } } })
  return { usable, made }
}

/** The newest first, those that ended too. */
export const listApiKeys = (
  { prisma }: PrismaStore,
  owner: KeyOwner,
  { before, limit }: { before: string | null; limit: number },
): Promise<ApiKeyRecord[]> =>
  prisma.apiKey.findMany({
    where: owner,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(before === null ? {} : { cursor: { id: before }, skip: 1 }),
    take: limit,
    omit: { oldDigest: true },
  })

export const findApiKey = ({ prisma }: PrismaStore, owner: KeyOwner, id: string): Promise<ApiKeyRecord | null> =>
  prisma.apiKey.findFirst({ where: { ...owner, id } })

/** Ends a key for good: `revokedAt: null` is the lock. False if it had ended. */
export const revokeApiKey = async ({ prisma }: Change, id: string, now: Date): Promise<boolean> =>
  (await prisma.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } })).count === 1

/**
 * Gives a key another secret. The one before works beside it until `oldUntil`; meanwhile there is no other rotation, so
 * that never more than two work. Whoever reads the digest first wins. False if it has changed, or the key has ended.
 */
export const rotateApiKey = async (
  { prisma }: Change,
  key: Pick<ApiKeyRecord, 'id' | 'digest'>,
  next: { digest: string; oldUntil: Date; now: Date },
): Promise<boolean> =>
  (
    await prisma.apiKey.updateMany({
      where: {
        id: key.id,
        digest: key.digest,
        revokedAt: null,
        expiresAt: { gt: next.now },
        OR: [{ oldUntil: null }, { oldUntil: { lte: next.now } }],
      },
      data: { digest: next.digest, oldDigest: key.digest, oldUntil: next.oldUntil },
    })
  ).count === 1
