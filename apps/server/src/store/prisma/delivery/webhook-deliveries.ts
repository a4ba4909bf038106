import type { WebhookAttempt } from '../../beyond-prisma/delivery/webhook-attempts.ts'
import type { DeliveryState, WebhookDelivery } from '../../beyond-prisma/delivery/webhook-deliveries.ts'
import type { PrismaStore } from '../../connections/database.ts'
import type { AuditEvent } from '../../hot/audit-events.ts'
import { findEventsOf } from '../audit-events.ts'

/** A delivery with its event, which is null where the audit log has forgotten it, and its last attempt. */
export interface DeliveredEvent extends WebhookDelivery {
  event: AuditEvent | null
  lastAttempt: WebhookAttempt | null
}

/** The deliveries of an endpoint before a cursor, those of the newest events first. */
export async function findDeliveries(
  { prisma }: PrismaStore,
  search: { endpointId: string; state: DeliveryState | null; before: string | null; limit: number },
): Promise<DeliveredEvent[]> {
  const { endpointId, state, before, limit } = search
  const rows = await prisma.webhookDelivery.findMany({
    where: { endpointId, ...(state ? { state } : {}), ...(before ? { eventId: { lt: before } } : {}) },
    orderBy: { eventId: 'desc' },
    take: limit,
  })
  if (rows.length === 0) return []
  const ids = rows.map(({ eventId }) => eventId)
  const [events, attempts] = await Promise.all([
    findEventsOf({ prisma }, ids),
    prisma.webhookAttempt.findMany({ where: { endpointId, eventId: { in: ids } }, orderBy: { id: 'desc' } }),
  ])
  return rows.map((row) => ({
    ...row,
    state: row.state as DeliveryState,
    event: events.get(row.eventId) ?? null,
    lastAttempt: attempts.find(({ eventId }) => eventId === row.eventId) ?? null,
  }))
}

export async function findDelivery(
  { prisma }: PrismaStore,
  endpointId: string,
  eventId: string,
): Promise<WebhookDelivery | null> {
  const row = await prisma.webhookDelivery.findUnique({ where: { endpointId_eventId: { endpointId, eventId } } })
  return row && { ...row, state: row.state as DeliveryState }
}

/** The last attempts of a delivery, the newest first. */
export const findAttempts = (
  { prisma }: PrismaStore,
  endpointId: string,
  eventId: string,
  limit: number,
): Promise<WebhookAttempt[]> =>
  prisma.webhookAttempt.findMany({ where: { endpointId, eventId }, orderBy: { id: 'desc' }, take: limit })
