import { type CBORType, decodeCBOR } from '@levischuck/tiny-cbor'
import { publicKeyFault } from '../oidc/public-keys.ts'

/** Labels and values of COSE keys (RFC 9052 section 7, RFC 9053 section 7, RFC 8230 section 4). */
const label = { kty: 1, alg: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const

type CoseKey = ReadonlyMap<unknown, unknown>

/**
 * The value that these bytes are, by the decoder that checks passkeys too. A map that names a key twice, an item of
 * indefinite length and bytes that follow the value are refused (Web Authentication Level 3, section 2.3).
 */
export function readCbor(bytes: Uint8Array): CBORType | null {
  try {
    // It reads from the beginning of the memory below, so it is given memory of its own.
    return decodeCBOR(new Uint8Array(bytes))
  } catch {
    return null
  }
}

/** What is wrong with the public key of a passkey, or null. */
export function coseKeyFault(bytes: Uint8Array): string | null {
  const key = readCbor(bytes)
  if (!(key instanceof Map)) return 'it is not one COSE key'
  switch (key.get(label.alg)) {
    case -7:
      return ellipticFault(key)
    case -8:
      return edwardsFault(key)
    case -257:
      return rsaFault(key)
    default:
      return 'its algorithm is not offered'
  }
}

/** The key as a JWK (RFC 7518 section 6, RFC 8037 section 2), whose soundness is the same rule for keys from anywhere. */
function ellipticFault(key: CoseKey): string | null {
  if (key.get(label.kty) !== 2 || key.get(label.curve) !== 1) return 'its type does not match its algorithm'
  return publicKeyFault({ kty: 'EC', crv: 'P-256', x: text(key, label.x), y: text(key, label.y) })
}

function edwardsFault(key: CoseKey): string | null {
  if (key.get(label.kty) !== 1 || key.get(label.curve) !== 6) return 'its type does not match its algorithm'
  return publicKeyFault({ kty: 'OKP', crv: 'Ed25519', x: text(key, label.x) })
}

function rsaFault(key: CoseKey): string | null {
  if (key.get(label.kty) !== 3) return 'its type does not match its algorithm'
  return publicKeyFault({ kty: 'RSA', n: text(key, label.modulus), e: text(key, label.exponent) })
}

const text = (key: CoseKey, name: number): string | undefined => {
  const value = key.get(name)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : undefined
}
