import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { userOf } from '../../core/src/model/session.ts'
import { Browser, navigation } from '../../core/test/browser.ts'
import { AuthProvider, useAuth, useUser } from '../src/client.tsx'
import { createAuth, type NextAuth } from '../src/index.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'

// Permissions in a table of `proxy.ts` and in route handlers, without Next; the pages are in tests/e2e/nextjs-app.test.ts.

const many = Array.from({ length: 400 }, (_, index) => `p${index}`.padEnd(64, 'x'))
let provider: TestIssuer
let offset = 0
const opened = Date.now()
const now = () => new Date(opened + offset)
let auth: NextAuth
let browser: Browser

beforeEach(async () => {
  offset = 0
  provider = await createTestIssuer({ now })
  auth = createAuth({
    issuer: provider.issuer,
    clientId: 'app',
    secret: 'a secret of at least thirty-two characters',
    url: 'https://app.test',
    scope: 'openid permissions',
    fetch: provider.fetch,
    on: { error: () => {} },
    now,
  })
  const handle = (request: Request) =>
    request.method === 'POST' ? auth.handlers.POST(request) : auth.handlers.GET(request)
  browser = new Browser({ handle } as never, provider)
})

const signInWith = async (permissions: readonly string[]) => {
  provider.signIn({ sub: 'ada', organization: 'acme', permissions })
  expect(await browser.signIn()).toBe('/here')
}
const documentOf = async (path: string, permission: string | string[]) => {
  const response = await auth.proxy({ '/billing/:path*': { permission } })(
    browser.request(path, { headers: navigation }),
  )
  browser.take(response.headers.getSetCookie())
  return { response, goesOn: response.headers.has('x-middleware-next') }
}

test('a row of the table lets documents through, or answers with 403', async () => {
  await signInWith(['invoice.read'])
  expect((await documentOf('/billing', 'invoice.read')).goesOn).toBe(true)
  const { response } = await documentOf('/billing/2026', ['invoice.read', 'invoice.approve'])
  expect([response.status, response.headers.get('location')]).toEqual([403, null])
})

test('RO-37 a route handler decides by the sealed session, whatever the request says', async () => {
  await signInWith(['invoice.read'])
  const approve = auth.withAuth(() => Response.json({ approved: true }), { permission: 'invoice.approve' })
  const state = JSON.stringify({ user: { permissions: ['invoice.approve'] } })
  const forged = browser.request('/api/approve', {
    method: 'POST',
    headers: { origin: 'https://app.test', 'x-vestibule-session': state },
    body: state,
  })
  const response = await approve(forged, {})
  expect([response.status, await response.json()]).toEqual([403, { error: 'forbidden' }])
})

test('RO-19 with 400 permissions no cookie is above 4,096 bytes, and neither the table nor a handler redirects again', async () => {
  await signInWith(many)
  for (const stale of [false, true]) {
    if (stale) offset = 301_000
    expect((await documentOf('/billing', many)).goesOn).toBe(true)
    for (const [name, value] of browser.cookies) expect(name.length + value.length).toBeLessThan(4096)
    const list = auth.withAuth((_request, { session }) => Response.json(session.user.permissions), { permission: many })
    expect(await (await list(browser.request('/api/list'), {})).json()).toEqual(many)
  }
  expect(provider.count('/token')).toBe(2)
})

const Shown = () => {
  const [user, all] = [useUser(), useAuth()]
  return ['invoice.read', 'invoice.approve', 'toString'].map((name) => `${user.can(name)} ${all.can(name)}`).join(', ')
}

test('the hooks say what to show', () => {
  const session = {
    ...{ user: userOf({ sub: 'ada', permissions: ['invoice.read'] }), sid: null, authTime: 1, acr: null, scopes: [] },
    ...{ expiresAt: 2, freshUntil: 2 },
  }
  const render = (given: typeof session | null) =>
    renderToString(createElement(AuthProvider, { session: given }, createElement(Shown)))
  expect(render(session)).toBe('true true, false false, false false')
  expect(render(null)).toBe('false false, false false, false false')
})
