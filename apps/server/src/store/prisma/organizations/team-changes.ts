import type { Change } from '../../connections/database.ts'
import { MadeAlready, SlugTaken } from '../../connections/errors.ts'

/** What can be done to the teams of an organization while its row is locked. */
export const teamChanges = ({ prisma }: Change, organizationId: string) => ({
  hasTeam: async (id: string): Promise<boolean> => (await prisma.team.count({ where: { id, organizationId } })) === 1,

  /**
   * @throws MadeAlready when there is a team of this id.
   * @throws SlugTaken
   */
  async createTeam({ now, ...team }: { id: string; slug: string; name: string; now: Date }): Promise<void> {
    if ((await prisma.team.count({ where: { id: team.id } })) > 0) throw new MadeAlready()
    if ((await prisma.team.count({ where: { organizationId, slug: team.slug } })) > 0) throw new SlugTaken()
    await prisma.team.create({ data: { ...team, organizationId, createdAt: now } })
  },

  findTeam: (id: string): Promise<{ name: string; openToMembers: boolean } | null> =>
    prisma.team.findFirst({ where: { id, organizationId }, select: { name: true, openToMembers: true } }),

  async updateTeam(id: string, data: { name: string; openToMembers: boolean }): Promise<void> {
    await prisma.team.updateMany({ where: { id, organizationId }, data })
  },

  async deleteTeam(id: string): Promise<void> {
    await prisma.team.deleteMany({ where: { id, organizationId } })
  },

  async addToTeam(teamId: string, userId: string, now: Date): Promise<void> {
    await prisma.teamMembership.upsert({
      where: { userId_teamId: { userId, teamId } },
      create: { userId, teamId, createdAt: now },
      update: {},
    })
  },

  /** False when they were not in it. */
  removeFromTeam: async (teamId: string, userId: string): Promise<boolean> =>
    (await prisma.teamMembership.deleteMany({ where: { userId, teamId, team: { organizationId } } })).count === 1,

  isInTeam: async (teamId: string, userId: string): Promise<boolean> =>
    (await prisma.teamMembership.count({ where: { userId, teamId } })) === 1,
})
