import { listRoles } from '../../../flows/organizations/roles/role-lists.ts'
import { listTeams } from '../../../flows/organizations/teams.ts'
import type { Choice } from '../../../pages/fields.tsx'
import { roleLabel } from '../../../pages/rights.tsx'
import type { OrganizationRequest } from '../request.ts'

/** The roles that are given without an owner's leave. */
export async function rolesToGive(request: OrganizationRequest): Promise<Choice[]> {
  const { deps, actor, frame } = request
  const { roles: names } = frame.words
  const own = deps.permissions.declared.length > 0 ? await listRoles(deps, actor, request) : []
  return [
    { value: 'member', label: names.member },
    { value: 'admin', label: names.admin },
    ...own.map((role) => ({ value: role.id, label: roleLabel(frame.words, role) })),
  ]
}

/** Teams beyond these are mapped by the management API. */
const mostTeams = 200

/** Everything that a group can give: a role, owner only where that is allowed, or a team. */
export async function whatGroupsGive(request: OrganizationRequest, allowOwner: boolean): Promise<Choice[]> {
  const { words } = request.frame
  const [roles, teams] = await Promise.all([
    rolesToGive(request),
    listTeams(request.deps, request, { after: null, limit: mostTeams }),
  ])
  return [
    ...(allowOwner ? [{ value: 'owner', label: words.roles.owner }] : []),
    ...roles,
    ...teams.map(({ id, name }) => ({ value: `team:${id}`, label: `${words.org.team}: ${name}` })),
  ]
}

/** What a mapping gives, as the choices above have it. */
export const givenBy = ({ role, teamId }: { role: string | null; teamId: string | null }): string =>
  teamId === null ? (role ?? '') : `team:${teamId}`

/** The opposite. */
export const given = (choice: string): { role: string } | { teamId: string } =>
  choice.startsWith('team:') ? { teamId: choice.slice('team:'.length) } : { role: choice }
