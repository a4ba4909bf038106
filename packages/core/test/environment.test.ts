import { beforeEach, describe, expect, test } from 'vitest'
import { AuthError, createAuth, optionsFromEnvironment } from '../src/index.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { Browser, navigation, optionsFor } from './browser.ts'

// Development without a variable too many, and production that does not start without one.

let provider: TestIssuer
beforeEach(async () => {
  provider = await createTestIssuer()
})
const environment = { VESTIBULE_ISSUER: 'https://issuer.test', VESTIBULE_CLIENT_ID: 'app' }
const develop = (more: Record<string, string> = {}) =>
  createAuth({ ...optionsFromEnvironment({ ...environment, ...more }), fetch: provider.fetch, on: { error: () => {} } })

test('B1 the development secret is not made of what others know, and lasts as long as the process', async () => {
  const { secret } = optionsFromEnvironment(environment)
  expect(secret).toEqual(optionsFromEnvironment({ ...environment, VESTIBULE_CLIENT_SECRET: 'other' }).secret)
  const public_ = 'development only:  app https://issuer.test'.padEnd(40, '.')
  expect(secret).not.toEqual(public_)
  const forged = { ...optionsFromEnvironment(environment), secret: public_, url: 'http://localhost:3000' }
  const cookie = await createTestSession(forged, { email: 'ceo@victim.test', roles: ['owner'] })
  expect(await develop().read(cookie)).toBeNull()
})

test('B1 the framework says what production is, whatever NODE_ENV says', () => {
  expect(() => optionsFromEnvironment(environment, {}, { production: true })).toThrow(
    expect.objectContaining({
      code: 'config_missing',
      message: expect.stringMatching(/^VESTIBULE_SECRET and VESTIBULE_URL are not set\. .*openssl.*https:\/\/app/),
    }),
  )
  expect(() => optionsFromEnvironment({ ...environment, NODE_ENV: 'production' })).toThrow(AuthError)
  expect(() => createAuth({ ...optionsFor(provider), url: undefined })).toThrow(/VESTIBULE_URL/)
})

describe('B2 the origin of a development server', () => {
  const redirectUri = async (url: string, headers: Record<string, string> = {}, auth = develop()) => {
    const response = await auth.handle(new Request(url, { headers: { ...navigation, ...headers } }))
    const location = response.headers.get('location')
    return location ? new URL(location).searchParams.get('redirect_uri') : response.status
  }

  test.each(['http://localhost:5173', 'http://127.0.0.1:3999', 'http://[::1]:8080', 'http://localhost'])(
    'is %s, as the browser used it',
    async (origin) => {
      expect(await redirectUri(`${origin}/auth/login`)).toBe(`${origin}/auth/callback`)
      const browser = new Browser(develop(), provider, origin)
      expect(await browser.signIn()).toBe('/here')
      expect((await browser.post('/auth/logout')).headers.get('location')).toContain(encodeURIComponent(`${origin}/`))
      expect(browser.header).toBe('')
    },
  )

  test('is that of the Host header, where a framework writes another into the URL', async () => {
    const answer = await redirectUri('http://0.0.0.0:3000/auth/login', { host: 'localhost:5173' })
    expect(answer).toBe('http://localhost:5173/auth/callback')
  })

  test.each([
    'http://evil.test',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test:3000',
    'http://192.168.1.5:3000',
    'http://localhost:pass@evil.test',
  ])('is never %s', async (origin) => {
    const { host } = URL.canParse(origin) ? new URL(origin) : { host: origin }
    expect(await redirectUri('http://localhost:3000/auth/login', { host })).toBe(500)
    expect(await redirectUri('http://localhost:3000/auth/login', { host: origin.slice('http://'.length) })).toBe(500)
  })

  test('heeds no header about forwarding, and is VESTIBULE_URL where that is set', async () => {
    const forwarded = {
      forwarded: 'host=evil.test;proto=https',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    }
    expect(await redirectUri('http://localhost:3000/auth/login', forwarded)).toBe('http://localhost:3000/auth/callback')
    const set = develop({ VESTIBULE_URL: 'https://app.test' })
    expect(await redirectUri('http://localhost:3000/auth/login', forwarded, set)).toBe('https://app.test/auth/callback')
  })

  test('has the path below which the application is developed', async () => {
    const options = optionsFromEnvironment(environment, {}, { path: '/app/' })
    const auth = createAuth({ ...options, fetch: provider.fetch })
    expect(await redirectUri('http://localhost:3000/app/auth/login', {}, auth)).toBe(
      'http://localhost:3000/app/auth/callback',
    )
  })
})

describe('S15 plain http', () => {
  const start = (more: object) => createAuth({ ...optionsFor(provider), ...more })

  test.each([
    { url: 'http://app.example.com' },
    { issuer: 'http://id.example.com' },
    { url: 'http://localhost.evil.test' },
  ])('of a public host is refused in production: %j', (more) => {
    expect(() => start(more)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
    expect(() => start({ ...more, production: false })).not.toThrow()
  })

  test('of loopback is not, and what is more than an address is a mistake', () => {
    for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost/app'])
      expect(() => start({ url })).not.toThrow()
    for (const url of ['ftp://x.test', 'https://user:pass@x.test', 'https://x.test/?a', 'https://x.test/#a'])
      expect(() => start({ url })).toThrow(AuthError)
  })
})

describe('K10 what cannot work is told at once, each with its own example', () => {
  const wrong = { ...environment, VESTIBULE_SECRET: 'short', VESTIBULE_ISSUER: 'id.example.test' }
  const thrown = (work: () => unknown): AuthError => {
    try {
      work()
    } catch (error) {
      if (error instanceof AuthError) return error
    }
    throw new Error('nothing was refused')
  }
  const start = (env: Record<string, string>) =>
    thrown(() => createAuth(optionsFromEnvironment(env, {}, { production: true })))
  const ofIssuer = 'VESTIBULE_ISSUER is the address of your Vestibule server, for example http://localhost:4000.'
  const ofSecret = /VESTIBULE_SECRET is at least 32 random characters.*openssl rand -base64 48\./
  const ofUrl = 'VESTIBULE_URL is the address of this application, for example https://app.example.com.'

  test('three variables that are wrong', () => {
    const { code, message } = start({ ...wrong, VESTIBULE_URL: 'localhost:24035' })
    expect(code).toBe('config_invalid')
    expect(message).toContain(
      'issuer is not an http or https URL. A secret is shorter than 32 characters. url is not an http or https URL.',
    )
    for (const example of [ofIssuer, ofSecret, ofUrl]) expect(message).toMatch(example)
  })

  test('one that is missing and two that are wrong', () => {
    const { code, message } = start(wrong)
    expect(code).toBe('config_missing')
    expect(message).toContain(
      'VESTIBULE_URL is not set. issuer is not an http or https URL. A secret is shorter than 32 characters.',
    )
    for (const example of [ofIssuer, ofSecret, ofUrl]) expect(message).toMatch(example)
    // Said once, explained once, and one line mends all three.
    expect(message.match(/VESTIBULE_URL/g)).toHaveLength(3)
    expect(message).toMatch(
      /#missing-variable Set: VESTIBULE_URL=<[^>]+> VESTIBULE_ISSUER=<[^>]+> VESTIBULE_SECRET=<[^>]+>$/,
    )
  })

  test('options that an application gives', () => {
    const given = { clientKey: { kty: 'EC' }, resource: 'api', clientId: ' ' }
    expect(thrown(() => createAuth({ ...optionsFor(provider), ...given })).message).toMatch(
      /clientId is empty.*clientKey has no alg.*resource is not an absolute URI/,
    )
  })
})
