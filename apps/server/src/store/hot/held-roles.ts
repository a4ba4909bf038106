import { type HeldRoles, noHeldRoles } from '../../oidc/permissions.ts'
import type { SqlStore } from '../connections/sql.ts'

/** The ids of the roles that a member holds, by themselves or by a team. */
export const roleIdsOf = ({ user, organization }: { user: string; organization: string }): string => `
      SELECT mr.role_id FROM membership_role mr WHERE mr.user_id = ${user} AND mr.organization_id = ${organization}
      UNION SELECT tr.role_id FROM team_membership hm JOIN team ht ON ht.id = hm.team_id
        JOIN team_role tr ON tr.team_id = ht.id
        WHERE hm.user_id = ${user} AND ht.organization_id = ${organization}`

/**
 * The roles that a member holds beside owner, admin and member, each as its id, its version and its key. Null for no role,
 * and where nobody in the organization ever held one, which needs no look.
 */
export const heldRolesOf = ({ user, organization }: { user: string; organization: string }): string => `
  CASE WHEN ${organization}.rights_version > 0 THEN
    (SELECT string_agg(r.id || ' ' || r.version || ' ' || r.key, ',')
      FROM (${roleIdsOf({ user, organization: `${organization}.id` })}) AS held JOIN role r ON r.id = held.role_id) END`

/** How many sets of roles a connection remembers. */
const limit = 1000

/**
 * What is in the roles that `heldRolesOf` found: read once for each version of a role. A version never comes back once it was
 * committed, and each transaction remembers for itself: what one has rolled back is known to nobody else.
 */
export async function readHeldRoles({ sql }: SqlStore, found: string | null): Promise<HeldRoles> {
  if (found === null) return noHeldRoles
  return sql.heldRoles.get(found) ?? read(sql, found)
}

async function read(sql: SqlStore['sql'], held: string): Promise<HeldRoles> {
  const roles = held.split(',').map((role) => role.split(' '))
  const ids = roles.map(([id = '']) => id)
  const rows = await sql.read<{ permission_id: string }>(
    `SELECT rp.permission_id FROM role_permission rp WHERE rp.role_id IN (${ids.map((_, index) => `$${index + 1}`).join(', ')})`,
    ids,
  )
  const keys = roles.map(([, , key = '']) => key).sort()
  const value = { keys, permissionIds: new Set(rows.map((row) => row.permission_id)) }
  const { heldRoles } = sql
  if (heldRoles.size >= limit) heldRoles.delete(heldRoles.keys().next().value as string)
  heldRoles.set(held, value)
  return value
}
