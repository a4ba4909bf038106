import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Config } from '../../config/settings.ts'
import type { Migration } from './migrate.ts'
import { isOneSession, withoutLimits } from './postgresql/session.ts'
import { sqlitePlaceholders } from './sqlite/sqlite.ts'

/** A value as both databases mean it. Times are milliseconds since 1970. */
export type Value = string | number | boolean | null
export type ValueRow = readonly Value[]

export interface Table {
  name: string
  columns: readonly { name: string; kind: 'text' | 'number' | 'time' | 'flag' }[]
  /** Columns of the primary key. */
  key: readonly string[]
}

/**
 * A whole database, row by row, the same for both kinds: what backup, restore and migrate-data are made of. It has one
 * connection of its own and one transaction, from `begin` on: what is read is one moment, what is written is all or nothing.
 */
export interface Transfer {
  /** Names of the migrations that were applied; none in an empty database. */
  applied(): Promise<string[]>
  /** Every table of the program, those that others refer to first. */
  tables(): Promise<Table[]>
  /** `write` also keeps every other process from writing, with SQLite. */
  begin(mode: 'read' | 'write'): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  apply(migration: Migration): Promise<void>
  /** Rows after a key, in the order of their keys. */
  read(table: Table, after: ValueRow | null, limit: number): Promise<Value[][]>
  /** The rows with these keys, in any order. */
  find(table: Table, keys: readonly ValueRow[]): Promise<Value[][]>
  insert(table: Table, rows: readonly ValueRow[]): Promise<void>
  count(table: Table): Promise<number>
  execute(sql: string, params?: readonly Value[]): Promise<Record<string, unknown>[]>
  /** False through a pooler, where what a session keeps (such as a lock) is not ours from one transaction to the next. */
  isOneSession(): Promise<boolean>
  close(): Promise<void>
}

/** Tables that are about this database and not in it, and those that a server fills from the others. */
const ownTables = new Set(['schema_migration', 'data_migration', 'person_search', 'person_term'])

export async function openTransfer(where: Config['database'], { mayCreate = false } = {}): Promise<Transfer> {
  if (where.kind === 'sqlite') return sqliteTransfer(where.file, mayCreate)
  const client = new pg.Client({
    connectionString: where.url,
    connectionTimeoutMillis: 5000,
  })
  await client.connect()
  return postgresTransfer(client)
}

const quoted = (name: string): string => `"${name}"`
const listed = (names: readonly string[]): string => names.map(quoted).join(', ')
export const keyOf = (table: Table, row: ValueRow): ValueRow =>
  table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null)

