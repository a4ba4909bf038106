import {
  type Auth,
  AuthError,
  type AuthOptions,
  configurationErrorPage,
  createAuth as createCore,
  localPath,
  markPrivate,
  optionsFromEnvironment,
  privateHeaders,
  type Requirement,
  type Session,
} from '@vestibule/core'
import { isFollowed, isPage, pageOf } from './page.ts'
import { PendingCookies } from './pending-cookies.ts'
import { addCookies, redirectDocument, withHeaders } from './responses.ts'
import type { RemixAuth, RequestArgs } from './types.ts'

/** State that the guards of a request share. */
interface RequestState {
  /** Cookies for the response of `withAuth`. */
  cookies?: string[]
  /** A guard has allowed the request: later calls can happen after the response has started. */
  passed?: boolean
}

/** Set by a redirect to the same page, so that an access token that is already expired causes no redirect loop. */
const redirectedCookie = 'vestibule_redirected'

/** Left by the development servers of both for their request handlers. A server of a build has none, whatever `NODE_ENV` says. */
const developmentHooks = ['__reactRouterDevServerHooks', '__remix_devServerHooks'] as const

const isDevelopmentServer = (): boolean => developmentHooks.some((name) => Reflect.get(globalThis, name) !== undefined)

/** Sign-in for Remix and React Router, which call loaders and actions with the same arguments. */
export class RouterAuth {
  readonly #options: Partial<AuthOptions> | undefined
  readonly #states = new WeakMap<Request, RequestState>()
  readonly #pending = new PendingCookies()
  #core: Auth | undefined
  /**
   * Whether the application commits sessions, by middleware or `commitSession`: known after the first call. Until then, cookies
   * are set by a redirect, so that no refreshed token is lost.
   */
  commits = false

  constructor(options?: Partial<AuthOptions>) {
    this.#options = options
    // A server with missing variables must not start. A build that renders pages (React Router's `prerender`) has no secrets.
    if (process.env.NODE_ENV === 'production' && !process.env.IS_RR_BUILD_REQUEST) this.core
  }

  get core(): Auth {
    this.#core ??= createCore(
      optionsFromEnvironment(process.env, this.#options, { development: isDevelopmentServer() }),
    )
    return this.#core
  }

