import * as oauth from 'oauth4webapi'
import type { Context } from './context.ts'
import { callbackError } from './diagnosis.ts'
import { AuthError } from './errors.ts'
import { localPath } from './local-path.ts'
import { returnPath } from './login.ts'
import { loginPath, meetsAcr } from './requirement.ts'
import { redirectTo, withCookies } from './responses.ts'
import { type Session, userOf } from './session.ts'
import type { StoredTokens } from './stores.ts'
import { freshUntil, tokensOf, userInfo } from './tokens-response.ts'
import { openTransaction, type Transaction } from './transactions.ts'

/** `GET /auth/callback` */
export async function callback(context: Context, request: Request): Promise<Response> {
  const parameters = new URL(request.url).searchParams
  const states = parameters.getAll('state')
  const opened = states.length === 1 ? await openTransaction(context, request, states[0] ?? '') : null
  if (!opened) return answerUnknownState(context, request)
  const { transaction, cleared } = opened
  try {
    const { session, tokens } = await signIn(context, parameters, transaction)
    if (transaction.silentFor !== undefined && session.user.sub !== transaction.silentFor)
      return await endSilently(context, request, transaction, cleared)
    const { afterCallback } = context.options
    const wanted = await afterCallback?.(session, { returnTo: transaction.returnTo, request })
    const setCookies = await context.sessions.begin(session, tokens, request.headers.get('cookie'))
    context.tell(() => context.options.on?.login?.(session))
    const landing = context.addresses.href(returnPath(context, wanted ?? transaction.returnTo), request)
    return redirectTo(landing, [...cleared, ...setCookies])
  } catch (cause) {
    const error = callbackError(cause)
    if (transaction.silentFor !== undefined) {
      const answered = cause instanceof oauth.AuthorizationResponseError
      if (!answered || error.code === 'issuer_unreachable') context.report(error)
      if (error.code !== 'issuer_unreachable') return await endSilently(context, request, transaction, cleared)
      // A provider that is away ends nothing: the try is already noted in the session's cookie.
      return redirectTo(context.addresses.href(returnPath(context, transaction.returnTo), request), cleared)
    }
    // While the provider is away the same address can still succeed.
    if (error.code !== 'issuer_unreachable') error.setCookies = cleared
    throw error
  }
}

/** A second visit of the same callback by someone who is signed in is no mistake of theirs. */
async function answerUnknownState(context: Context, request: Request): Promise<Response> {
  if (await context.sessions.load(request.headers.get('cookie')))
    return redirectTo(context.addresses.href(localPath('/'), request))
  throw new AuthError(
    'state_mismatch',
    'This sign-in was begun in another browser, took too long, or is done.',
    'Sign in again.',
  )
}

/** The provider would not go on without a question, or for somebody else: the session is over, and the person signs in. */
async function endSilently(
  context: Context,
  request: Request,
  { returnTo }: Transaction,
  cleared: readonly string[],
): Promise<Response> {
  const ended = await context.sessions.end(request.headers.get('cookie'))
  const path = loginPath({ returnTo }, context.settings.basePath)
  return withCookies(redirectTo(context.addresses.href(path, request), cleared), ended)
}

async function signIn(
  context: Context,
  parameters: URLSearchParams,
  transaction: Transaction,
): Promise<{ session: Session; tokens: StoredTokens }> {
  const { client, settings, options } = context
  const as = await context.provider.metadata()
  const checked = oauth.validateAuthResponse(as, client, parameters, transaction.state)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    await context.clientAuth(),
    checked,
    transaction.redirectUri,
    transaction.verifier,
    { ...context.http, additionalParameters: resourceParameters(context) },
  )
  const answer = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: transaction.nonce,
    requireIdToken: true,
    ...(typeof transaction.maxAge === 'number' ? { maxAge: transaction.maxAge } : {}),
  })
  await oauth.validateApplicationLevelSignature(as, response, context.http)
  const claims = oauth.getValidatedIdTokenClaims(answer)
  if (!claims) throw new Error('the provider sent no ID token')
  const acr = typeof claims.acr === 'string' ? claims.acr : null
  if (transaction.acr.length > 0 && !meetsAcr(acr, transaction.acr)) throw new Error('the demanded acr was not reached')
  const info = await userInfo(context, as, claims.sub, answer.access_token)
  const tokens = tokensOf(answer, null, context.seconds())
  const session: Session = {
    user: userOf({ ...claims, ...info }, options.user),
    sid: typeof claims.sid === 'string' ? claims.sid : null,
    authTime: Number(claims.auth_time ?? claims.iat),
    acr,
    scopes: (answer.scope ?? settings.scope).split(' ').filter(Boolean),
    expiresAt: context.seconds() + settings.absolute,
    freshUntil: freshUntil(tokens, context.seconds()),
  }
  return { session, tokens }
}

/** RFC 8707 section 2.2: the access token is for these APIs. */
export function resourceParameters({ settings }: Context): URLSearchParams {
  return new URLSearchParams(settings.resources.map((resource) => ['resource', resource]))
}
