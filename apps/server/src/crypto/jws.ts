import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { JWK } from 'jose'
import type { IdTokenAlg } from '../oidc/clients.ts'
import { parseJsonObject } from '../oidc/json.ts'

/** A signing key in the form that is fastest for node:crypto. */
export interface Signer {
  kid: string
  alg: IdTokenAlg
  key: KeyObject
  /** Encoded headers by type. */
  headers: Map<string, string>
}

export interface Verifier {
  kid: string
  alg: IdTokenAlg
  key: KeyObject
}

export const signerOf = (alg: IdTokenAlg, kid: string, jwk: JWK): Signer => ({
  kid,
  alg,
  key: createPrivateKey({ key: jwk as never, format: 'jwk' }),
  headers: new Map(),
})

export const verifierOf = (alg: IdTokenAlg, kid: string, jwk: JWK): Verifier => ({
  kid,
  alg,
  key: createPublicKey({ key: jwk as never, format: 'jwk' }),
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hashOf: Record<IdTokenAlg, string | null> = { RS256: 'sha256', ES256: 'sha256', EdDSA: null }

/**
 * A compact JWS (RFC 7515 section 3.1). ES256 and EdDSA are signed on the main thread, one turn of the event loop later,
 * so that waiting requests are read first. RS256 costs ten times as much and is signed by the thread pool.
 */
export async function signJwt(signer: Signer, typ: string, claims: object): Promise<string> {
  const { alg, key } = signer
  const input = `${headerOf(signer, typ)}.${encode(claims)}`
  const bytes = Buffer.from(input)
  const signature = await new Promise<Buffer>((resolve, reject) => {
    if (alg === 'RS256') return sign(hashOf[alg], bytes, key, (error, made) => (error ? reject(error) : resolve(made)))
    setImmediate(() => {
      try {
        resolve(sign(hashOf[alg], bytes, key))
      } catch (error) {
        reject(error)
      }
    })
  })
  return `${input}.${(alg === 'ES256' ? fromDer(signature) : signature).toString('base64url')}`
}

function headerOf({ kid, alg, headers }: Signer, typ: string): string {
  const known = headers.get(typ)
  if (known) return known
  const made = encode({ alg, typ, kid })
  headers.set(typ, made)
  return made
}

/*
 * A JWS holds an ECDSA signature as r and s, 32 bytes each (RFC 7518 section 3.4); OpenSSL speaks DER. Node can convert
 * (`dsaEncoding`), but looks up a key in an options object at every call, which halves the speed (docs/decisions/0010).
 */

/** `SEQUENCE { INTEGER r, INTEGER s }` of P-256, which is always shorter than 128 bytes, to r and s. */
function fromDer(der: Buffer): Buffer {
  const signature = Buffer.alloc(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] as number
    const number = der.subarray(at + 2, at + 2 + length)
    const digits = number.subarray(Math.max(0, number.length - 32))
    digits.copy(signature, end - digits.length)
    at += 2 + length
  }
  return signature
}

function toDer(signature: Buffer): Buffer {
  const integer = (part: Buffer): Buffer => {
    let start = 0
    while (start < part.length - 1 && part[start] === 0) start += 1
    const digits = part.subarray(start)
    // A leading bit of 1 would mean a negative number.
    const bytes = (digits[0] as number) & 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits
    return Buffer.concat([Buffer.of(2, bytes.length), bytes])
  }
  const both = Buffer.concat([integer(signature.subarray(0, 32)), integer(signature.subarray(32))])
  return Buffer.concat([Buffer.of(0x30, both.length), both])
}

interface VerifiedJwt {
  typ: unknown
  claims: Record<string, unknown>
}

/**
 * Verifies a JWT that this server signed. The algorithm comes from our key, never from the token; headers that point
 * at other keys (jku, x5u, jwk) are not read. Returns null for every other token.
 * The caller checks expiry, audience and type.
 */
export function verifyJwt(token: string, find: (kid: string) => Verifier | undefined): VerifiedJwt | null {
  const parts = token.split('.')
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || !payload || !signature || !/^[\w-]+$/.test(signature)) return null
  try {
    const { alg, kid, typ, crit } = parseObject(header)
    const verifier = typeof kid === 'string' ? find(kid) : undefined
    if (!verifier || alg !== verifier.alg || crit !== undefined) return null
    const bytes = Buffer.from(signature, 'base64url')
    if (verifier.alg === 'ES256' && bytes.length !== 64) return null
    const encoded = verifier.alg === 'ES256' ? toDer(bytes) : bytes
    if (!verify(hashOf[verifier.alg], Buffer.from(`${header}.${payload}`), verifier.key, encoded)) return null
    return { typ, claims: parseObject(payload) }
  } catch {
    return null
  }
}

/** RFC 7519 section 4: the name of a claim is there once. */
const parseObject = (part: string): Record<string, unknown> =>
  parseJsonObject(Buffer.from(part, 'base64url').toString('utf8'))
