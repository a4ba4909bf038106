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

/** The SQLSTATE of an error that Prisma has no code of its own for (P2039). */
const stateWithinPrisma = (error: unknown): string =>
  String(
    (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } }).meta?.driverAdapterError
      ?.cause?.originalCode ?? '',
  )

/** True when the database could not be asked, through either way into it: the request fails closed. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  prismaCodes.includes((error as { code?: string }).code ?? '') ||
  unavailableState.test(stateWithinPrisma(error))

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
 * The unique index that let a row not in, by its name in the migrations, such as `organization_slug_key`. SQLite names
 * the columns instead, which the name is made of. Null for another error.
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

/** True when two organizations proved a domain at once: its index let one of them through. */
export const isDomainClaimed = (error: unknown): boolean => violatedIndex(error) === 'domain_claimed_key'

/**
 * True for what a connection reports when the database is unavailable: later it may work. Whether a write was committed is
 * not known, if it was cut off.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (isDatabaseUnavailable(error) || (code && (unavailableState.test(code) || /^E[A-Z]+$/.test(code)))) return true
  return /timeout|Connection terminated|ECONN|not queryable/i.test(message ?? '')
}
