import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeOrganization } from './changes.ts'
import { may } from './rules.ts'

/** Adds a member to a team of the same organization. */
export async function addTeamMember(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'team.member_added', async (change) => {
    if (!(await change.hasTeam(teamId))) throw new OperationRefused('not-found')
    if (!(await change.rolesOf(userId))) throw new OperationRefused('not-a-member')
    if (await change.isInTeam(teamId, userId)) return change.unchanged(undefined)
    await change.addToTeam(teamId, userId, deps.now())
    await change.record(['team', teamId], { user: userId })
  })
}

/** Removes a member from a team. Everyone may leave one. */
export async function removeTeamMember(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'team.member_removed', async (change, roles) => {
    if (userId !== actor.id && !may(roles, 'manage-teams')) throw new OperationRefused('forbidden')
    if (!(await change.hasTeam(teamId))) throw new OperationRefused('not-found')
    if (!(await change.removeFromTeam(teamId, userId))) return change.unchanged(undefined)
    await change.record(['team', teamId], { user: userId })
  })
}
