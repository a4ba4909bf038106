/** A value that a statement may be given. Dates are stored the way each database likes (store/sqlite, store/postgresql). */
export type SqlValue = string | number | boolean | Date | null

/** A row as the database gives it. Columns of time come as a number or a Date: read them with `time`. */
export type Row = Record<string, unknown>

/**
 * The hot path: a handful of prepared statements, the same text for both databases, with `$1` placeholders.
 * Everything that a person manages goes through Prisma instead (ARCHITECTURE.md, "Two ways into one database").
 */
export interface Sql {
  read(text: string, params: readonly SqlValue[]): Promise<Row[]>
  /** Resolves when the write is committed. Writes of one turn of the event loop may share a transaction. */
  write(text: string, params: readonly SqlValue[]): Promise<Row[]>
}

/** The database can't be reached or is locked. Requests fail closed with 503. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

export const time = (value: unknown): Date => new Date(value instanceof Date ? value : Number(value))
export const timeOrNull = (value: unknown): Date | null => (value === null || value === undefined ? null : time(value))
export const text = (value: unknown): string => String(value)
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)
/** SQLite keeps booleans as 0 and 1. */
export const flag = (value: unknown): boolean => value === true || value === 1
