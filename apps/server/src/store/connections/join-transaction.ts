import type { SqlQuery, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils'
import { type OpenTransaction, TransactionEnded } from './transaction-scope.ts'

/**
 * Whether a query of Prisma's reads. An adapter is handed the text alone, and no statement of Prisma's that writes begins
 * like this; our own statements say what they do (`read`, `write`).
 */
export const isRead = ({ sql }: SqlQuery): boolean => /^\s*SELECT\b/i.test(sql)

/**
 * What Prisma takes for a transaction of its own, on the connection of one that is open already: the commit and the
 * rollback are up to that one, and its end is the end of this. Prisma sends no BEGIN or COMMIT of its own (`phantom`).
 */
export function joinTransaction(queryable: SqlQueryable, open: OpenTransaction<unknown>): Transaction {
  const whileOpen =
    <Query, Result>(run: (query: Query) => Promise<Result>) =>
    async (query: Query): Promise<Result> => {
      if (open.ended) throw new TransactionEnded()
      return run(query)
    }
  const execute = (sql: string) => queryable.executeRaw({ sql, args: [], argTypes: [] }).then(() => {})
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: whileOpen((query) => queryable.queryRaw(query)),
    executeRaw: whileOpen((query) => queryable.executeRaw(query)),
    commit: async () => {},
    rollback: async () => {},
    createSavepoint: whileOpen((name: string) => execute(`SAVEPOINT ${name}`)),
    rollbackToSavepoint: whileOpen((name: string) => execute(`ROLLBACK TO SAVEPOINT ${name}`)),
    releaseSavepoint: whileOpen((name: string) => execute(`RELEASE SAVEPOINT ${name}`)),
  }
}
