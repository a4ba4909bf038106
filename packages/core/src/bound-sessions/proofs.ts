import type { compactVerify, importJWK, JWK } from 'jose'
import { digest, publicMembersOf } from '../model/thumbprint.ts'

/** The algorithms that a browser may choose from. */
export const proofAlgorithms = ['ES256', 'RS256']
/** Characters of a header: a proof by RSA needs a fifth of it. */
const maxHeader = 8192

/** A request of a browser that none of them makes. Nothing follows from it but its refusal. */
export class ProofFault extends Error {
  override readonly name = 'ProofFault'
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message)
  }
}

/** The public key of a browser. */
export interface BrowserKey {
  jwk: JWK
  alg: string
  /** RFC 7638 */
  thumbprint: string
}

/** A JWS of a browser (typ `dbsc+jwt`), before its signature is verified. */
export interface Proof {
  jws: string
  header: Record<string, unknown>
  /** The challenge that it answers (`jti`). */
  challenge: string
  authorization: string
  /** `aud`: no claim of the specification. A browser that sends it names this application. */
  audiences: unknown[]
}

/**
 * The text of a structured field that is one string without escapes, or a bare token (RFC 9651 section 3.3). Null if the header is
 * not there. @throws ProofFault
 */
export function structuredString(field: string | null): string | null {
  if (field === null) return null
  if (field.length > maxHeader) throw new ProofFault('the header is too long', 413)
  const text = field.length > 1 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1) : field
  if (!/^[\w.~+/=:-]+$/.test(text)) throw new ProofFault('the header is not a string')
  return text
}

/** @throws ProofFault */
export function parseProof(jws: string): Proof {
  const [header = '', payload = ''] = jws.split('.')
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jws)) throw new ProofFault('the proof is not a signed JWT')
  const { jti, authorization, aud } = objectOf(payload)
  const proof = {
    jws,
    header: objectOf(header),
    challenge: typeof jti === 'string' ? jti : '',
    authorization: typeof authorization === 'string' ? authorization : '',
    audiences: aud === undefined ? [] : [aud].flat(),
  }
  if (proof.header.typ !== 'dbsc+jwt') throw new ProofFault('the typ of the proof is not dbsc+jwt')
  return proof
}

/** A part of a JWS. Of two members with one name, nobody can tell which is meant. */
function objectOf(part: string): Record<string, unknown> {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    const isTwice = ['"jwk"', '"jti"'].some((name) => text.split(name).length > 2)
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && !isTwice)
      return Object.assign(Object.create(null), value)
  } catch {
    // Not base64url, or not JSON.
  }
  throw new ProofFault('the proof is not JSON')
}

/** With one of them, it is no key of a device. */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** The key that a registration brings, in the header and nowhere else. @throws ProofFault */
export async function keyOf({ header: { jwk, alg } }: Proof): Promise<BrowserKey> {
  const given: Record<string, unknown> = Object.assign(Object.create(null), jwk)
  /** Whether a member is base64url of so many characters. */
  const has = (name: string, min: number, max = min) => {
    const text = given[name]
    return typeof text === 'string' && text.length >= min && text.length <= max && /^[\w-]+$/.test(text)
  }
  const { kty, crv, e } = given
  const isEs256 = alg === 'ES256' && kty === 'EC' && crv === 'P-256' && has('x', 43) && has('y', 43)
  // 2048 to 4096 bits.
  const isRs256 = alg === 'RS256' && kty === 'RSA' && e === 'AQAB' && has('n', 342, 683)
  if ((!isEs256 && !isRs256) || secretMembers.some((name) => name in given))
    throw new ProofFault('the jwk is no public key for ES256 or RS256')
  return storedKey(publicMembersOf(given) as JWK)
}

/** A key that was checked when it was registered. */
export const storedKey = async (jwk: JWK): Promise<BrowserKey> => ({
  jwk,
  alg: jwk.kty === 'RSA' ? 'RS256' : 'ES256',
  thumbprint: await digest(JSON.stringify(jwk)),
})

/** What core has loaded already. */
export interface Jose {
  compactVerify: typeof compactVerify
  importJWK: typeof importJWK
}

/** Whether the holder of the key signed the proof. @throws ProofFault if it can't be verified at all */
export async function isSignedBy(
  { jws }: Proof,
  { jwk, alg }: BrowserKey,
  { compactVerify, importJWK }: Jose,
): Promise<boolean> {
  try {
    await compactVerify(jws, await importJWK(jwk, alg), { algorithms: [alg] })
    return true
  } catch (error) {
    if (forgeries.includes((error as { code?: string }).code)) return false
    throw new ProofFault('the proof cannot be verified')
  }
}

/** The codes of jose for what another key has signed, or by another algorithm. */
const forgeries: unknown[] = ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'ERR_JOSE_ALG_NOT_ALLOWED']

/** An audience has to be this application: its origin, or an address of it. @throws ProofFault */
export function checkAudiences(origin: string, { audiences }: Proof): void {
  const isOurs = (aud: unknown) => typeof aud === 'string' && (aud === origin || aud.startsWith(`${origin}/`))
  if (!audiences.every(isOurs)) throw new ProofFault('the proof is for another audience')
}
