import type { Prisma, PrismaClient } from '../generated/sqlite/client.ts'
import { textOf } from './frequent-statements.ts'
import { callOperation, prismaOperations } from './prisma-operations.ts'
import type { SqlStatements, SqlStore, SqlWrites } from './sql.ts'
import { TransactionEnded, transactionTimeout } from './transaction-scope.ts'

declare const open: unique symbol

type Reading = 'findUnique' | 'findUniqueOrThrow' | 'findFirst' | 'findFirstOrThrow' | 'findMany' | 'count' | 'groupBy'
type Delegate<M> = Pick<M, Extract<keyof M, Reading>>

/** What a function of the store that reads asks of Prisma: the database itself, or a transaction on it. */
export interface PrismaStore {
  prisma: {
    [Model in Exclude<keyof Prisma.TransactionClient, symbol | `$${string}`>]: Delegate<Prisma.TransactionClient[Model]>
  }
}

/** Either way to read. */
export type Reads = SqlStore & PrismaStore

/** The same for what is written without an audit event (`SqlWrites`). */
export interface PrismaWrites {
  prisma: Prisma.TransactionClient
}

/**
 * An open transaction: prepared statements and Prisma on one connection. What is done through it is committed together
 * or not at all. A function of the store that asks for it, and not for a `Database`, does a part of a change.
 */
export interface Transaction {
  readonly sql: SqlStatements
  readonly prisma: Prisma.TransactionClient
  /** The same, for what locks a row and changes nothing that has an event. */
  readonly locks: SqlWrites & PrismaWrites
  /** Only `Database.transaction` makes one. */
  readonly [open]: true
}

/**
 * A transaction that records who changes what: flows open it with `inTransaction`. A function of the store that changes a
 * person, an organization, a client or a setting asks for it, so that nothing changes one where no event can be written.
 */
export interface Change extends Transaction {
  record(actor: never, event: never): Promise<string>
}

/** Loads Prisma and opens its side of a transaction at the first call: one that never asks Prisma does not pay for it. */
export async function withPrisma<T>(
  load: () => Promise<PrismaClient>,
  sql: SqlStatements,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let opened: Promise<Prisma.TransactionClient> | undefined
  let close = () => {}
  let closed: Promise<unknown> | undefined
  let ended = false
  // An interactive transaction of Prisma's keeps its queries apart from those of others: queries of one turn of the
  // event loop for the same model would share a statement. The adapter joins it to the transaction that is open
  // (joinTransaction), so its commit and rollback do nothing.
  const openPrisma = async () => {
    if (ended) throw new TransactionEnded()
    opened ??= load().then(
      (client) =>
        new Promise((resolve, reject) => {
          closed = client.$transaction(
            (tx) => {
              resolve(tx)
              return new Promise<void>((done) => {
                close = done
              })
            },
            { maxWait: transactionTimeout, timeout: 10 * transactionTimeout },
          )
          closed.catch(reject)
        }),
    )
    return opened
  }
  const prisma = prismaOperations(async (model, operation, args) =>
    callOperation(await openPrisma(), model, operation, args),
  )
  try {
    return await work({ sql, prisma, locks: { sql, prisma } } as Transaction)
  } finally {
    ended = true
    await opened?.catch(() => {})
    close()
    await closed?.catch(() => {})
  }
}

const reads = /^(find|count|groupBy|aggregate)/

/**
 * The same transaction, which adds to `changes` each statement or operation that changed something. What returns no rows
 * is taken to have changed some, and so is every operation that does not count its rows.
 */
export function noteChanges(tx: Transaction, changes: string[]): Transaction {
  const sql: SqlStatements = {
    heldRoles: tx.sql.heldRoles,
    read: tx.sql.read,
    async write(statement, params) {
      const rows = await tx.sql.write(statement, params)
      if (rows.length > 0 || !/\bRETURNING\b/.test(textOf(statement))) changes.push(textOf(statement))
      return rows as never
    },
  }
  const prisma = prismaOperations(async (model, operation, args) => {
    const result = await callOperation(tx.prisma, model, operation, args)
    if (!reads.test(operation) && (result as { count?: number } | null)?.count !== 0)
      changes.push(`${model}.${operation}`)
    return result
  })
  return { ...tx, sql, prisma }
}
