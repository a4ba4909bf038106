import { AsyncResource } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { Prisma, PrismaClient } from '../generated/sqlite/client.ts'
import { asStoreError } from './errors.ts'
import { migrate } from './migrate.ts'
import { callOperation, prismaOperations } from './prisma-operations.ts'
import type { SqlStatements } from './sql.ts'
import { fileFault } from './sqlite/database-file.ts'
import { SqliteConnection, type SqliteOptions } from './sqlite/sqlite.ts'
import { type Transaction, withPrisma } from './transaction.ts'

export type { Change, PrismaStore, PrismaWrites, Reads, Transaction } from './transaction.ts'
export { noteChanges } from './transaction.ts'

/** One database, two ways in: prepared statements for the hot path, Prisma for what a person manages. */
export interface Database {
  sql: SqlStatements
  /** Loaded at the first call, or by `preparePrisma`. */
  prisma: Prisma.TransactionClient
  /** The same, each of whose operations is run by `observe`. */
  observedPrisma(
    observe: (model: string, operation: string, run: () => Promise<unknown>) => Promise<unknown>,
  ): Prisma.TransactionClient
  /** Loads Prisma and compiles its query compiler, so that no request waits for it. */
  preparePrisma(): Promise<void>
  /**
   * Commits everything that `work` does through the transaction it is given, or, when it throws, nothing of it. `work`
   * may be called a second time, and may wait for nothing but its own queries: others wait for it meanwhile. It is ended
   * after `timeout` milliseconds, 10 seconds unless another limit is given.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, timeout?: number): Promise<T>
  /** @throws StoreUnavailable if the disk has no space for what is new, while writes that need none may succeed */
  checkSpace(): Promise<void>
  /** Migrations that were applied at this start. */
  migrated: readonly string[]
  /** PostgreSQL's connections, and how many wait for one. Null with SQLite. */
  pool(): { total: number; idle: number; waiting: number } | null
  close(): Promise<void>
}

/** Prisma's longer messages repeat the arguments of a call, which a log must not hold. */
const errorFormat = 'minimal'

/**
 * Opens and migrates the database. `migrations` is the folder that holds one folder of SQL files per kind, `options` are
 * for SQLite.
 */
export async function openDatabase(
  { kind, ...where }: Config['database'],
  migrations: string,
  options?: SqliteOptions,
): Promise<Database> {
  if (kind === 'sqlite') {
    const { file } = where as { file: string }
    const sql = openFile(file, options)
    const migrated = await migrate(sql, join(migrations, kind)).catch(rethrow)
    const importPrisma = async () => {
      const [{ PrismaClient }, { prismaSqlite }] = await Promise.all([
        import('../generated/sqlite/client.ts'),
        import('./sqlite/prisma-sqlite.ts'),
      ])
      return new PrismaClient({ adapter: prismaSqlite(sql), errorFormat })
    }
    // Every write of SQLite goes to its log, so any of them tells.
    return databaseOf(sql, importPrisma, { migrated, checkSpace: async () => {}, pool: () => null })
  }
  const { PostgresConnection } = await import('./postgresql/postgresql.ts')
  const sql = await PostgresConnection.open((where as { url: string }).url)
  const migrated = await migrate(sql, join(migrations, kind)).catch(rethrow)
  const importPrisma = async () => {
    const [{ PrismaClient }, { prismaPostgres }] = await Promise.all([
      import('../generated/postgresql/client.ts'),
      import('./postgresql/prisma-postgresql.ts'),
    ])
    // The two generated clients differ in nothing that this program uses; this is the one cast between them.
    return new PrismaClient({ adapter: prismaPostgres(sql), errorFormat }) as unknown as PrismaClient
  }
  const { pool } = sql
  return databaseOf(sql, importPrisma, {
    migrated,
    checkSpace: () => sql.checkSpace(),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
}

function rethrow(error: unknown): never {
  throw asStoreError(error)
}

/** @throws an Error that names the folder, its owner and this user if no file can be made there */
function openFile(file: string, options?: SqliteOptions): SqliteConnection {
  // Asked first: below /proc, a recursive mkdirSync of Node never returns.
  const fault = fileFault(file)
  if (fault) throw new Error(`DATABASE_URL: ${fault}`)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return new SqliteConnection(file, options)
  } catch (error) {
    throw asStoreError(error)
  }
}

interface Connection extends SqlStatements {
  transaction<T>(work: (statements: SqlStatements) => Promise<T>, timeout?: number): Promise<T>
  close(): void | Promise<void>
}

function databaseOf(
  sql: Connection,
  importPrisma: () => Promise<PrismaClient>,
  properties: Pick<Database, 'migrated' | 'checkSpace' | 'pool'>,
): Database {
  let imported: Promise<PrismaClient> | undefined
  // Bound: the first call may come from within a transaction, and the client belongs to none.
  const load = AsyncResource.bind(() => {
    imported ??= importPrisma()
    return imported
  })
  const call = async (model: string, operation: string, args: unknown) =>
    callOperation(await load(), model, operation, args)
  return {
    ...properties,
    sql,
    prisma: prismaOperations(call),
    observedPrisma: (observe) =>
      prismaOperations((model, operation, args) => observe(model, operation, () => call(model, operation, args))),
    preparePrisma: async () => (await load()).$connect(),
    transaction: (work, timeout) => sql.transaction((statements) => withPrisma(load, statements, work), timeout),
    async close() {
      await (await imported)?.$disconnect()
      await sql.close()
    },
  }
}

/**
 * The database as a part of an open transaction: whatever is asked of it belongs to that, and its transactions are
 * savepoints, undone by themselves when they fail. One at a time: a savepoint that is released takes later ones with it.
 */
export const withinTransaction = (db: Database, { sql, prisma }: Transaction): Database => ({
  ...db,
  sql,
  prisma,
  async transaction(work) {
    await sql.write('SAVEPOINT step', [])
    try {
      const value = await work({ sql, prisma, locks: { sql, prisma } } as Transaction)
      await sql.write('RELEASE SAVEPOINT step', [])
      return value
    } catch (error) {
      await sql.write('ROLLBACK TO SAVEPOINT step', [])
      await sql.write('RELEASE SAVEPOINT step', [])
      throw error
    }
  },
})
