import { type SqlStore, type SqlValue, time } from '../../connections/sql.ts'
import { byDate, type DateOrder, dateOf, type ListPosition } from '../date-order.ts'
import { begins, folded, matchLimit, range } from '../prefix.ts'

/**
 * The positions of the people who are wanted, in the order of a date. Each way begins with what narrows most. Members of an
 * organization go by the date at which they joined, everybody else by that of the account.
 */
export async function searchUsers(
  { sql }: SqlStore,
  { order, after, limit, ...wanted }: UserSearch,
): Promise<ListPosition[]> {
  const { from, date, id, where, params } = sourceOf(wanted)
  const { orderBy, after: condition } = byDate(order, date, id)
  const begin = after ? [condition(`$${params.length + 1}`, `$${params.length + 2}`)] : []
  const conditions = [...where, ...begin].join(' AND ')
  const rows = await sql.read<{ id: string; dated: unknown }>(
    `SELECT ${id} AS id, ${date} AS dated FROM ${from}${conditions && ` WHERE ${conditions}`}
     ORDER BY ${orderBy} LIMIT ${Number(limit)}`,
    [...params, ...(after ? [dateOf(after.key), after.id] : [])],
  )
  return rows.map((row) => ({ id: row.id, key: time(row.dated).getTime() }))
}

interface Source {
  from: string
  date: string
  id: string
  where: string[]
  params: SqlValue[]
}

function sourceOf({ email, query, organizationId }: Pick<UserSearch, 'email' | 'query' | 'organizationId'>): Source {
  const account = { date: 'u.created_at', id: 'u.id' }
  const join = (rows: string) => `${rows} JOIN user_account u ON u.id = `
  if (organizationId)
    return {
      ...{ from: `${join('membership m')}m.user_id`, date: 'm.created_at', id: 'm.user_id' },
      where: ['m.organization_id = $1', ...(email ? [hasAddress] : query ? [isMeant] : [])],
      params: [organizationId, ...(email ? [email] : query ? [...range(query), query] : [])],
    }
  if (email) return { ...account, from: `${join('email e')}e.user_id`, where: ['e.address = $1'], params: [email] }
  if (!query) return { ...account, from: 'user_account u', where: [], params: [] }
  const { statement, params } = matchesOf(query, 1)
  return { ...account, from: `${join(`(${statement}) AS found`)}found.user_id`, where: [], params }
}

const hasAddress = 'EXISTS (SELECT 1 FROM email e WHERE e.user_id = m.user_id AND e.address = $2)'
/** Of a member: how an address, its domain or a name begins, or the whole id. */
const isMeant = `(EXISTS (SELECT 1 FROM email e WHERE e.user_id = m.user_id AND (${begins('e.address', 2)} OR ${begins('e.domain', 2)}))
  OR ${begins(folded('u.given_name'), 2)} OR ${begins(folded('u.family_name'), 2)}
  OR ${begins(folded(`(u.given_name || ' ' || u.family_name)`), 2)} OR u.id = $4)`

/**
 * A statement for the ids of the people whom a text may mean, at most `matchLimit` for each way that it may be meant, and
 * its parameters, the first of which has the number `first`. `addresses`: a text may be meant as an address.
 */
export function matchesOf(
  query: string,
  first: number,
  { addresses = true }: { addresses?: boolean } = {},
): { statement: string; params: SqlValue[] } {
  const params: SqlValue[] = []
  const ways = waysOf(query, addresses).map(({ table, id, column, where, text: start }, index) => {
    const from = first + params.push(...range(start)) - 2
    const order = column.startsWith('lower(') ? column : `${column} COLLATE "BINARY"`
    const way = `SELECT ${id} AS user_id FROM ${table} WHERE ${where}${begins(column, from)} ORDER BY ${order} LIMIT ${matchLimit}`
    return `SELECT user_id FROM (${way}) AS way${index}`
  })
  const id = first + params.push(query) - 1
  return {
    statement: [...ways, `SELECT id AS user_id FROM user_account WHERE id = $${id}`].join(' UNION '),
    params,
  }
}

/**
 * The ways in which a text may be meant: how an address, its domain, a given or a family name begins, and, of two words
 * or more, how a whole name begins, the family name first or last.
 */
function waysOf(query: string, addresses: boolean) {
  const email = { table: 'email', id: 'user_id', where: '' }
  const account = { table: 'user_account', id: 'id' }
  const given = { ...account, column: folded('given_name'), where: 'given_name IS NOT NULL AND ' }
  const family = { ...account, column: folded('family_name'), where: 'family_name IS NOT NULL AND ' }
  const whole = {
    ...account,
    column: folded(`(given_name || ' ' || family_name)`),
    where: 'given_name IS NOT NULL AND family_name IS NOT NULL AND ',
  }
  const domain = query.startsWith('@') ? query.slice(1) : query
  const words = query.trim().split(/\s+/)
  const turned = [words.at(-1), ...words.slice(0, -1)].join(' ')
  return [
    ...(addresses ? [{ ...email, column: 'address', text: query }] : []),
    ...(addresses && /^[^@\s]+$/.test(domain) ? [{ ...email, column: 'domain', text: domain }] : []),
    { ...given, text: query },
    { ...family, text: query },
    ...(words.length > 1
      ? [
          { ...whole, text: words.join(' ') },
          { ...whole, text: turned },
        ]
      : []),
  ]
}

export interface UserSearch {
  order: DateOrder
  after: ListPosition | null
  limit: number
  email?: string
  query?: string
  organizationId?: string | null
}
