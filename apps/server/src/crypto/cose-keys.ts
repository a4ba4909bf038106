import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { type CborMap, readCbor } from './cbor.ts'

/** Labels and values of COSE keys (RFC 9052 section 7, RFC 9053 section 7, RFC 8230 section 4). */
const label = { kty: 1, alg: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const
const minModulusBits = 2048
const maxModulusBits = 8192

/**
 * What is wrong with the public key of a passkey, or null. WebAuthn libraries check the signature and accept any key, but
 * with an exponent of 1, or a point of small order, anybody can sign (SP 800-89 section 5.3.3, RFC 8032 section 8.9).
 */
export function coseKeyFault(bytes: Uint8Array): string | null {
  try {
    const { value, end } = readCbor(bytes)
    if (!(value instanceof Map) || end !== bytes.length) return 'it is not one COSE key'
    switch (value.get(label.alg)) {
      case -7:
        return ellipticFault(value)
      case -8:
        return edwardsFault(value)
      case -257:
        return rsaFault(value)
      default:
        return 'its algorithm is not offered'
    }
  } catch (error) {
    return (error as Error).message
  }
}

/** ES256: a point of P-256. OpenSSL refuses one that is not on the curve. */
function ellipticFault(key: CborMap): string | null {
  if (key.get(label.kty) !== 2 || key.get(label.curve) !== 1) return 'its type does not match its algorithm'
  const x = bytesOf(key, label.x)
  const y = bytesOf(key, label.y)
  if (x?.length !== 32 || y?.length !== 32) return 'its coordinates have not 32 bytes each'
  return importFault({ kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) })
}

/** EdDSA with Ed25519 (RFC 8032 section 5.1.3): a canonical point of the curve, not of small order. */
function edwardsFault(key: CborMap): string | null {
  if (key.get(label.kty) !== 1 || key.get(label.curve) !== 6) return 'its type does not match its algorithm'
  const x = bytesOf(key, label.x)
  if (x?.length !== 32) return 'it has not 32 bytes'
  const y = BigInt(`0x${Buffer.from(x).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  if (y >= prime) return 'its coordinate is not canonical'
  if (ySmallOrder.includes(y)) return 'its point has a small order'
  if (!isOnEdwardsCurve(y)) return 'its point is not on the curve'
  return importFault({ kty: 'OKP', crv: 'Ed25519', x: base64url(x) })
}

const prime = 2n ** 255n - 19n
/** The y of the points of order 8, with its negative. */
const yOrder8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n
/** The y of the eight points whose order divides the cofactor. */
const ySmallOrder: readonly bigint[] = [0n, 1n, prime - 1n, yOrder8, prime - yOrder8]

function isOnEdwardsCurve(y: bigint): boolean {
  const d = (-121665n * power(121666n, prime - 2n)) % prime
  const numerator = (y * y - 1n) % prime
  const denominator = (((d * y * y + 1n) % prime) + prime) % prime
  const square = (((numerator * power(denominator, prime - 2n)) % prime) + prime) % prime
  return square === 0n || power(square, (prime - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let factor = ((base % prime) + prime) % prime
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % prime
    factor = (factor * factor) % prime
  }
  return result
}

/** RS256 (SP 800-131A: 2048 bits or more; FIPS 186-5 section A.1.1: an odd exponent of more than 16 bits). */
function rsaFault(key: CborMap): string | null {
  if (key.get(label.kty) !== 3) return 'its type does not match its algorithm'
  const n = bytesOf(key, label.modulus)
  const e = bytesOf(key, label.exponent)
  if (!n || !e) return 'its modulus or exponent is missing'
  const modulus = BigInt(`0x${Buffer.from(n).toString('hex') || '0'}`)
  const bits = modulus.toString(2).length
  if (bits < minModulusBits || bits > maxModulusBits || modulus % 2n === 0n) return 'its modulus is not sound'
  // A longer exponent makes every verification slow, and no authenticator sends one.
  const exponent = e.length <= 4 ? Number(`0x${Buffer.from(e).toString('hex') || '0'}`) : 0
  if (exponent < 65_537 || exponent % 2 === 0) return 'its exponent is not sound'
  return importFault({ kty: 'RSA', n: base64url(n), e: base64url(e) })
}

const importFault = (key: JsonWebKey): string | null => {
  try {
    createPublicKey({ key, format: 'jwk' })
    return null
  } catch {
    return 'it is not a point of its curve, or not a key'
  }
}

const bytesOf = (key: CborMap, name: number): Uint8Array | null => {
  const value = key.get(name)
  return value instanceof Uint8Array ? value : null
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
