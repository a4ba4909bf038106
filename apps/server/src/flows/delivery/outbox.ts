import type { SmsGateway } from '../../config/settings.ts'
import { newId, newSecret } from '../../crypto/random.ts'
import type { Mail } from '../../mail/messages.ts'
import { insertMessage, type Lane, type MessageKind } from '../../store/beyond-prisma/outbox.ts'
import type { SqlWrites } from '../../store/connections/sql.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { findLogoutClient } from './logout-clients.ts'

export interface LogoutPayload {
  clientId: string
  userId: string
  sessionId: string
  jti: string
}

/**
 * Queues a mail: in the transaction of the change it reports, or by itself (`deps.db`). Nothing leaves before it is
 * committed, and no request waits for a mail server.
 */
export async function queueMail(
  deps: Deps,
  store: SqlWrites,
  mail: Mail,
  expiresAt: Date,
  id = newId(deps.now()),
): Promise<void> {
  // If a mail server hangs for one domain, only mails to that domain are delayed.
  const destination = mail.to.slice(mail.to.lastIndexOf('@') + 1)
  await queue(deps, store, { id, kind: 'mail', lane: laneOf(mail), destination, payload: mail, expiresAt })
}

/**
 * Somebody waits for a code. What is mailed instead of one, to someone who may not sign up or to the owner of an address,
 * takes the same lane: the page shows whether a mail was sent, and must not reveal which one it was.
 */
const laneOf = (mail: Mail): Lane =>
  'code' in mail || mail.kind === 'sign-up-refused' || mail.kind.startsWith('address-') ? 'code' : 'mail'

/** A text message as data. It is put into words when it is sent. */
export interface TextMessage {
  kind: 'phone-code'
  /** E.164. */
  to: string
  code: string
  /** BCP 47 tags, preferred first. */
  locales: readonly string[]
  /** ISO 8601. */
  expiresAt: string
}

/** Queues a text message for the gateway (SMS_URL), in the transaction of its code. */
export async function queueTextMessage(
  deps: Deps,
  store: SqlWrites,
  id: string,
  gateway: SmsGateway,
  message: TextMessage,
): Promise<void> {
  const destination = gateway.kind === 'http' ? new URL(gateway.url).host : gateway.kind
  const expiresAt = new Date(message.expiresAt)
  await queue(deps, store, { id, kind: 'sms', lane: 'sms', destination, payload: message, expiresAt })
}

/** Queues a back-channel logout (OpenID Connect Back-Channel Logout 1.0) for a client that has an address for it. */
export async function queueLogout(deps: Deps, logout: Omit<LogoutPayload, 'jti'>, store: SqlWrites): Promise<void> {
  const uri = (await findLogoutClient(deps, logout.clientId, store))?.backchannelLogoutUri
  if (!uri) return
  await queue(deps, store, {
    id: newId(deps.now()),
    kind: 'logout',
    lane: 'logout',
    destination: new URL(uri).host,
    payload: { ...logout, jti: newSecret() } satisfies LogoutPayload,
    expiresAt: new Date(deps.now().getTime() + day),
  })
}

interface Queued {
  id: string
  kind: MessageKind
  lane: Lane
  destination: string
  payload: Mail | LogoutPayload | TextMessage
  expiresAt: Date
}

async function queue(deps: Deps, store: SqlWrites, message: Queued): Promise<void> {
  const payload = deps.keyring.seal('outbox', JSON.stringify(message.payload))
  await insertMessage(store, { ...message, payload, createdAt: deps.now() })
  // Within a transaction, the queue is woken after the commit.
  if (store === deps.db) deps.wake()
}
