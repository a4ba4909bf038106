import { errors, importJWK, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose'
import { proofAlgorithms, type TokenScheme } from '../model/bearer-challenge.ts'
import { AuthError, type AuthErrorCode } from '../model/errors.ts'
import { requireKnown } from '../model/known-requirement.ts'
import { helpWith } from '../model/mistakes.ts'
import { matches, meetsAcr, type Requirement } from '../model/requirement.ts'
import type { AuthRequest } from '../model/responses.ts'
import type { Provider } from './discovery.ts'
import type { LogoutToken } from './logout-token.ts'
import type { ApiKeyOptions, ApiKeyVerification, ProofVerification } from './verifications.ts'

/** `none` and the HMAC family are never accepted, whatever a token or the metadata says. */
const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
/** Permitted clock skew in seconds. */
const tolerance = 30

/**
 * Who acts for the person of an access token (RFC 8693 section 4.1): an application of the provider, and in `act` the one that it
 * was called by. `client_id` exchanged the token for it: another application, if that showed a token of the one that acts. Without
 * `iss` it is an operator of the provider, who acts as the person.
 *
 * @example
 * ```ts
 * import type { AccessClaims } from '@vestibule/core'
 *
 * const byAgent = ({ act }: AccessClaims) => act?.iss !== undefined && act.sub === 'agent'
 * ```
 */
export interface Actor {
  sub: string
  iss?: string
  client_id?: string
  act?: Actor
}

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
  /** Who acts for the person; null where their own application calls. */
  act: Actor | null
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
  /** Of sessions only: a token is not asked for these. */
  role?: never
  permission?: never
  team?: never
  bound?: never
}

/** What `checkCaller` checks, and `dpop`. */
export const callerNames = 'scope organization acr maxAge dpop'

/** What a verification needs of the API besides the requirement. */
export interface BearerVerification {
  now: Date
  apiKeys?: () => Promise<ApiKeyVerification>
  proofs: () => Promise<ProofVerification>
  /** The address that the client requested, as far as the API is configured. It is never made of the Host header. */
  publicUrl(request: AuthRequest): string
}

/**
 * Verifies the access token of an API request, given as the request or as the token itself.
 *
 * @throws AuthError `config_invalid` for a requirement with a name that is not known, and what a token can lack
 */
export async function verifyBearer(
  provider: Provider,
  request: AuthRequest | string | null,
  requirement: BearerRequirement,
  { now, apiKeys: loadApiKeys, proofs, publicUrl }: BearerVerification,
): Promise<AccessClaims> {
  requireKnown(requirement, `${callerNames} audience keys clientIp`)
  const { token, scheme } = credentialsOf(request)
  let used = scheme
  try {
    if (!token) throw new AuthError('token_missing', 'An access token is required.')
    const seconds = Math.floor(now.getTime() / 1000)
    const audience = await audienceOf(provider, requirement.audience)
    // A JWT has two dots, and a key none.
    const apiKeys = requirement.keys && !token.includes('.') ? await loadApiKeys?.() : undefined
    const { clientIp } = requirement
    const caller = callerOf(
      apiKeys?.isApiKey(token)
        ? await verifyApiKey(apiKeys, token, { audience, clientIp, now })
        : await verifyAccessToken(provider, token, audience, now),
    )
    if (isBound(caller)) used = 'DPoP'
    if (used === 'DPoP' || requirement.dpop === 'required') {
      const sent = { request, scheme, token, claims: caller.claims, publicUrl, seconds }
      const problem = await (await proofs()).problemOf(sent)
      if (problem) throw new AuthError(...problem)
    }
    checkCaller(caller, requirement, seconds)
    return caller
  } catch (error) {
    if (error instanceof AuthError) error.schemes = schemesFor(requirement.dpop, used)
    throw error
  }
}

/** RFC 6750 section 2.1, RFC 9449 section 7.1. A token without its request has no proof. */
function credentialsOf(request: AuthRequest | string | null): { token: string | undefined; scheme: TokenScheme } {
  const authorization =
    typeof request === 'string' ? `Bearer ${request}` : (request?.headers.get('authorization') ?? '')
  const [, scheme, token] = /^(Bearer|DPoP) +([\w.~+/-]+=*)$/i.exec(authorization) ?? []
  return { token, scheme: scheme?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer' }
}

/** Whether the access token of a caller is bound to a key (RFC 7800). */
export const isBound = ({ claims }: AccessClaims): boolean => claims.cnf !== undefined

/** The schemes of a challenge. The first is the one that was used, or that the token needs. */
export const schemesFor = (dpop: BearerRequirement['dpop'], used: TokenScheme = 'Bearer'): TokenScheme[] =>
  dpop === 'required' ? ['DPoP'] : dpop ? [...new Set<TokenScheme>([used, 'Bearer', 'DPoP'])] : [used]

/** Loads what verifies proofs when it is needed first. @param state what several verifications share */
export function proofsIn(state: { proofs?: Promise<ProofVerification> } = {}): BearerVerification['proofs'] {
  const load = async () =>
    new (await import('./on-demand.ts')).DPoPProofs({ jwtVerify, importJWK, algorithms: proofAlgorithms })
  return () => {
    state.proofs ??= load()
    return state.proofs
  }
}

async function verifyApiKey(apiKeys: ApiKeyVerification, key: string, options: ApiKeyOptions): Promise<JWTPayload> {
  const found = await apiKeys.verify(key, options)
  if ('problem' in found) throw new AuthError(...found.problem)
  return found.claims
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
): Promise<JWTPayload> {
  const options = { audience, typ: 'at+jwt', requiredClaims: ['exp', 'sub', 'client_id'] }
  return (await verify(provider, token, options, now)).payload
}

/** What the claims of a token, or an answer about a key, say of the caller. */
function callerOf(payload: JWTPayload): AccessClaims {
  const { sub, client_id: clientId } = payload
  if (typeof sub !== 'string' || typeof clientId !== 'string')
    throw new AuthError('token_invalid', 'The token is not valid for this application.')
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
    act: isActor(payload.act) ? payload.act : null,
    claims: payload,
  }
}

const isActor = (act: unknown): act is Actor => typeof (act as Actor | null | undefined)?.sub === 'string'

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
  if (!matches(caller.organization, organization))
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

/** Validates a logout token. Few applications get them, so the checks of its claims are loaded with the first. */
export async function verifyLogoutToken(
  provider: Provider,
  clientId: string,
  token: string,
  now: Date,
): Promise<LogoutToken> {
  let cause: unknown
  try {
    const requiredClaims = ['iat', 'exp', 'jti', 'events']
    const verified = await verify(provider, token, { audience: clientId, requiredClaims, maxTokenAge: 300 }, now)
    const logoutToken = (await import('./on-demand.ts')).logoutTokenOf(verified)
    if (logoutToken) return logoutToken
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'token_invalid') throw error
    cause = error
  }
  throw new AuthError('logout_token_invalid', 'This is not a valid logout token for this application.', '', { cause })
}

async function verify(
  provider: Provider,
  token: string,
  options: JWTVerifyOptions,
  now: Date,
): Promise<JWTVerifyResult> {
  const { issuer } = await provider.metadata()
  const common = { issuer, algorithms, clockTolerance: tolerance, currentDate: now }
  try {
    return await jwtVerify(token, await provider.keys(), { ...common, ...options })
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
