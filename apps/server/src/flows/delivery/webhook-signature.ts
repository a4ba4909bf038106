import { createHmac } from 'node:crypto'
import type { AuditEvent } from '../../store/hot/audit-events.ts'
import type { Deps } from '../platform/deps.ts'
import type { WebhookEndpoint } from '../platform/webhook-endpoints.ts'

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

/** The headers of Standard Webhooks 1.0: a signature by each secret is over id, time and body. Secrets in base64. */
export function webhookHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatureBy = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  }
}

/** The secret of an endpoint cannot be read any more: SECRET was rotated, and the old one is gone. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

/** The secrets that sign for an endpoint, the current one first: the one before signs too, until its time is over. */
export function secretsOf({ keyring, now }: Pick<Deps, 'keyring' | 'now'>, endpoint: WebhookEndpoint): string[] {
  if (endpoint.stored === null) return [endpoint.secret]
  const { secret, previousSecret, previousSecretUntil } = endpoint.stored
  const current = keyring.open('webhook-secret', secret)
  if (current === null) throw new SecretUnreadable('the secret was sealed under a SECRET that is gone')
  const isLive = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now()
  const previous = isLive ? keyring.open('webhook-secret', previousSecret) : null
  return previous === null ? [current] : [current, previous]
}
