import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { PostgresConnection } from './postgresql/postgresql.ts'
import { withoutLimits } from './postgresql/session.ts'
import type { SqliteConnection } from './sqlite/sqlite.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

interface OpenTarget {
  query(sql: string): Promise<{ name: string; checksum: string }[]>
  exec(sql: string): Promise<void>
}

/** Applies migrations and notes them, all or nothing, under the database's lock. `work` may be called again. */
interface Target {
  locked(work: (db: OpenTarget) => Promise<void>): Promise<void>
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
 * Brings the database to this program's schema. Safe to run in two processes at once: the second waits for the lock
 * and finds the work done. A database from a newer program is refused, because an older one could damage it.
 */
export async function migrate(connection: SqliteConnection | PostgresConnection, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  let applied: string[] = []
  await targetOf(connection).locked(async (db) => {
    applied = []
    await db.exec(
      'CREATE TABLE IF NOT EXISTS schema_migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)',
    )
    const known = new Map(
      (await db.query('SELECT name, checksum FROM schema_migration')).map((row) => [row.name, row.checksum]),
    )
    const newer = [...known.keys()].filter((name) => !migrations.some((migration) => migration.name === name))
    if (newer.length > 0)
      throw new Error(
        `the database was migrated by a newer version of Vestibule (${newer.join(', ')}); start that version`,
      )
    for (const { name, sql, checksum } of migrations) {
      const before = known.get(name)
      if (before === checksum) continue
      if (before) throw new Error(`migration ${name} was changed after it was applied`)
      await db.exec(sql)
      await db.exec(`INSERT INTO schema_migration (name, checksum) VALUES ('${name}', '${checksum}')`)
      applied.push(name)
    }
  })
  return applied
}

/** The migrations of a kind of database, in their order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: hash('sha256', sql, 'hex') }
    })
}

function targetOf(connection: SqliteConnection | PostgresConnection): Target {
  if ('pool' in connection) {
    return {
      async locked(work) {
        for (let left = attempts; ; left--) {
          try {
            return await lockPostgres(connection, work)
          } catch (error) {
            if (left === 0 || (error as { code?: string }).code !== lockNotAvailable) throw error
          }
          await sleep(pause)
        }
      },
    }
  }
  return {
    locked: (work) =>
      connection.exclusively(async () => {
        await connection.begin()
        try {
          await work({
            query: async (sql) => connection.writer().prepare(sql).all() as { name: string; checksum: string }[],
            exec: async (sql) => connection.exec(sql),
          })
          await connection.commit()
        } catch (error) {
          if (connection.writing) connection.exec('ROLLBACK')
          throw error
        }
      }),
  }
}

/** @throws an error of SQLSTATE 55P03 if a table stays in use */
async function lockPostgres({ pool }: PostgresConnection, work: (db: OpenTarget) => Promise<void>): Promise<void> {
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
