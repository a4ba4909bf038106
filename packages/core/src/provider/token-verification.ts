import { decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose'
import { proofAlgorithms, type TokenScheme } from '../model/bearer-challenge.ts'
import { AuthError, type AuthErrorCode } from '../model/errors.ts'
import { helpWith } from '../model/mistakes.ts'
import { matches, meetsAcr, type Requirement } from '../model/requirement.ts'
import type { AuthRequest } from '../model/responses.ts'
import type { Provider } from './discovery.ts'

/** `none` and the HMAC family are never accepted, whatever a token or the metadata says. */
const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
/** Permitted clock skew in seconds. */
const tolerance = 30

/**
 * A verified access token.
 *
 * @example
 * ```ts
 * import type { AccessClaims } from '@vestibule/core'
 *
 * const mayWrite = (caller: AccessClaims) => caller.scopes.includes('notes:write')
 * ```
 */
export interface AccessClaims {
  /** Who calls: a person, an organization with an API key of its own, or an application for itself. */
  kind: 'person' | 'organization' | 'client'
  sub: string
  clientId: string
  /** The id of the API key that was shown, or that the token was exchanged for. */
  key: string | null
  scopes: readonly string[]
  organization: string | null
  team: string | null
  roles: readonly string[]
  acr: string | null
  /** When the person signed in, in seconds since the epoch. Null for a token without a person. */
  authTime: number | null
  /** All claims of the token. */
  claims: JWTPayload
}

/**
 * What an API requires of an access token.
 *
 * @example
 * ```ts
 * import type { BearerRequirement } from '@vestibule/core'
 *
 * const writing: BearerRequirement = { audience: 'https://notes.example.com', scope: 'notes:write' }
 * ```
 */
export interface BearerRequirement extends Pick<Requirement, 'scope' | 'organization' | 'acr' | 'maxAge'> {
  /** Required in `aud`: the identifier of this API. Default: the `audience` of `createAuth`, or the provider's issuer. */
  audience?: string | readonly string[]
  /**
   * Accepts API keys too: the provider is asked about each (RFC 7662), and its answer is remembered for 30 seconds. The
   * application needs a client secret, and this API among its AUDIENCES.
   */
  keys?: boolean
  /** The address of the caller as this API sees it. A key that is bound to networks is refused without. */
  clientIp?: string
  /**
   * Access tokens that are bound to a key (RFC 9449) are always verified with the proof of the request. `required` accepts no others,
   * and no API keys; `optional` tells clients that they may send them. Default: clients are not told.
   */
  dpop?: 'optional' | 'required'
}

/** What a verification needs of the API besides the requirement. */
export interface BearerVerification {
  apiKeys?: () => Promise<ApiKeyVerification>
  proofs: () => Promise<ProofVerification>
  /** The address that the client requested, as far as the API is configured. It is never made of the Host header. */
  publicUrl(request: AuthRequest): string
}

const invalid = (message: string, cause?: unknown) => new AuthError('token_invalid', message, '', { cause })

/** Verifies the access token of an API request, given as the request or as the token itself. */
export async function verifyBearer(
  provider: Provider,
  request: AuthRequest | string | null,
  requirement: BearerRequirement & BearerVerification,
  now: Date,
): Promise<AccessClaims> {
  const { token, scheme } = credentialsOf(request)
  let used = scheme
  try {
    if (!token) throw new AuthError('token_missing', 'An access token is required.')
    const seconds = Math.floor(now.getTime() / 1000)
    const audience = await audienceOf(provider, requirement.audience)
    // A JWT has two dots, and a key none.
    const isOpaque = requirement.keys && requirement.dpop !== 'required' && scheme === 'Bearer' && !token.includes('.')
    const apiKeys = isOpaque ? await requirement.apiKeys?.() : undefined
    const { clientIp } = requirement
    const caller = apiKeys?.isApiKey(token)
      ? await verifyApiKey(apiKeys, token, { audience, clientIp, now })
      : await verifyAccessToken(provider, token, audience, now)
    used = schemeOf(caller)
    if (used !== scheme || (scheme === 'Bearer' && requirement.dpop === 'required'))
      throw invalid(`The access token ${used === 'DPoP' ? 'needs a DPoP proof' : 'is not bound to a key'}.`)
    if (used === 'DPoP') await verifyProof(request as AuthRequest, caller, token, requirement, seconds)
    checkCaller(caller, requirement, seconds)
    return caller
  } catch (error) {
    if (error instanceof AuthError) error.schemes = schemesFor(requirement.dpop, used)
    throw error
  }
}

/** RFC 6750 section 2.1, RFC 9449 section 7.1. A token without its request has no proof. */
function credentialsOf(request: AuthRequest | string | null): { token: string | undefined; scheme: TokenScheme } {
  if (typeof request === 'string') return { token: request, scheme: 'Bearer' }
  const authorization = request?.headers.get('authorization') ?? ''
  const [, scheme, token] = /^(Bearer|DPoP) +([\w.~+/-]+=*)$/i.exec(authorization) ?? []
  return { token, scheme: scheme?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer' }
}

/** How the access token of a caller has to be sent. */
export const schemeOf = ({ claims }: AccessClaims): TokenScheme => (claims.cnf === undefined ? 'Bearer' : 'DPoP')

/** The schemes of a challenge. The first is the one that was used, or that the token needs. */
export const schemesFor = (dpop: BearerRequirement['dpop'], used: TokenScheme = 'Bearer'): TokenScheme[] =>
  dpop === 'required'
    ? ['DPoP']
    : dpop === undefined
      ? [used]
      : used === 'DPoP'
        ? ['DPoP', 'Bearer']
        : ['Bearer', 'DPoP']

/** What the proof of a request has to be for. */
export interface ExpectedProof {
  /** Of the key that the access token is bound to (RFC 7638). */
  thumbprint: string
  token: string
  url: string
  seconds: number
}

/** What verifies DPoP proofs (dpop-proofs.ts). It is loaded with the first access token that is bound to a key. */
export interface ProofVerification {
  /** Whether the key of the proof is that of the access token. @throws Error if the proof is not valid for the request */
  check(request: AuthRequest, expected: ExpectedProof): Promise<boolean>
}

export const loadProofs = async (): Promise<ProofVerification> =>
  new (await import('./dpop-proofs.ts')).DPoPProofs({ jwtVerify, importJWK, algorithms: proofAlgorithms })

/** The holder of a bound access token proves that it has the key (RFC 9449 section 7.1). */
async function verifyProof(
  request: AuthRequest,
  { claims }: AccessClaims,
  token: string,
  { proofs, publicUrl }: BearerVerification,
  seconds: number,
): Promise<void> {
  const { jkt: thumbprint, ...others } = Object(claims.cnf)
  // RFC 7800: a token that is bound by a method that is not understood is bound all the same.
  if (typeof thumbprint !== 'string' || Object.keys(others).length > 0)
    throw invalid('The access token is bound by a method that is not supported.')
  if (request.headers.get('dpop') === null) throw invalid('The request has no DPoP proof.')
  const verification = await proofs()
  const expected = { thumbprint, token, url: publicUrl(request), seconds }
  const isHolder = await verification.check(request, expected).catch((cause) => {
    throw new AuthError('dpop_proof_invalid', 'The DPoP proof is not valid for this request.', '', { cause })
  })
  if (!isHolder) throw invalid('The access token is bound to another key.')
}

/** What asks the provider about API keys (api-keys.ts). It is loaded where keys are accepted. */
export interface ApiKeyVerification {
  isApiKey(text: string): boolean
  /** What the provider says of a key; null for one that is not valid. */
  claimsOf(key: string, options: { clientIp: string | undefined; now: Date }): Promise<JWTPayload | null>
}

async function verifyApiKey(
  apiKeys: ApiKeyVerification,
  key: string,
  { audience, ...options }: { audience: readonly string[]; clientIp: string | undefined; now: Date },
): Promise<AccessClaims> {
  const claims = await apiKeys.claimsOf(key, options).catch((cause) => {
    throw new AuthError(
      'issuer_unreachable',
      'The provider could not be asked about an API key.',
      'Has this application a VESTIBULE_CLIENT_SECRET, and is the API one of its AUDIENCES?',
      { cause },
    )
  })
  const caller = claims && audience.includes(String(claims.aud)) && callerOf(claims)
  if (!caller) throw invalid('The API key is not valid for this application.')
  return caller
}

/** The audiences that are accepted. @throws AuthError `config_invalid` */
async function audienceOf(provider: Provider, audience: BearerRequirement['audience']): Promise<string[]> {
  const wanted = [audience ?? (await provider.metadata()).issuer].flat()
  // An empty audience would disable the check.
  if (wanted.length === 0 || wanted.some((name) => typeof name !== 'string' || name.trim() === ''))
    throw new AuthError(
      'config_invalid',
      'The audience of this API is empty.',
      'Set it to the URI in the `aud` of its tokens.',
    )
  return wanted
}

/** Validates an access token (RFC 9068 section 4): signature, `typ`, issuer, audience and expiry. */
async function verifyAccessToken(
  provider: Provider,
  token: string,
  audience: string[],
  now: Date,
): Promise<AccessClaims> {
  const { issuer } = await provider.metadata()
  const payload = await verify(provider, token, {
    issuer,
    audience,
    algorithms,
    typ: 'at+jwt',
    requiredClaims: ['exp', 'sub', 'client_id'],
    clockTolerance: tolerance,
    currentDate: now,
  })
  const caller = callerOf(payload)
  if (!caller) throw invalid('The access token has no sub or no client_id.')
  return caller
}

/** What the claims of a token, or an answer about a key, say of the caller. Null without a subject. */
export function callerOf(payload: JWTPayload): AccessClaims | null {
  const { sub, client_id: clientId } = payload
  if (typeof sub !== 'string' || typeof clientId !== 'string') return null
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const roles = payload.organization_roles
  const key = clientId.startsWith('key:') ? clientId.slice(4) : null
  return {
    kind: sub !== clientId ? 'person' : key === null ? 'client' : 'organization',
    sub,
    clientId,
    key,
    scopes: typeof payload.scope === 'string' ? payload.scope.split(' ').filter(Boolean) : [],
    organization: text(payload.organization),
    team: text(payload.team),
    roles: Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : [],
    acr: text(payload.acr),
    authTime: typeof payload.auth_time === 'number' ? payload.auth_time : null,
    claims: payload,
  }
}

/**
 * Checks what an access token permits, by its own claims: what a client has asked for at the provider proves nothing.
 *
 * @throws AuthError `insufficient_scope`, `forbidden`, or `step_up_required` (RFC 9470)
 */
export function checkCaller(
  caller: AccessClaims,
  { scope, organization, acr, maxAge }: BearerRequirement,
  seconds: number,
): void {
  const scopes = scope === undefined ? null : [scope].flat()
  if (scopes && (scopes.length === 0 || scopes.some((name) => !caller.scopes.includes(name))))
    throw refusal('insufficient_scope', 'The access token lacks a scope.', { scope: scopes })
  if (organization !== undefined && !matches(caller.organization, organization))
    throw new AuthError('forbidden', 'The access token is not for this organization.')
  const isTooOld = maxAge !== undefined && !(caller.authTime !== null && seconds - caller.authTime <= maxAge)
  if ((acr !== undefined && !meetsAcr(caller.acr, acr)) || isTooOld)
    throw refusal('step_up_required', 'A stronger or more recent sign-in is required.', {
      ...(acr === undefined ? {} : { acr }),
      ...(maxAge === undefined ? {} : { maxAge }),
    })
}

function refusal(code: AuthErrorCode, message: string, requirement: NonNullable<AuthError['requirement']>): AuthError {
  const error = new AuthError(code, message)
  error.requirement = requirement
  return error
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

export interface LogoutToken {
  sid: string | null
  sub: string | null
  jti: string
}

/** Validates a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6). */
export async function verifyLogoutToken(
  provider: Provider,
  clientId: string,
  token: string,
  now: Date,
): Promise<LogoutToken> {
  const refused = (cause?: unknown) =>
    new AuthError('logout_token_invalid', 'This is not a valid logout token for this application.', '', { cause })
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
    // The type is only recommended (section 2.4), but a different type means a different kind of token.
    const { typ } = decodeProtectedHeader(token)
    if (typ !== undefined && !['logout+jwt', 'jwt'].includes(typ.toLowerCase())) throw refused()
  } catch (error) {
    if (error instanceof AuthError && error.code === 'token_invalid') throw refused(error)
    throw error
  }
  const { events, sid, sub, jti } = payload
  const hasEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, event)
  const isObject = typeof (events as Record<string, unknown> | null)?.[event] === 'object'
  if (!hasEvent || !isObject || 'nonce' in payload || typeof jti !== 'string') throw refused()
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
    // If the keys cannot be fetched, nothing is known about the token.
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
      throw new AuthError('issuer_unreachable', 'The keys of the provider could not be fetched.', '', {
        cause: error,
      })
    // The claims are only compared after the signature: the provider has issued this token.
    const isForAnother = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
    const message = 'The token is not valid for this application.'
    throw new AuthError('token_invalid', message, isForAnother ? helpWith('token-audience') : '', { cause: error })
  }
}
