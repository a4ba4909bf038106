import type { Change, Transaction } from '../../connections/database.ts'
import { jsonIds, type SqlStore, type SqlWrites, time, timeOrNull } from '../../connections/sql.ts'
import {
  type AuditEventRow,
  auditEventColumns,
  type WebhookDeliveryRow,
  webhookDeliveryColumns,
} from '../../generated/rows.ts'
import { type AuditEvent, toEvent } from '../../hot/audit-events.ts'

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The people and the organization that an event is about. */
export type EventParties = {
  [Party in 'organizationId' | 'actorKind' | 'actorId' | 'targetKind' | 'targetId']: string | null
}

export interface WebhookDelivery {
  endpointId: string
  eventId: string
  state: DeliveryState
  attempts: number
  queuedAt: Date
  dueAt: Date | null
}

/** The oldest events that no endpoint has in its queue yet. Of several processes, only one gets each. */
export async function takePendingEvents({ sql }: Transaction, limit: number): Promise<AuditEvent[]> {
  const rows = await sql.write<AuditEventRow>(
    `UPDATE audit_event SET pending = $1
     WHERE id IN (SELECT id FROM audit_event WHERE pending = true ORDER BY id LIMIT $2) AND pending = true RETURNING ${auditEventColumns}`,
    [false, limit],
  )
  return rows.map(toEvent).sort((left, right) => (left.id < right.id ? -1 : 1))
}

/** Whether there is one. */
export async function hasPendingEvents({ sql }: SqlStore): Promise<boolean> {
  return (await sql.read('SELECT id FROM audit_event WHERE pending = true ORDER BY id LIMIT 1', [])).length > 0
}

/** Queues events for an endpoint. One that is in its queue already stays as it is. */
export async function queueDeliveries(
  { sql }: Transaction,
  { endpointId, eventIds, now }: { endpointId: string; eventIds: readonly string[]; now: Date },
): Promise<void> {
  await sql.write(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, state, attempts, queued_at)
     SELECT $1, value ->> 'id', 'waiting', 0, $2 FROM json_each($3) WHERE 1 = 1 ORDER BY 2
     ON CONFLICT (endpoint_id, event_id) DO NOTHING`,
    [endpointId, now, jsonIds(eventIds)],
  )
}

/** Queues events again, whatever became of them. */
export async function requeueDeliveries(
  { sql }: Change,
  { endpointId, eventIds, now }: { endpointId: string; eventIds: readonly string[]; now: Date },
): Promise<void> {
  await sql.write(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, state, attempts, queued_at)
     SELECT $1, value ->> 'id', 'waiting', 0, $2 FROM json_each($3) WHERE 1 = 1 ORDER BY 2
     ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'waiting', attempts = 0, queued_at = $2, due_at = NULL`,
    [endpointId, now, jsonIds(eventIds)],
  )
}

