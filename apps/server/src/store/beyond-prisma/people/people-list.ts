import { flag, type SqlStore, type SqlValue, time } from '../../connections/sql.ts'
import type { UserAccountRow } from '../../generated/rows.ts'
import { byDate, dateOf, dateOrders, isDateOrder, type ListPosition } from '../date-order.ts'
import { folded } from '../prefix.ts'
import { matchesOf } from './user-search.ts'

/** By the date of the account, by family name, or by the last sign-in, the latest first. */
export const peopleOrders = [...dateOrders, 'name', 'last-sign-in'] as const
export type PeopleOrder = (typeof peopleOrders)[number]

/** The filter of a list of people. An absent member admits everybody. */
export interface PeopleFilter {
  /** How an address, its domain or a name begins, or a whole id. */
  query?: string
  /** Whether the text may be meant as an address. Default: true. */
  addresses?: boolean
  disabled?: boolean
  organizationId?: string
  /** They signed in at this time or later. */
  signedInSince?: Date
  /** Their last sign-in was before this time. */
  signedInBefore?: Date
  /** No sign-in of theirs is recorded. */
  neverSignedIn?: true
}

/** Rows of an index that a page looks at, at most: a filter that admits almost nobody must not read on to the end. */
const scanLimit = 1000

/** `family given`; accounts without a name come last. The index `user_account_by_name` is built on this expression. */
const sortName = folded(`COALESCE("family_name" || ' ' || "given_name", "family_name", "given_name", '~')`)

/** What the rows are read from: an index in the order of the list, or the few people whom a text may mean. */
interface Source {
  from: string
  /** The column of the person's id. */
  id: string
  /** The column that `newest` and `oldest` go by. */
  date: string
  order: PeopleOrder
  /** The filters that the source itself answers, by an index. */
  where: readonly (keyof PeopleFilter)[]
}

/**
 * What narrows a list most may have the order of its index only: that of sign-ins, or of a date. Members of an organization
 * go by the date at which they joined, since no index has the members of one by the age of their accounts.
 */
function sourceOf(filter: PeopleFilter, order: PeopleOrder, matches: string | null): Source {
  const everybody = { from: 'user_account u', id: 'u.id', date: 'u.created_at' }
  const dateOrder = isDateOrder(order) ? order : 'newest'
  if (matches !== null)
    return {
      from: `(${matches}) AS found JOIN user_account u ON u.id = found.user_id`,
      id: 'u.id',
      date: 'u.created_at',
      order,
      where: ['organizationId', 'disabled', 'signedInSince', 'signedInBefore', 'neverSignedIn'],
    }
  if (filter.organizationId)
    return {
      from: 'membership m JOIN user_account u ON u.id = m.user_id',
      id: 'm.user_id',
      date: 'm.created_at',
      order: dateOrder,
      where: ['organizationId'],
    }
  if (filter.signedInSince || filter.signedInBefore)
    return { ...everybody, order: 'last-sign-in', where: ['signedInSince', 'signedInBefore'] }
  if (filter.neverSignedIn) return { ...everybody, order: dateOrder, where: ['neverSignedIn'] }
  if (filter.disabled) return { ...everybody, order: dateOrder, where: ['disabled'] }
  return { ...everybody, order, where: [] }
}

/** The order in which a list is shown, whatever was asked for. */
export const orderOf = (filter: PeopleFilter, order: PeopleOrder): PeopleOrder =>
  sourceOf(filter, order, filter.query ? '' : null).order

type AddParameter = (value: SqlValue) => string

