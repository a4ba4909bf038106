import { beginAuthorization } from './authorization.ts'
import type { Context } from './context.ts'
import { AuthError } from './errors.ts'
import { freshen } from './guard.ts'
import { returnPath } from './login.ts'
import { isStale, refreshSession } from './refresh.ts'
import { loginPath } from './requirement.ts'
import { answer, isNavigation, jsonAnswer, redirectTo } from './responses.ts'
import type { LoadedSession } from './session-storage.ts'

/**
 * `GET /auth/refresh?returnTo=`: a document whose session is older than its access token passes through here, because a page
 * that is being rendered may not write cookies. It always ends at a page: the one it came from, or the sign-in.
 */
export async function refreshRoundTrip(context: Context, request: Request): Promise<Response> {
  if (!isNavigation(request)) return answer(null, 204)
  const { addresses, sessions, settings } = context
  const returnTo = returnPath(context, new URL(request.url).searchParams.get('returnTo'))
  const back = (setCookies: readonly string[] = []) => redirectTo(addresses.href(returnTo, request), setCookies)
  const toLogin = (setCookies: readonly string[] = []) =>
    redirectTo(addresses.href(loginPath({ returnTo }, settings.basePath), request), setCookies)
  const header = request.headers.get('cookie')
  const loaded = await sessions.load(header)
  if (!loaded) return toLogin()
  // Whoever comes by a link of somebody else changes nothing: only a session that has grown old is refreshed.
  if (!isStale(context, loaded)) return back()
  try {
    return back((await refreshSession(context, loaded, header)).setCookies)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (error.refreshPath) return renewSilently(context, request, loaded, returnTo)
    context.report(error)
    return error.code === 'refresh_rejected' ? toLogin(error.setCookies) : back(error.setCookies)
  }
}

/** Without a refresh token the provider is asked by an authorization without a question (OIDC Core 3.1.2.1, prompt=none). */
async function renewSilently(
  context: Context,
  request: Request,
  loaded: LoadedSession,
  returnTo: string,
): Promise<Response> {
  const stamp = await context.sessions.stamp(loaded, request.headers.get('cookie'))
  // A browser that is sent to a provider which does not answer has lost its page.
  if (!(await context.provider.isReachable())) {
    context.report(new AuthError('refresh_unavailable', 'The provider could not be asked whether a session goes on.'))
    return redirectTo(context.addresses.href(returnPath(context, returnTo), request), stamp)
  }
  const { sub, organization } = loaded.session.user
  const parameters = { prompt: 'none', ...(organization ? { organization } : {}) }
  return beginAuthorization(context, request, { returnTo, parameters, silentFor: sub }, stamp)
}

/** `POST /auth/refresh`: refreshes now, for a page that knows of a change, and tells the session. */
export async function refreshNow(context: Context, request: Request): Promise<Response> {
  if (request.headers.get('origin') !== context.addresses.origin(request))
    throw new AuthError('forbidden', 'A refresh must be sent from this application.')
  const header = request.headers.get('cookie')
  const loaded = await context.sessions.load(header)
  if (!loaded) return jsonAnswer(null)
  try {
    const { session, setCookies } = await refreshSession(context, loaded, header)
    return jsonAnswer(session, setCookies)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (error.refreshPath) return jsonAnswer(loaded.session)
    if (error.code === 'refresh_rejected') return jsonAnswer(null, error.setCookies)
    throw error
  }
}

/** `GET /auth/session`: who is signed in, without tokens. */
export async function sessionRoute(context: Context, request: Request): Promise<Response> {
  const loaded = await context.sessions.load(request.headers.get('cookie'))
  if (!loaded) return jsonAnswer(null)
  const current = await freshen(context, request, loaded)
  if (!(current instanceof AuthError)) return jsonAnswer(current.session, current.setCookies)
  return current.refreshPath ? jsonAnswer(loaded.session) : jsonAnswer(null, current.setCookies)
}
