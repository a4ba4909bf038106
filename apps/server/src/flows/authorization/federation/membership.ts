import type { UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import { mappedRoles } from '../../../oidc/federation/mapped-roles.ts'
import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import { findRoleMappings } from '../../../store/prisma/federation/role-mappings.ts'
import { findRoles } from '../../../store/prisma/organizations/organizations.ts'
import { type AuditedChange, changeLockedOrganization } from '../../organizations/changes.ts'
import { applyMappedRoles } from '../../organizations/members/mapped-membership.ts'
import { recordingRights } from '../../organizations/roles/rights-events.ts'
import { system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'

/** Whom a connection signs in, and whether they may become a member by that. */
export interface Arriving {
  userId: string
  groups: UpstreamIdentity['groups']
  mayJoin: boolean
}

/**
 * Brings the membership of somebody who signs in by a connection up to date: whoever may becomes a member, with the default
 * role or what their groups give, and the groups of members are looked at again. False for somebody who is no member and may
 * not become one.
 */
export async function updateMembership(
  deps: Deps,
  connection: ConnectionRecord,
  { userId, groups, mayJoin }: Arriving,
): Promise<boolean> {
  const { organizationId } = connection
  const [roles, mappings] = await Promise.all([
    findRoles(deps.db, organizationId, userId),
    findRoleMappings(deps.db, connection.id),
  ])
  if (!roles && !mayJoin) return false
  // Most sign-ins change nothing.
  if (roles && !mappedRoles(mappings, groups, roles, connection.settings)) return true
  const isMember = await changeLockedOrganization(deps, system, organizationId, 'member.joined', (change) =>
    changeMembership(deps, change, connection, { userId, groups, mayJoin }),
  )
  return isMember === true
}

/** The same while the organization is locked. */
export async function changeMembership(
  deps: Deps,
  change: AuditedChange,
  connection: ConnectionRecord,
  { userId, groups, mayJoin }: Arriving,
): Promise<boolean> {
  if (change.organization.disabledAt) return false
  const before = await change.rolesOf(userId)
  if (!before && !mayJoin) return false
  const whose = { of: 'user', organizationId: connection.organizationId, id: userId } as const
  const source = {
    mappings: await findRoleMappings(change.tx, connection.id),
    settings: connection.settings,
    by: { by: 'connection', connection: connection.id },
  }
  const work = () => applyMappedRoles(deps, change, source, { userId, groups, before })
  // Of somebody who joins, there is an event already.
  await (before ? recordingRights(deps, change.tx, system, whose, work) : work())
  return true
}
