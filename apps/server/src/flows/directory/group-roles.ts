import type { GroupMapping } from '../../oidc/federation/mapped-roles.ts'
import { findGroupsOfUsers } from '../../store/beyond-prisma/directory/members.ts'
import { findSuspended, updateSuspended } from '../../store/beyond-prisma/directory/suspended-memberships.ts'
import type { StoredUser } from '../../store/beyond-prisma/directory/users.ts'
import { findDirectoryMappings } from '../../store/prisma/directory/mappings.ts'
import { applyMappedRoles } from '../organizations/members/mapped-membership.ts'
import { recordingRights } from '../organizations/roles/rights-events.ts'
import { system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { byDirectory, type DirectoryChange } from './changes.ts'

/**
 * Gives the person of a user what its groups give, and takes away what they give but not to this one. Somebody who is no member
 * becomes one: whether they may was decided before. True for somebody who has joined.
 */
export async function giveByGroups(
  deps: Deps,
  { change, directory }: DirectoryChange,
  { id, userId }: Pick<StoredUser, 'id' | 'userId'>,
): Promise<boolean> {
  if (userId === null) return false
  const before = await change.rolesOf(userId)
  const mappings = (await findDirectoryMappings(change.tx, directory.id)).map(
    // What is removed is nobody's any more, but still taken away from those who have it.
    ({ groupId, role, teamId, removedAt }): GroupMapping => ({ value: removedAt ? '' : groupId, role, teamId }),
  )
  if (before && mappings.length === 0) return false
  const groups = (await findGroupsOfUsers(change.tx, [id])).get(id) ?? []
  const source = {
    mappings,
    settings: { allowOwner: directory.allowOwner, defaultRole: 'member' },
    by: byDirectory(directory),
    directoryId: directory.id,
  }
  const given = { userId, groups: groups.map((group) => group.id), before }
  const work = () => applyMappedRoles(deps, change, source, given)
  const whose = { of: 'user', organizationId: directory.organizationId, id: userId } as const
  await (before ? recordingRights(deps, change.tx, system, whose, work) : work())
  return before === null
}

/**
 * Takes what groups gave until a mapping was removed from a suspended membership: it comes back after that is forgotten. A parked
 * ownership stays one. True if something was taken.
 */
export async function takeRemovedFromSuspended(
  { change, directory }: DirectoryChange,
  userId: string,
): Promise<boolean> {
  const key = { organizationId: directory.organizationId, userId }
  const removed = (await findDirectoryMappings(change.tx, directory.id)).filter(({ removedAt }) => removedAt !== null)
  const before = removed.length === 0 ? null : await findSuspended(change.tx, key)
  if (!before) return false
  const roleStays = (role: string) =>
    !removed.some((mapping) => mapping.role === role) || (role === 'owner' && before.parked)
  const roles = before.roles.filter(roleStays)
  const after = {
    roles: roles.length > 0 ? roles : ['member'],
    otherRoles: before.otherRoles.filter(roleStays),
    teams: before.teams.filter((team) => !removed.some(({ teamId }) => teamId === team)),
  }
  if (JSON.stringify({ ...before, ...after }) === JSON.stringify(before)) return false
  await updateSuspended(change.tx, key, after)
  return true
}
