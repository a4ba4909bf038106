import { folded, holds, pattern } from '../beyond-prisma/prefix.ts'
import type { Database, PrismaStore } from '../connections/database.ts'
import { type SqlStore, type SqlValue, text } from '../connections/sql.ts'

export interface Member {
  userId: string
  name: string
  email: string | null
  roles: string[]
  teams: { id: string; name: string }[]
  createdAt: Date
}

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

/** Members of an organization after a cursor, with their teams in it. */
export async function findMembers(
  { prisma, sql }: Database,
  organizationId: string,
  { after = null, limit, ...filter }: MemberPage,
): Promise<Member[]> {
  const [condition, params] = conditionOf(organizationId, filter)
  const rows = await sql.read(
    `SELECT m.user_id ${from} WHERE ${condition} AND m.user_id > $${params.length + 1}
     ORDER BY m.user_id LIMIT $${params.length + 2}`,
    [...params, after ?? '', limit],
  )
  return membersByIds(
    { prisma },
    organizationId,
    rows.map((row) => text(row.user_id)),
  )
}

export async function countMembers(
  { sql }: SqlStore,
  organizationId: string,
  filter: MemberFilter = {},
): Promise<number> {
  const [condition, params] = conditionOf(organizationId, filter)
  const [row] = await sql.read(`SELECT COUNT(*) AS members ${from} WHERE ${condition}`, params)
  return Number(row?.members ?? 0)
}

/** Those of these people who are members, in the order of their ids. */
export async function membersByIds(
  { prisma }: PrismaStore,
  organizationId: string,
  ids: readonly string[],
): Promise<Member[]> {
  if (ids.length === 0) return []
  const rows = await prisma.membership.findMany({
    where: { organizationId, userId: { in: [...ids] } },
    orderBy: { userId: 'asc' },
    include: {
      user: {
        include: {
          emails: { where: { isPrimary: true } },
          teamMemberships: { where: { team: { organizationId } }, include: { team: true } },
        },
      },
    },
  })
  return rows.map(({ userId, roles, createdAt, user }) => ({
    userId,
    name: [user.givenName, user.familyName].filter(Boolean).join(' '),
    email: user.emails[0]?.address ?? null,
    roles: roles.split(' ').filter(Boolean),
    teams: user.teamMemberships.map(({ team }) => ({ id: team.id, name: team.name })),
    createdAt,
  }))
}

/** The member who has this address, or null. */
export async function findMemberByAddress(
  { sql }: SqlStore,
  organizationId: string,
  address: string,
): Promise<string | null> {
  const [row] = await sql.read(
    `SELECT m.user_id FROM email e JOIN membership m ON m.user_id = e.user_id
     WHERE e.address = $1 AND m.organization_id = $2`,
    [address, organizationId],
  )
  return row ? text(row.user_id) : null
}

/** Owners and admins with their mailbox and language, the oldest accounts first. */
export async function findManagers(
  { sql }: SqlStore,
  organizationId: string,
  limit: number,
): Promise<{ email: string; locale: string | null }[]> {
  const rows = await sql.read(
    `SELECT e.address, u.locale ${from} JOIN email e ON e.user_id = m.user_id AND e.is_primary = $2
     WHERE m.organization_id = $1 AND u.disabled_at IS NULL AND (m.roles LIKE '%owner%' OR m.roles LIKE '%admin%')
     ORDER BY CASE WHEN m.roles LIKE '%owner%' THEN 0 ELSE 1 END, m.user_id LIMIT $3`,
    [organizationId, true, limit],
  )
  return rows.map((row) => ({ email: text(row.address), locale: row.locale === null ? null : text(row.locale) }))
}
