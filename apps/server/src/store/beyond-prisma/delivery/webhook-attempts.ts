import { firstIdAt } from '../../../crypto/random.ts'
import type { SqlWrites } from '../../connections/sql.ts'

export interface WebhookAttempt {
  id: string
  endpointId: string
  eventId: string
  at: Date
  /** Null if there was no answer. */
  status: number | null
  durationMs: number
  /** The beginning of the answer, or why there was none. */
  answer: string
}

export async function insertAttempt({ sql }: SqlWrites, attempt: WebhookAttempt): Promise<void> {
  await sql.write(
    `INSERT INTO webhook_attempt (id, endpoint_id, event_id, at, status, duration_ms, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [attempt.id, attempt.endpointId, attempt.eventId, attempt.at, attempt.status, attempt.durationMs, attempt.answer],
  )
}

/** Deletes all attempts of a delivery but the last `kept`. */
export async function deleteOldAttempts(
  { sql }: SqlWrites,
  { endpointId, eventId }: { endpointId: string; eventId: string },
  kept: number,
): Promise<void> {
  await sql.write(
    `DELETE FROM webhook_attempt WHERE endpoint_id = $1 AND event_id = $2 AND id NOT IN (
       SELECT id FROM webhook_attempt WHERE endpoint_id = $1 AND event_id = $2 ORDER BY id DESC LIMIT $3)`,
    [endpointId, eventId, kept],
  )
}

/** Deletes the oldest attempts from before a time. Ids begin with the time. Returns how many. */
export async function sweepWebhookAttempts({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    'DELETE FROM webhook_attempt WHERE id IN (SELECT id FROM webhook_attempt WHERE id < $1 ORDER BY id LIMIT $2) RETURNING id',
    [firstIdAt(before), limit],
  )
  return rows.length
}
