import { afterAllIds, firstIdAt } from '../../../crypto/random.ts'
import { findEvent, findEventsBetween } from '../../../store/beyond-prisma/delivery/events.ts'
import { insertAttempt, type WebhookAttempt } from '../../../store/beyond-prisma/delivery/webhook-attempts.ts'
import {
  type Backlog,
  backlogOf,
  type DeliveryState,
  insertUnqueuedDelivery,
  requeueDeliveries,
  requeueFailed,
  settleUnqueued,
  type WebhookDelivery,
} from '../../../store/beyond-prisma/delivery/webhook-deliveries.ts'
import {
  type DeliveredEvent,
  findAttempts,
  findDeliveries,
  findDelivery,
} from '../../../store/prisma/delivery/webhook-deliveries.ts'
import { webhookBody } from '../../delivery/webhook-signature.ts'
import { sendEvent } from '../../delivery/webhooks.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type WebhookEndpoint, wantsEvent } from '../../platform/webhook-endpoints.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'
import { getEndpoint } from './webhook-endpoints.ts'

export type { Backlog } from '../../../store/beyond-prisma/delivery/webhook-deliveries.ts'
export { deliveryStates } from '../../../store/beyond-prisma/delivery/webhook-deliveries.ts'
export type { DeliveredEvent } from '../../../store/prisma/delivery/webhook-deliveries.ts'

/** The most events that one request sends again. */
export const replayLimit = 1000
/** Counting what waits ends there: a list of endpoints must not read a whole queue. */
export const countLimit = 10_000

export const endpointBacklog = (deps: Deps, id: string): Promise<Backlog> => backlogOf(deps.db, id, countLimit)

/** The deliveries of an endpoint, those of the newest events first. */
export async function listDeliveries(
  deps: Deps,
  actor: Manager,
  search: { endpointId: string; state: DeliveryState | null; before: string | null; limit: number },
): Promise<DeliveredEvent[]> {
  await getEndpoint(deps, actor, search.endpointId)
  return findDeliveries(deps.db, search)
}

/** One delivery: what was sent, and what the endpoint answered to the last attempts. */
export interface DeliveryDetails extends WebhookDelivery {
  /** The body of the request; null where the audit log has forgotten the event. */
  payload: string | null
  attemptsMade: WebhookAttempt[]
}

export async function getDelivery(
  deps: Deps,
  actor: Manager,
  endpointId: string,
  eventId: string,
): Promise<DeliveryDetails> {
  await getEndpoint(deps, actor, endpointId)
  const [delivery, event, attemptsMade] = await Promise.all([
    findDelivery(deps.db, endpointId, eventId),
    findEvent(deps.db, eventId),
    findAttempts(deps.db, endpointId, eventId, 5),
  ])
  if (!delivery) throw new OperationRefused('not-found')
  return { ...delivery, payload: event && webhookBody(event), attemptsMade }
}

/** Sends one event again to one endpoint, before what waits for it. */
export async function replayDelivery(deps: Deps, actor: Manager, endpointId: string, eventId: string): Promise<void> {
  requireUnrestricted(actor)
  await requireEnabled(deps, actor, endpointId)
  await inTransaction(deps, async (tx) => {
    if (!(await findDelivery(tx, endpointId, eventId)) || !(await findEvent(tx, eventId)))
      throw new OperationRefused('not-found')
    await requeueDeliveries(tx, { endpointId, eventIds: [eventId], now: deps.now() })
    await tx.record(actor, {
      action: 'webhook.replayed',
      target: ['event', eventId],
      detail: { count: 1, endpoint: endpointId },
    })
  })
}

/** Sends again what an endpoint did not accept for three days: the oldest events, `replayLimit` at most. */
export async function replayFailed(deps: Deps, actor: Manager, endpointId: string): Promise<number> {
  await requireEnabled(deps, actor, endpointId)
  return inTransaction(deps, async (tx) => {
    const count = await requeueFailed(tx, { endpointId, now: deps.now(), limit: replayLimit })
    await tx.record(actor, {
      action: 'webhook.replayed',
      target: ['webhook-endpoint', endpointId],
      detail: { count, failed: true },
    })
    return count
  })
}

