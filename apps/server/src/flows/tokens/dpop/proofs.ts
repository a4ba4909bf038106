import { calculateJwkThumbprint, decodeProtectedHeader, errors, importJWK, type JWK, jwtVerify } from 'jose'
import { digest } from '../../../crypto/random.ts'
import { comparableHtu, proofAlgs } from '../../../oidc/dpop.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProofKey } from '../../platform/seen-proofs.ts'
import { askForNonce, isOwnNonce, type NonceAudience } from './nonces.ts'

/** Characters of a proof, of the key in it, and of its `jti`. */
const maxProof = 4096
const maxKey = 2048
const maxJti = 256

/** Seconds that the clock of a client may be from ours in `iat`, and in `exp` and `nbf`, which proofs need not have. */
const maxAge = 300
const clockTolerance = 10

/** Milliseconds for which a proof that was used has to be remembered: after that, its `iat` is refused. */
export const proofLife = 2 * maxAge * 1000

/** A request as its proof has to describe it. `url` is of the configured issuer, never of the Host header. */
export interface ProvenRequest {
  method: string
  url: string
  audience: NonceAudience
  /** The access token that is shown with the proof. */
  accessToken?: string
}

/** A proof that was verified. Whether it was used before is not known yet. */
export interface Proof {
  /** The thumbprint of its key. */
  jkt: string
  /** By which its second use is recognized. */
  id: string
  hasNonce: boolean
}

const invalid = (what: string) => new OAuthError('invalid_dpop_proof', `the DPoP proof ${what}`)

/**
 * Verifies a DPoP proof (RFC 9449 section 4.3).
 * @throws OAuthError invalid_dpop_proof, or use_dpop_nonce if a nonce would heal it
 */
export async function verifyProof(
  deps: Pick<Deps, 'keyring' | 'now' | 'seenProofs'>,
  proof: string,
  request: ProvenRequest,
): Promise<Proof> {
  // Several headers of this name arrive joined by commas, which are in no JWT.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(proof)) throw invalid('is not one JWT')
  if (proof.length > maxProof) throw invalid(`is longer than ${maxProof} characters`)
  const [header = ''] = proof.split('.')
  const known = deps.seenProofs.keys.get(header)
  const { jkt, key } = known ?? (await readKey(proof))
  const { payload } = await jwtVerify(proof, key, {
    typ: 'dpop+jwt',
    algorithms: [...proofAlgs],
    clockTolerance,
    currentDate: deps.now(),
  }).catch((error: unknown) => {
    throw invalid(faultOf(error))
  })
  if (!known) deps.seenProofs.keys.set(header, { jkt, key })
  if (payload.htm !== request.method) throw invalid('is for another method (htm)')
  const url = comparableHtu(request.url)
  if (typeof payload.htu !== 'string' || url === null || comparableHtu(payload.htu) !== url)
    throw invalid('is for another URL (htu)')
  if (request.accessToken !== undefined && payload.ath !== digest(request.accessToken))
    throw invalid('is for another access token (ath)')
  const { jti } = payload
  if (typeof jti !== 'string' || jti.length < 1 || jti.length > maxJti)
    throw invalid(`has no jti of 1 to ${maxJti} characters`)
  if (typeof payload.iat !== 'number') throw invalid('has no iat')
  checkFreshness(deps, { ...payload, iat: payload.iat }, request.audience)
  // A line break is in no client id, so that no jti of a client assertion has the same digest.
  return { jkt, id: digest(`\ndpop\n${url}\n${jkt}\n${jti}`), hasNonce: payload.nonce !== undefined }
}

/** The public key in the header, imported. */
async function readKey(proof: string): Promise<ProofKey> {
  const { alg, jwk: given } = headerOf(proof)
  if (!proofAlgs.some((name) => name === alg)) throw invalid(faultOf(new errors.JOSEAlgNotAllowed()))
  const jwk = publicKeyOf(given)
  // First: WebCrypto takes members of a key that are no strings, and a thumbprint does not.
  const jkt = await calculateJwkThumbprint(jwk).catch(() => {
    throw invalid('has a jwk that is no public key')
  })
  const key = await importJWK({ ...jwk, ext: true }, String(alg)).catch((error: unknown) => {
    throw invalid(faultOf(error))
  })
  if (key instanceof Uint8Array || key.type !== 'public') throw invalid(faultOf(null))
  return { jkt, key }
}

/** The key in the header, as far as it may be used before anything is verified. */
function publicKeyOf(given: unknown): JWK {
  const jwk = given as Record<string, unknown> | null | undefined
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) throw invalid('has no jwk')
  if (JSON.stringify(jwk).length > maxKey) throw invalid('has a jwk that is too long')
  if (jwk.kty === 'RSA') {
    const bits = typeof jwk.n === 'string' ? Buffer.from(jwk.n, 'base64url').length * 8 : 0
    // A long exponent would make the verification as slow as a signature.
    if (bits < 2048 || bits > 4096 || typeof jwk.e !== 'string' || jwk.e.length > 8)
      throw invalid('has an RSA key that is not of 2048 to 4096 bits')
  }
  return jwk as JWK
}

function headerOf(proof: string): Record<string, unknown> {
  try {
    return decodeProtectedHeader(proof) as Record<string, unknown>
  } catch {
    throw invalid('is not a JWT')
  }
}

/** What is wrong, in words that name a part of the proof and nothing that was sent. */
function faultOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `has a wrong ${error.claim}`
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'is not signed by the key in it'
  if (error instanceof errors.JOSEAlgNotAllowed) return `must be signed by one of ${proofAlgs.join(', ')}`
  return 'is not a JWT that is signed by a public key in it'
}

/** A nonce of ours says when the proof was made, whatever the clock of the client says. */
function checkFreshness(
  deps: Pick<Deps, 'keyring' | 'now'>,
  { nonce, iat }: { nonce?: unknown; iat: number },
  audience: NonceAudience,
): void {
  if (nonce !== undefined) {
    if (typeof nonce === 'string' && isOwnNonce(deps, audience, nonce)) return
    throw askForNonce(deps, audience, 'the nonce of the DPoP proof is not one of the last minutes')
  }
  if (Math.abs(deps.now().getTime() / 1000 - iat) > maxAge)
    throw askForNonce(deps, audience, 'the iat of the DPoP proof is not of the last minutes; a nonce is as good')
}
