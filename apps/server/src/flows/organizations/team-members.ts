import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { act } from './changes.ts'

/** Puts a member into a team of the same organization. */
export async function joinTeam(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'team.member_added', 'manage-teams', async (change) => {
    if (!(await change.hasTeam(teamId))) throw new OperationRefused('not-found')
    if (!(await change.rolesOf(userId))) throw new OperationRefused('not-a-member')
    if (await change.isInTeam(teamId, userId)) return change.unchanged(undefined)
    await change.addToTeam(teamId, userId, deps.now())
    await change.audit(['team', teamId], { user: userId })
  })
}

/** Takes someone out of a team. Everyone may leave one. */
export async function leaveTeam(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  const operation = userId === actor.id ? 'see' : 'manage-teams'
  await act(deps, actor, organizationId, 'team.member_removed', operation, async (change) => {
    if (!(await change.hasTeam(teamId))) throw new OperationRefused('not-found')
    if (!(await change.removeFromTeam(teamId, userId))) return change.unchanged(undefined)
    await change.audit(['team', teamId], { user: userId })
  })
}
