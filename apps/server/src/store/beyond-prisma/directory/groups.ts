import type { DirectoryGroup, GroupAttributes } from '../../../oidc/scim/resources.ts'
import type { Change } from '../../connections/database.ts'
import { type SqlStore, text, time } from '../../connections/sql.ts'
import { type DirectoryGroupRow, directoryGroupColumns } from '../../generated/rows.ts'
import { groupCondition } from './filter-conditions.ts'
import type { DirectoryPage } from './users.ts'

export type StoredGroup = Omit<DirectoryGroup, 'members'>

const columns = directoryGroupColumns
  .split(', ')
  .map((column) => `g.${column}`)
  .join(', ')

const toGroup = (row: DirectoryGroupRow): StoredGroup => ({
  id: row.id,
  attributes: {
    displayName: row.display_name,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
  },
  version: Number(row.version),
  createdAt: time(row.created_at),
  changedAt: time(row.changed_at),
})

/** The groups of a directory that a filter finds, in the order of their ids, and how many they are. */
export async function findDirectoryGroups(
  { sql }: SqlStore,
  directoryId: string,
  { filter, offset, limit }: DirectoryPage,
): Promise<{ total: number; groups: StoredGroup[] }> {
  const found = filter ? groupCondition(filter, 1) : { text: '', params: [] }
  const where = `FROM directory_group g WHERE g.directory_id = $1${found.text === '' ? '' : ` AND ${found.text}`}`
  const params = [directoryId, ...found.params]
  const [counted] = await sql.read(`SELECT count(*) AS n ${where}`, params)
  const total = Number(counted?.n ?? 0)
  if (limit === 0 || offset >= total) return { total, groups: [] }
  const [from, to] = [params.length + 1, params.length + 2]
  const rows = await sql.read<DirectoryGroupRow>(
    `SELECT ${columns} ${where} ORDER BY g.id LIMIT $${to} OFFSET $${from}`,
    [...params, offset, limit],
  )
  return { total, groups: rows.map(toGroup) }
}

export async function findDirectoryGroup(
  { sql }: SqlStore,
  directoryId: string,
  id: string,
): Promise<StoredGroup | null> {
  const [row] = await sql.read<DirectoryGroupRow>(
    `SELECT ${columns} FROM directory_group g WHERE g.id = $1 AND g.directory_id = $2`,
    [id, directoryId],
  )
  return row ? toGroup(row) : null
}

/** Another group that has this name or external id, and which of the two. */
export async function findGroupNamesake(
  { sql }: SqlStore,
  directoryId: string,
  { id, displayKey, externalId }: { id: string; displayKey: string; externalId: string | undefined },
): Promise<'displayName' | 'externalId' | null> {
  const [row] = await sql.read<Pick<DirectoryGroupRow, 'display_key'>>(
    `SELECT g.display_key FROM directory_group g
     WHERE g.directory_id = $1 AND g.id <> $2 AND (g.display_key = $3 OR g.external_id = $4) LIMIT 1`,
    [directoryId, id, displayKey, externalId ?? null],
  )
  return row ? (row.display_key === displayKey ? 'displayName' : 'externalId') : null
}

interface WrittenGroup {
  attributes: GroupAttributes
  displayKey: string
  now: Date
}

export async function insertDirectoryGroup(
  { sql }: Change,
  { id, directoryId, attributes, displayKey, now }: WrittenGroup & { id: string; directoryId: string },
): Promise<void> {
  await sql.write(
    `INSERT INTO directory_group (id, directory_id, external_id, display_name, display_key, version, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, 1, $6, $6)`,
    [id, directoryId, attributes.externalId ?? null, attributes.displayName, displayKey, now],
  )
}

/** Writes all attributes of a group, or a change of its members alone: either way it is a new version. */
export async function updateDirectoryGroup(
  { sql }: Change,
  id: string,
  { attributes, displayKey, now }: WrittenGroup,
): Promise<void> {
  await sql.write(
    `UPDATE directory_group SET external_id = $2, display_name = $3, display_key = $4, version = version + 1, changed_at = $5
     WHERE id = $1`,
    [id, attributes.externalId ?? null, attributes.displayName, displayKey, now],
  )
}

/** Deletes a group with its members, and takes it out of other groups. */
export async function deleteDirectoryGroup({ sql }: Change, id: string): Promise<void> {
  await sql.write('DELETE FROM directory_member WHERE member_id = $1', [id])
  await sql.write('DELETE FROM directory_group WHERE id = $1', [id])
}

/** How many groups there are. */
export async function countDirectoryGroups({ sql }: SqlStore, directoryId: string): Promise<number> {
  const [row] = await sql.read('SELECT count(*) AS n FROM directory_group WHERE directory_id = $1', [directoryId])
  return Number(row?.n ?? 0)
}

/** Groups after an id with how many members they have, for those who map them. `nameKey` begins their names. */
export async function findGroupsToMap(
  { sql }: SqlStore,
  directoryId: string,
  { after, limit, nameKey }: { after: string; limit: number; nameKey: string },
): Promise<{ id: string; displayName: string; members: number }[]> {
  const rows = await sql.read<{ id: string; display_name: string; members: unknown }>(
    `SELECT g.id, g.display_name, (SELECT count(*) FROM directory_member m WHERE m.group_id = g.id) AS members
     FROM directory_group g WHERE g.directory_id = $1 AND g.id > $2 AND substr(g.display_key, 1, length($3)) = $3
     ORDER BY g.id LIMIT $4`,
    [directoryId, after, nameKey, limit],
  )
  return rows.map((row) => ({ id: row.id, displayName: text(row.display_name), members: Number(row.members) }))
}
