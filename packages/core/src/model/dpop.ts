import type { JWK } from 'jose'

/**
 * A key that access tokens are bound to (RFC 9449): whoever steals such a token cannot use it without the key.
 *
 * @example
 * ```ts
 * import type { DPoP } from '@vestibule/core/dpop'
 *
 * const notesOf = (dpop: DPoP, token: string) =>
 *   dpop.fetch('https://api.example.com/notes', { headers: { Authorization: `DPoP ${token}` } })
 * ```
 */
export interface DPoP {
  /**
   * `fetch` that proves with each request that the key is here: with `Authorization: DPoP <token>` for that access token, and without
   * an access token if it is a `POST`, as of a token request. `Authorization: Bearer` with a JWT that is bound to the key is sent as
   * DPoP; other requests go out unchanged. A request that is refused because it needs a nonce is sent once more, unless its body is a
   * stream.
   */
  readonly fetch: typeof fetch
  /**
   * The same by another `fetch`, with the same key. `clientKey`: the private key of a client that authenticates by `private_key_jwt`.
   * Its assertion is good for one request, so that another one is signed for a request that is sent once more.
   */
  wrapFetch(request: typeof fetch, clientKey?: JWK): typeof fetch
  /** Thumbprint of the key (RFC 7638): `cnf.jkt` of tokens, and `dpop_jkt` of an authorization request. */
  thumbprint(): Promise<string>
}
