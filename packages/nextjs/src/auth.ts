import {
  type AccessClaims,
  type Auth,
  AuthError,
  type AuthOptions,
  type BearerRequirement,
  createAuth as createCore,
  type LocalPath,
  type LoginOptions,
  optionsFromEnvironment,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'
import { cache } from 'react'
import {
  answerAtRequestTime,
  cookies,
  currentPath,
  currentRequest,
  isPage,
  ownBasePath,
  redirect,
  withOwnProtocol,
} from './next.ts'
import { processState, withProcessStore } from './process-state.ts'
import { answeringRefusals, privateAnswer, readableByClientRouter, refusal } from './refusal.ts'
import { writeCookies } from './write-cookies.ts'

type RouteHandler<Context> = (request: Request, context: Context) => Promise<Response>

/** What the pages router hands to `getServerSideProps` and API routes, as far as sign-in needs it. */
interface PagesRequest {
  headers: { cookie?: string }
}
interface PagesResponse {
  setHeader(name: string, value: string): unknown
}

export interface NextAuth {
  /** For `app/auth/[...auth]/route.ts`: `export const { GET, POST } = handlers`. */
  handlers: { GET(request: Request): Promise<Response>; POST(request: Request): Promise<Response> }
  /**
   * For `instrumentation.ts`: `export { register } from './lib/auth'`. Next calls it when a server starts, and a production
   * server whose variables are missing then does not; without it the first request says so.
   */
  register(): void
  /**
   * Optional, for `proxy.ts`: `export { proxy } from './lib/auth'`. It keeps a session that is in use from becoming idle, and
   * refreshes one whose token has died without a round trip of the browser. It decides nothing: pages and handlers guard
   * themselves.
   */
  proxy(request: Request): Promise<Response>
  /**
   * Who is signed in, in server components, server actions and route handlers; in the pages router with `req` and `res`.
   * Writes nothing, asks nobody and needs no proxy.
   */
  getSession(request?: PagesRequest, response?: PagesResponse): Promise<Session | null>
  /**
   * The signed-in person. Others go to the login and come back, and so does whoever needs a better or fresher sign-in, or whose
   * session has ended at the provider. When a right is missing the answer is 403: your `forbidden.tsx` with Next's
   * `experimental.authInterrupts`, else a page of the SDK (`errorPage` is yours). Call it outside of try/catch: a redirect is an
   * exception.
   */
  requireUser(requirement?: Requirement & { returnTo?: string }): Promise<User>
  /** Guards a route handler: 401 and 403 as JSON with `WWW-Authenticate`, never a redirect. */
  withAuth<Context>(
    handler: (request: Request, context: Context & { session: Session }) => Response | Promise<Response>,
    requirement?: Requirement,
  ): RouteHandler<Context>
  /**
   * An access token for an API, refreshed when it is due. In a server component, which can write no cookie, the browser passes
   * through `/auth/refresh` for that and comes back: call it outside of try/catch. In a route handler a session that is over is
   * 401.
   */
  getAccessToken(): Promise<string>
  /** Who calls a route handler of yours by an access token in its `Authorization` header. Uncaught, a refusal is 401 or 403. */
  verifyBearer(request: Request, requirement?: BearerRequirement): Promise<AccessClaims>
  /** Guards a route handler for callers with an access token: 401 and 403 as JSON with `WWW-Authenticate`. */
  withBearer<Context>(
    handler: (request: Request, context: Context & { caller: AccessClaims }) => Response | Promise<Response>,
    requirement?: BearerRequirement,
  ): RouteHandler<Context>
  /** In a server action: begins a sign-in, such as into another organization. */
  signIn(options?: LoginOptions): Promise<never>
  /** In a server action: ends the session here and at the provider. */
  signOut(): Promise<never>
}

/**
 * Sign-in for a Next.js application. What is not given comes from the environment: `VESTIBULE_ISSUER`,
 * `VESTIBULE_CLIENT_ID`, `VESTIBULE_CLIENT_SECRET`, and in production `VESTIBULE_SECRET` and `VESTIBULE_URL`. A build needs none
 * of them.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/nextjs'
 *
 * export const { handlers, proxy, getSession, requireUser, withAuth, getAccessToken, signIn, signOut } = createAuth({
 *   scope: 'openid profile email organization',
 * })
 * ```
 */
export function createAuth(options?: Partial<AuthOptions>): NextAuth {
  let core: Auth | undefined
  const auth = () => {
    core ??= makeCore(options)
    return core
  }
  const readSession = cache(async () => {
    const { headers } = await currentRequest()
    return auth().read(headers.get('cookie'))
  })
  const handle = async (request: Request) =>
    readableByClientRouter(request, await auth().handle(withOwnProtocol(request)))
  return {
    handlers: { GET: handle, POST: handle },
    register() {
      if (process.env.NODE_ENV === 'production') auth()
    },
    proxy: (request) => updateSession(auth(), request),
    async getSession(request, response) {
      if (!request) return readSession()
      response?.setHeader('Cache-Control', 'private, no-store')
      response?.setHeader('Vary', 'Cookie')
      return auth().read(request.headers.cookie)
    },
    requireUser: (requirement) => requireUser(auth, requirement),
    withAuth: (handler, requirement) => async (request, context) => {
      await answerAtRequestTime()
      const result = await auth().guard(withOwnProtocol(request), requirement)
      if (result.outcome !== 'allowed') return refusedAnswer(result)
      const { session, setCookies } = result
      const response = await answeringRefusals(() => handler(request, { ...context, session }))
      return privateAnswer(response, setCookies)
    },
    getAccessToken: () => accessToken(auth),
    async verifyBearer(request, requirement) {
      return auth()
        .verifyBearer(request, requirement)
        .catch((error) => {
          throw error instanceof AuthError ? refusal(error) : error
        })
    },
    withBearer: (handler, requirement) => async (request, context) => {
      await answerAtRequestTime()
      return answeringRefusals(async () => {
        const caller = await auth().verifyBearer(request, requirement)
        return privateAnswer(await handler(request, { ...context, caller }), [])
      })
    },
    async signIn(login) {
      const request = await currentRequest()
      const returnTo = login?.returnTo ?? (await currentPath())
      return redirect(auth().href(auth().loginPath({ ...login, returnTo }), request))
    },
    signOut: () => signOut(auth),
  }
}

function makeCore(given?: Partial<AuthOptions>): Auth {
  const options = optionsFromEnvironment(process.env, given, { path: ownBasePath() })
  const state = processState(options)
  return createCore(withProcessStore(options, state), state.shared)
}

const refusedAnswer = (result: { outcome: 'refused'; error: AuthError } | { outcome: 'redirect' }): Response =>
  result.outcome === 'refused' ? result.error.toResponse() : new AuthError('not_signed_in', 'Sign in.').toResponse()

/** `proxy.ts` sees every request. What belongs to no page passes at once. */
async function updateSession(auth: Auth, request: Request): Promise<Response> {
  const { NextResponse } = await import('next/server')
  if (/\/_next\//.test(new URL(request.url).pathname)) return NextResponse.next()
  const { setCookies, cookieHeader } = await auth.update(withOwnProtocol(request))
  if (setCookies.length === 0) return NextResponse.next()
  // The page behind reads what the browser will have.
  const headers = new Headers(request.headers)
  headers.set('cookie', cookieHeader)
  return privateAnswerOf(NextResponse.next({ request: { headers } }), setCookies)
}

function privateAnswerOf(response: Response, setCookies: readonly string[]): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('Vary', 'Cookie')
  for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
  return response
}

async function requireUser(
  auth: () => Auth,
  { returnTo, ...requirement }: Requirement & { returnTo?: string } = {},
): Promise<User> {
  const request = await currentRequest()
  const store = await cookies()
  const result = await auth().guard(request, requirement, {
    as: 'page',
    returnTo: returnTo ?? (await currentPath()),
    canWrite: (stamp) => writeCookies(store, stamp),
  })
  if (result.outcome === 'refused') {
    // Next's own way to refuse a page is an experiment that few have switched on: without it a page can't be 403.
    if (process.env.__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS || !(await isPage(request))) throw refusal(result.error)
    return redirect(auth().href(auth().forbiddenPath(), request))
  }
  writeCookies(store, result.setCookies)
  return result.outcome === 'allowed' ? result.session.user : redirect(result.location)
}

async function accessToken(auth: () => Auth): Promise<string> {
  const request = await currentRequest()
  const store = await cookies()
  try {
    const { token, setCookies } = await auth().accessToken(request, { canWrite: (stamp) => writeCookies(store, stamp) })
    writeCookies(store, setCookies)
    return token
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    writeCookies(store, error.setCookies)
    const location = (await isPage(request)) ? await elsewhere(auth(), error) : null
    if (location) return redirect(auth().href(location, request))
    throw refusal(error)
  }
}

/** Where a page goes for a token that is not to be had: the browser's round trip, or the sign-in. */
async function elsewhere(auth: Auth, error: AuthError): Promise<LocalPath | null> {
  const returnTo = await currentPath()
  if (error.refreshPath) return auth.refreshPath(returnTo)
  return error.status === 401 ? auth.loginPath({ returnTo }) : null
}

async function signOut(auth: () => Auth): Promise<never> {
  const received = await currentRequest()
  const origin = auth().origin(received)
  const request = new Request(new URL(auth().logoutPath(), origin), {
    method: 'POST',
    // A server action was checked for its origin by Next itself.
    headers: { origin, host: new URL(origin).host, cookie: received.headers.get('cookie') ?? '' },
  })
  const response = await auth().handle(request)
  writeCookies(await cookies(), response.headers.getSetCookie())
  return redirect(response.headers.get('location') ?? '/')
}
