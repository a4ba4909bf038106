import type { SqlStore } from '../../connections/sql.ts'
import { type AuditEventRow, auditEventColumns } from '../../generated/rows.ts'
import { type AuditEvent, toEvent } from '../../hot/audit-events.ts'

export async function findEvent({ sql }: SqlStore, id: string): Promise<AuditEvent | null> {
  const [row] = await sql.read<AuditEventRow>(`SELECT ${auditEventColumns} FROM audit_event WHERE id = $1`, [id])
  return row ? toEvent(row) : null
}

/** The events between two ids, both included, the oldest first. */
export async function findEventsBetween(
  { sql }: SqlStore,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<AuditEvent[]> {
  const rows = await sql.read<AuditEventRow>(
    `SELECT ${auditEventColumns} FROM audit_event WHERE id >= $1 AND id <= $2 AND result = 'ok' ORDER BY id LIMIT $3`,
    [from, to, limit],
  )
  return rows.map(toEvent)
}
