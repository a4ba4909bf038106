/** A value that a statement may be given. Dates are stored the way each database likes (store/sqlite, store/postgresql). */
export type SqlValue = string | number | boolean | Date | null

/** A row as the database gives it. Columns of time come as a number or a Date: read them with `time`. */
export type Row = Record<string, unknown>

/**
 * The hot path: a handful of prepared statements, the same text for both databases, with `$1` placeholders.
 * Everything that a person manages goes through Prisma instead (ARCHITECTURE.md, "Two ways into one database").
 */
export interface SqlStatements {
  read(text: string, params: readonly SqlValue[]): Promise<Row[]>
  /** Resolves when the write is committed. Writes of one turn of the event loop may share a transaction. */
  write(text: string, params: readonly SqlValue[]): Promise<Row[]>
}

export interface Sql extends SqlStatements {
  /**
   * Commits everything that `work` does through the statements it is given, or, when it throws, nothing of it.
   * `work` may be called a second time, and may wait for nothing but its own statements: others wait for it meanwhile.
   */
  transaction<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T>
}

/** What a function of the store asks of the database: the database itself, or a transaction on it. */
export interface SqlStore {
  sql: SqlStatements
}

/** A write within a transaction that does not go through it would wait for that transaction, and so for itself. */
export class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction'
  constructor() {
    super('a write inside a transaction must go through that transaction')
  }
}

/** How long a transaction may hold its locks, in milliseconds. Longer than any statement may take (store/postgresql.ts). */
export const transactionTimeout = 10_000

/** Runs the work of a transaction: statements are refused once it has ended, and it ends in time. */
export async function runTransaction<T>(
  statements: SqlStatements,
  work: (statements: SqlStatements) => Promise<T>,
): Promise<T> {
  let ended = false
  const whileOpen =
    (run: SqlStatements['read']): SqlStatements['read'] =>
    async (text, params) => {
      if (ended) throw new Error('the transaction has ended')
      return run(text, params)
    }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('a transaction took too long')), transactionTimeout)
  })
  try {
    const open = { read: whileOpen(statements.read), write: whileOpen(statements.write) }
    return await Promise.race([work(open), timeout])
  } finally {
    ended = true
    clearTimeout(timer)
  }
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
