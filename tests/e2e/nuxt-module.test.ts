import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { someone } from '../../apps/server/test/support/world.ts'
import type { Session } from '../../packages/core/src/index.ts'
import { createTestIssuer, type TestIssuer } from '../../packages/core/src/testing.ts'
import { testCommonAnswers } from './sdk-answers.ts'
import { openApplication, type SdkApplication, SignedInPerson, shows } from './sdk-application.ts'
import { testBoundSession } from './sdk-bound-walk.ts'
import { nuxt, watched } from './sdk-frameworks.ts'
import { testPermissions } from './sdk-permissions.ts'
import { openSdkSuite } from './sdk-suite.ts'
import { freePort } from './support.ts'
import { testWithoutVariables } from './without-variables.ts'

// The Nuxt module as it is built into an application: on its server, and in Chromium.

const suite = openSdkSuite(nuxt)
const { openTab } = suite
let app: SdkApplication
beforeAll(() => {
  app = suite.app
})

const namesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')))

const hydrated = (page: Page) =>
  page.waitForFunction(() => 'useNuxtApp' in window && document.readyState === 'complete')
const open = async (page: Page, path: string) => {
  await page.goto(`${app.url}${path}`)
  await hydrated(page)
}
/** Changes the page in the browser's router. */
const follow = (page: Page, path: string) => page.getByRole('link', { name: path, exact: true }).click()

test('B1 the build is production: what is missing ends the start and is named, with a public client too', async () => {
  const nothing = watched(nuxt.start({ PATH: process.env.PATH ?? '' }))
  expect(await nothing.ended).not.toBe(0)
  await expect
    .poll(() => nothing.output())
    .toContain('VESTIBULE_ISSUER, VESTIBULE_CLIENT_ID, VESTIBULE_SECRET and VESTIBULE_URL are not set.')
  const open = { VESTIBULE_ISSUER: 'https://id.example.test', VESTIBULE_CLIENT_ID: 'public' }
  const publicClient = watched(nuxt.start({ PATH: process.env.PATH ?? '', ...open }))
  expect(await publicClient.ended).not.toBe(0)
  await expect.poll(() => publicClient.output()).toContain('VESTIBULE_SECRET and VESTIBULE_URL are not set.')
})

test('S3 whatever depends on a session is private and not stored, pages and their data too', async () => {
  const ada = await app.signIn()
  for (const path of ['/', '/private', '/private/_payload.json', '/api/me', '/api/who', '/ruled', '/guests']) {
    const { headers } = await app.fetch(path, ada)
    expect([path, headers.get('cache-control'), headers.get('vary')]).toEqual([path, 'private, no-store', 'Cookie'])
  }
  for (const path of ['/private', '/ruled', '/api/me', '/']) {
    const { headers } = await app.fetch(path)
    expect([path, headers.get('cache-control'), headers.get('vary')]).toEqual([path, 'private, no-store', 'Cookie'])
  }
})

test('S4 definePageMeta holds on the server, all of it', async () => {
  const ada = await app.signIn()
  const seen = async (path: string, person?: SignedInPerson) => {
    const answer = await app.fetch(path, person)
    const text = await answer.text()
    expect(text.includes('<h1>')).toBe(answer.status === 200)
    return [answer.status, answer.headers.get('location')]
  }
  expect(await seen('/private')).toEqual([302, '/auth/login?returnTo=%2Fprivate'])
  expect(await seen('/private', ada)).toEqual([200, null])
  expect(await seen('/legacy')).toEqual([302, '/auth/login?returnTo=%2Flegacy'])
  expect(await seen('/legacy', ada)).toEqual([200, null])
  const [status, location] = await seen('/better', ada)
  expect([status, location]).toEqual([
    302,
    expect.stringMatching(/^\/auth\/login\?returnTo=%2Fbetter&organization=\w+&acr=phr$/),
  ])
  expect((await app.fetch('/strict', ada)).status).toBe(403)
  expect(await (await app.fetch('/strict', ada)).text()).not.toContain('Strictly private')
  expect(await seen('/guests', ada)).toEqual([302, '/private'])
  expect((await app.fetch('/admin/users', ada)).status).toBe(403)
  // A right that is missing is no fault of the application: it is not in the log.
  expect(app.output()).not.toMatch(/forbidden/)
})

