import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Application, openApplication, thrown, url } from './application.ts'
import { createAuth as createForRemix, memoryStore, type ReactRouterAuth } from './names.ts'

let app: Application
let auth: ReactRouterAuth
beforeAll(async () => {
  app = await openApplication()
  auth = app.start()
})
afterAll(() => app.world.close())

const minutes = (count: number) => app.world.pass(count * 60_000)
const requireUser = (path: string, browser?: Parameters<Application['request']>[1], init?: RequestInit) =>
  auth.requireUser({ request: app.request(path, browser, init) })

test('in development a sign-in comes back to the port that the browser used, without a variable that names it', async () => {
  const begun = await auth.loader({ request: app.request('/auth/login') })
  const location = new URL(begun.headers.get('location') ?? '')
  expect(location.searchParams.get('redirect_uri')).toBe(`${url}/auth/callback`)
  const browser = await app.signIn(auth)
  expect((await requireUser('/reports', browser)).given_name).toBe('Ada')
})

test('strangers are sent to the login as a document and come back to the page, whichever way the router asked', async () => {
  for (const [path, returnTo] of [
    ['/reports?year=2026', '/reports?year=2026'],
    ['/reports.data?year=2026&_routes=routes%2Freports', '/reports?year=2026'],
    ['/_root.data', '/'],
    // Byte for byte, whatever the router has added.
    ['/reports?y=a%20b&index&z=~(!)', '/reports?y=a%20b&z=~(!)'],
    ['/reports.data?_routes=routes%2Freports&y=a%20b&_data=routes%2Freports', '/reports?y=a%20b'],
  ] as const) {
    const answer = await thrown(() => requireUser(path))
    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location') ?? '', url)
    expect([location.pathname, [...location.searchParams]]).toEqual(['/auth/login', [['returnTo', returnTo]]])
    expect(answer.headers.get('x-remix-reload-document')).toBe('true')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('vary')).toBe('Cookie')
  }
  // React Router 8 says which page it is about.
  const routed = { request: app.request('/reports/_.data'), url: new URL(`${url}/reports/`) }
  expect((await thrown(() => auth.requireUser(routed))).headers.get('location')).toBe(
    '/auth/login?returnTo=%2Freports%2F',
  )
})

test('A-2 a cookie that a sibling site could plant by the byte 0xA0 is nobody’s session, and a name that is sent twice neither', async () => {
  const browser = await app.signIn(auth)
  const session = browser.header.split('; ').find((cookie) => cookie.startsWith('vestibule_session_')) ?? ''
  const seen = async (cookie: string) =>
    auth.getSession({ request: app.request('/', undefined, { headers: { cookie } }) })
  for (const cookie of [`\xa0${session}`, session.replace('=', '\xa0='), `${session}; ${session}`])
    expect(await seen(cookie)).toBeNull()
  expect((await seen(`\xa0${session}x; ${session}`))?.user.given_name).toBe('Ada')
})

