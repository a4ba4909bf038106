import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { OutsideTransaction } from '../errors.ts'
import { isRead, joinTransaction } from '../join-transaction.ts'
import { onceMoreAfterDeadlock } from './batches.ts'
import type { PostgresConnection } from './postgresql.ts'

/** Prisma over the pool of the prepared statements. What runs inside a transaction joins it (store/connections/transaction.ts). */
export const prismaPostgres = (connection: PostgresConnection): SqlDriverAdapterFactory => ({
  provider: 'postgres',
  adapterName: 'vestibule-pg',
  connect: async () => {
    const adapter = await new PrismaPg(connection.pool).connect()
    return {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      queryRaw: async (query) => onceMoreAfterDeadlock(() => adapter.queryRaw(inside(connection, query))),
      executeRaw: async (query) => onceMoreAfterDeadlock(() => adapter.executeRaw(inside(connection, query))),
      executeScript: (script) => adapter.executeScript(script),
      getConnectionInfo: () => adapter.getConnectionInfo(),
      dispose: () => adapter.dispose(),
      startTransaction: async (isolationLevel) => {
        const { current } = connection.scope
        return current
          ? joinTransaction(await adapterOf(current.connection), current)
          : adapter.startTransaction(isolationLevel)
      },
    }
  },
})

function inside(connection: PostgresConnection, query: SqlQuery): SqlQuery {
  if (connection.scope.current && !isRead(query)) throw new OutsideTransaction()
  return query
}

/** Prisma's adapter speaks to a pool: this one has no other connection than the one of the transaction. */
const adapterOf = (client: pg.PoolClient): Promise<SqlDriverAdapter> =>
  new PrismaPg(Object.assign(new pg.Pool(), { query: client.query.bind(client) })).connect()
