import { errors, type JWTPayload, jwtVerify } from 'jose'
import { upstreamAlgs } from '../../../oidc/federation/providers.ts'
import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { clockTolerance } from './configuration.ts'
import { keysOf } from './id-token.ts'

/** A logout token was refused; `reason` is for whoever administers the identity provider. */
export class LogoutTokenRefused extends Error {
  override readonly name = 'LogoutTokenRefused'
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Whose sessions end: by the session at the provider, by the subject there, or by both. */
export interface LogoutToken {
  sid: string | null
  subject: string | null
  /** By it, no token is taken twice. */
  jti: string
  expiresAt: Date
}

/** How long ago a logout token may have been made, in seconds: a delivery may have waited for us. */
const oldestToken = 600

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Verifies a logout token of a connection's provider (OpenID Connect Back-Channel Logout 1.0 section 2.6). @throws LogoutTokenRefused */
export async function verifyLogoutToken(
  deps: Pick<Deps, 'issuerKeys' | 'identityProviders' | 'now'>,
  { issuer, clientId }: Pick<ConnectionRecord, 'issuer' | 'clientId'>,
  token: string,
): Promise<LogoutToken> {
  const metadata = await deps.identityProviders.metadataOf(issuer).catch((cause: unknown) => {
    throw new LogoutTokenRefused('the metadata of the issuer cannot be used', { cause })
  })
  const { payload, protectedHeader } = await jwtVerify(
    token,
    keysOf(deps, { issuer, jwksUri: metadata.jwks_uri ?? '', guarded: true }),
    {
      algorithms: [...upstreamAlgs],
      issuer,
      audience: clientId,
      requiredClaims: ['iat', 'jti', 'events'],
      clockTolerance,
      currentDate: deps.now(),
    },
  ).catch((cause: unknown) => {
    throw new LogoutTokenRefused(faultOf(cause), { cause })
  })
  // Explicit typing is recommended, not required; a token of another kind says what it is.
  const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
  if (typ !== undefined && typ !== 'logout+jwt' && typ !== 'jwt')
    throw new LogoutTokenRefused('typ is that of another token')
  return readLogoutToken(payload, deps.now())
}

function readLogoutToken(payload: JWTPayload, now: Date): LogoutToken {
  const { iat = 0, exp, aud, jti, sub, sid, nonce } = payload
  if (Array.isArray(aud) && aud.length !== 1) throw new LogoutTokenRefused('aud has more than this client')
  const age = now.getTime() / 1000 - iat
  if (age > oldestToken + clockTolerance || age < -clockTolerance)
    throw new LogoutTokenRefused('iat is too far from now')
  // It would be an ID token: whoever has one could sign its person out.
  if (nonce !== undefined) throw new LogoutTokenRefused('nonce is there')
  if (!isLogoutEvent(payload.events)) throw new LogoutTokenRefused('events has no logout')
  const named = { sid: textOf(sid), subject: textOf(sub) }
  if (named.sid === null && named.subject === null) throw new LogoutTokenRefused('sub and sid are missing')
  if (typeof jti !== 'string' || jti === '' || jti.length > 512) throw new LogoutTokenRefused('jti is missing')
  const remembered = Math.max(exp ?? 0, iat + oldestToken) + 2 * clockTolerance
  return { ...named, jti, expiresAt: new Date(remembered * 1000) }
}

const isLogoutEvent = (events: unknown): boolean => {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, logoutEvent)) return false
  const event = (events as Record<string, unknown>)[logoutEvent]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 255 ? value : null

function faultOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `${error.claim} is wrong`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'the algorithm is not accepted'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed)
    return 'the signature is not of its issuer'
  return error instanceof errors.JOSEError ? 'the token is no signed JWT' : 'the keys of the issuer cannot be fetched'
}
