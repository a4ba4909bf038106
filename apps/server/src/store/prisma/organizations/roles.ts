import { findHeldRoles } from '../../beyond-prisma/organizations/role-holders.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'
import { deleteRole, findRoles, insertRole, type RoleRecord, toRole, updateRole, withPermissions } from '../rights.ts'

/** Who gave a role, and when. */
export interface RoleGrant {
  grantedByKind: string
  grantedBy: string | null
  grantedAt: Date
}

const grant = { grantedByKind: true, grantedBy: true, grantedAt: true } as const

/** The roles that an organization may give, of those with these ids or keys: its own, and the operator's. */
export const findRolesByName = async (
  { prisma }: PrismaStore,
  organizationId: string,
  names: readonly string[],
): Promise<RoleRecord[]> => {
  if (names.length === 0) return []
  const named = { in: [...names] }
  const rows = await prisma.role.findMany({
    where: { organizationId: { in: [organizationId, ''] }, OR: [{ id: named }, { key: named }] },
    include: withPermissions,
    orderBy: { key: 'asc' },
  })
  return rows.map(toRole)
}

const role = { include: withPermissions } as const

const inOrder = (rows: readonly { role: Parameters<typeof toRole>[0] }[]): RoleRecord[] =>
  rows.map((row) => toRole(row.role)).sort((a, b) => (a.key < b.key ? -1 : 1))

/** The roles that a member holds by themselves. */
const findRolesOfMember = async (
  { prisma }: PrismaStore,
  of: { userId: string; organizationId: string },
): Promise<RoleRecord[]> => inOrder(await prisma.membershipRole.findMany({ where: of, select: { role } }))

/** The roles that every member of a team holds. */
export const findRolesOfTeam = async ({ prisma }: PrismaStore, teamId: string): Promise<RoleRecord[]> =>
  inOrder(await prisma.teamRole.findMany({ where: { teamId }, select: { role } }))

/** A role that a member holds, and by which team; null if by themselves. */
export interface HeldRole extends RoleGrant {
  role: RoleRecord
  team: { id: string; name: string } | null
}

/** Every way in which a member holds a role beside owner, admin and member. */
export async function findRoleGrants(
  { prisma }: PrismaStore,
  organizationId: string,
  userId: string,
): Promise<HeldRole[]> {
  const [own, ofTeams] = await Promise.all([
    prisma.membershipRole.findMany({ where: { userId, organizationId }, select: { ...grant, role } }),
    prisma.teamRole.findMany({
      where: { team: { organizationId, members: { some: { userId } } } },
      select: { ...grant, role, team: { select: { id: true, name: true } } },
    }),
  ])
  return [
    ...own.map((held) => ({ ...held, role: toRole(held.role), team: null })),
    ...ofTeams.map((held) => ({ ...held, role: toRole(held.role) })),
  ]
}

interface RolesDifference {
  added: readonly Pick<RoleRecord, 'id'>[]
  removed: readonly Pick<RoleRecord, 'id'>[]
}

/** What can be done to the roles of an organization, and to who holds them, while its row is locked. */
export const roleChanges = (tx: Change, organizationId: string) => {
  const { prisma } = tx
  /** Whoever reads what members hold looks at roles only where this was counted. */
  const countRights = () =>
    prisma.organization.update({ where: { id: organizationId }, data: { rightsVersion: { increment: 1 } } })
  return {
    rolesNamed: (names: readonly string[]) => findRolesByName(tx, organizationId, names),
    ownRoles: () => findRoles(tx, organizationId),
    heldBy: (userId: string) => findHeldRoles(tx, organizationId, userId),
    otherRolesOf: (userId: string) => findRolesOfMember(tx, { userId, organizationId }),
    /** Empty for a team of another organization, too. */
    rolesOfTeam: (teamId: string) => findRolesOfTeam(tx, teamId),

    async makeRole(role: Omit<RoleRecord, 'version' | 'organizationId'>): Promise<void> {
      await insertRole(tx, { ...role, organizationId })
    },

    /** False if somebody else has changed it meanwhile. */
    async changeRole(
      role: Pick<RoleRecord, 'id' | 'version'>,
      after: Pick<RoleRecord, 'names' | 'assignableBy' | 'permissionIds'>,
    ): Promise<boolean> {
      await countRights()
      return updateRole(tx, role, after)
    },

    async deleteRole(id: string): Promise<void> {
      await countRights()
      await deleteRole(tx, id)
    },

    async changeOtherRoles(userId: string, { added, removed }: RolesDifference, by: RoleGrant): Promise<void> {
      await countRights()
      const of = { userId, organizationId }
      await prisma.membershipRole.deleteMany({ where: { ...of, roleId: { in: removed.map(({ id }) => id) } } })
      await prisma.membershipRole.createMany({ data: added.map(({ id }) => ({ ...of, ...by, roleId: id })) })
    },

    async changeRolesOfTeam(teamId: string, { added, removed }: RolesDifference, by: RoleGrant): Promise<void> {
      await countRights()
      await prisma.teamRole.deleteMany({
        where: { teamId, team: { organizationId }, roleId: { in: removed.map(({ id }) => id) } },
      })
      await prisma.teamRole.createMany({ data: added.map(({ id }) => ({ teamId, ...by, roleId: id })) })
    },
  }
}
