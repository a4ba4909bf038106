import type { Client } from '../../../oidc/clients.ts'

/**
 * What a client is looked up for. `authorization`: a person is about to decide about it. `token`: it acts for somebody who
 * has decided. `display`: its name is shown.
 */
export type ClientUse = 'authorization' | 'token' | 'display'

/** Where clients come from that are not all in memory: those that bring their metadata by URL, and registered ones. */
export interface ClientSource {
  /** Whether an id can only be of this source. An id of the environment or the console is found before it is asked. */
  owns(id: string): boolean
  /** Undefined for a client that does not exist, or may not be used for this. */
  find(id: string, use: ClientUse): Promise<Client | undefined>
}
