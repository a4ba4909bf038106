import type { Transaction } from '../connections/database.ts'
import { type SqlStore, time } from '../connections/sql.ts'
import type { AuditEventRow } from '../generated/rows.ts'
import type { AuditEvent } from '../hot/audit-events.ts'

/** The oldest event that a webhook waits for, leased to one worker. Null when there is none, or its time has not come. */
export async function leaseEvent(
  { sql }: SqlStore,
  now: Date,
  until: Date,
): Promise<(AuditEvent & { attempts: number }) | null> {
  const [row] = await sql.write<AuditEventRow>(
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

const toEvent = (row: AuditEventRow): AuditEvent => ({
  id: row.id,
  at: time(row.at),
  action: row.action,
  actorKind: row.actor_kind as AuditEvent['actorKind'],
  actorId: row.actor_id,
  organizationId: row.organization_id,
  targetKind: row.target_kind,
  targetId: row.target_id,
  network: row.network,
  result: row.result as AuditEvent['result'],
  detail: row.detail ? (JSON.parse(row.detail) as Record<string, unknown>) : null,
})
