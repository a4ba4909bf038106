import {
  type Auth,
  AuthError,
  type AuthOptions,
  createAuth as createCore,
  optionsFromEnvironment,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'

export { AuthError, type Requirement, type Session, type User } from '@vestibule/core'

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
  /** An access token for an API, and the headers that the loader's answer must carry when it was refreshed. */
  getAccessToken(args: RequestArgs): Promise<{ token: string; headers: Headers }>
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

  return {
    loader: handle,
    action: handle,
    getSession,
    async requireUser(args, requirement) {
      const session = await getSession(args)
      if (!session) {
        const { pathname, search } = new URL(args.request.url)
        // A data request of the client router is for the page of the same path.
        const returnTo = `${pathname.replace(/\.data$/, '')}${search}`
        throw new Response(null, { status: 303, headers: { ...privately, Location: auth().loginPath({ returnTo }) } })
      }
      const own: Auth = auth()
      try {
        own.check(session, requirement)
      } catch (error) {
        if (error instanceof AuthError) throw new Response(error.code, { status: error.status, headers: privately })
        throw error
      }
      return session.user
    },
    async getAccessToken({ request }) {
      const { token, setCookies } = await auth().accessToken(request.headers.get('cookie'))
      const headers = new Headers(privately)
      for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
      return { token, headers }
    },
  }
}
