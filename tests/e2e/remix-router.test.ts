import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { testCommonAnswers } from './sdk-answers.ts'
import { type SdkApplication, shows } from './sdk-application.ts'
import { testBoundSession } from './sdk-bound-walk.ts'
import { remix, watched } from './sdk-frameworks.ts'
import { forgeAnswer, testPermissions } from './sdk-permissions.ts'
import { openSdkSuite } from './sdk-suite.ts'
import { testWithoutVariables } from './without-variables.ts'

// Remix with one line in its root and nothing else that sees every answer, as it is built and served, and in Chromium.

const framework = remix()
const suite = openSdkSuite(framework)
const { openTab } = suite
let app: SdkApplication
beforeAll(() => {
  app = suite.app
})

const open = async (page: Page, path: string) => {
  await page.goto(`${app.url}${path}`)
  await page.waitForFunction(() => '__remixRouteModules' in window && document.readyState === 'complete')
}
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('what is missing ends the start and is named', async () => {
  const nothing = watched(framework.start({ PATH: process.env.PATH ?? '' }))
  expect(await nothing.ended).not.toBe(0)
  await expect
    .poll(() => nothing.output())
    .toContain('VESTIBULE_ISSUER, VESTIBULE_CLIENT_ID, VESTIBULE_SECRET and VESTIBULE_URL are not set.')
})

test('S3 documents and data are private and not stored by one line in the root', async () => {
  const ada = await app.signIn()
  for (const path of ['/', '/private', '/private.data', '/api/call']) {
    const { status, headers } = await app.fetch(path, ada)
    expect([path, status, headers.get('cache-control'), headers.get('vary')]).toEqual([
      path,
      200,
      'private, no-store',
      expect.stringContaining('Cookie'),
    ])
  }
  expect((await app.fetch('/')).headers.get('cache-control')).toBe('private, no-store')
})

test('a stranger who follows a link in the router signs in and comes back to the page', async () => {
  const { page, errors, close } = await openTab()
  await open(page, '/')
  await follow(page, 'private')
  await page.waitForURL(`${app.world.issuer}/**`)
  expect(errors).toEqual([])
  await close()
})

test('a token that died is replaced on a document and on the router’s own requests, and nothing is lost', async () => {
  const ada = await app.signIn()
  await ada.age()
  const { page, errors, close } = await openTab(ada)
  await open(page, '/private')
  await page.getByText(`${ada.person.email} true`).waitFor()
  await close()

  const grace = await app.signIn()
  await grace.age()
  const router = await openTab(grace)
  await open(router.page, '/')
  await follow(router.page, 'private')
  await router.page.getByText(`${grace.person.email} true`).waitFor()
  expect(router.page.url()).toBe(`${app.url}/private?x=1`)
  const cookies = await router.page.context().cookies()
  expect(cookies.some(({ name, value }) => grace.cookies.get(name) === value)).toBe(false)
  expect([errors, router.errors]).toEqual([[], []])
  await router.close()
})

test('a right that is missing is a 403 in the page’s own error boundary, by document and by link', async () => {
  const ada = await app.signIn()
  expect((await app.fetch('/role', ada)).status).toBe(403)
  const { page, errors, close } = await openTab(ada)
  await open(page, '/')
  await follow(page, 'role')
  await page.locator('#refused', { hasText: '403' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a session that ended at the provider is a sign-in for pages and 401 for APIs, never a 500', async () => {
  const ada = await app.signIn()
  await ada.endAtProvider()
  await ada.age()
  const script = { headers: { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } }
  expect((await app.fetch('/api/call', ada, script)).status).toBe(401)
  expect((await app.fetch('/api/bearer', undefined, script)).status).toBe(401)
  const { page, errors, close } = await openTab(ada)
  await open(page, '/')
  await follow(page, 'private')
  await page.waitForURL(`${app.world.issuer}/**`)
  expect(errors).toEqual([])
  await close()
})

test('signOut of an action signs out here and at the provider, and going back shows nothing', async () => {
  // HT-24
  const ada = await app.signIn()
  const { page, errors, close } = await openTab(ada)
  await open(page, '/private')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname !== '/private')
  for (let back = 0; back < 2; back++) {
    await page.goBack().catch(() => null)
    await expect.poll(() => shows(page, ada.person.email)).toBe(false)
  }
  expect(errors).toEqual([])
  await close()
})

test('the hooks ask once, and nothing below AuthProvider; refresh, login and logout are theirs too', async () => {
  const ada = await app.signIn()
  const { page, errors, close } = await openTab(ada)
  const requested: string[] = []
  page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const ofSdk = () => requested.filter((line) => line.includes('/auth/'))
  await open(page, '/hooks?provided')
  expect(await (await app.fetch('/hooks?provided', ada)).text()).toContain(ada.person.email)
  await page.locator('#account', { hasText: `signed-in ${ada.person.email}` }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(ofSdk()).toEqual([])
  await open(page, '/hooks')
  await page.locator('#account', { hasText: `signed-in ${ada.person.email}` }).waitFor()
  expect(ofSdk()).toEqual(['GET /auth/session'])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(ofSdk).toContain('POST /auth/refresh')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname !== '/hooks')
  await open(page, '/hooks?x=1')
  await page.locator('#account', { hasText: 'signed-out' }).waitFor()
  const login = page.waitForRequest((request) => request.url().startsWith(`${app.url}/auth/login`))
  await page.getByRole('button', { name: 'Log in' }).click()
  expect(new URL((await login).url()).searchParams.get('returnTo')).toBe('/hooks?x=1')
  await page.waitForURL(`${app.world.issuer}/**`)
  expect(errors).toEqual([])
  await close()
})

testPermissions(suite, forgeAnswer)

testCommonAnswers(suite, { api: '/api/call', query: '?y=a+b&z=%C3%A9+%2F%7E%28%21%29' })

testBoundSession(framework)

testWithoutVariables(framework)
