import type { PrismaStore } from '../connections/database.ts'

/** A membership as operators see it. */
export interface PersonMembership {
  organizationId: string
  slug: string
  name: string
  roles: string[]
  teams: string[]
  /** The organization is being deleted: nobody can use it. */
  disabled: boolean
}

/** Every membership of a person, those of disabled organizations too. */
export async function findAllMemberships({ prisma }: PrismaStore, userId: string): Promise<PersonMembership[]> {
  const [memberships, teams] = await Promise.all([
    prisma.membership.findMany({ where: { userId }, include: { organization: true } }),
    prisma.teamMembership.findMany({ where: { userId }, include: { team: true } }),
  ])
  return memberships
    .map(({ organizationId, organization, roles }) => ({
      organizationId,
      slug: organization.slug,
      name: organization.name,
      roles: roles.split(' ').filter(Boolean),
      teams: teams.filter(({ team }) => team.organizationId === organizationId).map(({ team }) => team.name),
      disabled: organization.disabledAt !== null,
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
