import * as oauth from 'oauth4webapi'
import { resourceParameters } from './callback.ts'
import type { Context } from './context.ts'
import { causeOf, loggableCause, remedyOf } from './diagnosis.ts'
import { AuthError } from './errors.ts'
import { refreshPath } from './requirement.ts'
import { type Session, userOf } from './session.ts'
import type { LoadedSession } from './session-storage.ts'
import type { Refreshed } from './single-flight.ts'
import type { StoredTokens } from './stores.ts'
import { freshUntil, tokensOf, userInfo } from './tokens-response.ts'

type CookieHeader = string | null | undefined

/** Seconds in which a try that brought nothing is not repeated. */
const tryInterval = 60
/** Where cookies may not be writable: says whether they are, by trying to set `stamp`, or because it knows. */
export type CanWrite = (stamp: readonly string[]) => boolean

/**
 * True when the provider has to be asked again: the access token has died, and no try has failed just now. A session that has
 * just been refreshed is fresh for some seconds whatever its token says, so that a browser is never sent in a circle.
 */
export const isStale = ({ seconds }: Context, { session, triedAt }: LoadedSession): boolean =>
  !(session.freshUntil > seconds()) && seconds() - triedAt >= tryInterval

/**
 * Refreshes a session. There is one refresh at a time per refresh token, whoever asks.
 *
 * @throws AuthError `refresh_rejected` when the session is over, `refresh_unavailable` when the provider is away or no
 *   successor could be written; both with the cookies to set
 */
export async function refreshSession(
  context: Context,
  loaded: LoadedSession,
  header: CookieHeader,
  canWrite?: CanWrite,
): Promise<Refreshed> {
  const tokens = await loaded.tokens()
  const { refreshToken } = tokens ?? {}
  if (!tokens || !refreshToken) throw withoutRefreshToken(context)
  const running = context.refreshes.find(refreshToken)
  if (canWrite && !context.sessions.writesWithoutCookies && !(running?.result && canWrite(running.result.setCookies))) {
    // A refresh token whose successor is lost would end the session: it is not spent where nothing can be written.
    if (!canWrite(await context.sessions.stamp(loaded, header))) throw unwritable(context)
  }
  const refresh = running ?? context.refreshes.begin(refreshToken, requestRefresh(context, loaded, tokens, header))
  try {
    return await refresh.running
  } catch (error) {
    // The stamp is the answer's only cookie: what this request's own browser is told.
    if (error instanceof AuthError && error.code === 'refresh_unavailable')
      error.setCookies = await context.sessions.stamp(loaded, header)
    throw error
  }
}

function withoutRefreshToken({ settings }: Context): AuthError {
  const error = new AuthError(
    'refresh_rejected',
    'The access token has expired and there is no refresh token.',
    'Give the client the grant type refresh_token, or sign in again.',
  )
  error.refreshPath = refreshPath(undefined, settings.basePath)
  return error
}

function unwritable({ settings }: Context): AuthError {
  const error = new AuthError(
    'refresh_unavailable',
    'The access token has expired, and no cookie can be written here.',
    'Ask for it in a route handler, a server action or an API route.',
  )
  error.refreshPath = refreshPath(undefined, settings.basePath)
  return error
}

async function requestRefresh(
  context: Context,
  { session }: LoadedSession,
  tokens: StoredTokens,
  header: CookieHeader,
): Promise<Refreshed> {
  const refreshed = await askProvider(context, tokens, header)
  const { answer, as } = refreshed
  // OIDC Core 12.2: the same person, or the session is over.
  const claims = answer.id_token === undefined ? undefined : oauth.getValidatedIdTokenClaims(answer)
  if (claims && claims.sub !== session.user.sub)
    throw await ended(context, 'The provider answered for another person.', header, null)
  const next = tokensOf(answer, tokens, context.seconds())
  // What the person may do can have changed: the roles of the page are as young as the token.
  const info = await userInfo(context, as, session.user.sub, next.accessToken).catch(() => null)
  const current: Session = {
    ...session,
    user: info ? userOf({ ...claims, ...info }, context.options.user) : session.user,
    scopes: answer.scope?.split(' ').filter(Boolean) ?? session.scopes,
    freshUntil: freshUntil(next, context.seconds()),
  }
  const setCookies = await context.sessions.replace(current, next, header)
  context.tell(() => context.options.on?.refresh?.(current))
  const { accessToken: token, refreshToken, expiresAt } = next
  return { session: current, token, refreshToken, setCookies, expiresAt }
}

async function askProvider(context: Context, { refreshToken = '' }: StoredTokens, header: CookieHeader) {
  try {
    const as = await context.provider.metadata()
    const response = await oauth.refreshTokenGrantRequest(
      as,
      context.client,
      await context.clientAuth(),
      refreshToken,
      { ...context.http, additionalParameters: resourceParameters(context) },
    )
    return { as, answer: await oauth.processRefreshTokenResponse(as, context.client, response) }
  } catch (error) {
    const rejected = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
    // Anything but a clear no may pass: the session stays.
    if (rejected) throw await ended(context, 'The provider ended this session.', header, loggableCause(error))
    const remedy = error instanceof oauth.ResponseBodyError ? remedyOf(error) : 'Try again.'
    throw new AuthError(
      'refresh_unavailable',
      `The provider could not be asked for a new token: ${causeOf(error)}.`,
      remedy,
      { cause: loggableCause(error) },
    )
  }
}

/** A session that is over, with the cookies that say so. */
async function ended(context: Context, why: string, header: CookieHeader, cause: unknown): Promise<AuthError> {
  const error = new AuthError('refresh_rejected', why, 'Sign in again.', { cause })
  error.setCookies = await context.sessions.end(header)
  return error
}
