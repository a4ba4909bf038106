/** The database can't be reached or is locked. Requests fail closed with 503. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A query within a transaction that does not go through it would wait for that transaction, and so for itself. */
export class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction'
  constructor() {
    super('a write inside a transaction must go through that transaction')
  }
}

/** The slug of an organization or team is taken. */
export class SlugTaken extends Error {
  override readonly name = 'SlugTaken'
}

/** What was to be made under an id is there already: the same was sent twice. */
export class MadeAlready extends Error {
  override readonly name = 'MadeAlready'
}

/**
 * A connection that is lost, a server that is stopping or full (SQLSTATE classes 08, 53, 57), one that became a standby
 * (25006), and a transaction that lost to another one (40001, 40P01).
 */
const unavailableState = /^(08|53|57)...$|^25006$|^40(001|P01)$/

/** What Prisma calls a database that is away, a timeout, and a transaction that lost to another one (P2034). */
const prismaCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']

/** SQLITE_BUSY and SQLITE_LOCKED; READONLY, IOERR, FULL, CANTOPEN: the disk is full, broken, gone or not writable. */
const sqliteCodes = [5, 6, 8, 10, 13, 14]

/** What `pg` says without a code when a connection is lost or says nothing any more. */
const lostConnection =
  /timeout|Connection terminated|ECONN|not queryable|Connection ended|connection error|pool after calling end/i

/** What a connection has thrown, with or without Prisma around it (P2039 and others hold the error of the driver). */
interface DriverFault {
  code?: string
  message?: string
  /** Of `node:sqlite`: an extended code, whose lowest byte is the code. */
  errcode?: number
  cause?: { originalCode?: unknown }
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } }
}

/** The code that a driver gave within an error of Prisma's. */
const originalCode = ({ cause, meta }: DriverFault): unknown =>
  meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? ''

/**
 * PostgreSQL has undone the statement or the transaction, because it and another one waited for each other (40P01): it can be
 * run again. Ours don't, but a migration locks whole tables while the version before it still serves.
 */
export const isDeadlock = (error: unknown): boolean =>
  (error as DriverFault)?.code === '40P01' || originalCode((error ?? {}) as DriverFault) === '40P01'

/** What a connection reports when the database is unavailable: later it may work. */
function isUnavailable(error: unknown): boolean {
  const fault = (error ?? {}) as DriverFault
  const { code = '', message = '', errcode } = fault
  const original = originalCode(fault)
  if (unavailableState.test(code) || prismaCodes.includes(code) || /^E[A-Z]+$/.test(code)) return true
  if (unavailableState.test(String(original))) return true
  // Prisma has only SQLite's number, as digits.
  const sqlite = errcode ?? (/^\d{1,4}$/.test(String(original)) ? Number(original) : 0)
  return sqliteCodes.includes(sqlite & 0xff) || lostConnection.test(message)
}

/** An error for several addresses has no message. */
const reasonOf = (error: unknown): string => {
  const { message, code } = error as DriverFault
  return message || code || String(error)
}

/**
 * The error that callers get: `StoreUnavailable` whenever the database could not be asked. If a write was cut off, it
 * is not known whether it was committed. Each way into the database ends here: statements, transactions and Prisma, on
 * both databases.
 */
export const asStoreError = (error: unknown): unknown =>
  !(error instanceof StoreUnavailable) && isUnavailable(error)
    ? new StoreUnavailable(reasonOf(error), { cause: error })
    : error

/** True when the database could not be asked: the request fails closed. */
export const isDatabaseUnavailable = (error: unknown): boolean => error instanceof StoreUnavailable

/** True when a row with the same unique value exists: Prisma P2002, PostgreSQL 23505, SQLite's two constraint codes. */
export const isUniqueViolation = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'P2002' || code === '23505' || errcode === 2067 || errcode === 1555
}

interface UniqueViolation {
  /** How pg names the index, and how node:sqlite names its columns. */
  constraint?: string
  message?: string
  /** The same of an error that comes through Prisma. */
  meta?: { driverAdapterError?: { cause?: { constraint?: { index?: string }; originalMessage?: string } } }
}

/**
 * The unique index that refused a row, by its name in the migrations, such as `organization_slug_key`. SQLite names the
 * columns instead, which the name is made of. Null for another error.
 */
function violatedIndex(error: unknown): string | null {
  if (!isUniqueViolation(error)) return null
  const { constraint, message, meta } = error as UniqueViolation
  const cause = meta?.driverAdapterError?.cause
  const index = constraint ?? cause?.constraint?.index
  if (index) return index
  const columns = (cause?.originalMessage ?? message ?? '').split('UNIQUE constraint failed: ')[1]?.split(', ')
  const table = columns?.[0]?.split('.')[0]
  return columns ? [table, ...columns.map((column) => column.split('.')[1]), 'key'].join('_') : null
}

const slugIndexes: ReadonlySet<string | null> = new Set(['organization_slug_key', 'team_organization_id_slug_key'])

/** True when the slug of an organization or team is taken: seen before the insert, or by its index. */
export const isSlugTaken = (error: unknown): boolean =>
  error instanceof SlugTaken || slugIndexes.has(violatedIndex(error))

/** True when a role was deleted while it was given: PostgreSQL tells by the foreign key. SQLite has one writer at a time. */
export const isRoleGone = (error: unknown): boolean => {
  const { code, meta } = error as UniqueViolation & { code?: string }
  return code === 'P2003' && /_role_id_fkey$/.test(meta?.driverAdapterError?.cause?.constraint?.index ?? '')
}

/** True when two organizations proved a domain at once: its index let one of them through. */
export const isDomainClaimed = (error: unknown): boolean => violatedIndex(error) === 'domain_claimed_key'
