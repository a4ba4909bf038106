import type { Client } from '../../../oidc/clients.ts'
import { isApiScope } from '../../../oidc/scopes.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

/** The manager of clients: an operator, a command, or a client of the management API, with the scopes of its token. */
export interface ClientManager {
  actor: Manager
  /** The management scopes that they may give to a client, or take over with one. */
  apiScopes: readonly string[] | 'all'
}

/**
 * Refuses a manager who would gain rights that they lack: a management scope that they give to a client, or that a
 * client has whose new secret, keys or redirect URIs they set. A token bound to an organization manages no clients.
 */
export function requireRightsOver({ actor, apiScopes }: ClientManager, ...clients: readonly Pick<Client, 'scopes'>[]) {
  requireUnrestricted(actor)
  if (apiScopes === 'all') return
  const held = clients.flatMap(({ scopes }) => [...scopes].filter(isApiScope))
  if (held.some((scope) => !apiScopes.includes(scope))) throw new OperationRefused('forbidden')
}
