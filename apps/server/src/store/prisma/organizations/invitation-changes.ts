import type { Change } from '../../connections/database.ts'
import { type Invitation, include, type NewInvitation, pendingAt, toInvitation } from './invitations.ts'

interface TakenInvitation {
  roles: string[]
  teamIds: string[]
  inviterId: string | null
}

/** What can be done to the invitations of an organization while its row is locked. */
export const invitationChanges = ({ prisma }: Change, organizationId: string) => ({
  /** Invites a mailbox; what was pending for it before is void. */
  async createInvitation(invitation: NewInvitation): Promise<Invitation> {
    const { email, createdAt } = invitation
    await prisma.invitation.updateMany({
      where: { organizationId, email, ...pendingAt(createdAt) },
      data: { revokedAt: createdAt },
    })
    return toInvitation(await prisma.invitation.create({ data: { ...invitation, organizationId }, include }))
  },

  /** Gives a pending invitation a new link and a new life. False when there is none. */
  async renewInvitation(
    id: string,
    { tokenDigest, expiresAt, now }: { tokenDigest: string; expiresAt: Date; now: Date },
  ): Promise<boolean> {
    const { count } = await prisma.invitation.updateMany({
      where: { id, organizationId, ...pendingAt(now) },
      data: { tokenDigest, expiresAt, sentAt: now },
    })
    return count === 1
  },

  /** False when it is not pending, or another organization's. */
  async revokeInvitation(id: string, now: Date): Promise<boolean> {
    const { count } = await prisma.invitation.updateMany({
      where: { id, organizationId, ...pendingAt(now) },
      data: { revokedAt: now },
    })
    return count === 1
  },

  /** Takes a pending invitation of this organization, once. */
  async takeInvitation(id: string, addresses: readonly string[], now: Date): Promise<TakenInvitation | null> {
    const { count } = await prisma.invitation.updateMany({
      where: { id, organizationId, email: { in: [...addresses] }, ...pendingAt(now) },
      data: { acceptedAt: now },
    })
    if (count !== 1) return null
    const { roles, teamIds, inviterId } = await prisma.invitation.findUniqueOrThrow({ where: { id } })
    return { roles: roles.split(' ').filter(Boolean), teamIds: teamIds.split(' ').filter(Boolean), inviterId }
  },
})
