import * as oauth from 'oauth4webapi'
import type { Context } from '../flows/context.ts'
import { maximumAge, sessionUser } from '../flows/permissions.ts'
import { AuthError } from '../model/errors.ts'
import { localPath } from '../model/local-path.ts'
import { helpWith, type MistakeName } from '../model/mistakes.ts'
import { loginPath, meetsAcr } from '../model/requirement.ts'
import { redirectTo, withCookies } from '../model/responses.ts'
import type { Session } from '../model/session.ts'
import { signInError } from '../provider/diagnosis.ts'
import { checkIdToken } from '../provider/id-token.ts'
import { freshUntil, resourceParameters, tokensOf, userInfo } from '../provider/token-response.ts'
import type { StoredTokens } from '../sessions/session-store.ts'
import { openTransaction, type Transaction } from './transactions.ts'

/** `GET /auth/callback` */
export async function callback(context: Context, request: Request): Promise<Response> {
  const parameters = new URL(request.url).searchParams
  const states = parameters.getAll('state')
  const opened = states.length === 1 ? await openTransaction(context, request, states[0] ?? '') : 'absent'
  if (opened === 'unreadable') return answerUnknownState(context, request, 'secret-changed')
  if (opened === 'absent')
    return answerUnknownState(
      context,
      request,
      context.knownMistakes.has('other-address') ? 'other-address' : 'sign-in-lost',
    )
  const { transaction, cleared } = opened
  try {
    const { session, tokens } = await redeemCode(context, parameters, transaction)
    if (transaction.silentFor !== undefined && session.user.sub !== transaction.silentFor)
      return await endSession(context, request, transaction, cleared)
    const { afterCallback } = context.options
    const chosen = await afterCallback?.(session, { returnTo: transaction.returnTo, request })
    const setCookies = await context.sessions.begin(session, tokens, request.headers.get('cookie'))
    context.notify(() => context.options.on?.login?.(session))
    const response = redirectBack(context, request, chosen ?? transaction.returnTo, [...cleared, ...setCookies])
    return context.bound ? (await context.bound()).ask(session, response) : response
  } catch (cause) {
    const error = await signInError(cause, context.known)
    if (transaction.silentFor !== undefined) {
      const isResponse = cause instanceof oauth.AuthorizationResponseError
      if (!isResponse || error.code === 'issuer_unreachable') context.report(error)
      if (error.code !== 'issuer_unreachable') return await endSession(context, request, transaction, cleared)
      // A provider that does not respond ends no session. The session cookie already records the attempt.
      return redirectBack(context, request, transaction.returnTo, cleared)
    }
    // If the provider was unreachable, the same URL can still succeed: the transaction remains.
    if (error.code !== 'issuer_unreachable') error.setCookies = cleared
    throw error
  }
}

const redirectBack = (
  { addresses }: Context,
  request: Request,
  path: string,
  setCookies: readonly string[],
): Response => redirectTo(addresses.href(addresses.returnPath(path), request), setCookies)

/** Someone who is already signed in and opens a callback URL again has made no mistake. */
async function answerUnknownState(context: Context, request: Request, mistake: MistakeName): Promise<Response> {
  if (await context.sessions.load(request.headers.get('cookie')))
    return redirectTo(context.addresses.href(localPath('/'), request))
  throw new AuthError(
    'state_mismatch',
    'This sign-in was started in another browser, has expired, or is already complete.',
    helpWith(mistake, valuesOf(context, request)),
  )
}

const valuesOf = ({ addresses, settings }: Context, request: Request) => ({
  url: addresses.absolute('', request),
  login: addresses.absolute(`${settings.basePath}/login`, request),
})

/** A silent authorization was refused, or succeeded for another person: the session ends, and the person signs in again. */
async function endSession(
  context: Context,
  request: Request,
  { returnTo }: Transaction,
  cleared: readonly string[],
): Promise<Response> {
  const ended = await context.sessions.end(request.headers.get('cookie'))
  const path = loginPath({ returnTo }, context.settings.basePath)
  return withCookies(redirectTo(context.addresses.href(path, request), cleared), ended)
}

/** Exchanges the code (RFC 6749 section 4.1.3) and validates the ID token (OIDC Core section 3.1.3.7). */
async function redeemCode(
  context: Context,
  parameters: URLSearchParams,
  transaction: Transaction,
): Promise<{ session: Session; tokens: StoredTokens }> {
  const { client, settings } = context
  const server = await context.provider.metadata()
  const httpResponse = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    await context.clientAuth(),
    oauth.validateAuthResponse(server, client, parameters, transaction.state),
    transaction.redirectUri,
    transaction.verifier,
    { ...context.http, additionalParameters: resourceParameters(settings.resources) },
  )
  const response = await oauth.processAuthorizationCodeResponse(server, client, httpResponse, {
    expectedNonce: transaction.nonce,
    requireIdToken: true,
    ...(typeof transaction.maxAge === 'number' ? { maxAge: transaction.maxAge } : {}),
  })
  await oauth.validateApplicationLevelSignature(server, httpResponse, context.http)
  await checkIdToken(response, context.seconds())
  const claims = oauth.getValidatedIdTokenClaims(response)
  if (!claims) throw new Error('the provider sent no ID token')
  const acr = typeof claims.acr === 'string' ? claims.acr : null
  if (transaction.acr.length > 0 && !meetsAcr(acr, transaction.acr)) throw new Error('the required acr was not reached')
  const info = await userInfo(context, server, claims.sub, response.access_token)
  const tokens = tokensOf(response, null, context.seconds(), context.options.dpop)
  const scopes = (response.scope ?? settings.scope).split(' ').filter(Boolean)
  const session: Session = {
    user: sessionUser(context, { ...claims, ...info }),
    sid: typeof claims.sid === 'string' ? claims.sid : null,
    authTime: Number(claims.auth_time ?? claims.iat),
    acr,
    scopes,
    expiresAt: context.seconds() + settings.absolute,
    freshUntil: freshUntil(tokens, context.seconds(), maximumAge(context, scopes)),
  }
  return { session, tokens }
}
