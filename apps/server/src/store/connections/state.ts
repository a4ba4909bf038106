import { type SqlStore, time } from './sql.ts'

/** The names of the migrations that were applied to this database, the oldest first. */
export async function appliedMigrations({ sql }: SqlStore): Promise<string[]> {
  const rows = await sql.read<{ name: string }>('SELECT name FROM schema_migration ORDER BY name', [])
  return rows.map(({ name }) => name)
}

/** The time of the database's own clock. PostgreSQL only. */
export async function databaseTime({ sql }: SqlStore): Promise<Date> {
  const [row] = await sql.read<{ now: unknown }>('SELECT clock_timestamp() AS now', [])
  return time(row?.now)
}
