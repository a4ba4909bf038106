import type { Change, PrismaStore } from '../../connections/database.ts'

/** A group of a directory gives a role or a team. */
export interface StoredMapping {
  id: string
  directoryId: string
  groupId: string
  groupName: string
  role: string | null
  teamId: string | null
  /** It gives nothing any more, and what it gave is being taken away. */
  removedAt: Date | null
}

/** The mappings of a directory, removed ones too. There are at most a hundred that are not. */
export const findDirectoryMappings = ({ prisma }: PrismaStore, directoryId: string): Promise<StoredMapping[]> =>
  prisma.directoryMapping.findMany({ where: { directoryId }, orderBy: { id: 'asc' } })

export async function insertDirectoryMapping(
  { prisma }: Change,
  mapping: Omit<StoredMapping, 'removedAt'>,
): Promise<void> {
  await prisma.directoryMapping.create({ data: mapping })
}

export const removeDirectoryMapping = async (
  { prisma }: Change,
  mapping: { id: string; directoryId: string } | { groupId: string; directoryId: string },
  now: Date,
): Promise<number> =>
  (await prisma.directoryMapping.updateMany({ where: { ...mapping, removedAt: null }, data: { removedAt: now } })).count

/** Forgets the mappings that were removed before everybody was looked at again. */
export async function forgetRemovedMappings({ prisma }: Change, directoryId: string): Promise<void> {
  await prisma.directoryMapping.deleteMany({ where: { directoryId, removedAt: { not: null } } })
}

/** The names that groups have now, by their ids. */
export async function namesOfGroups({ prisma }: PrismaStore, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await prisma.directoryGroup.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, displayName: true },
  })
  return new Map(rows.map(({ id, displayName }) => [id, displayName]))
}
