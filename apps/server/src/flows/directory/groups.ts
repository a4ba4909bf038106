import { newId } from '../../crypto/random.ts'
import { comparisonKey, nameKey } from '../../oidc/scim/comparison.ts'
import type { DirectoryGroup, GroupAttributes, MemberChange } from '../../oidc/scim/resources.ts'
import { beginReview } from '../../store/beyond-prisma/directory/directories.ts'
import {
  countDirectoryGroups,
  deleteDirectoryGroup,
  findDirectoryGroup,
  findDirectoryGroups,
  findGroupNamesake,
  findGroupsToMap,
  insertDirectoryGroup,
  type StoredGroup,
  updateDirectoryGroup,
} from '../../store/beyond-prisma/directory/groups.ts'
import {
  addMembers,
  countMembersOf,
  countMembersOfAll,
  findMembersOfGroups,
  memberIds,
  removeMembers,
  typesOfMembers,
} from '../../store/beyond-prisma/directory/members.ts'
import { findDirectoryUser } from '../../store/beyond-prisma/directory/users.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findDirectoryMappings, removeDirectoryMapping } from '../../store/prisma/directory/mappings.ts'
import type { Deps } from '../platform/deps.ts'
import { byDirectory, changeByDirectory, type DirectoryChange } from './changes.ts'
import { giveByGroups } from './group-roles.ts'
import {
  type AuthenticatedDirectory,
  DirectoryRefused,
  directoryLimits,
  type GroupList,
  type ListQuery,
} from './types.ts'

/** People whose roles are brought in line with their groups at once. If there are more, all are looked at again soon. */
const atOnce = 100

/** The groups that a filter finds, in the order of their ids. @throws DirectoryRefused */
export async function listGroups(deps: Deps, directory: AuthenticatedDirectory, query: ListQuery): Promise<GroupList> {
  const { filter, startIndex, count } = query
  const page = { filter, offset: Math.max(0, startIndex - 1), limit: Math.min(count, directoryLimits.page) }
  const { total, groups } = await findDirectoryGroups(deps.db, directory.id, page)
  const ids = groups.map(({ id }) => id)
  const { membersOfList } = directoryLimits
  if (query.with.members && (await countMembersOfAll(deps.db, { of: 'groups', ids }, membersOfList)) === membersOfList)
    throw new DirectoryRefused('too-many', 'members')
  const members = query.with.members ? await findMembersOfGroups(deps.db, ids) : null
  return { total, groups: groups.map((group) => ({ ...group, members: members && (members.get(group.id) ?? []) })) }
}

/** @throws DirectoryRefused */
export async function findGroup(
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  include: { members: boolean },
): Promise<DirectoryGroup> {
  return shown(deps.db, await requireGroup(deps.db, directory.id, id), include)
}

/** @throws DirectoryRefused */
async function requireGroup(store: SqlStore, directoryId: string, id: string): Promise<StoredGroup> {
  const group = await findDirectoryGroup(store, directoryId, id)
  if (!group) throw new DirectoryRefused('not-found')
  return group
}

const shown = async (
  store: SqlStore,
  group: StoredGroup,
  { members }: { members: boolean },
): Promise<DirectoryGroup> => ({
  ...group,
  members: members ? ((await findMembersOfGroups(store, [group.id])).get(group.id) ?? []) : null,
})

/** @throws DirectoryRefused */
export async function createGroup(
  deps: Deps,
  directory: AuthenticatedDirectory,
  attributes: GroupAttributes,
  members: readonly string[],
): Promise<DirectoryGroup> {
  return changeByDirectory(deps, directory, 'directory.group_created', async (held) => {
    const { tx } = held.change
    const id = newId(deps.now())
    const displayKey = await claimName(held, id, attributes)
    if ((await countDirectoryGroups(tx, directory.id)) >= directoryLimits.groups) throw new DirectoryRefused('too-many')
    await insertDirectoryGroup(tx, { id, directoryId: directory.id, attributes, displayKey, now: deps.now() })
    const { added } = await changeMembers(held, id, { replace: false, remove: new Set(), add: new Set(members) })
    await record(held, id, { added: added.length })
    return shown(tx, await requireGroup(tx, directory.id, id), { members: true })
  })
}

/** @throws DirectoryRefused */
async function claimName(
  { change, directory }: DirectoryChange,
  id: string,
  { displayName, externalId }: GroupAttributes,
): Promise<string> {
  const displayKey = nameKey(displayName)
  const taken = await findGroupNamesake(change.tx, directory.id, { id, displayKey, externalId })
  if (taken) throw new DirectoryRefused('taken', taken)
  return displayKey
}

