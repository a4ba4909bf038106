import type { Change, PrismaStore, PrismaWrites } from '../connections/database.ts'

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
  reason: string | null
  warnedAt: Date | null
}

export type NewApiKey = Omit<ApiKeyRecord, 'usedAt' | 'oldUntil' | 'revokedAt' | 'reason' | 'warnedAt'>

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

/** Whoever's key it is, with the digests of both of its secrets. */
export const findApiKeyWithDigests = (
  { prisma }: PrismaStore,
  id: string,
): Promise<(ApiKeyRecord & { oldDigest: string | null }) | null> => prisma.apiKey.findUnique({ where: { id } })

/** All keys, in the order of their ids. */
export const listAllApiKeys = (
  { prisma }: PrismaStore,
  { after, limit }: { after: string; limit: number },
): Promise<ApiKeyRecord[]> =>
  prisma.apiKey.findMany({
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: limit,
    omit: { oldDigest: true },
  })

/** The keys of a person that act for an organization and can be used. They end with the membership. */
export const listUsableKeysOfMember = (
  { prisma }: PrismaStore,
  of: { userId: string; organizationId: string },
  { now, limit }: { now: Date; limit: number },
): Promise<{ name: string }[]> =>
  prisma.apiKey.findMany({
    where: { ...of, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: 'asc' },
    take: limit,
    select: { name: true },
  })

/** Ends a key for good: `revokedAt: null` is the lock. False if it had ended. */
export const revokeApiKey = async (
  { prisma }: Change,
  id: string,
  now: Date,
  reason: 'published' | null = null,
): Promise<boolean> =>
  (
    await prisma.apiKey.updateMany({
      where: { id, revokedAt: null, ...(reason === null ? {} : { expiresAt: { gt: now } }) },
      data: { revokedAt: now, reason },
    })
  ).count === 1

type WarnedKey = Pick<ApiKeyRecord, 'id' | 'warnedAt' | 'usedAt' | 'expiresAt'>

/** What was read of a key still holds, and it has not ended. */
const asRead = ({ id, warnedAt, usedAt, expiresAt }: WarnedKey) => ({
  ...{ id, warnedAt, usedAt, expiresAt },
  revokedAt: null,
})

/** Notes that its people are told. False if another process has, or the key was used meanwhile. */
export const noteApiKeyWarning = async ({ prisma }: PrismaWrites, key: WarnedKey, now: Date): Promise<boolean> =>
  (await prisma.apiKey.updateMany({ where: asRead(key), data: { warnedAt: now } })).count === 1

/** Ends a key that nothing uses. False if it was used meanwhile, or has ended. */
export const revokeIdleApiKey = async ({ prisma }: Change, key: WarnedKey, now: Date): Promise<boolean> =>
  (await prisma.apiKey.updateMany({ where: asRead(key), data: { revokedAt: now, reason: 'idle' } })).count === 1

/** Notes that a key has expired. False if that was noted before, or it was revoked. */
export const noteApiKeyExpiry = async ({ prisma }: Change, id: string, now: Date): Promise<boolean> =>
  (
    await prisma.apiKey.updateMany({
      where: { id, reason: null, revokedAt: null, expiresAt: { lte: now } },
      data: { reason: 'expired' },
    })
  ).count === 1

/** Removes those of the keys that ended before a time. */
export async function removeEndedApiKeys(
  { prisma }: PrismaWrites,
  ids: readonly string[],
  before: Date,
): Promise<void> {
  await prisma.apiKey.deleteMany({
    where: { id: { in: [...ids] }, OR: [{ revokedAt: { lte: before } }, { expiresAt: { lte: before } }] },
  })
}

/**
 * Gives a key another secret. The one before works beside it until `oldUntil`; meanwhile there is no other rotation, so
 * that never more than two work. Whoever reads the digest first wins. False if it has changed, or the key has ended.
 */
export const rotateApiKey = async (
  { prisma }: Change,
  key: Pick<ApiKeyRecord, 'id' | 'digest'>,
  next: { digest: string; oldUntil: Date; expiresAt: Date; now: Date },
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
      data: {
        digest: next.digest,
        oldDigest: key.digest,
        oldUntil: next.oldUntil,
        expiresAt: next.expiresAt,
      },
    })
  ).count === 1
