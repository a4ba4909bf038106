import {
  type AccessClaims,
  type Auth,
  AuthError,
  type AuthOptions,
  type BearerRequirement,
  createAuth as createCore,
  localPath,
  optionsFromEnvironment,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'

export { type AccessClaims, AuthError, type Register, type Requirement, type Session, type User } from '@vestibule/core'

/** What a loader or action is called with, as far as sign-in needs it. */
export interface RequestArgs {
  request: Request
}

export interface RemixAuth {
  /** For `routes/auth.$.tsx`: `export { loader, action } from '~/auth.server'`. */
  loader(args: RequestArgs): Promise<Response>
  action(args: RequestArgs): Promise<Response>
  /** Who is signed in. Writes nothing. */
  getSession(args: RequestArgs): Promise<Session | null>
  /** The signed-in person; others are sent to the login and come back here. Throws a `Response`: 303 or 403. */
  requireUser(args: RequestArgs, requirement?: Requirement): Promise<User>
  /** Who calls a resource route of yours by an access token in its `Authorization` header. */
  verifyBearer(args: RequestArgs, requirement?: BearerRequirement): Promise<AccessClaims>
  /**
   * Guards a resource route: its loader or action is called with the session. Others get 401 or 403 with
   * `WWW-Authenticate`, never a redirect (for pages there is `requireUser`). A `Response` that it returns is marked private.
   */
  withAuth<Args extends RequestArgs, Result>(
    handler: (args: Args & { session: Session }) => Result | Promise<Result>,
    requirement?: Requirement,
  ): (args: Args) => Promise<Result>
  /**
   * An access token for an API, and the headers that the loader's answer should carry when it was refreshed. Where they can't
   * go along (a promise that is streamed after the headers), `keepSession` brings the cookies with the next answer.
   */
  getAccessToken(args: RequestArgs): Promise<{ token: string; headers: Headers }>
  /**
   * For a place that sees every answer before it goes out: the cookies that keep a session in use from becoming idle, and
   * those of a refresh that a loader did not hand on. In Remix that is `entry.server.tsx`, for documents and for data:
   *
   * ```ts
   * await keepSession(request, responseHeaders)
   * ```
   */
  keepSession(request: Request, responseHeaders: Headers): Promise<void>
}

/**
 * Sign-in for a Remix application. Options come from the environment, read at the first request.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/remix'
 *
 * export const { loader, action, getSession, requireUser, getAccessToken } = createAuth()
 * ```
 */
export function createAuth(options?: Partial<AuthOptions>): RemixAuth {
  let core: Auth | undefined
  const auth = () => {
    core ??= createCore(optionsFromEnvironment(process.env, `http://localhost:${process.env.PORT ?? 3000}`, options))
    return core
  }
  const handle = ({ request }: RequestArgs) => auth().handle(request)
  const getSession = ({ request }: RequestArgs) => auth().read(request.headers.get('cookie'))
  const privately = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }

  /** The session, or what a loader throws instead: the way to the login for documents, a refusal for scripts. */
  async function demand({ request }: RequestArgs, requirement: Requirement = {}): Promise<Session> {
    const own: Auth = auth()
    refuseOtherSites(own, request)
    const session = await own.read(request.headers.get('cookie'))
    try {
      own.check(session, requirement)
      return session
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      if (error.code === 'forbidden' || !isPage(request)) throw error.toResponse()
      const better = error.code === 'step_up_required' ? { acr: requirement.acr, maxAge: requirement.maxAge } : {}
      const Location = own.href(own.loginPath({ returnTo: pageOf(own, request), ...better }))
      throw new Response(null, { status: 303, headers: { ...privately, Location } })
    }
  }

  return {
    loader: handle,
    action: handle,
    getSession,
    requireUser: async (args, requirement) => (await demand(args, requirement)).user,
    verifyBearer: ({ request }, requirement) => auth().verifyBearer(request, requirement),
    withAuth: (handler, requirement) => async (args) => {
      const own: Auth = auth()
      refuseOtherSites(own, args.request)
      const session = await getSession(args)
      try {
        own.check(session, requirement)
      } catch (error) {
        throw error instanceof AuthError ? error.toResponse() : error
      }
      const result = await handler({ ...args, session })
      if (result instanceof Response)
        for (const [name, value] of Object.entries(privately)) result.headers.set(name, value)
      return result
    },
    async getAccessToken({ request }) {
      const { token, setCookies } = await auth().accessToken(request.headers.get('cookie'))
      const headers = new Headers(privately)
      for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
      return { token, headers }
    },
    async keepSession(request, responseHeaders) {
      const { setCookies } = await auth().update(request)
      // What a loader handed on, or a sign-in has just written, is newer.
      const written = new Set(responseHeaders.getSetCookie().map(nameOf))
      const missing = setCookies.filter((cookie) => !written.has(nameOf(cookie)))
      for (const cookie of missing) responseHeaders.append('Set-Cookie', cookie)
      if (missing.length === 0) return
      for (const [name, value] of Object.entries(privately)) responseHeaders.set(name, value)
    },
  }
}

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/** An action is not run for a form of another site. */
function refuseOtherSites(auth: Auth, { method, headers }: Request): void {
  if (!auth.fromHere(method, headers.get('origin')))
    throw new AuthError('forbidden', 'This request was sent from another site.').toResponse()
}

/** Documents, and the data requests by which the client router asks for a document's data. */
const isPage = ({ url, headers }: Request): boolean => {
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('.data') || searchParams.has('_data')) return true
  return headers.get('sec-fetch-dest') === 'document' || (headers.get('accept') ?? '').includes('text/html')
}

/** The page that a request is about, within the application, without what the client router adds to its address. */
function pageOf(auth: Auth, { url }: Request): string {
  const { pathname, searchParams } = new URL(url)
  for (const name of ['_data', '_routes', 'index']) searchParams.delete(name)
  const mount = new URL(auth.href(localPath('/')), url).pathname
  const within = pathname.startsWith(mount) ? pathname.slice(mount.length - 1) : pathname
  const page = within.replace(/\/?_root\.data$/, '/').replace(/\.data$/, '')
  return `${page || '/'}${searchParams.size > 0 ? `?${searchParams}` : ''}`
}
