import type { Database } from './database.ts'
import type { Transaction } from './transaction.ts'

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
      const value = await work({ sql, prisma } as Transaction)
      await sql.write('RELEASE SAVEPOINT step', [])
      return value
    } catch (error) {
      await sql.write('ROLLBACK TO SAVEPOINT step', [])
      await sql.write('RELEASE SAVEPOINT step', [])
      throw error
    }
  },
})
