import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { testCommonAnswers } from './sdk-answers.ts'
import { openApplication, type SdkApplication } from './sdk-application.ts'
import { testBoundSession } from './sdk-bound-walk.ts'
import { nextjs, watched } from './sdk-frameworks.ts'
import { forgeAnswer, testPermissions } from './sdk-permissions.ts'
import { openSdkSuite } from './sdk-suite.ts'
import { freePort } from './support.ts'
import { testWithoutVariables } from './without-variables.ts'

// Next.js with the defaults of its scaffold (Cache Components, Partial Prefetching) and without a `proxy.ts`: built without a
// variable, served by `next start`, and in Chromium.

const framework = nextjs()
const suite = openSdkSuite(framework)
const { openTab } = suite
let app: SdkApplication
beforeAll(() => {
  app = suite.app
})

const follow = async (page: Page, name: string) => {
  await page.goto(app.url)
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name, exact: true }).click()
}
/** Of the application: the provider lives on the same host. */
const sessionCookies = async (page: Page) =>
  (await page.context().cookies(app.url))
    .map(({ name }) => name)
    .filter((name) => /^vestibule_(session|tokens)_\w{8}$/.test(name))
const asScript = { headers: { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } }

test('B1 K7 a production server without its variables says all of them once, and ends', async () => {
  const nothing = watched(framework.start({ PORT: String(await freePort()) }))
  expect(await nothing.ended).toBe(1)
  const said = 'VESTIBULE_ISSUER, VESTIBULE_CLIENT_ID, VESTIBULE_SECRET and VESTIBULE_URL are not set.'
  await expect.poll(() => nothing.output().split(said)).toHaveLength(2)
  expect(nothing.output()).not.toMatch(/^ +at /m)
})

test('S3 S9 route handlers are private, and refuse by 401 and 403 whether they are wrapped or not', async () => {
  const ada = await app.signIn()
  const { status, headers } = await app.fetch('/api/me', ada, asScript)
  expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
    200,
    'private, no-store',
    expect.stringContaining('Cookie'),
  ])
  const statuses = async (requests: [string, string][]) =>
    Promise.all(
      requests.map(async ([path, method]) => (await app.fetch(path, undefined, { ...asScript, method })).status),
    )
  expect(
    await statuses([
      ['/api/me', 'GET'],
      ['/api/call', 'GET'],
      ['/api/bearer', 'GET'],
      ['/api/bearer', 'POST'],
    ]),
  ).toEqual([401, 401, 401, 401])
})

test.each(['dashboard', 'private'])(
  'a stranger who follows a link to /%s signs in and comes back to it',
  async (name) => {
    const { page, errors, close } = await openTab()
    await follow(page, name)
    await page.waitForURL(`${app.world.issuer}/**`)
    const { location } = Object.fromEntries((await app.fetch(`/auth/login?returnTo=/${name}`)).headers)
    expect(location).toContain(app.world.issuer)
    expect(errors).toEqual([])
    await close()
  },
)

