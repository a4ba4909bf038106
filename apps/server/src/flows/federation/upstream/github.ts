import type { UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import { JsonFault, parseJson } from '../../../oidc/json.ts'
import type { OutboundInit } from '../../../outbound/fetch.ts'
import type { Deps } from '../../platform/deps.ts'
import { failureOf, maxProviderAnswer, providerTimeout } from '../../platform/providers/provider-metadata.ts'
import type { AttemptRequest, RedeemedAttempt } from './attempt.ts'
import { UpstreamRefused } from './refusal.ts'
import { callbackUri, type UpstreamClient } from './upstream-client.ts'

/** GitHub has no issuer: this stands for it where people are looked up. */
const githubIssuer = 'https://github.com'

const endpoints = {
  authorization: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  user: 'https://api.github.com/user',
  emails: 'https://api.github.com/user/emails',
}

/** GitHub is an OAuth 2.0 server with PKCE, and no OpenID provider. It shows which account signs in, if there are several. */
export function githubAuthorizationUrl(
  { clientId }: UpstreamClient,
  parameters: Record<string, string>,
  { loginHint }: AttemptRequest,
): string {
  const url = new URL(endpoints.authorization)
  for (const [name, value] of Object.entries({
    ...parameters,
    client_id: clientId,
    ...(loginHint ? { login: loginHint } : {}),
  }))
    url.searchParams.set(name, value)
  return url.href
}

/**
 * Exchanges a code at GitHub and asks who it is for. The key of a person is the number of their account: names are given away
 * again. Of their addresses, the primary one counts if it is verified. @throws UpstreamRefused
 */
export async function githubIdentity(
  deps: Deps,
  client: UpstreamClient,
  { secrets }: RedeemedAttempt,
  code: string,
): Promise<UpstreamIdentity> {
  const accessToken = await exchangeCode(deps, client, { code, codeVerifier: secrets.codeVerifier })
  const bearer = {
    Authorization: `Bearer ${accessToken}`,
    Accept: 'application/vnd.github+json',
    'User-Agent': 'vestibule',
  }
  const [user, emails] = await Promise.all([
    ask(deps, endpoints.user, { headers: bearer }, 'userinfo'),
    ask(deps, endpoints.emails, { headers: bearer }, 'userinfo'),
  ])
  const { id } = user as { id?: unknown }
  if (!Number.isSafeInteger(id) || (id as number) <= 0)
    throw new UpstreamRefused('subject', 'subject', { received: id })
  return {
    ...noClaims,
    issuer: githubIssuer,
    subject: String(id),
    ...primaryAddress(emails),
  }
}

/** GitHub says nothing of these. A name there is one text, which is nobody's given name. */
const noClaims = {
  hostedDomain: null,
  domainOwnerVerified: false,
  givenName: null,
  familyName: null,
  locale: null,
  groups: null,
  acr: null,
  amr: [],
  authenticatedAt: null,
  sid: null,
  sessionExpiresAt: null,
} as const

function primaryAddress(emails: unknown): Pick<UpstreamIdentity, 'email' | 'emailVerified'> {
  const listed: readonly { email?: unknown; primary?: unknown; verified?: unknown }[] = Array.isArray(emails)
    ? emails
    : []
  const found = listed.find((entry) => entry?.primary === true && entry.verified === true)
  return typeof found?.email === 'string' && found.email.length <= 320
    ? { email: found.email, emailVerified: true }
    : { email: null, emailVerified: false }
}

async function exchangeCode(
  deps: Deps,
  { clientId, callback, authentication }: UpstreamClient,
  { code, codeVerifier }: { code: string; codeVerifier: string },
): Promise<string> {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: 'secret' in authentication ? authentication.secret : '',
    code,
    redirect_uri: callbackUri(deps, callback),
    code_verifier: codeVerifier,
  })
  const answer = (await ask(
    deps,
    endpoints.token,
    {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    },
    'token',
  )) as { access_token?: unknown; error?: unknown }
  // GitHub answers with status 200 to errors too.
  if (answer.error === 'incorrect_client_credentials')
    throw new UpstreamRefused('client-rejected', 'client', { received: answer.error })
  if (answer.error === 'bad_verification_code')
    throw new UpstreamRefused('code-rejected', 'token', { received: answer.error })
  if (typeof answer.access_token !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(answer.access_token))
    throw new UpstreamRefused('token-response', 'token', { received: answer.error ?? 'no access token' })
  return answer.access_token
}

async function ask(
  { outbound }: Pick<Deps, 'outbound'>,
  url: string,
  init: OutboundInit,
  check: 'token' | 'userinfo',
): Promise<object> {
  const limits = { httpsOnly: true, timeout: providerTimeout, maxBytes: maxProviderAnswer }
  const { status, body } = await outbound(url, { ...init, ...limits }).catch((cause: Error) => {
    throw new UpstreamRefused('unreachable', check, { received: failureOf(cause), cause })
  })
  const reason = check === 'token' ? 'token-response' : 'userinfo'
  if (status !== 200) throw new UpstreamRefused(reason, check, { received: `status ${status}` })
  try {
    const answer = parseJson(body)
    if (typeof answer === 'object' && answer !== null) return answer
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
  }
  throw new UpstreamRefused(reason, check, { received: 'no JSON' })
}
