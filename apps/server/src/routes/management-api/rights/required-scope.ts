import type { OrganizationView } from '../../../flows/organizations/access.ts'
import { splitRoleNames } from '../../../flows/organizations/roles/giving.ts'
import { rolesOfTeam } from '../../../flows/organizations/roles/team-roles.ts'
import type { Role } from '../../../flows/organizations/rules.ts'
import { recordRefusal } from '../../../flows/platform/audit.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import type { ApiScope } from '../../../oidc/scopes.ts'
import type { Call } from '../operation.ts'
import { Problem } from '../problems.ts'

export type ScopedCall = Pick<Call, 'deps' | 'actor' | 'scope' | 'operationId'>

/** Asks for one more scope than that of the operation. @throws Problem, and records that it was refused */
export async function requireScope(
  { deps, actor, scope, operationId }: ScopedCall,
  needed: ApiScope,
  purpose: string,
): Promise<void> {
  if (scope.includes(needed)) return
  await recordRefusal(deps, actor, { action: `api.${operationId}` }, 'insufficient_scope')
  throw new Problem(403, 'insufficient_scope', `${purpose} needs the scope ${needed}`)
}

/** What a call gives: roles, and teams with what their members hold by them. */
interface Given {
  builtIn?: readonly Role[]
  others?: readonly string[]
  teams?: readonly string[]
}

/**
 * Asks for the scopes that giving something directly needs: no other operation is a way around them.
 * @throws Problem
 */
export async function requireScopesToGive(
  call: ScopedCall,
  view: OrganizationView,
  { builtIn = [], others = [], teams = [] }: Given,
): Promise<void> {
  if (builtIn.some((role) => role !== 'member'))
    await requireScope(call, 'members:write', 'to make somebody owner or admin')
  if (call.scope.includes('roles:write')) return
  if (others.length > 0) await requireScope(call, 'roles:write', 'to give a role')
  for (const teamId of teams)
    if (await hasRoles(call, view, teamId))
      await requireScope(call, 'roles:write', 'to put somebody into a team with roles')
}

/**
 * Asks for the scopes that giving something to whoever comes needs, by groups or as the role of new members: members:write, and those
 * that giving it directly needs.
 * @throws Problem
 */
export async function requireScopesToMap(
  call: ScopedCall,
  view: OrganizationView,
  { role = null, teamId = null }: { role?: string | null; teamId?: string | null },
): Promise<void> {
  await requireScope(call, 'members:write', 'to give roles and teams')
  const { builtIn, others } = splitRoleNames(role === null ? [] : [role])
  await requireScopesToGive(call, view, { builtIn, others, teams: teamId === null ? [] : [teamId] })
}

/** A team that there is not is refused by what is asked for. */
async function hasRoles({ deps }: ScopedCall, view: OrganizationView, teamId: string): Promise<boolean> {
  try {
    return (await rolesOfTeam(deps, view, teamId)).length > 0
  } catch (error) {
    if (error instanceof OperationRefused) return false
    throw error
  }
}
