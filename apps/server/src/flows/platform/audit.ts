import { idOnce, newId } from '../../crypto/random.ts'
import { type Database, noteChanges, type Transaction, withinTransaction } from '../../store/connections/database.ts'
import { type AuditEvent, insertEvent, insertEvents, putObservation } from '../../store/hot/audit-events.ts'
import { incrementCounter } from '../../store/hot/rate-limits.ts'
import { findEvents } from '../../store/prisma/audit-events.ts'
import type { ChangeAction, RefusedAction } from './audit-actions.ts'
import { hour } from './durations.ts'

export type { AuditEvent } from '../../store/hot/audit-events.ts'

/** Who does something, and from where. A client acts with the rights it was given, for one organization or for all. */
export type Actor =
  | { kind: 'user'; id: string; network: string }
  | { kind: 'client'; id: string; network: string; organizationId: string | null }
  /** `confirmedBy`: the second operator, where one has to confirm the act (FOUR_EYES). */
  | { kind: 'operator'; id: string; network: string; confirmedBy?: string }
  /** A company's administrator without an account, who prepares the sign-in of an organization by a set-up link. */
  | { kind: 'setup_link'; id: string; network: string }
  | { kind: 'system'; id: null; network: null }

/** A person who acts for themselves. */
export const userActor = (id: string, network: string) => ({ kind: 'user', id, network }) as const satisfies Actor

export const system = { kind: 'system', id: null, network: null } as const satisfies Actor

export interface EventDetails {
  action: ChangeAction
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
      | 'initial-access-token'
      | 'resource'
      | 'field'
      | 'passkey'
      | 'signing-key'
      | 'event'
      | 'webhook-endpoint'
      | 'mail'
      | 'theme'
      | 'terms'
      | 'api-key'
      | 'connection'
      | 'setup-link'
      | 'directory'
      | 'directory-token'
      | 'directory-user'
      | 'directory-group'
      | 'permission'
      | 'role',
    id: string,
  ]
  detail?: Record<string, unknown>
}

/** An operation that was asked for and refused. */
export type Refusal = Omit<EventDetails, 'action'> & { action: RefusedAction }

/** What an event needs to know: the time, and whether a webhook endpoint wants events. */
export interface EventSource {
  now(): Date
  webhookEndpoints: { readonly wanted: boolean }
}

const eventOf = (deps: EventSource, actor: Actor, event: Omit<EventDetails, 'action'> & { action: string }) => ({
  id: newId(deps.now()),
  at: deps.now(),
  action: event.action,
  actorKind: actor.kind,
  actorId: actor.id,
  organizationId: event.organizationId ?? null,
  targetKind: event.target?.[0] ?? null,
  targetId: event.target?.[1] ?? null,
  network: actor.network,
  detail:
    actor.kind === 'operator' && actor.confirmedBy
      ? { ...event.detail, confirmed_by: actor.confirmedBy }
      : (event.detail ?? null),
})

/** Why a transaction is committed without an event. */
export type WithoutEvent =
  /** Queues: the event of what waits in them was recorded when it was queued. */
  | 'queue'
  /** A code on its way: what it proves is recorded when it is entered. */
  | 'code'
  /** A domain was checked and is unchanged. */
  | 'same-check'
  /** What people are found by: it follows from what is stored of them already. */
  | 'index'
  /** People are told what will happen: its event is recorded when it does. */
  | 'warning'
  /** People of a directory were looked at again, and all is as it was: what changes has its event. */
  | 'review'
  /** A batch of what is removed: its event comes with the last one. */
  | 'batch'

/** A transaction on the database, and the only way to write the audit events of what it changes. */
export interface AuditedTransaction extends Transaction {
  /** Returns the id of the event. */
  record(actor: Actor, event: EventDetails): Promise<string>
  /** Writes the events that one act has for many targets of a kind, by one statement. */
  recordEach(
    actor: Actor,
    event: Pick<EventDetails, 'action' | 'organizationId'>,
    each: readonly Required<Pick<EventDetails, 'target' | 'detail'>>[],
  ): Promise<void>
  /** Commits what has no event. */
  commitWithoutEvent(reason: WithoutEvent): void
  /** Undoes what was changed so far if no event follows. Returns the value. */
  takeBack<T>(value: T): T
}

/** Undoes a transaction that recorded nothing, and brings out what it returned. */
class NothingRecorded extends Error {
  override readonly name = 'NothingRecorded'
  constructor(readonly value: unknown) {
    super('nothing was recorded')
  }
}

