import { type SqlStore, text, time } from './sql.ts'

export type MessageKind = 'mail' | 'logout'

export interface OutboxMessage {
  id: string
  kind: MessageKind
  /** Sealed. */
  payload: string
  attempts: number
  expiresAt: Date
}

export async function insertMessage(
  { sql }: SqlStore,
  one: { id: string; kind: MessageKind; payload: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await sql.write(
    'INSERT INTO outbox_message (id, kind, payload, attempts, created_at, due_at, expires_at) VALUES ($1, $2, $3, 0, $4, $4, $5)',
    [one.id, one.kind, one.payload, one.createdAt, one.expiresAt],
  )
}

/** Leases due messages for a while: of several workers one gets each. A worker that dies loses its lease. */
export async function leaseMessages({ sql }: SqlStore, now: Date, until: Date, most: number): Promise<OutboxMessage[]> {
  const rows = await sql.write(
    `UPDATE outbox_message SET leased_until = $2, attempts = attempts + 1
     WHERE id IN (SELECT id FROM outbox_message WHERE due_at <= $1 AND (leased_until IS NULL OR leased_until <= $1) ORDER BY due_at LIMIT $3)
       AND (leased_until IS NULL OR leased_until <= $1)
     RETURNING *`,
    [now, until, most],
  )
  return rows.map((row) => ({
    id: text(row.id),
    kind: text(row.kind) as MessageKind,
    payload: text(row.payload),
    attempts: Number(row.attempts),
    expiresAt: time(row.expires_at),
  }))
}

/** Delivered or expired: the body is erased with the row. */
export async function deleteMessage({ sql }: SqlStore, id: string): Promise<void> {
  await sql.write('DELETE FROM outbox_message WHERE id = $1', [id])
}

export async function postponeMessage({ sql }: SqlStore, id: string, dueAt: Date): Promise<void> {
  await sql.write('UPDATE outbox_message SET due_at = $2, leased_until = NULL WHERE id = $1', [id, dueAt])
}
