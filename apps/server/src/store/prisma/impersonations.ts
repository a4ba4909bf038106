import { afterAllIds, firstIdAt } from '../../crypto/random.ts'
import type { Change, PrismaStore, PrismaWrites } from '../connections/database.ts'

/** Why an impersonation is over. `access`: the operator or the person lost what it needs. */
export type ImpersonationEnd = 'declined' | 'expired' | 'operator' | 'person' | 'access'

export interface Impersonation {
  id: string
  operatorId: string
  userId: string
  organizationId: string | null
  clientId: string
  reason: string
  ticket: string | null
  askedAt: Date
  /** By a second operator. */
  confirmedAt: Date | null
  confirmedBy: string | null
  allowedAt: Date | null
  /** The person or an owner of the organization; null where nobody is asked. */
  allowedBy: string | null
  startedAt: Date | null
  sessionId: string | null
  operatorSessionId: string | null
  /** Of the question, of the permission, or of what runs. */
  expiresAt: Date
  endedAt: Date | null
  endedBy: string | null
}

/** Rows that are not over. What has expired is over too, once it was noticed. */
const open = { endedAt: null }

export async function insertImpersonation(
  { prisma }: Change,
  row: Pick<
    Impersonation,
    | 'id'
    | 'operatorId'
    | 'userId'
    | 'organizationId'
    | 'clientId'
    | 'reason'
    | 'ticket'
    | 'askedAt'
    | 'allowedAt'
    | 'expiresAt'
  >,
): Promise<void> {
  await prisma.impersonation.create({ data: row })
}

export const findImpersonation = ({ prisma }: PrismaStore, id: string): Promise<Impersonation | null> =>
  prisma.impersonation.findUnique({ where: { id } })

interface PageOf {
  before: string | null
  limit: number
}

const beforeId = (before: string | null) => ({ id: { lt: before ?? afterAllIds } })

/** A page of all impersonations, the newest first. */
export const listImpersonations = ({ prisma }: PrismaStore, { before, limit }: PageOf): Promise<Impersonation[]> =>
  prisma.impersonation.findMany({ where: beforeId(before), orderBy: { id: 'desc' }, take: limit })

/** The same of one person. */
export const listImpersonationsOf = (
  { prisma }: PrismaStore,
  userId: string,
  { before, limit }: PageOf,
): Promise<Impersonation[]> =>
  prisma.impersonation.findMany({ where: { userId, ...beforeId(before) }, orderBy: { id: 'desc' }, take: limit })

/** Those that an operator has begun and that are not over. */
export const findRunningOfOperator = ({ prisma }: PrismaStore, operatorId: string): Promise<Impersonation[]> =>
  prisma.impersonation.findMany({ where: { operatorId, ...open, startedAt: { not: null } } })

/** Those that are not over, the oldest first: there are few at a time. */
export const findOpenImpersonations = ({ prisma }: PrismaStore, after: string, limit: number) =>
  prisma.impersonation.findMany({ where: { ...open, id: { gt: after } }, orderBy: { id: 'asc' }, take: limit })

/** A second operator confirms it, once: `confirmedAt: null` is the lock. */
export async function confirmImpersonation(
  { prisma }: Change,
  id: string,
  confirmedBy: string,
  now: Date,
): Promise<boolean> {
  const { count } = await prisma.impersonation.updateMany({
    where: {
      id,
      ...open,
      confirmedAt: null,
      startedAt: null,
      expiresAt: { gt: now },
      NOT: { operatorId: confirmedBy },
    },
    data: { confirmedAt: now, confirmedBy },
  })
  return count === 1
}

/** Allows it, once and until a time: `allowedAt: null` is the lock. */
export async function allowImpersonation(
  { prisma }: Change,
  { id, allowedBy, now, until }: { id: string; allowedBy: string; now: Date; until: Date },
): Promise<boolean> {
  const { count } = await prisma.impersonation.updateMany({
    where: { id, ...open, allowedAt: null, expiresAt: { gt: now }, NOT: { operatorId: allowedBy } },
    data: { allowedAt: now, allowedBy, expiresAt: until },
  })
  return count === 1
}

/** Starts it, once: `startedAt: null` is the lock. */
export async function startImpersonation(
  { prisma }: Change,
  {
    id,
    operatorId,
    sessionId,
    operatorSessionId,
    now,
    until,
  }: { id: string; operatorId: string; sessionId: string; operatorSessionId: string; now: Date; until: Date },
): Promise<boolean> {
  const { count } = await prisma.impersonation.updateMany({
    where: { id, operatorId, ...open, startedAt: null, allowedAt: { not: null }, expiresAt: { gt: now } },
    data: { startedAt: now, sessionId, operatorSessionId, expiresAt: until },
  })
  return count === 1
}

/** Ends it, once: `endedAt: null` is the lock. */
export async function endImpersonation(
  { prisma }: Change,
  id: string,
  endedBy: ImpersonationEnd,
  now: Date,
): Promise<boolean> {
  const { count } = await prisma.impersonation.updateMany({ where: { id, ...open }, data: { endedAt: now, endedBy } })
  return count === 1
}

/** They are kept as long as the audit log. */
export async function sweepImpersonations({ prisma }: PrismaWrites, before: Date, limit: number): Promise<number> {
  const rows = await prisma.impersonation.findMany({
    where: { id: { lt: firstIdAt(before) }, NOT: open },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: limit,
  })
  if (rows.length === 0) return 0
  const { count } = await prisma.impersonation.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  return count
}
