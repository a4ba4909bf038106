import type { Context } from './context.ts'
import { AuthError } from './errors.ts'
import { returnPath } from './login.ts'
import { type CanWrite, isStale, refreshSession } from './refresh.ts'
import { loginPath, missing, type Requirement, refreshPath } from './requirement.ts'
import type { AuthRequest } from './responses.ts'
import type { Session } from './session.ts'
import type { LoadedSession } from './session-storage.ts'

export interface GuardOptions {
  /** A page sends people to the sign-in; an API, the default, refuses them. */
  as?: 'page' | 'api'
  /** Where a page's person comes back to: this page. */
  returnTo?: string
  /** For a place where cookies can't always be written. Absent: the caller always puts `setCookies` on its answer. */
  canWrite?: CanWrite
}

/** What to do with a request. `setCookies` (of a refusal: `error.setCookies`) go out with the answer. */
export type GuardResult =
  | { outcome: 'allowed'; session: Session; setCookies: readonly string[] }
  | { outcome: 'redirect'; location: string; setCookies: readonly string[] }
  | { outcome: 'refused'; error: AuthError }

const refused = (error: AuthError): GuardResult => ({ outcome: 'refused', error })

/** Decides about a request: who sends it, whether their session still holds at the provider, and what they may do. */
export async function guard(
  context: Context,
  request: AuthRequest,
  requirement: Requirement = {},
  options: GuardOptions = {},
): Promise<GuardResult> {
  const { addresses, settings } = context
  if (!addresses.isSameOrigin(request))
    return refused(new AuthError('forbidden', 'This request was sent from another site.'))
  const returnTo = returnPath(context, options.returnTo)
  const toPage = (path: string, error: AuthError): GuardResult => {
    if (options.as !== 'page') return refused(error)
    return { outcome: 'redirect', location: path, setCookies: error.setCookies }
  }
  const toLogin = (error: AuthError, better: Pick<Requirement, 'acr' | 'maxAge'> = {}): GuardResult =>
    toPage(addresses.href(loginPath({ returnTo, ...better }, settings.basePath), request), error)

  const loaded = await context.sessions.load(request.headers.get('cookie'))
  if (!loaded) return toLogin(notSignedIn())
  const current = await freshen(context, request, loaded, options.canWrite)
  if (current instanceof AuthError) {
    if (!current.refreshPath) return toLogin(current)
    return toPage(addresses.href(refreshPath(returnTo, settings.basePath), request), current)
  }
  const lacks = missing(current.session, requirement, context.seconds())
  if (lacks === null) return { outcome: 'allowed', ...current }
  const { acr, maxAge } = requirement
  const error = lacks === 'forbidden' ? forbidden() : stepUp({ acr, maxAge })
  error.setCookies = current.setCookies
  return lacks === 'forbidden' ? refused(error) : toLogin(error, { acr, maxAge })
}

export const notSignedIn = () => new AuthError('not_signed_in', 'Nobody is signed in.')
export const forbidden = () => new AuthError('forbidden', 'The signed-in person may not do this.')
export function stepUp(requirement: Pick<Requirement, 'acr' | 'maxAge'>): AuthError {
  const error = new AuthError('step_up_required', 'This needs a better or fresher sign-in.')
  error.requirement = requirement
  return error
}

/**
 * The session after the provider was asked again where it had to be. An error when the session is over (`refresh_rejected`), or
 * when only a round trip of the browser can tell (`refreshPath`). A provider that is away ends nothing.
 */
export async function freshen(
  context: Context,
  request: AuthRequest,
  loaded: LoadedSession,
  canWrite?: CanWrite,
): Promise<{ session: Session; setCookies: readonly string[] } | AuthError> {
  if (!isStale(context, loaded)) return { session: loaded.session, setCookies: [] }
  try {
    const { session, setCookies } = await refreshSession(context, loaded, request.headers.get('cookie'), canWrite)
    return { session, setCookies }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (!error.refreshPath) context.report(error)
    if (error.code === 'refresh_rejected' || error.refreshPath) return error
    return { session: loaded.session, setCookies: error.setCookies }
  }
}
