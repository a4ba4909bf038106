import type { AccessClaims, BearerRequirement, LoginOptions, Requirement, Session, User } from '@vestibule/core'

export type RouteHandler<Context> = (request: Request, context: Context) => Promise<Response>

/** The parts that sign-in needs of what the pages router passes to `getServerSideProps` and API routes. */
export interface PagesRequest {
  headers: { readonly [name: string]: string | string[] | undefined; cookie?: string }
}
export interface PagesResponse {
  setHeader(name: string, value: string): unknown
}

/**
 * Pages and what each requires, for `proxy.ts`. Paths are written as in `config.matcher`; if several match, all of them apply.
 *
 * @example
 * ```ts
 * import type { PageRules } from '@vestibule/nextjs'
 *
 * const rules: PageRules = { '/dashboard/:path*': true, '/admin/:path*': { role: 'admin' } }
 * ```
 */
export type PageRules = Readonly<Record<`/${string}`, true | Requirement>>

/**
 * Sign-in of a Next.js application, as `createAuth` returns it.
 *
 * @example
 * ```ts
 * import { createAuth, type NextAuth } from '@vestibule/nextjs'
 *
 * const auth: NextAuth = createAuth()
 * export const GET = auth.withAuth((_request, { session }) => Response.json({ email: session.user.email }))
 * ```
 */
export interface NextAuth {
  /** For `app/auth/[...auth]/route.ts`: `export const { GET, POST } = handlers`. */
  handlers: { GET(request: Request): Promise<Response>; POST(request: Request): Promise<Response> }
  /**
   * For `instrumentation.ts`: `export { register } from './lib/auth'`. Next calls it when a server starts, so that a production
   * server whose variables are missing or wrong names them and exits with 1, instead of failing at the first request.
   */
  register(): void
  /**
   * For `proxy.ts`: `export const proxy = auth.proxy({ '/dashboard/:path*': true, '/admin/:path*': { role: 'admin' } })`. Answers the
   * documents of these pages with the true status of their guard, 307 or 403, which a prerendered page cannot. It restarts the idle
   * time of a session in use, and refreshes a stale session without redirects. Pages and handlers guard themselves all the same:
   * list the paths of pages only.
   */
  proxy(rules: PageRules): (request: Request) => Promise<Response>
  /** Within a `proxy.ts` of your own, or without a table: `export { proxy } from './lib/auth'`. It guards nothing. */
  proxy(request: Request): Promise<Response>
  /**
   * Who is signed in, in server components, server actions and route handlers; in the pages router, pass `req` and `res`. It only
   * reads the session: it writes no cookie, makes no network request (but for permissions that are too many for a cookie), and needs no
   * proxy.
   */
  getSession(request?: PagesRequest, response?: PagesResponse): Promise<Session | null>
  /**
   * Returns the signed-in person of a page. Anyone who is not signed in, whose session has ended at the provider, or who needs a
   * stronger or more recent sign-in is redirected to the login and back. A missing permission results in 403: your
   * `forbidden.tsx` with Next's `experimental.authInterrupts`, or else a page of the SDK (`errorPage` replaces it). In a route
   * handler, so does a request of another site. Call it outside of try/catch, because Next redirects by an exception.
   */
  requireUser(requirement?: Requirement & { returnTo?: string }): Promise<User>
  /** Guards a route handler: 401 and 403 as JSON with `WWW-Authenticate`, never a redirect. */
  withAuth<Context>(
    handler: (request: Request, context: Context & { session: Session }) => Response | Promise<Response>,
    requirement?: Requirement,
  ): RouteHandler<Context>
  /**
   * Returns an access token for an API, refreshed if it is about to expire. A server component cannot write cookies, so there the
   * browser is redirected through `/auth/refresh` and back: call it outside of try/catch. In a route handler, a session that
   * has ended results in 401.
   */
  getAccessToken(): Promise<string>
  /** Verifies the access token in the `Authorization` header of a request to your API. An error that is not caught is 401 or 403. */
  verifyBearer(request: Request, requirement?: BearerRequirement): Promise<AccessClaims>
  /** Guards a route handler for callers with an access token: 401 and 403 as JSON with `WWW-Authenticate`. */
  withBearer<Context>(
    handler: (request: Request, context: Context & { caller: AccessClaims }) => Response | Promise<Response>,
    requirement?: BearerRequirement,
  ): RouteHandler<Context>
  /** In a server action: starts a sign-in, for example to another organization. */
  signIn(options?: LoginOptions): Promise<never>
  /** In a server action: ends the session in the application and at the provider. */
  signOut(): Promise<never>
}
