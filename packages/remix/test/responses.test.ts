import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Application, openApplication, url } from './application.ts'

let app: Application
beforeAll(async () => {
  app = await openApplication()
})
afterAll(() => app.world.close())

/** What a router does with a root's middleware: the loaders run in `next`. */
async function through(
  auth: ReturnType<Application['start']>,
  request: Request,
  next: () => Promise<Response>,
): Promise<Response> {
  const [middleware] = auth.middleware
  if (!middleware) throw new Error('there is no middleware')
  return middleware({ request }, next)
}
/** Routers call loaders with requests of their own. */
const again = (request: Request) => new Request(request.url, { headers: request.headers })
const page = () => Promise.resolve(new Response('<p>Ada</p>', { headers: { 'Content-Type': 'text/html' } }))

test('S3 with the middleware every answer is private, but for those that say otherwise', async () => {
  const auth = app.start()
  const browser = await app.signIn(auth)
  const ours = await through(auth, app.request('/', browser), page)
  expect(ours.headers.get('cache-control')).toBe('private, no-store')
  expect(ours.headers.get('vary')).toBe('Cookie')
  const open = () => Promise.resolve(new Response('', { headers: { 'Cache-Control': 'public, max-age=60' } }))
  const shared = await through(auth, app.request('/feed.xml', browser), open)
  expect(shared.headers.get('cache-control')).toBe('public, max-age=60')
  const stranger = await through(auth, app.request('/'), page)
  expect([stranger.headers.get('cache-control'), stranger.headers.get('vary')]).toEqual(['private, no-store', 'Cookie'])
})

test('S3 without a middleware the root’s headers say so', () => {
  expect(app.start().headers()).toEqual({ 'Cache-Control': 'private, no-store', Vary: 'Cookie' })
})

test('with the middleware a dead token is replaced in place: no redirect, one request, and the cookies go out once', async () => {
  const auth = app.start()
  const browser = await app.signIn(auth)
  app.world.pass(11 * 60_000)
  const request = app.request('/reports.data', browser)
  const asked = app.provider.asked
  const answer = await through(auth, request, async () => {
    const users = await Promise.all([1, 2, 3].map(() => auth.requireUser({ request: again(request) })))
    expect(users.map(({ given_name }) => given_name)).toEqual(['Ada', 'Ada', 'Ada'])
    expect(await auth.getAccessToken({ request: again(request) })).toMatch(/^eyJ/)
    return page()
  })
  expect(app.provider.asked - asked).toBe(1)
  const names = answer.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')))
  expect(new Set(names).size).toBe(names.length)
  browser.take(answer)
  const { freshUntil } = (await auth.getSession({ request: app.request('/', browser) })) ?? {}
  expect(freshUntil).toBeGreaterThan(app.world.deps.now().getTime() / 1000)
})

test('with the middleware a provider that is away is asked once for an answer', async () => {
  const auth = app.start()
  const browser = await app.signIn(auth)
  app.world.pass(11 * 60_000)
  app.provider.away = true
  try {
    const request = app.request('/reports', browser)
    const asked = app.provider.asked
    const answer = await through(auth, request, async () => {
      expect((await auth.requireUser({ request: again(request) })).given_name).toBe('Ada')
      return page()
    })
    const once = app.provider.asked - asked
    browser.take(answer)
    await through(auth, app.request('/reports', browser), page)
    expect([once, app.provider.asked - asked]).toEqual([1, 1])
  } finally {
    app.provider.away = false
  }
})

test('SC-21 nothing that waits for an answer is written by the sign-out’s', async () => {
  const auth = app.start()
  const browser = await app.signIn(auth)
  app.world.pass(11 * 60_000)
  auth.commitSession(app.request('/'), new Headers())
  const before = app.request('/slow', browser)
  await auth.requireUser({ request: again(before) })
  const form = app.request('/auth/logout', browser, { method: 'POST', headers: { origin: url } })
  const out = await through(auth, form, () => auth.action({ request: form }))
  expect(out.headers.getSetCookie().filter((cookie) => !/Max-Age=0/.test(cookie))).toEqual([])
})

test('what a loader or a sign-in has written is newer than what is committed', async () => {
  const auth = app.start()
  const browser = await app.signIn(auth)
  app.world.pass(3 * 3_600_000)
  const headers = new Headers()
  await auth.commitSession(app.request('/', browser), headers)
  const [cookie = ''] = headers.getSetCookie()
  const name = cookie.slice(0, cookie.indexOf('='))
  const written = new Headers([['Set-Cookie', `${name}=newer`]])
  await auth.commitSession(app.request('/', browser), written)
  expect(written.getSetCookie().filter((own) => own.startsWith(`${name}=`))).toEqual([`${name}=newer`])
})
