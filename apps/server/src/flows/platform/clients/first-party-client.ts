import type { Config } from '../../../config/settings.ts'
import type { Client } from '../../../oidc/clients.ts'
import type { ClientDirectory } from './client-directory.ts'
import { ownClient } from './own-client.ts'

/** The id of our own pages where a client's id is expected. No registered client can have it: an id is never empty. */
export const firstPartyClientId = ''

/** Our own pages as a client: people sign in to them by the same steps, and are redirected back to the page. */
const firstPartyClient = ({ brand }: Pick<Config, 'brand'>): Client => ownClient(firstPartyClientId, brand.name)

/** The client that a waiting request belongs to. */
export const findClient = (
  { config, clients }: { config: Config; clients: ClientDirectory },
  id: string,
): Client | undefined => (id === firstPartyClientId ? firstPartyClient(config) : clients.find(id))
