import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { type Client, isDynamic } from '../../../oidc/clients.ts'
import type { OutboundFetch, OutboundInit } from '../../../outbound/fetch.ts'
import { LeastRecentlyUsed } from '../clients/least-recently-used.ts'

/** How many dynamic clients have their keys in memory. Anyone can be one, so the number is bounded. */
const maxDynamic = 500

const headers = { Accept: 'application/json' }
/** For keys at a URL that a stranger names. */
const guarded: OutboundInit = { headers, httpsOnly: true, byDnsResolver: true, maxBytes: 64 * 1024, timeout: 3000 }

/** The public keys of clients with private_key_jwt: inline, or fetched, cached, and fetched again for an unknown kid. */
export class ClientKeys {
  /** A changed client is another object: its keys are read anew. */
  readonly #sets = new WeakMap<Client, JWTVerifyGetKey>()
  readonly #dynamic = new LeastRecentlyUsed<string, { keys: string; set: JWTVerifyGetKey }>(maxDynamic)

  constructor(private readonly outbound: OutboundFetch) {}

  of(client: Client): JWTVerifyGetKey {
    if (isDynamic(client)) return this.#ofDynamic(client)
    let set = this.#sets.get(client)
    if (!set) {
      set = this.#read(client, { headers })
      this.#sets.set(client, set)
    }
    return set
  }

  /** By what the client says of its keys, since such a client is another object whenever anything about it changes. */
  #ofDynamic(client: Client): JWTVerifyGetKey {
    const keys = client.jwksUri ?? JSON.stringify(client.jwks)
    const known = this.#dynamic.get(client.id)
    if (known?.keys === keys) return known.set
    const set = this.#read(client, guarded)
    this.#dynamic.set(client.id, { keys, set })
    return set
  }

  #read({ jwks, jwksUri }: Client, init: OutboundInit): JWTVerifyGetKey {
    return jwks ? createLocalJWKSet({ keys: [...jwks] }) : this.#remote(jwksUri ?? '', init)
  }

  #remote(uri: string, init: OutboundInit): JWTVerifyGetKey {
    return createRemoteJWKSet(new URL(uri), {
      cooldownDuration: 10_000,
      cacheMaxAge: 600_000,
      [customFetch]: async () => {
        const { status, body } = await this.outbound(uri, init)
        return new Response(status === 204 ? null : body, { status, headers: { 'Content-Type': 'application/json' } })
      },
    })
  }
}
