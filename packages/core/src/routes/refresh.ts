import type { Context } from '../flows/context.ts'
import { requireOwnOrigin } from '../flows/own-origin.ts'
import { isStale, refreshSession } from '../flows/refresh.ts'
import { AuthError } from '../model/errors.ts'
import { loginPath } from '../model/requirement.ts'
import { isNavigation, jsonResponse, redirectTo, textResponse } from '../model/responses.ts'
import type { LoadedSession } from '../sessions/session-storage.ts'
import { beginAuthorization } from './authorization-request.ts'

/**
 * `GET /auth/refresh?returnTo=`: refreshes the session of a document by redirects, for pages that cannot write cookies while they
 * render. It always redirects to a page: the one that it came from, or the sign-in.
 */
export async function refreshAndReturn(context: Context, request: Request): Promise<Response> {
  if (!isNavigation(request)) return textResponse(null, 204)
  const { addresses, sessions, settings } = context
  const returnTo = addresses.returnPath(new URL(request.url).searchParams.get('returnTo'))
  const back = (setCookies: readonly string[] = []) => redirectTo(addresses.href(returnTo, request), setCookies)
  const toLogin = (setCookies: readonly string[] = []) =>
    redirectTo(addresses.href(loginPath({ returnTo }, settings.basePath), request), setCookies)
  const header = request.headers.get('cookie')
  const loaded = await sessions.load(header)
  if (!loaded) return toLogin()
  // Only a stale session is refreshed, so that a link of another site has no effect.
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

/** Without a refresh token, asks the provider by a silent authorization (OIDC Core section 3.1.2.1, prompt=none). */
async function renewSilently(
  context: Context,
  request: Request,
  loaded: LoadedSession,
  returnTo: string,
): Promise<Response> {
  const stamp = await context.sessions.stamp(loaded, request.headers.get('cookie'))
  // A browser that is redirected to a provider which does not respond would lose its page.
  if (!(await context.provider.isReachable())) {
    const message = 'The provider could not be asked whether the session is still valid.'
    context.report(new AuthError('refresh_unavailable', message))
    return redirectTo(context.addresses.href(context.addresses.returnPath(returnTo), request), stamp)
  }
  const { sub, organization } = loaded.session.user
  const parameters = { prompt: 'none', ...(organization ? { organization } : {}) }
  return beginAuthorization(context, request, { returnTo, parameters, silentFor: sub }, stamp)
}

/** `POST /auth/refresh`: refreshes immediately and returns the session, for a page that knows of a change. */
export async function refreshNow(context: Context, request: Request): Promise<Response> {
  requireOwnOrigin(context, request, 'A refresh must be sent from this application.')
  const header = request.headers.get('cookie')
  const loaded = await context.sessions.load(header)
  if (!loaded) return jsonResponse(null)
  try {
    const { session, setCookies } = await refreshSession(context, loaded, header)
    return jsonResponse(session, setCookies)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (error.refreshPath) return jsonResponse(isStale(context, loaded) ? null : loaded.session)
    if (error.code === 'refresh_rejected') return jsonResponse(null, error.setCookies)
    throw error
  }
}