/** `($1, $2), ($3, $4)`, with what comes behind each column's. */
const placeholders = (rows: number, columns: number, behind: (column: number) => string = () => ''): string =>
  Array.from(
    { length: rows },
    (_, row) =>
      `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}${behind(column)}`).join(', ')})`,
  ).join(', ')

type SqliteRun = (sql: string, params?: readonly Value[]) => Record<string, unknown>[]

const sqliteKinds = { TEXT: 'text', INTEGER: 'number', BIGINT: 'number', DATETIME: 'time', BOOLEAN: 'flag' } as const

/** The tables as SQLite describes them. */
function sqliteTables(run: SqliteRun): Table[] {
  const names = run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map((row) => String(row.name))
    .filter((name) => !ownTables.has(name))
  const parents = new Map(
    names.map((name) => [name, run(`PRAGMA foreign_key_list(${quoted(name)})`).map((row) => String(row.table))]),
  )
  return parentsFirst(names, parents).map((name) => {
    const columns = run(`PRAGMA table_info(${quoted(name)})`)
    return {
      name,
      columns: columns
        .map((row) => ({ name: String(row.name), kind: sqliteKinds[String(row.type) as keyof typeof sqliteKinds] }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      key: columns
        .filter((row) => Number(row.pk) > 0)
        .toSorted((a, b) => Number(a.pk) - Number(b.pk))
        .map((row) => String(row.name)),
    }
  })
}

function sqliteTransfer(file: string, mayCreate: boolean): Transfer {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000, readOnly: false })
  if (mayCreate) database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  const run: SqliteRun = (sql, params = []) =>
    database
      .prepare(sqlitePlaceholders(sql))
      .all(...params.map((value) => (typeof value === 'boolean' ? Number(value) : value))) as Record<string, unknown>[]
  const shared = statements(async (sql, params) => run(sql, params))
  return {
    ...shared,
    async applied() {
      const known = run("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'")
      return known.length === 0
        ? []
        : run('SELECT name FROM schema_migration ORDER BY name').map((row) => String(row.name))
    },
    tables: async () => sqliteTables(run),
    async begin(mode) {
      database.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN')
      // A deferred transaction sees its moment from its first read on.
      if (mode === 'read') run('SELECT 1 FROM sqlite_schema')
    },
    async apply({ name, sql, checksum }) {
      database.exec(
        'CREATE TABLE IF NOT EXISTS schema_migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)',
      )
      database.exec(sql)
      run('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum])
    },
    async commit() {
      database.exec('COMMIT')
    },
    async rollback() {
      if (database.isTransaction) database.exec('ROLLBACK')
    },
    async insert(table, rows) {
      const insert = database.prepare(
        `INSERT INTO ${quoted(table.name)} (${listed(table.columns.map(({ name }) => name))}) VALUES (${table.columns.map(() => '?').join(', ')})`,
      )
      for (const row of rows) insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
    },
    isOneSession: async () => true,
    async close() {
      database.close()
    },
  }
}

type PostgresRun = <R extends pg.QueryResultRow>(sql: string, params?: readonly unknown[]) => Promise<R[]>

const kindOf = (type: string) =>
  type === 'timestamp with time zone' ? 'time' : type === 'boolean' ? 'flag' : type === 'text' ? 'text' : 'number'

/** The tables as PostgreSQL describes them. */
async function postgresTables(run: PostgresRun): Promise<Table[]> {
  const columns = await run<{ table_name: string; column_name: string; data_type: string }>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
       WHERE table_schema = current_schema() AND is_generated = 'NEVER' ORDER BY table_name, column_name COLLATE "C"`,
  )
  const keys = await run<{ table_name: string; column_name: string }>(
    `SELECT c.relname AS table_name, a.attname AS column_name FROM pg_index i
       JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
       CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
       WHERE i.indisprimary ORDER BY c.relname, k.place`,
  )
  const references = await run<{ table_name: string; parent: string }>(
    `SELECT c.relname AS table_name, p.relname AS parent FROM pg_constraint f
       JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema() WHERE f.contype = 'f'`,
  )
  const of = <T extends { table_name: string }>(rows: T[], name: string) =>
    rows.filter((row) => row.table_name === name)
  const names = [...new Set(columns.map((row) => row.table_name))].filter((name) => !ownTables.has(name))
  const parents = new Map(names.map((name) => [name, of(references, name).map((row) => row.parent)]))
  return parentsFirst(names, parents).map((name) => ({
    name,
    columns: of(columns, name).map((row) => ({ name: row.column_name, kind: kindOf(row.data_type) })),
    key: of(keys, name).map((row) => row.column_name),
  }))
}

