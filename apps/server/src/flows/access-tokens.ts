import { hash } from 'node:crypto'
import { verifyJwt } from '../crypto/jws.ts'
import { findGrantOfToken, type Grant, isTokenRevoked } from '../store/grants.ts'
import type { Deps } from './deps.ts'
import { grantOfToken } from './issue-tokens.ts'

/** The claims of an access token that this server signed and that has not expired. */
export interface AccessClaims {
  sub: string
  aud: string | string[]
  clientId: string
  scope: string[]
  jti: string
  iat: number
  exp: number
  all: Record<string, unknown>
}

/** Verified tokens, by the SHA-256 of their whole text: a variant of a token misses and is verified again. */
const verified = new Map<string, AccessClaims>()
const mostVerified = 10_000

/** Verifies signature, type, issuer and expiry. Whether the token still lives is asked each time, by `liveGrant`. */
export function verifyAccessToken(deps: Pick<Deps, 'keys' | 'config' | 'now'>, token: string): AccessClaims | null {
  const key = hash('sha256', token, 'base64url')
  const seconds = deps.now().getTime() / 1000
  const known = verified.get(key)
  if (known && known.all.iss === deps.config.issuer) return known.exp > seconds ? known : null
  const jwt = verifyJwt(token, deps.keys.verifier)
  const { iss, sub, aud, client_id: clientId, scope, jti, iat, exp } = jwt?.claims ?? {}
  if (jwt?.typ !== 'at+jwt' || iss !== deps.config.issuer) return null
  if (typeof sub !== 'string' || typeof clientId !== 'string' || typeof jti !== 'string') return null
  if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= seconds) return null
  const claims: AccessClaims = {
    sub,
    aud: aud as string | string[],
    clientId,
    scope: typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [],
    jti,
    iat,
    exp,
    all: jwt.claims,
  }
  if (verified.size >= mostVerified) verified.delete(verified.keys().next().value as string)
  verified.set(key, claims)
  return claims
}

export const isFor = (claims: Pick<AccessClaims, 'aud'>, audience: string): boolean =>
  Array.isArray(claims.aud) ? claims.aud.includes(audience) : claims.aud === audience

/** The living grant behind a person's token. Null for a dead one, and for a token that a client has for itself. */
export async function liveGrant(deps: Pick<Deps, 'db' | 'now'>, claims: AccessClaims): Promise<Grant | null> {
  const grantId = grantOfToken(claims.jti)
  return grantId ? findGrantOfToken(deps.db, grantId, claims.jti, deps.now()) : null
}

/** True when the token may still be used: its grant lives, or it is a client's own and was not revoked. */
export async function isAlive(deps: Pick<Deps, 'db' | 'now' | 'config'>, claims: AccessClaims): Promise<boolean> {
  if (!deps.config.clients.has(claims.clientId)) return false
  if (claims.sub === claims.clientId) return !(await isTokenRevoked(deps.db, claims.jti))
  return (await liveGrant(deps, claims)) !== null
}
