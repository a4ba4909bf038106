import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../config/settings.ts'

/** What a look at a database found, without changing it: the migrations that were applied to it. */
export type ProbedDatabase = { exists: false } | { exists: true; migrations: string[] }

const applied = 'SELECT name FROM schema_migration ORDER BY name'

/** Looks at a database as it is: opens it read-only and migrates nothing. Throws when it cannot be reached. */
export async function probeDatabase(database: Config['database'], timeout: number): Promise<ProbedDatabase> {
  return database.kind === 'sqlite' ? probeSqlite(database.file) : probePostgres(database.url, timeout)
}

function probeSqlite(file: string): ProbedDatabase {
  if (!existsSync(file)) return { exists: false }
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const [table] = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'").all()
    const rows = table ? (connection.prepare(applied).all() as { name: string }[]) : []
    return { exists: true, migrations: rows.map(({ name }) => name) }
  } finally {
    connection.close()
  }
}

async function probePostgres(url: string, timeout: number): Promise<ProbedDatabase> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout })
  // A broken connection rejects the query that is waiting on it.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: tables } = await client.query("SELECT to_regclass('schema_migration') AS found")
    const { rows } = tables[0]?.found ? await client.query(applied) : { rows: [] }
    return { exists: true, migrations: rows.map(({ name }: { name: string }) => name) }
  } finally {
    await client.end()
  }
}
