import type { Transaction } from '../connections/database.ts'

export async function deleteConsents({ prisma }: Transaction, userId: string, clientId: string): Promise<void> {
  await prisma.consent.deleteMany({ where: { userId, clientId } })
}
