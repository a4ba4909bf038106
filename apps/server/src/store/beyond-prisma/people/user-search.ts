import type { SqlStore, SqlValue } from '../../connections/sql.ts'
import type { EmailRow } from '../../generated/rows.ts'
import { begins, folded, matchLimit, range } from '../prefix.ts'

/** The ids of the people who are wanted, or null for everybody. Each way begins with what narrows most. */
export async function searchUsers(
  { sql }: SqlStore,
  { after, limit, email, query, organizationId }: UserSearch,
): Promise<string[] | null> {
  const asked = async (statement: string, params: SqlValue[]) =>
    (await sql.read<Pick<EmailRow, 'user_id'>>(`${statement} LIMIT ${Number(limit)}`, params)).map((row) => row.user_id)
  const cursor = after ?? ''
  if (organizationId) {
    const filters: string[] = []
    const params: SqlValue[] = [organizationId, cursor]
    if (email) {
      filters.push('EXISTS (SELECT 1 FROM email e WHERE e.user_id = m.user_id AND e.address = $3)')
      params.push(email)
    } else if (query) {
      filters.push(
        `(EXISTS (SELECT 1 FROM email e WHERE e.user_id = m.user_id AND (${begins('e.address', 3)} OR ${begins('e.domain', 3)}))
          OR ${begins(folded('u.given_name'), 3)} OR ${begins(folded('u.family_name'), 3)}
          OR ${begins(folded(`(u.given_name || ' ' || u.family_name)`), 3)} OR u.id = $5)`,
      )
      params.push(...range(query), query)
    }
    return asked(
      `SELECT m.user_id FROM membership m JOIN user_account u ON u.id = m.user_id
       WHERE ${['m.organization_id = $1', 'm.user_id > $2', ...filters].join(' AND ')} ORDER BY m.user_id`,
      params,
    )
  }
  if (email) return asked('SELECT user_id FROM email WHERE address = $1 AND user_id > $2', [email, cursor])
  if (!query) return null
  const { statement, params } = matchesOf(query, 1)
  return asked(`SELECT user_id FROM (${statement}) AS found WHERE user_id > $${params.length + 1} ORDER BY user_id`, [
    ...params,
    cursor,
  ])
}

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
  after: string | null
  limit: number
  email?: string
  query?: string
  organizationId?: string | null
}
