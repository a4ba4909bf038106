import type { Change } from '../connections/database.ts'

export async function deleteConsents({ prisma }: Change, userId: string, clientId: string): Promise<void> {
  await prisma.consent.deleteMany({ where: { userId, clientId } })
}
