import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

describe('what the world may send to /authorize', () => {
  let world: TestWorld
  const log: Record<string, unknown>[] = []
  beforeAll(async () => {
    world = await openTestWorld({}, { log: (line) => log.push(JSON.parse(line)) })
  })
  afterAll(() => world.close())

  test.each([
    [{ max_age: '1e3' }, 'invalid_request'],
    [{ max_age: '99999999999999999999' }, 'invalid_request'],
    [{ prompt: 'bogus' }, 'invalid_request'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: 'profile' }, 'invalid_scope'],
    [{ scope: 'openid admin' }, 'invalid_scope'],
    [{ scope: Array.from({ length: 1500 }, (_, i) => `s${i}`).join(' ') }, 'invalid_scope'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(43) }, 'invalid_request'],
    [{ claims: '{"userinfo":{"__proto__":{"x":1}}}' }, 'invalid_request'],
    [{ claims: '{"userinfo":{},"userinfo":{"email":null}}' }, 'invalid_request'],
    [{ claims: '[]' }, 'invalid_request'],
    [{ claims: `${'{"a":'.repeat(300)}1${'}'.repeat(300)}` }, 'none'],
    [{ resource: 'https://api-not-registered.test' }, 'invalid_target'],
    [{ id_token_hint: 'eyJhbGciOiJub25lIn0.e30.' }, 'invalid_request'],
    [{ nonce: 'n'.repeat(4096) }, 'invalid_request'],
  ] as const)('%o is %s', async (extra, error) => {
    // AZ-08, AZ-10, AZ-11, AZ-13, AZ-20, AZ-26, AZ-28, AZ-40
    const { callback, status } = await world.authorize(world.browser(), extra as Record<string, string>)
    if (error === 'none') return expect(status).toBe(200)
    if (callback === null) return expect(status).toBe(400)
    expect(callback.searchParams.get('error')).toBe(error)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('a scope that the client does not have is named, in the answer and in the log', async () => {
    // AZ-10
    const { callback } = await world.authorize(world.browser(), { scope: 'openid admin profile notes:read' })
    expect(callback?.searchParams.get('error')).toBe('invalid_scope')
    expect(callback?.searchParams.get('error_description')).toBe(
      'a requested scope is not registered for the client: admin notes:read',
    )
    expect(log.filter(({ msg }) => msg === 'a requested scope was refused')).toContainEqual(
      expect.objectContaining({ client: 'web', scope: 'admin notes:read' }),
    )
    const long = await world.authorize(world.browser(), { scope: `openid ${'x'.repeat(2000)}` })
    expect(long.callback?.searchParams.get('error_description')?.length).toBeLessThan(300)
  })

  test('a parameter that comes twice is refused by its name; a doubled state is not sent back', async () => {
    // AZ-01, AZ-02
    const base = `client_id=web&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=openid`
    for (const name of [
      'state',
      'scope',
      'nonce',
      'response_type',
      'response_mode',
      'prompt',
      'max_age',
      'code_challenge',
      'code_challenge_method',
      'id_token_hint',
    ]) {
      const { callback } = await world.browser().go(`${world.issuer}/authorize?${base}&${name}=x&${name}=y`)
      expect(callback?.searchParams.get('error'), name).toBe('invalid_request')
      expect(callback?.searchParams.get('error_description')).toContain(name)
      expect(callback?.searchParams.has('state')).toBe(false)
    }
    for (const name of ['client_id', 'redirect_uri'])
      expect((await world.browser().go(`${world.issuer}/authorize?${base}&${name}=x`)).status).toBe(400)
  })

  test('unreadable bytes are refused, readable ones come back as they were', async () => {
    // AZ-19, AZ-38
    const base = `client_id=web&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=openid&prompt=none`
    for (const bad of ['state=%ff', 'state=%c0%af', 'state=%ed%a0%80', 'client_id=w%zz', 'state=%00'])
      expect((await world.browser().go(`${world.issuer}/authorize?${base}&${bad}`)).status, bad).toBe(400)
    for (const state of ['a&code=evil', '#x', '\u2028', '%0d%0aX: y', 'ü+ %']) {
      const { callback } = await world
        .browser()
        .go(`${world.issuer}/authorize?${base}&state=${encodeURIComponent(state)}`)
      expect(callback?.searchParams.getAll('state')).toEqual([state])
      expect(callback?.searchParams.has('code')).toBe(false)
    }
  })

  test('unknown, missing and unusable clients look the same', async () => {
    // AZ-01
    const pages = await Promise.all(
      [{ client_id: 'nobody' }, { client_id: '__proto__' }, { client_id: 'machine' }].map((extra) =>
        // A developer at this machine is told more.
        world.authorize(world.browser({ 'x-forwarded-for': '203.0.113.9' }), extra),
      ),
    )
    expect(pages.map((one) => [one.status, one.callback])).toEqual(Array(3).fill([400, null]))
    const references = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
    expect(new Set(pages.map((one) => one.text.replaceAll(references, ''))).size).toBe(1)
  })

  test('methods and bodies that are not ours, and no CORS', async () => {
    // AZ-25, AZ-37
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await fetch(`${world.issuer}/authorize`, { method })).status).toBe(405)
    expect(
      (
        await fetch(`${world.issuer}/authorize`, { method: 'OPTIONS', headers: { Origin: 'https://spa.example.test' } })
      ).headers.get('access-control-allow-origin'),
    ).toBeNull()
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
      expect(
        (await fetch(`${world.issuer}/authorize`, { method: 'POST', body: '{}', headers: { 'Content-Type': type } }))
          .status,
      ).toBe(415)
  })

  test('a preflight of a public document allows every origin, as the document does', async () => {
    for (const path of ['/jwks', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])
      for (const method of ['OPTIONS', 'GET']) {
        const headers = { Origin: 'https://anybody.example.test' }
        const answer = await fetch(`${world.issuer}${path}`, { method, headers })
        expect(answer.headers.get('access-control-allow-origin'), `${method} ${path}`).toBe('*')
      }
  })

  test('every answer carries the security headers, and no Host header changes anything', async () => {
    // AC-12, HT-09, HT-10, JK-16, SE-13
    const { issuer } = world
    for (const path of [
      '/',
      '/nothing',
      '/.well-known/openid-configuration',
      '/jwks',
      '/authorize',
      '/token',
      '/userinfo',
      '/logout',
      '/health/live',
      '/health/ready',
      '/assets/icon.svg',
      '/assets/nothing',
    ]) {
      const answer = await fetch(`${issuer}${path}`)
      for (const [name, value] of Object.entries({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      }))
        expect(answer.headers.get(name), `${path} ${name}`).toBe(value)
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
    const plain = await (await fetch(`${issuer}/.well-known/openid-configuration`)).text()
    const odd = await (
      await fetch(`${issuer}/.well-known/openid-configuration`, {
        headers: { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.test' },
      })
    ).text()
    expect(odd).toBe(plain)
    expect(
      (await fetch(`${issuer}/nothing`, { headers: { Accept: 'text/html' } })).headers.get('content-type'),
    ).toContain('text/html')
    expect((await fetch(`${issuer}/nothing`)).headers.get('content-type')).toBe('application/json')
  })
})
