import type { Change, PrismaWrites } from '../connections/database.ts'

export async function renamePasskey({ prisma }: Change, userId: string, id: string, name: string): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({ where: { id, userId }, data: { name } })
  return count === 1
}

/** Removes a passkey of this person. False when it was not theirs. */
export async function deletePasskey({ prisma }: Change, userId: string, id: string): Promise<boolean> {
  const { count } = await prisma.passkey.deleteMany({ where: { id, userId } })
  return count === 1
}

/** Removes the passkeys of a person that are younger than a moment. Returns how many. */
export async function deletePasskeysSince({ prisma }: Change, userId: string, since: Date): Promise<number> {
  const { count } = await prisma.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } })
  return count
}

export async function deletePasskeysOf({ prisma }: Change, userId: string): Promise<void> {
  await prisma.passkey.deleteMany({ where: { userId } })
}

/** Notes that a passkey was offered and not wanted. */
export async function noteDeclinedPasskey({ prisma }: PrismaWrites, userId: string, now: Date): Promise<void> {
  await prisma.user.updateMany({ where: { id: userId }, data: { passkeyDeclinedAt: now } })
}