/** Who was put in and who was taken out. @throws DirectoryRefused */
async function changeMembers(
  { change: { tx }, directory }: DirectoryChange,
  groupId: string,
  { replace, remove, add }: MemberChange,
): Promise<{ added: string[]; removed: string[] }> {
  const types = await typesOfMembers(tx, directory.id, add)
  // A group in itself would be a circle of one.
  const isKnown = (id: string) => types.has(id) && id !== groupId
  if (![...add].every(isKnown)) throw new DirectoryRefused('unknown-member', 'members')
  const leaving = replace ? (await memberIds(tx, groupId)).filter((id) => !add.has(id)) : remove
  const removed = await removeMembers(tx, groupId, leaving)
  const added = await addMembers(tx, groupId, types)
  if (added.length > 0 && (await countMembersOf(tx, groupId)) > directoryLimits.membersOfGroup)
    throw new DirectoryRefused('too-many', 'members')
  return { added, removed }
}

const record = ({ change, directory }: DirectoryChange, id: string, detail: Record<string, unknown>): Promise<void> =>
  change.record(['directory-group', id], { ...detail, ...byDirectory(directory) })

/** What a change of a group writes. */
interface GroupChange {
  attributes: GroupAttributes
  members: MemberChange | null
}

/**
 * Changes a group while its row is held, and what it gives to those who are put in or taken out. What `change` throws
 * undoes everything. `include.members`: whether the answer has them.
 * @throws DirectoryRefused
 */
export async function patchGroup(
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  change: (current: GroupAttributes) => GroupChange,
  { ifMatch, include }: { ifMatch: number | null; include: { members: boolean } },
): Promise<DirectoryGroup> {
  return changeByDirectory(deps, directory, 'directory.group_updated', async (held) => {
    const { tx } = held.change
    const before = await requireGroup(tx, directory.id, id)
    if (ifMatch !== null && ifMatch !== before.version) throw new DirectoryRefused('version')
    const { attributes, members } = change(before.attributes)
    const { displayName, externalId } = before.attributes
    const isSame = displayName === attributes.displayName && externalId === attributes.externalId
    const displayKey = isSame ? nameKey(displayName) : await claimName(held, id, attributes)
    const { added, removed } = members ? await changeMembers(held, id, members) : { added: [], removed: [] }
    // What is as it was leaves no event, and no new version.
    if (!isSame || added.length + removed.length > 0) {
      await updateDirectoryGroup(tx, id, { attributes, displayKey, now: deps.now() })
      await giveByGroup(deps, held, id, [...added, ...removed])
      await record(held, id, { renamed: !isSame, added: added.length, removed: removed.length })
    }
    return shown(tx, await requireGroup(tx, directory.id, id), include)
  })
}

/** Brings the roles and teams of those in line who were put into a group or taken out of it, if it gives something. */
async function giveByGroup(deps: Deps, held: DirectoryChange, groupId: string, ids: readonly string[]): Promise<void> {
  const { change, directory } = held
  const mappings = await findDirectoryMappings(change.tx, directory.id)
  if (!mappings.some((mapping) => mapping.groupId === groupId && mapping.removedAt === null)) return
  if (ids.length > atOnce) return beginReview(change.tx, directory.id)
  for (const id of ids) {
    const user = await findDirectoryUser(change.tx, directory.id, id)
    // Somebody who waits gets it when they become a member.
    if (user?.userId && user.attributes.active && (await change.rolesOf(user.userId)) !== null)
      await giveByGroups(deps, held, user)
  }
}

/** The same with all attributes and all members. @throws DirectoryRefused */
export const replaceGroup = (
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  { attributes, members }: { attributes: GroupAttributes; members: readonly string[] },
  options: { ifMatch: number | null; include: { members: boolean } },
): Promise<DirectoryGroup> => {
  const replaced = { attributes, members: { replace: true, remove: new Set<string>(), add: new Set(members) } }
  return patchGroup(deps, directory, id, () => replaced, options)
}

/** Deletes a group. What it gave is taken away soon. @throws DirectoryRefused */
export async function deleteGroup(
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  ifMatch: number | null,
): Promise<void> {
  await changeByDirectory(deps, directory, 'directory.group_deleted', async (held) => {
    const { tx } = held.change
    const group = await requireGroup(tx, directory.id, id)
    if (ifMatch !== null && ifMatch !== group.version) throw new DirectoryRefused('version')
    await deleteDirectoryGroup(tx, id)
    if ((await removeDirectoryMapping(tx, { groupId: id, directoryId: directory.id }, deps.now())) > 0)
      await beginReview(tx, directory.id)
    await record(held, id, {})
  })
}

/** The groups of a directory for those who map them, after an id. With how many members each has. */
export const groupsToMap = (
  deps: Deps,
  directoryId: string,
  { after, limit, query = '' }: { after: string | null; limit: number; query?: string },
): Promise<{ id: string; displayName: string; members: number }[]> =>
  findGroupsToMap(deps.db, directoryId, { after: after ?? '', limit, nameKey: comparisonKey(query.trim()) })
