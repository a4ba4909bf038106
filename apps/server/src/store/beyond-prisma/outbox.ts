import { type SqlStore, type SqlWrites, time } from '../connections/sql.ts'
import { type OutboxMessageRow, outboxMessageColumns } from '../generated/rows.ts'

export type MessageKind = 'mail' | 'logout' | 'sms'

/** Mails that somebody waits for at a page, other mails, logout tokens, and text messages: none of them waits for another. */
export const lanes = ['code', 'mail', 'logout', 'sms'] as const
export type Lane = (typeof lanes)[number]

export interface OutboxMessage {
  id: string
  kind: MessageKind
  lane: Lane
  /** What a slow delivery delays: the host of a logout token or of the gateway, the domain of a recipient. */
  destination: string
  /** Sealed. */
  payload: string
  attempts: number
  expiresAt: Date
}

type NewMessage = Omit<OutboxMessage, 'attempts'> & { createdAt: Date }

export async function insertMessage({ sql }: SqlWrites, message: NewMessage): Promise<void> {
  await sql.write(
    `INSERT INTO outbox_message (id, kind, payload, attempts, created_at, due_at, expires_at, lane, destination)
     VALUES ($1, $2, $3, 0, $4, $4, $5, $6, $7)`,
    [
      message.id,
      message.kind,
      message.payload,
      message.createdAt,
      message.expiresAt,
      message.lane,
      message.destination,
    ],
  )
}

/**
 * The destinations of a lane that have something due. It looks at one row of each destination and passes over the others,
 * so ten thousand messages for one host cost as much as one.
 */
export async function dueDestinations({ sql }: SqlStore, lane: Lane, now: Date): Promise<string[]> {
  const rows = await sql.read<Pick<OutboxMessageRow, 'destination'>>(
    `WITH RECURSIVE named(destination) AS (
       SELECT min(destination) FROM outbox_message WHERE lane = $1
       UNION ALL
       SELECT (SELECT min(o.destination) FROM outbox_message o WHERE o.lane = $1 AND o.destination > named.destination)
       FROM named WHERE named.destination IS NOT NULL)
     SELECT destination FROM named WHERE destination IS NOT NULL AND EXISTS (
       SELECT 1 FROM outbox_message o WHERE o.lane = $1 AND o.destination = named.destination AND o.due_at <= $2
         AND (o.leased_until IS NULL OR o.leased_until <= $2))`,
    [lane, now],
  )
  return rows.map((row) => row.destination)
}

/** Leases due messages of one destination: of several workers one gets each. A worker that dies loses its lease. */
export async function leaseMessages(
  { sql }: SqlWrites,
  { lane, destination, limit }: { lane: Lane; destination: string; limit: number },
  now: Date,
  until: Date,
): Promise<OutboxMessage[]> {
  const rows = await sql.write<OutboxMessageRow>(
    `UPDATE outbox_message SET leased_until = $2, attempts = attempts + 1
     WHERE id IN (SELECT id FROM outbox_message WHERE lane = $4 AND destination = $5 AND due_at <= $1
         AND (leased_until IS NULL OR leased_until <= $1) ORDER BY due_at LIMIT $3)
       AND lane = $4 AND (leased_until IS NULL OR leased_until <= $1)
     RETURNING ${outboxMessageColumns}`,
    [now, until, limit, lane, destination],
  )
  return rows.map(toMessage)
}

/** The lease as this worker holds it: another one that took the message over has counted it up. */
type Leased = Pick<OutboxMessage, 'id' | 'attempts'>

/** Holds a lease on for a delivery that is still going on. */
export async function extendLease({ sql }: SqlWrites, { id, attempts }: Leased, until: Date): Promise<void> {
  await sql.write(
    'UPDATE outbox_message SET leased_until = $3 WHERE id = $1 AND attempts = $2 AND leased_until IS NOT NULL',
    [id, attempts, until],
  )
}

/** Delivered or expired: the body is erased with the row. */
export async function deleteMessage({ sql }: SqlWrites, id: string): Promise<void> {
  await sql.write('DELETE FROM outbox_message WHERE id = $1', [id])
}

export async function postponeMessage({ sql }: SqlWrites, { id, attempts }: Leased, dueAt: Date): Promise<void> {
  await sql.write('UPDATE outbox_message SET due_at = $3, leased_until = NULL WHERE id = $1 AND attempts = $2', [
    id,
    attempts,
    dueAt,
  ])
}

/**
 * Makes mails of a lane due that wait for their next try, those that were to be tried first first. A mail that is leased is
 * being tried already. Returns how many.
 */
export async function expediteMails({ sql }: SqlWrites, lane: Lane, now: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    `UPDATE outbox_message SET due_at = $2
     WHERE id IN (SELECT id FROM outbox_message WHERE lane = $1 AND kind = 'mail' AND due_at > $2
         AND (leased_until IS NULL OR leased_until <= $2) ORDER BY due_at LIMIT $3)
       AND lane = $1 AND due_at > $2 AND (leased_until IS NULL OR leased_until <= $2)
     RETURNING id`,
    [lane, now, limit],
  )
  return rows.length
}

/**
 * A mail that the mail server refused for good, or a text message that the gateway did. The body is erased; the rest stays until it expires, so that the page of
 * its code can say what happened. False when it was noted before.
 */
export async function refuseMessage({ sql }: SqlWrites, id: string, refusal: string): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE outbox_message SET lane = 'refused', destination = '', payload = '', leased_until = NULL, refusal = $2
     WHERE id = $1 AND refusal IS NULL RETURNING id`,
    [id, refusal],
  )
  return rows.length === 1
}

const toMessage = (row: OutboxMessageRow): OutboxMessage => ({
  id: row.id,
  kind: row.kind as MessageKind,
  lane: row.lane as Lane,
  destination: row.destination,
  payload: row.payload,
  attempts: Number(row.attempts),
  expiresAt: time(row.expires_at),
})
