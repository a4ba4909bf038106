import type { Change } from '../../connections/database.ts'

/** An invitation to an account of this server, not into an organization. The one before it for the same address ends. */
export async function replaceSignUpInvitation(
  { prisma }: Change,
  invitation: { id: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { email, createdAt } = invitation
  await prisma.invitation.updateMany({
    where: { email, organizationId: null, acceptedAt: null, revokedAt: null },
    data: { revokedAt: createdAt },
  })
  await prisma.invitation.create({ data: { ...invitation, roles: '', sentAt: createdAt } })
}
