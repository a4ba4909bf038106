import { newId } from '../../crypto/random.ts'
import { findEvent } from '../../store/beyond-prisma/delivery/events.ts'
import { deleteOldAttempts, insertAttempt } from '../../store/beyond-prisma/delivery/webhook-attempts.ts'
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
import type { Deps } from '../platform/deps.ts'
import { second } from '../platform/durations.ts'
import { type WebhookEndpoint, wantsEvent } from '../platform/webhook-endpoints.ts'
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
  return db.transaction(async (tx) => {
    const events = await takePendingEvents(tx, batch)
    for (const endpoint of webhookEndpoints.enabled()) {
      const eventIds = events.filter((event) => wantsEvent(endpoint, event)).map(({ id }) => id)
      if (eventIds.length > 0) await queueDeliveries(tx, { endpointId: endpoint.id, eventIds, now: now() })
    }
    return events.length
  })
}

/**
 * Sends the oldest event of an endpoint. The next one waits until it was accepted, so events arrive in their order; one
 * may arrive more than once, with the same `webhook-id`. Other endpoints don't wait. Returns how many were settled.
 */
export async function deliverNextEvent(deps: Deps, endpoint: WebhookEndpoint): Promise<number> {
  const { db, log } = deps
  const now = deps.now()
  const delivery = await leaseDelivery(db, endpoint.id, now, new Date(now.getTime() + lease))
  if (!delivery) return 0
  const event = await findEvent(db, delivery.eventId)
  // The audit log has a retention of its own.
  if (!event) return settle(deps, delivery, 'failed')
  const facts = { endpoint: endpoint.id, event: event.id, attempt: delivery.attempts }
  const { accepted, reason } = await sendEvent(deps, endpoint, event)
  if (delivery.attempts > keptAttempts) await deleteOldAttempts(db, delivery, keptAttempts)
  if (accepted) return settle(deps, delivery, 'delivered')
  if (now.getTime() - delivery.queuedAt.getTime() > deliveryTimeout) {
    log.error({ ...facts, reason }, 'the webhook did not accept an event for three days; it is dropped')
    return settle(deps, delivery, 'failed')
  }
  const pause = Math.min(2 ** delivery.attempts * second, longestPause)
  log.warn({ ...facts, reason }, 'the webhook did not accept an event yet')
  await postponeDelivery(db, delivery, new Date(deps.now().getTime() + pause))
  return 0
}

async function settle(deps: Deps, delivery: WebhookDelivery, state: 'delivered' | 'failed'): Promise<number> {
  await settleDelivery(deps.db, delivery, state)
  return 1
}

/** Sends an event once, and notes what the endpoint answered. */
export async function sendEvent(
  deps: Deps,
  endpoint: WebhookEndpoint,
  event: AuditEvent,
): Promise<{ accepted: boolean; reason: string }> {
  const at = deps.now()
  const began = performance.now()
  const { status, answer } = await post(deps, endpoint, event, at)
  await insertAttempt(deps.db, {
    id: newId(at),
    endpointId: endpoint.id,
    eventId: event.id,
    at,
    status,
    durationMs: Math.round(performance.now() - began),
    answer: beginningOf(answer),
  })
  const accepted = status !== null && status >= 200 && status < 300
  return { accepted, reason: status === null ? answer : `status ${status}` }
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
