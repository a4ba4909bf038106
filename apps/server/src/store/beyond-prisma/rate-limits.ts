import type { Change } from '../connections/database.ts'
import { type SqlStore, time } from '../connections/sql.ts'
import { type RateLimitRow, rateLimitColumns } from '../generated/rows.ts'

/** The counters of these keys whose window still runs. */
export async function findCounters(
  { sql }: SqlStore,
  keys: readonly string[],
  now: Date,
): Promise<{ key: string; count: number; resetAt: Date }[]> {
  const rows = await sql.read<RateLimitRow>(
    `SELECT ${rateLimitColumns} FROM rate_limit WHERE key IN (SELECT value ->> 'key' FROM json_each($1)) AND reset_at > $2`,
    [asObject(keys), now],
  )
  return rows.map((row) => ({ key: row.key, count: Number(row.count), resetAt: time(row.reset_at) }))
}

/** Starts these counters anew. Returns how many there were. */
export async function deleteCounters({ sql }: Change, keys: readonly string[]): Promise<number> {
  const rows = await sql.write(
    `DELETE FROM rate_limit WHERE key IN (SELECT value ->> 'key' FROM json_each($1)) RETURNING key`,
    [asObject(keys)],
  )
  return rows.length
}

/** JSON of an object, because `json_each` reads objects on both databases, and arrays only on SQLite. */
const asObject = (keys: readonly string[]): string => JSON.stringify({ ...keys.map((key) => ({ key })) })
