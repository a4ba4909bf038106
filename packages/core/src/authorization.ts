import * as oauth from 'oauth4webapi'
import type { Context } from './context.ts'
import { AuthError } from './errors.ts'
import { redirectTo } from './responses.ts'
import { sealTransaction } from './transactions.ts'

/** One authorization request, as `/auth/login` or a silent renewal wants it. */
export interface AuthorizationRequest {
  returnTo: string
  /** In addition to the scopes of every login. */
  scopes?: readonly string[]
  acr?: readonly string[]
  maxAge?: number
  /** Parameters that are handed on as they are: `prompt`, `organization` and so on. */
  parameters?: Readonly<Record<string, string>>
  silentFor?: string
}

/** What the SDK decides: no option and no link may set it. */
const reserved = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'resource',
])

/** Sends the browser to the provider (RFC 6749 section 4.1.1, with PKCE, state and nonce always). */
export async function beginAuthorization(
  context: Context,
  request: Request,
  wanted: AuthorizationRequest,
  setCookies: readonly string[] = [],
): Promise<Response> {
  const { settings, addresses, options } = context
  const as = await context.provider.metadata()
  const { returnTo, acr = [], maxAge, silentFor } = wanted
  const transaction = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    redirectUri: addresses.absolute(`${settings.basePath}/callback`, request),
    returnTo,
    acr,
    maxAge,
    silentFor,
  }
  const parameters = new URLSearchParams({
    ...ownParameters(context, request),
    ...wanted.parameters,
    client_id: options.clientId,
    redirect_uri: transaction.redirectUri,
    response_type: 'code',
    scope: [settings.scope, ...(wanted.scopes ?? [])].join(' '),
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(transaction.verifier),
    code_challenge_method: 'S256',
  })
  for (const resource of settings.resources) parameters.append('resource', resource)
  if (maxAge !== undefined) parameters.set('max_age', String(maxAge))
  if (acr.length > 0) parameters.set('claims', JSON.stringify({ id_token: { acr: { essential: true, values: acr } } }))
  const location = await authorizationUrl(context, as, parameters)
  return redirectTo(location, [...setCookies, ...(await sealTransaction(context, request, transaction))])
}

function ownParameters({ options }: Context, request: Request): Record<string, string> {
  const { authorizationParameters: given = {} } = options
  const parameters = typeof given === 'function' ? given(request) : given
  for (const name of Object.keys(parameters))
    if (reserved.has(name))
      throw new AuthError('config_invalid', `authorizationParameters may not set ${name}.`, 'The SDK does.')
  return { ...parameters }
}

async function authorizationUrl(
  context: Context,
  as: oauth.AuthorizationServer,
  parameters: URLSearchParams,
): Promise<string> {
  const url = new URL(as.authorization_endpoint ?? '')
  if (!(context.options.pushedAuthorization ?? as.require_pushed_authorization_requests)) {
    for (const [name, value] of parameters) url.searchParams.append(name, value)
    return url.href
  }
  // RFC 9126: the browser carries a reference only.
  const response = await oauth.pushedAuthorizationRequest(
    as,
    context.client,
    await context.clientAuth(),
    parameters,
    context.http,
  )
  const pushed = await oauth.processPushedAuthorizationResponse(as, context.client, response)
  url.searchParams.set('client_id', context.options.clientId)
  url.searchParams.set('request_uri', pushed.request_uri)
  return url.href
}
