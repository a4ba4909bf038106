import type { Prisma } from '../generated/sqlite/client.ts'
import { asStoreError } from './errors.ts'

type Operations = Record<string, (args: unknown) => Promise<unknown>>

/**
 * The operations of a Prisma client, each of which is `call`: `prisma.user.findFirst(args)` calls it with those three.
 * @throws StoreUnavailable when the database could not be asked
 */
export function prismaOperations(
  call: (model: string, operation: string, args: unknown) => Promise<unknown>,
): Prisma.TransactionClient {
  const operationsOf = (model: string): Operations =>
    new Proxy<Operations>(
      {},
      { get: (_, operation: string) => (args: unknown) => askStore(() => call(model, operation, args)) },
    )
  return new Proxy({}, { get: (_, model: string) => operationsOf(model) }) as Prisma.TransactionClient
}

async function askStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw asStoreError(error)
  }
}

/** Calls the operation of this name. */
export const callOperation = (client: Prisma.TransactionClient, model: string, operation: string, args: unknown) =>
  (client as unknown as Record<string, Operations>)[model]?.[operation]?.(args)
