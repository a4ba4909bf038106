import { fullName } from '../../../oidc/person-names.ts'
import type { PrismaStore } from '../../connections/database.ts'

export interface JoinRequestRecord {
  userId: string
  name: string
  email: string | null
  createdAt: Date
}

/** Requests to join an organization after a cursor, in the order of the ids of those who ask. */
export async function findJoinRequests(
  { prisma }: PrismaStore,
  organizationId: string,
  { after = null, limit }: { after?: string | null; limit: number },
): Promise<JoinRequestRecord[]> {
  const rows = await prisma.joinRequest.findMany({
    where: { organizationId, ...(after ? { userId: { gt: after } } : {}) },
    include: { user: { include: { emails: { where: { isPrimary: true } } } } },
    orderBy: { userId: 'asc' },
    take: limit,
  })
  return rows.map(({ userId, createdAt, user }) => ({
    userId,
    name: fullName(user) ?? '',
    email: user.emails[0]?.address ?? null,
    createdAt,
  }))
}

/** Organizations that this person asked to join. */
export async function findOwnJoinRequests({ prisma }: PrismaStore, userId: string): Promise<string[]> {
  const rows = await prisma.joinRequest.findMany({ where: { userId }, select: { organizationId: true } })
  return rows.map(({ organizationId }) => organizationId)
}
