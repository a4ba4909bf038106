import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, someone, type TestWorld } from '../../../apps/server/test/support/world.ts'
import {
  type Auth,
  type AuthError,
  type AuthOptions,
  createAuth,
  localPath,
  optionsFromEnvironment,
} from '../src/index.ts'

let world: TestWorld
let auth: Auth
let offset = 0
const url = 'http://localhost:3999'
const sessionSecret = 'the secret of the sessions of this file'
const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }

beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_30: 'app',
    OIDC_CLIENT_30_SECRET: 'app-secret-0123456789',
    OIDC_CLIENT_30_REDIRECT_URIS: `${url}/auth/callback`,
    OIDC_CLIENT_30_POST_LOGOUT_REDIRECT_URIS: `${url}/`,
    OIDC_CLIENT_30_GRANT_TYPES: 'authorization_code,refresh_token',
  })
  auth = createAuth({
    ...optionsFromEnvironment(
      { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: 'app', VESTIBULE_CLIENT_SECRET: 'app-secret-0123456789' },
      { url, secret: sessionSecret },
    ),
    now: () => new Date(world.deps.now().getTime() + offset),
  })
})
afterAll(() => world.close())

/** A browser's cookies for the application. */
class Cookies {
  readonly all = new Map<string, string>()
  get header() {
    return [...this.all].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  keep(response: Response | readonly string[]) {
    for (const cookie of 'headers' in response ? response.headers.getSetCookie() : response) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      if (/Max-Age=0/.test(cookie)) this.all.delete(pair.slice(0, cut))
      else this.all.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
  }
}

async function signIn(path = '/auth/login?returnTo=/reports') {
  const cookies = new Cookies()
  const person = someone()
  const started = await auth.handle(new Request(`${url}${path}`, { headers: navigation }))
  cookies.keep(started)
  const browser = world.browser()
  await browser.go(started.headers.get('location') ?? '')
  const { callback } = await world.finish(browser, person)
  const back = await auth.handle(
    new Request(callback?.href ?? '', { headers: { ...navigation, Cookie: cookies.header } }),
  )
  cookies.keep(back)
  return { cookies, person, back, browser, callback }
}

describe('core against the real server', () => {
  test('a person signs in, is read from the cookie, and lands where they wanted', async () => {
    const { cookies, person, back } = await signIn()
    expect([back.status, back.headers.get('location')]).toEqual([303, '/reports'])
    expect(back.headers.get('cache-control')).toBe('private, no-store')
    const session = await auth.read(cookies.header)
    expect(session?.user).toMatchObject({
      email: person.email,
      name: 'Ada Lovelace',
      phone: null,
      organization: expect.any(String),
    })
    expect(JSON.stringify(session)).not.toContain('eyJ')
    auth.check(session)
    expect(() => auth.check(session, { role: 'owner' })).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(() => auth.check(null)).toThrow(expect.objectContaining({ code: 'not_signed_in' }))
  })

  test('twenty parallel requests at expiry cause one refresh, and all get its token', async () => {
    const { cookies } = await signIn()
    const first = await auth.accessToken(cookies.header)
    expect(first.setCookies).toEqual([])
    offset = 595_000
    const all = await Promise.all(Array.from({ length: 20 }, () => auth.accessToken(cookies.header)))
    offset = 0
    expect(new Set(all.map((result) => result.token)).size).toBe(1)
    expect(all[0]?.token).not.toBe(first.token)
    expect((await world.userinfo(all[0]?.token ?? '')).status).toBe(200)
  })

  test('SC-01 a callback without its state cookie, twice, or of another browser makes no session', async () => {
    const { callback } = await signIn()
    const strange = await auth.handle(new Request(callback?.href ?? '', { headers: navigation }))
    expect(strange.status).toBe(400)
    expect(strange.headers.getSetCookie()).toEqual([])
  })

  test('K8 a switch to an organization of others is told apart from a sign-in that was declined', async () => {
    const errors: AuthError[] = []
    const options = { url, secret: sessionSecret, on: { error: (error: AuthError) => errors.push(error) } }
    const own = createAuth({
      ...optionsFromEnvironment(
        {
          VESTIBULE_ISSUER: world.issuer,
          VESTIBULE_CLIENT_ID: 'app',
          VESTIBULE_CLIENT_SECRET: 'app-secret-0123456789',
        },
        options,
      ),
      now: () => world.deps.now(),
    })
    const { cookies, browser } = await signIn()
    const asked = new Request(`${url}/auth/login?organization=of-others`, {
      headers: { ...navigation, Cookie: cookies.header, 'Sec-Fetch-Site': 'same-origin' },
    })
    const started = await own.handle(asked)
    cookies.keep(started)
    const { callback } = await browser.go(started.headers.get('location') ?? '')
    const headers = { ...navigation, Cookie: cookies.header, 'Accept-Language': 'de' }
    const html = await (await own.handle(new Request(callback?.href ?? '', { headers }))).text()
    expect(html).toContain('<h1>Sie sind weiterhin angemeldet</h1><p>Sie gehören nicht zu dieser Organisation.</p>')
    expect(errors).toMatchObject([{ code: 'not_a_member', status: 403 }])
  })

  test('K3 a wrong client secret has its own remedy in the log, at the sign-in, a refresh and a pushed request', async () => {
    const errors: AuthError[] = []
    const options: AuthOptions = {
      issuer: world.issuer,
      clientId: 'app',
      clientSecret: 'another-secret-of-24-bytes',
      secret: 'a secret of at least thirty-two characters',
      url,
      production: false,
      on: { error: (error) => errors.push(error) },
    }
    const wrong = createAuth(options)
    const cookies = new Cookies()
    const started = await wrong.handle(new Request(`${url}/auth/login`, { headers: navigation }))
    cookies.keep(started)
    const browser = world.browser()
    await browser.go(started.headers.get('location') ?? '')
    const { callback } = await world.finish(browser, someone())
    const headers = { ...navigation, Cookie: cookies.header }
    const response = await wrong.handle(new Request(callback?.href ?? '', { headers }))
    expect([response.status, await wrong.read(cookies.header)]).toEqual([400, null])

    // A session from before the secret was changed: it goes on, and the log says why it is not refreshed.
    const person = await signIn()
    const later = createAuth({ ...options, secret: sessionSecret, now: () => new Date(Date.now() + 3_600_000) })
    const request = new Request(`${url}/`, { headers: { Cookie: person.cookies.header } })
    expect(await later.guard(request)).toMatchObject({ outcome: 'allowed' })

    const pushing = createAuth({ ...options, pushedAuthorization: true })
    expect((await pushing.handle(new Request(`${url}/auth/login`, { headers: navigation }))).status).toBe(400)

    expect(errors.map(({ code }) => code)).toEqual(['callback_failed', 'refresh_unavailable', 'callback_failed'])
    for (const { message } of errors)
      expect(message).toMatch(
        /invalid_client.*VESTIBULE_CLIENT_SECRET is not the secret of this client.*#wrong-client-secret Set: VESTIBULE_CLIENT_SECRET=<.*>$/,
      )
  })

  test('SC-10 a changed, cut or foreign cookie is no session and no exception', async () => {
    const { cookies } = await signIn()
    const [name, value] = [...cookies.all].find(([name]) => name.includes('session')) as [string, string]
    const changed = `${value.slice(0, 60)}${value[60] === 'x' ? 'y' : 'x'}${value.slice(61)}`
    for (const bad of [value.slice(0, -2), changed, '', 'e30.e30.e30'])
      expect(await auth.read(`${name}=${bad}`)).toBeNull()
    const [, tokens] = [...cookies.all].find(([name]) => name.includes('tokens')) as [string, string]
    expect(await auth.read(`${name}=${tokens}`)).toBeNull()
    offset = 86_401_000
    expect(await auth.read(cookies.header)).toBeNull()
    offset = 0
  })

  test('SC-30 logout is a POST of this origin, and ends the session at the provider too', async () => {
    const { cookies, browser } = await signIn()
    const post = (origin: string) =>
      auth.handle(
        new Request(`${url}/auth/logout`, { method: 'POST', headers: { Cookie: cookies.header, Origin: origin } }),
      )
    expect((await auth.handle(new Request(`${url}/auth/logout`, { headers: { Cookie: cookies.header } }))).status).toBe(
      405,
    )
    expect((await post('https://evil.test')).status).toBe(403)
    const out = await post(url)
    cookies.keep(out)
    expect(await auth.read(cookies.header)).toBeNull()
    const ended = await browser.go(out.headers.get('location') ?? '')
    expect(ended.callback?.href).toBe(`${url}/`)
  })

  test('a prefetch starts no login, and login attempts do not pile up', async () => {
    expect(
      (await auth.handle(new Request(`${url}/auth/login`, { headers: { 'Sec-Fetch-Mode': 'cors' } }))).status,
    ).toBe(204)
    expect(
      (await auth.handle(new Request(`${url}/auth/login`, { headers: { ...navigation, 'Sec-Purpose': 'prefetch' } })))
        .status,
    ).toBe(204)
    const cookies = new Cookies()
    for (let i = 0; i < 12; i++)
      cookies.keep(
        await auth.handle(new Request(`${url}/auth/login`, { headers: { ...navigation, Cookie: cookies.header } })),
      )
    expect(cookies.all.size).toBeLessThanOrEqual(5)
  })

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '/x/..//evil.test',
    '',
    '/%09/evil.test\n',
  ])('SC-17 returnTo %j stays here', (input) => {
    expect(new URL(localPath(input), url).origin).toBe(url)
    expect(localPath(input).startsWith('//')).toBe(false)
  })

  test('every missing variable is named at once', () => {
    expect(() => optionsFromEnvironment({})).toThrow(/VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set/)
    expect(() =>
      optionsFromEnvironment(
        { VESTIBULE_ISSUER: 'https://x.test', VESTIBULE_CLIENT_ID: 'a' },
        {},
        { production: true },
      ),
    ).toThrow(/VESTIBULE_SECRET and VESTIBULE_URL are not set.*openssl rand/)
  })
})
