import type { Client } from '../../../oidc/clients.ts'

/**
 * What a client is looked up for. `authorization`: a person is about to decide about it. `token`: it acts for somebody who
 * has decided, or whose request was accepted and waits for them. `access`: a token of it is shown. `display`: its name is
 * shown, also if it may do nothing.
 */
export type ClientUse = 'authorization' | 'token' | 'access' | 'display'

/**
 * A client that a person can't be asked about: the operator blocked it, or its metadata can't be used. The reason is in
 * the log, under the reference: in the answer it would tell strangers what this server can reach.
 */
export class ClientRefused extends Error {
  override readonly name = 'ClientRefused'
  constructor(
    readonly reason: 'blocked' | 'unusable',
    readonly reference: string,
  ) {
    super(`the client is ${reason}`)
  }
}

/** Where clients come from that are not all in memory: those that bring their metadata by URL, and registered ones. */
export interface ClientSource {
  /** Whether an id can only be of this source. An id of the environment or the console is found before it is asked. */
  owns(id: string): boolean
  /**
   * Undefined for a client that does not exist, or may not be used for this.
   * @throws ClientRefused for the use `authorization`
   */
  find(id: string, use: ClientUse): Promise<Client | undefined>
}
