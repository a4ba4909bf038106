import type { AuthMethod, Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Deps } from '../platform/deps.ts'

export const refused = () => new OAuthError('invalid_client', 'the client could not be authenticated')

/** Tells the client, and the readers of the log, which method is expected. */
export function requireMethod({ log }: Pick<Deps, 'log'>, client: Client | undefined, method: AuthMethod): void {
  if (!client || client.tokenAuthMethods.includes(method)) return
  const expected = client.tokenAuthMethods.join(' or ')
  log.warn({ client: client.id, method, expected }, 'a client authenticated by another method than its own')
  throw new OAuthError(
    'invalid_client',
    `the client authenticated by ${method}; its token_endpoint_auth_method is ${expected}`,
  )
}