describe('SU-04 K1 islands are not a way around the rules', () => {
  const script = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  /** The address of an island, as Nuxt's client makes it. The hash is no secret. */
  const islandOf = async (name: string, url?: string, props: Record<string, unknown> = {}) => {
    const { getIslandHash } = await import('../../packages/nuxt/node_modules/nuxt/dist/app/island-hash.js')
    const context: Record<string, string> = url === undefined ? {} : { url }
    const query = new URLSearchParams({ ...context, props: JSON.stringify(props) })
    return `/__nuxt_island/${name}_${getIslandHash({ name, props, context })}.json?${query}`
  }
  const get = async (path: string, person?: SignedInPerson, headers: Record<string, string> = script) => {
    const answer = await app.fetch(path, person, { headers })
    return { answer, status: answer.status, body: await answer.text() }
  }

  test('whom the rule lets in gets the island of the page, in the page and alone', async () => {
    const ada = await app.signIn()
    expect((await get('/members/isle', ada, {})).body).toContain('Report of 2026 for members')
    const alone = await get(await islandOf('page_members-isle', '/members/isle'), ada)
    expect([alone.status, alone.body]).toEqual([200, expect.stringContaining('Report of 2026 for members')])
    expect(alone.answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await get(await islandOf('page_open', '/open'))).body).toContain('Island for everyone')
  })

  test('a stranger gets 401 and a person without the role 403, private and with a challenge', async () => {
    const ada = await app.signIn()
    for (const [name, url, person, status] of [
      ['page_members-isle', '/members/isle', undefined, 401],
      ['MemberReport', '/', undefined, 401],
      ['MemberReport', undefined, undefined, 401],
      ['page_admin-isle', '/admin/isle', undefined, 401],
      ['page_admin-isle', '/admin/isle', ada, 403],
    ] as const) {
      const { answer, body } = await get(
        await islandOf(name, url, name === 'MemberReport' ? { year: 2026 } : {}),
        person,
      )
      expect([name, answer.status]).toEqual([name, status])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(body).not.toMatch(/Secret island|Report of|Island of members/)
    }
  })

  test.each([
    '/',
    '/open',
    '/ADMIN/isle',
    '/admin/isle/',
    '//admin/isle',
    '/admin//isle',
    '/%61dmin/isle',
    '/%2561dmin/isle',
    '/admin%2Fisle',
    '/open/../admin/isle',
    '/admin/./isle',
    'admin/isle',
    './admin/isle',
    '?/admin/isle',
    '#/admin/isle',
    '/admin/isle#/open',
    '/admin/isle?url=/open',
    '/open?/admin/isle',
    'http://localhost/admin/isle',
    '\\admin\\isle',
    '/admin/isle;x',
    '/admin/isle/_payload.json',
  ])('the page that is rendered decides, not what the address says of it: %s', async (url) => {
    const ada = await app.signIn()
    for (const person of [undefined, ada])
      for (const headers of [script, {}] as Record<string, string>[]) {
        const { status, body } = await get(await islandOf('page_admin-isle', url), person, headers)
        expect(status).toBeGreaterThanOrEqual(300)
        expect(body).not.toContain('Secret island')
      }
  })

  test('no spelling of the endpoint, no method and no second parameter opens it', async () => {
    const path = await islandOf('page_admin-isle', '/admin/isle')
    for (const spelled of [
      path.replace('/__nuxt', '//__nuxt'),
      path.replace('/__nuxt', '/x/../__nuxt'),
      path.replace('__nuxt', '%5f_nuxt'),
      path.replace('__nuxt_island', '__NUXT_ISLAND'),
      path.replace('.json', ''),
      path.replace('.json?', '.json/?'),
      `${path}&url=/open`,
      path.replace('?', '?url=/open&'),
      path.replace('?', '/_payload.json?'),
    ])
      expect((await get(spelled)).body, spelled).not.toContain('Secret island')
    const [address = ''] = path.split('?')
    const body = JSON.stringify({ url: '/admin/isle', props: '{}' })
    const headers = { ...script, 'content-type': 'application/json' }
    const posted = await app.fetch(address, undefined, { method: 'POST', body, headers })
    expect(posted.status).toBeGreaterThanOrEqual(300)
    expect(posted.headers.get('cache-control')).toBe('private, no-store')
    expect(await posted.text()).not.toContain('Secret island')
  })
})

test('a page that is guarded and cached shows nobody anything', async () => {
  const ada = await app.signIn()
  for (const person of [undefined, ada, undefined])
    expect(await (await app.fetch('/surprise', person)).text()).not.toContain('which no build can see')
})

