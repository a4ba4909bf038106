import type { PrismaStore, Transaction } from '../connections/database.ts'

/** Everything a person allowed, whichever the client. */
export async function findAllConsents(
  { prisma }: PrismaStore,
  userId: string,
): Promise<{ clientId: string; scope: string[]; since: Date }[]> {
  const rows = await prisma.consent.findMany({ where: { userId } })
  return rows.map(({ clientId, scope, grantedAt }) => ({ clientId, scope: scope.split(' '), since: grantedAt }))
}

export async function deleteConsents({ prisma }: Transaction, userId: string, clientId: string): Promise<void> {
  await prisma.consent.deleteMany({ where: { userId, clientId } })
}
