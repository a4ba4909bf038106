import { beforeEach, expect, test } from 'vitest'
import { Browser } from '../../core/test/browser.ts'
import { createAuth, type ReactRouterAuth } from '../src/react-router.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'
import { thrown } from './application.ts'

// Permissions in loaders and actions of React Router, with and without its middleware.

const many = Array.from({ length: 400 }, (_, index) => `p${index}`.padEnd(64, 'x'))
let provider: TestIssuer
let offset = 0
const opened = Date.now()
const now = () => new Date(opened + offset)
let auth: ReactRouterAuth
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
  browser = new Browser({ handle: (request: Request) => auth.loader({ request }) } as never, provider)
})

const signInWith = async (permissions: readonly string[]) => {
  provider.signIn({ sub: 'ada', organization: 'acme', permissions })
  expect(await browser.signIn()).toBe('/here')
}

test('a loader throws 403 for the error boundary, never a redirect to the sign-in', async () => {
  await signInWith(['invoice.read'])
  const load = (permission: string) => auth.requireUser({ request: browser.request('/billing') }, { permission })
  expect((await load('invoice.read')).permissions).toEqual(['invoice.read'])
  const refused = await thrown(() => load('invoice.approve'))
  expect([refused.status, refused.headers.get('location')]).toEqual([403, null])
})

test('RO-37 an action decides by the sealed session, whatever the request says', async () => {
  await signInWith(['invoice.read'])
  const approve = auth.withAuth(() => ({ approved: true }), { permission: 'invoice.approve' })
  const state = JSON.stringify({ user: { permissions: ['invoice.approve'] } })
  const request = browser.request('/api/approve', {
    method: 'POST',
    headers: { origin: 'https://app.test', 'x-vestibule-session': state },
    body: state,
  })
  expect((await thrown(() => approve({ request }))).status).toBe(403)
})

test.each([true, false])(
  'RO-19 with 400 permissions nothing redirects in a circle, with the middleware: %s',
  async (commits) => {
    await signInWith(many)
    const open = async (): Promise<Response> => {
      const request = browser.request('/billing')
      const render = async () => {
        try {
          return Response.json((await auth.requireUser({ request }, { permission: many })).permissions)
        } catch (error) {
          if (error instanceof Response) return error
          throw error
        }
      }
      const [commit] = commits ? auth.middleware : []
      const response = commit ? await commit({ request }, render) : await render()
      browser.take(response.headers.getSetCookie())
      for (const [name, value] of browser.cookies) expect(name.length + value.length).toBeLessThan(4096)
      return response
    }
    const statuses: number[] = []
    for (const seconds of [0, 301, 301]) {
      offset += seconds * 1000
      browser.cookies.delete('vestibule_redirected')
      let response = await open()
      for (let redirects = 0; response.status === 303; redirects++) {
        expect(redirects).toBeLessThan(1)
        expect(response.headers.get('location')).toBe('/billing')
        response = await open()
      }
      statuses.push(response.status)
      expect(await response.json()).toEqual(many)
    }
    expect(statuses).toEqual([200, 200, 200])
    expect(provider.count('/token')).toBe(3)
  },
)
