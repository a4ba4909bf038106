import type { Database, Transaction } from '../../src/store/connections/database.ts'
import { textOf } from '../../src/store/connections/frequent-statements.ts'
import { callOperation, prismaOperations } from '../../src/store/connections/prisma-operations.ts'
import type { SqlStatements } from '../../src/store/connections/sql.ts'

// A transaction that records no event is undone, and answers as if it had worked (inTransaction in
// flows/platform/audit.ts). That is right where there was nothing to change, and a mistake where something was written.

const isReading = /^(find|count|groupBy|aggregate)/

/**
 * Whether something was written, and not only a row locked (lockPerson, nextChangeNumber). Without RETURNING, a statement is
 * believed to write.
 */
const wrote = (statement: string, rows: unknown[]): boolean =>
  !/^(SAVEPOINT|RELEASE|ROLLBACK)|SET updated_at = updated_at |^INSERT INTO change_counter /.test(statement) &&
  (rows.length > 0 || !/\bRETURNING\b/.test(statement))

/** The same for Prisma (lockOrganization, ensureTheme). What it does to many rows counts them. */
const wroteByPrisma = (operation: string, args: unknown, result: unknown): boolean =>
  !isReading.test(operation) &&
  JSON.stringify((args as { data?: unknown }).data) !== '{"version":{"increment":1}}' &&
  JSON.stringify((args as { update?: unknown }).update) !== '{}' &&
  (result as { count?: number } | null)?.count !== 0

/** Undoing a change of addresses restores what it can, and takes everything back if that is nothing. */
const mayBeTakenBack = (written: string): boolean => written.startsWith('UPDATE address_change SET ended_at')

/** Refuses a transaction that wrote and recorded nothing, so that no test passes over it. */
export function refuseForgottenRecords(db: Database): void {
  const transaction = db.transaction.bind(db)
  db.transaction = (work, timeout) =>
    transaction(async (tx) => {
      const written: string[] = []
      const sql: SqlStatements = {
        read: tx.sql.read,
        async write(statement, params) {
          const rows = await tx.sql.write(statement, params)
          if (wrote(textOf(statement), rows)) written.push(textOf(statement))
          return rows as never
        },
      }
      const prisma = prismaOperations(async (model, operation, args) => {
        const result = await callOperation(tx.prisma, model, operation, args)
        if (wroteByPrisma(operation, args, result)) written.push(`${model}.${operation}`)
        return result
      })
      try {
        return await work({ sql, prisma } as Transaction)
      } catch (error) {
        if ((error as Error).name !== 'NothingRecorded' || written.length === 0 || written.some(mayBeTakenBack))
          throw error
        throw new Error(`a transaction recorded nothing, so this is undone: ${written.join('; ')}`)
      }
    }, timeout)
}