test.each(['dashboard', 'private', 'token'])(
  'S11 /%s passes through the refresh when the token has died, by document and by link, and comes back to itself',
  async (name) => {
    const shown = name === 'token' ? 'A token of 3 parts' : 'Hello'
    for (const way of ['document', 'link']) {
      const ada = await app.signIn()
      await ada.age()
      const { page, errors, close } = await openTab(ada)
      if (way === 'document') await page.goto(`${app.url}/${name}?x=1`)
      else await follow(page, name)
      await page.getByRole('heading', { name: shown }).waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/${name}?x=1`)
      const cookies = await page.context().cookies()
      expect(cookies.some(({ name: cookie, value }) => ada.cookies.get(cookie) === value)).toBe(false)
      expect(errors).toEqual([])
      await close()
    }
  },
)

test('requireUser in a route handler refuses what another site has sent', async () => {
  const ada = await app.signIn()
  const statusOf = async (method: string, headers: Record<string, string>) =>
    (await app.fetch('/api/own', ada, { method, headers: { ...asScript.headers, ...headers } })).status
  for (const origin of ['https://evil.test', 'null']) expect(await statusOf('POST', { origin })).toBe(403)
  for (const headers of [{}, { origin: app.url }] as Record<string, string>[])
    for (const method of ['POST', 'GET']) expect(await statusOf(method, headers)).toBe(200)
})

test('B4 S1 a session that ended at the provider is a sign-in for pages and 401 for APIs, never a 500', async () => {
  for (const path of ['/api/call', '/api/me']) {
    const ada = await app.signIn()
    await ada.endAtProvider()
    await ada.age()
    expect([path, (await app.fetch(path, ada, asScript)).status]).toEqual([path, 401])
  }
  for (const name of ['dashboard', 'private', 'token']) {
    const ada = await app.signIn()
    await ada.endAtProvider()
    await ada.age()
    const { page, errors, close } = await openTab(ada)
    await page.goto(`${app.url}/${name}`)
    await page.waitForURL(`${app.world.issuer}/**`)
    expect(await sessionCookies(page)).toEqual([])
    expect(errors).toEqual([])
    await close()
  }
})

test('S10 a role that is missing is a 403 page in the language of the person, by document and by link', async () => {
  const ada = await app.signIn()
  const { page, errors, close } = await openTab(ada)
  for (const way of ['document', 'link']) {
    const statuses: string[] = []
    page.on('response', (response) => statuses.push(`${response.status()} ${new URL(response.url()).pathname}`))
    if (way === 'document') await page.goto(`${app.url}/role`)
    else await follow(page, 'role')
    await page.getByRole('heading', { name: 'You can’t open this page' }).waitFor()
    expect(statuses).toContain('403 /auth/forbidden')
    expect(await page.content()).not.toContain('Hello')
  }
  expect(errors).toEqual([])
  await close()
})

test('all hooks of a page ask once; refresh and logout are theirs too', async () => {
  const ada = await app.signIn()
  const { page, errors, close } = await openTab(ada)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(app.url)
  await page.getByText(`signed-in ${ada.person.email}`).waitFor()
  expect(asked.filter((line) => line.endsWith('/auth/session'))).toEqual(['GET /auth/session'])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => asked).toContain('POST /auth/refresh')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => sessionCookies(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('AuthProvider passes the session of the server to the hooks, which ask nothing; login comes back to the page', async () => {
  const ada = await app.signIn()
  const html = await (await app.fetch('/provided', ada)).text()
  // React separates texts by comments.
  expect(html.replaceAll('<!-- -->', '')).toContain(`signed-in ${ada.person.email}`)
  const { page, errors, close } = await openTab(ada)
  const requested: string[] = []
  page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${app.url}/provided`)
  await page.getByText(`signed-in ${ada.person.email}`).waitFor()
  await page.waitForLoadState('networkidle')
  expect(requested.filter((line) => line.includes('/auth/'))).toEqual([])
  expect(errors).toEqual([])
  await close()

  const stranger = await openTab()
  await stranger.page.goto(`${app.url}/provided?x=1`)
  await stranger.page.getByText('signed-out').waitFor()
  await stranger.page.waitForLoadState('networkidle')
  const login = stranger.page.waitForRequest((request) => request.url().startsWith(`${app.url}/auth/login`))
  await stranger.page.getByRole('button', { name: 'Log in' }).click()
  expect(new URL((await login).url()).searchParams.get('returnTo')).toBe('/provided?x=1')
  await stranger.page.waitForURL(`${app.world.issuer}/**`)
  expect(stranger.errors).toEqual([])
  await stranger.close()
})

test('the pages router reads a session, and refreshes none: a route handler still can', async () => {
  const ada = await app.signIn()
  await ada.age()
  const page = await app.fetch('/legacy', ada)
  expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
  expect(page.headers.get('cache-control')).toContain('no-store')
  expect(page.headers.get('vary')).toMatch(/cookie/i)
  expect(await page.text()).toContain(ada.person.email)
  const api = await app.fetch('/api/me', ada, asScript)
  expect([api.status, api.headers.getSetCookie().length > 0]).toEqual([200, true])
  expect(await (await app.fetch('/legacy')).text()).toContain('nobody')
})

test('S2 nothing of it leaves a warning or an error in the log', () => {
  // The provider ends sessions here, which an application without a store cannot do.
  const expected =
    'refresh_rejected|forbidden|config_invalid: (Others|\\(reference \\w+\\) The provider sent a logout token)'
  expect(app.output()).not.toMatch(new RegExp(`unstable value|new Date\\(\\)|⨯|⚠|\\[vestibule\\] (?!${expected})`))
})

test('S6 a store in memory serves pages and route handlers alike, and the provider ends its sessions', async () => {
  const stored = await openApplication(framework, { STORE: 'memory' })
  try {
    const ada = await stored.signIn()
    expect((await stored.fetch('/api/me', ada, asScript)).status).toBe(200)
    expect(await (await stored.fetch('/dashboard', ada)).text()).toContain(ada.person.email)
    await ada.endAtProvider()
    await expect.poll(async () => (await stored.fetch('/api/me', ada, asScript)).status).toBe(401)
  } finally {
    await stored.close()
  }
})

testPermissions(suite, forgeAnswer)

testCommonAnswers(suite, { api: '/api/me', query: '?y=a+b&z=%C3%A9+%2F%7E%28%21%29' })

testBoundSession(framework)

testWithoutVariables(framework)
