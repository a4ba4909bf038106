import pg from 'pg'
import { findSettingsFault, isOneSession, startupOptions, statementTimeout, tracksStatements } from './session.ts'

/** A database that is away is given up sooner than a statement. */
const connectTimeout = 1500

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeout })
  }
}

export interface OpenPool {
  pool: pg.Pool
  /** Whether statements can be prepared by name. Without, PostgreSQL parses and plans them each time. */
  named: boolean
  /** What the sessions lack, and the statements that mend it. */
  fault: string | null
}

/**
 * Opens a pool whose sessions have the settings of session.ts. They are sent when a connection begins. A pooler refuses them
 * (SQLSTATE 08P01 of PgBouncer, 0A000 of others) or ignores them; then the user must have them (ALTER ROLE).
 */
export async function openPool(url: string): Promise<OpenPool> {
  try {
    return await examined(poolOf(withStartupOptions(url)))
  } catch (error) {
    if (!/^(08P01|0A000)$/.test((error as { code?: string }).code ?? '')) throw error
    return examined(poolOf({ connectionString: url }))
  }
}

/** `options` in DATABASE_URL would replace ours. */
function withStartupOptions(url: string): pg.PoolConfig {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const own = parsed?.searchParams.get('options')
  if (!parsed || !own) return { connectionString: url, options: startupOptions }
  parsed.searchParams.set('options', `${own} ${startupOptions}`)
  return { connectionString: parsed.href }
}

function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: 8,
    pipeline: true,
    Client,
    // One of connections that are all in use is waited for as long as a statement may take.
    connectionTimeoutMillis: statementTimeout,
    // The server gives up first, and says so; this one is for a server that says nothing any more.
    query_timeout: statementTimeout + 2000,
  })
  // An idle connection that breaks is replaced at the next use. One in use rejects whatever is waiting on it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function examined(pool: pg.Pool): Promise<OpenPool> {
  try {
    const client = await pool.connect()
    try {
      const named = (await isOneSession(client)) || (await tracksStatements(client))
      return { pool, named, fault: await findSettingsFault(client) }
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}
