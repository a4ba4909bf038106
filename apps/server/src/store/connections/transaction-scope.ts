import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreUnavailable } from './errors.ts'
import type { Statement } from './frequent-statements.ts'
import type { RunStatement, SqlStatements, SqlValue } from './sql.ts'

/** How long a transaction may hold its locks, in milliseconds. Longer than any statement may take (store/connections/postgresql/postgresql.ts). */
export const transactionTimeout = 10_000

/** A transaction that is open on a connection, or was. */
export interface OpenTransaction<Connection> {
  readonly connection: Connection
  ended: boolean
}

export class TransactionEnded extends Error {
  override readonly name = 'TransactionEnded'
  constructor() {
    super('the transaction has ended')
  }
}

/** Knows which transaction the running code belongs to, so that nothing goes past it and Prisma can join it. */
export class TransactionScope<Connection> {
  readonly #storage = new AsyncLocalStorage<OpenTransaction<Connection>>()

  get current(): OpenTransaction<Connection> | undefined {
    return this.#storage.getStore()
  }

  /** Runs the work of a transaction: its statements are refused once it has ended, and it ends in time. */
  async run<T>(
    connection: Connection,
    run: RunStatement,
    work: (statements: SqlStatements) => Promise<T>,
    limit: number,
  ): Promise<T> {
    const transaction = { connection, ended: false }
    const whileOpen = async <R extends object>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> => {
      if (transaction.ended) throw new TransactionEnded()
      return (await run(statement, params)) as R[]
    }
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnavailable('a transaction took too long')), limit)
    })
    try {
      const statements = { read: whileOpen, write: whileOpen, heldRoles: new Map() }
      return await Promise.race([this.#storage.run(transaction, () => work(statements)), timeout])
    } finally {
      transaction.ended = true
      clearTimeout(timer)
    }
  }
}
