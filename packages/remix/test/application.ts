import { openTestWorld, someone, type TestWorld } from '../../../apps/server/test/support/world.ts'
import { createAuth, type ReactRouterAuth } from '../src/react-router.ts'

/** Where Vite serves an application in development: no variable says so. */
export const url = 'http://localhost:5173'
export const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** An application in development beside the real server, on whose clock both are. */
export interface Application {
  world: TestWorld
  /** What happens to requests for the provider, and how many were for tokens. */
  provider: { away: boolean; asked: number }
  /** A process of the application. */
  start(): ReactRouterAuth
  /** A request of the application's browser. */
  request(path: string, browser?: AppBrowser, init?: RequestInit): Request
  signIn(auth: ReactRouterAuth): Promise<AppBrowser>
  /** Signs out at the provider, without the application. */
  endAtProvider(browser: AppBrowser): Promise<void>
}

/** A browser's cookies of the application. */
export class AppBrowser {
  readonly cookies = new Map<string, string>()
  endSession: () => Promise<void> = async () => {}
  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  take({ headers }: Response): this {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(pair.slice(0, cut))
      else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
    return this
  }
}

export async function openApplication(env: Record<string, string> = {}): Promise<Application> {
  const secret = 'app-secret-0123456789'
  const world = await openTestWorld({
    OIDC_CLIENT_ID_30: 'app',
    OIDC_CLIENT_30_SECRET: secret,
    OIDC_CLIENT_30_REDIRECT_URIS: `${url}/auth/callback`,
    OIDC_CLIENT_30_POST_LOGOUT_REDIRECT_URIS: `${url}/`,
    OIDC_CLIENT_30_GRANT_TYPES: 'authorization_code,refresh_token',
    ...env,
  })
  const provider = { away: false, asked: 0 }
  const start = () =>
    createAuth({
      issuer: world.issuer,
      clientId: 'app',
      clientSecret: secret,
      secret: 'a secret of at least thirty-two characters',
      production: false,
      now: () => world.deps.now(),
      fetch: async (input, init) => {
        if (String(input instanceof Request ? input.url : input).endsWith('/token')) provider.asked += 1
        if (provider.away) throw new TypeError('fetch failed')
        return fetch(input, init)
      },
      on: { error: () => {} },
    })
  const request = (path: string, browser?: AppBrowser, { headers, ...init }: RequestInit = {}) =>
    new Request(`${url}${path}`, {
      ...init,
      headers: { host: 'localhost:5173', ...navigation, ...headers, ...(browser ? { cookie: browser.header } : {}) },
    })
  return {
    world,
    provider,
    start,
    request,
    async signIn(auth) {
      const browser = new AppBrowser()
      const begun = await auth.loader({ request: request('/auth/login?returnTo=/reports') })
      browser.take(begun)
      const visitor = world.browser()
      await visitor.go(begun.headers.get('location') ?? '')
      const { callback } = await world.finish(visitor, someone())
      browser.take(await auth.loader({ request: request(`${callback?.pathname}${callback?.search}`, browser) }))
      // Another application of the person signs them out: this one is not told.
      browser.endSession = async () => {
        const copy = request('/auth/logout', browser, { method: 'POST', headers: { origin: url } })
        await visitor.go((await start().action({ request: copy })).headers.get('location') ?? '')
      }
      return browser
    },
    endAtProvider: (browser) => browser.endSession(),
  }
}

/** What a loader throws, which the router sends. */
export async function thrown(work: () => Promise<unknown>): Promise<Response> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Response) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
