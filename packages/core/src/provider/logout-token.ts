import type { JWTVerifyResult } from 'jose'

const event = 'http://schemas.openid.net/event/backchannel-logout'

export interface LogoutToken {
  sid: string | null
  sub: string | null
  jti: string
}

/** The claims of a verified JWT as those of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), or null if it is none. */
export function logoutTokenOf({ payload, protectedHeader: { typ } }: JWTVerifyResult): LogoutToken | null {
  // The type is only recommended (section 2.4), but a different type means a different kind of token.
  if (typ !== undefined && !['logout+jwt', 'jwt'].includes(typ.toLowerCase())) return null
  const { events, sid, sub, jti } = payload
  const hasEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, event)
  const isObject = typeof (events as Record<string, unknown> | null)?.[event] === 'object'
  if (!hasEvent || !isObject || 'nonce' in payload || typeof jti !== 'string') return null
  if (typeof sid !== 'string' && typeof sub !== 'string') return null
  return { sid: typeof sid === 'string' ? sid : null, sub: typeof sub === 'string' ? sub : null, jti }
}
