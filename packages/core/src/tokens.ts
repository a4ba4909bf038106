import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { AuthError } from './errors.ts'
import type { Provider } from './provider.ts'

/** Asymmetric and sound. `none` and the HMAC family are never accepted, whatever a token or the metadata says. */
const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
/** Seconds that clocks may differ. */
const tolerance = 30

export interface AccessClaims {
  sub: string
  clientId: string
  scopes: readonly string[]
  organization: string | null
  team: string | null
  roles: readonly string[]
  acr: string | null
  /** Everything in the token. */
  claims: JWTPayload
}

export interface BearerRequirement {
  /** What `aud` has to hold: this API. Default: the `audience` of `createAuth`, else the provider's issuer. */
  audience?: string | readonly string[]
  /** All of these. */
  scope?: string | readonly string[]
}

const invalid = (message: string, cause?: unknown) => new AuthError('token_invalid', message, '', { cause })

/** Checks an access token (RFC 9068 section 4): signature, `typ`, issuer, audience, expiry, and the scopes asked for. */
export async function verifyAccessToken(
  provider: Provider,
  token: string,
  { audience, scope }: BearerRequirement,
  now: Date,
): Promise<AccessClaims> {
  const { issuer } = await provider.metadata()
  const wanted = [audience ?? issuer].flat()
  // An empty audience would switch the check off.
  if (wanted.length === 0 || wanted.some((name) => typeof name !== 'string' || name.trim() === ''))
    throw new AuthError(
      'config_invalid',
      'The audience of this API is empty.',
      'Name the URI that tokens for it carry.',
    )
  const payload = await verify(provider, token, {
    issuer,
    audience: wanted as string[],
    algorithms,
    typ: 'at+jwt',
    requiredClaims: ['exp', 'sub', 'client_id'],
    clockTolerance: tolerance,
    currentDate: now,
  })
  const { sub, client_id: clientId } = payload
  if (typeof sub !== 'string' || typeof clientId !== 'string') throw invalid('The access token names nobody.')
  const scopes = typeof payload.scope === 'string' ? payload.scope.split(' ').filter(Boolean) : []
  const needed = scope === undefined ? [] : [scope].flat()
  if ((scope !== undefined && needed.length === 0) || needed.some((name) => !scopes.includes(name)))
    throw new AuthError('insufficient_scope', 'The access token lacks a scope.')
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const roles = payload.organization_roles
  return {
    sub,
    clientId,
    scopes,
    organization: text(payload.organization),
    team: text(payload.team),
    roles: Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : [],
    acr: text(payload.acr),
    claims: payload,
  }
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6). */
export async function verifyLogoutToken(
  provider: Provider,
  clientId: string,
  token: string,
  now: Date,
): Promise<{ sid: string | null; sub: string | null; jti: string }> {
  const refused = (cause?: unknown) =>
    new AuthError('logout_token_invalid', 'This is not a logout token for this application.', '', { cause })
  let payload: JWTPayload
  try {
    const { issuer } = await provider.metadata()
    payload = await verify(provider, token, {
      issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
      maxTokenAge: 300,
      clockTolerance: tolerance,
      currentDate: now,
    })
    // The type is recommended only (section 2.4); another type is another token.
    const { typ } = decodeProtectedHeader(token)
    if (typ !== undefined && !['logout+jwt', 'jwt'].includes(typ.toLowerCase())) throw refused()
  } catch (error) {
    if (error instanceof AuthError && error.code === 'token_invalid') throw refused(error)
    throw error
  }
  const { events, sid, sub, jti } = payload
  const named = typeof events === 'object' && events !== null && Object.hasOwn(events, event)
  const about = typeof (events as Record<string, unknown> | null)?.[event] === 'object'
  if (!named || !about || 'nonce' in payload || typeof jti !== 'string') throw refused()
  if (typeof sid !== 'string' && typeof sub !== 'string') throw refused()
  return { sid: typeof sid === 'string' ? sid : null, sub: typeof sub === 'string' ? sub : null, jti }
}

async function verify(
  provider: Provider,
  token: string,
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, await provider.keys(), options)).payload
  } catch (error) {
    if (error instanceof AuthError) throw error
    // A provider that can't be asked is no verdict about the token.
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
      throw new AuthError('issuer_unreachable', 'The keys of the provider could not be asked for.', '', {
        cause: error,
      })
    throw invalid('The token is not valid here.', error)
  }
}
