import { type SqlStore, text, time } from '../connections/sql.ts'

export interface QueueState {
  kind: string
  waiting: number
  /** Of these, how many were tried and have to wait. */
  late: number
  oldest: Date
}

/** What waits to be sent, by kind: mails, logout tokens, and events for webhook endpoints. */
export async function queueState({ sql }: SqlStore): Promise<QueueState[]> {
  const messages = await sql.read(
    `SELECT kind, count(*) AS waiting, sum(CASE WHEN attempts > 0 AND leased_until IS NULL THEN 1 ELSE 0 END) AS late, min(created_at) AS oldest
     FROM outbox_message WHERE lane <> 'refused' GROUP BY kind`,
    [],
  )
  const events = await sql.read(
    `SELECT 'webhook' AS kind, sum(n) AS waiting, sum(late) AS late, min(oldest) AS oldest FROM (
       SELECT count(*) AS n, 0 AS late, min(at) AS oldest FROM audit_event WHERE pending = true
       UNION ALL
       SELECT count(*) AS n, sum(CASE WHEN attempts > 0 THEN 1 ELSE 0 END) AS late, min(queued_at) AS oldest
       FROM webhook_delivery WHERE state = 'waiting') found HAVING sum(n) > 0`,
    [],
  )
  return [...messages, ...events].map((row) => ({
    kind: text(row.kind),
    waiting: Number(row.waiting),
    late: Number(row.late ?? 0),
    oldest: time(row.oldest),
  }))
}
