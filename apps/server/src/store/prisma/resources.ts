import type { ResourceRecord } from '../beyond-prisma/change-numbers.ts'
import type { Change, PrismaStore } from '../connections/database.ts'

export const findResourceRecord = ({ prisma }: PrismaStore, id: string): Promise<ResourceRecord | null> =>
  prisma.resource.findUnique({ where: { id } })

/** The resource whose identifier is compared by this. */
export const findComparableResource = ({ prisma }: PrismaStore, comparable: string): Promise<ResourceRecord | null> =>
  prisma.resource.findUnique({ where: { comparable } })

export async function insertResource({ prisma }: Change, record: ResourceRecord): Promise<void> {
  await prisma.resource.create({ data: record })
}

/** Every change of a resource has a number of its own (`nextChangeNumber`). */
export async function updateResource(
  { prisma }: Change,
  id: string,
  changes: Pick<ResourceRecord, 'changeNumber' | 'metadata'> & Partial<Pick<ResourceRecord, 'comparable'>>,
): Promise<void> {
  await prisma.resource.update({ where: { id }, data: changes })
}
