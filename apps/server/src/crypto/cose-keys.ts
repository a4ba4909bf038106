import { publicKeyFault } from '../oidc/public-keys.ts'
import { type CborMap, readCbor } from './cbor.ts'

/** Labels and values of COSE keys (RFC 9052 section 7, RFC 9053 section 7, RFC 8230 section 4). */
const label = { kty: 1, alg: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const

/** What is wrong with the public key of a passkey, or null. */
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

/** The key as a JWK (RFC 7518 section 6, RFC 8037 section 2), whose soundness is the same rule for keys from anywhere. */
function ellipticFault(key: CborMap): string | null {
  if (key.get(label.kty) !== 2 || key.get(label.curve) !== 1) return 'its type does not match its algorithm'
  return publicKeyFault({ kty: 'EC', crv: 'P-256', x: text(key, label.x), y: text(key, label.y) })
}

function edwardsFault(key: CborMap): string | null {
  if (key.get(label.kty) !== 1 || key.get(label.curve) !== 6) return 'its type does not match its algorithm'
  return publicKeyFault({ kty: 'OKP', crv: 'Ed25519', x: text(key, label.x) })
}

function rsaFault(key: CborMap): string | null {
  if (key.get(label.kty) !== 3) return 'its type does not match its algorithm'
  return publicKeyFault({ kty: 'RSA', n: text(key, label.modulus), e: text(key, label.exponent) })
}

const text = (key: CborMap, name: number): string | undefined => {
  const value = key.get(name)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : undefined
}
