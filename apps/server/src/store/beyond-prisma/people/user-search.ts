import { type SqlStore, type SqlValue, time } from '../../connections/sql.ts'
import { byDate, type DateOrder, dateOf, type ListPosition } from '../date-order.ts'
import { findSubjects, hasValues, type WantedValue } from '../fields.ts'
import { matchLimit, range } from '../prefix.ts'
import { foldedPhrases, isWholeTerm, shortestMiddle, type TermKind, termOf } from './search-terms.ts'

/**
 * The positions of the people who are wanted, in the order of a date. Each way begins with what narrows most. Members of an
 * organization go by the date at which they joined, everybody else by that of the account.
 */
export async function searchUsers(
  { sql }: SqlStore,
  { order, after, limit, fields = [], ...wanted }: UserSearch,
): Promise<ListPosition[]> {
  const [first, ...others] = fields
  // Ids begin with the time of the account, and the index has them in their order.
  if (first && !wanted.email && !wanted.query && !wanted.organizationId) {
    const page = { after: after?.id ?? null, newestFirst: order === 'newest', limit }
    return (await findSubjects({ sql }, [first, ...others], page)).map((id) => ({ id, key: 0 }))
  }
  const source = sourceOf(wanted)
  const { from, date, id } = source
  const more = hasValues(fields, { subject: id, scope: "''", first: source.params.length + 1 })
  const where = more.condition ? [...source.where, more.condition] : source.where
  const params = [...source.params, ...more.params]
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
  if (organizationId) {
    const words = query ? membersMeant(query) : null
    return {
      from: `${join('membership m')}m.user_id${words?.join ?? ''}`,
      ...{ date: 'm.created_at', id: 'm.user_id' },
      where: ['m.organization_id = $1', ...(email ? [hasAddress] : (words?.where ?? []))],
      params: [organizationId, ...(email ? [email] : (words?.params ?? []))],
    }
  }
  if (email) return { ...account, from: `${join('email e')}e.user_id`, where: ['e.address = $1'], params: [email] }
  if (!query) return { ...account, from: 'user_account u', where: [], params: [] }
  const { statement, params } = matchesOf(query, 1)
  return { ...account, from: `${join(`(${statement}) AS found`)}found.user_id`, where: [], params }
}

const hasAddress = 'EXISTS (SELECT 1 FROM email e WHERE e.user_id = m.user_id AND e.address = $2)'
/** Of a member: each of the phrases, or the whole id. */
function membersMeant(query: string) {
  const { condition, params } = meant(foldedPhrases(query), { addresses: true, first: 3 })
  return {
    join: ' LEFT JOIN person_search s ON s.user_id = m.user_id',
    where: [`(u.id = $2 OR (${condition}))`],
    params: [query, ...params],
  }
}

/**
 * A condition that holds for whom all of these phrases may mean: each begins with a word of theirs or, if its first word has
 * three characters, anywhere in one. It compares the people one by one: only where few rows are left to look at. `s` is
 * their `person_search`.
 */
export function meant(
  phrases: readonly (readonly string[])[],
  { addresses, first }: { addresses: boolean; first: number },
): { condition: string; params: SqlValue[] } {
  const params = phrases.map((words) => `${isMiddle(words[0] ?? '') ? '%' : '% '}${words.join(' ')}%`)
  const conditions = params.map((_, index) => {
    const name = `s.names LIKE $${first + index}`
    return addresses ? `(${name} OR s.addresses LIKE $${first + index})` : name
  })
  // A text without a word means nobody.
  return { condition: conditions.join(' AND ') || '1 = 0', params }
}

const isMiddle = (word: string): boolean => [...word].length >= shortestMiddle

/** Rows of the index that are looked at for a word whose fellows are compared one by one. */
const compareLimit = 5 * matchLimit

/**
 * A statement for the ids of the people whom a text may mean, at most `matchLimit` for each way that it may be meant, and
 * its parameters, the first of which has the number `first`. `addresses`: addresses are searched too.
 */
export function matchesOf(
  query: string,
  first: number,
  { addresses = true }: { addresses?: boolean } = {},
): { statement: string; params: SqlValue[] } {
  const phrases = foldedPhrases(query)
  const words = phrases.flat()
  const text = words.join(' ').replace(/^@ /, '')
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const whole = words.length > 0 && isWholeTerm(text)
  // Of several words, others may stand between them; and a middle says nothing about where it is from.
  const beginnings: TermKind[] = addresses ? ['name', 'address'] : ['name']
  const others: TermKind[] = [
    ...(isMiddle(longest) ? (['middle'] as const) : []),
    ...(words.length > 1 || !whole ? beginnings : []),
  ]
  const compared = words.length > 1 || !whole || !addresses
  const comparison = compared && others.length > 0 ? meant(phrases, { addresses, first }) : null
  const params = comparison?.params ?? []
  const add = (value: SqlValue) => `$${first + params.push(value) - 1}`
  const found = (kind: TermKind, start: string, limit: number) => {
    const [from, to] = range(termOf(kind, start))
    return `SELECT person FROM person_term WHERE term >= ${add(from)} AND term < ${add(to)} ORDER BY term LIMIT ${limit}`
  }
  const ways = [
    `SELECT id AS user_id FROM user_account WHERE id = ${add(query)}`,
    ...(whole ? [people(beginnings.map((kind) => found(kind, text, matchLimit)))] : []),
    ...(words.length > 0 && others.length > 0
      ? [
          people(
            others.map((kind) => found(kind, longest, compared ? compareLimit : matchLimit)),
            comparison?.condition,
          ),
        ]
      : []),
  ]
  return { statement: ways.map((way, index) => `SELECT user_id FROM (${way}) AS way${index}`).join(' UNION '), params }
}

/** The people whose numbers some statements find in the index, if the condition holds for them. */
const people = (statements: readonly string[], condition?: string): string =>
  `SELECT s.user_id FROM (${statements.map((found, index) => `SELECT person FROM (${found}) AS way${index}`).join(' UNION ')}) AS found
   JOIN person_search s ON s.number = found.person${condition ? ` WHERE ${condition}` : ''} LIMIT ${2 * matchLimit}`

export interface UserSearch {
  order: DateOrder
  after: ListPosition | null
  limit: number
  email?: string
  query?: string
  organizationId?: string | null
  /** Values of fields that they have. */
  fields?: readonly WantedValue[]
}
