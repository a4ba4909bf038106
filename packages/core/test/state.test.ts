import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuth, createSharedState, markPrivate, varyByCookie } from '../src/index.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// Two instances in one process share nothing, except what a wrapper gives both of them.

let provider: TestIssuer
let offset: number
const opened = Date.now()
const now = () => new Date(opened + offset)
beforeEach(async () => {
  offset = 0
  provider = await createTestIssuer({ now })
})
afterEach(() => vi.restoreAllMocks())

const signedIn = async (auth: ReturnType<typeof createAuth>): Promise<string> => {
  const browser = new Browser(auth, provider)
  await browser.signIn()
  offset = 400_000
  return browser.header
}

test('a refresh of one instance is unknown to another', async () => {
  const first = createAuth(optionsFor(provider, { now }))
  const second = createAuth(optionsFor(provider, { now }))
  const cookie = await signedIn(first)
  const { token } = await first.accessToken(cookie)
  expect((await first.accessToken(cookie)).token).toBe(token)
  // The test issuer rotates refresh tokens: the second instance sends one that was used.
  await expect(second.accessToken(cookie)).rejects.toMatchObject({ code: 'refresh_rejected' })
})

test('instances with one shared state use each refresh token once', async () => {
  const shared = createSharedState(now)
  const first = createAuth(optionsFor(provider, { now }), shared)
  const second = createAuth(optionsFor(provider, { now }), shared)
  const cookie = await signedIn(first)
  const { token } = await first.accessToken(cookie)
  expect((await second.accessToken(cookie)).token).toBe(token)
})

test('each instance derives its own cookie keys, once', async () => {
  const first = createAuth(optionsFor(provider, { now }))
  const cookie = await signedIn(first)
  offset = 0
  const second = createAuth(optionsFor(provider, { now }))
  const derive = vi.spyOn(crypto.subtle, 'deriveKey')
  for (let round = 0; round < 3; round++) await first.read(cookie)
  expect(derive).toHaveBeenCalledTimes(0)
  for (let round = 0; round < 3; round++) expect(await second.read(cookie)).not.toBeNull()
  expect(derive).toHaveBeenCalledTimes(1)
})

test.each([
  [null, 'Cookie'],
  ['Accept', 'Accept, Cookie'],
  ['accept-language, cookie', 'accept-language, cookie'],
  ['*', '*'],
  ['X-Cookie', 'X-Cookie, Cookie'],
])('Vary: %s becomes %s', (before, after) => {
  expect(varyByCookie(before)).toBe(after)
  const headers = new Headers(before === null ? {} : { Vary: before })
  markPrivate(headers, ['a=1', 'b=2'])
  expect([headers.get('Vary'), headers.get('Cache-Control')]).toEqual([after, 'private, no-store'])
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