test('S8 a sign-in that fails is in the log with its cause and its remedy, and its page has a way on', async () => {
  const begun = await app.fetch('/auth/login')
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
  const cookie = begun.headers
    .getSetCookie()
    .map((text) => text.slice(0, text.indexOf(';')))
    .join('; ')
  const query = new URLSearchParams({ code: 'made-up', state: state ?? '', iss: app.world.issuer })
  const failed = await app.fetch(`/auth/callback?${query}`, undefined, { headers: { cookie } })
  expect(failed.status).toBe(400)
  expect(await failed.text()).toContain('/auth/login')
  await expect.poll(() => app.output()).toMatch(/\[vestibule\] callback_failed: .*invalid_grant.*Sign in again/)
})

test('a build stops where one answer for everyone is behind a sign-in by its page meta', () => {
  const { status, output } = nuxt.build({ FIXTURE_SHARED: '1' })
  expect(status).not.toBe(0)
  expect(output.replaceAll(/\s+/g, ' ')).toContain('serve one response to everyone: /private (swr)')
}, 240_000)

test('a build stops where a page names its guard in its route rules, of which not all reach Nitro', () => {
  const { status, output } = nuxt.build({ FIXTURE_INLINE: '1' })
  expect(status).not.toBe(0)
  expect(output.replaceAll(/\s+/g, ' ')).toContain(
    'defineRouteRules({ auth }) does not guard a page, and these have it: refused/inline.vue.',
  )
}, 240_000)

test('a dead token is replaced where the page is rendered: and each cookie goes out once', async () => {
  const ada = await app.signIn()
  await ada.age()
  const answer = await app.fetch('/private', ada)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`${ada.person.email} true`)])
  expect(namesOf(answer).length).toBeGreaterThan(1)
  expect(new Set(namesOf(answer)).size).toBe(namesOf(answer).length)
  ada.take(answer)
  const after = await app.fetch('/private', ada)
  expect([after.status, namesOf(after)]).toEqual([200, []])
  // An API refreshes too, and sends each cookie once.
  await ada.age()
  const api = await app.fetch('/api/call', ada, { headers: { accept: 'application/json', 'sec-fetch-mode': 'cors' } })
  expect([api.status, await api.json()]).toEqual([200, { token: true }])
  expect(new Set(namesOf(api)).size).toBe(namesOf(api).length)
})

test('B4 S1 a session that ended at the provider is a sign-in for pages and 401 for APIs, never a 500', async () => {
  const ada = await app.signIn()
  await ada.endAtProvider()
  await ada.age()
  const api = await app.fetch('/api/call', ada, { headers: { accept: 'application/json', 'sec-fetch-mode': 'cors' } })
  expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  const page = await app.fetch('/private', ada)
  expect([page.status, page.headers.get('location')]).toEqual([302, '/auth/login?returnTo=%2Fprivate'])
  const rest = await app.fetch('/', ada)
  expect([rest.status, (await rest.text()).includes(ada.person.email)]).toEqual([200, false])
  ada.take(page)
  expect(ada.header).toBe('')
})

test('S5 routeRules and page metas hold in the browser’s router, for strangers and for whom they refuse', async () => {
  const stranger = await openTab()
  for (const path of ['/ruled', '/admin/users', '/private', '/strict']) {
    await open(stranger.page, '/')
    await follow(stranger.page, path)
    await stranger.page.waitForURL(`${app.world.issuer}/**`)
  }
  const ada = await openTab(await app.signIn())
  await open(ada.page, '/')
  await follow(ada.page, '/ruled')
  await ada.page.getByRole('heading', { name: 'Ruled' }).waitFor()
  // A permission that is missing is the server's to refuse: it may be one that needs a stronger sign-in.
  for (const path of ['/admin/users', '/strict', '/approvals']) {
    await open(ada.page, '/')
    await follow(ada.page, path)
    await ada.page.getByText('403').waitFor()
    expect(await ada.page.content()).not.toMatch(/Secret of admins|Strictly private|Approvals<\/h1>/)
  }
  expect([stranger.errors, ada.errors]).toEqual([[], []])
  await Promise.all([stranger.close(), ada.close()])
})

