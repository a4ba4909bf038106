import type { Transaction } from '../connections/database.ts'
import { type Row, type SqlStore, text, textOrNull, time } from '../connections/sql.ts'

/** Who did what to whom, where from, with what result. */
export interface AuditEvent {
  id: string
  at: Date
  action: string
  actorKind: 'user' | 'client' | 'operator' | 'system'
  actorId: string | null
  organizationId: string | null
  targetKind: string | null
  targetId: string | null
  network: string | null
  result: 'ok' | 'refused'
  detail: Record<string, unknown> | null
}

/** `pending`: a webhook waits for it. */
export type NewAuditEvent = AuditEvent & { pending: boolean }

/** An event of a change: it is written in the transaction of that change, so neither is kept without the other. */
export const insertEvent = (tx: Transaction, event: NewAuditEvent & { result: 'ok' }): Promise<void> =>
  insert(tx, event)

/** Notes what was asked for and refused, or what was looked at: nothing else was changed. No webhook waits for it. */
export const insertObservation = (db: SqlStore, event: AuditEvent): Promise<void> =>
  insert(db, { ...event, pending: false })

async function insert({ sql }: SqlStore, event: NewAuditEvent): Promise<void> {
  await sql.write(
    `INSERT INTO audit_event (id, at, action, actor_kind, actor_id, organization_id, target_kind, target_id, network, result, detail, pending)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      event.id,
      event.at,
      event.action,
      event.actorKind,
      event.actorId,
      event.organizationId,
      event.targetKind,
      event.targetId,
      event.network,
      event.result,
      event.detail && JSON.stringify(event.detail),
      event.pending,
    ],
  )
}

/** Events, the newest first, before a cursor. Of one organization, or of all. */
export async function findEvents(
  { sql }: SqlStore,
  { organizationId, before, limit }: { organizationId: string | null; before: string | null; limit: number },
): Promise<AuditEvent[]> {
  const rows = organizationId
    ? await sql.read('SELECT * FROM audit_event WHERE organization_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3', [
        organizationId,
        before ?? 'z',
        limit,
      ])
    : await sql.read('SELECT * FROM audit_event WHERE id < $1 ORDER BY id DESC LIMIT $2', [before ?? 'z', limit])
  return rows.map(toEvent)
}

/** What a person did and what was done to them, the oldest first. */
export async function findEventsAbout({ sql }: SqlStore, userId: string): Promise<AuditEvent[]> {
  const rows = await sql.read(
    'SELECT * FROM audit_event WHERE actor_id = $1 UNION SELECT * FROM audit_event WHERE target_id = $1 ORDER BY id',
    [userId],
  )
  return rows.map(toEvent)
}

/** The oldest event that a webhook waits for, leased to one worker. Null when there is none, or its time has not come. */
export async function leaseEvent(
  { sql }: SqlStore,
  now: Date,
  until: Date,
): Promise<(AuditEvent & { attempts: number }) | null> {
  const [row] = await sql.write(
    `UPDATE audit_event SET attempts = attempts + 1, due_at = $2
     WHERE id = (SELECT id FROM audit_event WHERE pending = true ORDER BY id LIMIT 1) AND pending = true AND (due_at IS NULL OR due_at <= $1)
     RETURNING *`,
    [now, until],
  )
  return row ? { ...toEvent(row), attempts: Number(row.attempts) } : null
}

export async function settleEvent({ sql }: SqlStore, id: string): Promise<void> {
  await sql.write('UPDATE audit_event SET pending = $2 WHERE id = $1', [id, false])
}

export async function postponeEvent({ sql }: SqlStore, id: string, dueAt: Date): Promise<void> {
  await sql.write('UPDATE audit_event SET due_at = $2 WHERE id = $1', [id, dueAt])
}

/** Makes events wait for the webhook again, from this id on. Returns how many. */
export async function replayEvents({ sql }: Transaction, from: string): Promise<number> {
  const rows = await sql.write(
    'UPDATE audit_event SET pending = $2, attempts = 0, due_at = NULL WHERE id >= $1 AND result = $3 RETURNING id',
    [from, true, 'ok'],
  )
  return rows.length
}

const toEvent = (row: Row): AuditEvent => ({
  id: text(row.id),
  at: time(row.at),
  action: text(row.action),
  actorKind: text(row.actor_kind) as AuditEvent['actorKind'],
  actorId: textOrNull(row.actor_id),
  organizationId: textOrNull(row.organization_id),
  targetKind: textOrNull(row.target_kind),
  targetId: textOrNull(row.target_id),
  network: textOrNull(row.network),
  result: text(row.result) as AuditEvent['result'],
  detail: row.detail ? (JSON.parse(text(row.detail)) as Record<string, unknown>) : null,
})
