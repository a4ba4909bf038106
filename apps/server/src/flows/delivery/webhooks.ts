import { createHmac } from 'node:crypto'
import { leaseEvent, postponeEvent, replayEvents, settleEvent } from '../../store/beyond-prisma/webhook-events.ts'
import type { AuditEvent } from '../../store/hot/audit-events.ts'
import { type Actor, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { second } from '../platform/durations.ts'

/** Longer than any delivery may take. */
const lease = 30 * second
const longestPause = 3600 * second
/** An event that was not accepted by then is dropped. */
const deliveryTimeout = 3 * 86_400 * second

/** The body of a webhook: type, time, actor and target of an event. It contains no secrets. */
export const webhookBody = (event: AuditEvent): string =>
  JSON.stringify({
    type: event.action,
    timestamp: event.at.toISOString(),
    data: {
      organization: event.organizationId,
      actor: { kind: event.actorKind, id: event.actorId },
      target: event.targetKind && { kind: event.targetKind, id: event.targetId },
      ...event.detail,
    },
  })

/** The headers of Standard Webhooks 1.0: the signature is over id, time and body. `secret` in base64. */
export function webhookHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/**
 * Sends the oldest pending event. The next one waits until it was accepted, so events arrive in their order; one may
 * arrive more than once, with the same `webhook-id`. Returns how many were handled.
 */
export async function deliverNextEvent(deps: Deps): Promise<number> {
  const { webhook } = deps.config
  if (!webhook) return 0
  const now = deps.now()
  const event = await leaseEvent(deps.db, now, new Date(now.getTime() + lease))
  if (!event) return 0
  try {
    const body = webhookBody(event)
    const answer = await deps.outbound(webhook.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...webhookHeaders(webhook.secret, event.id, now, body) },
      body,
    })
    if (answer.status < 200 || answer.status >= 300) throw new Error(`status ${answer.status}`)
    await settleEvent(deps.db, event.id)
    return 1
  } catch (error) {
    const reason = (error as Error).message
    if (now.getTime() - event.at.getTime() > deliveryTimeout) {
      deps.log.error({ event: event.id, reason }, 'the webhook did not accept an event for three days; it is dropped')
      await settleEvent(deps.db, event.id)
      return 1
    }
    const pause = Math.min(2 ** event.attempts * second, longestPause)
    deps.log.warn({ event: event.id, attempt: event.attempts, reason }, 'the webhook did not accept an event yet')
    await postponeEvent(deps.db, event.id, new Date(deps.now().getTime() + pause))
    return 0
  }
}

/** Sends every event from this id on again. Returns how many. */
export const replay = (deps: Deps, actor: Actor, from: string): Promise<number> =>
  inTransaction(deps, async (tx) => {
    const count = await replayEvents(tx, from)
    await tx.record(actor, { action: 'webhook.replayed', target: ['event', from], detail: { count } })
    return count
  })
