import type { StoredEndpoint } from '../../beyond-prisma/delivery/webhook-endpoints.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'

export const countEndpoints = ({ prisma }: PrismaStore): Promise<number> => prisma.webhookEndpoint.count()

export async function insertEndpoint({ prisma }: Change, endpoint: StoredEndpoint): Promise<void> {
  await prisma.webhookEndpoint.create({ data: { ...endpoint, actions: endpoint.actions.join(' ') } })
}

export type EndpointChange = Partial<Omit<StoredEndpoint, 'id' | 'createdAt'>> & { updatedAt: Date }

/** False if there is no such endpoint, or it was changed after `readAt`. */
export async function updateEndpoint(
  { prisma }: Change,
  id: string,
  { actions, ...change }: EndpointChange,
  readAt?: Date,
): Promise<boolean> {
  const { count } = await prisma.webhookEndpoint.updateMany({
    where: { id, ...(readAt ? { updatedAt: readAt } : {}) },
    data: { ...change, ...(actions ? { actions: actions.join(' ') } : {}) },
  })
  return count === 1
}

/** Its deliveries are swept like those of others (store/beyond-prisma/sweep.ts). */
export async function deleteEndpoint({ prisma }: Change, id: string): Promise<boolean> {
  const { count } = await prisma.webhookEndpoint.deleteMany({ where: { id } })
  return count === 1
}
