import { hash } from 'node:crypto'

/** The claims of an access token that this server signed. */
export interface AccessClaims {
  sub: string
  aud: string | readonly string[]
  clientId: string
  scope: string[]
  jti: string
  iat: number
  exp: number
  all: Record<string, unknown>
}

/**
 * Access tokens whose signature is known to be ours, by the SHA-256 of their whole text: a variant of a token misses and
 * is verified by its signature. Whether a token still lives is never remembered.
 */
const verified = new Map<string, AccessClaims>()
const mostVerified = 10_000

const keyOf = (token: string): string => hash('sha256', token, 'base64url')

/** The claims of a token that was verified or issued here, expired or not. */
export const recall = (token: string): AccessClaims | undefined => verified.get(keyOf(token))

export function remember(token: string, claims: AccessClaims): void {
  if (verified.size >= mostVerified) verified.delete(verified.keys().next().value as string)
  verified.set(keyOf(token), claims)
}

/** The claims of a payload of ours, or null when it is none of an access token. */
export function accessClaims(payload: Record<string, unknown>): AccessClaims | null {
  const { sub, aud, client_id: clientId, scope, jti, iat, exp } = payload
  if (typeof sub !== 'string' || typeof clientId !== 'string' || typeof jti !== 'string') return null
  if (typeof exp !== 'number' || typeof iat !== 'number') return null
  return {
    sub,
    aud: aud as string | string[],
    clientId,
    scope: typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [],
    jti,
    iat,
    exp,
    all: payload,
  }
}
