import type { Transaction } from '../../connections/database.ts'
import { MadeAlready, SlugTaken } from '../../connections/errors.ts'

/** What can be done to the teams of an organization while its row is locked. */
export const teamChanges = ({ prisma }: Transaction, organizationId: string) => ({
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

  async renameTeam(id: string, name: string): Promise<void> {
    await prisma.team.updateMany({ where: { id, organizationId }, data: { name } })
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

  teamName: async (id: string): Promise<string | null> =>
    (await prisma.team.findFirst({ where: { id, organizationId }, select: { name: true } }))?.name ?? null,
})
