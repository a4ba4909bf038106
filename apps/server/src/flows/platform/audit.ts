import type { Config } from '../../config/settings.ts'
import { newId } from '../../crypto/random.ts'
import { type AuditEvent, findEvents, insertEvent, type NewAuditEvent } from '../../store/audit.ts'
import type { Sql, SqlStore } from '../../store/sql.ts'
import type { Deps } from './deps.ts'

export type { AuditEvent } from '../../store/audit.ts'

/** Who does something, and from where. A client acts with the rights it was given, for one organization or for all. */
export type Actor =
  | { kind: 'user'; id: string; network: string }
  | { kind: 'client'; id: string; network: string; organizationId: string | null }
  | { kind: 'operator'; id: string; network: string }
  | { kind: 'system'; id: null; network: null }

export const system = { kind: 'system', id: null, network: null } as const satisfies Actor

export interface EventDetails {
  action: string
  organizationId?: string | null
  target?: readonly [
    kind:
      | 'user'
      | 'organization'
      | 'team'
      | 'invitation'
      | 'domain'
      | 'session'
      | 'client'
      | 'passkey'
      | 'signing-key'
      | 'event',
    id: string,
  ]
  detail?: Record<string, unknown>
}

/** What an event needs to know: the time, and whether a webhook waits for it. */
export interface EventSource {
  now(): Date
  config: Pick<Config, 'webhook'>
}

/** The event of something that is being done. It is kept in the same transaction where there is one. */
export const eventOf = (deps: EventSource, actor: Actor, event: EventDetails): NewAuditEvent => ({
  id: newId(deps.now()),
  at: deps.now(),
  action: event.action,
  actorKind: actor.kind,
  actorId: actor.id,
  organizationId: event.organizationId ?? null,
  targetKind: event.target?.[0] ?? null,
  targetId: event.target?.[1] ?? null,
  network: actor.network,
  result: 'ok',
  detail: event.detail ?? null,
  pending: deps.config.webhook !== null,
})

/** A transaction on the database, and the way to write the audit events of what it changes. */
export interface AuditedTransaction extends SqlStore {
  record(actor: Actor, event: EventDetails): Promise<void>
}

/**
 * Makes a change and writes its audit events in one transaction: both are kept, or neither. `work` writes through `tx`
 * alone and waits for nothing else; the queues are woken after the commit.
 */
export async function inTransaction<T>(
  deps: EventSource & { db: { sql: Sql }; wake?(): void },
  work: (tx: AuditedTransaction) => Promise<T>,
): Promise<T> {
  let recorded = 0
  const done = await deps.db.sql.transaction((sql) =>
    work({
      sql,
      record: (actor, event) => {
        // Ids are the order of events. Those of one millisecond would fall anyhow, so each is put one later.
        const id = newId(new Date(deps.now().getTime() + recorded))
        recorded += 1
        return insertEvent({ sql }, { ...eventOf(deps, actor, event), id })
      },
    }),
  )
  deps.wake?.()
  return done
}

/** Notes what someone tried and may not. No webhook is told. */
export async function recordRefusal(deps: Deps, actor: Actor, details: EventDetails, reason: string): Promise<void> {
  const event = eventOf(deps, actor, details)
  await insertEvent(deps.db, { ...event, result: 'refused', pending: false, detail: { ...event.detail, reason } })
}

/** A page of events, the newest first, and the cursor of the next one. */
export async function listEvents(
  deps: Deps,
  { organizationId, before, most: limit }: { organizationId: string | null; before: string | null; most: number },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const events = await findEvents(deps.db, { organizationId, before, most: limit + 1 })
  const more = events.length > limit
  const shown = events.slice(0, limit)
  return { events: shown, next: more ? (shown.at(-1)?.id ?? null) : null }
}
