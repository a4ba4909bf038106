import type { Change, PrismaStore } from '../../connections/database.ts'

/** A group of the identity provider gives a role or a team. */
export interface RoleMappingRecord {
  id: string
  connectionId: string
  /** The group, as the provider names it. */
  value: string
  role: string | null
  teamId: string | null
  position: number
}

/** The mappings of a connection, in their order. There are at most `mappingsPerConnection`. */
export const findRoleMappings = ({ prisma }: PrismaStore, connectionId: string): Promise<RoleMappingRecord[]> =>
  prisma.roleMapping.findMany({ where: { connectionId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] })

export async function insertRoleMapping({ prisma }: Change, mapping: RoleMappingRecord): Promise<void> {
  await prisma.roleMapping.create({ data: mapping })
}

export const deleteRoleMapping = async (
  { prisma }: Change,
  mapping: Pick<RoleMappingRecord, 'id' | 'connectionId'>,
): Promise<boolean> => (await prisma.roleMapping.deleteMany({ where: mapping })).count === 1

/** A successor takes over the mappings of the connection that it replaces, in place of its own. */
export async function moveRoleMappings({ prisma }: Change, from: string, to: string): Promise<void> {
  await prisma.roleMapping.deleteMany({ where: { connectionId: to } })
  await prisma.roleMapping.updateMany({ where: { connectionId: from }, data: { connectionId: to } })
}
