import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../crypto/random.ts'
import { nameKey } from '../../oidc/scim/comparison.ts'
import type { DirectoryUser, UserAttributes } from '../../oidc/scim/resources.ts'
import { countMembersOfAll, findGroupsOfUsers } from '../../store/beyond-prisma/directory/members.ts'
import {
  countDirectoryUsers,
  findDirectoryUser,
  findDirectoryUsers,
  findNamesakes,
  insertDirectoryUser,
  linkDirectoryUser,
  markUserDeleted,
  removeDeletedUser,
  type StoredUser,
  type UserKeys,
  updateDirectoryUser,
} from '../../store/beyond-prisma/directory/users.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'
import { byDirectory, changeByDirectory, type DirectoryChange } from './changes.ts'
import { settleMembership } from './memberships.ts'
import { endMembership } from './suspension.ts'
import {
  type AuthenticatedDirectory,
  DirectoryRefused,
  directoryLimits,
  type ListQuery,
  type UserList,
} from './types.ts'

/** The users that a filter finds, in the order of their ids. @throws DirectoryRefused */
export async function listUsers(deps: Deps, directory: AuthenticatedDirectory, query: ListQuery): Promise<UserList> {
  const { filter, startIndex, count } = query
  const page = { filter, offset: Math.max(0, startIndex - 1), limit: Math.min(count, directoryLimits.page) }
  const { total, users } = await findDirectoryUsers(deps.db, directory.id, page)
  const ids = users.map(({ id }) => id)
  const { membersOfList } = directoryLimits
  if (query.with.groups && (await countMembersOfAll(deps.db, { of: 'users', ids }, membersOfList)) === membersOfList)
    throw new DirectoryRefused('too-many', 'groups')
  const groups = query.with.groups ? await findGroupsOfUsers(deps.db, ids) : null
  return { total, users: users.map((user) => shown(user, groups && (groups.get(user.id) ?? []))) }
}

const shown = (
  { id, version, createdAt, changedAt, attributes }: StoredUser,
  groups: DirectoryUser['groups'],
): DirectoryUser => ({ id, version, createdAt, changedAt, attributes, groups })

/** @throws DirectoryRefused */
export async function findUser(
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  include: { groups: boolean },
): Promise<DirectoryUser> {
  const user = await requireUser(deps.db, directory.id, id)
  return shown(user, include.groups ? ((await findGroupsOfUsers(deps.db, [id])).get(id) ?? []) : null)
}

/** @throws DirectoryRefused */
async function requireUser(
  store: Parameters<typeof findDirectoryUser>[0],
  directoryId: string,
  id: string,
): Promise<StoredUser> {
  const user = await findDirectoryUser(store, directoryId, id)
  if (!user || user.deletedAt) throw new DirectoryRefused('not-found')
  return user
}

/**
 * Writes a new user. One that was deleted before is the same again, by its user name or external id.
 * @throws DirectoryRefused
 */
export async function createUser(
  deps: Deps,
  directory: AuthenticatedDirectory,
  attributes: UserAttributes,
): Promise<DirectoryUser> {
  return changeByDirectory(deps, directory, 'directory.user_created', async (held) => {
    const { tx } = held.change
    const keys = keysOf(attributes)
    const deleted = await claimNames(held, { keys, attributes, id: null })
    const isFull = async () =>
      (await countDirectoryUsers(tx, directory.id, directoryLimits.users)) >= directoryLimits.users
    if (!deleted && (await isFull())) throw new DirectoryRefused('too-many')
    const id = deleted?.id ?? newId(deps.now())
    const written = { attributes, keys, now: deps.now() }
    if (deleted) await updateDirectoryUser(tx, id, written)
    else await insertDirectoryUser(tx, { id, directoryId: directory.id, ...written })
    if (deleted && !isSamePerson(deleted, attributes, keys))
      await linkDirectoryUser(tx, id, { userId: null, waitingReason: null })
    await settleMembership(deps, held, await requireUser(tx, directory.id, id), {
      joins: true,
      isFirst: deleted === null,
    })
    await record(held, id, deleted ? { restored: true } : {})
    return shown(await requireUser(tx, directory.id, id), [])
  })
}

