import { newId } from '../../crypto/random.ts'
import { beginReview } from '../../store/beyond-prisma/directory/directories.ts'
import { findDirectoryGroup } from '../../store/beyond-prisma/directory/groups.ts'
import {
  findDirectoryMappings,
  insertDirectoryMapping,
  namesOfGroups,
  removeDirectoryMapping,
} from '../../store/prisma/directory/mappings.ts'
import { requirePasskeyOwner } from '../federation/changes.ts'
import { requireRole } from '../federation/connection-input.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import { isOwnersRole } from '../organizations/roles/giving.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { requireDirectory } from './changes.ts'
import { directoryLimits, type GroupMapping } from './types.ts'

/** What the groups of a directory give. There are at most 100 mappings. */
export async function listGroupMappings(deps: Deps, directoryId: string): Promise<GroupMapping[]> {
  const mappings = (await findDirectoryMappings(deps.db, directoryId)).filter(({ removedAt }) => removedAt === null)
  const names = await namesOfGroups(
    deps.db,
    mappings.map(({ groupId }) => groupId),
  )
  return mappings.map(({ id, groupId, groupName, role, teamId }) => ({
    ...{ id, groupId, role, teamId },
    groupName: names.get(groupId) ?? groupName,
    exists: names.has(groupId),
  }))
}

/** What a group gives: either a role or a team. */
interface MappingInput {
  groupId: string
  role?: string | null
  teamId?: string | null
}

/**
 * Lets a group give a role or a team: either `role` or `teamId`. Everybody in the directory is looked at again afterwards.
 * @throws OperationRefused
 */
export async function setGroupMapping(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { groupId, role = null, teamId = null }: MappingInput,
): Promise<{ id: string }> {
  return changeOrganization(deps, actor, organizationId, 'directory.mapping_added', async (change) => {
    const { tx } = change
    await requirePasskeyOwner(tx, actor)
    const directory = await requireDirectory(tx, organizationId)
    const group = await findDirectoryGroup(tx, directory.id, groupId)
    if (!group) throw new OperationRefused('invalid', 'group', 'not-available')
    await requireGift(deps, actor, change, { role, teamId, allowOwner: directory.allowOwner })
    const live = (await findDirectoryMappings(tx, directory.id)).filter(({ removedAt }) => removedAt === null)
    const same = live.find((each) => each.groupId === groupId && each.role === role && each.teamId === teamId)
    if (same) return { id: same.id }
    if (live.length >= directoryLimits.mappings) throw new OperationRefused('too-many', 'group', 'too-many-mappings')
    const id = newId(deps.now())
    const groupName = group.attributes.displayName
    await insertDirectoryMapping(tx, { id, directoryId: directory.id, groupId, groupName, role, teamId })
    await beginReview(tx, directory.id)
    await change.record(['directory-group', groupId], { directory: directory.id, group: groupName, role, team: teamId })
    return { id }
  })
}

/** What owners alone give is given by a group only where an owner has allowed that. @throws OperationRefused */
async function requireGift(
  deps: Deps,
  actor: Actor,
  change: AuditedChange,
  { role, teamId, allowOwner }: { role: string | null; teamId: string | null; allowOwner: boolean },
): Promise<void> {
  if ((role === null) === (teamId === null)) throw new OperationRefused('invalid', 'role', 'choose-one')
  if (role !== null) await requireRole(change.tx, change.organization.id, role, 'role')
  if (teamId !== null && !(await change.hasTeam(teamId))) throw new OperationRefused('invalid', 'role', 'not-available')
  const given = teamId === null ? await change.rolesNamed([role ?? '']) : await change.rolesOfTeam(teamId)
  const isOwners = role === 'owner' || given.some((named) => isOwnersRole(deps, named))
  if (isOwners && (actor.kind !== 'user' || !allowOwner))
    throw new OperationRefused('invalid', 'role', 'owner-not-allowed')
}

/** Those who have a role or a team by it lose it afterwards, where no other group gives it. @throws OperationRefused */
export async function removeGroupMapping(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  mappingId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'directory.mapping_removed', async (change) => {
    await requirePasskeyOwner(change.tx, actor)
    const directory = await requireDirectory(change.tx, organizationId)
    const mapping = (await findDirectoryMappings(change.tx, directory.id)).find(({ id }) => id === mappingId)
    const removed =
      mapping && (await removeDirectoryMapping(change.tx, { id: mappingId, directoryId: directory.id }, deps.now()))
    if (!mapping || removed !== 1) throw new OperationRefused('not-found')
    await beginReview(change.tx, directory.id)
    const { groupId, groupName, role, teamId } = mapping
    await change.record(['directory-group', groupId], { directory: directory.id, group: groupName, role, team: teamId })
  })
}
