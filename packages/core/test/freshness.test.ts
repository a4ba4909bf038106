import { beforeEach, describe, expect, test } from 'vitest'
import { type Auth, type AuthOptions, createAuth, memoryStore } from '../src/index.ts'
import { decide } from '../src/requirement.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// A session that ended at the provider ends in the application, within the life of an access token (300 seconds of the test
// issuer), and a provider that is away ends nothing.

let provider: TestIssuer
let offset = 0
const opened = Date.now()
const now = () => new Date(opened + offset)
const pass = (seconds: number) => {
  offset += seconds * 1000
}
let errors: string[]
let away = false
let asked = 0
const options = (more: Partial<AuthOptions> = {}) =>
  optionsFor(provider, {
    now,
    on: { error: ({ code }) => errors.push(code) },
    fetch: async (input, init) => {
      asked += 1
      return away ? new Response('busy', { status: 503 }) : provider.fetch(input, init)
    },
    ...more,
  })
let auth: Auth
let browser: Browser

beforeEach(async () => {
  offset = 0
  errors = []
  away = false
  provider = await createTestIssuer({ now })
  provider.signIn({ sub: 'ada', organization: 'acme', organization_roles: ['admin'] })
  auth = createAuth(options())
  browser = new Browser(auth, provider)
  expect(await browser.signIn()).toBe('/here')
})

const endsAtTheProvider = () =>
  provider.tamper((path, response) =>
    path === '/token' ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : response,
  )
const isAway = () => {
  away = true
}
const withoutRefreshTokens = () =>
  provider.tamper(async (path, response) => {
    if (path !== '/token' || !response.ok) return response
    const { refresh_token: _, ...tokens } = await response.json()
    return Response.json(tokens)
  })
const page = (canWrite?: () => boolean, own = auth) =>
  own.guard(browser.request('/reports?year=2026'), {}, { as: 'page', returnTo: '/reports?year=2026', canWrite })
const api = (own = auth) => own.guard(browser.request('/api'))
const cannotWrite = () => false

describe('where cookies can be written', () => {
  test('a guard asks nobody while the token lives, and refreshes once it has died', async () => {
    expect(await page()).toMatchObject({ outcome: 'allowed', setCookies: [] })
    expect(provider.count('/token')).toBe(1)
    pass(301)
    provider.signIn({ sub: 'ada', organization: 'acme', organization_roles: ['member'] })
    const again = await Promise.all([page(), api(), page()])
    for (const result of again) {
      // What the person may do is as young as the token.
      expect(result).toMatchObject({ outcome: 'allowed', session: { user: { roles: ['member'] } } })
      if (result.outcome === 'allowed') browser.take(result.setCookies)
    }
    expect(provider.count('/token')).toBe(2)
    expect(await page()).toMatchObject({ outcome: 'allowed', setCookies: [] })
  })

  test('B4 S1 a session that ended at the provider is a sign-in for pages and 401 for APIs, and its cookies go', async () => {
    pass(301)
    endsAtTheProvider()
    const refused = await api()
    expect(refused).toMatchObject({ outcome: 'refused', error: { status: 401, code: 'refresh_rejected' } })
    const sent = await page()
    expect(sent).toMatchObject({ outcome: 'redirect', location: '/auth/login?returnTo=%2Freports%3Fyear%3D2026' })
    if (sent.outcome === 'redirect') browser.take(sent.setCookies)
    expect(browser.header).toBe('')
    expect(await page()).toMatchObject({ outcome: 'redirect' })
  })

  test('a provider that is away ends nothing, and is not asked again for a minute', async () => {
    pass(301)
    isAway()
    const first = await page()
    expect(first).toMatchObject({ outcome: 'allowed', session: { user: { sub: 'ada' } } })
    if (first.outcome === 'allowed') browser.take(first.setCookies)
    expect(errors).toEqual(['refresh_unavailable'])
    asked = 0
    for (const result of [await page(), await api()])
      expect(result).toMatchObject({ outcome: 'allowed', setCookies: [] })
    expect(asked).toBe(0)
    pass(61)
    away = false
    const back = await api()
    expect(back).toMatchObject({ outcome: 'allowed', session: { freshUntil: expect.any(Number) } })
    expect(provider.count('/token')).toBe(2)
  })

  test('a middleware refreshes for the page behind it, and for documents only', async () => {
    pass(301)
    const script = new Request('https://app.test/x', { headers: { cookie: browser.header, 'sec-fetch-mode': 'cors' } })
    expect((await auth.update(script)).setCookies).toEqual([])
    const updated = await auth.update(browser.request('/reports'))
    expect(updated.setCookies.length).toBeGreaterThan(1)
    const behind = new Request('https://app.test/reports', { headers: { cookie: updated.cookieHeader } })
    expect(await auth.guard(behind, {}, { as: 'page', canWrite: cannotWrite })).toMatchObject({ outcome: 'allowed' })
    endsAtTheProvider()
    browser.take(updated.setCookies)
    pass(301)
    expect(await auth.update(browser.request('/reports'))).toMatchObject({ session: null, cookieHeader: '' })
  })

  test('the session that a page asks for is fresh too, and POST /auth/refresh tells of a change at once', async () => {
    provider.signIn({ sub: 'ada', name: 'Ada King' })
    expect(await (await browser.open('/auth/session')).json()).toMatchObject({ user: { name: null } })
    expect(await (await browser.post('/auth/refresh')).json()).toMatchObject({ user: { name: 'Ada King' } })
    expect(
      (await browser.open('/auth/refresh', { method: 'POST', headers: { origin: 'https://evil.test' } })).status,
    ).toBe(403)
    pass(301)
    endsAtTheProvider()
    expect(await (await browser.open('/auth/session')).json()).toBeNull()
    expect(browser.header).toBe('')
  })
})

