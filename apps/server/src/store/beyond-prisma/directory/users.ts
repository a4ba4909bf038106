import type { FilterNode } from '../../../oidc/scim/filter.ts'
import type { DirectoryUser, UserAttributes } from '../../../oidc/scim/resources.ts'
import { readStoredAttributes, storedAttributes } from '../../../oidc/scim/stored-attributes.ts'
import type { Change } from '../../connections/database.ts'
import { flag, type SqlStore, time, timeOrNull } from '../../connections/sql.ts'
import { type DirectoryUserRow, directoryUserColumns } from '../../generated/rows.ts'
import { userCondition } from './filter-conditions.ts'

/** A user of a directory, with what the protocol does not show. */
export interface StoredUser extends Omit<DirectoryUser, 'groups'> {
  directoryId: string
  /** The canonical form of the address that the person is found by. */
  email: string | null
  /** The person. */
  userId: string | null
  waitingReason: string | null
  deletedAt: Date | null
}

const columns = directoryUserColumns
  .split(', ')
  .map((column) => `u.${column}`)
  .join(', ')

const toUser = (row: DirectoryUserRow): StoredUser => ({
  id: row.id,
  directoryId: row.directory_id,
  attributes: {
    userName: row.user_name,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    active: flag(row.active),
    ...readStoredAttributes(row.attributes),
  },
  email: row.email,
  userId: row.user_id,
  waitingReason: row.waiting_reason,
  version: Number(row.version),
  createdAt: time(row.created_at),
  changedAt: time(row.changed_at),
  deletedAt: timeOrNull(row.deleted_at),
})

/** What a list is narrowed to, and which part of it. `offset: 0` is the first. */
export interface DirectoryPage {
  filter: FilterNode | null
  offset: number
  limit: number
}

/** The users of a directory that a filter finds, in the order of their ids, and how many they are. */
export async function findDirectoryUsers(
  { sql }: SqlStore,
  directoryId: string,
  { filter, offset, limit }: DirectoryPage,
): Promise<{ total: number; users: StoredUser[] }> {
  const found = filter ? userCondition(filter, 1) : { text: '', params: [] }
  const where = `FROM directory_user u WHERE u.directory_id = $1 AND u.deleted_at IS NULL${found.text === '' ? '' : ` AND ${found.text}`}`
  const params = [directoryId, ...found.params]
  const [counted] = await sql.read(`SELECT count(*) AS n ${where}`, params)
  const total = Number(counted?.n ?? 0)
  if (limit === 0 || offset >= total) return { total, users: [] }
  const [from, to] = [params.length + 1, params.length + 2]
  const rows = await sql.read<DirectoryUserRow>(
    `SELECT ${columns} ${where} ORDER BY u.id LIMIT $${to} OFFSET $${from}`,
    [...params, offset, limit],
  )
  return { total, users: rows.map(toUser) }
}

/** A user of a directory, deleted or not. */
export async function findDirectoryUser(
  { sql }: SqlStore,
  directoryId: string,
  id: string,
): Promise<StoredUser | null> {
  const [row] = await sql.read<DirectoryUserRow>(
    `SELECT ${columns} FROM directory_user u WHERE u.id = $1 AND u.directory_id = $2`,
    [id, directoryId],
  )
  return row ? toUser(row) : null
}

/** Users who have this user name or external id, deleted or not: two at most. */
export async function findNamesakes(
  { sql }: SqlStore,
  directoryId: string,
  { userNameKey, externalId }: { userNameKey: string; externalId: string | undefined },
): Promise<(StoredUser & { sameName: boolean })[]> {
  const rows = await sql.read<DirectoryUserRow>(
    `SELECT ${columns} FROM directory_user u WHERE u.directory_id = $1 AND (u.user_name_key = $2 OR u.external_id = $3)`,
    [directoryId, userNameKey, externalId ?? null],
  )
  return rows.map((row) => ({ ...toUser(row), sameName: row.user_name_key === userNameKey }))
}

/** The user who is linked to a person, and not deleted. */
export async function findUserOfPerson(
  { sql }: SqlStore,
  directoryId: string,
  userId: string,
): Promise<StoredUser | null> {
  const [row] = await sql.read<DirectoryUserRow>(
    `SELECT ${columns} FROM directory_user u WHERE u.directory_id = $1 AND u.user_id = $2 AND u.deleted_at IS NULL`,
    [directoryId, userId],
  )
  return row ? toUser(row) : null
}

/** When the directory deleted the user who was linked to a person. Null if it did not, or long ago. */
export async function findDeletionOf({ sql }: SqlStore, directoryId: string, userId: string): Promise<Date | null> {
  const [row] = await sql.read<Pick<DirectoryUserRow, 'deleted_at'>>(
    'SELECT u.deleted_at FROM directory_user u WHERE u.directory_id = $1 AND u.user_id = $2 AND u.deleted_at IS NOT NULL',
    [directoryId, userId],
  )
  return timeOrNull(row?.deleted_at ?? null)
}

/** Somebody was removed here: they are no longer awaited, until the directory says again that they come. */
export async function noteRemovedHere(
  { sql }: Change,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await sql.write(
    `UPDATE directory_user SET waiting_reason = 'removed-here' WHERE user_id = $1 AND active = $3 AND deleted_at IS NULL
       AND directory_id IN (SELECT d.id FROM directory d WHERE d.organization_id = $2)`,
    [userId, organizationId, true],
  )
}

