import type { SqlStore, SqlValue } from '../../connections/sql.ts'
import type { EmailRow, MembershipRow, UserAccountRow } from '../../generated/rows.ts'
import { folded, holds, pattern } from '../prefix.ts'

/** Which members of an organization are wanted. */
export interface MemberFilter {
  /** A part of a name or, with `addresses`, of an address. */
  query?: string
  /** The addresses of members may be searched too. */
  addresses?: boolean
  teamId?: string
}

export interface MemberPage extends MemberFilter {
  /** The id of the last member of the page before. */
  after?: string | null
  limit: number
}

const fullName = folded(`(COALESCE(u.given_name, '') || ' ' || COALESCE(u.family_name, ''))`)

/** The condition of a filter. It looks at the members of one organization and at nobody else. */
function conditionOf(organizationId: string, { query, addresses, teamId }: MemberFilter): [string, SqlValue[]] {
  const params: SqlValue[] = [organizationId]
  const conditions = ['m.organization_id = $1']
  if (teamId) {
    params.push(teamId)
    conditions.push(
      `EXISTS (SELECT 1 FROM team_membership t WHERE t.user_id = m.user_id AND t.team_id = $${params.length})`,
    )
  }
  if (query) {
    params.push(pattern(query))
    const name = holds(fullName, params.length)
    const address = `EXISTS (SELECT 1 FROM email e WHERE e.user_id = m.user_id AND ${holds('e.address', params.length)})`
    conditions.push(addresses ? `(${name} OR ${address})` : name)
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
