import type { importJWK, JWK, JWTPayload, jwtVerify } from 'jose'
import type { AuthRequest } from '../model/responses.ts'
import { digest, publicMembersOf } from '../model/thumbprint.ts'
import { proofWindow, SeenProofs } from './seen-proofs.ts'
import type { Problem, ProofVerification, SentToken } from './verifications.ts'

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
  /** The proofs of requests: an application may verify the same request twice. */
  readonly #proofs = new WeakMap<AuthRequest, string>()

  constructor(loaded: Loaded) {
    this.#loaded = loaded
  }

  async problemOf(sent: SentToken): Promise<Problem | null> {
    const { request, scheme, claims, publicUrl } = sent
    if (claims.cnf === undefined) return ['token_invalid', 'The access token is not bound to a key.']
    const { jkt, ...others } = Object(claims.cnf)
    // RFC 7800 section 3.1: the application decides which confirmation methods it takes.
    if (typeof jkt !== 'string' || Object.keys(others).length > 0)
      return ['token_invalid', 'The access token is bound by a method that is not supported.']
    const proof = typeof request === 'object' && scheme === 'DPoP' ? request?.headers.get('dpop') : null
    if (typeof request === 'string' || !request || typeof proof !== 'string')
      return ['token_invalid', 'The access token is bound to a key, and was sent without a proof.']
    const expected = { ...sent, request, jkt, url: publicUrl(request) }
    try {
      const isHolder = await this.#check(proof, expected)
      return isHolder ? null : ['token_invalid', 'The access token is bound to another key.']
    } catch (cause) {
      return ['dpop_proof_invalid', 'The DPoP proof is not valid for this request.', '', { cause }]
    }
  }

  /** Returns false for a proof of another key. */
  async #check(proof: string, expected: Expected): Promise<boolean> {
    const { jwtVerify, importJWK, algorithms } = this.#loaded
    // Several headers are joined by commas.
    assert(proof.length <= limits.proof && !proof.includes(','), 'several proofs, or a long one')
    let isHolder = true
    const keyOf = async ({ jwk, alg }: { jwk?: JWK; alg?: string }) => {
      // Before a signature is verified: a key that the provider has never seen costs one digest.
      isHolder = (await thumbprintOf(jwk)) === expected.jkt
      assert(isHolder, 'another key')
      return importJWK(jwk as JWK, alg)
    }
    const currentDate = new Date(expected.seconds * 1000)
    try {
      const { payload } = await jwtVerify(proof, keyOf, { algorithms, typ: 'dpop+jwt', currentDate, clockTolerance })
      await this.#checkClaims(payload, expected)
    } catch (error) {
      if (isHolder) throw error
    }
    return isHolder
  }

  async #checkClaims({ jti, htm, htu, iat, ath }: JWTPayload, expected: Expected): Promise<void> {
    const { request, token, jkt, url, seconds, claims } = expected
    assert(htm === request.method, `htm is not ${request.method}`)
    assert(addressOf(htu) === addressOf(url), `htu is not ${url}`)
    assert(ath === (await digest(token)), 'ath is of another token')
    assert(typeof iat === 'number' && Math.abs(iat - seconds) <= proofWindow, 'iat is too far from the clock')
    assert(typeof jti === 'string' && jti !== '' && jti.length <= limits.jti, 'jti is missing or too long')
    const id = `${jkt} ${jti}`
    const isNew = this.#proofs.get(request) === id || this.#seen.add({ caller: String(claims.sub), id, iat }, seconds)
    assert(isNew, 'it was used before')
    this.#proofs.set(request, id)
  }
}

/** A token that is bound to a key, and what its proof has to be for. */
interface Expected extends SentToken {
  request: AuthRequest
  /** Thumbprint of the key. */
  jkt: string
  url: string
}

function assert(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}

/** RFC 9449 section 4.3: without query and fragment. A URL has a scheme and a host in lower case, and no default port. */
function addressOf(text: unknown): string {
  assert(typeof text === 'string', 'no address')
  const { origin, pathname, username, password } = new URL(text)
  assert(!username && !password, 'an address with credentials')
  return `${origin}${pathname}`
}

async function thumbprintOf(jwk: unknown): Promise<string> {
  const key: Record<string, unknown> = Object(jwk)
  const members = publicMembersOf(key)
  assert(members !== null && !('d' in key) && !(String(key.n).length > limits.modulus), 'no public key, or a long one')
  return digest(JSON.stringify(members))
}
