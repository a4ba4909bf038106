import type { AccessClaims, BearerRequirement, LoginOptions, Requirement, Session, User } from '@vestibule/core'

/** What a loader or action is called with, as far as sign-in needs it. Hand on all of it: `requireUser(args)`. */
export interface RequestArgs {
  request: Request
  /** In React Router 8: the address without what the router adds to it. */
  url?: URL
}

export interface RemixAuth {
  /** For `routes/auth.$.tsx`: `export { loader, action } from '~/auth.server'`. */
  loader(args: RequestArgs): Promise<Response>
  action(args: RequestArgs): Promise<Response>
  /**
   * For `root.tsx`: `export { headers } from '~/auth.server'`. Pages are nobody else's to keep: `private, no-store`. A route
   * that says otherwise has `headers` of its own.
   */
  headers(): Record<string, string>
  /** Who is signed in. Writes nothing and asks no network. */
  getSession(args: RequestArgs): Promise<Session | null>
  /**
   * The signed-in person, for pages: others are sent to the login and come back here. Throws a `Response`: 303, 403, or for
   * what is no page 401.
   */
  requireUser(args: RequestArgs, requirement?: Requirement): Promise<User>
  /**
   * Guards a resource route: its loader or action is called with the session. Others get 401 or 403 with
   * `WWW-Authenticate`, never a redirect. Its answer is private and carries the cookies of a refresh; what is no `Response` is
   * answered as JSON.
   */
  withAuth<Args extends RequestArgs, Result>(
    handler: (args: Args & { session: Session }) => Result | Promise<Result>,
    requirement?: Requirement,
  ): (args: Args) => Promise<Result>
  /**
   * An access token for an API. A refreshed one is brought to the browser by `withAuth`, `commitSession` or the middleware, or
   * else by a redirect to the same page. Throws a `Response`: 401, 503 while the provider is away, and for pages the way to
   * the login.
   */
  getAccessToken(args: RequestArgs): Promise<string>
  /** Who calls a resource route of yours by an access token in its `Authorization` header. Throws a `Response`: 401 or 403. */
  verifyBearer(args: RequestArgs, requirement?: BearerRequirement): Promise<AccessClaims>
  /** In an action: the way to a sign-in, such as into another organization. `return signIn(args, { organization })`. */
  signIn(args: RequestArgs, options?: LoginOptions): Promise<Response>
  /** In an action: ends the session in the application, and is the way to where the provider ends its own. `return signOut(args)`. */
  signOut(args: RequestArgs): Promise<Response>
  /**
   * For a place that sees every answer before it goes out: the cookies that keep a session in use from becoming idle, and
   * those of a refresh. In Remix that is `entry.server.tsx`, for documents and for data:
   *
   * ```ts
   * await commitSession(request, responseHeaders)
   * ```
   */
  commitSession(request: Request, responseHeaders: Headers): Promise<void>
}
