import type { Change } from '../../connections/database.ts'

/**
 * What directories know of an account that goes belongs to the one that stays: users, and memberships that are suspended. They
 * look at it again, since one may say that this person has left, and the other account is a member.
 */
export async function mergeDirectoryUsers({ prisma }: Change, from: string, into: string): Promise<void> {
  const both = { userId: { in: [from, into] } }
  const users = await prisma.directoryUser.findMany({
    where: both,
    select: { id: true, directoryId: true, userId: true },
  })
  const taken = new Set(users.filter(({ userId }) => userId === into).map(({ directoryId }) => directoryId))
  const moved = users.filter(({ userId, directoryId }) => userId === from && !taken.has(directoryId))
  await prisma.directoryUser.updateMany({
    where: { id: { in: moved.map(({ id }) => id) } },
    data: { userId: into },
  })
  const suspended = await prisma.suspendedMembership.findMany({ where: both })
  const own = new Set(suspended.filter(({ userId }) => userId === into).map(({ organizationId }) => organizationId))
  const free = suspended.filter(({ userId, organizationId }) => userId === from && !own.has(organizationId))
  await prisma.suspendedMembership.createMany({ data: free.map((row) => ({ ...row, userId: into })) })
  if (users.length === 0) return
  await prisma.directory.updateMany({
    where: { id: { in: users.map(({ directoryId }) => directoryId) }, closedAt: null },
    data: { reviewAfter: '' },
  })
}
