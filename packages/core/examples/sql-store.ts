import type { SessionStore, StoredSession } from '@vestibule/core'

/** Runs a statement and returns its rows: `(text, values) => pool.query(text, values).then(({ rows }) => rows)` with `pg`. */
export type Query = (text: string, values: (string | number)[]) => Promise<Record<string, unknown>[]>

/** The tables, for PostgreSQL and SQLite alike. Times are seconds since the epoch. */
export const tables = `
  CREATE TABLE vestibule_session (id text PRIMARY KEY, sid text NOT NULL, sub text NOT NULL, value text NOT NULL, until bigint NOT NULL);
  CREATE INDEX vestibule_session_sid ON vestibule_session (sid);
  CREATE INDEX vestibule_session_sub ON vestibule_session (sub);
  CREATE TABLE vestibule_once (name text PRIMARY KEY, until bigint NOT NULL);
`

/**
 * Stores sessions in an SQL database. Delete rows whose `until` has passed from time to time: they are never read again.
 *
 * @example
 * ```ts
 * const pool = new pg.Pool()
 * const store = sqlStore((text, values) => pool.query(text, values).then(({ rows }) => rows))
 * const auth = createAuth({ ...options, session: { store } })
 * ```
 */
export function sqlStore(query: Query, now: () => Date = () => new Date()): SessionStore {
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    async get(id) {
      const [row] = await query('SELECT value FROM vestibule_session WHERE id = $1 AND until > $2', [id, seconds()])
      return row ? (JSON.parse(String(row.value)) as StoredSession) : null
    },
    async set(id, value, ttl) {
      const { sid, user } = value.session
      await query(
        `INSERT INTO vestibule_session (id, sid, sub, value, until) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET sid = excluded.sid, sub = excluded.sub, value = excluded.value, until = excluded.until`,
        [id, sid ?? '', user.sub, JSON.stringify(value), seconds() + ttl],
      )
    },
    async delete(id) {
      await query('DELETE FROM vestibule_session WHERE id = $1', [id])
    },
    async deleteBySid(sid) {
      await query('DELETE FROM vestibule_session WHERE sid = $1', [sid])
    },
    async deleteBySub(sub) {
      await query('DELETE FROM vestibule_session WHERE sub = $1', [sub])
    },
    async once(name, ttl) {
      // Atomic: of two concurrent calls, only one returns a row.
      const rows = await query(
        `INSERT INTO vestibule_once (name, until) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE vestibule_once.until <= $3 RETURNING name`,
        [name, seconds() + ttl, seconds()],
      )
      return rows.length === 1
    },
  }
}
