import type { SqlStore, SqlWrites } from '../../connections/sql.ts'
import { textOrNull, time } from '../../connections/sql.ts'
import type { DirectoryRequestRow } from '../../generated/rows.ts'

/** How many of the last requests are known. */
const kept = 100

export interface StoredRequest {
  at: Date
  method: string
  path: string
  status: number
  scimType: string | null
}

/** Counts a request of a directory, and notes it in place of the one that was `kept` earlier. */
export async function noteDirectoryRequest(
  { sql }: SqlWrites,
  { directoryId, tokenId, request }: { directoryId: string; tokenId: string; request: StoredRequest },
): Promise<void> {
  const { at, method, path, status, scimType } = request
  const isError = status >= 400 ? 1 : 0
  const today = at.toISOString().slice(0, 10)
  const [row] = await sql.write<{ request_count: unknown }>(
    `UPDATE directory SET request_count = request_count + 1, last_request_at = $2, error_day = $3,
       error_count = CASE WHEN error_day = $3 THEN error_count ELSE 0 END + $4 WHERE id = $1 RETURNING request_count`,
    [directoryId, at, today, isError],
  )
  if (!row) return
  const number = Number(row.request_count)
  await sql.write(
    `INSERT INTO directory_request (directory_id, slot, number, at, method, path, status, scim_type)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (directory_id, slot) DO UPDATE SET number = excluded.number, at = excluded.at, method = excluded.method,
       path = excluded.path, status = excluded.status, scim_type = excluded.scim_type
       WHERE directory_request.number < excluded.number`,
    [directoryId, number % kept, number, at, method, path, status, scimType],
  )
  await sql.write('UPDATE directory_token SET last_used_at = $2 WHERE id = $1', [tokenId, at])
}

/** The last requests, the newest first. */
export async function findDirectoryRequests({ sql }: SqlStore, directoryId: string): Promise<StoredRequest[]> {
  const rows = await sql.read<DirectoryRequestRow>(
    'SELECT number, at, method, path, status, scim_type FROM directory_request WHERE directory_id = $1 ORDER BY number DESC',
    [directoryId],
  )
  return rows.map((row) => ({
    at: time(row.at),
    method: row.method,
    path: row.path,
    status: Number(row.status),
    scimType: textOrNull(row.scim_type),
  }))
}
