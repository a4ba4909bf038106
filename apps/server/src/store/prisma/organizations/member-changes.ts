import type { Change } from '../../connections/database.ts'

/** What can be done to the members of an organization while its row is locked. */
export const memberChanges = ({ prisma }: Change, organizationId: string) => {
  const key = (userId: string) => ({ userId_organizationId: { userId, organizationId } })
  return {
    /** Null for someone who does not belong to it. */
    async rolesOf(userId: string): Promise<string[] | null> {
      const found = await prisma.membership.findUnique({ where: key(userId) })
      return found ? found.roles.split(' ').filter(Boolean) : null
    },

    async ownersBeside(userId: string): Promise<number> {
      const members = await prisma.membership.findMany({ where: { organizationId, NOT: { userId } } })
      return members.filter(({ roles }) => roles.split(' ').includes('owner')).length
    },

    memberCount: (): Promise<number> => prisma.membership.count({ where: { organizationId } }),

    async setRoles(userId: string, roles: readonly string[], now: Date): Promise<void> {
      await prisma.membership.upsert({
        where: key(userId),
        create: { userId, organizationId, roles: roles.join(' '), createdAt: now },
        update: { roles: roles.join(' ') },
      })
    },

    /** Ends a membership, with the teams of this organization and the tokens for it: a later membership revives nothing. */
    async removeMember(userId: string, now: Date): Promise<void> {
      await prisma.grant.updateMany({
        where: { userId, organizationId, revokedAt: null },
        data: { revokedAt: now },
      })
      await prisma.teamMembership.deleteMany({ where: { userId, team: { organizationId } } })
      await prisma.membership.deleteMany({ where: { userId, organizationId } })
    },

    /** Takes a request to join, once. */
    takeJoinRequest: async (userId: string): Promise<boolean> =>
      (await prisma.joinRequest.deleteMany({ where: { organizationId, userId } })).count === 1,
  }
}