/** Users with an address who are linked to nobody and not deleted. */
export async function findUnlinked({ sql }: SqlStore, directoryId: string, address: string): Promise<StoredUser[]> {
  const rows = await sql.read<DirectoryUserRow>(
    `SELECT ${columns} FROM directory_user u
     WHERE u.directory_id = $1 AND u.email = $2 AND u.user_id IS NULL AND u.deleted_at IS NULL ORDER BY u.id`,
    [directoryId, address],
  )
  return rows.map(toUser)
}

/** What a user is kept with, beside its attributes. */
export interface UserKeys {
  userNameKey: string
  email: string | null
}

export async function insertDirectoryUser(
  { sql }: Change,
  {
    id,
    directoryId,
    attributes,
    keys,
    now,
  }: {
    id: string
    directoryId: string
    attributes: UserAttributes
    keys: UserKeys
    now: Date
  },
): Promise<void> {
  await sql.write(
    `INSERT INTO directory_user (id, directory_id, external_id, user_name, user_name_key, active, email, attributes, version, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9)`,
    [
      ...[id, directoryId, attributes.externalId ?? null, attributes.userName, keys.userNameKey, attributes.active],
      ...[keys.email, storedAttributes(attributes), now],
    ],
  )
}

/** Writes all attributes of a user, who is no longer deleted if it was. */
export async function updateDirectoryUser(
  { sql }: Change,
  id: string,
  { attributes, keys, now }: { attributes: UserAttributes; keys: UserKeys; now: Date },
): Promise<void> {
  await sql.write(
    `UPDATE directory_user SET external_id = $2, user_name = $3, user_name_key = $4, active = $5, email = $6, attributes = $7,
       version = version + 1, changed_at = $8, deleted_at = NULL WHERE id = $1`,
    [
      ...[id, attributes.externalId ?? null, attributes.userName, keys.userNameKey, attributes.active, keys.email],
      ...[storedAttributes(attributes), now],
    ],
  )
}

/**
 * Who the person is, and why there is no membership. No new version: the directory sees neither. A deleted user who was linked to
 * the same person is not any more.
 */
export async function linkDirectoryUser(
  { sql }: Change,
  id: string,
  { userId, waitingReason }: Pick<StoredUser, 'userId' | 'waitingReason'>,
): Promise<void> {
  if (userId !== null)
    await sql.write(
      `UPDATE directory_user SET user_id = NULL WHERE user_id = $2 AND id <> $1 AND deleted_at IS NOT NULL
         AND directory_id = (SELECT w.directory_id FROM directory_user w WHERE w.id = $1)`,
      [id, userId],
    )
  await sql.write('UPDATE directory_user SET user_id = $2, waiting_reason = $3 WHERE id = $1', [
    id,
    userId,
    waitingReason,
  ])
}

/** Marks a user as deleted, and takes it out of its groups. */
export async function markUserDeleted({ sql }: Change, id: string, now: Date): Promise<void> {
  await sql.write(
    `UPDATE directory_user SET deleted_at = $2, active = $3, waiting_reason = NULL, version = version + 1, changed_at = $2
     WHERE id = $1`,
    [id, now, false],
  )
  await sql.write('DELETE FROM directory_member WHERE member_id = $1', [id])
}

/** Removes a user that was deleted, for one that takes its external id or user name. */
export async function removeDeletedUser({ sql }: Change, id: string): Promise<void> {
  await sql.write('DELETE FROM directory_user WHERE id = $1 AND deleted_at IS NOT NULL', [id])
}

/** How many users there are with those that were deleted: they are kept for a while. Counting ends at `limit`. */
export async function countDirectoryUsers({ sql }: SqlStore, directoryId: string, limit: number): Promise<number> {
  const [row] = await sql.read(
    'SELECT count(*) AS n FROM (SELECT u.id FROM directory_user u WHERE u.directory_id = $1 LIMIT $2) found',
    [directoryId, limit],
  )
  return Number(row?.n ?? 0)
}

/** Users after an id, in the order of their ids, that are not deleted. */
export async function usersAfter(
  { sql }: SqlStore,
  directoryId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql.read<Pick<DirectoryUserRow, 'id'>>(
    `SELECT u.id FROM directory_user u WHERE u.directory_id = $1 AND u.id > $2 AND u.deleted_at IS NULL
     ORDER BY u.id LIMIT $3`,
    [directoryId, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Active users who are no members yet, after an id. */
export async function findWaitingUsers(
  { sql }: SqlStore,
  directoryId: string,
  { after, limit }: { after: string; limit: number },
): Promise<StoredUser[]> {
  const rows = await sql.read<DirectoryUserRow>(
    `SELECT ${columns} FROM directory_user u WHERE u.directory_id = $1 AND u.id > $2
       AND u.waiting_reason IS NOT NULL AND u.deleted_at IS NULL ORDER BY u.id LIMIT $3`,
    [directoryId, after, limit],
  )
  return rows.map(toUser)
}

/** How many users there are, and how many of them are active and wait. */
export async function countUsersByState(
  { sql }: SqlStore,
  directoryId: string,
): Promise<{ users: number; active: number; waiting: number }> {
  const [row] = await sql.read(
    `SELECT count(*) AS users, sum(CASE WHEN u.active = $2 THEN 1 ELSE 0 END) AS active,
       sum(CASE WHEN u.waiting_reason IS NOT NULL THEN 1 ELSE 0 END) AS waiting
     FROM directory_user u WHERE u.directory_id = $1 AND u.deleted_at IS NULL`,
    [directoryId, true],
  )
  return { users: Number(row?.users ?? 0), active: Number(row?.active ?? 0), waiting: Number(row?.waiting ?? 0) }
}
