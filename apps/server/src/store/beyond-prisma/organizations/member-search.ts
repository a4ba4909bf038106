import { fullName as nameOf } from '../../../oidc/person-names.ts'
import type { SqlStore, SqlValue } from '../../connections/sql.ts'
import type { EmailRow, MembershipRow, UserAccountRow } from '../../generated/rows.ts'
import { roleIdsOf } from '../../hot/held-roles.ts'
import { byDate, type DateOrder, dateOf, isDateOrder } from '../date-order.ts'
import { hasValues, type WantedValue } from '../fields.ts'
import { foldedPhrases } from '../people/search-terms.ts'
import { meant } from '../people/user-search.ts'
import { folded } from '../prefix.ts'

/** The filter of a list of members. */
interface MemberFilter {
  /** Words of a name or, with `addresses`, of an address (store/beyond-prisma/people/search-terms.ts). */
  query?: string
  /** The addresses of members may be searched too. */
  addresses?: boolean
  teamId?: string
  /** Owner, admin or member, or the key of another role that they hold, by themselves or by a team. */
  role?: string
  /** Values of fields that they have in this organization. */
  fields?: readonly WantedValue[]
}

const builtInRoles = ['owner', 'admin', 'member']

/** The orders of a list of members. By default, in that of their ids. */
export type MemberOrder = 'name' | DateOrder | 'role'

export interface SortedMemberPage extends MemberFilter {
  order: MemberOrder
  /** The position of the last member of the page before. */
  position: MemberPosition | null
  limit: number
}

/** Where a member stands in an order: the value that is sorted by, and the id. */
export type MemberPosition = readonly [value: string, userId: string]

export interface MemberPage extends MemberFilter {
  /** The id of the last member of the page before. */
  after?: string | null
  limit: number
}

const fullName = folded(`(COALESCE(u.given_name, '') || ' ' || COALESCE(u.family_name, ''))`)

/** The condition of a filter. It looks at the members of one organization and at nobody else. */
function conditionOf(
  organizationId: string,
  { query, addresses = false, teamId, role, fields = [] }: MemberFilter,
): [string, SqlValue[]] {
  const params: SqlValue[] = [organizationId]
  const conditions = ['m.organization_id = $1']
  if (teamId) {
    params.push(teamId)
    conditions.push(
      `EXISTS (SELECT 1 FROM team_membership t WHERE t.user_id = m.user_id AND t.team_id = $${params.length})`,
    )
  }
  if (role && builtInRoles.includes(role)) {
    params.push(`% ${role} %`)
    conditions.push(`(' ' || m.roles || ' ') LIKE $${params.length}`)
  } else if (role) {
    params.push(role)
    conditions.push(
      `EXISTS (SELECT 1 FROM role r WHERE r.organization_id IN ($1, '') AND r.key = $${params.length}
         AND r.id IN (${roleIdsOf({ user: 'm.user_id', organization: '$1' })}))`,
    )
  }
  if (fields.length > 0) {
    const values = hasValues(fields, { subject: 'm.user_id', scope: 'm.organization_id', first: params.length + 1 })
    params.push(...values.params)
    conditions.push(values.condition)
  }
  if (query) {
    const text = meant(foldedPhrases(query), { addresses, first: params.length + 1 })
    params.push(...text.params)
    conditions.push(`EXISTS (SELECT 1 FROM person_search s WHERE s.user_id = m.user_id AND ${text.condition})`)
  }
  return [conditions.join(' AND '), params]
}

const from = 'FROM membership m JOIN user_account u ON u.id = m.user_id'

export async function countMembers(
  { sql }: SqlStore,
  organizationId: string,
  filter: MemberFilter = {},
): Promise<number> {
  const [condition, params] = conditionOf(organizationId, filter)
  const [row] = await sql.read(`SELECT COUNT(*) AS members ${from} WHERE ${condition}`, params)
  return Number(row?.members ?? 0)
}

/** The ids of members of an organization after a cursor. */
export async function searchMembers(
  { sql }: SqlStore,
  organizationId: string,
  { after = null, limit, ...filter }: MemberPage,
): Promise<string[]> {
  const [condition, params] = conditionOf(organizationId, filter)
  const rows = await sql.read<Pick<MembershipRow, 'user_id'>>(
    `SELECT m.user_id ${from} WHERE ${condition} AND m.user_id > $${params.length + 1}
     ORDER BY m.user_id LIMIT $${params.length + 2}`,
    [...params, after ?? '', limit],
  )
  return rows.map((row) => row.user_id)
}

