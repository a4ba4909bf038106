import type { AccessClaims, BearerRequirement, LoginOptions, Requirement, Session, User } from '@vestibule/core'

/**
 * The arguments of a loader or action that sign-in needs. Pass all of them on: `requireUser(args)`.
 *
 * @example
 * ```ts
 * import { createAuth, type RequestArgs } from '@vestibule/remix'
 *
 * const { requireUser } = createAuth()
 * export const loader = async (args: RequestArgs) => ({ email: (await requireUser(args)).email })
 * ```
 */
export interface RequestArgs {
  request: Request
  /** In React Router 8: the URL without the parameters of the router. */
  url?: URL
}

/**
 * Sign-in of a Remix application, as `createAuth` returns it.
 *
 * @example
 * ```ts
 * import { createAuth, type RemixAuth } from '@vestibule/remix'
 *
 * const auth: RemixAuth = createAuth()
 * export const loader = auth.withAuth(({ session }) => ({ email: session.user.email }))
 * ```
 */
export interface RemixAuth {
  /** For `routes/auth.$.tsx`: `export { loader, action } from '~/auth.server'`. */
  loader(args: RequestArgs): Promise<Response>
  action(args: RequestArgs): Promise<Response>
  /**
   * For `root.tsx`: `export { headers } from '~/auth.server'`. Marks pages as `private, no-store`. A route with other needs exports
   * its own `headers`.
   */
  headers(): Record<string, string>
  /** Who is signed in, or null. Writes nothing, and makes no network request but for permissions that are too many for a cookie. */
  getSession(args: RequestArgs): Promise<Session | null>
  /**
   * Returns the signed-in person of a page. Others are redirected to the sign-in and back. Throws a `Response`: 303, 403, or 401 for
   * a request that is not for a page.
   */
  requireUser(args: RequestArgs, requirement?: Requirement): Promise<User>
  /**
   * Guards a resource route: its loader or action is called with the session. Others get 401 or 403 with `WWW-Authenticate`, never
   * a redirect. The response is private and sets the cookies of a refresh; a value that is not a `Response` is sent as JSON.
   */
  withAuth<Args extends RequestArgs, Result>(
    handler: (args: Args & { session: Session }) => Result | Promise<Result>,
    requirement?: Requirement,
  ): (args: Args) => Promise<Result>
  /**
   * Returns an access token for an API. The cookies of a refresh are set by `withAuth`, `commitSession` or the middleware, or else
   * by a redirect to the same page. Throws a `Response`: 401, 503 if the provider does not respond, and for pages a redirect to
   * the sign-in.
   */
  getAccessToken(args: RequestArgs): Promise<string>
  /** Verifies the access token in the `Authorization` header of a request to your API. Throws a `Response`: 401 or 403. */
  verifyBearer(args: RequestArgs, requirement?: BearerRequirement): Promise<AccessClaims>
  /** In an action: redirects to a sign-in, for example to another organization. `return signIn(args, { organization })`. */
  signIn(args: RequestArgs, options?: LoginOptions): Promise<Response>
  /** In an action: ends the session in the application, and redirects to where the provider ends its own. `return signOut(args)`. */
  signOut(args: RequestArgs): Promise<Response>
  /**
   * For a place that sees every response before it is sent: sets the cookies that restart the idle time of a session in use, and
   * those of a refresh. In Remix that is `entry.server.tsx`, for documents and for data:
   *
   * ```ts
   * await commitSession(request, responseHeaders)
   * ```
   */
  commitSession(request: Request, responseHeaders: Headers): Promise<void>
}
