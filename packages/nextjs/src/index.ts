import {
  type AccessToken,
  type Auth,
  AuthError,
  type AuthOptions,
  createAuth as createCore,
  optionsFromEnvironment,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'

export { AuthError, type Requirement, type Session, type User } from '@vestibule/core'

type RouteHandler<Context> = (request: Request, context: Context) => Response | Promise<Response>

export interface NextAuth {
  /** For `app/auth/[...auth]/route.ts`: `export const { GET, POST } = handlers`. */
  handlers: { GET(request: Request): Promise<Response>; POST(request: Request): Promise<Response> }
  /** Who is signed in, in server components, server actions and route handlers. Writes nothing. */
  getSession(): Promise<Session | null>
  /** The signed-in person; others go to the login. Throws `AuthError` `forbidden` when the requirement is not met. */
  requireUser(requirement?: Requirement & { returnTo?: string }): Promise<User>
  /** Guards a route handler: 401 and 403 as JSON, never a redirect. */
  withAuth<Context>(
    handler: (request: Request, context: Context & { session: Session }) => Response | Promise<Response>,
    requirement?: Requirement,
  ): RouteHandler<Context>
  /** An access token for an API, in route handlers and server actions, where a refreshed one can be kept. */
  getAccessToken(): Promise<string>
}

/**
 * Sign-in for a Next.js application. Options come from the environment: `VESTIBULE_ISSUER`, `VESTIBULE_CLIENT_ID`,
 * `VESTIBULE_CLIENT_SECRET`, and in production `VESTIBULE_SECRET` and `VESTIBULE_URL`. They are read at the first
 * request, so a build needs none of them.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/nextjs'
 *
 * export const { handlers, getSession, requireUser, withAuth, getAccessToken } = createAuth()
 * ```
 */
export function createAuth(options?: Partial<AuthOptions>): NextAuth {
  let core: Auth | undefined
  const auth = () => {
    core ??= createCore(optionsFromEnvironment(process.env, `http://localhost:${process.env.PORT ?? 3000}`, options))
    return core
  }
  const cookieHeader = async () => (await headers()).get('cookie')
  const getSession = cache(async () => {
    // The headers first: they make the page dynamic, so that a build renders nothing and needs no variables.
    const header = await cookieHeader()
    return auth().read(header)
  })
  const handle = (request: Request) => auth().handle(request)

  return {
    handlers: { GET: handle, POST: handle },
    getSession,
    async requireUser({ returnTo, ...requirement } = {}) {
      const session = await getSession()
      const own: Auth = auth()
      if (!session) redirect(own.loginPath({ returnTo: returnTo ?? '/' }))
      own.check(session, requirement)
      return session.user
    },
    withAuth: (handler, requirement) => async (request, context) => {
      const own: Auth = auth()
      const session = await own.read(request.headers.get('cookie'))
      try {
        own.check(session, requirement)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        const headers = { 'Cache-Control': 'private, no-store', 'WWW-Authenticate': 'Bearer' }
        return Response.json({ error: error.code }, { status: error.status, headers })
      }
      return handler(request, { ...context, session })
    },
    async getAccessToken() {
      const header = await cookieHeader()
      const { token, setCookies }: AccessToken = await auth().accessToken(header)
      const store = await cookies()
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
      return token
    },
  }
}
