import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { JWK } from 'jose'
import type { IdTokenAlg } from '../oidc/clients.ts'

/** A key that signs, in the form in which node:crypto is fastest. */
export interface Signer {
  kid: string
  alg: IdTokenAlg
  key: KeyObject
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
})

export const verifierOf = (alg: IdTokenAlg, kid: string, jwk: JWK): Verifier => ({
  kid,
  alg,
  key: createPublicKey({ key: jwk as never, format: 'jwk' }),
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hashOf: Record<IdTokenAlg, string | null> = { RS256: 'sha256', ES256: 'sha256', EdDSA: null }

/**
 * A compact JWS (RFC 7515 section 3.1). ES256 and EdDSA are signed at once, after a turn of the event loop has let
 * waiting requests in; RS256 costs ten times as much and goes to the thread pool.
 */
export async function signJwt({ kid, alg, key }: Signer, typ: string, claims: object): Promise<string> {
  const input = `${encode({ alg, typ, kid })}.${encode(claims)}`
  const options = { key, dsaEncoding: 'ieee-p1363' as const }
  const signature =
    alg === 'RS256'
      ? await new Promise<Buffer>((resolve, reject) => {
          sign(hashOf[alg], Buffer.from(input), options, (error, bytes) => (error ? reject(error) : resolve(bytes)))
        })
      : await new Promise<Buffer>((resolve, reject) => {
          setImmediate(() => {
            try {
              resolve(sign(hashOf[alg], Buffer.from(input), options))
            } catch (error) {
              reject(error)
            }
          })
        })
  return `${input}.${signature.toString('base64url')}`
}

export interface VerifiedJwt {
  typ: unknown
  claims: Record<string, unknown>
}

/**
 * Verifies a JWT that this server signed. The algorithm comes from our key, never from the token; headers that point
 * at other keys (jku, x5u, jwk) are not read. Returns null for anything that is not exactly ours.
 * Expiry, audience and type are for the caller to check.
 */
export function verifyJwt(token: string, find: (kid: string) => Verifier | undefined): VerifiedJwt | null {
  const parts = token.split('.')
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || !payload || !signature || !/^[\w-]+$/.test(signature)) return null
  try {
    const { alg, kid, typ, crit } = parseObject(header)
    const verifier = typeof kid === 'string' ? find(kid) : undefined
    if (!verifier || alg !== verifier.alg || crit !== undefined) return null
    const options = { key: verifier.key, dsaEncoding: 'ieee-p1363' as const }
    const bytes = Buffer.from(signature, 'base64url')
    if (!verify(hashOf[verifier.alg], Buffer.from(`${header}.${payload}`), options, bytes)) return null
    return { typ, claims: parseObject(payload) }
  } catch {
    return null
  }
}

function parseObject(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object')
  return value as Record<string, unknown>
}
