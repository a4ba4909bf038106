import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { ProofMemory } from '../src/bound-sessions/proof-memory.ts'
import { createAuth, memoryStore, type SessionStore } from '../src/index.ts'
import { createTestIssuer, createTestSession } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'
import { DeviceBrowser, type Instructions } from './device-browser.ts'

const boundOptions = { session: { bindToDevice: 'offer' } } as const
const continues = async (response: Response) => ((await response.json()) as Instructions).continue

async function bound(more: Parameters<typeof optionsFor>[1] = boundOptions) {
  const provider = await createTestIssuer()
  provider.signIn({ sub: 'ada' })
  const browser = new DeviceBrowser(createAuth(optionsFor(provider, more)), provider)
  await browser.signIn()
  return browser
}

describe('switched off', () => {
  test('there is no header, no cookie more and no route', async () => {
    const provider = await createTestIssuer()
    for (const session of [undefined, {}, { bindToDevice: 'off' } as const]) {
      const browser = new Browser(createAuth(optionsFor(provider, session ? { session } : {})), provider)
      const started = await browser.open('/auth/login')
      const back = await browser.open(await provider.authorize(started.headers.get('location') ?? ''))
      expect([...back.headers.keys()].sort()).toEqual([
        'cache-control',
        'location',
        'set-cookie',
        'set-cookie',
        'set-cookie',
        'vary',
      ])
      expect([...browser.cookies.keys()].map((name) => name.replace(/\w{8}$/, ''))).toEqual([
        '__Host-vestibule_session_',
        '__Host-vestibule_tokens_',
      ])
      expect(Object.keys((await browser.auth.read(browser.header)) ?? {})).not.toContain('bound')
      for (const path of ['/auth/device', '/auth/device/refresh'])
        for (const method of ['GET', 'POST']) {
          const answer = await browser.open(path, { method })
          expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
        }
      const update = await browser.auth.update(browser.request('/', { headers: { 'sec-fetch-site': 'cross-site' } }))
      expect(Object.keys(update)).toEqual(['session', 'setCookies', 'cookieHeader'])
      const out = await browser.post('/auth/logout')
      expect(out.headers.get('clear-site-data')).toBeNull()
      expect(out.headers.getSetCookie().filter((cookie) => /device|bound/.test(cookie))).toEqual([])
    }
  })

  test('over plain http, where no browser binds a session, it is off', async () => {
    const provider = await createTestIssuer()
    const options = optionsFor(provider, { session: { bindToDevice: 'require' }, url: 'http://localhost:3000' })
    const browser = new DeviceBrowser(createAuth(options), provider, 'http://localhost:3000')
    await browser.signIn()
    expect([browser.registration, await browser.auth.read(browser.header)]).toEqual([
      undefined,
      expect.not.objectContaining({ bound: expect.anything() }),
    ])
  })

  test('a session that was bound before is an ordinary one, and the browser forgets its key', async () => {
    const browser = await bound()
    await browser.register()
    await browser.refresh()
    const without = createAuth(optionsFor(browser.provider))
    browser.drop('bound')
    expect((await without.read(browser.header))?.user.sub).toBe('ada')
    const other = new DeviceBrowser(without, browser.provider)
    expect((await other.bring('/auth/device/refresh', null, browser.header)).status).toBe(404)
  })
})

test('a browser that does not know it notices nothing', async () => {
  const provider = await createTestIssuer()
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const browser = new Browser(createAuth(optionsFor(provider, { ...boundOptions, now })), provider)
  await browser.signIn()
  offset = 3 * 3_600_000
  browser.take(
    (await browser.auth.update(browser.request('/', { headers: { 'sec-fetch-site': 'cross-site' } }))).setCookies,
  )
  expect(await browser.auth.read(browser.header)).toMatchObject({ bound: false })
  expect([...browser.cookies.keys()].every((name) => /_(session|tokens)_/.test(name))).toBe(true)
  expect((await browser.post('/auth/logout')).headers.get('clear-site-data')).toBeNull()
})

test('an unknown value is an error of the configuration', async () => {
  const provider = await createTestIssuer()
  const options = optionsFor(provider, { session: { bindToDevice: 'on' as never } })
  expect(() => createAuth(options)).toThrow('session.bindToDevice is not known. It is off, offer or require.')
})