test('K9 a link of another site asks before it leads to another organization, and its form goes on', async () => {
  const browser = await app.signIn(auth)
  const path = '/auth/login?organization=another'
  const link = app.request(path, browser, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([(await auth.loader({ request: link })).status, browser.header]).toEqual([200, browser.header])
  for (const [origin, status] of [
    ['https://evil.test', 403],
    [url, 303],
  ] as const) {
    const form = app.request(path, browser, { method: 'POST', headers: { origin } })
    expect((await auth.action({ request: form })).status).toBe(status)
  }
})

test('K8 K14 the routes of React Router: a switch to an organization of others, and a session whose tokens are lost', async () => {
  const browser = await app.signIn(auth)
  const begun = await auth.loader({
    request: app.request('/auth/login?organization=of-others', browser, {
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
  })
  browser.take(begun)
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  const query = new URLSearchParams({
    error: 'access_denied',
    error_description: 'the person is not a member of the requested organization',
    state: asked.get('state') ?? '',
    iss: app.world.issuer,
  })
  const headers = { 'accept-language': 'nb' }
  const page = await auth.loader({ request: app.request(`/auth/callback?${query}`, browser, { headers }) })
  expect(await page.text()).toContain(
    '<h1>Du er fortsatt logget på</h1><p>Du er ikke medlem av denne organisasjonen.</p>',
  )
  for (const name of [...browser.cookies.keys()]) if (name.includes('_tokens_')) browser.cookies.delete(name)
  minutes(11)
  const guarded = auth.withAuth(() => ({ ok: true }))
  expect((await thrown(() => guarded({ request: app.request('/api', browser) }))).status).toBe(401)
  const session = await auth.loader({ request: app.request('/auth/session', browser) })
  expect([session.status, await session.json()]).toEqual([200, null])
})

test('scripts get 401 or 403 with a challenge, never a redirect and never 500', async () => {
  const script = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const browser = await app.signIn(auth)
  const member = auth.withAuth(() => ({ ok: true }), { role: 'nobody' })
  const stranger = auth.withAuth(() => ({ ok: true }))
  const answers = [
    [await thrown(() => requireUser('/api', undefined, { headers: script })), 401],
    [await thrown(() => stranger({ request: app.request('/api') })), 401],
    [await thrown(() => member({ request: app.request('/api', browser) })), 403],
    [await thrown(() => auth.verifyBearer({ request: app.request('/api') })), 401],
    [
      await thrown(() =>
        auth.verifyBearer({ request: app.request('/api', undefined, { headers: { authorization: 'Bearer a.b.c' } }) }),
      ),
      401,
    ],
    [await thrown(() => auth.getAccessToken({ request: app.request('/api', undefined, { headers: script }) })), 401],
  ] as const
  for (const [answer, status] of answers) {
    expect(answer.status).toBe(status)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(answer.headers.get('location')).toBeNull()
  }
})

test('S9 verifyBearer names a missing scope by a 403, and takes the token that getAccessToken gives', async () => {
  const browser = await app.signIn(auth)
  const token = await auth.getAccessToken({ request: app.request('/reports', browser) })
  expect(typeof token).toBe('string')
  const request = app.request('/api', undefined, { headers: { authorization: `Bearer ${token}` } })
  expect((await auth.verifyBearer({ request })).clientId).toBe('app')
  const refused = await thrown(() => auth.verifyBearer({ request }, { scope: 'orders:write' }))
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="orders:write"',
  ])
})

test('a form of another site runs no action', async () => {
  const browser = await app.signIn(auth)
  const forged = { method: 'POST', headers: { origin: 'https://evil.test' } }
  expect((await thrown(() => requireUser('/reports', browser, forged))).status).toBe(403)
  const action = auth.withAuth(() => ({ ok: true }))
  expect((await thrown(() => action({ request: app.request('/api', browser, forged) }))).status).toBe(403)
  expect((await thrown(() => auth.signOut({ request: app.request('/x', browser, forged) }))).status).toBe(403)
})

test('B4 S1 a session that ended at the provider is a sign-in for pages and 401 for APIs within a token’s life', async () => {
  const browser = await app.signIn(auth)
  await app.endAtProvider(browser)
  minutes(11)
  const api = auth.withAuth(async ({ request }) => ({ token: await auth.getAccessToken({ request }) }))
  const refused = await thrown(() => api({ request: app.request('/api/call', browser) }))
  expect(refused.status).toBe(401)
  expect(refused.headers.getSetCookie().every((cookie) => /Max-Age=0/.test(cookie))).toBe(true)
  expect(refused.headers.getSetCookie().length).toBeGreaterThan(0)
  const page = await thrown(() => requireUser('/reports', browser))
  expect([page.status, page.headers.get('location')]).toEqual([303, '/auth/login?returnTo=%2Freports'])
  const token = await thrown(() => auth.getAccessToken({ request: app.request('/reports', browser) }))
  expect([token.status, token.headers.get('location')]).toEqual([303, '/auth/login?returnTo=%2Freports'])
  // The browser has forgotten, too.
  expect(browser.take(page).header).toBe('')
})

test('a page whose token has died comes back with a fresh session by one redirect to itself', async () => {
  const own = app.start()
  const browser = await app.signIn(own)
  minutes(11)
  const answer = await thrown(() => own.requireUser({ request: app.request('/reports?year=2026', browser) }))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/reports?year=2026'])
  browser.take(answer)
  const args = { request: app.request('/reports?year=2026', browser) }
  expect((await own.requireUser(args)).given_name).toBe('Ada')
  expect((await own.getSession(args))?.freshUntil).toBeGreaterThan(app.world.deps.now().getTime() / 1000)
})

test('what is asked for after the guard, when an answer may be on its way, is never a redirect', async () => {
  const own = app.start()
  const browser = await app.signIn(own)
  const args = { request: app.request('/slow', browser) }
  await own.requireUser(args)
  minutes(9.8)
  const tokens = await Promise.all(Array.from({ length: 5 }, () => own.getAccessToken(args)))
  expect(new Set(tokens).size).toBe(1)
  // The next page brings the browser what was made.
  const next = await thrown(() => own.getAccessToken({ request: app.request('/reports', browser) }))
  expect(next.headers.get('location')).toBe('/reports')
  const after = { request: app.request('/reports', browser.take(next)) }
  expect(await own.getAccessToken(after)).toBe(tokens[0])
})

test('a token that is due as soon as it is made sends nobody in a circle', async () => {
  const short = await openApplication({ OIDC_CLIENT_30_ACCESS_TOKEN_TTL: '30' })
  try {
    const own = short.start()
    const browser = await short.signIn(own)
    browser.take(await thrown(() => own.getAccessToken({ request: short.request('/reports', browser) })))
    expect(await own.getAccessToken({ request: short.request('/reports', browser) })).toMatch(/^eyJ/)
  } finally {
    await short.world.close()
  }
})

test('withAuth sends the cookies of a refresh with its own answer, and marks every kind of answer as private', async () => {
  const own = app.start()
  for (const answer of [
    () => Response.json({ ok: true }),
    () => ({ ok: true }) as unknown as Response,
    () => Response.redirect(`${url}/elsewhere`, 303),
  ]) {
    const browser = await app.signIn(own)
    minutes(11)
    const loader = own.withAuth(async ({ request, session }) => {
      expect(session.user.given_name).toBe('Ada')
      expect(await own.getAccessToken({ request })).toMatch(/^eyJ/)
      return answer()
    })
    const response = await loader({ request: app.request('/api/call', browser) })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toBe('Cookie')
    const names = response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')))
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(1)
    const { freshUntil } = (await own.getSession({ request: app.request('/', browser.take(response)) })) ?? {}
    expect(freshUntil).toBeGreaterThan(app.world.deps.now().getTime() / 1000)
  }
})

test('a provider that is away ends no session, makes no loop, and is not asked again for a minute', async () => {
  const own = app.start()
  const browser = await app.signIn(own)
  minutes(11)
  app.provider.away = true
  try {
    const first = await thrown(() => own.requireUser({ request: app.request('/reports', browser) }))
    expect(first.headers.get('location')).toBe('/reports')
    browser.take(first)
    const asked = app.provider.asked
    for (let visit = 0; visit < 5; visit++)
      expect((await own.requireUser({ request: app.request('/reports', browser) })).given_name).toBe('Ada')
    expect(app.provider.asked).toBe(asked)
    const api = own.withAuth(async ({ request }) => own.getAccessToken({ request }))
    expect((await thrown(() => api({ request: app.request('/api/call', browser) }))).status).toBe(503)
  } finally {
    app.provider.away = false
  }
})

test('a sign-in into another organization and a sign-out are answers of an action', async () => {
  const browser = await app.signIn(auth)
  const form = { method: 'POST', headers: { origin: url } }
  const args = { request: app.request('/switch', browser, form) }
  const into = await auth.signIn(args, { organization: 'acme', returnTo: '/reports' })
  expect(into.headers.get('location')).toBe('/auth/login?returnTo=%2Freports&organization=acme')
  const out = await auth.signOut(args)
  expect(out.headers.get('location')).toContain(`${app.world.issuer}/`)
  expect(out.headers.get('x-remix-reload-document')).toBe('true')
  expect(browser.take(out).header).toBe('')
})

test('in production what is missing stops the start and is named, all of it; a build that renders pages needs none', () => {
  vi.stubEnv('NODE_ENV', 'production')
  try {
    expect(() => createForRemix()).toThrow(/VESTIBULE_ISSUER.*VESTIBULE_CLIENT_ID.*VESTIBULE_SECRET.*VESTIBULE_URL/)
    vi.stubEnv('IS_RR_BUILD_REQUEST', 'yes')
    expect(() => createForRemix()).not.toThrow()
  } finally {
    vi.unstubAllEnvs()
  }
  expect(() => createForRemix()).not.toThrow()
})

test('an application needs no other package of ours', () => {
  expect(typeof memoryStore).toBe('function')
})
