import type { Client } from '../../oidc/clients.ts'
import { isDocumentUrl } from '../../oidc/dynamic-clients/document-url.ts'
import { checkPlausible } from '../../oidc/dynamic-clients/plausible-request.ts'
import type { Params } from '../../oidc/params.ts'
import { ClientRefused } from '../platform/clients/client-source.ts'
import type { Deps } from '../platform/deps.ts'
import { refused } from './client-methods.ts'

/** The client that a request to an endpoint names and that is not in memory. */
export async function findElsewhere(
  { clients }: Pick<Deps, 'clients'>,
  id: string,
  params: Params,
  endpoint: string,
): Promise<Client | undefined> {
  if (endpoint !== '/par') return clients.lookUpInSources(id, 'token')
  // A pushed request comes before the person, as one at the authorization endpoint does.
  if (isDocumentUrl(id)) checkPlausible(params)
  try {
    return await clients.lookUpInSources(id, 'authorization')
  } catch (error) {
    throw error instanceof ClientRefused ? refused() : error
  }
}
