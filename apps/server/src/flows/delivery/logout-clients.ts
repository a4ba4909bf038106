import type { Client } from '../../oidc/clients.ts'
import { registeredPrefix } from '../../oidc/dynamic-clients/registration.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findRegisteredClient } from '../../store/hot/registered-clients.ts'
import { isBlocked, registeredClient } from '../platform/clients/registered-client.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * A client that a logout token is for, also one that was disabled: its own sessions do not end by that. None of it is
 * fetched, so a client with a metadata document is not among them; it has no address for logouts either.
 */
export async function findLogoutClient(deps: Deps, id: string, store: SqlStore): Promise<Client | null> {
  const known = deps.clients.findEvenDisabled(id)
  if (known) return known
  if (!deps.registeredClients || !id.startsWith(registeredPrefix)) return null
  const record = await findRegisteredClient(store, id)
  return record && !isBlocked(deps, record) ? registeredClient(deps, record) : null
}
