import type { JWK } from 'jose'

const maxLink = 512

/** A link that a person may follow. It is never fetched; null for one that is none. */
export function parseLink(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLink || !/^https:\/\/[^/?#@\\]+([/?#]|$)/.test(value)) return null
  return URL.canParse(value) ? value : null
}

/** The keys of a JWK Set (RFC 7517 section 5): null if there are none or too many, or if one of them is not public. */
export function parsePublicKeys(jwks: unknown, limit: number): JWK[] | null {
  const keys = typeof jwks === 'object' && jwks !== null ? (jwks as { keys?: unknown }).keys : undefined
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > limit) return null
  return keys.every(isPublicKey) ? keys : null
}

const isPublicKey = (key: unknown): boolean =>
  typeof key === 'object' && key !== null && !('d' in key) && !('k' in key) && 'kty' in key && key.kty !== 'oct'
