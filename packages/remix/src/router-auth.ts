import {
  type Auth,
  AuthError,
  type AuthOptions,
  createAuth as createCore,
  localPath,
  optionsFromEnvironment,
  type Requirement,
  type Session,
} from '@vestibule/core'
import { addCookies, markPrivate, privately, redirectDocument, withHeaders } from './answers.ts'
import { isFollowed, isPage, pageOf } from './page.ts'
import type { RemixAuth, RequestArgs } from './types.ts'
import { WaitingCookies } from './waiting-cookies.ts'

/** What the guards of one request tell each other. */
interface RequestState {
  /** Where `withAuth` takes cookies from, for its own answer. */
  cookies?: string[]
  /** A guard has let it pass: what is asked later may be asked when the answer is on its way. */
  passed?: boolean
}

/** A cookie of somebody who was just sent to the same page: a token that is dead on arrival sends nobody in a circle. */
const redirected = 'vestibule_redirected'

/** Sign-in for Remix and React Router, whose loaders and actions are called alike. */
export class RouterAuth {
  readonly #options: Partial<AuthOptions> | undefined
  readonly #states = new WeakMap<Request, RequestState>()
  readonly #waiting = new WaitingCookies()
  #core: Auth | undefined
  /**
   * Whether something that sees every answer writes cookies: known by its first call. Until then a redirect writes them, so
   * that no refreshed token is lost.
   */
  commits = false

  constructor(options?: Partial<AuthOptions>) {
    this.#options = options
    // What is missing stops a server at its start. A build that renders pages (React Router's `prerender`) has no secrets.
    if (process.env.NODE_ENV === 'production' && !process.env.IS_RR_BUILD_REQUEST) this.core
  }

  get core(): Auth {
    this.#core ??= createCore(optionsFromEnvironment(process.env, this.#options))
    return this.#core
  }

  /** What an application calls. */
  get api(): RemixAuth {
    const handle = ({ request }: RequestArgs) => {
      // Our own routes write their cookies themselves: after a sign-out nothing is written again.
      this.#waiting.take(request.headers.get('cookie'))
      return this.core.handle(request)
    }
    return {
      loader: handle,
      action: handle,
      headers: () => ({ ...privately }),
      getSession: ({ request }) => this.core.read(request.headers.get('cookie')),
      requireUser: async (args, requirement) => (await this.#requirePage(args, requirement)).user,
      withAuth: (handler, requirement) => (args) => this.#withAuth(args, handler, requirement),
      getAccessToken: (args) => this.#accessToken(args),
      verifyBearer: ({ request }, requirement) => this.core.verifyBearer(request, requirement).catch(throwResponse),
      signIn: async (args, login) => redirectDocument(this.core.href(this.core.loginPath(login), args.request)),
      signOut: (args) => this.#signOut(args),
      commitSession: (request, headers) => this.commit(request, headers),
    }
  }

  async #requirePage(args: RequestArgs, requirement?: Requirement): Promise<Session> {
    const as = isPage(args) ? 'page' : 'api'
    const result = await this.core.guard(args.request, requirement, { as, returnTo: this.#pageOf(args) })
    if (result.outcome === 'refused') throw result.error.toResponse()
    if (result.outcome === 'redirect') throw redirectDocument(result.location, result.setCookies)
    this.#bring(args, result.setCookies)
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
    // An API is never redirected.
    if (result.outcome === 'redirect') throw new AuthError('not_signed_in', 'Nobody is signed in.').toResponse()
    cookies.push(...result.setCookies)
    const mark = (response: Response) => {
      const headers = new Headers(response.headers)
      markPrivate(headers)
      addCookies(headers, cookies)
      return withHeaders(response, headers)
    }
    try {
      const answer = await handler({ ...args, session: result.session })
      // JSON in every version of the routers: some drop the headers of plain values.
      return mark(answer instanceof Response ? answer : Response.json(answer ?? null)) as Result
    } catch (error) {
      throw error instanceof Response ? mark(error) : error instanceof AuthError ? mark(error.toResponse()) : error
    }
  }

  async #accessToken(args: RequestArgs): Promise<string> {
    try {
      const { token, setCookies } = await this.core.accessToken(args.request)
      this.#bring(args, setCookies)
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

  /** Brings the browser the cookies of a refresh, the best way that there is for this request. */
  #bring(args: RequestArgs, setCookies: readonly string[]): void {
    const { cookies, passed } = this.#stateOf(args)
    const cookieHeader = args.request.headers.get('cookie')
    if (setCookies.length === 0) return
    if (cookies) cookies.push(...setCookies)
    else if (!this.commits && !passed && isFollowed(args) && !cookieHeader?.includes(`${redirected}=`)) {
      const mark = `${redirected}=1; Path=/; Max-Age=10; HttpOnly; SameSite=Lax`
      throw redirectDocument(this.core.href(localPath(this.#pageOf(args)), args.request), [...setCookies, mark])
    } else this.#waiting.put(cookieHeader, setCookies)
  }

  async #signOut({ request }: RequestArgs): Promise<Response> {
    if (!this.core.isSameOrigin(request))
      throw new AuthError('forbidden', 'This request was sent from another site.').toResponse()
    const headers = new Headers({ cookie: request.headers.get('cookie') ?? '' })
    for (const name of ['host', 'origin']) headers.set(name, request.headers.get(name) ?? '')
    const url = new URL(this.core.href(this.core.logoutPath(), request), request.url)
    if (!request.headers.get('origin')) headers.set('origin', url.origin)
    this.#waiting.take(request.headers.get('cookie'))
    const answer = await this.core.handle(new Request(url, { method: 'POST', headers }))
    return withHeaders(answer, new Headers([...answer.headers, ['X-Remix-Reload-Document', 'true']]))
  }

  /** Writes what core has for the browser. What the application does not say is shared, is nobody else's. */
  async commit(request: Request, headers: Headers): Promise<void> {
    this.commits = true
    // A loader has asked the provider for this answer: it is not asked again.
    const waiting = this.#waiting.take(request.headers.get('cookie'))
    addCookies(headers, waiting.length > 0 ? waiting : (await this.core.update(request)).setCookies)
    if (!headers.has('Cache-Control')) markPrivate(headers)
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

const throwResponse = (error: unknown): never => {
  throw error instanceof AuthError ? error.toResponse() : error
}
