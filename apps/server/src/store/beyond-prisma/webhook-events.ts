import type { Transaction } from '../connections/database.ts'
import { type Row, type SqlStore, text, textOrNull, time } from '../connections/sql.ts'
import type { AuditEvent } from '../hot/audit-events.ts'

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
