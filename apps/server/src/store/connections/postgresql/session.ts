import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** How long a statement may take, locks included, in milliseconds. */
export const statementTimeout = 5000

/** Prisma's adapter writes and reads every time as one of UTC. */
const isUtc = (setting: string): boolean => /^(etc\/)?(utc|gmt)$/i.test(setting)
/** A setting in milliseconds, of which 0 is none. */
const atMost = (limit: number) => (setting: string) => Number(setting) > 0 && Number(setting) <= limit

/** What a session must have, by the name of the setting. */
const required = {
  timezone: { value: 'UTC', holds: isUtc },
  statement_timeout: { value: `${statementTimeout}`, holds: atMost(statementTimeout) },
  idle_in_transaction_session_timeout: { value: `${2 * statementTimeout}`, holds: atMost(2 * statementTimeout) },
}

/** The parameter `options` with which PostgreSQL starts a session that has them. */
export const startupOptions = Object.entries(required)
  .map(([name, { value }]) => `-c ${name}=${value}`)
  .join(' ')

/** For a transaction that may take as long as it takes, such as a backup. */
export const withoutLimits =
  "SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"

/**
 * True if this connection is one session of PostgreSQL. With a pooler in between, its transactions run in the sessions of
 * several connections, and the process that a pooler names when it begins (BackendKeyData) is none of them.
 */
export async function isOneSession(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid === (client as unknown as { processID: number }).processID
}

/** Why the server can't work with sessions like this one, and the statements that mend it; null if it can. */
export async function findSettingsFault(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: keyof typeof required; setting: string; alter: string }>(
    `SELECT lower(name) AS name, setting, format('ALTER ROLE %I IN DATABASE %I SET', session_user, current_database()) AS alter
     FROM pg_settings WHERE lower(name) = ANY($1) ORDER BY 1`,
    [Object.keys(required)],
  )
  const wrong = rows.filter(({ name, setting }) => !required[name].holds(setting))
  if (wrong.length === 0) return null
  const settings = wrong.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  const statements = wrong.map(({ name, alter }) => `${alter} ${name} = '${required[name].value}';`)
  return `DATABASE_URL leads to a pooler, which does not pass on the settings of the server (${settings}). Give them to the user, and have the pooler open new connections (PgBouncer: RECONNECT):\n${statements.join('\n')}`
}

/**
 * True if a pooler prepares named statements on whichever connection runs them, as PgBouncer with `max_prepared_statements`
 * does: PostgreSQL then knows this statement by a name of the pooler.
 */
export async function tracksStatements(client: pg.ClientBase): Promise<boolean> {
  const name = randomUUID()
  const text = 'SELECT 1 FROM pg_prepared_statements WHERE name = $1'
  return (await client.query({ name, text, values: [name] })).rows.length === 0
}
