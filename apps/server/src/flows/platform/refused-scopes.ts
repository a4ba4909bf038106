import type { Client } from '../../oidc/clients.ts'
import { ScopeRefused } from '../../oidc/errors.ts'
import type { Deps } from './deps.ts'

/** Does some work, and logs the scopes that it refuses: the person who set up the client may not see its errors. */
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
