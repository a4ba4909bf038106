import type { Migration } from '../../../store/connections/migrate.ts'
import { keyOf, type Table, type Transfer, type ValueRow } from '../../../store/connections/transfer.ts'
import { insertRows, rowsOf } from './table-rows.ts'

/** An arbitrary number that no other program uses. */
const advisoryLock = 7_841_022_002

export interface Moved {
  table: string
  rows: number
}

interface Progress {
  lastKey: ValueRow | null
  done: boolean
}

/**
 * Moves every row of a SQLite file into PostgreSQL and then compares them one by one. The file is locked meanwhile: a
 * server on it answers 503. Interrupted, it goes on where it was; until it is finished no server starts on the target.
 */
export async function moveData(
  source: Transfer,
  target: Transfer,
  { migrations, restart, tell }: { migrations: readonly Migration[]; restart: boolean; tell(text: string): void },
): Promise<Moved[]> {
  const applied = await source.applied()
  if (applied.join() !== migrations.map(({ name }) => name).join())
    throw new Error('the file is not at the schema of this version; bring it there first: vestibule migrate')
  // The lock is held by a session, because the rows are committed batch by batch.
  if (!(await target.isOneSession()))
    throw new Error('DATABASE_URL leads to a pooler; data is moved over a connection to PostgreSQL itself')
  await source.begin('write')
  try {
    const [lock] = await target.execute(`SELECT pg_try_advisory_lock(${advisoryLock}) AS mine`)
    if (lock?.mine !== true) throw new Error('another process is moving data into this database')
    await prepare(target, migrations, restart)
    // Both databases have the same tables and kinds of columns.
    const tables = await target.tables()
    const moved: Moved[] = []
    for (const table of tables) moved.push({ table: table.name, rows: await copy(source, target, table, tell) })
    await target.begin('read')
    for (const table of tables) await compare(source, target, table)
    await target.rollback()
    await target.execute('DROP TABLE data_migration')
    return moved
  } finally {
    await source.rollback()
  }
}

/** An empty database gets the tables and a marker; one with the marker is continued; any other is refused. */
async function prepare(target: Transfer, migrations: readonly Migration[], restart: boolean): Promise<void> {
  const [row] = await target.execute("SELECT to_regclass('data_migration') AS found")
  const begun = Boolean(row?.found)
  if (!begun && (await target.applied()).length > 0) {
    for (const table of await target.tables()) {
      if ((await target.count(table)) > 0)
        throw new Error(
          `the database holds rows already (${table.name}); data is moved into an empty one. A server that ran on it made them`,
        )
    }
  }
  await target.begin('write')
  try {
    if (begun && restart) {
      for (const table of (await target.tables()).toReversed()) await target.execute(`DELETE FROM "${table.name}"`)
      await target.execute('DELETE FROM data_migration')
    }
    const applied = await target.applied()
    for (const migration of migrations) if (!applied.includes(migration.name)) await target.apply(migration)
    await target.execute(
      'CREATE TABLE IF NOT EXISTS data_migration (table_name TEXT NOT NULL PRIMARY KEY, last_key TEXT, done BOOLEAN NOT NULL)',
    )
    await target.commit()
  } catch (error) {
    await target.rollback()
    throw error
  }
}

async function copy(source: Transfer, target: Transfer, table: Table, tell: (text: string) => void): Promise<number> {
  const progress = await progressOf(target, table)
  if (!progress.done) {
    let copied = 0
    for await (const some of rowsOf(source, table, progress.lastKey)) {
      await target.begin('write')
      try {
        await insertRows(target, table, some)
        await note(target, table, { lastKey: keyOf(table, some.at(-1) as ValueRow), done: false })
        await target.commit()
      } catch (error) {
        await target.rollback()
        throw error
      }
      copied += some.length
      if (copied % 50_000 === 0) tell(`${table.name}: ${copied} rows`)
    }
    await note(target, table, { lastKey: null, done: true })
  }
  return source.count(table)
}

async function progressOf(target: Transfer, table: Table): Promise<Progress> {
  const [row] = await target.execute('SELECT last_key, done FROM data_migration WHERE table_name = $1', [table.name])
  return { lastKey: row?.last_key ? JSON.parse(String(row.last_key)) : null, done: row?.done === true }
}

async function note(target: Transfer, table: Table, { lastKey, done }: Progress): Promise<void> {
  await target.execute(
    `INSERT INTO data_migration (table_name, last_key, done) VALUES ($1, $2, $3)
     ON CONFLICT (table_name) DO UPDATE SET last_key = excluded.last_key, done = excluded.done`,
    [table.name, lastKey && JSON.stringify(lastKey), done],
  )
}

/** Row by row, value by value. */
async function compare(source: Transfer, target: Transfer, table: Table): Promise<void> {
  let rows = 0
  for await (const some of rowsOf(source, table)) {
    rows += some.length
    const there = new Map(
      (
        await target.find(
          table,
          some.map((row) => keyOf(table, row)),
        )
      ).map((row) => [JSON.stringify(keyOf(table, row)), JSON.stringify(row)]),
    )
    const differs = some.find((row) => there.get(JSON.stringify(keyOf(table, row))) !== JSON.stringify(row))
    if (differs)
      throw new Error(
        `a row of ${table.name} differs between the two. Was the file written to since the first run? Start over with --restart`,
      )
  }
  if ((await target.count(table)) !== rows)
    throw new Error(`${table.name} has rows in PostgreSQL that the file has not. Start over with --restart`)
}
