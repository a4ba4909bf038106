import type { HeldRoles } from '../../oidc/permissions.ts'
import type { FrequentRead, FrequentWrite, Statement } from './frequent-statements.ts'

/** A value that a statement may be given. Dates are stored the way each database likes (connections/sqlite/sqlite.ts, connections/postgresql/postgresql.ts). */
export type SqlValue = string | number | boolean | Date | null

/** A row as the database gives it. Columns of time come as a number or a Date: read them with `time`. */
export type Row = Record<string, unknown>

/** Runs a statement, whatever it selects. */
export type RunStatement = (statement: Statement, params: readonly SqlValue[]) => Promise<Row[]>

/**
 * Prepared statements, the same text for both databases, with `$1` placeholders (ARCHITECTURE.md, "Two ways into one
 * database").
 */
export interface SqlStatements {
  /** `R` is what the statement selects, in the types of `store/generated/rows.ts`. */
  read<R extends object = Row>(statement: string | FrequentRead, params: readonly SqlValue[]): Promise<R[]>
  /** Resolves when the write is committed. Writes of one turn of the event loop may share a transaction. */
  write<R extends object = Row>(statement: string | FrequentWrite, params: readonly SqlValue[]): Promise<R[]>
  /** What this connection, or this transaction, knows of the sets of roles that it has read (`hot/held-roles.ts`). */
  readonly heldRoles: Map<string, HeldRoles>
}

/** What a function of the store that reads asks for: the database itself, or a transaction on it. */
export interface SqlStore {
  sql: Pick<SqlStatements, 'read' | 'heldRoles'>
}

/**
 * What a function of the store asks for that writes without an audit event: what requests count, store and queue.
 * `tests/repo/hot-writes.ts` lists each of them with its reason.
 */
export interface SqlWrites {
  sql: SqlStatements
}

export const time = (value: unknown): Date => new Date(value instanceof Date ? value : Number(value))
export const timeOrNull = (value: unknown): Date | null => (value === null || value === undefined ? null : time(value))
export const text = (value: unknown): string => String(value)
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)
/** SQLite keeps booleans as 0 and 1. */
export const flag = (value: unknown): boolean => value === true || value === 1

/** Rows for `json_each`: JSON of an object, because it reads objects on both databases, and arrays only on SQLite. */
export const jsonRows = (rows: readonly object[]): string => JSON.stringify({ ...rows })
/** The same of ids, for `listedIds`. */
export const jsonIds = (ids: readonly string[]): string => jsonRows(ids.map((id) => ({ id })))
/** SQL: the ids of that parameter. */
export const listedIds = (param: number): string => `(SELECT value ->> 'id' FROM json_each($${param}))`

/** Asks the database for an answer. @throws StoreUnavailable when there is none. */
export async function ping({ sql }: SqlStore): Promise<void> {
  await sql.read('SELECT 1 AS ok', [])
}

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
