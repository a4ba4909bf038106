import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { Configuration, TokenEndpointResponse } from 'openid-client'
import type { FederationCheck } from '../../../oidc/federation/checks.ts'
import { dateOf, subjectOf } from '../../../oidc/federation/identity.ts'
import { sharedTenants, upstreamAlgs } from '../../../oidc/federation/providers.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import type { FederationAttempt } from './attempt.ts'
import { clockTolerance } from './configuration.ts'
import { UpstreamRefused } from './refusal.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** How long ago an ID token may have been made that answers a code of this moment, in milliseconds. */
const oldestToken = 10 * minute

export type Claims = Readonly<Record<string, unknown>>

type KeyDeps = Pick<Deps, 'issuerKeys' | 'now'>

/** The keys of a provider, where its metadata say that they are. `guarded`: somebody of an organization named it. */
export const keysOf = ({ issuerKeys }: KeyDeps, source: { issuer: string; jwksUri: string; guarded: boolean }) =>
  issuerKeys.of({ ...source, subject: '', jwks: null, preset: null })

/**
 * Verifies the signature of an ID token whose claims openid-client has checked: it trusts TLS for it (OpenID Connect Core
 * 3.1.3.7, 6), and we do not. The algorithm is one of our list, whatever the metadata or the token say.
 * @throws UpstreamRefused
 */
export async function verifySignature(
  deps: KeyDeps,
  configuration: Configuration,
  tokens: TokenEndpointResponse,
  { social }: Pick<FederationAttempt, 'social'>,
): Promise<FederationCheck[]> {
  const { issuer, jwks_uri: jwksUri = '' } = configuration.serverMetadata()
  const token = tokens.id_token ?? ''
  await jwtVerify(token, keysOf(deps, { issuer, jwksUri, guarded: social === null }), {
    algorithms: [...upstreamAlgs],
    currentDate: deps.now(),
    clockTolerance,
  }).catch((error: unknown) => {
    throw signatureRefusal(error, token)
  })
  const { alg } = decodeProtectedHeader(token)
  return [
    { name: 'algorithm', state: 'passed', received: String(alg) },
    { name: 'signature', state: 'passed' },
  ]
}

function signatureRefusal(error: unknown, token: string): UpstreamRefused {
  const { alg, kid } = headerOf(token)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return new UpstreamRefused('algorithm', 'algorithm', {
      expected: upstreamAlgs.join(', '),
      received: alg,
      cause: error,
    })
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return new UpstreamRefused('signing-key', 'signature', {
      received: `no key for ${kid ?? 'a token without kid'}`,
      cause: error,
    })
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new UpstreamRefused('signature', 'signature', { cause: error })
  if (error instanceof errors.JOSEError)
    return new UpstreamRefused('id-token-invalid', 'signature', { received: error.code, cause: error })
  return new UpstreamRefused('signing-key', 'signature', { received: (error as Error).message, cause: error })
}

function headerOf(token: string): { alg?: unknown; kid?: unknown } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return {}
  }
}

/** What openid-client does not check of an ID token. @throws UpstreamRefused */
export function checkClaims(
  deps: Pick<Deps, 'now'>,
  client: UpstreamClient & { issuer: string },
  claims: Claims,
): { subject: string; issuer: string; checks: FederationCheck[] } {
  const issuer = issuerOf(client, claims)
  // It may be left out with one audience, but is always whom the token was issued to.
  if (claims.azp !== undefined && claims.azp !== client.clientId)
    throw new UpstreamRefused('authorized-party', 'audience', { expected: client.clientId, received: claims.azp })
  const subject = subjectOf(claims)
  if (subject === null) throw new UpstreamRefused('subject', 'subject', { received: claims.sub })
  checkLifetime(claims, deps.now())
  return {
    subject,
    issuer,
    checks: [
      { name: 'issuer', state: 'passed', received: issuer },
      { name: 'audience', state: 'passed', received: client.clientId },
      { name: 'nonce', state: 'passed' },
      { name: 'lifetime', state: 'passed' },
      { name: 'subject', state: 'passed', received: subject },
    ],
  }
}

/** Byte for byte the issuer of the connection. A shared tenant of Microsoft answers with that of the person, by its `tid`. */
function issuerOf({ issuer }: { issuer: string }, claims: Claims): string {
  const shared = sharedTenants.some((tenant) => issuer === `https://login.microsoftonline.com/${tenant}/v2.0`)
  const tenant = shared && typeof claims.tid === 'string' && /^[0-9a-f-]{36}$/.test(claims.tid) ? claims.tid : null
  const expected = tenant === null ? issuer : `https://login.microsoftonline.com/${tenant}/v2.0`
  if (claims.iss !== expected) throw new UpstreamRefused('issuer', 'issuer', { expected, received: claims.iss })
  return expected
}

function checkLifetime({ iat, session_expiry }: Claims, now: Date): void {
  const made = dateOf(iat)
  const away = made === null ? Number.POSITIVE_INFINITY : made.getTime() - now.getTime()
  if (away > clockTolerance * 1000 || away < -(oldestToken + clockTolerance * 1000))
    throw new UpstreamRefused('clock', 'lifetime', { received: `iat is ${Math.round(away / 1000)} seconds from now` })
  const ended = session_expiry === undefined ? null : dateOf(session_expiry)
  if (session_expiry !== undefined && (ended === null || ended <= now))
    throw new UpstreamRefused('token-expired', 'session-expiry', { received: session_expiry })
}

/**
 * That a person authenticated as was asked: `auth_time` is checked against when the attempt began, so that a slow answer
 * refuses nobody. What a provider leaves out counts as not done where a client asked for it. Our own pages, and tests, take what
 * such a provider can say. @throws UpstreamRefused
 */
export function checkAuthenticationTime(
  { createdAt, request: { maxAge, promptLogin, mustSayWhen } }: Pick<FederationAttempt, 'createdAt' | 'request'>,
  claims: Claims,
  now: Date,
): FederationCheck[] {
  const authenticated = claims.auth_time === undefined ? null : dateOf(claims.auth_time)
  if (authenticated && authenticated.getTime() - now.getTime() > clockTolerance * 1000)
    throw new UpstreamRefused('clock', 'auth-time', { received: claims.auth_time })
  const age = promptLogin ? 0 : maxAge
  if (age === undefined) return []
  if (authenticated === null && !mustSayWhen) return [{ name: 'auth-time', state: 'noted', received: 'none' }]
  if (authenticated === null) throw new UpstreamRefused('auth-time-missing', 'auth-time', { received: 'none' })
  const seconds = Math.round((createdAt.getTime() - authenticated.getTime()) / 1000)
  if (seconds > age + clockTolerance)
    throw new UpstreamRefused('authentication-too-old', 'auth-time', {
      expected: `at most ${age} seconds`,
      received: `${seconds} seconds`,
    })
  return [{ name: 'auth-time', state: 'passed', received: authenticated.toISOString() }]
}