/** A bug of ours: something was changed, and no event says so. The request fails, and the log has this error. */
class ForgottenRecord extends Error {
  override readonly name = 'ForgottenRecord'
  constructor(changes: readonly string[]) {
    super(`a transaction recorded nothing, so this is undone: ${changes.join('; ')}`)
  }
}

/**
 * Makes a change and writes its audit events in one transaction: both are committed, or neither. `work` may just return
 * once it finds that there is nothing to change: that it locked rows is undone. It reads and writes through `tx` alone and
 * waits for nothing else; the queues are woken after the commit.
 * @throws ForgottenRecord if something was changed and nothing recorded
 */
export async function inTransaction<T>(
  deps: EventSource & { db: Pick<Database, 'transaction'>; wake?(): void },
  work: (tx: AuditedTransaction) => Promise<T>,
  timeout?: number,
): Promise<T> {
  try {
    const done = await deps.db.transaction(async (opened) => {
      const changes: string[] = []
      const tx = noteChanges(opened, changes)
      let mayCommit = false
      const commitWithoutEvent = () => {
        mayCommit = true
      }
      const newEvent = (actor: Actor, details: EventDetails) =>
        ({ ...eventOf(deps, actor, details), result: 'ok', pending: deps.webhookEndpoints.wanted }) as const
      const record: AuditedTransaction['record'] = async (actor, details) => {
        const event = newEvent(actor, details)
        await insertEvent(opened, event)
        mayCommit = true
        return event.id
      }
      const recordEach: AuditedTransaction['recordEach'] = async (actor, details, each) => {
        if (each.length === 0) return
        await insertEvents(
          opened,
          each.map((own) => newEvent(actor, { ...details, ...own })),
        )
        mayCommit = true
      }
      const takeBack = <V>(value: V): V => {
        changes.length = 0
        return value
      }
      const value = await work({ ...tx, record, recordEach, commitWithoutEvent, takeBack })
      if (!mayCommit) throw changes.length > 0 ? new ForgottenRecord(changes) : new NothingRecorded(value)
      return value
    }, timeout)
    deps.wake?.()
    return done
  } catch (error) {
    if (error instanceof NothingRecorded) return error.value as T
    throw error
  }
}

/** What several flows need that make one change. */
interface SharedChange {
  db: Database
  wake(): void
  afterCommit(then: () => unknown): Promise<void>
}

/**
 * Makes one change of several flows. `work` calls them with the `Deps` it is given: what they write is committed together,
 * or nothing of it. One that is refused undoes its own part, and `work` may go on. Nothing may be waited for but the
 * database, since others wait for this transaction. Queues are woken, and what is held in memory is read again, after the
 * commit.
 */
export async function inOneTransaction<D extends SharedChange, T>(deps: D, work: (deps: D) => Promise<T>): Promise<T> {
  let committed: (() => unknown)[] = []
  const done = await deps.db.transaction((tx) => {
    committed = []
    return work({
      ...deps,
      db: withinTransaction(deps.db, tx),
      wake: () => {},
      afterCommit: async (then: () => unknown) => {
        committed.push(then)
      },
    })
  })
  deps.wake()
  // What is done stays done: other processes take it over within seconds, and so does this one if that fails now.
  await Promise.allSettled(committed.map((then) => deps.afterCommit(then)))
  return done
}

/**
 * Records that someone tried what they may not do. It is not sent to the webhook. Trying costs nothing, so the refusals
 * of an hour are one event for each actor, organization, action and reason, with a `count`: they cannot bury other
 * events.
 */
export async function recordRefusal(
  deps: EventSource & { db: Database },
  actor: Actor,
  refusal: Refusal,
  reason: string,
): Promise<void> {
  const { action, organizationId = '' } = refusal
  const key = `refused:${actor.kind}:${actor.id}:${organizationId}:${action}:${reason}`
  const { count, resetAt } = await incrementCounter(deps.db, key, hour, deps.now())
  const event = eventOf(deps, actor, refusal)
  await putObservation(deps.db, {
    ...event,
    id: idOnce(new Date(resetAt.getTime() - hour), 'refusal', key),
    result: 'refused',
    detail: { ...event.detail, reason, ...(count > 1 ? { count } : {}) },
  })
}

/** A page of events, newest first, and the cursor of the next page. */
export async function listEvents(
  deps: { db: Database },
  { organizationId, before, limit }: { organizationId: string | null; before: string | null; limit: number },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const events = await findEvents(deps.db, { organizationId, before, limit: limit + 1 })
  const more = events.length > limit
  const shown = events.slice(0, limit)
  return { events: shown, next: more ? (shown.at(-1)?.id ?? null) : null }
}
