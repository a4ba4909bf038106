import type { Deps } from '../../platform/deps.ts'
import type { BegunAttempt } from './attempts.ts'
import { configurationOf } from './configuration.ts'
import { githubAuthorizationUrl } from './github.ts'
import { callbackUri, type UpstreamClient } from './upstream-client.ts'

/** The authorization request at a provider (OpenID Connect Core 3.1.2.1), with PKCE. @throws ProviderMetadataRefused */
export async function authorizationUrl(
  deps: Deps,
  client: UpstreamClient,
  { state, secrets }: BegunAttempt,
  { hostedDomain, fresh }: { hostedDomain: string | null; fresh: boolean },
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const parameters: Record<string, string> = {
    scope: client.scopes.join(' '),
    redirect_uri: callbackUri(deps, client.callback),
    state,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  }
  const { issuer } = client
  if (issuer === null) return githubAuthorizationUrl(client, parameters, secrets.request)
  const { maxAge, promptLogin, loginHint } = secrets.request
  const configuration = await configurationOf(deps, { ...client, issuer }, { fresh })
  return buildAuthorizationUrl(configuration, {
    ...parameters,
    nonce: secrets.nonce,
    // Apple sends names only with a form, and refuses these scopes without it.
    ...(client.provider === 'apple' ? { response_mode: 'form_post' } : {}),
    // Core 3.1.2.1: with max_age, the answer says when the person authenticated. prompt=login alone does not bring that.
    ...(promptLogin ? { prompt: 'login', max_age: '0' } : maxAge === undefined ? {} : { max_age: String(maxAge) }),
    ...(loginHint ? { login_hint: loginHint } : {}),
    ...(hostedDomain === null ? {} : { hd: hostedDomain }),
  }).href
}
