import type { Change } from '../connections/database.ts'
import { jsonIds, listedIds, type SqlStore, type SqlWrites, time } from '../connections/sql.ts'
import { type RateLimitRow, rateLimitColumns } from '../generated/rows.ts'

/** Counts one event in a window that begins with its first event. One statement, so parallel events are all counted. */
export async function incrementCounter(
  { sql }: SqlWrites,
  key: string,
  window: number,
  now: Date,
): Promise<{ count: number; resetAt: Date }> {
  const [row] = await sql.write<Pick<RateLimitRow, 'count' | 'reset_at'>>(
    `INSERT INTO rate_limit (key, count, reset_at) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN rate_limit.reset_at <= $3 THEN 1 ELSE rate_limit.count + 1 END,
       reset_at = CASE WHEN rate_limit.reset_at <= $3 THEN excluded.reset_at ELSE rate_limit.reset_at END
     RETURNING count, reset_at`,
    [key, new Date(now.getTime() + window), now],
  )
  return { count: Number(row?.count), resetAt: time(row?.reset_at) }
}

/** How many events the running window has seen, without counting one. */
export async function readCounter(
  { sql }: SqlStore,
  key: string,
  now: Date,
): Promise<{ count: number; resetAt: Date } | null> {
  const [row] = await sql.read<Pick<RateLimitRow, 'count' | 'reset_at'>>(
    'SELECT count, reset_at FROM rate_limit WHERE key = $1 AND reset_at > $2',
    [key, now],
  )
  return row ? { count: Number(row.count), resetAt: time(row.reset_at) } : null
}

/** The counters of these keys whose window still runs. */
export async function findCounters(
  { sql }: SqlStore,
  keys: readonly string[],
  now: Date,
): Promise<{ key: string; count: number; resetAt: Date }[]> {
  const rows = await sql.read<RateLimitRow>(
    `SELECT ${rateLimitColumns} FROM rate_limit WHERE key IN ${listedIds(1)} AND reset_at > $2`,
    [jsonIds(keys), now],
  )
  return rows.map((row) => ({ key: row.key, count: Number(row.count), resetAt: time(row.reset_at) }))
}

/** Starts these counters anew. Returns how many there were. */
export async function deleteCounters({ sql }: Change, keys: readonly string[]): Promise<number> {
  const rows = await sql.write(`DELETE FROM rate_limit WHERE key IN ${listedIds(1)} RETURNING key`, [jsonIds(keys)])
  return rows.length
}