const rank = `CASE WHEN m.roles LIKE '%owner%' THEN '0' WHEN m.roles LIKE '%admin%' THEN '1' ELSE '2' END`

const sortedBy = { name: fullName, role: `(${rank} || ${fullName})` }

/**
 * Members of an organization in an order, with their positions in it. By the date at which they joined, it reads an index;
 * otherwise it sorts the members of this organization.
 */
export async function sortMembers(
  { sql }: SqlStore,
  organizationId: string,
  { order, position, limit, ...filter }: SortedMemberPage,
): Promise<MemberPosition[]> {
  const date = isDateOrder(order)
  const by = date ? 'm.created_at' : sortedBy[order]
  const { orderBy, after } = byDate(date ? order : 'oldest', by, 'm.user_id')
  const [condition, params] = conditionOf(organizationId, filter)
  const beyond = position ? ` AND ${after(`$${params.length + 1}`, `$${params.length + 2}`)}` : ''
  const values: SqlValue[] = position ? [date ? dateOf(position[0]) : position[0], position[1]] : []
  const rows = await sql.read<Pick<MembershipRow, 'user_id'> & { value: string | Date }>(
    `SELECT m.user_id, ${by} AS value ${from} WHERE ${condition}${beyond}
     ORDER BY ${orderBy} LIMIT $${params.length + values.length + 1}`,
    [...params, ...values, limit],
  )
  return rows.map(({ user_id: userId, value }) => [
    value instanceof Date ? String(value.getTime()) : String(value),
    userId,
  ])
}

/** More owners, or admins, than any organization should have: all of them are told what is theirs to know. */
export const mostOwners = 500

/** Owners and admins with their mailbox and language, the oldest accounts first. */
export async function findManagers(
  { sql }: SqlStore,
  organizationId: string,
  limit: number,
): Promise<{ email: string; locale: string | null }[]> {
  const rows = await sql.read<Pick<EmailRow, 'address'> & Pick<UserAccountRow, 'locale'>>(
    `SELECT e.address, u.locale ${from} JOIN email e ON e.user_id = m.user_id AND e.is_primary = $2
     WHERE m.organization_id = $1 AND u.disabled_at IS NULL AND (m.roles LIKE '%owner%' OR m.roles LIKE '%admin%')
     ORDER BY CASE WHEN m.roles LIKE '%owner%' THEN 0 ELSE 1 END, m.user_id LIMIT $3`,
    [organizationId, true, limit],
  )
  return rows.map((row) => ({ email: row.address, locale: row.locale }))
}

/** How many owners and admins an organization has. Counting ends at `limit`. */
export async function countManagers({ sql }: SqlStore, organizationId: string, limit: number): Promise<number> {
  const [row] = await sql.read(
    `SELECT count(*) AS n FROM (SELECT m.user_id ${from}
       WHERE m.organization_id = $1 AND u.disabled_at IS NULL AND (m.roles LIKE '%owner%' OR m.roles LIKE '%admin%')
       LIMIT $2) found`,
    [organizationId, limit],
  )
  return Number(row?.n ?? 0)
}

/** The owners alone: all of them, unless only some are to be named. */
export async function findOwners(
  { sql }: SqlStore,
  organizationId: string,
  limit = mostOwners,
): Promise<{ userId: string; address: string; locale: string | null; name: string | null }[]> {
  const rows = await sql.read<
    Pick<EmailRow, 'address' | 'user_id'> & Pick<UserAccountRow, 'locale' | 'given_name' | 'family_name'>
  >(
    `SELECT e.address, e.user_id, u.locale, u.given_name, u.family_name ${from} JOIN email e ON e.user_id = m.user_id AND e.is_primary = $2
     WHERE m.organization_id = $1 AND u.disabled_at IS NULL AND m.roles LIKE '%owner%' ORDER BY m.user_id LIMIT $3`,
    [organizationId, true, limit],
  )
  return rows.map((row) => ({
    userId: row.user_id,
    address: row.address,
    locale: row.locale,
    name: nameOf({ givenName: row.given_name, familyName: row.family_name, locale: row.locale }),
  }))
}
