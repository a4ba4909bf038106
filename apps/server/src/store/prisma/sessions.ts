import type { PrismaStore } from '../connections/database.ts'

/** The living sessions, but for one, that began with a passkey. */
export async function findSessionsByPasskey(
  { prisma }: PrismaStore,
  { userId, passkeyId, except }: { userId: string; passkeyId: string; except: string },
): Promise<string[]> {
  const rows = await prisma.session.findMany({
    where: { userId, passkeyId, endedAt: null, NOT: { id: except } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

const select = {
  id: true,
  userId: true,
  userAgent: true,
  network: true,
  authenticatedAt: true,
  acr: true,
  amr: true,
  seenAt: true,
  expiresAt: true,
  connectionId: true,
  social: true,
  deviceClientId: true,
} as const

/** A session as its owner sees it. */
export interface ListedSession {
  id: string
  userId: string
  userAgent: string
  network: string
  authenticatedAt: Date
  acr: string
  amr: string[]
  seenAt: Date
  expiresAt: Date
  /** The identity provider that made it: a connection of an organization, or a social one. */
  connectionId: string | null
  social: string | null
  /** The application of a device that was signed in by a code. */
  deviceClientId: string | null
}

const toListed = ({ amr, ...session }: Omit<ListedSession, 'amr'> & { amr: string }): ListedSession => ({
  ...session,
  amr: amr.split(' '),
})

const living = (userId: string, idleSince: Date, now: Date) => ({
  userId,
  endedAt: null,
  expiresAt: { gt: now },
  // A device sends no cookie: its session is as idle as its refresh token.
  OR: [{ seenAt: { gt: idleSince } }, { deviceClientId: { not: null } }],
})

/** A page of the living sessions of a person, the newest first, before a cursor. */
export async function findSessions(
  { prisma }: PrismaStore,
  userId: string,
  { idleSince, now, before, limit }: { idleSince: Date; now: Date; before: string | null; limit: number },
): Promise<ListedSession[]> {
  const rows = await prisma.session.findMany({
    where: { ...living(userId, idleSince, now), ...(before ? { id: { lt: before } } : {}) },
    select,
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map(toListed)
}

/** One of them by its id. */
export async function findListedSession({ prisma }: PrismaStore, id: string): Promise<ListedSession | null> {
  const row = await prisma.session.findUnique({ where: { id }, select })
  return row && toListed(row)
}

/** Which of these sessions are bound to their devices, each with the time since when. */
export async function findBindings({ prisma }: PrismaStore, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await prisma.session.findMany({
    where: { id: { in: [...ids] }, boundAt: { not: null } },
    select: { id: true, boundAt: true },
  })
  return new Map(rows.flatMap(({ id, boundAt }) => (boundAt ? [[id, boundAt]] : [])))
}

export const countSessions = ({ prisma }: PrismaStore, userId: string, idleSince: Date, now: Date): Promise<number> =>
  prisma.session.count({ where: living(userId, idleSince, now) })