/** Notes an event that is sent at once, outside of the queue. */
export async function insertUnqueuedDelivery(
  { sql }: Change,
  { endpointId, eventId, now }: { endpointId: string; eventId: string; now: Date },
): Promise<void> {
  await sql.write(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, state, attempts, queued_at) VALUES ($1, $2, 'failed', 1, $3)`,
    [endpointId, eventId, now],
  )
}

/** It was accepted. */
export async function settleUnqueued({ sql }: SqlWrites, endpointId: string, eventId: string): Promise<void> {
  await sql.write("UPDATE webhook_delivery SET state = 'delivered' WHERE endpoint_id = $1 AND event_id = $2", [
    endpointId,
    eventId,
  ])
}

/** Queues the oldest deliveries again that failed. Returns how many, `limit` at most. */
export async function requeueFailed(
  { sql }: Change,
  { endpointId, now, limit }: { endpointId: string; now: Date; limit: number },
): Promise<number> {
  const rows = await sql.write(
    `UPDATE webhook_delivery SET state = 'waiting', attempts = 0, queued_at = $2, due_at = NULL
     WHERE endpoint_id = $1 AND state = 'failed' AND event_id IN (
       SELECT event_id FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'failed' ORDER BY event_id LIMIT $3)
     RETURNING event_id`,
    [endpointId, now, limit],
  )
  return rows.length
}

/** A delivery that waits, and what its event is about; all null where the audit log has forgotten it. */
export type WaitingDelivery = Pick<WebhookDelivery, 'eventId' | 'attempts' | 'dueAt'> & EventParties

/** Deliveries of an endpoint that wait, and those that are under way, after an event, the oldest first. */
export async function waitingDeliveries(
  { sql }: SqlStore,
  { endpointId, after, limit }: { endpointId: string; after: string; limit: number },
): Promise<WaitingDelivery[]> {
  const rows = await sql.read<
    Pick<WebhookDeliveryRow, 'event_id' | 'attempts' | 'due_at'> &
      Pick<AuditEventRow, 'organization_id' | 'actor_kind' | 'actor_id' | 'target_kind' | 'target_id'>
  >(
    `SELECT d.event_id, d.attempts, d.due_at, e.organization_id, e.actor_kind, e.actor_id, e.target_kind, e.target_id
     FROM webhook_delivery d LEFT JOIN audit_event e ON e.id = d.event_id
     WHERE d.endpoint_id = $1 AND d.state = 'waiting' AND d.event_id > $2 ORDER BY d.event_id LIMIT $3`,
    [endpointId, after, limit],
  )
  return rows.map((row) => ({
    eventId: row.event_id,
    attempts: Number(row.attempts),
    dueAt: timeOrNull(row.due_at),
    organizationId: row.organization_id,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    targetKind: row.target_kind,
    targetId: row.target_id,
  }))
}

/** Leases a delivery that is due to one worker. Null if another one has it. */
export async function leaseDelivery(
  { sql }: SqlWrites,
  { endpointId, eventId }: Pick<WebhookDelivery, 'endpointId' | 'eventId'>,
  now: Date,
  until: Date,
): Promise<WebhookDelivery | null> {
  const [row] = await sql.write<WebhookDeliveryRow>(
    `UPDATE webhook_delivery SET attempts = attempts + 1, due_at = $4
     WHERE endpoint_id = $1 AND event_id = $2 AND state = 'waiting' AND (due_at IS NULL OR due_at <= $3) RETURNING ${webhookDeliveryColumns}`,
    [endpointId, eventId, now, until],
  )
  return row ? toDelivery(row) : null
}

/** Ends a delivery, unless it was queued again meanwhile. */
export async function settleDelivery(
  { sql }: SqlWrites,
  { endpointId, eventId, queuedAt }: WebhookDelivery,
  state: 'delivered' | 'failed',
): Promise<void> {
  await sql.write(
    'UPDATE webhook_delivery SET state = $4, due_at = NULL WHERE endpoint_id = $1 AND event_id = $2 AND queued_at = $3',
    [endpointId, eventId, queuedAt, state],
  )
}

export async function postponeDelivery(
  { sql }: SqlWrites,
  { endpointId, eventId, queuedAt }: WebhookDelivery,
  dueAt: Date,
): Promise<void> {
  await sql.write(
    'UPDATE webhook_delivery SET due_at = $4 WHERE endpoint_id = $1 AND event_id = $2 AND queued_at = $3',
    [endpointId, eventId, queuedAt, dueAt],
  )
}

/** How many wait for an endpoint, since when, and how often the first was tried. `limit`: where the counting ends. */
export interface Backlog {
  waiting: number
  attempts: number
  oldest: Date | null
  failed: number
}

export async function backlogOf({ sql }: SqlStore, endpointId: string, limit: number): Promise<Backlog> {
  const count = (state: 'waiting' | 'failed') =>
    sql.read(
      `SELECT count(*) AS n FROM (SELECT event_id FROM webhook_delivery WHERE endpoint_id = $1 AND state = '${state}' LIMIT $2) found`,
      [endpointId, limit],
    )
  const [waiting, failed, first] = await Promise.all([
    count('waiting'),
    count('failed'),
    sql.read<Pick<WebhookDeliveryRow, 'queued_at' | 'attempts'>>(
      `SELECT queued_at, attempts FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'waiting' ORDER BY event_id LIMIT 1`,
      [endpointId],
    ),
  ])
  return {
    waiting: Number(waiting[0]?.n ?? 0),
    failed: Number(failed[0]?.n ?? 0),
    attempts: Number(first[0]?.attempts ?? 0),
    oldest: timeOrNull(first[0]?.queued_at ?? null),
  }
}

const toDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  state: row.state as DeliveryState,
  attempts: Number(row.attempts),
  queuedAt: time(row.queued_at),
  dueAt: timeOrNull(row.due_at),
})

/** Deletes the oldest deliveries from before a time, those of endpoints that are gone too. Returns how many. */
export async function sweepDeliveries({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    `DELETE FROM webhook_delivery WHERE (endpoint_id, event_id) IN (
       SELECT endpoint_id, event_id FROM webhook_delivery WHERE queued_at < $1 ORDER BY queued_at LIMIT $2)
     RETURNING event_id`,
    [before, limit],
  )
  return rows.length
}