test('routeRules that another module gives to Nitro alone hold on the server and in the browser’s router', async () => {
  const answer = await app.fetch('/added')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/login?returnTo=%2Fadded'])
  const stranger = await openTab()
  await open(stranger.page, '/')
  const asked = stranger.page.waitForRequest((request) => request.url().startsWith(`${app.url}/auth/login`))
  await follow(stranger.page, '/added')
  expect(new URL((await asked).url()).searchParams.get('returnTo')).toBe('/added')
  await stranger.close()
})

test('the browser’s router leads to a stronger sign-in, as a request for the page does', async () => {
  const ada = await openTab(await app.signIn())
  await open(ada.page, '/')
  const asked = ada.page.waitForRequest((request) => request.url().startsWith(`${app.url}/auth/login`))
  await follow(ada.page, '/better')
  expect(new URL((await asked).url()).searchParams.get('acr')).toBe('phr')
  await ada.close()
})

test('the browser’s router leads to the sign-in that a permission needs, and refuses whom that would not help', async () => {
  const { provider, close } = await openTestIssuer()
  const own = await openApplication(nuxt, { FIXTURE_PERMISSIONS: '1', VESTIBULE_ISSUER: provider.issuer })
  const ada = new SignedInPerson(someone(), new Map(), own.world.browser(), provider.issuer, own.url)
  const signInAs = async (acr: string) => {
    provider.signIn({ sub: 'ada', organization: 'acme', permissions: ['invoice.read'], acr })
    const begun = await own.fetch('/auth/login')
    ada.take(begun)
    const { pathname, search } = new URL(await provider.authorize(begun.headers.get('location') ?? ''))
    ada.take(await own.fetch(`${pathname}${search}`, ada))
  }
  try {
    await signInAs('urn:vestibule:acr:mail')
    const weak = await openTab(ada)
    await weak.page.goto(`${own.url}/`)
    await hydrated(weak.page)
    const asked = weak.page.waitForRequest((request) => request.url().startsWith(`${own.url}/auth/login`))
    await follow(weak.page, '/payments')
    expect(new URL((await asked).url()).searchParams.get('acr')).toBe('phr')
    await weak.close()

    await signInAs('phr')
    const strong = await openTab(ada)
    await strong.page.goto(`${own.url}/`)
    await hydrated(strong.page)
    await follow(strong.page, '/payments')
    await strong.page.getByText('403').waitFor()
    expect(strong.errors).toEqual([])
    await strong.close()
  } finally {
    await own.close()
    close()
  }
})

test('who is signed in comes with the page, and on cached and prerendered pages by one request when they are in place', async () => {
  const person = await app.signIn()
  const { page, errors, close } = await openTab(person)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/session')) asked.push(request.url())
  })
  await open(page, '/')
  await page.locator('#who', { hasText: 'Ada Lovelace' }).waitFor()
  await page.locator('#again', { hasText: person.person.email }).waitFor()
  expect(asked).toEqual([])
  await open(page, '/cached')
  await page.locator('#who', { hasText: 'Ada Lovelace' }).waitFor()
  expect(asked).toHaveLength(1)
  await open(page, '/static')
  await page.locator('#who', { hasText: 'Ada Lovelace' }).waitFor()
  expect(asked).toHaveLength(2)
  const cached = await app.fetch('/cached')
  expect(await cached.text()).not.toMatch(/Ada Lovelace|@example\.test/)
  expect([cached.headers.get('set-cookie'), cached.headers.get('cache-control')]).toEqual([
    null,
    expect.stringContaining('s-maxage=60'),
  ])
  expect(errors).toEqual([])
  await close()
})

test('login, refresh and logout of useUserSession; going back after a sign-out shows nothing', async () => {
  // HT-24
  const person = await app.signIn()
  const { page, errors, close } = await openTab(person)
  await open(page, '/')
  const refreshed = page.waitForResponse(`${app.url}/auth/refresh`)
  await page.locator('#refresh').click()
  expect([(await refreshed).request().method(), (await refreshed).status()]).toEqual(['POST', 200])
  await open(page, '/private')
  await page.getByText(person.person.email).waitFor()
  await open(page, '/')
  await page.locator('#logout').click()
  await page.waitForURL(`${app.url}/`)
  await page.locator('#who', { hasText: 'nobody' }).waitFor()
  for (let back = 0; back < 4; back++) {
    await page.goBack()
    await page.waitForTimeout(200)
    await expect.poll(() => shows(page, person.person.email)).toBe(false)
  }
  await open(page, '/')
  await page.locator('#login').click()
  await page.waitForURL(`${app.world.issuer}/**`)
  expect(errors).toEqual([])
  await close()
})

