import type { Transaction } from '../connections/database.ts'
import { jsonRows, type SqlWrites, time } from '../connections/sql.ts'
import type { AuditEventRow } from '../generated/rows.ts'

/** Who did what to whom, where from, with what result. */
export interface AuditEvent {
  id: string
  at: Date
  action: string
  actorKind: 'user' | 'client' | 'operator' | 'setup_link' | 'system'
  actorId: string | null
  organizationId: string | null
  targetKind: string | null
  targetId: string | null
  network: string | null
  result: 'ok' | 'refused'
  detail: Record<string, unknown> | null
}

/** `pending`: a webhook waits for it. */
type NewAuditEvent = AuditEvent & { pending: boolean }

/** An event of a change: it is written in the transaction of that change, so neither is kept without the other. */
export const insertEvent = (tx: Transaction, event: NewAuditEvent & { result: 'ok' }): Promise<void> =>
  insert(tx, event)

/** Events that one act has for many, by one statement: they differ in their id, target and detail. */
export async function insertEvents(
  { sql }: Transaction,
  events: readonly (NewAuditEvent & { result: 'ok' })[],
): Promise<void> {
  const [first] = events
  if (!first) return
  const { at, action, actorKind, actorId, organizationId, targetKind, network, result, pending } = first
  const each = events.map(({ id, targetId, detail }) => ({
    id,
    target: targetId,
    detail: detail && JSON.stringify(detail),
  }))
  await sql.write(
    `INSERT INTO audit_event (id, at, action, actor_kind, actor_id, organization_id, target_kind, target_id, network, result, detail, pending)
     SELECT value ->> 'id', $2, $3, $4, $5, $6, $7, value ->> 'target', $8, $9, value ->> 'detail', $10 FROM json_each($1)`,
    [jsonRows(each), at, action, actorKind, actorId, organizationId, targetKind, network, result, pending],
  )
}

/**
 * Notes what was asked for and refused: nothing was changed. No webhook waits for it. The same observation again takes the
 * place of the first one's detail.
 */
export const putObservation = (db: SqlWrites, event: AuditEvent & { result: 'refused' }): Promise<void> =>
  insert(db, { ...event, pending: false }, 'ON CONFLICT (id) DO UPDATE SET detail = excluded.detail')

async function insert(
  { sql }: SqlWrites,
  event: NewAuditEvent,
  ifKnown: '' | `ON CONFLICT ${string}` = '',
): Promise<void> {
  await sql.write(
    `INSERT INTO audit_event (id, at, action, actor_kind, actor_id, organization_id, target_kind, target_id, network, result, detail, pending)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ${ifKnown}`,
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

/** An event as a statement reads it. */
export const toEvent = (row: AuditEventRow): AuditEvent => ({
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
