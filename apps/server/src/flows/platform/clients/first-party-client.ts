import type { Config } from '../../../config/settings.ts'
import { type Client, previewClientId } from '../../../oidc/clients.ts'
import { standardScopes } from '../../../oidc/scopes.ts'
import type { ClientDirectory } from './client-directory.ts'
import { ownClient } from './own-client.ts'

/** The id of our own pages where a client's id is expected. No registered client can have it: an id is never empty. */
export const firstPartyClientId = ''

/** Our own pages as a client: people sign in to them by the same steps, and are redirected back to the page. */
const firstPartyClient = ({ brand }: Pick<Config, 'brand'>): Client => ownClient(firstPartyClientId, brand.name)

/** No refresh token, and none of the other organizations of a person. */
export const previewScopes = standardScopes.filter((name) => name !== 'offline_access' && name !== 'organizations')

/**
 * The client that operators sign in at to see what an application gets (flows/management/preview.ts). Only the console
 * begins a request for it, and no endpoint finds it: nobody else signs in there or redeems its codes, and its tokens, which
 * have an audience of their own, are refused everywhere.
 */
export const previewClient = ({ brand, issuer }: Pick<Config, 'brand' | 'issuer'>): Client => ({
  ...ownClient(previewClientId, brand.name),
  redirectUris: [`${issuer}/admin/preview/result`],
  scopes: new Set(previewScopes),
  grantTypes: new Set(['authorization_code']),
  responseTypes: new Set(['code']),
  organization: 'optional',
  audiences: [previewClientId],
})

/** The client that a waiting request belongs to. */
export const findClient = (
  { config, clients }: { config: Config; clients: ClientDirectory },
  id: string,
): Client | undefined => {
  if (id === firstPartyClientId) return firstPartyClient(config)
  return id === previewClientId ? previewClient(config) : clients.find(id)
}
