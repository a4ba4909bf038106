import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { PrismaClient } from '../generated/sqlite/client.ts'
import { migrate } from './migrate.ts'
import { prismaSqlite } from './prisma-sqlite.ts'
import type { SqlStatements } from './sql.ts'
import { SqliteConnection } from './sqlite.ts'
import { type Transaction, withPrisma } from './transaction.ts'

export type { PrismaStore, Transaction } from './transaction.ts'

/** One database, two ways in: prepared statements for the hot path, Prisma for what a person manages. */
export interface Database {
  sql: SqlStatements
  prisma: PrismaClient
  /**
   * Commits everything that `work` does through the transaction it is given, or, when it throws, nothing of it. `work`
   * may be called a second time, and may wait for nothing but its own queries: others wait for it meanwhile. It is ended
   * after `timeout` milliseconds, 10 seconds unless another limit is given.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, timeout?: number): Promise<T>
  /** Migrations that were applied at this start. */
  migrated: readonly string[]
  /** PostgreSQL's connections, and how many wait for one. Null with SQLite. */
  pool(): { total: number; idle: number; waiting: number } | null
  close(): Promise<void>
}

/** Prisma's longer messages repeat the arguments of a call, which a log must not hold. */
const errorFormat = 'minimal'

/** Opens and migrates the database. `migrations` is the folder that holds one folder of SQL files per kind. */
export async function openDatabase({ kind, ...where }: Config['database'], migrations: string): Promise<Database> {
  if (kind === 'sqlite') {
    const { file } = where as { file: string }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const sql = new SqliteConnection(file)
    const migrated = await migrate(sql, join(migrations, kind))
    const { PrismaClient } = await import('../generated/sqlite/client.ts')
    const prisma = new PrismaClient({ adapter: prismaSqlite(sql), errorFormat })
    return {
      sql,
      prisma,
      transaction: (work, timeout) => sql.transaction((statements) => withPrisma(prisma, statements, work), timeout),
      migrated,
      pool: () => null,
      close: () => prisma.$disconnect().then(() => sql.close()),
    }
  }
  const { PostgresConnection } = await import('./postgresql.ts')
  const sql = new PostgresConnection((where as { url: string }).url)
  const migrated = await migrate(sql, join(migrations, kind))
  const [{ PrismaClient }, { prismaPostgres }] = await Promise.all([
    import('../generated/postgresql/client.ts'),
    import('./prisma-postgresql.ts'),
  ])
  // The two generated clients differ in nothing that this program uses; this is the one cast between them.
  const prisma = new PrismaClient({ adapter: prismaPostgres(sql), errorFormat }) as unknown as PrismaClient
  const { pool } = sql
  return {
    sql,
    prisma,
    transaction: (work, timeout) => sql.transaction((statements) => withPrisma(prisma, statements, work), timeout),
    migrated,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => prisma.$disconnect().then(() => sql.close()),
  }
}
