import { beforeAll, expect, test } from 'vitest'
import { createAuth, type NextAuth, type PageRules } from '../src/index.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'

// K2 What a `proxy.ts` with a table answers, without Next. tests/e2e/nextjs-proxy.test.ts has a production build.

const url = 'https://app.test'
const secret = 'a secret of at least thirty-two characters'
let provider: TestIssuer
let auth: NextAuth
let member: string
beforeAll(async () => {
  provider = await createTestIssuer()
  const options = { issuer: provider.issuer, clientId: 'app', secret, url }
  auth = createAuth({ ...options, fetch: provider.fetch, on: { error: () => {} } })
  member = await createTestSession(options, { sub: 'ada', roles: ['member'], organization: 'acme' })
})

const rules: PageRules = {
  '/dashboard/:path*': true,
  '/admin/:path*': { role: 'admin' },
  '/admin/recent': { maxAge: 60 },
  '/teams/:team/settings': true,
}
const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
async function seen(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const request = new Request(`${url}${path}`, { ...init, headers: { ...browser, ...headers } })
  const response = await auth.proxy(rules)(request)
  if (response.headers.has('x-middleware-next')) return 'goes on'
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const location = response.headers.get('location')
  return location ? `${response.status} ${location.replace(url, '')}` : String(response.status)
}

test.each([
  ['/dashboard', '307 /auth/login?returnTo=%2Fdashboard'],
  ['/dashboard/a/b?x=1', '307 /auth/login?returnTo=%2Fdashboard%2Fa%2Fb%3Fx%3D1'],
  ['/Dashboard/', '307 /auth/login?returnTo=%2FDashboard%2F'],
  ['/%64ashboard', '307 /auth/login?returnTo=%2F%2564ashboard'],
  ['/teams/red/settings', '307 /auth/login?returnTo=%2Fteams%2Fred%2Fsettings'],
  ['/dashboard?y=a%20b&_rsc=1x2&z=~(!)', '307 /auth/login?returnTo=%2Fdashboard%3Fy%3Da%2520b%26z%3D%7E%28%21%29'],
  ['/admin', '307 /auth/login?returnTo=%2Fadmin'],
  ['/teams/red/blue/settings', 'goes on'],
  ['/dashboards', 'goes on'],
  ['/', 'goes on'],
  ['/%', 'goes on'],
])('a stranger’s document %s: %s', async (path, expected) => {
  expect(await seen(path)).toBe(expected)
})

test('every row that matches applies, in any order', async () => {
  expect(await seen('/dashboard', { cookie: member })).toBe('goes on')
  expect(await seen('/admin', { cookie: member })).toBe('403')
  expect(await seen('/admin/recent', { cookie: member })).toBe('403')
})

test.each<[string, Record<string, string>, string]>([
  ['curl', { accept: '*/*', 'sec-fetch-mode': '', 'sec-fetch-dest': '' }, '307'],
  ['a frame', { 'sec-fetch-dest': 'iframe' }, '307'],
  ['a prefetch of a document', { 'sec-purpose': 'prefetch' }, '307'],
  ['the client router', { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'goes on'],
  ['a script', { accept: 'application/json', 'sec-fetch-mode': '', 'sec-fetch-dest': '' }, 'goes on'],
  ['a caller with an access token', { authorization: 'Bearer x', accept: '*/*' }, 'goes on'],
  ['a caller with an access token that is bound to a key', { authorization: 'DPoP x', accept: '*/*' }, 'goes on'],
  ['somebody behind another password', { authorization: 'Basic eDp5' }, '307'],
])('a request of %s', async (_, headers, expected) => {
  expect(await seen('/dashboard', headers)).toMatch(new RegExp(`^${expected}`))
})

test('a form goes on with its body, and without a table nothing is guarded', async () => {
  expect(await seen('/dashboard', {}, { method: 'POST', body: 'a=1' })).toBe('goes on')
  const response = await auth.proxy(new Request(`${url}/dashboard`, { headers: browser }))
  expect(response.headers.has('x-middleware-next')).toBe(true)
})

test('a document that another site opens is sent again, so that the browser proves that its session is bound to it', async () => {
  const options = { issuer: provider.issuer, clientId: 'app', secret, url, session: { bindToDevice: 'offer' } } as const
  const bound = createAuth({ ...options, fetch: provider.fetch, on: { error: () => {} } })
  const cookie = await createTestSession(options, {}, { bound: true })
  const withoutProof = cookie.replace(/; [^;]*vestibule_bound_[^;]*/, '')
  const answer = (sent: string, site = 'cross-site') =>
    bound.proxy(new Request(`${url}/open?x=1`, { headers: { ...browser, 'sec-fetch-site': site, cookie: sent } }))
  const response = await answer(withoutProof)
  expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
    307,
    expect.stringMatching(/^https:\/\/app\.test\/auth\/device\?returnTo=[\w.-]+$/),
    'private, no-store',
  ])
  for (const next of [await answer(cookie), await answer(withoutProof, 'same-origin')])
    expect(next.headers.has('x-middleware-next')).toBe(true)
})
