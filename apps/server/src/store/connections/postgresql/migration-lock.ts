import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withoutLimits } from './session.ts'

/** A database that is being migrated. */
export interface OpenTarget {
  query(sql: string): Promise<{ name: string; checksum: string }[]>
  exec(sql: string): Promise<void>
}

/** Any number that only this program uses. */
const advisoryLock = 7_841_022_001

/**
 * So many milliseconds a migration waits for a table that the version before it uses, because whoever comes next to that table
 * waits behind it. Less than PostgreSQL's `deadlock_timeout`: of the two, the migration gives way.
 */
const tableTimeout = 500
/** So many times it tries, with a pause in between: about two minutes. */
const attempts = 120
const pause = 500
/** SQLSTATE of a lock that was waited for too long. */
const lockNotAvailable = '55P03'
/** As long as a timer of Node can be, in milliseconds: a large table may take minutes. */
const noTimeout = 2 ** 31 - 1

/**
 * Runs migrations in one transaction, in one process at a time. Others that use their tables go first: then it begins again.
 *
 * @throws an Error for the operator if a table stays in use
 */
export async function withMigrationLock(
  pool: pg.Pool,
  work: (db: OpenTarget) => Promise<void>,
  tries = attempts,
): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    try {
      return await tryOnce(pool, work)
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
    }
    await sleep(pause)
  }
  throw new Error('the database could not be migrated: another process keeps using its tables')
}

async function tryOnce(pool: pg.Pool, work: (db: OpenTarget) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const query = (text: string) => client.query({ text, query_timeout: noTimeout } as pg.QueryConfig)
  try {
    await query(`BEGIN; ${withoutLimits}; SELECT pg_advisory_xact_lock(${advisoryLock})`)
    await query(`SET LOCAL lock_timeout = ${tableTimeout}`)
    const moving = await query("SELECT to_regclass('data_migration') AS found")
    if (moving.rows[0]?.found)
      throw new Error('data is still being moved into this database; finish it first: vestibule migrate-data')
    await work({ query: async (sql) => (await query(sql)).rows, exec: async (sql) => void (await query(sql)) })
    await query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
