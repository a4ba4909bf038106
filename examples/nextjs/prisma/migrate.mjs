import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createAdapter, database, url } from './connection.mjs'

// Applies the migrations that are missing, each in a transaction, and records them as `prisma migrate deploy` does, so that you can
// change over to it at any time. This needs no engine and no network beyond the database.

const history = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL, "logs" TEXT,
    "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`,
  postgresql: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`,
}
const query = (sql) => ({ sql, args: [], argTypes: [] })

if (url.startsWith('file:')) mkdirSync(dirname(url.slice('file:'.length)), { recursive: true })
const connection = await createAdapter().connect()
const transaction = await connection.startTransaction()
const run = (sql) => transaction.executeRaw(query(sql))
try {
  // Two processes that start at once: the second waits, by the lock that Prisma uses for the same purpose.
  if (database === 'postgresql') await run('SELECT pg_advisory_xact_lock(72707369)')
  await run(history[database])
  const { rows } = await transaction.queryRaw(
    query(
      'SELECT "migration_name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL',
    ),
  )
  const applied = new Set(rows.flat())
  const folder = new URL(`./${database}/migrations/`, import.meta.url)
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  for (const name of names.sort()) {
    if (applied.has(name)) continue
    const script = readFileSync(new URL(`${name}/migration.sql`, folder), 'utf8')
    for (const statement of script.split(/;\s*$/m)) if (statement.trim()) await run(statement)
    const checksum = createHash('sha256').update(script).digest('hex')
    await run(`INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "applied_steps_count")
      VALUES ('${randomUUID()}', '${checksum}', CURRENT_TIMESTAMP, '${name}', 1)`)
  }
  if (!transaction.options.usePhantomQuery) await run('COMMIT')
  await transaction.commit()
} catch (error) {
  if (!transaction.options.usePhantomQuery) await run('ROLLBACK').catch(() => null)
  await transaction.rollback()
  throw error
} finally {
  await connection.dispose()
}
