import * as oauth from 'oauth4webapi'
import type { Context } from '../flows/context.ts'
import { AuthError } from '../model/errors.ts'
import { redirectTo } from '../model/responses.ts'
import { signInError } from '../provider/diagnosis.ts'
import { sealTransaction } from './transactions.ts'

/** The variable part of an authorization request, of `/auth/login` or of a silent renewal. */
export interface AuthorizationRequest {
  returnTo: string
  /** In addition to the scopes of every login. */
  scopes?: readonly string[]
  acr?: readonly string[]
  maxAge?: number
  /** Parameters that are passed on unchanged: `prompt`, `organization` and so on. */
  parameters?: Readonly<Record<string, string>>
  /** The subject whose session a silent authorization continues. */
  silentFor?: string
}

/** Parameters that only the SDK sets: no option and no link may override them. */
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

/** Redirects the browser to the provider (RFC 6749 section 4.1.1), always with PKCE, state and nonce. */
export async function beginAuthorization(
  context: Context,
  request: Request,
  { returnTo, scopes = [], acr = [], maxAge, parameters: passedOn, silentFor }: AuthorizationRequest,
  setCookies: readonly string[] = [],
): Promise<Response> {
  const { settings, addresses, options } = context
  const server = await context.provider.metadata()
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
    ...configuredParameters(context, request),
    ...passedOn,
    client_id: options.clientId,
    redirect_uri: transaction.redirectUri,
    response_type: 'code',
    scope: [settings.scope, ...scopes].join(' '),
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(transaction.verifier),
    code_challenge_method: 'S256',
  })
  // RFC 9449 section 10: a code that is stolen can only be redeemed with the key.
  if (options.dpop) parameters.set('dpop_jkt', await options.dpop.thumbprint())
  for (const resource of settings.resources) parameters.append('resource', resource)
  if (maxAge !== undefined) parameters.set('max_age', String(maxAge))
  if (acr.length > 0) parameters.set('claims', JSON.stringify({ id_token: { acr: { essential: true, values: acr } } }))
  const location = await authorizationUrl(context, server, parameters)
  return redirectTo(location, [...setCookies, ...(await sealTransaction(context, request, transaction))])
}

function configuredParameters({ options }: Context, request: Request): Record<string, string> {
  const { authorizationParameters = {} } = options
  const parameters =
    typeof authorizationParameters === 'function' ? authorizationParameters(request) : authorizationParameters
  for (const name of Object.keys(parameters))
    if (reserved.has(name))
      throw new AuthError('config_invalid', `authorizationParameters must not contain ${name}.`, 'The SDK sets it.')
  return { ...parameters }
}

async function authorizationUrl(
  context: Context,
  server: oauth.AuthorizationServer,
  parameters: URLSearchParams,
): Promise<string> {
  const url = new URL(server.authorization_endpoint ?? '')
  if (!(context.options.pushedAuthorization ?? server.require_pushed_authorization_requests)) {
    for (const [name, value] of parameters) url.searchParams.append(name, value)
    return url.href
  }
  // RFC 9126: only a reference passes through the browser.
  url.searchParams.set('client_id', context.options.clientId)
  url.searchParams.set('request_uri', await pushedReference(context, server, parameters))
  return url.href
}

async function pushedReference(
  { client, clientAuth, http, known }: Context,
  server: oauth.AuthorizationServer,
  parameters: URLSearchParams,
): Promise<string> {
  try {
    const response = await oauth.pushedAuthorizationRequest(server, client, await clientAuth(), parameters, http)
    return (await oauth.processPushedAuthorizationResponse(server, client, response)).request_uri
  } catch (error) {
    throw await signInError(error, known)
  }
}
