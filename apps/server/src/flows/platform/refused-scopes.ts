import type { Client } from '../../oidc/clients.ts'
import { ScopeRefused } from '../../oidc/errors.ts'
import type { Deps } from './deps.ts'

/** Does some work, and notes which scopes it refuses: whoever set up the client may not be the one who sees its errors. */
export async function notingRefusedScopes<T>(
  { log }: Pick<Deps, 'log'>,
  { id }: Pick<Client, 'id'>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ScopeRefused) log.info({ client: id, scope: error.scope }, 'a requested scope was refused')
    throw error
  }
}
