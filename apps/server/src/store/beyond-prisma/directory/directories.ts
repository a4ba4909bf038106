import type { Change } from '../../connections/database.ts'
import { flag, type SqlStore, type SqlWrites, time, timeOrNull } from '../../connections/sql.ts'
import type { DirectoryRow } from '../../generated/rows.ts'

/** A directory, as its columns say it. */
export interface StoredDirectory {
  id: string
  organizationId: string
  createdAt: Date
  /** Its requests are answered with 503. */
  pausedAt: Date | null
  /** Turned off: its rows stay for 30 days, and its tokens work no more. */
  closedAt: Date | null
  /** Its groups may give the role owner, and other roles that only owners give. */
  allowOwner: boolean
  lastRequestAt: Date | null
  /** Where looking at everybody again goes on; null if there is nothing to do. */
  reviewAfter: string | null
  /** On this day (UTC), so many requests were refused. */
  errorDay: string | null
  errorCount: number
}

const columns = `d.id, d.organization_id, d.created_at, d.paused_at, d.closed_at, d.allow_owner, d.last_request_at, d.review_after,
  d.error_day, d.error_count`

const toDirectory = (row: DirectoryRow): StoredDirectory => ({
  id: row.id,
  organizationId: row.organization_id,
  createdAt: time(row.created_at),
  pausedAt: timeOrNull(row.paused_at),
  closedAt: timeOrNull(row.closed_at),
  allowOwner: flag(row.allow_owner),
  lastRequestAt: timeOrNull(row.last_request_at),
  reviewAfter: row.review_after,
  errorDay: row.error_day,
  errorCount: Number(row.error_count),
})

/** The directory of an organization, closed or not. */
export async function findDirectoryOf({ sql }: SqlStore, organizationId: string): Promise<StoredDirectory | null> {
  const [row] = await sql.read<DirectoryRow>(`SELECT ${columns} FROM directory d WHERE d.organization_id = $1`, [
    organizationId,
  ])
  return row ? toDirectory(row) : null
}

export async function findDirectoryById({ sql }: SqlStore, id: string): Promise<StoredDirectory | null> {
  const [row] = await sql.read<DirectoryRow>(`SELECT ${columns} FROM directory d WHERE d.id = $1`, [id])
  return row ? toDirectory(row) : null
}

/** The open directory that a token is of, while its organization is not disabled. */
export async function findByTokenDigest(
  { sql }: SqlStore,
  digest: string,
  now: Date,
): Promise<(StoredDirectory & { tokenId: string }) | null> {
  const [row] = await sql.read<DirectoryRow & { token: string }>(
    `SELECT ${columns}, t.id AS token FROM directory_token t
     JOIN directory d ON d.id = t.directory_id JOIN organization o ON o.id = d.organization_id
     WHERE t.digest = $1 AND t.revoked_at IS NULL AND t.expires_at > $2 AND d.closed_at IS NULL AND o.disabled_at IS NULL`,
    [digest, now],
  )
  return row ? { ...toDirectory(row), tokenId: row.token } : null
}

/** Directories after an id, with the organizations that they are of. */
export async function findDirectoriesAfter(
  { sql }: SqlStore,
  { after, limit }: { after: string; limit: number },
): Promise<(StoredDirectory & { slug: string; name: string })[]> {
  const rows = await sql.read<DirectoryRow & { slug: string; name: string }>(
    `SELECT ${columns}, o.slug, o.name FROM directory d JOIN organization o ON o.id = d.organization_id
     WHERE d.id > $1 ORDER BY d.id LIMIT $2`,
    [after, limit],
  )
  return rows.map((row) => ({ ...toDirectory(row), slug: row.slug, name: row.name }))
}

export async function insertDirectory(
  { sql }: Change,
  { id, organizationId, createdBy, now }: { id: string; organizationId: string; createdBy: string | null; now: Date },
): Promise<void> {
  await sql.write('INSERT INTO directory (id, organization_id, created_by, created_at) VALUES ($1, $2, $3, $4)', [
    id,
    organizationId,
    createdBy,
    now,
  ])
}