describe('where no cookie can be written (a server component)', () => {
  test('S11 the document passes through /auth/refresh and comes back, once', async () => {
    pass(301)
    const sent = await page(cannotWrite)
    expect(sent).toMatchObject({ outcome: 'redirect', location: '/auth/refresh?returnTo=%2Freports%3Fyear%3D2026' })
    expect(provider.count('/token')).toBe(1)
    const back = await browser.open('/auth/refresh?returnTo=/reports?year=2026')
    expect(back.headers.get('location')).toBe('/reports?year=2026')
    expect(await page(cannotWrite)).toMatchObject({ outcome: 'allowed' })
    expect((await auth.accessToken(browser.header, { canWrite: cannotWrite })).token).toBeTruthy()
    // Whoever is sent there without need changes nothing.
    await browser.open('/auth/refresh?returnTo=/')
    expect(provider.count('/token')).toBe(2)
  })

  test('what is no document refreshes nothing there, and a stranger is sent to the sign-in', async () => {
    pass(301)
    expect((await browser.open('/auth/refresh', { headers: { 'sec-fetch-mode': 'cors' } })).status).toBe(204)
    expect((await browser.open('/auth/refresh', { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(204)
    expect(provider.count('/token')).toBe(1)
    const stranger = await new Browser(auth, provider).open('/auth/refresh?returnTo=//evil.test')
    expect(stranger.headers.get('location')).toBe('/auth/login?returnTo=%2F')
  })

  test('B4 a dead session becomes the sign-in', async () => {
    pass(301)
    endsAtTheProvider()
    expect((await browser.open('/auth/refresh?returnTo=/reports')).headers.get('location')).toBe(
      '/auth/login?returnTo=%2Freports',
    )
    expect(browser.header).toBe('')
  })

  test('a provider that is away makes no circle: the page is shown as it was', async () => {
    pass(301)
    isAway()
    expect((await browser.open('/auth/refresh?returnTo=/reports')).headers.get('location')).toBe('/reports')
    expect(await page(cannotWrite)).toMatchObject({ outcome: 'allowed' })
    // A token can't be shown as it was: an error says so, and the browser is not sent again.
    const error = await auth.accessToken(browser.header, { canWrite: cannotWrite }).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'refresh_unavailable', status: 503 })
    expect(error.refreshPath).toBeUndefined()
  })

  test('a token that is dead on arrival makes no circle', async () => {
    provider.tamper(async (path, response) =>
      path === '/token' ? Response.json({ ...(await response.json()), expires_in: 0 }) : response,
    )
    await browser.signIn()
    expect(await page(cannotWrite)).toMatchObject({ outcome: 'allowed' })
    const error = await auth.accessToken(browser.header, { canWrite: cannotWrite }).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'refresh_unavailable' })
    expect(error.refreshPath).toBeUndefined()
  })

  test('to come back to a route of the SDK would be a circle: the home page is shown instead', async () => {
    for (const path of ['/auth/login', '/auth/refresh?returnTo=/auth/refresh', '/auth/logout']) {
      pass(301)
      const response = await browser.open(`/auth/refresh?${new URLSearchParams({ returnTo: path })}`)
      expect(response.headers.get('location')).toBe('/')
    }
  })
})

