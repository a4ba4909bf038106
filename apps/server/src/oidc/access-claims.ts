/** The claims of an access token that this server signed (RFC 9068). */
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

/** The claims of a JWT payload, or null when it is not that of an access token. */
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
