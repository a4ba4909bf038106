import type { Change, PrismaStore, PrismaWrites } from '../../connections/database.ts'

export interface StoredToken {
  id: string
  prefix: string
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

const select = { id: true, prefix: true, createdBy: true, createdAt: true, expiresAt: true, lastUsedAt: true } as const

const valid = (now: Date) => ({ revokedAt: null, expiresAt: { gt: now } })

/** The tokens of a directory that are valid. There are at most two. */
export const findDirectoryTokens = ({ prisma }: PrismaStore, directoryId: string, now: Date): Promise<StoredToken[]> =>
  prisma.directoryToken.findMany({ where: { directoryId, ...valid(now) }, select, orderBy: { id: 'asc' } })

export async function insertDirectoryToken(
  { prisma }: Change,
  token: Omit<StoredToken, 'lastUsedAt'> & { directoryId: string; digest: string },
): Promise<void> {
  await prisma.directoryToken.create({ data: token })
}

/** False for one that is revoked, has expired or is of another directory. */
export const revokeDirectoryToken = async (
  { prisma }: Change,
  { id, directoryId }: { id: string; directoryId: string },
  now: Date,
): Promise<boolean> =>
  (await prisma.directoryToken.updateMany({ where: { id, directoryId, ...valid(now) }, data: { revokedAt: now } }))
    .count === 1

/** All tokens of a directory end. Returns how many. */
export const revokeDirectoryTokens = async ({ prisma }: Change, directoryId: string, now: Date): Promise<number> =>
  (await prisma.directoryToken.updateMany({ where: { directoryId, ...valid(now) }, data: { revokedAt: now } })).count

/** Tokens that expire before a time and whose owners were not told of that yet. */
export const findTokensToWarnOf = (
  { prisma }: PrismaStore,
  { days, now, before, limit }: { days: number; now: Date; before: Date; limit: number },
): Promise<(StoredToken & { directory: { organizationId: string } })[]> =>
  prisma.directoryToken.findMany({
    where: {
      revokedAt: null,
      expiresAt: { gt: now, lte: before },
      OR: [{ warnedDays: null }, { warnedDays: { gt: days } }],
      directory: { closedAt: null },
    },
    select: { ...select, directory: { select: { organizationId: true } } },
    orderBy: { id: 'asc' },
    take: limit,
  })

/** Notes that the owners were told. False if they were already. */
export const noteTokenWarning = async ({ prisma }: PrismaWrites, id: string, days: number): Promise<boolean> =>
  (
    await prisma.directoryToken.updateMany({
      where: { id, OR: [{ warnedDays: null }, { warnedDays: { gt: days } }] },
      data: { warnedDays: days },
    })
  ).count === 1
