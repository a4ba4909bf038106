import { compactVerify, errors, importJWK, type JWK } from 'jose'
import { digest } from '../../../crypto/random.ts'
import { memberOf, parseJsonObject } from '../../../oidc/json.ts'

/** The algorithms that a browser may choose from. */
export const proofAlgorithms = ['ES256', 'RS256'] as const
export type ProofAlgorithm = (typeof proofAlgorithms)[number]

/** The public key of a browser: JSON text with exactly the members, in the order, of RFC 7638. */
export interface BrowserKey {
  text: string
  alg: ProofAlgorithm
}

/** RFC 7638 section 3: SHA-256 of that text. */
export const thumbprintOf = (key: string): string => digest(key)

/** A proof that is not what a browser makes. Nothing follows from it but its refusal. */
export class ProofFault extends Error {
  override readonly name = 'ProofFault'
}

/** A JWS of a browser (typ `dbsc+jwt`), before its signature is verified. */
export interface Proof {
  jws: string
  header: Record<string, unknown>
  /** The challenge that it answers (`jti`). */
  challenge: string
  authorization: string | null
  /** `aud`: no claim of the specification. A browser that sends it names this server. */
  audiences: readonly unknown[]
}

/** @throws ProofFault */
export function parseProof(jws: string): Proof {
  const [header, payload, signature, ...more] = jws.split('.')
  if (!header || !payload || !signature || more.length > 0) throw new ProofFault('the proof is not a signed JWT')
  const claims = partOf(payload)
  const jti = memberOf(claims, 'jti')
  const authorization = memberOf(claims, 'authorization')
  const aud = memberOf(claims, 'aud')
  const proof = {
    jws,
    header: partOf(header),
    challenge: typeof jti === 'string' ? jti : '',
    authorization: typeof authorization === 'string' ? authorization : null,
    audiences: aud === undefined ? [] : [aud].flat(),
  }
  if (memberOf(proof.header, 'typ') !== 'dbsc+jwt') throw new ProofFault('the typ of the proof is not dbsc+jwt')
  return proof
}

function partOf(part: string): Record<string, unknown> {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw new ProofFault('the proof is not base64url')
  try {
    return parseJsonObject(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ProofFault('the proof is not JSON')
  }
}

const ecMembers = ['crv', 'kty', 'x', 'y']
const rsaMembers = ['e', 'kty', 'n']
/** Bytes of an RSA modulus: 2048 to 4096 bits. */
const modulus = { min: 256, max: 512 }

/** The key that a registration brings, in the header and nowhere else. @throws ProofFault */
export function keyOf({ header }: Proof): BrowserKey {
  const jwk = memberOf(header, 'jwk')
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) throw new ProofFault('the proof has no jwk')
  const member = (name: string) => memberOf(jwk as Record<string, unknown>, name)
  // With a private part or a symmetric key, it is no key of a device.
  if (['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].some((name) => member(name) !== undefined))
    throw new ProofFault('the jwk has a private part')
  const length = (name: string) => {
    const text = member(name)
    const bytes = typeof text === 'string' ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
    return bytes.toString('base64url') === text ? bytes.length : 0
  }
  const alg = memberOf(header, 'alg')
  const ofEs256 =
    alg === 'ES256' && member('kty') === 'EC' && member('crv') === 'P-256' && length('x') === 32 && length('y') === 32
  const size = length('n')
  const ofRs256 =
    alg === 'RS256' && member('kty') === 'RSA' && member('e') === 'AQAB' && size >= modulus.min && size <= modulus.max
  if (!ofEs256 && !ofRs256) throw new ProofFault('the jwk is no key for ES256 or RS256')
  const names = ofEs256 ? ecMembers : rsaMembers
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, member(name)])))
  return { text, alg: ofEs256 ? 'ES256' : 'RS256' }
}

/** A key that is stored. */
export const storedKey = (text: string): BrowserKey => ({
  text,
  alg: (JSON.parse(text) as JWK).kty === 'RSA' ? 'RS256' : 'ES256',
})

/** Whether the holder of the key signed the proof. @throws ProofFault if it can't be verified at all */
export async function isSignedBy({ jws }: Proof, { text, alg }: BrowserKey): Promise<boolean> {
  try {
    await compactVerify(jws, await importJWK(JSON.parse(text) as JWK, alg), { algorithms: [alg] })
    return true
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
      return false
    throw new ProofFault('the proof cannot be verified')
  }
}

/** An audience has to be this server: its origin, its issuer, or an address of it. @throws ProofFault */
export function checkAudiences(issuer: string, { audiences }: Proof): void {
  const { origin } = new URL(issuer)
  const isOurs = (aud: unknown) => typeof aud === 'string' && (aud === origin || aud.startsWith(`${origin}/`))
  if (!audiences.every(isOurs)) throw new ProofFault('the proof is for another audience')
}
