import type { Database } from './database.ts'

export interface Invitation {
  id: string
  organizationId: string | null
  organizationName: string | null
  organizationSlug: string | null
  roles: string
}

export async function createInvitation(
  { prisma }: Database,
  data: { id: string; email: string; organizationId: string | null; roles: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await prisma.invitation.create({ data })
}

/** The invitations that wait for a mailbox. */
export async function findInvitations({ prisma }: Database, email: string, now: Date): Promise<Invitation[]> {
  const rows = await prisma.invitation.findMany({
    where: { email, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    include: { organization: true },
    orderBy: { id: 'asc' },
  })
  return rows
    .filter((row) => !row.organization?.disabledAt)
    .map(({ id, organizationId, organization, roles }) => ({
      id,
      organizationId,
      organizationName: organization?.name ?? null,
      organizationSlug: organization?.slug ?? null,
      roles,
    }))
}

/**
 * Accepts an invitation once: the conditional update is the lock, and the membership is made in the same transaction.
 * Null when it was accepted, revoked or has expired meanwhile, or names another mailbox.
 */
export async function acceptInvitation(
  { prisma }: Database,
  id: string,
  email: string,
  userId: string,
  now: Date,
): Promise<{ organizationId: string | null } | null> {
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.invitation.updateMany({
      where: { id, email, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
      data: { acceptedAt: now },
    })
    if (count !== 1) return null
    const { organizationId, roles } = await tx.invitation.findUniqueOrThrow({ where: { id } })
    if (organizationId) {
      await tx.membership.upsert({
        where: { userId_organizationId: { userId, organizationId } },
        create: { userId, organizationId, roles, createdAt: now },
        update: {},
      })
    }
    return { organizationId }
  })
}