/** The first and the last event, or the times of them; both included. */
export interface ReplayRange {
  from: string | Date
  to: string | Date | null
}

export interface Replayed {
  count: number
  /** The first event that was not looked at, because there were too many. */
  next: string | null
}

/**
 * Sends every event of a range again that these endpoints want, in its order: also what was recorded before an endpoint was
 * made. It looks at `replayLimit` events at most, and says where to go on.
 */
export async function replayRange(
  deps: Deps,
  actor: Manager,
  endpoints: readonly WebhookEndpoint[],
  { from, to }: ReplayRange,
): Promise<Replayed> {
  requireUnrestricted(actor)
  const first = from instanceof Date ? firstIdAt(from) : from
  // Every id of that millisecond is greater than the bound of the millisecond, and smaller than the next one's.
  const last = to === null ? afterAllIds : to instanceof Date ? firstIdAt(new Date(to.getTime() + 1)) : to
  return inTransaction(deps, async (tx) => {
    const events = await findEventsBetween(tx, { from: first, to: last, limit: replayLimit + 1 })
    const replayed = events.slice(0, replayLimit)
    const queued = new Set<string>()
    for (const endpoint of endpoints) {
      const eventIds = replayed.filter((event) => wantsEvent(endpoint, event)).map(({ id }) => id)
      if (eventIds.length > 0) await requeueDeliveries(tx, { endpointId: endpoint.id, eventIds, now: deps.now() })
      for (const id of eventIds) queued.add(id)
    }
    const count = queued.size
    await tx.record(actor, {
      action: 'webhook.replayed',
      target: ['event', first],
      detail: { count, endpoints: endpoints.map(({ id }) => id) },
    })
    return { count, next: events[replayLimit]?.id ?? null }
  })
}

/** The range of one endpoint. */
export const replayTo = async (deps: Deps, actor: Manager, endpointId: string, range: ReplayRange): Promise<Replayed> =>
  replayRange(deps, actor, [await requireEnabled(deps, actor, endpointId)], range)

/** Records a test event, which `sendTestEvent` sends now, outside of the queue. Returns its id; its delivery is listed under it. */
export async function recordTestEvent(deps: Deps, actor: Manager, endpointId: string): Promise<string> {
  await requireEnabled(deps, actor, endpointId)
  return inTransaction(deps, async (tx) => {
    const id = await tx.record(actor, { action: 'webhook.tested', target: ['webhook-endpoint', endpointId] })
    await insertUnqueuedDelivery(tx, { endpointId, eventId: id, now: deps.now() })
    return id
  })
}

/** Sends a test event that was recorded. True if the endpoint accepted it. */
export async function sendTestEvent(deps: Deps, actor: Manager, endpointId: string, eventId: string): Promise<boolean> {
  const endpoint = await requireEnabled(deps, actor, endpointId)
  const event = await findEvent(deps.db, eventId)
  if (!event) throw new OperationRefused('not-found')
  const { accepted, attempt } = await sendEvent(deps, endpoint, event)
  await insertAttempt(deps.db, attempt)
  if (accepted) await settleUnqueued(deps.db, endpointId, eventId)
  return accepted
}

/** Both at once. */
export async function testEndpoint(
  deps: Deps,
  actor: Manager,
  endpointId: string,
): Promise<{ eventId: string; accepted: boolean }> {
  const eventId = await recordTestEvent(deps, actor, endpointId)
  return { eventId, accepted: await sendTestEvent(deps, actor, endpointId, eventId) }
}

/** Nothing is sent to a disabled endpoint: what is queued for it waits. */
async function requireEnabled(deps: Deps, actor: Manager, id: string): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(deps, actor, id)
  if (endpoint.stored?.disabledAt) throw new OperationRefused('forbidden')
  return endpoint
}
