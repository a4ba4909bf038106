import { beforeEach, expect, test } from 'vitest'
import { createAuth, localPath } from '../src/index.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// Cookies that shrink, grow or are too many lock nobody out.

let provider: TestIssuer
let browser: Browser
/** What a server reads of headers, at least: Node 16 KB, nginx four times 8. */
const headerLimit = 16_000
const organizations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`.repeat(36),
    slug: `slug-${index}`,
    name: `Name ${index}`,
  }))

beforeEach(async () => {
  provider = await createTestIssuer()
  browser = new Browser(createAuth(optionsFor(provider)), provider)
})

test('B3 a session of several cookies becomes one of a single cookie, and the person is signed in', async () => {
  provider.signIn({ sub: 'ada', organizations: organizations(50) })
  expect(await browser.signIn()).toBe('/here')
  expect([...browser.cookies.keys()].filter((name) => name.includes('_session_')).length).toBeGreaterThan(1)
  provider.signIn({ sub: 'ada', name: 'Ada' })
  expect(await browser.signIn()).toBe('/here')
  expect((await browser.auth.read(browser.header))?.user.name).toBe('Ada')
  expect([...browser.cookies.keys()].filter((name) => name.includes('_session_'))).toHaveLength(1)
})

test('B3 a tail that a browser has kept is not read', async () => {
  await browser.signIn()
  const [name] = [...browser.cookies.keys()].filter((key) => key.includes('_session_'))
  browser.cookies.set(`${name}.1`, 'stale')
  browser.cookies.set(`${name}.2`, 'stale')
  expect(await browser.auth.read(browser.header)).not.toBeNull()
  expect(await browser.signIn()).toBe('/here')
  expect([...browser.cookies.keys()].filter((key) => key.startsWith(`${name}.`))).toEqual([])
})

test('a session that is too large gives up what it can do without', async () => {
  provider.signIn({ sub: 'ada', organizations: organizations(300) })
  expect(await browser.signIn()).toBe('/here')
  expect(await browser.auth.read(browser.header)).toMatchObject({ user: { sub: 'ada', organizations: [] } })
  expect(browser.header.length).toBeLessThan(headerLimit)
})

test('a session that is still too large is an error with a remedy, and the next sign-in works', async () => {
  const errors: string[] = []
  const own = createAuth(optionsFor(provider, { on: { error: ({ message }) => errors.push(message) } }))
  const other = new Browser(own, provider)
  provider.signIn({ sub: 'ada', picture: `https://x.test/${'p'.repeat(20_000)}` })
  expect(await other.signIn()).toBeNull()
  expect(errors).toEqual([expect.stringMatching(/more than 11000 bytes.*session\.store/)])
  expect(other.header).toBe('')
  provider.signIn({ sub: 'ada' })
  expect(await other.signIn()).toBe('/here')
})

test('S12 no link fills the browser with cookies: long paths become the home page, and all transactions stay small', async () => {
  expect(localPath(`/${'a'.repeat(9000)}`)).toBe('/')
  const long = new URLSearchParams({
    returnTo: `/${'a'.repeat(2000)}`,
    acr: 'x '.repeat(400),
    login_hint: 'y'.repeat(5000),
  })
  for (let attempt = 0; attempt < 8; attempt++) {
    const response = await browser.open(`/auth/login?${long}`)
    expect(new URL(response.headers.get('location') ?? '').searchParams.has('login_hint')).toBe(false)
  }
  expect(browser.header.length).toBeLessThan(9000)
  expect(await browser.signIn('/auth/login?returnTo=/here')).toBe('/here')
  expect(browser.header.length).toBeLessThan(headerLimit)
})

test('an ID token that is too large for an address is left out of the sign-out', async () => {
  const large = (length: number) =>
    provider.tamper(async (path, response) => {
      if (path !== '/token') return response
      const tokens = await response.json()
      const [, body = ''] = tokens.id_token.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
      return Response.json({ ...tokens, id_token: await provider.sign({ ...claims, extra: 'x'.repeat(length) }) })
    })
  const hint = async () => {
    await browser.signIn()
    return new URL((await browser.post('/auth/logout')).headers.get('location') ?? '').searchParams.get('id_token_hint')
  }
  large(10)
  expect(await hint()).not.toBeNull()
  large(5000)
  expect(await hint()).toBeNull()
})
