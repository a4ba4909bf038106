import { hash } from 'node:crypto'
import type { AccessClaims } from '../../oidc/access-claims.ts'

const limit = 10_000

const keyOf = (token: string): string => hash('sha256', token, 'base64url')

/**
 * Access tokens whose signature is known to be ours, by the SHA-256 of their whole text: a variant of a token misses and
 * is verified by its signature. Whether a token is still alive is never cached. The oldest entry makes room for a new one.
 */
export class VerifiedTokens {
  readonly #claims = new Map<string, AccessClaims>()

  /** The claims of a token that was verified or issued here, expired or not. */
  find(token: string): AccessClaims | undefined {
    return this.#claims.get(keyOf(token))
  }

  add(token: string, claims: AccessClaims): void {
    if (this.#claims.size >= limit) this.#claims.delete(this.#claims.keys().next().value as string)
    this.#claims.set(keyOf(token), claims)
  }
}