/** A name or an address may have been given to another person: only an equal external id says that it was not. */
const isSamePerson = (deleted: StoredUser, attributes: UserAttributes, { email }: UserKeys): boolean =>
  attributes.externalId !== undefined &&
  deleted.attributes.externalId === attributes.externalId &&
  deleted.email === email

/**
 * Makes sure that no other user has the user name or external id. Returns a deleted one that had them, which is written again.
 * @throws DirectoryRefused
 */
async function claimNames(
  { change: { tx }, directory }: DirectoryChange,
  { keys, attributes, id }: { keys: UserKeys; attributes: UserAttributes; id: string | null },
): Promise<StoredUser | null> {
  const { userNameKey } = keys
  const found = (await findNamesakes(tx, directory.id, { userNameKey, externalId: attributes.externalId })).filter(
    (other) => other.id !== id,
  )
  const taken = found.find(({ deletedAt }) => deletedAt === null)
  if (taken) throw new DirectoryRefused('taken', taken.sameName ? 'userName' : 'externalId')
  const again = id === null ? (found.find(({ sameName }) => sameName) ?? found[0] ?? null) : null
  for (const other of found) if (other !== again) await removeDeletedUser(tx, other.id)
  return again
}

/** What a user is found by: the name, and the address that mails would go to. */
function keysOf({ userName, emails = [] }: UserAttributes): UserKeys {
  const address = (emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0])
    ?.value
  return { userNameKey: nameKey(userName), email: canonicalAddress(address ?? userName) }
}

const record = ({ change, directory }: DirectoryChange, id: string, detail: Record<string, unknown>): Promise<void> =>
  change.record(['directory-user', id], { ...detail, ...byDirectory(directory) })

/**
 * Changes a user while its row is held, and its membership in the same transaction. What `change` returns is written;
 * what it throws undoes everything. `ifMatch`: the version that the request expects. The answer has no groups.
 * @throws DirectoryRefused
 */
export async function patchUser(
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  change: (current: UserAttributes) => UserAttributes,
  ifMatch: number | null,
): Promise<DirectoryUser> {
  return changeByDirectory(deps, directory, 'directory.user_updated', async (held) => {
    const { tx } = held.change
    const before = await requireUser(tx, directory.id, id)
    if (ifMatch !== null && ifMatch !== before.version) throw new DirectoryRefused('version')
    const attributes = change(before.attributes)
    const changed = changedNames(before.attributes, attributes)
    if (changed.length > 0) {
      const keys = keysOf(attributes)
      await claimNames(held, { keys, attributes, id })
      await updateDirectoryUser(tx, id, { attributes, keys, now: deps.now() })
    }
    const joins = attributes.active && !before.attributes.active
    const settled = await settleMembership(deps, held, await requireUser(tx, directory.id, id), { joins })
    // What is as it was leaves no event, and no new version.
    if (changed.length > 0 || settled) await record(held, id, { changed })
    return shown(await requireUser(tx, directory.id, id), null)
  })
}

/** The names of attributes that differ. Their values stand in no event. */
const changedNames = (before: UserAttributes, after: UserAttributes): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
    const key = name as keyof UserAttributes
    return !isDeepStrictEqual(before[key], after[key])
  })

/** The same with all attributes. @throws DirectoryRefused */
export const replaceUser = (
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  attributes: UserAttributes,
  ifMatch: number | null,
): Promise<DirectoryUser> => patchUser(deps, directory, id, () => attributes, ifMatch)

/** Deletes a user, and ends the membership. @throws DirectoryRefused */
export async function deleteUser(
  deps: Deps,
  directory: AuthenticatedDirectory,
  id: string,
  ifMatch: number | null,
): Promise<void> {
  await changeByDirectory(deps, directory, 'directory.user_deleted', async (held) => {
    const user = await requireUser(held.change.tx, directory.id, id)
    if (ifMatch !== null && ifMatch !== user.version) throw new DirectoryRefused('version')
    // Whoever is a member with the address of the user leaves too, though nothing had linked them yet.
    const inactive = { ...user, attributes: { ...user.attributes, active: false } }
    await settleMembership(deps, held, inactive, { joins: false })
    const { userId } = await requireUser(held.change.tx, directory.id, id)
    await markUserDeleted(held.change.tx, id, deps.now())
    if (userId !== null) await endMembership(deps, held, userId)
    await record(held, id, {})
  })
}
