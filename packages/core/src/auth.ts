import { type AccessToken, accessToken } from './flows/access-token.ts'
import { contextOf, type SharedState } from './flows/context.ts'
import { checkSession, type GuardOptions, type GuardResult, guard, loadedSession } from './flows/guard.ts'
import type { CanWrite } from './flows/refresh.ts'
import { type Update, update } from './flows/update.ts'
import { AuthError } from './model/errors.ts'
import type { LocalPath } from './model/local-path.ts'
import type { LoginOptions } from './model/login-options.ts'
import { loginPath, type Requirement, refreshPath } from './model/requirement.ts'
import type { AuthRequest } from './model/responses.ts'
import type { Session } from './model/session.ts'
import { requireVariables } from './options/environment.ts'
import type { AuthOptions } from './options/options.ts'
import { type AccessClaims, type BearerRequirement, proofsIn, verifyBearer } from './provider/token-verification.ts'
import type { ApiKeyVerification } from './provider/verifications.ts'
import { serveRoute } from './routes/routes.ts'
import { type WithSessionOptions, withSession } from './routes/with-session.ts'

/**
 * The SDK of one application. Framework-neutral: it uses Web standards only.
 *
 * @example
 * ```ts
 * import type { Auth } from '@vestibule/core'
 *
 * const nameOf = async (auth: Auth, request: Request) => (await auth.read(request))?.user.name ?? 'nobody'
 * ```
 */
export interface Auth {
  readonly basePath: string
  /** Serves `/auth/login`, `/callback`, `/logout`, `/refresh`, `/session` and, with a store, `/backchannel-logout`. */
  handle(request: Request): Promise<Response>
  /**
   * Reads the session of a request, or of its Cookie header. Writes nothing and, without a store, makes no network request, except for
   * permissions that are too many for a cookie.
   *
   * @throws AuthError `config_missing` for a request that the defaults of development are not for
   */
  read(request: AuthRequest | string | null | undefined): Promise<Session | null>
  /**
   * Guards a page or an API: the request must be same-origin, its session must still be valid at the provider once the access
   * token has expired, and it must meet the requirement. The session is refreshed in place where cookies can be written; other
   * pages are redirected through `/auth/refresh`.
   */
  guard(request: AuthRequest, requirement?: Requirement, options?: GuardOptions): Promise<GuardResult>
  /**
   * Guards a request and responds to it, for frameworks whose handlers return a `Response`. The handler's response is marked as
   * private and gets the cookies of a refresh. Without the session that it requires, a document is redirected to the sign-in or
   * is the page with status 403; any other request is refused with 401 or 403, as that of an API.
   *
   * @param requirement what the session must have; by default, anyone who is signed in is allowed
   */
  withSession(
    request: Request,
    handler: (session: Session) => Response | Promise<Response>,
    requirement?: Requirement,
    options?: WithSessionOptions,
  ): Promise<Response>
  /**
   * For middleware that sees every request: returns the cookies to set on the response. They restart the idle time of the session,
   * refresh a stale session when a document is requested, and deliver the result of a refresh whose own response could not.
   */
  update(request: AuthRequest): Promise<Update>
  /**
   * Checks a session against a requirement, without asking the provider.
   *
   * @throws AuthError `not_signed_in`, `forbidden` or `step_up_required`
   */
  check(session: Session | null, requirement?: Requirement): asserts session is Session
  /**
   * Returns an access token for an API, refreshed if it is about to expire.
   *
   * @param request the request, or its Cookie header
   */
  accessToken(
    request: AuthRequest | string | null | undefined,
    /** Called before a refresh token is used: where cookies cannot be written, its successor would be lost. */
    options?: { canWrite?: CanWrite },
  ): Promise<AccessToken>
  /**
   * Verifies the access token of an API request, from `Authorization: Bearer` or as a string. What it says is as of when it was
   * issued: whether it was revoked since, and the roles of now, are known to the provider's introspection endpoint.
   *
   * A token that is bound to a key (RFC 9449) is accepted as `Authorization: DPoP` alone, with a proof in the header `DPoP` that is
   * for this method, the address of the request below `url`, and this token. Each proof is accepted once per process.
   *
   * @throws AuthError `token_missing`, `token_invalid`, `dpop_proof_invalid`, `insufficient_scope`, `forbidden` or
   *   `step_up_required`, with the response in `toResponse()`; `config_invalid` for a requirement with a name that is not known
   */
  verifyBearer(request: AuthRequest | string | null, requirement?: BearerRequirement): Promise<AccessClaims>
  /** False for a request that changes state and comes from another site, by its `Origin`. `guard` includes this check. */
  isSameOrigin(request: AuthRequest): boolean
  loginPath(options?: LoginOptions): LocalPath
  logoutPath(): LocalPath
  /** The path that refreshes the session of a document and redirects back to it. */
  refreshPath(returnTo?: string): LocalPath
  /** A page with status 403, for frameworks whose pages cannot respond with it. */
  forbiddenPath(): LocalPath
  /** The origin of the application: that of `url`, or in development the loopback origin of the request. */
  origin(request: AuthRequest): string
  /**
   * What to send a browser to for a path of the application: the path itself, or an absolute URL if `url` has a path (the
   * application is served at `https://example.com/app`).
   */
  href(path: LocalPath, request?: AuthRequest): string
}

