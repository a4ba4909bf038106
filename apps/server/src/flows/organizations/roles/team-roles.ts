import { rightsLimits } from '../../../oidc/permissions.ts'
import { findRolesOfTeam } from '../../../store/prisma/organizations/roles.ts'
import type { RoleRecord } from '../../../store/prisma/rights.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { changeOrganization } from '../changes.ts'
import { getTeam } from '../teams.ts'
import { differenceDetail, differenceToGive, findNamedRoles, giverIn, grantBy, isNoDifference } from './giving.ts'
import { recordingRights } from './rights-events.ts'

/** The roles that a team's members have by it. @throws OperationRefused not-found */
export async function rolesOfTeam(deps: Deps, view: OrganizationView, teamId: string): Promise<RoleRecord[]> {
  await getTeam(deps, view, teamId)
  return findRolesOfTeam(deps.db, teamId)
}

/**
 * Gives a team exactly these roles, by ids or keys: all its members hold them. A team that every member may join has
 * none, or they could give them to themselves.
 */
export async function setTeamRoles(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  names: readonly string[],
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'team.roles_changed', async (change, mine) => {
    const team = await change.findTeam(teamId)
    if (!team) throw new OperationRefused('not-found')
    const after = await findNamedRoles(change, names)
    const before = await change.rolesOfTeam(teamId)
    const giver = await giverIn(deps, change, actor, mine)
    const difference = differenceToGive(deps, giver, { before, after }, rightsLimits.rolesOfTeam)
    if (after.length > 0 && team.openToMembers) throw new OperationRefused('conflict', 'roles', 'team-open')
    if (isNoDifference(difference)) return
    await recordingRights(deps, change.tx, actor, { of: 'team', organizationId, id: teamId }, async () => {
      await change.changeRolesOfTeam(teamId, difference, grantBy(actor, deps.now()))
      await change.record(['team', teamId], differenceDetail(difference))
    })
  })
}
