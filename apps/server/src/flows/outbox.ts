import { signJwt } from '../crypto/jws.ts'
import { newId, newSecret } from '../crypto/random.ts'
import type { Mail } from '../mail/messages.ts'
import {
  deleteMessage,
  insertMessage,
  leaseMessages,
  type MessageKind,
  type OutboxMessage,
  postponeMessage,
} from '../store/outbox.ts'
import type { SqlStore } from '../store/sql.ts'
import type { Deps } from './deps.ts'

const second = 1000
/** A worker that dies keeps others waiting this long. Longer than any delivery may take. */
const lease = 30 * second
const batch = 10

interface LogoutPayload {
  clientId: string
  userId: string
  sessionId: string
  jti: string
}

/** Queues a mail. Nothing leaves before it is committed, and no request waits for a mail server. */
export async function queueMail(
  deps: Deps,
  mail: Mail,
  expiresAt: Date,
  id = newId(deps.now()),
  store: SqlStore = deps.db,
): Promise<void> {
  await queue(deps, 'mail', mail, expiresAt, id, store)
}

/** Queues a back-channel logout (OpenID Connect Back-Channel Logout 1.0) for a client that has an address for it. */
export async function queueLogout(
  deps: Deps,
  one: Omit<LogoutPayload, 'jti'>,
  store: SqlStore = deps.db,
): Promise<void> {
  if (!deps.config.clients.get(one.clientId)?.backchannelLogoutUri) return
  const expiresAt = new Date(deps.now().getTime() + 24 * 3600 * second)
  await queue(deps, 'logout', { ...one, jti: newSecret() } satisfies LogoutPayload, expiresAt, newId(deps.now()), store)
}

async function queue(
  deps: Deps,
  kind: MessageKind,
  payload: object,
  expiresAt: Date,
  id: string,
  store: SqlStore,
): Promise<void> {
  const now = deps.now()
  await insertMessage(store, {
    id,
    kind,
    payload: deps.keyring.seal('outbox', JSON.stringify(payload)),
    createdAt: now,
    expiresAt,
  })
  // Whoever hands in a transaction wakes the queue after its commit.
  if (store === deps.db) deps.wake()
}

/** Delivers what is due. Returns how many messages were handled, so that the caller can come back for more. */
export async function deliverDue(deps: Deps): Promise<number> {
  const now = deps.now()
  const messages = await leaseMessages(deps.db, now, new Date(now.getTime() + lease), batch)
  await Promise.all(messages.map((message) => deliver(deps, message)))
  return messages.length
}

async function deliver(deps: Deps, message: OutboxMessage): Promise<void> {
  const payload = deps.keyring.open('outbox', message.payload)
  if (message.expiresAt <= deps.now() || payload === null) {
    deps.log.warn(
      { message: message.id, kind: message.kind, readable: payload !== null },
      'a message expired before it could leave',
    )
    deps.counters.message(message.kind, 'expired')
    return deleteMessage(deps.db, message.id)
  }
  try {
    if (message.kind === 'mail') await sendMail(deps, JSON.parse(payload) as Mail, message.id)
    else await sendLogoutToken(deps, JSON.parse(payload) as LogoutPayload)
    deps.counters.message(message.kind, 'sent')
    await deleteMessage(deps.db, message.id)
  } catch (error) {
    const pause = Math.min(2 ** message.attempts * second, 600 * second)
    deps.log.warn(
      { message: message.id, kind: message.kind, attempt: message.attempts, reason: reasonOf(error) },
      'a message could not leave yet',
    )
    deps.counters.message(message.kind, 'postponed')
    await postponeMessage(deps.db, message.id, new Date(deps.now().getTime() + pause))
  }
}

async function sendMail(deps: Deps, mail: Mail, id: string): Promise<void> {
  await deps.mailer.send(mail, id)
  if (mail.kind === 'sign-in-code') deps.counters.codeSent()
}

/** What went wrong, without addresses or bodies that an error message may repeat. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [name, code, responseCode].filter(Boolean).join(' ')
}

async function sendLogoutToken(deps: Deps, { clientId, userId, sessionId, jti }: LogoutPayload): Promise<void> {
  const client = deps.config.clients.get(clientId)
  if (!client?.backchannelLogoutUri) return
  const iat = Math.floor(deps.now().getTime() / 1000)
  const token = await signJwt(deps.keys.signer(client.idTokenSignedResponseAlg), 'logout+jwt', {
    iss: deps.config.issuer,
    aud: client.id,
    iat,
    exp: iat + 120,
    jti,
    sub: userId,
    sid: sessionId,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const answer = await deps.outbound(client.backchannelLogoutUri, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  })
  // Back-Channel Logout 2.8: 200 is success, 400 says that the request was wrong, which no repetition mends.
  if (answer.status >= 300 && answer.status !== 400)
    throw Object.assign(new Error('refused'), { name: 'LogoutRefused', responseCode: answer.status })
}