describe('K14 the routes for scripts and the guards agree about who is signed in', () => {
  /** Who is signed in, by the guard of an API and by both routes that the hooks request. */
  const seen = async () => {
    const guarded = await api()
    const get = await (await browser.open('/auth/session')).json()
    const post = await (await browser.post('/auth/refresh')).json()
    return [guarded.outcome === 'allowed', get !== null, post !== null]
  }
  const dropTokens = () => {
    for (const name of [...browser.cookies.keys()]) if (name.includes('_tokens_')) browser.cookies.delete(name)
  }

  test('the cookie of the tokens is lost', async () => {
    dropTokens()
    expect(await seen()).toEqual([true, true, true])
    pass(301)
    expect(await seen()).toEqual([false, false, false])
    // The session is not ended: a page still confirms it by a redirect.
    expect(await page()).toMatchObject({ outcome: 'redirect', location: expect.stringMatching(/^\/auth\/refresh/) })
  })

  test('the provider gives no refresh tokens', async () => {
    withoutRefreshTokens()
    await browser.signIn()
    expect(await seen()).toEqual([true, true, true])
    pass(301)
    expect(await seen()).toEqual([false, false, false])
  })

  test('the provider is away, or has ended the session', async () => {
    pass(301)
    away = true
    expect((await api()).outcome).toBe('allowed')
    expect((await (await browser.open('/auth/session')).json())?.user.sub).toBe('ada')
    away = false
    pass(61)
    endsAtTheProvider()
    expect(await seen()).toEqual([false, false, false])
  })
})

describe('without a refresh token', () => {
  beforeEach(async () => {
    withoutRefreshTokens()
    await browser.signIn()
    pass(301)
  })

  test('pages authorize again without a question, and come back; APIs answer 401 and keep the session', async () => {
    expect(await api()).toMatchObject({ outcome: 'refused', error: { status: 401, setCookies: [] } })
    expect(await page()).toMatchObject({ outcome: 'redirect', location: expect.stringMatching(/^\/auth\/refresh/) })
    const sent = new URL((await browser.open('/auth/refresh?returnTo=/reports')).headers.get('location') ?? '')
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({ prompt: 'none', organization: 'acme' })
    const landed = await browser.open(await provider.authorize(sent.href))
    expect(landed.headers.get('location')).toBe('/reports')
    expect(await page()).toMatchObject({ outcome: 'allowed', setCookies: [] })
  })

  const answered = async (error: string) => {
    const sent = new URL((await browser.open('/auth/refresh?returnTo=/reports')).headers.get('location') ?? '')
    const back = new URL(sent.searchParams.get('redirect_uri') ?? '')
    back.search = String(
      new URLSearchParams({ error, state: sent.searchParams.get('state') ?? '', iss: provider.issuer }),
    )
    return browser.open(back.href)
  }

  test.each(['login_required', 'interaction_required', 'access_denied'])('%s ends the session', async (error) => {
    expect((await answered(error)).headers.get('location')).toBe('/auth/login?returnTo=%2Freports')
    expect(await auth.read(browser.header)).toBeNull()
  })

  test('temporarily_unavailable ends nothing', async () => {
    expect((await answered('temporarily_unavailable')).headers.get('location')).toBe('/reports')
    expect(await page()).toMatchObject({ outcome: 'allowed' })
  })

  test('an answer for another person ends the session', async () => {
    const sent = await browser.open('/auth/refresh?returnTo=/reports')
    provider.signIn({ sub: 'eve' })
    const landed = await browser.open(await provider.authorize(sent.headers.get('location') ?? ''))
    expect(landed.headers.get('location')).toBe('/auth/login?returnTo=%2Freports')
    expect(await auth.read(browser.header)).toBeNull()
  })

  test('a browser is not sent to a provider that does not answer', async () => {
    isAway()
    expect((await browser.open('/auth/refresh?returnTo=/reports')).headers.get('location')).toBe('/reports')
    expect(await page()).toMatchObject({ outcome: 'allowed' })
  })
})

