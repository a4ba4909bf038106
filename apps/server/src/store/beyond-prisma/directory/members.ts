import type { GroupMember } from '../../../oidc/scim/resources.ts'
import type { Change } from '../../connections/database.ts'
import type { SqlStore, SqlValue } from '../../connections/sql.ts'
import type { DirectoryMemberRow } from '../../generated/rows.ts'

/** Ids that one statement is given. */
const batch = 500

const listed = (ids: readonly string[], before: number): string =>
  ids.map((_, index) => `$${before + index + 1}`).join(', ')

async function inBatches<T>(ids: Iterable<string>, work: (ids: readonly string[]) => Promise<T[]>): Promise<T[]> {
  const all = [...ids]
  const found: T[] = []
  for (let from = 0; from < all.length; from += batch)
    for (const row of await work(all.slice(from, from + batch))) found.push(row)
  return found
}

/** The members of these groups, in the order of their ids. */
export async function findMembersOfGroups(
  { sql }: SqlStore,
  groupIds: readonly string[],
): Promise<Map<string, GroupMember[]>> {
  const members = new Map<string, GroupMember[]>(groupIds.map((id) => [id, []]))
  if (groupIds.length === 0) return members
  const rows = await sql.read<Pick<DirectoryMemberRow, 'group_id' | 'member_id' | 'type'>>(
    `SELECT group_id, member_id, type FROM directory_member WHERE group_id IN (${listed(groupIds, 0)})
     ORDER BY group_id, member_id`,
    [...groupIds],
  )
  for (const row of rows)
    members.get(row.group_id)?.push({ value: row.member_id, type: row.type === 'Group' ? 'Group' : 'User' })
  return members
}

/** How many members these groups have together, or how many groups these users. Counting ends at `limit`. */
export async function countMembersOfAll(
  { sql }: SqlStore,
  { of, ids }: { of: 'groups' | 'users'; ids: readonly string[] },
  limit: number,
): Promise<number> {
  if (ids.length === 0) return 0
  const column = of === 'groups' ? 'group_id' : 'member_id'
  const [row] = await sql.read(
    `SELECT count(*) AS n FROM (SELECT 1 FROM directory_member WHERE ${column} IN (${listed(ids, 1)}) LIMIT $1) found`,
    [limit, ...ids],
  )
  return Number(row?.n ?? 0)
}

/** The groups that these users are direct members of. */
export async function findGroupsOfUsers(
  { sql }: SqlStore,
  userIds: readonly string[],
): Promise<Map<string, { id: string; displayName: string }[]>> {
  const groups = new Map<string, { id: string; displayName: string }[]>(userIds.map((id) => [id, []]))
  if (userIds.length === 0) return groups
  const rows = await sql.read<{ member_id: string; id: string; display_name: string }>(
    `SELECT m.member_id, g.id, g.display_name FROM directory_member m JOIN directory_group g ON g.id = m.group_id
     WHERE m.member_id IN (${listed(userIds, 0)}) ORDER BY m.member_id, g.id`,
    [...userIds],
  )
  for (const row of rows) groups.get(row.member_id)?.push({ id: row.id, displayName: row.display_name })
  return groups
}

/** What these ids are in a directory: users, groups, and no key for what is neither. */
export async function typesOfMembers(
  { sql }: SqlStore,
  directoryId: string,
  ids: Iterable<string>,
): Promise<Map<string, 'User' | 'Group'>> {
  const rows = await inBatches(ids, (some) =>
    sql.read<{ id: string; type: string }>(
      `SELECT u.id, 'User' AS type FROM directory_user u
         WHERE u.directory_id = $1 AND u.deleted_at IS NULL AND u.id IN (${listed(some, 1)})
       UNION ALL SELECT g.id, 'Group' AS type FROM directory_group g WHERE g.directory_id = $1 AND g.id IN (${listed(some, 1)})`,
      [directoryId, ...some],
    ),
  )
  return new Map(rows.map(({ id, type }) => [id, type === 'Group' ? ('Group' as const) : ('User' as const)]))
}

/** Puts members into a group. Returns those who were not in it. */
export const addMembers = (
  { sql }: Change,
  groupId: string,
  members: ReadonlyMap<string, 'User' | 'Group'>,
): Promise<string[]> =>
  inBatches(members.keys(), async (some) => {
    const values: SqlValue[] = some.flatMap((id) => [id, members.get(id) ?? 'User'])
    const rows = await sql.write<{ member_id: string }>(
      `INSERT INTO directory_member (group_id, member_id, type)
       VALUES ${some.map((_, index) => `($1, $${2 * index + 2}, $${2 * index + 3})`).join(', ')}
       ON CONFLICT (group_id, member_id) DO NOTHING RETURNING member_id`,
      [groupId, ...values],
    )
    return rows.map((row) => row.member_id)
  })

/** Takes members out of a group. Returns those who were in it. */
export const removeMembers = ({ sql }: Change, groupId: string, ids: Iterable<string>): Promise<string[]> =>
  inBatches(ids, async (some) => {
    const rows = await sql.write<{ member_id: string }>(
      `DELETE FROM directory_member WHERE group_id = $1 AND member_id IN (${listed(some, 1)}) RETURNING member_id`,
      [groupId, ...some],
    )
    return rows.map((row) => row.member_id)
  })

/** The ids of all members of a group. */
export async function memberIds({ sql }: SqlStore, groupId: string): Promise<string[]> {
  const rows = await sql.read<{ member_id: string }>('SELECT member_id FROM directory_member WHERE group_id = $1', [
    groupId,
  ])
  return rows.map((row) => row.member_id)
}

export async function countMembersOf({ sql }: SqlStore, groupId: string): Promise<number> {
  const [row] = await sql.read('SELECT count(*) AS n FROM directory_member WHERE group_id = $1', [groupId])
  return Number(row?.n ?? 0)
}
