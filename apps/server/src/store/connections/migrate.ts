import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenTarget } from './postgresql/migration-lock.ts'
import type { PostgresConnection } from './postgresql/postgresql.ts'
import type { SqliteConnection } from './sqlite/sqlite.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Applies migrations and notes them, all or nothing, under the database's lock. `work` may be called again. */
interface Target {
  locked(work: (db: OpenTarget) => Promise<void>): Promise<void>
}

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
      locked: async (work) => (await import('./postgresql/migration-lock.ts')).withMigrationLock(connection.pool, work),
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
