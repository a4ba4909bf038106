import {
  type Auth,
  AuthError,
  type AuthOptions,
  configurationErrorPage,
  createAuth as createCore,
  optionsFromEnvironment,
  privateHeaders,
  type Requirement,
  type Session,
} from '@vestibule/core'
import { cache } from 'react'
import { proxyOf } from './document-guard.ts'
import {
  answerAtRequestTime,
  currentPath,
  currentRequest,
  exit,
  isDevelopmentServer,
  ownBasePath,
  redirect,
  requestOfPagesRouter,
  withOwnProtocol,
} from './next.ts'
import { getAccessToken, requireUser, signOut } from './pages.ts'
import { processState, withProcessStore } from './process-state.ts'
import { asHttpError, privateResponse, withBodyForClientRouter, withErrorResponses } from './responses.ts'
import type { NextAuth, PageRules, RouteHandler } from './types.ts'

/**
 * Sign-in for a Next.js application. Options that are not given come from the environment: `VESTIBULE_ISSUER`,
 * `VESTIBULE_CLIENT_ID`, `VESTIBULE_CLIENT_SECRET`, and in production `VESTIBULE_SECRET` and `VESTIBULE_URL`. In development all can
 * be left out, and a build needs none of them.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/nextjs'
 *
 * export const auth = createAuth({ scope: 'openid profile email organization' })
 * export const { handlers, register, getSession, requireUser, withAuth, getAccessToken, signIn, signOut } = auth
 * ```
 */
export function createAuth(options?: Partial<AuthOptions>): NextAuth {
  let core: Auth | undefined
  const auth = () => {
    core ??= createCoreAuth(options)
    return core
  }
  const readSession = cache(async () => {
    // First: it keeps Next from prerendering the page at a build, which has no variables.
    const request = await currentRequest()
    return auth().read(request)
  })
  const handle = async (given: Request) => {
    const request = withOwnProtocol(given)
    return withBodyForClientRouter(given, await ready(auth, request, () => auth().handle(request)))
  }
  const withoutRules = proxyOf(auth, {})
  return {
    handlers: { GET: handle, POST: handle },
    register() {
      if (process.env.NODE_ENV === 'production') startOrExit(auth)
    },
    proxy: ((given: Request | PageRules) =>
      'url' in given ? withoutRules(given as Request) : proxyOf(auth, given as PageRules)) as NextAuth['proxy'],
    async getSession(request, response) {
      if (!request) return readSession()
      for (const [name, value] of Object.entries(privateHeaders)) response?.setHeader(name, value)
      return auth().read(requestOfPagesRouter(request))
    },
    requireUser: (requirement) => requireUser(auth, requirement),
    withAuth: (handler, requirement) => guardedHandler(auth, handler, requirement),
    getAccessToken: () => getAccessToken(auth),
    async verifyBearer(request, requirement) {
      return auth()
        .verifyBearer(withOwnProtocol(request), requirement)
        .catch((error) => {
          throw error instanceof AuthError ? asHttpError(error) : error
        })
    },
    withBearer: (handler, requirement) => async (request, context) => {
      await answerAtRequestTime()
      return withErrorResponses(async () => {
        const caller = await auth().verifyBearer(withOwnProtocol(request), requirement)
        return privateResponse(await handler(request, { ...context, caller }), [])
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

/** Next answers an exception of a route handler with an empty page. */
async function ready(auth: () => Auth, request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    auth()
  } catch (error) {
    return configurationErrorPage(error, request, isDevelopmentServer())
  }
  return work()
}

/** Next logs an exception of `register` twice, stays alive and answers every request by 500: a supervisor would see a process that runs. */
function startOrExit(auth: () => Auth): void {
  try {
    auth()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    console.error(`[vestibule] ${error.code}: ${error.message}`)
    exit(1)
  }
}

function createCoreAuth(given?: Partial<AuthOptions>): Auth {
  const options = optionsFromEnvironment(process.env, given, {
    // A build contains it as text.
    production: process.env.NODE_ENV === 'production',
    development: isDevelopmentServer(),
    path: ownBasePath(),
  })
  const state = processState(options)
  return createCore(withProcessStore(options, state), state.shared)
}

function guardedHandler<Context>(
  auth: () => Auth,
  handler: (request: Request, context: Context & { session: Session }) => Response | Promise<Response>,
  requirement?: Requirement,
): RouteHandler<Context> {
  return async (request, context) => {
    await answerAtRequestTime()
    const result = await auth().guard(withOwnProtocol(request), requirement)
    if (result.outcome === 'refused') return result.error.toResponse()
    // Core redirects pages only.
    if (result.outcome === 'redirect') return new AuthError('not_signed_in', 'Nobody is signed in.').toResponse()
    const { session, setCookies } = result
    const response = await withErrorResponses(() => handler(request, { ...context, session }))
    return privateResponse(response, setCookies)
  }
}
