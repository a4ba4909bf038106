import type { Change, PrismaStore } from '../connections/database.ts'

interface StoredRole {
  userId: string
  role: string
  /** The id of the operator who gave it. Null when a command did. */
  grantedBy: string | null
  at: Date
  /** Space-separated ids (flows/identity/second-operator.ts). The version before stored none. */
  givers: string | null
}

export const findStoredRole = ({ prisma }: PrismaStore, userId: string): Promise<StoredRole | null> =>
  prisma.operatorRole.findUnique({ where: { userId } })

/** A page of those who have a stored role, by their ids. */
export async function listStoredRoles(
  { prisma }: PrismaStore,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredRole[]> {
  return prisma.operatorRole.findMany({
    ...(after ? { where: { userId: { gt: after } } } : {}),
    orderBy: { userId: 'asc' },
    take: limit,
  })
}

/** Gives a role in place of the one before. */
export async function saveStoredRole({ prisma }: Change, { userId, ...role }: StoredRole): Promise<void> {
  await prisma.operatorRole.upsert({ where: { userId }, create: { userId, ...role }, update: role })
}

export async function deleteStoredRole({ prisma }: Change, userId: string): Promise<void> {
  await prisma.operatorRole.deleteMany({ where: { userId } })
}

/** Whether a session of somebody was ever bound who has one of these mailboxes, or a stored role of an operator. */
export async function hasBoundOperator({ prisma }: PrismaStore, addresses: readonly string[]): Promise<boolean> {
  const bound = { sessionBoundAt: { not: null }, disabledAt: null }
  const named = await prisma.email.findFirst({
    where: { address: { in: [...addresses] }, user: bound },
    select: { userId: true },
  })
  return (
    named !== null ||
    (await prisma.operatorRole.findFirst({ where: { user: bound }, select: { userId: true } })) !== null
  )
}
