import { AuthError } from '../model/errors.ts'
import { requireKnown } from '../model/known-requirement.ts'
import type { LoginOptions } from '../model/login-options.ts'
import { helpWith } from '../model/mistakes.ts'
import { complete } from '../model/permissions.ts'
import { loginPath, missing, type Requirement, refreshPath } from '../model/requirement.ts'
import type { AuthRequest } from '../model/responses.ts'
import type { Session } from '../model/session.ts'
import { permissionScope } from '../options/settings.ts'
import type { LoadedSession } from '../sessions/session-storage.ts'
import { type Context, reportOnce } from './context.ts'
import { foreignOrigin } from './own-origin.ts'
import { withPermissions } from './permissions.ts'
import { type CanWrite, isStale, refreshSession } from './refresh.ts'

/**
 * How a request is guarded.
 *
 * @example
 * ```ts
 * import type { GuardOptions } from '@vestibule/core'
 *
 * const reportsPage: GuardOptions = { as: 'page', returnTo: '/reports' }
 * ```
 */
export interface GuardOptions {
  /** A page redirects people to the sign-in; an API, the default, refuses them. */
  as?: 'page' | 'api'
  /** The path of the page, to return to after the sign-in. */
  returnTo?: string
  /** For places that cannot always write cookies. If absent, the caller must put `setCookies` on its response. */
  canWrite?: CanWrite
}

/**
 * What to do with a request. `setCookies` (for a refusal, `error.setCookies`) belong on the response.
 *
 * @example
 * ```ts
 * import type { GuardResult } from '@vestibule/core'
 *
 * const cookiesOf = (result: GuardResult) =>
 *   result.outcome === 'refused' ? result.error.setCookies : result.setCookies
 * ```
 */
export type GuardResult =
  | { outcome: 'allowed'; session: Session; setCookies: readonly string[] }
  | { outcome: 'redirect'; location: string; setCookies: readonly string[] }
  | { outcome: 'refused'; error: AuthError }

const refused = (error: AuthError): GuardResult => ({ outcome: 'refused', error })

/**
 * Decides about a request: whether it is same-origin, whether its session is still valid at the provider, and what it permits.
 *
 * @throws AuthError `config_invalid` for a requirement with a name that is not known
 */
export async function guard(
  context: Context,
  request: AuthRequest,
  given: Requirement = {},
  options: GuardOptions = {},
): Promise<GuardResult> {
  const { addresses, settings } = context
  requireKnown(given)
  if (!addresses.isSameOrigin(request))
    return refused(foreignOrigin(context, request, 'This request was sent from another site.'))
  const returnTo = addresses.returnPath(options.returnTo)
  const redirectOrRefuse = (path: string, error: AuthError): GuardResult =>
    options.as === 'page' ? { outcome: 'redirect', location: path, setCookies: error.setCookies } : refused(error)
  const toLogin = (error: AuthError, stepUp: StepUp = {}): GuardResult =>
    redirectOrRefuse(addresses.href(loginPath({ returnTo, ...stepUp }, settings.basePath), request), error)

  /** Sends a page again whose session its browser may prove in a moment. */
  const toProof = async (setCookies: readonly string[] = []): Promise<GuardResult | null> => {
    const path = options.as === 'page' ? await (await context.bound?.())?.pathToProof(request, returnTo) : null
    if (path === 'unbound') return refused(Object.assign(forbidden(), { setCookies }))
    return path ? { outcome: 'redirect', location: addresses.href(path, request), setCookies } : null
  }
  const loaded = await context.sessions.load(request.headers.get('cookie'))
  if (!loaded) return (await toProof()) ?? toLogin(notSignedIn())
  const current = await freshen(context, request, loaded, options.canWrite)
  if (current instanceof AuthError) {
    if (!current.refreshPath) return toLogin(current)
    return redirectOrRefuse(addresses.href(refreshPath(returnTo, settings.basePath), request), current)
  }
  const requirement = complete(given, current.session)
  const lacks = missing(current.session, requirement, context.seconds())
  if (lacks === null) return { outcome: 'allowed', ...current }
  if (lacks === 'forbidden') reportScope(context, current.session, requirement)
  const proof =
    requirement.bound && !current.session.bound && lacks === 'forbidden' ? await toProof(current.setCookies) : null
  if (proof) return proof
  const { acr, maxAge } = requirement
  const error = lacks === 'forbidden' ? forbidden() : stepUpRequired({ acr, maxAge })
  error.setCookies = current.setCookies
  // The person comes back to the organization in which the stronger sign-in was required, and to no other.
  const organization = current.session.user.organization ?? undefined
  return lacks === 'forbidden' ? refused(error) : toLogin(error, { acr, maxAge, organization })
}

/** Without the scope nobody has a permission: no mistake of the person. */
function reportScope(context: Context, { scopes }: Session, { permission }: Requirement): void {
  if (permission === undefined || scopes.includes(permissionScope)) return
  const message = 'A guard requires a permission, and the session has none.'
  reportOnce(context, new AuthError('forbidden', message, helpWith('no-permissions')))
}

type StepUp = Pick<LoginOptions, 'acr' | 'maxAge' | 'organization'>

/** @throws AuthError when there is no session, when it does not meet the requirement, or for a name in it that is not known */
export function checkSession(session: Session | null, given: Requirement, seconds: number): asserts session is Session {
  requireKnown(given)
  if (!session) throw notSignedIn()
  const requirement = complete(given, session)
  const lacks = missing(session, requirement, seconds)
  if (lacks === 'forbidden') throw forbidden()
  if (lacks === 'step-up') throw stepUpRequired(requirement)
}

export const notSignedIn = () => new AuthError('not_signed_in', 'Nobody is signed in.')
export const forbidden = () => new AuthError('forbidden', 'The signed-in person does not have this permission.')
function stepUpRequired(requirement: Pick<Requirement, 'acr' | 'maxAge'>): AuthError {
  const error = new AuthError('step_up_required', 'A stronger or more recent sign-in is required.')
  error.requirement = requirement
  return error
}

/**
 * The session, refreshed if it is stale. Returns an error if the session has ended (`refresh_rejected`), or if only a redirect of
 * the browser can refresh it (`refreshPath`). If the provider does not respond, the session stays valid.
 */
export async function freshen(
  context: Context,
  request: AuthRequest,
  loaded: LoadedSession,
  canWrite?: CanWrite,
): Promise<{ session: Session; setCookies: readonly string[] } | AuthError> {
  if (!isStale(context, loaded)) return { session: await loadedSession(context, loaded), setCookies: [] }
  try {
    const result = await refreshSession(context, loaded, request.headers.get('cookie'), canWrite)
    return { session: await withPermissions(context, result.session, result.token), setCookies: result.setCookies }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (!error.refreshPath) context.report(error)
    if (error.code === 'refresh_rejected' || error.refreshPath) return error
    return { session: await loadedSession(context, loaded), setCookies: error.setCookies }
  }
}

/** The session as it is stored, with its permissions. */
export const loadedSession = async (context: Context, { session, tokens }: LoadedSession): Promise<Session> =>
  session.user.permissions === null ? withPermissions(context, session, (await tokens())?.accessToken) : session
