import type { Configuration, TokenEndpointResponse } from 'openid-client'
import type { UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import { groupsOf, identityOf } from '../../../oidc/federation/identity.ts'
import type { Params } from '../../../oidc/params.ts'
import type { Deps } from '../../platform/deps.ts'
import { checkAnswer } from './answer.ts'
import type { Progress, RedeemedAttempt } from './attempt.ts'
import { refusalOf } from './client-errors.ts'
import { configurationOf } from './configuration.ts'
import { type Claims, checkAuthenticationTime, checkClaims, verifySignature } from './id-token.ts'
import { callbackUri, type UpstreamClient } from './upstream-client.ts'

/**
 * Exchanges a code and checks what it yields (OpenID Connect Core 3.1.3). The answer's issuer is checked before anything is
 * sent to the token endpoint (RFC 9207). @throws UpstreamRefused, ProviderMetadataRefused
 */
export async function exchangedIdentity(
  deps: Deps,
  client: UpstreamClient & { issuer: string },
  attempt: RedeemedAttempt,
  params: Params,
  progress: Progress,
): Promise<UpstreamIdentity> {
  const configuration = await configurationOf(deps, client)
  progress.checks.push({ name: 'metadata', state: 'passed' })
  const answer = checkAnswer(params, configuration.serverMetadata())
  progress.checks.push({ name: 'response-issuer', state: 'passed' }, { name: 'response', state: 'passed' })
  const tokens = await exchangeCode(configuration, callbackUri(deps, client.callback), attempt, answer)
  progress.checks.push({ name: 'client', state: 'passed' }, { name: 'token', state: 'passed' })
  progress.checks.push(...(await verifySignature(deps, configuration, tokens, attempt)))
  const claims = claimsOf(tokens)
  progress.claims = claims
  const { subject, issuer, checks } = checkClaims(deps, client, claims)
  progress.checks.push(...checks, ...checkAuthenticationTime(attempt, claims, deps.now()))
  const all = await withUserinfo(configuration, client, { claims, tokens, subject, progress })
  progress.claims = all
  return identityOf(all, { issuer, subject, groupsClaim: client.groupsClaim, now: deps.now() })
}

/** Nothing of the answer but what was checked reaches the library. */
async function exchangeCode(
  configuration: Configuration,
  redirectUri: string,
  { secrets }: RedeemedAttempt,
  answer: Readonly<Record<string, string>>,
): Promise<TokenEndpointResponse> {
  const { authorizationCodeGrant } = await import('openid-client')
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value)
  const checks = {
    pkceCodeVerifier: secrets.codeVerifier,
    expectedState: answer.state ?? '',
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  }
  return authorizationCodeGrant(configuration, url, checks).catch((error: unknown) => {
    throw refusalOf(error, 'token')
  })
}

/** Checked by openid-client, which keeps them beside the answer that they are of. */
const claimsOf = (tokens: TokenEndpointResponse): Claims => (tokens as unknown as { claims(): Claims }).claims()

/** Filled in by the userinfo endpoint where an ID token lacks them. An address and what is said of it come from one place. */
const userinfoClaims = ['given_name', 'family_name', 'locale']
const addressClaims = ['email', 'email_verified', 'hd', 'xms_edov']

async function withUserinfo(
  configuration: Configuration,
  { groupsClaim }: UpstreamClient,
  {
    claims,
    tokens,
    subject,
    progress,
  }: { claims: Claims; tokens: TokenEndpointResponse; subject: string; progress: Progress },
): Promise<Claims> {
  const lacksGroups = groupsClaim !== null && groupsOf(claims, groupsClaim) === null
  if ((claims.email !== undefined && !lacksGroups) || !configuration.serverMetadata().userinfo_endpoint) return claims
  const { fetchUserInfo } = await import('openid-client')
  const found: Claims = await fetchUserInfo(configuration, tokens.access_token, subject).catch((error: unknown) => {
    throw refusalOf(error, 'userinfo')
  })
  progress.checks.push({ name: 'userinfo', state: 'passed' })
  const lacksEmail = claims.email === undefined
  // What the ID token says of an address is of none that comes from elsewhere.
  const kept = Object.entries(claims).filter(([name]) => !(lacksEmail && addressClaims.includes(name)))
  const base: Claims = Object.fromEntries(kept)
  const names = [
    ...userinfoClaims,
    ...(lacksEmail ? addressClaims : []),
    ...(lacksGroups ? [groupsClaim, '_claim_names', 'hasgroups'] : []),
  ]
  const taken = names.flatMap((name): [string, unknown][] =>
    !Object.hasOwn(base, name) && Object.hasOwn(found, name) ? [[name, found[name]]] : [],
  )
  return { ...base, ...Object.fromEntries(taken) }
}