test('below a path, the routes and the cookie of the device are below it too', async () => {
  const provider = await createTestIssuer()
  const options = optionsFor(provider, { ...boundOptions, url: 'https://app.test/app' })
  const browser = new DeviceBrowser(createAuth(options), provider)
  const started = await browser.open('/app/auth/login')
  await browser.open(await provider.authorize(started.headers.get('location') ?? ''))
  expect(browser.registration?.path).toBe('/app/auth/device')
  const { challenge, authorization } = browser.registration ?? {}
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  browser.key = privateKey
  const proof = await browser.sign({ jti: challenge, authorization }, { jwk: await exportJWK(publicKey) })
  const response = await browser.bring('/app/auth/device', proof, '')
  expect(await response.json()).toMatchObject({
    refresh_url: '/app/auth/device/refresh',
    scope: { scope_specification: [{ type: 'exclude', path: '/app/auth/callback' }] },
  })
  expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('; Path=/app/auth/device; ')])
})

describe('DB-03: a registration that no browser sends binds nothing', () => {
  const setUp = async () => {
    const browser = await bound()
    const { challenge: jti = '', authorization = '' } = browser.registration ?? {}
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const sign = (header: object, claims: object = {}) =>
      new SignJWT({ jti, authorization, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dbsc+jwt', jwk, ...header })
        .sign(privateKey)
    return { browser, jwk, privateKey, sign, jti, authorization }
  }
  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

  test('keys and headers', async () => {
    const { browser, jwk, privateKey, sign, jti, authorization } = await setUp()
    const claims = part({ jti, authorization })
    const unsigned = (header: unknown, payload: unknown = claims) =>
      `${part(header)}.${typeof payload === 'string' ? payload : part(payload)}.${part('signature')}`
    const text = (more: string) => `{"alg":"ES256","typ":"dbsc+jwt",${more}}`
    const small = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
    const proofs = [
      await sign({ jwk: await exportJWK(privateKey) }),
      await sign({ jwk: { kty: 'oct', k: part('secret') } }),
      await sign({ jwk: { ...jwk, crv: 'P-521' } }),
      await sign({ jwk: { ...jwk, x: `${jwk.x}A` } }),
      await sign({ jwk: { kty: 'RSA', e: 'AQAB', n: part('x'.repeat(64)) }, alg: 'ES256' }),
      unsigned({ alg: 'RS256', typ: 'dbsc+jwt', jwk: { kty: 'RSA', e: 'AQAB', n: part('x'.repeat(64)) } }),
      unsigned({ alg: 'RS256', typ: 'dbsc+jwt', jwk: { ...(await exportJWK(small.publicKey)), e: 'AQ' } }),
      unsigned({ alg: 'none', typ: 'dbsc+jwt', jwk }),
      unsigned({ alg: 'HS256', typ: 'dbsc+jwt', jwk }),
      unsigned(text(`"jwk":${JSON.stringify(jwk)},"jwk":${JSON.stringify(jwk)}`)),
      unsigned({ alg: 'ES256', typ: 'dbsc+jwt' }, { jti, authorization, jwk }),
      unsigned({ alg: 'ES256', typ: 'JWT', jwk }),
      unsigned({ alg: 'ES256', typ: 'dbsc+jwt', jwk }),
      await sign({ typ: 'JWT' }),
      await sign({}, { jti: 'another' }),
      await sign({}, { jti: authorization }),
      await sign({}, { authorization: jti }),
      await sign({}, { authorization: undefined }),
      await sign({}, { aud: 'https://elsewhere.test' }),
      'a.b',
      'a.b.c.d',
      '"',
      '{}.{}.{}',
      '',
    ]
    for (const proof of proofs) {
      const response = await browser.bring('/auth/device', proof)
      expect([proof, response.status]).toEqual([proof, 400])
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect((await browser.bring('/auth/device', null)).status).toBe(400)
    expect((await browser.bring('/auth/device', 'x'.repeat(10_240))).status).toBe(413)
    // The session is as it was, and the browser may still bring its key.
    expect((await browser.register()).status).toBe(200)
  })

  test('a page of another site has no browser bring a key', async () => {
    const { browser, sign } = await setUp()
    for (const path of ['/auth/device', '/auth/device/refresh']) {
      const response = await browser.bring(path, await sign({}), '', { origin: 'https://evil.test' })
      expect(response.status).toBe(403)
    }
  })

  test('an RSA key is a key too', async () => {
    const { browser, jti, authorization } = await setUp()
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    browser.key = privateKey
    browser.sign = (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'dbsc+jwt', ...header }).sign(privateKey)
    const proof = await browser.sign({ jti, authorization }, { jwk: await exportJWK(publicKey) })
    const response = await browser.bring('/auth/device', proof)
    browser.identifier = ((await response.json()) as Instructions).session_identifier
    expect((await browser.refresh()).status).toBe(200)
    expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
  })

  test('another algorithm than that of the key is a forgery', async () => {
    const { browser } = await setUp()
    await browser.register()
    await browser.refresh()
    const { privateKey } = await generateKeyPair('RS256')
    const proof = await new SignJWT({ jti: browser.challenge })
      .setProtectedHeader({ alg: 'RS256', typ: 'dbsc+jwt' })
      .sign(privateKey)
    expect(await continues(await browser.bring('/auth/device/refresh', proof))).toBe(false)
  })
})

test('DB-12: a session that the provider has ended is over for the browser too', async () => {
  const browser = await bound({ session: { bindToDevice: 'offer', store: memoryStore() } })
  await browser.register()
  await browser.refresh()
  const body = new URLSearchParams({ logout_token: await browser.provider.issueLogoutToken({ sid: 'test-sid' }) })
  const ended = await browser.auth.handle(
    new Request('https://app.test/auth/backchannel-logout', { method: 'POST', body }),
  )
  expect(ended.status).toBe(200)
  expect(await browser.auth.read(browser.header)).toBeNull()
  expect(await continues(await browser.refresh())).toBe(false)
})

test('a new secret reads what the old one wrote, and encrypts the cookie of the key anew', async () => {
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const browser = await bound({ ...boundOptions, now })
  await browser.register()
  await browser.refresh()
  const secrets = ['another secret of at least thirty-two characters', 'a secret of at least thirty-two characters']
  const rotated = (secret: string[]) =>
    Object.assign(browser, { auth: createAuth(optionsFor(browser.provider, { ...boundOptions, now, secret })) })
  rotated(secrets)
  expect((await browser.refresh()).status).toBe(200)
  expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
  offset = 2 * 3_600_000
  expect((await browser.refresh()).status).toBe(200)
  browser.take((await browser.auth.update(browser.request('/'))).setCookies)
  offset += 9_000_000
  browser.take((await browser.auth.update(browser.request('/'))).setCookies)
  await browser.refresh()
  rotated(secrets.slice(0, 1))
  const device = browser.named('device')[0]?.[1]
  expect((await browser.bring('/auth/device/refresh', null)).status).toBe(403)
  expect(browser.named('device')[0]?.[1]).toBe(device)
})

test('a session of several cookies is bound by the first of all', async () => {
  const provider = await createTestIssuer()
  const organizations = Array.from({ length: 30 }, (_, index) => ({
    id: `organization-${index}`,
    slug: `slug-${index}`,
    name: 'x'.repeat(80),
  }))
  provider.signIn({ sub: 'ada', organizations })
  const browser = new DeviceBrowser(createAuth(optionsFor(provider, boundOptions)), provider)
  await browser.bind()
  expect(browser.named('session').length).toBeGreaterThan(1)
  expect((await browser.auth.read(browser.header))?.user.organizations).toHaveLength(30)
  browser.drop('bound')
  expect(await browser.auth.read(browser.header)).toBeNull()
  await browser.refresh()
  expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
})

describe('what was under way while the session was bound', () => {
  test('in a store: the id of before finds it for ten seconds, and writes nothing', async () => {
    let offset = 0
    const now = () => new Date(Date.now() + offset)
    const store = memoryStore(now)
    const browser = await bound({ now, session: { bindToDevice: 'offer', store } })
    const before = browser.header
    await browser.register()
    await browser.refresh()
    expect(await browser.auth.read(before)).toMatchObject({ bound: false })
    offset = 5000
    const late = new Request('https://app.test/auth/refresh', {
      method: 'POST',
      headers: { origin: 'https://app.test', cookie: before },
    })
    await browser.auth.handle(late)
    offset = 11_000
    expect(await browser.auth.read(before)).toBeNull()
    expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
    offset = 310_000
    expect(await browser.auth.guard(browser.request('/'))).toMatchObject({
      outcome: 'allowed',
      session: { bound: true },
    })
  })

  test('in a store: a browser that has not got the response gets the id of the session with its next proof, for ten minutes', async () => {
    let offset = 0
    const now = () => new Date(Date.now() + offset)
    const store = memoryStore(now)
    const browser = await bound({ now, session: { bindToDevice: 'offer', store } })
    await browser.register()
    const before = browser.header
    const lost = async () => {
      await browser.refresh()
      browser.cookies.clear()
      browser.take(before.split('; '))
    }
    await lost()
    offset = 300_000
    expect(await browser.auth.read(browser.header)).toBeNull()
    // Nor does a copy of the cookies from before get it without the key.
    const copy = new DeviceBrowser(browser.auth, browser.provider)
    copy.take(before.split('; ').filter((cookie) => !cookie.includes('_device_')))
    copy.identifier = browser.identifier
    expect(await continues(await copy.bring('/auth/device/refresh', null))).toBe(false)
    await browser.refresh()
    expect(await browser.auth.read(browser.header)).toMatchObject({ user: { sub: 'ada' }, bound: true })
    offset = 1_000_000
    await browser.refresh()
    expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
  })

  test('in a store: a sign-out with the id of before ends the session, and what is bound meanwhile is not', async () => {
    const plain = memoryStore()
    let meanwhile = async () => {}
    const store: SessionStore = {
      ...plain,
      async once(key, ttl) {
        if (key.startsWith('bound:')) await meanwhile()
        return plain.once(key, ttl)
      },
    }
    const browser = await bound({ session: { bindToDevice: 'offer', store } })
    await browser.register()
    const before = browser.header
    await browser.refresh()
    expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
    const headers = { cookie: before, origin: 'https://app.test' }
    await browser.auth.handle(new Request('https://app.test/auth/logout', { method: 'POST', headers }))
    expect(await browser.auth.read(browser.header)).toBeNull()

    for (const end of ['the person', 'the provider']) {
      browser.cookies.clear()
      await browser.signIn()
      await browser.register()
      const { header } = browser
      meanwhile = async () => {
        meanwhile = async () => {}
        if (end === 'the provider') return plain.deleteBySid('test-sid')
        const own = { cookie: header, origin: 'https://app.test' }
        await browser.auth.handle(new Request('https://app.test/auth/logout', { method: 'POST', headers: own }))
      }
      expect(await continues(await browser.refresh())).toBe(false)
      expect([end, await browser.auth.read(header), await browser.auth.read(browser.header)]).toEqual([end, null, null])
    }
  })

  test('in cookies: a refresh that a proven request shares does not prove a copy from before', async () => {
    let offset = 0
    const now = () => new Date(Date.now() + offset)
    const browser = await bound({ ...boundOptions, now })
    const before = browser.header
    await browser.register()
    await browser.refresh()
    offset = 310_000
    const guarded = async (cookie: string) => {
      const request = new Request('https://app.test/', { headers: { cookie } })
      return [await browser.auth.guard(request, { bound: true }), await browser.auth.guard(request)] as const
    }
    const [own] = await guarded(browser.header)
    expect(own).toMatchObject({ outcome: 'allowed', session: { bound: true } })
    const [asked, open] = await guarded(before)
    expect(asked.outcome).toBe('refused')
    expect(open).toMatchObject({ outcome: 'allowed', session: { bound: false } })
    const headers = { cookie: before, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const updated = await browser.auth.update(new Request('https://app.test/', { headers }))
    expect(updated.session).toMatchObject({ bound: false })
    // What it gets to keep is the session with the mark of the key, which opens nothing without it.
    expect(await browser.auth.read(updated.cookieHeader)).toBeNull()
  })

  test('in cookies: a session that was written without its mark is bound as before, and gets it again', async () => {
    const browser = await bound()
    const before = browser.named('session')
    await browser.register()
    await browser.refresh()
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect(await browser.auth.read(browser.header)).toMatchObject({ bound: true })
    await browser.refresh()
    browser.drop('bound')
    expect(await browser.auth.read(browser.header)).toBeNull()
  })
})

test('DB-21: many proofs push no session that has ended out of the memory', () => {
  const memory = new ProofMemory()
  memory.end('stolen', 1000)
  for (let count = 0; count < 20_001; count++) memory.once(`proof:${count}`, 1000, 0)
  expect([memory.isEnded('stolen', 999), memory.isEnded('stolen', 1000)]).toEqual([true, false])
  // Of those, the oldest is forgotten.
  expect([memory.once('proof:20000', 1000, 0), memory.once('proof:0', 1000, 0)]).toEqual([false, true])
})

test('a test session can be bound', async () => {
  const provider = await createTestIssuer()
  const options = optionsFor(provider, { session: { bindToDevice: 'require' } })
  const auth = createAuth(options)
  expect(await auth.read(await createTestSession(options, { name: 'Ada' }, { bound: true }))).toMatchObject({
    bound: true,
  })
  expect(await auth.read(await createTestSession(options, { name: 'Ada' }))).toBeNull()
  const offered = createAuth(optionsFor(provider, boundOptions))
  expect(await offered.read(await createTestSession(options))).toMatchObject({ bound: false })
})