  /** The functions for the application. */
  get api(): RemixAuth {
    const handle = ({ request }: RequestArgs) => {
      // The SDK's routes set their own cookies: after a logout, nothing may be set again.
      this.#pending.take(request.headers.get('cookie'))
      try {
        this.core
      } catch (error) {
        return configurationErrorPage(error, request, process.env.NODE_ENV === 'development' && isDevelopmentServer())
      }
      return this.core.handle(request)
    }
    return {
      loader: handle,
      action: handle,
      headers: () => ({ ...privateHeaders }),
      getSession: ({ request }) => this.core.read(request),
      requireUser: async (args, requirement) => (await this.#requirePage(args, requirement)).user,
      withAuth: (handler, requirement) => (args) => this.#withAuth(args, handler, requirement),
      getAccessToken: (args) => this.#accessToken(args),
      verifyBearer: ({ request }, requirement) => this.core.verifyBearer(request, requirement).catch(throwResponse),
      signIn: async (args, login) => redirectDocument(this.core.href(this.core.loginPath(login), args.request)),
      signOut: (args) => this.#signOut(args),
      commitSession: async (request, headers) => void (await this.commit(request, headers)),
    }
  }

  async #requirePage(args: RequestArgs, requirement?: Requirement): Promise<Session> {
    const as = isPage(args) ? 'page' : 'api'
    const result = await this.core.guard(args.request, requirement, { as, returnTo: this.#pageOf(args) })
    if (result.outcome === 'refused') throw result.error.toResponse()
    if (result.outcome === 'redirect') throw redirectDocument(result.location, result.setCookies)
    this.#deliver(args, result.setCookies)
    this.#stateOf(args).passed = true
    return result.session
  }

  async #withAuth<Args extends RequestArgs, Result>(
    args: Args,
    handler: (args: Args & { session: Session }) => Result | Promise<Result>,
    requirement?: Requirement,
  ): Promise<Result> {
    const cookies: string[] = []
    this.#states.set(args.request, { cookies, passed: true })
    const result = await this.core.guard(args.request, requirement, { as: 'api' })
    if (result.outcome === 'refused') throw result.error.toResponse()
    // Core redirects pages only.
    if (result.outcome === 'redirect') throw new AuthError('not_signed_in', 'Nobody is signed in.').toResponse()
    cookies.push(...result.setCookies)
    const mark = (response: Response) => {
      const headers = new Headers(response.headers)
      markPrivate(headers)
      addCookies(headers, cookies)
      return withHeaders(response, headers)
    }
    try {
      const value = await handler({ ...args, session: result.session })
      // Some versions of the routers drop the headers of plain values.
      return mark(value instanceof Response ? value : Response.json(value ?? null)) as Result
    } catch (error) {
      throw error instanceof Response ? mark(error) : error instanceof AuthError ? mark(error.toResponse()) : error
    }
  }

  async #accessToken(args: RequestArgs): Promise<string> {
    try {
      const { token, setCookies } = await this.core.accessToken(args.request)
      this.#deliver(args, setCookies)
      return token
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      const inPage = !this.#stateOf(args).cookies && isFollowed(args) && isPage(args)
      if (inPage && error.refreshPath)
        throw redirectDocument(this.core.href(error.refreshPath, args.request), error.setCookies)
      if (inPage && error.status === 401) {
        const login = this.core.loginPath({ returnTo: this.#pageOf(args) })
        throw redirectDocument(this.core.href(login, args.request), error.setCookies)
      }
      throw error.toResponse()
    }
  }

  /** Delivers the cookies of a refresh to the browser, in the best way for this request. */
  #deliver(args: RequestArgs, setCookies: readonly string[]): void {
    const { cookies, passed } = this.#stateOf(args)
    const cookieHeader = args.request.headers.get('cookie')
    if (setCookies.length === 0) return
    if (cookies) cookies.push(...setCookies)
    else if (!this.commits && !passed && isFollowed(args) && !cookieHeader?.includes(`${redirectedCookie}=`)) {
      const marker = `${redirectedCookie}=1; Path=/; Max-Age=10; HttpOnly; SameSite=Lax`
      throw redirectDocument(this.core.href(localPath(this.#pageOf(args)), args.request), [...setCookies, marker])
    } else this.#pending.put(cookieHeader, setCookies)
  }

  async #signOut({ request }: RequestArgs): Promise<Response> {
    if (!this.core.isSameOrigin(request))
      throw new AuthError('forbidden', 'This request was sent from another site.').toResponse()
    const headers = new Headers({ cookie: request.headers.get('cookie') ?? '' })
    for (const name of ['host', 'origin']) headers.set(name, request.headers.get(name) ?? '')
    const url = new URL(this.core.href(this.core.logoutPath(), request), request.url)
    if (!request.headers.get('origin')) headers.set('origin', url.origin)
    this.#pending.take(request.headers.get('cookie'))
    const response = await this.core.handle(new Request(url, { method: 'POST', headers }))
    return withHeaders(response, new Headers([...response.headers, ['X-Remix-Reload-Document', 'true']]))
  }

  /**
   * Sets the cookies of core, and marks the response as private unless the application has set `Cache-Control`. Returns where a
   * document has to be redirected first, so that its browser proves that the session is bound to it.
   */
  async commit(request: Request, headers: Headers): Promise<string | undefined> {
    this.commits = true
    // If a loader has already refreshed the session, it is not refreshed again.
    const pending = this.#pending.take(request.headers.get('cookie'))
    const { setCookies, location } =
      pending.length > 0 ? { setCookies: pending, location: undefined } : await this.core.update(request)
    addCookies(headers, setCookies)
    if (!headers.has('Cache-Control')) markPrivate(headers)
    return location
  }

  #stateOf({ request }: RequestArgs): RequestState {
    const state = this.#states.get(request) ?? {}
    this.#states.set(request, state)
    return state
  }

  #pageOf(args: RequestArgs): string {
    return pageOf(args, new URL(this.core.href(localPath('/'), args.request), args.request.url).pathname)
  }
}

function throwResponse(error: unknown): never {
  throw error instanceof AuthError ? error.toResponse() : error
}