test('S7 server/vestibule.ts gives a store, hooks, a page for errors and a person’s own fields; the provider ends a session at once', async () => {
  const own = await openApplication(nuxt, { FIXTURE_STORE: '1' })
  try {
    const ada = await own.signIn()
    await expect.poll(() => own.output()).toContain(`hook: ${ada.person.email} signed in`)
    const me = await own.fetch('/api/me', ada)
    expect(await me.json()).toMatchObject({ user: { email: ada.person.email, greeting: 'Hello Ada' } })
    expect([...ada.cookies.keys()].filter((name) => name.includes('_tokens_'))).toEqual([])
    const failed = await own.fetch('/auth/callback?state=made-up&code=x')
    expect([failed.status, await failed.text()]).toEqual([400, '<h1>Our own page: state_mismatch</h1>'])
    const bad = {
      method: 'POST',
      body: 'logout_token=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await own.fetch('/auth/backchannel-logout', undefined, bad)).status).toBe(400)
    expect((await app.fetch('/auth/backchannel-logout', undefined, bad)).status).toBe(404)
    await ada.endAtProvider()
    await expect.poll(async () => (await own.fetch('/api/me', ada)).status).toBe(401)
  } finally {
    await own.close()
  }
})

testPermissions(suite, async (page, permissions) => {
  await hydrated(page)
  await page.evaluate((forged) => {
    const { useNuxtApp } = window as unknown as { useNuxtApp(): { payload: { state: Record<string, Session> } } }
    const session = useNuxtApp().payload.state['$svestibule:session']
    if (session) session.user.permissions = forged
  }, permissions)
})

test('routeRules require permissions', async () => {
  const ada = await app.signIn()
  expect((await app.fetch('/approvals')).headers.get('location')).toBe('/auth/login?returnTo=%2Fapprovals')
  expect((await app.fetch('/approvals/', ada)).status).toBe(403)
  await ada.grant(['invoice.approve'])
  expect((await app.fetch('/approvals', ada)).status).toBe(200)
})

/** Another provider than the server, on a port of its own: what it says of people is for the test to decide. */
async function openTestIssuer(): Promise<{ provider: TestIssuer; close(): void }> {
  const issuer = `http://localhost:${await freePort()}`
  const provider = await createTestIssuer({ issuer })
  const answer = async ({ url, method, headers }: IncomingMessage, body: string) =>
    provider.fetch(`${issuer}${url}`, {
      ...(method ? { method } : {}),
      headers: headers as Record<string, string>,
      body,
    })
  const server = createServer(async (request, response) => {
    const answered = await answer(request, await text(request))
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), resolve))
  return { provider, close: () => server.close() }
}

test('RO-19 with 400 permissions, of shared/vestibule.ts or not, no cookie is above 4,096 bytes and nothing redirects in a circle', async () => {
  const { provider, close } = await openTestIssuer()
  const many = Array.from({ length: 400 }, (_, index) => `p${index}`.padEnd(64, 'x'))
  provider.signIn({ sub: 'ada', organization: 'acme', permissions: [...many, 'invoice.read', 'invoice.approve'] })
  const own = await openApplication(nuxt, { FIXTURE_PERMISSIONS: '1', VESTIBULE_ISSUER: provider.issuer })
  try {
    const ada = new SignedInPerson(someone(), new Map(), own.world.browser(), provider.issuer, own.url)
    const begun = await own.fetch('/auth/login?returnTo=/invoices')
    ada.take(begun)
    const login = new URL(begun.headers.get('location') ?? '')
    expect(login.searchParams.get('scope')).toBe('openid profile email permissions')
    const { pathname, search } = new URL(await provider.authorize(login.href))
    ada.take(await own.fetch(`${pathname}${search}`, ada))
    for (const aged of [false, true]) {
      if (aged) await ada.age()
      const page = await own.fetch('/invoices', ada)
      ada.take(page)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('You approve')])
      for (const [name, value] of ada.cookies) expect(name.length + value.length).toBeLessThan(4096)
    }
    expect((await own.fetch('/api/approve', ada, { method: 'POST', headers: { origin: own.url } })).status).toBe(200)
  } finally {
    await own.close()
    close()
  }
})

testCommonAnswers(suite, { api: '/api/me' })

testBoundSession(nuxt)

testWithoutVariables(nuxt)
