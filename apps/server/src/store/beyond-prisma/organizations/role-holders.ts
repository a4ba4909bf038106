import type { HeldRoles } from '../../../oidc/permissions.ts'
import type { SqlStore } from '../../connections/sql.ts'
import { heldRolesOf, readHeldRoles, roleIdsOf } from '../../hot/held-roles.ts'

const rolesBy = {
  role: 'SELECT r.id FROM role r WHERE r.id = $1',
  permission: 'SELECT rp.role_id FROM role_permission rp WHERE rp.permission_id = $1',
} as const

/** How many memberships hold a role, or a role with a permission, by themselves or by a team. */
export async function countHolders({ sql }: SqlStore, by: keyof typeof rolesBy, id: string): Promise<number> {
  const [row] = await sql.read(
    `SELECT count(*) AS n FROM (
       SELECT mr.user_id, mr.organization_id FROM membership_role mr WHERE mr.role_id IN (${rolesBy[by]})
       UNION SELECT tm.user_id, t.organization_id FROM team_role tr JOIN team t ON t.id = tr.team_id
         JOIN team_membership tm ON tm.team_id = t.id WHERE tr.role_id IN (${rolesBy[by]})) AS holders`,
    [id],
  )
  return Number(row?.n ?? 0)
}

/** What a member holds beside owner, admin and member, by themselves or by a team. */
export async function findHeldRoles(store: SqlStore, organizationId: string, userId: string): Promise<HeldRoles> {
  const [row] = await store.sql.read<{ held: string | null }>(
    `SELECT ${heldRolesOf({ user: 'm.user_id', organization: 'o' })} AS held
     FROM membership m JOIN organization o ON o.id = m.organization_id WHERE m.user_id = $1 AND m.organization_id = $2`,
    [userId, organizationId],
  )
  return readHeldRoles(store, row?.held ?? null)
}

/** Who holds which role in an organization, by themselves or by a team: all roles, or one of them. */
const holdersIn = (role = '') => `
  SELECT mr.role_id, mr.user_id FROM membership_role mr WHERE mr.organization_id = $1 ${role && `AND mr.role_id = ${role}`}
  UNION SELECT tr.role_id, tm.user_id FROM team t JOIN team_role tr ON tr.team_id = t.id
    JOIN team_membership tm ON tm.team_id = t.id WHERE t.organization_id = $1 ${role && `AND tr.role_id = ${role}`}`

/** How many members of an organization hold each role, by its id. */
export async function countHoldersIn({ sql }: SqlStore, organizationId: string): Promise<Map<string, number>> {
  const rows = await sql.read<{ role_id: string; n: number }>(
    `SELECT found.role_id, count(*) AS n FROM (${holdersIn()}) AS found GROUP BY found.role_id`,
    [organizationId],
  )
  return new Map(rows.map((row) => [row.role_id, Number(row.n)]))
}

/** A membership, and what is in each role that it has beside owner, admin and member, by the id of the role. */
export interface MemberRights {
  userId: string
  organizationId: string
  /** Of owner, admin and member. */
  roles: readonly string[]
  /** Ids of permissions. */
  byRole: ReadonlyMap<string, readonly string[]>
}

const members = {
  all: [],
  user: ['m.organization_id = $1', 'm.user_id = $2'],
  team: ['m.organization_id = $1', 'm.user_id IN (SELECT tm.user_id FROM team_membership tm WHERE tm.team_id = $2)'],
  role: ['m.organization_id = $1', `m.user_id IN (SELECT found.user_id FROM (${holdersIn('$2')}) AS found)`],
  /** Those who hold a role, in every organization. */
  holders: [
    `(m.user_id, m.organization_id) IN (
       SELECT mr.user_id, mr.organization_id FROM membership_role mr WHERE mr.role_id = $1
       UNION SELECT tm.user_id, t.organization_id FROM team_role tr JOIN team t ON t.id = tr.team_id
         JOIN team_membership tm ON tm.team_id = t.id WHERE tr.role_id = $1)`,
  ],
} as const

/** Whose rights are read: in every organization, or in one of them of those with this id. */
export type WhoseRights =
  | { of: 'all' }
  | { of: 'holders'; id: string }
  | { of: 'user' | 'team' | 'role'; organizationId: string; id: string }

/** The rights of members, up to a limit, in the order of their ids. */
export async function findMemberRights({ sql }: SqlStore, whose: WhoseRights, limit: number): Promise<MemberRights[]> {
  const params = whose.of === 'all' ? [] : whose.of === 'holders' ? [whose.id] : [whose.organizationId, whose.id]
  const where = whose.of === 'all' ? '' : `WHERE ${members[whose.of].join(' AND ')}`
  const rows = await sql.read<{ user_id: string; organization_id: string; roles: string; held: string | null }>(
    `SELECT m.user_id, m.organization_id, m.roles,
       (SELECT string_agg(r.id || ':' || COALESCE(rp.permission_id, ''), ' ')
        FROM role r LEFT JOIN role_permission rp ON rp.role_id = r.id
        WHERE r.id IN (${roleIdsOf({ user: 'm.user_id', organization: 'm.organization_id' })})) AS held
     FROM membership m ${where} ORDER BY m.user_id, m.organization_id LIMIT $${params.length + 1}`,
    [...params, limit],
  )
  return rows.map(({ user_id, organization_id, roles, held }) => ({
    userId: user_id,
    organizationId: organization_id,
    roles: roles.split(' '),
    byRole: readPairs(held),
  }))
}

function readPairs(held: string | null): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const pair of held?.split(' ') ?? []) {
    const [roleId = '', permissionId = ''] = pair.split(':')
    found.set(roleId, [...(found.get(roleId) ?? []), ...(permissionId === '' ? [] : [permissionId])])
  }
  return found
}
