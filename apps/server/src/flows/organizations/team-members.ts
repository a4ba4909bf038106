import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeLockedOrganization, changeOrganization } from './changes.ts'
import { giverIn, requireGivable, requireTakable } from './roles/giving.ts'
import { recordingRights } from './roles/rights-events.ts'
import { may } from './rules.ts'

/** Adds a member to a team of the same organization: that gives them the roles of the team. */
export async function addTeamMember(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'team.member_added', async (change, mine) => {
    if (!(await change.hasTeam(teamId))) throw new OperationRefused('not-found')
    if (!(await change.rolesOf(userId))) throw new OperationRefused('not-a-member')
    if (await change.isInTeam(teamId, userId)) return
    const roles = await change.rolesOfTeam(teamId)
    if (roles.length > 0) requireGivable(deps, await giverIn(deps, change, actor, mine), roles)
    await recordingRights(deps, change.tx, actor, { of: 'user', organizationId, id: userId }, async () => {
      await change.addToTeam(teamId, userId, deps.now())
      await change.record(['team', teamId], { user: userId })
    })
  })
}

/**
 * Joins a team that is open to every member of its organization. False if it is not open, or no longer: the same as for
 * a team that does not exist.
 */
export async function joinOpenTeam(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  teamId: string,
): Promise<boolean> {
  const joined = await changeLockedOrganization(deps, actor, organizationId, 'team.member_added', async (change) => {
    if (change.organization.disabledAt || !(await change.rolesOf(actor.id))) return false
    if (!(await change.findTeam(teamId))?.openToMembers) return false
    if (await change.isInTeam(teamId, actor.id)) return true
    await change.addToTeam(teamId, actor.id, deps.now())
    await change.record(['team', teamId], { user: actor.id, by: 'open-team' })
    return true
  })
  return joined === true
}

/** Removes a member from a team: that takes the roles of the team from them. Everyone may leave one. */
export async function removeTeamMember(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'team.member_removed', async (change, mine) => {
    if (userId !== actor.id && !may(mine, 'manage-teams')) throw new OperationRefused('forbidden')
    if (!(await change.hasTeam(teamId))) throw new OperationRefused('not-found')
    const roles = userId === actor.id ? [] : await change.rolesOfTeam(teamId)
    if (roles.length > 0) requireTakable(deps, await giverIn(deps, change, actor, mine), roles)
    await recordingRights(deps, change.tx, actor, { of: 'user', organizationId, id: userId }, async () => {
      if (await change.removeFromTeam(teamId, userId)) await change.record(['team', teamId], { user: userId })
    })
  })
}
