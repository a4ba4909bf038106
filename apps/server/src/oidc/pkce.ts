import { createHash, timingSafeEqual } from 'node:crypto'

/** A SHA-256 in base64url, as the method S256 makes it (RFC 7636 section 4.2). */
export const isS256Challenge = (challenge: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(challenge)

/** RFC 7636 section 4.6: BASE64URL(SHA256(verifier)) equals the challenge. The verifier is 43 to 128 unreserved characters. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const derived = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}
