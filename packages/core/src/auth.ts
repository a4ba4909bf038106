import { type AccessToken, accessToken } from './access-token.ts'
import { callback } from './callback.ts'
import type { Context } from './context.ts'
import { contextOf, type SharedState } from './context.ts'
import { answerError } from './error-page.ts'
import { AuthError } from './errors.ts'
import { forbidden, type GuardOptions, type GuardResult, guard, notSignedIn, stepUp } from './guard.ts'
import type { LocalPath } from './local-path.ts'
import { login } from './login.ts'
import type { LoginOptions } from './login-options.ts'
import { backchannelLogout, logout } from './logout.ts'
import type { AuthOptions } from './options.ts'
import type { CanWrite } from './refresh.ts'
import { refreshNow, refreshRoundTrip, sessionRoute } from './refresh-route.ts'
import { loginPath, missing, type Requirement, refreshPath } from './requirement.ts'
import { type AuthRequest, answer } from './responses.ts'
import type { Session } from './session.ts'
import { type AccessClaims, type BearerRequirement, verifyAccessToken } from './tokens.ts'
import { type Update, update } from './update.ts'

/** The SDK core: framework-neutral, Web standards only. */
export interface Auth {
  readonly basePath: string
  /** Serves `/auth/login`, `/callback`, `/logout`, `/refresh`, `/session` and, with a store, `/backchannel-logout`. */
  handle(request: Request): Promise<Response>
  /** Who is signed in, by a Cookie header. Writes nothing and, without a store, asks no network. */
  read(cookieHeader: string | null | undefined): Promise<Session | null>
  /**
   * Guards a page or an API: same origin, signed in, still so at the provider when the access token has died, and all that is
   * required. It refreshes in place where cookies can be written; pages elsewhere are sent through `/auth/refresh` and back.
   */
  guard(request: AuthRequest, requirement?: Requirement, options?: GuardOptions): Promise<GuardResult>
  /**
   * For a place that sees every request, such as `proxy` or a middleware: cookies that the answer should carry. They keep the
   * session from becoming idle, refresh it at a document whose session is older than its token, and bring what a refresh has
   * made to a browser that has not got it, because the answer of that request had begun before or did not take them along.
   */
  update(request: AuthRequest): Promise<Update>
  /** Throws `AuthError` `not_signed_in`, `forbidden` or `step_up_required`. Asks nobody: `guard` does. */
  check(session: Session | null, requirement?: Requirement): asserts session is Session
  /**
   * A token for an API, refreshed when it is about to die. One refresh at a time per refresh token.
   *
   * @param request the request, or its Cookie header
   */
  accessToken(
    request: AuthRequest | string | null | undefined,
    /** Asked before a refresh token is spent: where cookies can't be written, its successor would be lost. */
    options?: { canWrite?: CanWrite },
  ): Promise<AccessToken>
  /**
   * Who calls an API, by the access token in `Authorization: Bearer`. Throws `AuthError` `token_missing`, `token_invalid` or
   * `insufficient_scope`, whose `toResponse()` is the answer.
   */
  verifyBearer(request: AuthRequest | string | null, requirement?: BearerRequirement): Promise<AccessClaims>
  /** False for a request that changes something and comes from another site, by its `Origin`. `guard` asks it. */
  isSameOrigin(request: AuthRequest): boolean
  loginPath(options?: LoginOptions): LocalPath
  logoutPath(): LocalPath
  /** Where a document goes to come back with a fresh session. */
  refreshPath(returnTo?: string): LocalPath
  /** A page that says, by status 403, that the person may not open another. */
  forbiddenPath(): LocalPath
  /** The origin of the application: that of `url`, or in development the loopback origin of the request. */
  origin(request: AuthRequest): string
  /**
   * Where a browser finds a path of the application: the path itself, or, where `url` has a path of its own (the
   * application lives at `https://example.com/app`), the whole address.
   */
  href(path: LocalPath, request?: AuthRequest): string
}

/**
 * Makes the SDK for one application. Discovery, PKCE, state, nonce, `iss` and every check of a token are always on:
 * there is no switch.
 *
 * @param shared what several of them in one process share
 * @throws AuthError `config_invalid` when an option cannot work
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env))
 * const answer = await auth.handle(new Request('http://localhost:3000/auth/login'))
 * ```
 */
export function createAuth(options: AuthOptions, shared?: SharedState): Auth {
  const context = contextOf(options, shared)
  const { settings, addresses, sessions } = context
  return {
    basePath: settings.basePath,
    handle: (request) => handle(context, request),
    read: async (header) => (await sessions.load(header))?.session ?? null,
    guard: (request, requirement, guardOptions) => guard(context, request, requirement, guardOptions),
    update: (request) => update(context, request),
    check(session, requirement = {}): asserts session is Session {
      if (!session) throw notSignedIn()
      const lacks = missing(session, requirement, context.seconds())
      if (lacks === 'forbidden') throw forbidden()
      if (lacks === 'step-up') throw stepUp(requirement)
    },
    accessToken: (request, { canWrite } = {}) => accessToken(context, cookieHeaderOf(request), canWrite),
    async verifyBearer(request, requirement = {}) {
      const token = typeof request === 'string' ? request : bearerToken(request)
      if (!token) throw new AuthError('token_missing', 'An access token is required.')
      const audience = requirement.audience ?? settings.audience ?? undefined
      return verifyAccessToken(context.provider, token, { ...requirement, audience }, context.now())
    },
    isSameOrigin: addresses.isSameOrigin,
    loginPath: (wanted) => loginPath(wanted, settings.basePath),
    logoutPath: () => `${settings.basePath}/logout` as LocalPath,
    refreshPath: (returnTo) => refreshPath(returnTo, settings.basePath),
    forbiddenPath: () => `${settings.basePath}/forbidden` as LocalPath,
    origin: addresses.origin,
    href: addresses.href,
  }
}

const cookieHeaderOf = (request: AuthRequest | string | null | undefined): string | null =>
  typeof request === 'object' && request !== null ? request.headers.get('cookie') : (request ?? null)

const bearerToken = (request: AuthRequest | null): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(request?.headers.get('authorization') ?? '')?.[1]

type Route = (context: Context, request: Request) => Promise<Response>

const routes = new Map<string, Readonly<Record<string, Route>>>([
  ['login', { GET: login }],
  ['callback', { GET: callback }],
  ['session', { GET: sessionRoute }],
  // For a framework whose pages can't answer 403 themselves.
  ['forbidden', { GET: () => Promise.reject(forbidden()) }],
  ['refresh', { GET: refreshRoundTrip, POST: refreshNow }],
  ['logout', { POST: logout }],
  ['backchannel-logout', { POST: backchannelLogout }],
])

async function handle(context: Context, request: Request): Promise<Response> {
  const name = context.addresses.routeOf(request)
  const methods = routes.get(name)
  if (!methods) return answer('not found', 404)
  const route = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!route) return answer('method not allowed', 405, { Allow: Object.keys(methods).join(', ') })
  try {
    return await route(context, request)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    // A page that was refused has been decided about before.
    if (name !== 'forbidden') context.report(error)
    const isForScripts = name === 'backchannel-logout' || (name === 'refresh' && request.method === 'POST')
    return isForScripts || name === 'session' ? error.toResponse() : answerError(context, request, error)
  }
}