/** Opens, pauses, closes a directory, or changes what its groups may give. */
export async function updateDirectory(
  { sql }: Change,
  id: string,
  { pausedAt, closedAt, allowOwner }: Pick<StoredDirectory, 'pausedAt' | 'closedAt' | 'allowOwner'>,
): Promise<void> {
  await sql.write('UPDATE directory SET paused_at = $2, closed_at = $3, allow_owner = $4 WHERE id = $1', [
    id,
    pausedAt,
    closedAt,
    allowOwner,
  ])
}

/** Everybody in it is looked at again, from the first on. */
export async function beginReview({ sql }: Change, id: string): Promise<void> {
  await sql.write(`UPDATE directory SET review_after = '' WHERE id = $1`, [id])
}

/** The same by the organization: it has proven another domain. */
export async function beginReviewOf({ sql }: Change, organizationId: string): Promise<void> {
  await sql.write(`UPDATE directory SET review_after = '' WHERE organization_id = $1 AND closed_at IS NULL`, [
    organizationId,
  ])
}

/** False if it began again meanwhile. Null ends it. */
export async function advanceReview({ sql }: Change, id: string, from: string, to: string | null): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE directory SET review_after = $3 WHERE id = $1 AND review_after = $2 RETURNING id',
    [id, from, to],
  )
  return rows.length === 1
}

/** Directories after an id in which everybody is to be looked at again, while their organizations are not disabled. */
export async function findReviews(
  { sql }: SqlStore,
  { after, limit }: { after: string; limit: number },
): Promise<StoredDirectory[]> {
  const rows = await sql.read<DirectoryRow>(
    `SELECT ${columns} FROM directory d JOIN organization o ON o.id = d.organization_id
     WHERE d.review_after IS NOT NULL AND d.closed_at IS NULL AND o.disabled_at IS NULL AND d.id > $1
     ORDER BY d.id LIMIT $2`,
    [after, limit],
  )
  return rows.map(toDirectory)
}

/** Removes users that were deleted before this time. Returns how many. */
export async function sweepDirectoryUsers({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    `DELETE FROM directory_user WHERE id IN (
       SELECT id FROM directory_user WHERE deleted_at IS NOT NULL AND deleted_at < $1 LIMIT $2) RETURNING id`,
    [before, limit],
  )
  return rows.length
}

/** A directory that was closed before this time. */
export async function findClosedBefore({ sql }: SqlStore, before: Date): Promise<StoredDirectory | null> {
  const [row] = await sql.read<DirectoryRow>(
    `SELECT ${columns} FROM directory d WHERE d.closed_at IS NOT NULL AND d.closed_at < $1 LIMIT 1`,
    [before],
  )
  return row ? toDirectory(row) : null
}

/** Removes what a closed directory wrote, some rows at a time, and then the directory. Returns how many rows went. */
export async function removeDirectoryRows({ sql }: SqlWrites, id: string, limit: number): Promise<number> {
  const users = await sql.write(
    'DELETE FROM directory_user WHERE id IN (SELECT id FROM directory_user WHERE directory_id = $1 LIMIT $2) RETURNING id',
    [id, limit],
  )
  if (users.length > 0) return users.length
  const members = await sql.write(
    `DELETE FROM directory_member WHERE (group_id, member_id) IN (
       SELECT m.group_id, m.member_id FROM directory_member m JOIN directory_group g ON g.id = m.group_id
       WHERE g.directory_id = $1 LIMIT $2) RETURNING member_id`,
    [id, limit],
  )
  return members.length
}

/** Removes a closed directory, and the memberships that stayed suspended. The ownership of the last owner is kept. */
export async function deleteDirectory({ sql }: Change, { id, organizationId }: StoredDirectory): Promise<void> {
  await sql.write('DELETE FROM suspended_membership WHERE organization_id = $1 AND parked = $2', [
    organizationId,
    false,
  ])
  await sql.write('DELETE FROM directory WHERE id = $1 AND closed_at IS NOT NULL', [id])
}
