import type { importJWK, JWK, JWTPayload, jwtVerify } from 'jose'
import type { AuthRequest } from '../model/responses.ts'
import { proofWindow, SeenProofs } from './seen-proofs.ts'
import type { ExpectedProof, ProofVerification } from './token-verification.ts'

// Of the rest of core it imports types only: what it shared, bundlers would put into files of their own.

/** What core has loaded already. */
interface Loaded {
  jwtVerify: typeof jwtVerify
  importJWK: typeof importJWK
  algorithms: string[]
}

/** Characters: of a proof, of its `jti`, and of the modulus of an RSA key of 4096 bits. */
const limits = { proof: 4096, jti: 256, modulus: 683 }
/** Seconds of clock skew for `nbf` and `exp`, which proofs rarely have. */
const clockTolerance = 10

/** Verifies DPoP proofs as a resource server does (RFC 9449 sections 4.3 and 7.1). */
export class DPoPProofs implements ProofVerification {
  readonly #loaded: Loaded
  readonly #seen = new SeenProofs()
  /** The proof of a request, which an application may verify twice. */
  readonly #verified = new WeakMap<AuthRequest, string>()

  constructor(loaded: Loaded) {
    this.#loaded = loaded
  }

  async check(request: AuthRequest, expected: ExpectedProof): Promise<boolean> {
    const { jwtVerify, importJWK, algorithms } = this.#loaded
    const proof = request.headers.get('dpop') ?? ''
    // Several headers are joined by commas.
    require(proof.length <= limits.proof && !proof.includes(','), 'there are several proofs, or it is too long')
    let isHolder = true
    const keyOf = async ({ jwk, alg }: { jwk?: JWK; alg?: string }) => {
      // Before a signature is verified: a key that the provider has never seen costs one digest.
      isHolder = (await thumbprintOf(jwk)) === expected.thumbprint
      require(isHolder, 'the key is another')
      return importJWK(jwk as JWK, alg)
    }
    const currentDate = new Date(expected.seconds * 1000)
    try {
      const { payload } = await jwtVerify(proof, keyOf, { algorithms, typ: 'dpop+jwt', currentDate, clockTolerance })
      await this.#checkClaims(request, payload, expected)
    } catch (error) {
      if (isHolder) throw error
    }
    return isHolder
  }

  async #checkClaims(
    request: AuthRequest,
    { jti, htm, htu, iat, ath }: JWTPayload,
    { thumbprint, token, url, seconds }: ExpectedProof,
  ): Promise<void> {
    require(htm === request.method, 'htm is another method')
    require(addressOf(htu) === addressOf(url), `htu is another address than ${url}`)
    require(ath === (await digest(token)), 'ath is not of this access token')
    require(typeof iat === 'number' && Math.abs(iat - seconds) <= proofWindow, 'iat is too far from the clock')
    require(typeof jti === 'string' && jti !== '' && jti.length <= limits.jti, 'jti is missing or too long')
    const id = `${thumbprint} ${jti}`
    const isNew = this.#verified.get(request) === id || this.#seen.add({ thumbprint, jti, iat }, seconds)
    require(isNew, 'the proof was used before')
    this.#verified.set(request, id)
  }
}

function require(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}

/** RFC 9449 section 4.3: without query and fragment. A URL has a scheme and a host in lower case, and no default port. */
function addressOf(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const { origin, pathname, username, password } = new URL(text)
  return username || password ? null : `${origin}${pathname}`
}

/** What a thumbprint contains of a public key (RFC 7638 section 3.2), in this order. */
const members: Record<string, string[]> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

async function thumbprintOf(jwk: unknown): Promise<string> {
  const key: Record<string, unknown> = Object(jwk)
  const kty = String(key.kty)
  const isPublic = Object.hasOwn(members, kty) && !('d' in key) && !(String(key.n).length > limits.modulus)
  require(isPublic, 'there is no public key, or it is too long')
  return digest(JSON.stringify(Object.fromEntries((members[kty] ?? []).map((name) => [name, key[name]]))))
}

/** base64url(SHA-256(text)) */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