/** The condition of each filter. */
const conditions: {
  [Name in keyof PeopleFilter]-?: (filter: PeopleFilter, add: AddParameter, source: Source) => string | null
} = {
  query: () => null,
  addresses: () => null,
  disabled: ({ disabled }) => (disabled === undefined ? null : `u.disabled_at IS ${disabled ? 'NOT ' : ''}NULL`),
  organizationId: ({ organizationId }, add, { from }) => {
    if (!organizationId) return null
    return from.startsWith('membership')
      ? `m.organization_id = ${add(organizationId)}`
      : `EXISTS (SELECT 1 FROM membership o WHERE o.user_id = u.id AND o.organization_id = ${add(organizationId)})`
  },
  signedInSince: ({ signedInSince }, add) => (signedInSince ? `u.last_sign_in_at >= ${add(signedInSince)}` : null),
  signedInBefore: ({ signedInBefore }, add) => (signedInBefore ? `u.last_sign_in_at < ${add(signedInBefore)}` : null),
  neverSignedIn: ({ neverSignedIn }) => (neverSignedIn ? 'u.last_sign_in_at IS NULL' : null),
}

type ListRow = Pick<UserAccountRow, 'id' | 'last_sign_in_at'> & { dated: unknown; name: string; admitted: unknown }

/**
 * A page of the ids of people, and where the next one begins. A page may be shorter than `limit`, and even empty, while
 * there is a next one: it looks at `scanLimit` rows of an index, however few of them the filter admits.
 */
export async function findPeoplePage(
  { sql }: SqlStore,
  filter: PeopleFilter,
  { order, after, limit }: { order: PeopleOrder; after: ListPosition | null; limit: number },
): Promise<{ ids: string[]; next: ListPosition | null }> {
  const params: SqlValue[] = []
  const add: AddParameter = (value) => `$${params.push(value)}`
  const matches = filter.query ? matchesOf(filter.query, 1, filter) : null
  params.push(...(matches?.params ?? []))
  const source = sourceOf(filter, order, matches?.statement ?? null)
  const conditionOf = (name: keyof PeopleFilter) => conditions[name](filter, add, source)
  const rest = (Object.keys(conditions) as (keyof PeopleFilter)[])
    .filter((name) => !source.where.includes(name))
    .map(conditionOf)
    .filter((condition) => condition !== null)
  const where = [...source.where.map(conditionOf), ...boundsOf(source, after, add)].filter(
    (condition) => condition !== null,
  )
  const scanned = rest.length > 0 ? Math.max(scanLimit, limit + 1) : limit + 1
  const rows = await sql.read<ListRow>(
    `SELECT u.id, ${source.date} AS dated, u.last_sign_in_at, ${sortName} AS name, ${rest.length > 0 ? `(${rest.join(' AND ')})` : '1 = 1'} AS admitted
     FROM ${source.from}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}
     ORDER BY ${orderBy(source)} LIMIT ${Number(scanned)}`,
    params,
  )
  const admitted = rows.filter((row) => flag(row.admitted))
  const shown = admitted.slice(0, limit)
  const last = admitted.length > limit ? shown.at(-1) : rows.length === scanned ? rows.at(-1) : undefined
  return { ids: shown.map(({ id }) => id), next: last ? positionOf(source, last) : null }
}

const orderBy = ({ order, id, date }: Source): string => {
  if (isDateOrder(order)) return byDate(order, date, id).orderBy
  return order === 'name' ? `${sortName}, ${id}` : `u.last_sign_in_at DESC, ${id} DESC`
}

/**
 * The rows of the order that come after a position. A person who never signed in has no place in the order of sign-ins.
 */
function boundsOf({ order, id, date }: Source, after: ListPosition | null, add: AddParameter): string[] {
  if (order === 'name') return after ? [`(${sortName}, ${id}) > (${add(String(after.key))}, ${add(after.id)})`] : []
  const known = order === 'last-sign-in' ? ['u.last_sign_in_at IS NOT NULL'] : []
  if (!after) return known
  const dated = isDateOrder(order) ? byDate(order, date, id) : byDate('newest', 'u.last_sign_in_at', id)
  return [...known, dated.after(add(dateOf(after.key)), add(after.id))]
}

const positionOf = ({ order }: Source, row: ListRow): ListPosition => ({
  id: row.id,
  key: order === 'name' ? row.name : time(isDateOrder(order) ? row.dated : row.last_sign_in_at).getTime(),
})
