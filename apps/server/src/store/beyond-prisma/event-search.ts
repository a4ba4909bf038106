import { afterAllIds, firstIdAt, type TimeSpan } from '../../crypto/random.ts'
import type { SqlStore, SqlValue } from '../connections/sql.ts'
import { type AuditEventRow, auditEventColumns } from '../generated/rows.ts'
import { type AuditEvent, toEvent } from '../hot/audit-events.ts'

/** The filter of a search for events. Every given member has to match. */
export interface EventSearch {
  organizationId?: string
  actorId?: string
  targetId?: string
  actions?: readonly string[]
  result?: AuditEvent['result']
  /** From this time on. */
  from?: Date
  /** Before this time. */
  until?: Date
}

export interface FoundEvents {
  /** The newest first. */
  events: AuditEvent[]
  /** Where the next page begins. Null after the last one. */
  next: string | null
}

/** A page looks at this many events at most. Where few of them match, the page is short, and the next one goes on. */
export const scanLimit = 5000

/**
 * A page of events before a cursor. Of the filters, the one that leaves the fewest events is asked by its index, and the
 * others of what it finds. Ids begin with the time, so a span of time is a range of ids.
 */
export async function searchEvents(
  store: SqlStore,
  search: EventSearch,
  { before, limit }: { before: string | null; limit: number },
): Promise<FoundEvents> {
  const end = search.until ? firstIdAt(search.until) : afterAllIds
  const range: IdRange = {
    from: search.from ? firstIdAt(search.from) : '',
    before: before !== null && before < end ? before : end,
  }
  const { indexed, others } = conditionsOf(search)
  if (others.length > 0) return scan(store, indexed, others, range, limit)
  const isGroup = indexed?.column === 'action' && indexed.values.length !== 1
  const found = isGroup
    ? readEachAction(store, indexed.values, range, limit + 1)
    : read(store, indexed, range, limit + 1)
  return pageOf(await found, limit)
}

interface IdRange {
  from: string
  before: string
}

interface Condition {
  column: 'actor_id' | 'target_id' | 'organization_id' | 'action' | 'result'
  values: readonly string[]
}

/** The filter that is asked by its index, since it usually leaves the fewest events, and the others. */
function conditionsOf(search: EventSearch): { indexed: Condition | null; others: readonly Condition[] } {
  const { actorId, targetId, organizationId, actions, result } = search
  const condition = (column: Condition['column'], value: string | undefined): Condition[] =>
    value === undefined ? [] : [{ column, values: [value] }]
  const action: Condition[] = actions ? [{ column: 'action', values: actions }] : []
  const isGroup = actions !== undefined && actions.length !== 1
  const selective = [
    ...condition('actor_id', actorId),
    ...condition('target_id', targetId),
    ...(isGroup ? [] : action),
    ...(result === 'refused' ? condition('result', result) : []),
    ...condition('organization_id', organizationId),
  ]
  // A group of actions has an index only without other filters. The result `done` has no index.
  const rest = [...(isGroup ? action : []), ...(result === 'ok' ? condition('result', result) : [])]
  if (selective.length === 0 && isGroup && rest.length === 1) return { indexed: action[0] ?? null, others: [] }
  return { indexed: selective[0] ?? null, others: [...selective.slice(1), ...rest] }
}

/** The text of conditions, whose values are added to the parameters. */
function textOf(conditions: readonly Condition[], params: SqlValue[]): string[] {
  return conditions.map(({ column, values }) => {
    // As a literal, since the index of what was refused is of these rows alone.
    if (column === 'result') return values[0] === 'refused' ? "result = 'refused'" : "result = 'ok'"
    const places = values.map((value) => `$${params.push(value)}`)
    return places.length === 1 ? `${column} = ${places[0]}` : `${column} IN (${places.join(', ')})`
  })
}

function statement(indexed: Condition | null, { from, before }: IdRange, params: SqlValue[]): string {
  const conditions = indexed ? textOf([indexed], params) : []
  const where = [...conditions, `id < $${params.push(before)}`, `id >= $${params.push(from)}`]
  return `SELECT ${auditEventColumns} FROM audit_event WHERE ${where.join(' AND ')} ORDER BY id DESC`
}

async function read(
  { sql }: SqlStore,
  indexed: Condition | null,
  range: IdRange,
  limit: number,
): Promise<AuditEvent[]> {
  const params: SqlValue[] = []
  const text = `${statement(indexed, range, params)} LIMIT ${Number(limit)}`
  return (await sql.read<AuditEventRow>(text, params)).map(toEvent)
}

/** A page for each action, and of these the newest: an index has no order over several actions. */
async function readEachAction(
  { sql }: SqlStore,
  actions: readonly string[],
  range: IdRange,
  limit: number,
): Promise<AuditEvent[]> {
  if (actions.length === 0) return []
  const params: SqlValue[] = []
  const ways = actions.map((action) => {
    const way = statement({ column: 'action', values: [action] }, range, params)
    return `SELECT * FROM (${way} LIMIT ${Number(limit)}) AS found`
  })
  const text = `SELECT * FROM (${ways.join(' UNION ALL ')}) AS found ORDER BY id DESC LIMIT ${Number(limit)}`
  return (await sql.read<AuditEventRow>(text, params)).map(toEvent)
}

/** Looks through the events that the index finds for those that meet the other conditions too. */
async function scan(
  { sql }: SqlStore,
  indexed: Condition | null,
  others: readonly Condition[],
  range: IdRange,
  limit: number,
): Promise<FoundEvents> {
  const params: SqlValue[] = []
  const scanned = `${statement(indexed, range, params)} LIMIT ${scanLimit}`
  const text = `SELECT * FROM (${scanned}) AS found WHERE ${textOf(others, params).join(' AND ')} ORDER BY id DESC LIMIT ${Number(limit) + 1}`
  const page = pageOf((await sql.read<AuditEventRow>(text, params)).map(toEvent), limit)
  if (page.next !== null) return page
  const lastParams: SqlValue[] = []
  const last = `${statement(indexed, range, lastParams)} LIMIT 1 OFFSET ${scanLimit - 1}`
  const [end] = await sql.read<Pick<AuditEventRow, 'id'>>(last, lastParams)
  return { events: page.events, next: end?.id ?? null }
}

const pageOf = (events: AuditEvent[], limit: number): FoundEvents => ({
  events: events.slice(0, limit),
  next: events.length > limit ? (events[limit - 1]?.id ?? null) : null,
})

/** How many events of these actions there were in a span of time, by the index of actions. Counting ends at `limit` for each. */
export async function countEvents(
  { sql }: SqlStore,
  actions: readonly string[],
  { from, until }: TimeSpan,
  limit: number,
): Promise<number> {
  const counts = actions.map(
    (_, index) =>
      `SELECT count(*) AS n FROM (SELECT id FROM audit_event WHERE action = $${index + 4} AND id >= $1 AND id < $2 LIMIT $3) found`,
  )
  const rows = await sql.read(counts.join(' UNION ALL '), [firstIdAt(from), firstIdAt(until), limit, ...actions])
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}
