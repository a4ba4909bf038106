import { base64url, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'

/** Seconds by which the clock of the provider may be ahead. */
const tolerance = 60

/** What oauth4webapi does not check: an `iat` in the future, and `at_hash` (OIDC Core sections 3.1.3.7 and 3.1.3.8). */
export async function checkIdToken(response: oauth.TokenEndpointResponse, seconds: number): Promise<void> {
  const { id_token: idToken, access_token: accessToken } = response
  const claims = idToken === undefined ? undefined : oauth.getValidatedIdTokenClaims(response)
  if (!idToken || !claims) return
  if (claims.iat > seconds + tolerance)
    throw unexpected('iat', 'the ID token was issued in the future', oauth.JWT_TIMESTAMP_CHECK)
  const hash = await accessTokenHash(String(decodeProtectedHeader(idToken).alg), accessToken)
  if (claims.at_hash !== undefined && hash !== null && claims.at_hash !== hash)
    throw unexpected('at_hash', 'unexpected ID Token "at_hash" claim value', oauth.JWT_CLAIM_COMPARISON)
}

const unexpected = (claim: string, message: string, code: string) =>
  new oauth.OperationProcessingError(message, { code, cause: { claim } })

/** OIDC Core section 3.1.3.6: the left half of the hash that the signature uses. Null for a signature of an unknown hash. */
async function accessTokenHash(alg: string, accessToken: string): Promise<string | null> {
  const bits = /^Ed(DSA|25519)$/.test(alg) ? '512' : /(256|384|512)$/.exec(alg)?.[0]
  if (!bits) return null
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(accessToken)))
  return base64url.encode(digest.subarray(0, digest.length / 2))
}
