import type { BrowserContext, Page } from 'playwright-core'
import type { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { type Sent, send } from '../../apps/server/test/support/send.ts'
import { until } from '../../apps/server/test/support/until.ts'
import { openTestWorld, someone, type TestPerson, type TestWorld } from '../../apps/server/test/support/world.ts'
import type { Session } from '../../packages/core/src/model/session.ts'
import { cookieNames, SealedCookies } from '../../packages/core/src/sessions/cookies.ts'
import type { StoredTokens } from '../../packages/core/src/sessions/session-store.ts'
import { type Framework, watched } from './sdk-frameworks.ts'
import { freePort } from './support.ts'

// An application of an SDK beside the real server, and the people who use it.

const secret = 'a secret of the fixture that is long enough'
const clientSecret = 'app-secret-0123456789'

export interface SdkApplication {
  world: TestWorld
  /** The origin that people know, and where the application listens: another one if a proxy is in front of it. */
  url: string
  address: string
  output(): string
  fetch(path: string, person?: SignedInPerson, init?: Sent): Promise<Response>
  signIn(): Promise<SignedInPerson>
  /** Opens a link to `/auth/login` and comes back from the provider: what the application answers at the end. */
  throughProvider(path: string, person: SignedInPerson, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

export class SignedInPerson {
  constructor(
    readonly person: TestPerson,
    readonly cookies: Map<string, string>,
    /** Where the person is signed in at the provider. */
    readonly visitor: PlainBrowser,
    readonly issuer: string,
    readonly url: string,
  ) {}
  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  take({ headers }: Response): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(pair.slice(0, cut))
      else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
  }
  /** The same cookies as they are when the access token has died: a test does not wait for it. */
  age(): Promise<void> {
    return this.#rewrite((session, tokens) => {
      session.freshUntil = 1
      tokens.expiresAt = 1
    })
  }
  /** The same cookies as they are if the provider says that the person has these permissions. */
  grant(permissions: readonly string[]): Promise<void> {
    return this.#rewrite((session) => {
      session.user = { ...session.user, permissions }
    })
  }
  async #rewrite(change: (session: Session, tokens: StoredTokens) => void): Promise<void> {
    const sealed = new SealedCookies([secret], false, () => new Date())
    const names = cookieNames(false, this.issuer, 'app')
    const payload = await sealed.open(await names.session, this.cookies)
    const tokens = (await sealed.open(await names.tokens, this.cookies)) as
      | (StoredTokens & Record<string, unknown>)
      | null
    if (!payload || !tokens) throw new Error('there is no session to change')
    const session = payload.session as Session
    change(session, tokens)
    const written = [
      ...(await sealed.seal(await names.session, { ...payload, triedAt: 0, session }, 3600, this.cookies)),
      ...(await sealed.seal(await names.tokens, tokens, 3600, this.cookies)),
    ]
    this.take(new Response(null, { headers: written.map((cookie) => ['Set-Cookie', cookie]) }))
  }
  /** Signs out at the provider, without the application. */
  async endAtProvider(): Promise<void> {
    await this.visitor.go(`${this.issuer}/logout`)
    await this.visitor.submit({ decision: 'logout' })
  }
  async into(context: BrowserContext): Promise<void> {
    const cookies = [...this.cookies].map(([name, value]) => ({ name, value, url: this.url, httpOnly: true }))
    await context.addCookies(cookies)
  }
}

export const document = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** @param env may have `VESTIBULE_URL`, the origin of a proxy */
export async function openApplication(framework: Framework, env: Record<string, string> = {}): Promise<SdkApplication> {
  const port = String(await freePort())
  const address = `http://localhost:${port}`
  const url = env.VESTIBULE_URL ?? address
  const world = await openTestWorld(
    {
      OIDC_CLIENT_ID_30: 'app',
      OIDC_CLIENT_30_SECRET: clientSecret,
      OIDC_CLIENT_30_REDIRECT_URIS: `${url}/auth/callback`,
      OIDC_CLIENT_30_POST_LOGOUT_REDIRECT_URIS: `${url}/`,
      OIDC_CLIENT_30_GRANT_TYPES: 'authorization_code,refresh_token',
      OIDC_CLIENT_30_BACKCHANNEL_LOGOUT_URI: `${url}/auth/backchannel-logout`,
    },
    { clock: 'running' },
  )
  const child = framework.start({
    PATH: process.env.PATH ?? '',
    PORT: port,
    VESTIBULE_ISSUER: world.issuer,
    VESTIBULE_CLIENT_ID: 'app',
    VESTIBULE_CLIENT_SECRET: clientSecret,
    VESTIBULE_SECRET: secret,
    VESTIBULE_URL: url,
    ...env,
  })
  const { output, ended } = watched(child)
  const application: SdkApplication = {
    world,
    url,
    address,
    output,
    fetch: (path, person, { headers, ...init } = {}) =>
      send(`${url}${path}`, {
        ...init,
        headers: { ...document, ...(person ? { cookie: person.header } : {}), ...headers },
      }),
    async signIn() {
      const visitor = world.browser()
      const person = someone()
      const cookies = new Map<string, string>()
      const signedIn = new SignedInPerson(person, cookies, visitor, world.issuer, url)
      const begun = await application.fetch('/auth/login?returnTo=/private')
      signedIn.take(begun)
      await visitor.go(begun.headers.get('location') ?? '')
      const { callback } = await world.finish(visitor, person)
      signedIn.take(await application.fetch(`${callback?.pathname}${callback?.search}`, signedIn))
      return signedIn
    },
    async throughProvider(path, person, headers) {
      const begun = await application.fetch(path, person, { headers: { 'sec-fetch-site': 'same-origin' } })
      person.take(begun)
      const { callback } = await person.visitor.go(begun.headers.get('location') ?? '')
      return application.fetch(`${callback?.pathname}${callback?.search}`, person, { headers })
    },
    async close() {
      child.kill()
      await ended
      await world.close()
    },
  }
  const ready = async () => {
    if (child.exitCode !== null) throw new Error(`the application ended with ${child.exitCode}:\n${output()}`)
    return (await fetch(address).catch(() => null))?.ok
  }
  await until(ready, () => `the application does not start:\n${output()}`)
  return application
}

/** Whether a page shows something. Null while it is on its way to another. */
export const shows = (page: Page, text: string): Promise<boolean | null> =>
  page.content().then(
    (html) => html.includes(text),
    () => null,
  )