test('with a store the refresh is made in place, even where no cookie can be written', async () => {
  const own = createAuth(options({ session: { store: memoryStore(now) } }))
  browser = new Browser(own, provider)
  await browser.signIn()
  pass(301)
  expect(await page(cannotWrite, own)).toMatchObject({ outcome: 'allowed', setCookies: [] })
  endsAtTheProvider()
  pass(301)
  expect(await api(own)).toMatchObject({ outcome: 'refused', error: { status: 401 } })
  expect(await own.read(browser.header)).toBeNull()
})

test('a guard decides the same in the browser, without a dependency', async () => {
  const session = await auth.read(await createTestSession(options(), { roles: ['member'] }))
  const at = { returnTo: '/x', seconds: Math.floor(now().getTime() / 1000) }
  expect(decide(null, {}, at)).toEqual({ outcome: 'login', path: '/auth/login?returnTo=%2Fx' })
  expect(decide(session, {}, at)).toEqual({ outcome: 'allowed' })
  expect(decide(session, { role: 'owner' }, at)).toEqual({ outcome: 'forbidden' })
  expect(decide(session, { acr: 'phr' }, at)).toEqual({ outcome: 'login', path: '/auth/login?returnTo=%2Fx&acr=phr' })
  expect(decide(session, {}, { ...at, seconds: at.seconds + 7200 })).toMatchObject({ outcome: 'refresh' })
})

test('a step-up keeps the organization of the session, on the server and in the browser', async () => {
  const cookie = await createTestSession(options(), { organization: 'acme' })
  const path = '/auth/login?returnTo=%2Fx&organization=acme&acr=phr'
  const request = new Request('http://localhost:3000/x', { headers: { cookie } })
  const guarded = await auth.guard(request, { acr: 'phr' }, { as: 'page', returnTo: '/x' })
  expect(guarded).toMatchObject({ outcome: 'redirect', location: path })
  const at = { returnTo: '/x', seconds: Math.floor(now().getTime() / 1000) }
  expect(decide(await auth.read(cookie), { acr: 'phr' }, at)).toEqual({ outcome: 'login', path })
})

test('a step-up of an API says what is to be reached, and a form of another site is refused', async () => {
  const stepUp = await auth.guard(browser.request('/api'), { acr: ['phr', 'x"y'], maxAge: 60 })
  expect(stepUp).toMatchObject({ outcome: 'refused' })
  if (stepUp.outcome === 'refused')
    expect(stepUp.error.headers['WWW-Authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", acr_values="phr xy", max_age="60"',
    )
  const foreign = browser.request('/api', { method: 'POST', headers: { origin: 'https://evil.test' } })
  expect(await auth.guard(foreign)).toMatchObject({ outcome: 'refused', error: { status: 403 } })
})
