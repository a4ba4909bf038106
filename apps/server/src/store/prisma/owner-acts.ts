import type { Change, PrismaStore } from '../connections/database.ts'

/** What an operator asked to do to an owner of an organization. */
export interface OwnerAct {
  id: string
  kind: string
  userId: string
  organizationId: string | null
  /** The new address of a reset. */
  address: string | null
  askedBy: string
  expiresAt: Date
}

export async function insertOwnerAct({ prisma }: Change, act: OwnerAct): Promise<void> {
  await prisma.ownerAct.create({ data: act })
}

/** Those that wait, the oldest first. */
export const listOwnerActs = (
  { prisma }: PrismaStore,
  { after, limit, now }: { after: string | null; limit: number; now: Date },
): Promise<OwnerAct[]> =>
  prisma.ownerAct.findMany({
    where: { endedAt: null, expiresAt: { gt: now }, id: { gt: after ?? '' } },
    orderBy: { id: 'asc' },
    take: limit,
  })

/**
 * Confirms or withdraws what waits, once: `endedAt: null` is the lock. The operator who asked may withdraw it, but
 * never confirm it. Null if it does not wait.
 */
export async function endOwnerAct(
  { prisma }: Change,
  { id, by, confirms, now }: { id: string; by: string; confirms: boolean; now: Date },
): Promise<OwnerAct | null> {
  const { count } = await prisma.ownerAct.updateMany({
    where: { id, endedAt: null, expiresAt: { gt: now }, ...(confirms ? { NOT: { askedBy: by } } : {}) },
    data: { endedAt: now, endedBy: by },
  })
  return count === 1 ? prisma.ownerAct.findUnique({ where: { id } }) : null
}
