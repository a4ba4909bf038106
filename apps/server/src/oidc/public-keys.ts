import { createPublicKey } from 'node:crypto'
import type { JWK } from 'jose'

const minModulusBits = 2048
const maxModulusBits = 8192

/** Bytes of a coordinate, by curve (RFC 7518 section 6.2.1.2). */
const coordinateLengths = new Map([
  ['P-256', 32],
  ['P-384', 48],
  ['P-521', 66],
])

/** Members of private and secret keys (RFC 7518 sections 6.2.2, 6.3.2 and 6.4). One of them is enough to give a key away. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

/** The keys of a JWK Set (RFC 7517 section 5). @throws Error that says what is wrong, for a developer */
export function parsePublicKeys(jwks: unknown, limit: number): JWK[] {
  const keys = typeof jwks === 'object' && jwks !== null ? (jwks as { keys?: unknown }).keys : undefined
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('is not a JSON Web Key Set')
  if (keys.length > limit) throw new Error(`has more than ${limit} keys`)
  for (const [index, key] of keys.entries()) {
    const fault = typeof key === 'object' && key !== null ? publicKeyFault(key) : 'it is not an object'
    if (fault) throw new Error(`has no sound public key at position ${index}: ${fault}`)
  }
  return keys
}

/**
 * What is wrong with a public key, or null. Libraries check signatures and accept any key, but with an exponent of 1, or a
 * point of small order, anybody can sign (SP 800-89 section 5.3.3, RFC 8032 section 8.9).
 */
export function publicKeyFault(key: JWK): string | null {
  if (privateMembers.some((name) => name in key)) return 'it is not public'
  switch (key.kty) {
    case 'EC':
      return ellipticFault(key)
    case 'OKP':
      return edwardsFault(key)
    case 'RSA':
      return rsaFault(key)
    default:
      return 'its type is not offered'
  }
}

/** OpenSSL refuses a point that is not on the curve. */
function ellipticFault({ kty, crv, x, y }: JWK): string | null {
  const length = coordinateLengths.get(crv ?? '')
  if (length === undefined) return 'its curve is not offered'
  if (bytesOf(x)?.length !== length || bytesOf(y)?.length !== length)
    return `its coordinates have not ${length} bytes each`
  return importFault({ kty, crv, x, y })
}

/** Ed25519 (RFC 8032 section 5.1.3): a canonical point of the curve, not of small order. */
function edwardsFault({ kty, crv, x }: JWK): string | null {
  if (crv !== 'Ed25519') return 'its curve is not offered'
  const bytes = bytesOf(x)
  if (bytes?.length !== 32) return 'it has not 32 bytes'
  const y = BigInt(`0x${bytes.reverse().toString('hex')}`) & (2n ** 255n - 1n)
  if (y >= prime) return 'its coordinate is not canonical'
  if (ySmallOrder.includes(y)) return 'its point has a small order'
  if (!isOnEdwardsCurve(y)) return 'its point is not on the curve'
  return importFault({ kty, crv, x })
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

/** SP 800-131A: 2048 bits or more; FIPS 186-5 section A.1.1: an odd exponent of more than 16 bits. */
function rsaFault({ kty, n, e }: JWK): string | null {
  const [modulus, exponent] = [bytesOf(n), bytesOf(e)]
  if (!modulus || !exponent) return 'its modulus or exponent is missing'
  const number = modulus.length <= maxModulusBits / 8 ? BigInt(`0x${modulus.toString('hex') || '0'}`) : 0n
  if (number.toString(2).length < minModulusBits || number % 2n === 0n) return 'its modulus is not sound'
  // A longer exponent makes every verification slow, and nobody uses one.
  const value = exponent.length <= 4 ? Number(`0x${exponent.toString('hex') || '0'}`) : 0
  if (value < 65_537 || value % 2 === 0) return 'its exponent is not sound'
  return importFault({ kty, n, e })
}

function importFault(key: JWK): string | null {
  try {
    createPublicKey({ key, format: 'jwk' })
    return null
  } catch {
    return 'it is not a point of its curve, or not a key'
  }
}

const bytesOf = (member: unknown): Buffer | null =>
  typeof member === 'string' && /^[A-Za-z0-9_-]+$/.test(member) ? Buffer.from(member, 'base64url') : null
