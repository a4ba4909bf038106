import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkPrefix } from '../src/http/visitor.ts'
import { outboundFetch } from '../src/outbound/fetch.ts'
import { isInternal } from '../src/outbound/private-networks.ts'
import { basic, openTestWorld, redirectUri, someone, type TestWorld, webAuth } from './support/world.ts'

describe('what leaves the building', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2001:0:1::1',
    'fec0::1',
  ])('%s is internal', (address) => expect(isInternal(address)).toBe(true))
  test.each(['1.1.1.1', '8.8.8.8', '2606:4700::1111'])('%s is not', (address) =>
    expect(isInternal(address)).toBe(false),
  )

  test('private addresses, by name, by number or by an odd spelling, are not fetched', async () => {
    // LO-10
    const fetch = outboundFetch({ allowedHosts: [], allowLoopback: false })
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost/',
      'http://0x7f.1/',
      'http://[::ffff:169.254.169.254]/',
      'http://2130706433/',
      'http://[::1]:1/',
    ]) {
      await expect(fetch(url), url).rejects.toThrow(/private network/)
    }
    await expect(fetch('file:///etc/passwd')).rejects.toThrow()
  })
})

describe('keys of a client by JWKS_URI', () => {
  let world: TestWorld
  let fetches = 0
  const keys: { kid: string; pair: Awaited<ReturnType<typeof generateKeyPair>> }[] = []
  const server = createServer(async (_request, response) => {
    fetches += 1
    response.setHeader('Content-Type', 'application/json')
    response.end(
      JSON.stringify({
        keys: await Promise.all(
          keys.map(async ({ kid, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' })),
        ),
      }),
    )
  })
  const add = async (kid: string) => keys.push({ kid, pair: await generateKeyPair('ES256', { extractable: true }) })
  const token = async (kid: string, claims: Record<string, unknown> = {}, alg = 'ES256') => {
    const now = Math.floor(world.deps.now().getTime() / 1000)
    const pair = keys.find((one) => one.kid === kid)?.pair ?? (await generateKeyPair('ES256'))
    const assertion = await new SignJWT({
      iss: 'remote',
      sub: 'remote',
      aud: world.issuer,
      jti: crypto.randomUUID(),
      iat: now,
      exp: now + 60,
      ...claims,
    })
      .setProtectedHeader({ alg, kid })
      .sign(pair.privateKey)
    return world.token({
      grant_type: 'client_credentials',
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await add('first')
    world = await openTestWorld({
      OIDC_CLIENT_ID_9: 'remote',
      OIDC_CLIENT_9_JWKS_URI: `http://127.0.0.1:${(server.address() as { port: number }).port}/jwks`,
      OIDC_CLIENT_9_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_9_SCOPES: 'reports:read',
    })
  })
  afterAll(async () => {
    server.close()
    await world.close()
  })

  test('fetched once, kept, and fetched again for an unknown kid, with a cool-down', async () => {
    // JK-07
    expect((await token('first')).status).toBe(200)
    expect((await token('first')).status).toBe(200)
    expect(fetches).toBe(1)
    expect((await token('unknown')).body.error).toBe('invalid_client')
    const after = fetches
    for (let i = 0; i < 5; i++) await token(`unknown-${i}`)
    expect(fetches).toBe(after)
  })

  test.each([
    ['no exp', { exp: undefined }],
    ['no jti', { jti: undefined }],
    ['expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['of the future', { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ['too long a life', { exp: Math.floor(Date.now() / 1000) + 86_400 }],
    ['another issuer', { iss: 'web' }],
    ['another audience', { aud: 'https://other.test' }],
    ['two audiences', { aud: ['https://other.test', 'x'] }],
  ])('an assertion with %s is refused', async (_name, claims) => {
    // FA-06, JK-20
    expect((await token('first', claims)).body.error).toBe('invalid_client')
  })
})

describe('limits and networks', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['', 'unknown'],
  ])('%j counts as %s', (address, prefix) => expect(networkPrefix(address)).toBe(prefix))

  test('sign-in attempts of one network are limited, whatever header claims otherwise', async () => {
    // CF-04, EC-29
    const world = await openTestWorld({ LIMIT_PER_NETWORK: '5/1m' })
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      const browser = world.browser({ 'X-Forwarded-For': `198.51.100.${i}` })
      await world.authorize(browser)
      const page = await browser.submit({ email: someone().email })
      statuses.push(page.status)
      if (page.status === 429) expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await world.close()
  })

  test('behind one trusted proxy the last hop counts, and what cannot be read counts as the peer', async () => {
    // CF-04, EC-29
    const world = await openTestWorld({ LIMIT_PER_NETWORK: '1/1m', TRUST_PROXY: '1' })
    const attempt = async (header: string) => {
      const browser = world.browser({ 'X-Forwarded-For': header })
      await world.authorize(browser)
      return (await browser.submit({ email: someone().email })).status
    }
    expect(await attempt('203.0.113.1')).toBe(200)
    expect(await attempt('9.9.9.9, 203.0.113.1')).toBe(429)
    expect(await attempt('203.0.113.2')).toBe(200)
    expect(await attempt('nonsense')).toBe(200)
    expect(await attempt('other nonsense')).toBe(429)
    await world.close()
  })

  test('guessing a client secret ends in 429, and the right secret still works', async () => {
    // TK-45
    const world = await openTestWorld({ LIMIT_PER_NETWORK: '60/1m' })
    const wrong = () =>
      fetch(`${world.issuer}/token`, {
        method: 'POST',
        headers: { Authorization: basic('web', 'wrong'), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=authorization_code',
      }).then((one) => one.status)
    const statuses = await Promise.all(Array.from({ length: 120 }, wrong))
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect(
      (await world.token({ grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }, webAuth)).body
        .error,
    ).toBe('invalid_grant')
    await world.close()
  })

  test('ten wrong codes in an hour close the typed code for an address; the link still opens', async () => {
    // EC-08
    const world = await openTestWorld()
    const { email } = someone()
    let browser = world.browser()
    for (let round = 0; round < 3; round++) {
      browser = world.browser()
      await world.authorize(browser)
      await browser.submit({ email })
      const mail = await world.mailbox.take(email)
      const right = /^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1] ?? ''
      for (let i = 0; i < 4; i++) await browser.submit({ code: right === '111111' ? '222222' : '111111' })
      if (round < 2) continue
      expect((await browser.submit({ code: right })).text).toContain('Too many incorrect codes')
      await browser.go(/https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '')
      await browser.submit()
      expect(browser.has('accept_terms')).toBe(true)
    }
    await world.close()
  })
})

describe('an issuer with a path, over https', () => {
  test('everything lives below the path, and cookies are __Host- and Secure', async () => {
    // SE-02, SE-13
    const world = await openTestWorld({ ISSUER: 'https://id.localhost/auth' })
    const port = new URL(world.mailbox.url).port
    expect(port).toBeTruthy()
    const { createApp } = await import('../src/app.ts')
    const app = createApp(world.deps)
    const metadata = (await (await app.request('/auth/.well-known/openid-configuration')).json()) as Record<
      string,
      string
    >
    expect(metadata).toMatchObject({
      issuer: 'https://id.localhost/auth',
      token_endpoint: 'https://id.localhost/auth/token',
    })
    expect((await app.request('/.well-known/oauth-authorization-server/auth')).status).toBe(200)
    expect((await app.request('/.well-known/openid-configuration')).status).toBe(404)
    expect(await (await app.request('/.well-known/oauth-protected-resource/auth/api/v1')).json()).toMatchObject({
      resource: 'https://id.localhost/auth/api/v1',
      authorization_servers: ['https://id.localhost/auth'],
    })
    const started = await app.request(
      `/auth/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
    )
    expect(started.headers.get('location')).toMatch(/^\/auth\/sign-in\//)
    const [cookie] = started.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-vestibule_flow=/)
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute)
    expect(cookie).not.toContain('Domain')
    await world.close()
  })
})

describe('teams', () => {
  test('the team step creates a team, and the token and userinfo name it', async () => {
    const world = await openTestWorld({ ONBOARDING: 'terms,profile,organization,team' })
    const { code } = await world.signIn({}, { scope: 'openid profile team' })
    const { body } = await world.redeem(code)
    expect(await (await world.userinfo(body.access_token)).json()).toMatchObject({
      team: expect.any(String),
      teams: [expect.any(String)],
      organization_roles: ['owner'],
    })
    await world.close()
  })
})
