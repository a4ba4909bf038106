import type { Auth, AuthOptions } from '../src/index.ts'
import type { TestIssuer } from '../src/testing.ts'

export const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }

/** A browser of one application, as far as sign-in needs one. */
export class Browser {
  readonly cookies = new Map<string, string>()
  constructor(
    readonly auth: Auth,
    readonly provider: TestIssuer,
    readonly home = 'https://app.test',
  ) {}

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  take(setCookies: readonly string[]): void {
    for (const cookie of setCookies) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(pair.slice(0, cut))
      else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
  }

  request(path: string, init: RequestInit = {}): Request {
    const headers = { ...navigation, ...(init.headers as Record<string, string>), cookie: this.header }
    return new Request(new URL(path, this.home), { ...init, headers })
  }

  async open(path: string, init?: RequestInit): Promise<Response> {
    const response = await this.auth.handle(this.request(path, init))
    this.take(response.headers.getSetCookie())
    return response
  }

  post(path: string): Promise<Response> {
    return this.open(path, { method: 'POST', headers: { origin: new URL(this.home).origin } })
  }

  /** Opens the login, is sent to the provider and back, and says where it lands. */
  async signIn(path = '/auth/login?returnTo=/here'): Promise<string | null> {
    const started = await this.open(path)
    const back = await this.provider.authorize(started.headers.get('location') ?? '')
    return (await this.open(back)).headers.get('location')
  }
}

export const optionsFor = (provider: TestIssuer, more: Partial<AuthOptions> = {}): AuthOptions => ({
  issuer: provider.issuer,
  clientId: 'app',
  clientSecret: 'app-secret',
  secret: 'a secret of at least thirty-two characters',
  url: 'https://app.test',
  fetch: provider.fetch,
  on: { error: () => {} },
  ...more,
})
