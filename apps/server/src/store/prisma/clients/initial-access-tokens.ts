import type { Change, PrismaStore } from '../../connections/database.ts'

/** What allows clients to register, as it is stored. */
export interface InitialAccessTokenRecord {
  id: string
  digest: string
  name: string
  /** JSON text. */
  policy: string
  usesLeft: number | null
  usedAt: Date | null
  createdByKind: string
  createdById: string | null
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

export async function insertInitialAccessToken({ prisma }: Change, record: InitialAccessTokenRecord): Promise<void> {
  await prisma.initialAccessToken.create({ data: record })
}

/** A token that may be used now. */
export const findUsableToken = (
  { prisma }: PrismaStore,
  digest: string,
  now: Date,
): Promise<InitialAccessTokenRecord | null> =>
  prisma.initialAccessToken.findFirst({ where: { digest, ...usableAt(now) } })

const usableAt = (now: Date) => ({
  revokedAt: null,
  expiresAt: { gt: now },
  OR: [{ usesLeft: null }, { usesLeft: { gt: 0 } }],
})

/** Uses a token once: the conditions in `where` are the lock, and the database holds it. Of any number, null stays null. */
export const redeemInitialAccessToken = async ({ prisma }: Change, id: string, now: Date): Promise<boolean> =>
  (
    await prisma.initialAccessToken.updateMany({
      where: { id, ...usableAt(now) },
      data: { usedAt: now, usesLeft: { decrement: 1 } },
    })
  ).count === 1

export const findInitialAccessToken = ({ prisma }: PrismaStore, id: string): Promise<InitialAccessTokenRecord | null> =>
  prisma.initialAccessToken.findUnique({ where: { id } })

/** The newest first: ids begin with the time. */
export const listInitialAccessTokens = (
  { prisma }: PrismaStore,
  { before, limit }: { before: string | null; limit: number },
): Promise<InitialAccessTokenRecord[]> =>
  prisma.initialAccessToken.findMany({
    ...(before === null ? {} : { where: { id: { lt: before } } }),
    orderBy: { id: 'desc' },
    take: limit,
  })

/** False if it was revoked before, or there is none. */
export const revokeToken = async ({ prisma }: Change, id: string, now: Date): Promise<boolean> =>
  (await prisma.initialAccessToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } })).count === 1
