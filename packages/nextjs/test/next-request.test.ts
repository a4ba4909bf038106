import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Browser } from '../../core/test/browser.ts'
import { createAuth, type NextAuth } from '../src/index.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'

// Server components, server actions and route handlers, within what Next stores of their request.

const url = 'https://app.test'
let provider: TestIssuer
let auth: NextAuth
let browser: Browser
let offset: number
const opened = Date.now()
const now = () => new Date(opened + offset)

beforeEach(async () => {
  offset = 0
  // As Next does, before its modules look for it.
  vi.stubGlobal('AsyncLocalStorage', AsyncLocalStorage)
  provider = await createTestIssuer({ now })
  provider.signIn({ sub: 'ada', organization: 'acme', roles: ['member'] })
  auth = createAuth({
    issuer: provider.issuer,
    clientId: 'app',
    secret: 'a secret of at least thirty-two characters',
    url,
    scope: 'openid permissions',
    fetch: provider.fetch,
    on: { error: () => {} },
    now,
  })
  const { GET, POST } = auth.handlers
  const handle = (request: Request) => (request.method === 'POST' ? POST : GET)(request)
  browser = new Browser({ handle } as never, provider)
  await browser.signIn()
})

/** A page that is rendered, a server action of a script, one of a form without a script, and a route handler. */
const places = {
  page: { file: '/notes/page', phase: 'render', headers: {} },
  action: { file: '/notes/page', phase: 'action', headers: { 'next-action': '7f00' } },
  form: { file: '/notes/page', phase: 'action', headers: {} },
  handler: { file: '/api/notes/route', phase: 'action', headers: {} },
} as const

/** What the place returns or throws, and the cookies that it sets. */
async function run<Result>(
  place: keyof typeof places,
  given: Record<string, string>,
  work: () => Promise<Result>,
): Promise<{ result: Result | string; cookies: string[] }> {
  const { workAsyncStorage } = await import('next/dist/server/app-render/work-async-storage.external.js')
  const { workUnitAsyncStorage } = await import('next/dist/server/app-render/work-unit-async-storage.external.js')
  const { createRequestStoreForAPI } = await import('next/dist/server/async-storage/request-store.js')
  const { file, phase, headers } = places[place]
  const sent = new Headers({ host: 'app.test', cookie: browser.header, ...headers, ...given })
  let cookies: string[] = []
  const onUpdate = (updated: string[]) => {
    cookies = updated
  }
  const store = createRequestStoreForAPI(
    { headers: sent } as never,
    new URL(`${url}/notes`),
    undefined as never,
    onUpdate,
    undefined as never,
  )
  store.phase = phase
  const route = file.replace(/\/\w+$/, '')
  const result = await workAsyncStorage
    .run({ page: file, route } as never, () => workUnitAsyncStorage.run(store, work))
    .catch((error: Error & { digest?: string }) => error.digest ?? error.message)
  return { result, cookies }
}

describe('a request of another site', () => {
  const emailOf = async () => (await auth.requireUser()).sub
  const answer = async (place: keyof typeof places, headers: Record<string, string>) =>
    (await run(place, headers, emailOf)).result

  test('is refused by requireUser in a route handler, and no other is', async () => {
    for (const origin of ['https://evil.test', 'https://app.test.evil.test', 'http://app.test', 'null'])
      expect([origin, await answer('handler', { origin })]).toEqual([origin, 'NEXT_HTTP_ERROR_FALLBACK;403'])
    // The header of a server action makes none of it.
    expect(await answer('handler', { origin: 'https://evil.test', 'next-action': '7f00' })).toMatch(/forbidden/)
    for (const headers of [{}, { origin: url }, { 'sec-fetch-site': 'same-origin' }])
      expect(await answer('handler', headers as Record<string, string>)).toBe('ada')
  })

  test('is left to Next in a server action, which has checked it, also by the allowedOrigins of its configuration', async () => {
    for (const place of ['action', 'form', 'page'] as const)
      for (const headers of [{}, { origin: url }, { origin: 'https://allowed.test' }])
        expect([place, await answer(place, headers as Record<string, string>)]).toEqual([place, 'ada'])
  })

  test('does not sign out in a route handler', async () => {
    const refused = await run('handler', { origin: 'https://evil.test' }, () => auth.signOut())
    expect(refused).toEqual({ result: 'NEXT_HTTP_ERROR_FALLBACK;403', cookies: [] })
    for (const [place, origin] of [
      ['handler', url],
      ['action', 'https://allowed.test'],
    ] as const) {
      const { result, cookies } = await run(place, { origin }, () => auth.signOut())
      expect(result).toMatch(/^NEXT_REDIRECT;replace;https:.*\/logout|^NEXT_REDIRECT;push;https:/)
      expect(cookies.length).toBeGreaterThan(0)
    }
  })
})

test.each(['action', 'form', 'handler'] as const)(
  'a refusal in a place of kind %s keeps what it has refreshed',
  async (place) => {
    offset = 301_000
    const { result, cookies } = await run(place, {}, () => auth.requireUser({ role: 'owner' }))
    expect(result).toMatch(/403|forbidden/)
    expect(provider.count('/token')).toBe(2)
    for (const start of ['__Host-vestibule_session_', '__Host-vestibule_tokens_'])
      expect(cookies.some((cookie) => cookie.startsWith(start))).toBe(true)
    browser.take(cookies)
    // After the time in which a refresh that has failed is not tried again.
    offset += 120_000
    expect(await run(place, {}, async () => (await auth.requireUser({ organization: 'acme' })).sub)).toEqual({
      result: 'ada',
      cookies: [],
    })
    expect(provider.count('/token')).toBe(2)
  },
)
