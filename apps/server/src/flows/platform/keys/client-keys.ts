import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import type { Client } from '../../../oidc/clients.ts'
import type { OutboundFetch } from '../../../outbound/fetch.ts'

/** The public keys of clients with private_key_jwt: inline, or fetched, cached, and fetched again for an unknown kid. */
export class ClientKeys {
  /** A changed client is another object: its keys are read anew. */
  readonly #sets = new WeakMap<Client, JWTVerifyGetKey>()

  constructor(private readonly outbound: OutboundFetch) {}

  of(client: Client): JWTVerifyGetKey {
    let set = this.#sets.get(client)
    if (!set) {
      set = client.jwks ? createLocalJWKSet({ keys: [...client.jwks] }) : this.#remote(client.jwksUri ?? '')
      this.#sets.set(client, set)
    }
    return set
  }

  #remote(uri: string): JWTVerifyGetKey {
    return createRemoteJWKSet(new URL(uri), {
      cooldownDuration: 10_000,
      cacheMaxAge: 600_000,
      [customFetch]: async () => {
        const { status, body } = await this.outbound(uri, { headers: { Accept: 'application/json' } })
        return new Response(status === 204 ? null : body, { status, headers: { 'Content-Type': 'application/json' } })
      },
    })
  }
}
