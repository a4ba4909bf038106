import * as oauth from 'oauth4webapi'
import { AuthError } from '../model/errors.ts'
import { helpWith } from '../model/mistakes.ts'
import { refreshPath } from '../model/requirement.ts'
import type { Session } from '../model/session.ts'
import { readChallenge } from '../provider/challenge.ts'
import { causeOf, loggableCause, remedyOf } from '../provider/diagnosis.ts'
import { checkIdToken } from '../provider/id-token.ts'
import { helpForNetwork, isNetworkFailure } from '../provider/network-failure.ts'
import { freshUntil, resourceParameters, tokensOf, userInfo } from '../provider/token-response.ts'
import type { LoadedSession } from '../sessions/session-storage.ts'
import type { StoredTokens } from '../sessions/session-store.ts'
import { ownerOf, type Refreshed } from '../sessions/single-flight.ts'
import type { Context } from './context.ts'
import { maximumAge, sessionUser } from './permissions.ts'

type CookieHeader = string | null | undefined

/** Seconds until a failed refresh is retried. */
const retryInterval = 60
/**
 * For places that cannot always write cookies: returns whether they can, for example by trying to set `stamp`.
 *
 * @example
 * ```ts
 * import type { CanWrite } from '@vestibule/core'
 *
 * const whileRendering: CanWrite = () => false
 * ```
 */
export type CanWrite = (stamp: readonly string[]) => boolean

/**
 * True when the provider has to be asked again: the access token has expired, and no refresh has failed recently. A session that
 * was just refreshed counts as fresh for some seconds whatever its token says, so that no browser is redirected in a loop.
 */
export const isStale = ({ seconds }: Context, { session, triedAt }: LoadedSession): boolean =>
  !(session.freshUntil > seconds()) && seconds() - triedAt >= retryInterval

/**
 * Refreshes a session. Concurrent calls with the same refresh token share one request.
 *
 * @throws AuthError `refresh_rejected` when the session has ended, `refresh_unavailable` when the provider does not respond or
 *   the new refresh token could not be written; both with the cookies to set
 */
export async function refreshSession(
  context: Context,
  loaded: LoadedSession,
  header: CookieHeader,
  canWrite?: CanWrite,
): Promise<Refreshed> {
  const tokens = await loaded.tokens()
  const { refreshToken } = tokens ?? {}
  const running = context.refreshes.find(refreshToken)
  const owner = ownerOf(loaded)
  if (!tokens || !refreshToken || (running && running.owner !== owner)) throw withoutRefreshToken(context)
  if (canWrite && !context.sessions.writesWithoutCookies && !(running?.result && canWrite(running.result.setCookies))) {
    // Losing the new refresh token would end the session, so the old one is not used where its successor cannot be written.
    if (!canWrite(await context.sessions.stamp(loaded, header))) throw unwritable(context)
  }
  const refresh =
    running ?? context.refreshes.begin(refreshToken, owner, requestRefresh(context, loaded, tokens, header))
  try {
    const refreshed = await refresh.running
    return { ...refreshed, session: provenAs(loaded, refreshed.session) }
  } catch (error) {
    // Each request records the attempt in its own browser.
    if (error instanceof AuthError && error.code === 'refresh_unavailable')
      error.setCookies = await context.sessions.stamp(loaded, header)
    throw error
  }
}

/** A refresh serves several requests, and each has proven its device or not. */
export const provenAs = ({ session: { bound } }: LoadedSession, session: Session): Session =>
  bound === undefined ? session : { ...session, bound }

function withoutRefreshToken({ settings }: Context): AuthError {
  const error = new AuthError(
    'refresh_rejected',
    'The access token has expired and there is no refresh token.',
    helpWith('refresh-not-allowed'),
  )
  error.refreshPath = refreshPath(undefined, settings.basePath)
  return error
}

function unwritable({ settings }: Context): AuthError {
  const error = new AuthError(
    'refresh_unavailable',
    'The access token has expired, and cookies cannot be written in this place.',
    'Request the token in a route handler, a server action or an API route.',
  )
  error.refreshPath = refreshPath(undefined, settings.basePath)
  return error
}

async function requestRefresh(
  context: Context,
  loaded: LoadedSession,
  tokens: StoredTokens,
  header: CookieHeader,
): Promise<Refreshed> {
  const { session } = loaded
  const { response, server } = await requestTokens(context, tokens, header)
  // OIDC Core section 12.2: the new ID token must be for the same person.
  const claims = response.id_token === undefined ? undefined : oauth.getValidatedIdTokenClaims(response)
  if (claims && claims.sub !== session.user.sub)
    throw await ended(context, 'The provider responded for another person.', header, null)
  const next = tokensOf(response, tokens, context.seconds(), context.options.dpop)
  // Permissions can have changed: the roles of the session are as recent as its token.
  const info = await userInfo(context, server, session.user.sub, next.accessToken).catch(() => null)
  const scopes = response.scope?.split(' ').filter(Boolean) ?? session.scopes
  const age = maximumAge(context, scopes, info !== null)
  const current: Session = {
    ...session,
    user: info ? sessionUser(context, { ...claims, ...info }) : session.user,
    scopes,
    freshUntil: freshUntil(next, context.seconds(), age),
  }
  const setCookies = await context.sessions.replace({ ...loaded, session: current }, next, header)
  context.notify(() => context.options.on?.refresh?.(current))
  const { accessToken: token, refreshToken, expiresAt } = next
  return { session: current, token, refreshToken, setCookies, expiresAt }
}

async function requestTokens(context: Context, { refreshToken = '' }: StoredTokens, header: CookieHeader) {
  try {
    const server = await context.provider.metadata()
    const httpResponse = await oauth.refreshTokenGrantRequest(
      server,
      context.client,
      await context.clientAuth(),
      refreshToken,
      { ...context.http, additionalParameters: resourceParameters(context.settings.resources) },
    )
    const response = await oauth.processRefreshTokenResponse(server, context.client, httpResponse)
    await checkIdToken(response, context.seconds())
    return { server, response }
  } catch (thrown) {
    const error = await readChallenge(thrown)
    const rejected = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
    // Only invalid_grant ends the session. Every other failure can be temporary.
    if (rejected) throw await ended(context, 'The provider ended this session.', header, loggableCause(error))
    throw new AuthError(
      'refresh_unavailable',
      `The access token could not be refreshed at the provider: ${causeOf(error)}.`,
      isNetworkFailure(error)
        ? helpForNetwork(error, context.settings.issuer)
        : remedyOf(error, context.known, 'Try again.'),
      { cause: loggableCause(error) },
    )
  }
}

/** The error of a session that has ended, with the cookies that clear it. */
async function ended(context: Context, message: string, header: CookieHeader, cause: unknown): Promise<AuthError> {
  const error = new AuthError('refresh_rejected', message, 'Sign in again.', { cause })
  error.setCookies = await context.sessions.end(header)
  return error
}
