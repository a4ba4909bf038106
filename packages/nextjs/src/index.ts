import {
  type AccessClaims,
  type Auth,
  AuthError,
  type AuthOptions,
  type BearerRequirement,
  createAuth as createCore,
  type LoginOptions,
  optionsFromEnvironment,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'
import { cache } from 'react'

export {
  type AccessClaims,
  AuthError,
  type LoginOptions,
  type Register,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'

// Asked for when they are needed: the pages router loads this package by plain Node, where they can't be resolved, and
// never calls what needs them.
const cookies = async () => (await import('next/headers')).cookies()
const headers = async () => (await import('next/headers')).headers()
const redirect = async (href: string): Promise<never> => (await import('next/navigation')).redirect(href)

type RouteHandler<Context> = (request: Request, context: Context) => Response | Promise<Response>

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
   * Optional, for `proxy.ts`: `export { proxy } from './lib/auth'`. It keeps a session that is in use from becoming idle,
   * and decides nothing: pages and handlers guard themselves.
   */
  proxy(request: Request): Promise<Response>
  /**
   * Who is signed in, in server components, server actions and route handlers; in the pages router with `req` and `res`.
   * Writes nothing and needs no proxy.
   */
  getSession(request?: PagesRequest, response?: PagesResponse): Promise<Session | null>
  /**
   * The signed-in person. Others go to the login, and so does whoever needs a better or fresher sign-in. Throws `AuthError`
   * `forbidden` when a right is missing. Call it outside of try/catch: a redirect is an exception.
   */
  requireUser(requirement?: Requirement & { returnTo?: string }): Promise<User>
  /** Guards a route handler: 401 and 403 as JSON with `WWW-Authenticate`, never a redirect. */
  withAuth<Context>(
    handler: (request: Request, context: Context & { session: Session }) => Response | Promise<Response>,
    requirement?: Requirement,
  ): RouteHandler<Context>
  /**
   * An access token for an API. In route handlers and server actions a refreshed one is kept; in a server component, which
   * can write no cookie, an expired one is `AuthError` `refresh_unavailable`.
   */
  getAccessToken(): Promise<string>
  /** Who calls a route handler of yours by an access token in its `Authorization` header. */
  verifyBearer(request: Request, requirement?: BearerRequirement): Promise<AccessClaims>
  /** In a server action: begins a sign-in, such as into another organization. */
  signIn(options?: LoginOptions): Promise<never>
  /** In a server action: ends the session here and at the provider. */
  signOut(): Promise<never>
}

/**
 * Sign-in for a Next.js application. What is not given comes from the environment: `VESTIBULE_ISSUER`,
 * `VESTIBULE_CLIENT_ID`, `VESTIBULE_CLIENT_SECRET`, and in production `VESTIBULE_SECRET` and `VESTIBULE_URL`. They are read at
 * the first request, so a build needs none of them.
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
    core ??= createCore(optionsFromEnvironment(process.env, developmentUrl(), options))
    return core
  }
  const cookieHeader = async () => (await headers()).get('cookie')
  const read = cache(async () => {
    // The headers first: they make the page dynamic, so that a build renders nothing and needs no variables.
    const header = await cookieHeader()
    return auth().read(header)
  })
  const handle = (request: Request) => auth().handle(request)

  return {
    handlers: { GET: handle, POST: handle },
    async proxy(request) {
      const { NextResponse } = await import('next/server')
      const response = NextResponse.next()
      const { setCookies } = await auth().update(request)
      for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
      if (setCookies.length > 0) response.headers.set('Cache-Control', 'private, no-store')
      return response
    },
    async getSession(request, response) {
      if (!request) return read()
      response?.setHeader('Cache-Control', 'private, no-store')
      response?.setHeader('Vary', 'Cookie')
      return auth().read(request.headers.cookie)
    },
    async requireUser({ returnTo = '/', ...requirement } = {}) {
      const session = await read()
      const own: Auth = auth()
      if (!session) return redirect(own.href(own.loginPath({ returnTo })))
      let betterSignIn = false
      try {
        own.check(session, requirement)
      } catch (error) {
        if (!(error instanceof AuthError && error.code === 'step_up_required')) throw error
        betterSignIn = true
      }
      if (betterSignIn)
        return redirect(own.href(own.loginPath({ returnTo, acr: requirement.acr, maxAge: requirement.maxAge })))
      return session.user
    },
    withAuth: (handler, requirement) => async (request, context) => {
      const own: Auth = auth()
      if (!own.fromHere(request.method, request.headers.get('origin')))
        return new AuthError('forbidden', 'This request was sent from another site.').toResponse()
      const session = await own.read(request.headers.get('cookie'))
      try {
        own.check(session, requirement)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        return error.toResponse()
      }
      return handler(request, { ...context, session })
    },
    async getAccessToken() {
      const header = await cookieHeader()
      const store = await cookies()
      const canWrite = () => {
        try {
          store.set('vestibule_probe', '', { path: '/', maxAge: 0 })
          return true
        } catch {
          return false
        }
      }
      try {
        const { token, setCookies } = await auth().accessToken(header, { canWrite })
        keep(store, setCookies)
        return token
      } catch (error) {
        if (error instanceof AuthError && error.setCookies.length > 0) keep(store, error.setCookies)
        throw error
      }
    },
    verifyBearer: (request, requirement) => auth().verifyBearer(request, requirement),
    async signIn(login) {
      return redirect(auth().href(auth().loginPath(login)))
    },
    async signOut() {
      const own = optionsFromEnvironment(process.env, developmentUrl(), options)
      const request = new Request(new URL(auth().href(auth().logoutPath()), own.url), {
        method: 'POST',
        // A server action was checked for its origin by Next itself.
        headers: { origin: new URL(own.url).origin, cookie: (await cookieHeader()) ?? '' },
      })
      const response = await handle(request)
      keep(await cookies(), response.headers.getSetCookie())
      return redirect(response.headers.get('location') ?? '/')
    },
  }
}

/** Where the application is while it is developed, below Next's own `basePath`, which Next tells by this name. */
const developmentUrl = () => `http://localhost:${process.env.PORT ?? 3000}${process.env.__NEXT_ROUTER_BASEPATH ?? ''}`

/** Hands cookies of core to Next. */
function keep(store: Awaited<ReturnType<typeof cookies>>, setCookies: readonly string[]): void {
  for (const cookie of setCookies) {
    const [pair = '', ...attributes] = cookie.split('; ')
    const cut = pair.indexOf('=')
    const maxAge = Number(attributes.find((one) => one.startsWith('Max-Age='))?.slice('Max-Age='.length))
    store.set(pair.slice(0, cut), pair.slice(cut + 1), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: attributes.includes('Secure'),
      maxAge,
    })
  }
}
