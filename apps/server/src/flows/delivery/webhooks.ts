import { newId } from '../../crypto/random.ts'
import { findEvent } from '../../store/beyond-prisma/delivery/events.ts'
import {
  deleteOldAttempts,
  insertAttempt,
  type WebhookAttempt,
} from '../../store/beyond-prisma/delivery/webhook-attempts.ts'
import {
  hasPendingEvents,
  leaseDelivery,
  postponeDelivery,
  queueDeliveries,
  settleDelivery,
  takePendingEvents,
  type WebhookDelivery,
} from '../../store/beyond-prisma/delivery/webhook-deliveries.ts'
import type { AuditEvent } from '../../store/hot/audit-events.ts'
import { inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { second } from '../platform/durations.ts'
import { type WebhookEndpoint, wantsEvent } from '../platform/webhook-endpoints.ts'
import { chooseDeliveries, type QueueReader } from './webhook-order.ts'
import { secretsOf, webhookBody, webhookHeaders } from './webhook-signature.ts'

/** Longer than any delivery may take. */
const lease = 30 * second
const longestPause = 3600 * second
/** An event that an endpoint did not accept by then is dropped. */
const deliveryTimeout = 3 * 86_400 * second
/** Events that are queued in one transaction. */
const batch = 100
/** What is kept of an answer, in bytes, and of how many attempts. */
const keptAnswer = 1024
const keptAttempts = 5

/** Queues the oldest events for the endpoints that want them. Returns how many events. */
export async function queuePendingEvents(deps: Deps): Promise<number> {
  const { db, now, webhookEndpoints } = deps
  if (!(await hasPendingEvents(db))) return 0
  return inTransaction({ db, now, webhookEndpoints }, async (tx) => {
    tx.commitWithoutEvent('queue')
    const events = await takePendingEvents(tx, batch)
    for (const endpoint of webhookEndpoints.enabled()) {
      const eventIds = events.filter((event) => wantsEvent(endpoint, event)).map(({ id }) => id)
      if (eventIds.length > 0) await queueDeliveries(tx, { endpointId: endpoint.id, eventIds, now: now() })
    }
    return events.length
  })
}

/** What a lane of an endpoint is doing: whether it has had to pause, and what is under way in this process. */
interface LaneState {
  queue: QueueReader
  /** Deliveries that may begin now. */
  places: number
  /** The endpoint did not accept anything for a while: one event is to find out whether it does again. */
  probes: boolean
  underWay: ReadonlyMap<string, WebhookDelivery>
}

/**
 * Leases the oldest deliveries that wait for no other one. Of several processes one gets each; if it dies, another
 * one does after the lease.
 */
export async function takeDeliveries(
  deps: Deps,
  endpoint: WebhookEndpoint,
  { queue, places, probes, underWay }: LaneState,
): Promise<WebhookDelivery[]> {
  const { db } = deps
  const now = deps.now()
  const free = await queue.readFree(now, underWay, places)
  const repeated = [...underWay.values()].filter(({ attempts }) => attempts > 1).length
  const chosen = chooseDeliveries(free, { places, probes, repeated })
  const until = new Date(now.getTime() + lease)
  // In one order everywhere, so that processes do not wait for each other's locks in a circle.
  const leased = await Promise.all(
    chosen.sort().map((eventId) => leaseDelivery(db, { endpointId: endpoint.id, eventId }, now, until)),
  )
  return leased.filter((delivery) => delivery !== null)
}

/** Sends a leased event. It may arrive more than once, with the same `webhook-id`. False if the endpoint did not accept it. */
export async function deliverEvent(deps: Deps, endpoint: WebhookEndpoint, delivery: WebhookDelivery): Promise<boolean> {
  const { db, log, now } = deps
  const event = await findEvent(db, delivery.eventId)
  // The audit log has a retention of its own.
  if (!event) {
    await settleDelivery(db, delivery, 'failed')
    return true
  }
  const { accepted, reason, attempt } = await sendEvent(deps, endpoint, event)
  const facts = { endpoint: endpoint.id, event: event.id, attempt: delivery.attempts }
  const isOver = !accepted && attempt.at.getTime() - delivery.queuedAt.getTime() > deliveryTimeout
  const pause = Math.min(2 ** delivery.attempts * second, longestPause)
  if (isOver) log.error({ ...facts, reason }, 'the webhook did not accept an event for three days; it is dropped')
  else if (!accepted) log.warn({ ...facts, reason }, 'the webhook did not accept an event yet')
  // Written in the same turn, so both are in one commit.
  await Promise.all([
    insertAttempt(db, attempt),
    accepted || isOver
      ? settleDelivery(db, delivery, accepted ? 'delivered' : 'failed')
      : postponeDelivery(db, delivery, new Date(now().getTime() + pause)),
  ])
  if (delivery.attempts > keptAttempts) await deleteOldAttempts(db, delivery, keptAttempts)
  return accepted
}

/** Sends an event once. `attempt` is what the endpoint answered. */
export async function sendEvent(
  deps: Deps,
  endpoint: WebhookEndpoint,
  event: AuditEvent,
): Promise<{ accepted: boolean; reason: string; attempt: WebhookAttempt }> {
  const at = deps.now()
  const began = performance.now()
  const { status, answer } = await post(deps, endpoint, event, at)
  const attempt = {
    id: newId(at),
    endpointId: endpoint.id,
    eventId: event.id,
    at,
    status,
    durationMs: Math.round(performance.now() - began),
    answer: beginningOf(answer),
  }
  const accepted = status !== null && status >= 200 && status < 300
  return { accepted, reason: status === null ? answer : `status ${status}`, attempt }
}

const beginningOf = (answer: string): string =>
  Buffer.from(answer.replaceAll('\0', '')).subarray(0, keptAnswer).toString('utf8')

/** The answer, or why there was none: the message of an error of our own, otherwise its code alone. */
async function post(
  deps: Deps,
  endpoint: WebhookEndpoint,
  event: AuditEvent,
  at: Date,
): Promise<{ status: number | null; answer: string }> {
  try {
    const body = webhookBody(event)
    const { status, body: answer } = await deps.outbound(endpoint.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...webhookHeaders(secretsOf(deps, endpoint), event.id, at, body),
      },
      body,
    })
    return { status, answer }
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string | number }
    const own = name === 'OutboundRefused' || name === 'SecretUnreadable' || name === 'TimeoutError'
    return { status: null, answer: own ? message : String(code ?? name) }
  }
}
