import { afterAllIds } from '../../../crypto/random.ts'
import type { MailDelivery, MailOutcome, Suppression } from '../../beyond-prisma/delivery/mail-deliveries.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'

interface MailSearch {
  outcome: MailOutcome | null
  kind: string | null
  addressKey: string | null
  before: string | null
  limit: number
}

/** What became of mails, the newest first, before a cursor. */
export async function findMailDeliveries({ prisma }: PrismaStore, search: MailSearch): Promise<MailDelivery[]> {
  const { outcome, kind, addressKey, before, limit } = search
  const rows = await prisma.mailDelivery.findMany({
    where: {
      ...(outcome ? { outcome } : {}),
      ...(kind ? { kind } : {}),
      ...(addressKey ? { addressKey } : {}),
      id: { lt: before ?? afterAllIds },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map((row) => ({ ...row, outcome: row.outcome as MailOutcome }))
}

/** What became of the last mails of some kinds to an address, the newest first. */
export async function findMailsTo(
  { prisma }: PrismaStore,
  { addressKey, kinds, limit }: { addressKey: string; kinds: readonly string[]; limit: number },
): Promise<MailDelivery[]> {
  const where = { addressKey, kind: { in: [...kinds] } }
  const rows = await prisma.mailDelivery.findMany({ where, orderBy: { id: 'desc' }, take: limit })
  return rows.map((row) => ({ ...row, outcome: row.outcome as MailOutcome }))
}

/** Addresses that their mail servers do not know, the newest first, before a cursor. */
export const findSuppressions = (
  { prisma }: PrismaStore,
  { before, now, limit }: { before: string | null; now: Date; limit: number },
): Promise<Suppression[]> =>
  prisma.mailSuppression.findMany({
    where: { expiresAt: { gt: now }, id: { lt: before ?? afterAllIds } },
    orderBy: { id: 'desc' },
    take: limit,
  })

/** The suppression, deleted. Null if there is none. */
export async function deleteSuppression({ prisma }: Change, id: string): Promise<Suppression | null> {
  const found = await prisma.mailSuppression.findUnique({ where: { id } })
  if (!found) return null
  const { count } = await prisma.mailSuppression.deleteMany({ where: { id } })
  return count === 1 ? found : null
}