/**
 * Creates the SDK of one application. Discovery, PKCE, state, nonce, `iss` and the validation of every token are always on; no
 * option disables them.
 *
 * @param shared state that several instances in one process share
 * @throws AuthError `config_invalid` when an option is invalid
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env))
 * const response = await auth.handle(new Request('http://localhost:3000/auth/login'))
 * ```
 */
export function createAuth(options: AuthOptions, shared?: SharedState): Auth {
  const context = contextOf(options, shared)
  const { settings, addresses, sessions } = context
  let keys: Promise<ApiKeyVerification> | undefined
  const apiKeys = () => {
    keys ??= import('./provider/on-demand.ts').then(({ ApiKeys }) => new ApiKeys(context))
    return keys
  }
  const proofs = proofsIn(shared)
  const publicUrl = (request: AuthRequest) => addresses.absolute(addresses.pathOf(request), request)
  /** A Cookie header alone says nothing of where a request was sent; browsers send the cookies of `localhost` there only. */
  const admit = <T extends AuthRequest | string | null | undefined>(request: T): T => {
    if (typeof request === 'object' && request !== null) requireVariables(options, request)
    return request
  }
  return {
    basePath: settings.basePath,
    handle: (request) => serveRoute(context, request),
    async read(request) {
      const loaded = await sessions.load(cookieHeaderOf(admit(request)))
      return loaded && loadedSession(context, loaded)
    },
    guard: async (request, requirement, guardOptions) => guard(context, admit(request), requirement, guardOptions),
    withSession: async (request, handler, requirement, guardOptions) =>
      withSession(context, admit(request), handler, requirement, guardOptions),
    update: async (request) => update(context, admit(request)),
    check: (session, requirement = {}) => checkSession(session, requirement, context.seconds()),
    accessToken: async (request, { canWrite } = {}) => accessToken(context, cookieHeaderOf(admit(request)), canWrite),
    verifyBearer: async (request, requirement) =>
      verifyBearer(
        context.provider,
        admit(request),
        { ...requirement, audience: requirement?.audience ?? settings.audience ?? undefined },
        { now: context.now(), apiKeys, proofs, publicUrl },
      ).catch((error) => {
        // A mistake of the set-up, unlike a token of a stranger.
        if (error instanceof AuthError && (error.help || error.code === 'config_invalid')) context.report(error)
        throw error
      }),
    isSameOrigin: addresses.isSameOrigin,
    loginPath: (login) => loginPath(login, settings.basePath),
    logoutPath: () => `${settings.basePath}/logout` as LocalPath,
    refreshPath: (returnTo) => refreshPath(returnTo, settings.basePath),
    forbiddenPath: () => `${settings.basePath}/forbidden` as LocalPath,
    origin: addresses.origin,
    href: addresses.href,
  }
}

const cookieHeaderOf = (request: AuthRequest | string | null | undefined): string | null =>
  typeof request === 'object' && request !== null ? request.headers.get('cookie') : (request ?? null)