function postgresTransfer(client: pg.Client): Transfer {
  const run: PostgresRun = async <R extends pg.QueryResultRow>(sql: string, params: readonly unknown[] = []) =>
    (await client.query<R>(sql, [...params])).rows
  const shared = statements(run, {
    bound: (kind, value) => (kind === 'time' && value !== null ? new Date(Number(value)) : value),
    cast: (kind) => (kind === 'number' ? '::bigint' : kind === 'time' ? '::timestamptz' : ''),
  })
  return {
    ...shared,
    async applied() {
      const [row] = await run("SELECT to_regclass('schema_migration') AS found")
      return row?.found ? (await run('SELECT name FROM schema_migration ORDER BY name')).map(({ name }) => name) : []
    },
    tables: () => postgresTables(run),
    async begin(mode) {
      const begin = mode === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN'
      await client.query(`${begin}; ${withoutLimits}`)
    },
    async apply({ name, sql, checksum }) {
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)',
      )
      await client.query(sql)
      await run('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum])
    },
    commit: async () => void (await run('COMMIT')),
    rollback: async () => void (await run('ROLLBACK')),
    async insert(table, rows) {
      // At most 65,535 parameters in one statement.
      const limit = Math.floor(60_000 / table.columns.length)
      for (let at = 0; at < rows.length; at += limit) {
        const batch = rows.slice(at, at + limit)
        await run(
          `INSERT INTO ${quoted(table.name)} (${listed(table.columns.map(({ name }) => name))}) VALUES ${placeholders(batch.length, table.columns.length)}`,
          batch.flatMap((row) => row.map((value, column) => shared.bound(table.columns[column]?.kind, value))),
        )
      }
    },
    isOneSession: () => isOneSession(client),
    close: () => client.end(),
  }
}

/** What both databases are asked in the same words. */
function statements(
  run: (sql: string, params?: readonly Value[]) => Promise<Record<string, unknown>[]>,
  {
    bound,
    cast,
  }: { bound(kind: string | undefined, value: Value): unknown; cast(kind: string | undefined): string } = {
    bound: (_kind, value) => value,
    cast: () => '',
  },
) {
  const keyKind = (table: Table, at: number) => table.columns.find(({ name }) => name === table.key[at])?.kind
  const boundKeys = (table: Table, keys: readonly ValueRow[]) =>
    keys.flatMap((key) => key.map((value, at) => bound(keyKind(table, at), value))) as Value[]
  const keyPlaceholders = (table: Table, rows: number) =>
    placeholders(rows, table.key.length, (at) => cast(keyKind(table, at)))
  const select = (table: Table) => `SELECT ${listed(table.columns.map(({ name }) => name))} FROM ${quoted(table.name)}`
  return {
    bound,
    execute: run,
    async read(table: Table, after: ValueRow | null, limit: number) {
      const key = listed(table.key)
      const from = after ? `WHERE (${key}) > ${keyPlaceholders(table, 1)}` : ''
      const rows = await run(
        `${select(table)} ${from} ORDER BY ${key} LIMIT ${limit}`,
        after ? boundKeys(table, [after]) : [],
      )
      return rows.map((row) => canonical(table, row))
    },
    async find(table: Table, keys: readonly ValueRow[]) {
      if (keys.length === 0) return []
      const rows = await run(
        `${select(table)} WHERE (${listed(table.key)}) IN (VALUES ${keyPlaceholders(table, keys.length)})`,
        boundKeys(table, keys),
      )
      return rows.map((row) => canonical(table, row))
    },
    async count(table: Table) {
      return Number((await run(`SELECT count(*) AS many FROM ${quoted(table.name)}`))[0]?.many)
    },
  }
}

function canonical({ columns }: Table, row: Record<string, unknown>): Value[] {
  return columns.map(({ name, kind }) => {
    const value = row[name]
    if (value === null || value === undefined) return null
    if (kind === 'time')
      return new Date(value instanceof Date || typeof value === 'string' ? value : Number(value)).getTime()
    if (kind === 'flag') return value === true || value === 1
    return kind === 'number' ? Number(value) : String(value)
  })
}

function parentsFirst(names: readonly string[], parents: ReadonlyMap<string, readonly string[]>): string[] {
  const done: string[] = []
  const left = new Set(names.toSorted())
  while (left.size > 0) {
    const ready = [...left].filter((name) =>
      (parents.get(name) ?? []).every((parent) => parent === name || done.includes(parent)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left].join(', ')}`)
    for (const name of ready) {
      done.push(name)
      left.delete(name)
    }
  }
  return done
}
