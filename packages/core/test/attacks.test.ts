import { DatabaseSync } from 'node:sqlite'
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { sqlStore, tables } from '../examples/sql-store.ts'
import {
  type Auth,
  AuthError,
  type AuthOptions,
  createAuth,
  memoryStore,
  type SessionStore,
  unstorageStore,
} from '../src/index.ts'
import { createTestBearer, createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'

// The core against a provider that can be told to misbehave. Ids are those of the catalogue of attacks.

const url = 'https://app.test'
let provider: TestIssuer
let offset = 0
const opened = Date.now()
const now = () => new Date(opened + offset)
let told: string[]
const optionsOf = (more: Partial<AuthOptions> = {}): AuthOptions => ({
  issuer: provider.issuer,
  clientId: 'app',
  clientSecret: 'app-secret',
  secret: 'a secret of at least thirty-two characters',
  url,
  fetch: provider.fetch,
  now,
  on: {
    login: () => told.push('login'),
    refresh: () => told.push('refresh'),
    logout: ({ by }) => told.push(`logout by ${by}`),
    error: ({ code }) => told.push(code),
  },
  ...more,
})
let auth: Auth
beforeEach(async () => {
  offset = 0
  told = []
  provider = await createTestIssuer({ now })
  provider.signIn({ sub: 'ada', name: 'Ada', organization: 'acme', organization_roles: ['admin'] })
  auth = createAuth(optionsOf())
})

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }

/** A browser's cookies. */
class Jar {
  readonly all = new Map<string, string>()
  get header() {
    return [...this.all].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  keep(cookies: readonly string[]) {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      if (/Max-Age=0/.test(cookie)) this.all.delete(pair.slice(0, cut))
      else this.all.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
  }
  async get(path: string, own = auth, headers: Record<string, string> = navigation): Promise<Response> {
    const response = await own.handle(new Request(new URL(path, url), { headers: { ...headers, cookie: this.header } }))
    this.keep(response.headers.getSetCookie())
    return response
  }
}

/** Up to the callback's URL, which was not yet opened. */
async function begun(jar: Jar, path = '/auth/login?returnTo=/here', own = auth): Promise<URL> {
  const response = await jar.get(path, own)
  return new URL(await provider.authorize(response.headers.get('location') ?? ''))
}
async function signedIn(own = auth, jar = new Jar()): Promise<Jar> {
  const back = await begun(jar, undefined, own)
  const response = await jar.get(back.href, own)
  expect(response.headers.get('location')).toBe('/here')
  return jar
}
const refusedAt = async (back: URL, jar: Jar) => {
  const response = await jar.get(back.href)
  expect(response.status).toBe(400)
  expect(await auth.read(jar.header)).toBeNull()
}

describe('an application below a path of its host', () => {
  const home = `${url}/app`
  test.each(['/app', ''])(
    'SN-10 its addresses have the path, whether requests come as "%s/auth" or not',
    async (seen) => {
      const own = createAuth(optionsOf({ url: home }))
      const jar = new Jar()
      const started = await jar.get(`${seen}/auth/login?returnTo=/here?x=1`, own)
      const location = new URL(started.headers.get('location') ?? '')
      expect(location.searchParams.get('redirect_uri')).toBe(`${home}/auth/callback`)
      const back = new URL(await provider.authorize(location.href))
      expect(back.pathname).toBe('/app/auth/callback')
      const landed = await jar.get(`${seen}/auth/callback${back.search}`, own)
      expect(landed.headers.get('location')).toBe(`${home}/here?x=1`)
      expect((await own.read(jar.header))?.user.sub).toBe('ada')
      const out = await own.handle(
        new Request(`${url}${seen}/auth/logout`, { method: 'POST', headers: { origin: url, cookie: jar.header } }),
      )
      expect(new URL(out.headers.get('location') ?? '').searchParams.get('post_logout_redirect_uri')).toBe(`${home}/`)
      const failed = await (await new Jar().get(`${seen}/auth/callback?state=made-up&code=1`, own)).text()
      expect(failed).toContain(`href="${home}/auth/login"`)
      // Paths stay within the application: whoever sends a browser there asks for its address.
      expect(own.loginPath({ returnTo: '/here' })).toBe('/auth/login?returnTo=%2Fhere')
      expect(own.href(own.logoutPath())).toBe(`${home}/auth/logout`)
      expect(auth.href(auth.logoutPath())).toBe('/auth/logout')
    },
  )
})

describe('the callback', () => {
  test('SC-03 SC-04 a wrong or missing iss, and whatever comes twice, is refused before any token is asked for', async () => {
    // AZ-35
    for (const spoil of [
      (back: URL) => back.searchParams.set('iss', 'https://evil.test'),
      (back: URL) => back.searchParams.delete('iss'),
      (back: URL) => back.searchParams.append('iss', 'https://evil.test'),
      (back: URL) => back.searchParams.append('code', 'b'),
      (back: URL) => back.searchParams.append('state', 'b'),
    ]) {
      const jar = new Jar()
      const back = await begun(jar)
      spoil(back)
      await refusedAt(back, jar)
    }
    expect(provider.count('/token')).toBe(0)
  })

  test.each([
    ['SC-06 userinfo speaks of another person', '/userinfo', async () => Response.json({ sub: 'eve' })],
    [
      'the token endpoint gives no ID token',
      '/token',
      async () => Response.json({ access_token: 'a', token_type: 'Bearer' }),
    ],
  ])('%s', async (_name, at, answer) => {
    const jar = new Jar()
    const back = await begun(jar)
    provider.tamper((path, response) => (path === at ? answer() : response))
    await refusedAt(back, jar)
  })

  test('SC-36 DPoP is not spoken: no proof is sent where it is offered, and a token that is bound to a key is refused', async () => {
    let proof: string | null = null
    const listening = createAuth(
      optionsOf({
        fetch: (input, init) => {
          proof ??= new Headers(init?.headers).get('dpop')
          return provider.fetch(input, init)
        },
      }),
    )
    provider.tamper(async (path, response) => {
      if (path === '/.well-known/openid-configuration')
        return Response.json({ ...(await response.json()), dpop_signing_alg_values_supported: ['ES256'] })
      return path === '/token' ? Response.json({ ...(await response.json()), token_type: 'DPoP' }) : response
    })
    const jar = new Jar()
    const back = await begun(jar, undefined, listening)
    expect((await jar.get(back.href, listening)).status).toBe(400)
    expect(await listening.read(jar.header)).toBeNull()
    expect([provider.count('/token'), proof]).toEqual([1, null])
  })

  const claims = (nonce: string) => {
    const iat = Math.floor(now().getTime() / 1000)
    return { iss: provider.issuer, aud: 'app', sub: 'ada', iat, exp: iat + 300, nonce }
  }
  test.each<[string, (nonce: string) => Promise<string>]>([
    ['another nonce', (nonce) => provider.sign({ ...claims(nonce), nonce: 'x' })],
    ['another audience', (nonce) => provider.sign({ ...claims(nonce), aud: 'other' })],
    ['another issuer', (nonce) => provider.sign({ ...claims(nonce), iss: 'https://evil.test' })],
    ['SC-09 five minutes in the past', (nonce) => provider.sign({ ...claims(nonce), exp: claims(nonce).iat - 300 })],
    ['SC-09 five minutes in the future', (nonce) => provider.sign({ ...claims(nonce), iat: claims(nonce).iat + 300 })],
    ['SC-05 the hash of another access token', (nonce) => provider.sign({ ...claims(nonce), at_hash: 'A'.repeat(22) })],
    ['SC-05 a hash that is no text', (nonce) => provider.sign({ ...claims(nonce), at_hash: null })],
    ['no expiry', (nonce) => provider.sign({ ...claims(nonce), exp: undefined })],
    [
      'no signature',
      async (nonce) =>
        `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa(JSON.stringify(claims(nonce))).replaceAll('=', '')}.`,
    ],
    ['a signature of someone else', async (nonce) => (await createTestIssuer({ now })).sign(claims(nonce))],
  ])('an ID token with %s makes no session', async (_name, make) => {
    const jar = new Jar()
    const response = await jar.get('/auth/login')
    const target = new URL(response.headers.get('location') ?? '')
    const idToken = await make(target.searchParams.get('nonce') ?? '')
    provider.tamper(async (path, answer) =>
      path === '/token' ? Response.json({ ...(await answer.json()), id_token: idToken }) : answer,
    )
    await refusedAt(new URL(await provider.authorize(target.href)), jar)
    expect(told).toContain('callback_failed')
  })

  test.each([
    ['RS256', 'SHA-256'],
    ['ES384', 'SHA-384'],
    ['EdDSA', 'SHA-512'],
  ])(
    'SC-05 SC-09 an ID token by %s with the hash of its access token, of a clock that is a minute ahead',
    async (alg, algorithm) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
      const jar = new Jar()
      let nonce = ''
      provider.tamper(async (path, answer) => {
        if (path === '/jwks') return Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'other', alg }] })
        const body = await answer.json()
        if (path.startsWith('/.well-known'))
          return Response.json({ ...body, id_token_signing_alg_values_supported: [alg] })
        if (path !== '/token') return Response.json(body)
        const digest = await crypto.subtle.digest(algorithm, new TextEncoder().encode(body.access_token))
        const at_hash = base64url.encode(new Uint8Array(digest.slice(0, digest.byteLength / 2)))
        const idToken = new SignJWT({ ...claims(nonce), iat: claims(nonce).iat + 55, at_hash })
        return Response.json({
          ...body,
          id_token: await idToken.setProtectedHeader({ alg, kid: 'other' }).sign(privateKey),
        })
      })
      const own = createAuth(optionsOf())
      const started = await jar.get('/auth/login', own)
      const target = new URL(started.headers.get('location') ?? '')
      nonce = target.searchParams.get('nonce') ?? ''
      expect((await jar.get(await provider.authorize(target.href), own)).status).toBe(303)
      expect(await own.read(jar.header)).toMatchObject({ user: { sub: 'ada' } })
    },
  )

  test('SC-34 names of prototypes in claims reach nothing', async () => {
    provider.signIn(
      JSON.parse('{"sub":"ada","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    )
    const session = await auth.read((await signedIn()).header)
    expect(session?.user).toMatchObject({ sub: 'ada', name: null })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('SC-16 two tabs at once both succeed; SC-15 attempts do not pile up', async () => {
    const jar = new Jar()
    const [first, second] = [await begun(jar), await begun(jar)]
    expect((await jar.get(second.href)).status).toBe(303)
    expect((await jar.get(first.href)).status).toBe(303)
    const many = new Jar()
    for (let attempt = 0; attempt < 50; attempt++) await many.get('/auth/login')
    expect([...many.all.keys()].filter((name) => name.includes('_tx_')).length).toBeLessThanOrEqual(5)
    const quiet = new Jar()
    for (const headers of [
      { 'sec-purpose': 'prefetch', ...navigation },
      { 'sec-fetch-mode': 'cors' },
      { accept: '*/*' },
    ])
      expect((await quiet.get('/auth/login', auth, headers as Record<string, string>)).status).toBe(204)
    expect(quiet.all.size).toBe(0)
  })

  test('a login that another provider begins here is refused; our own may name an organization', async () => {
    expect((await new Jar().get('/auth/login?iss=https://evil.test')).status).toBe(400)
    const response = await new Jar().get(`/auth/login?iss=${encodeURIComponent(provider.issuer)}&organization=acme`)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('organization')).toBe('acme')
  })

  test('a step-up asks for the acr as essential, and a weaker sign-in does not pass for it', async () => {
    const jar = new Jar()
    const path = auth.loginPath({ acr: 'phr', maxAge: 60 })
    const target = new URL((await jar.get(path)).headers.get('location') ?? '')
    expect(JSON.parse(target.searchParams.get('claims') ?? '')).toEqual({
      id_token: { acr: { essential: true, values: ['phr'] } },
    })
    expect(target.searchParams.get('max_age')).toBe('60')
    await refusedAt(new URL(await provider.authorize(target.href)), jar)
    provider.signIn({ sub: 'ada', acr: 'phrh' })
    const again = new Jar()
    const strong = await provider.authorize((await again.get(path)).headers.get('location') ?? '')
    expect((await again.get(strong)).status).toBe(303)
    expect((await auth.read(again.header))?.acr).toBe('phrh')
  })
})

describe('what a browser holds', () => {
  test('SR-04 is encrypted, always: there is no session without a secret, and a cookie tells nothing', async () => {
    for (const secret of ['', 'too short', undefined])
      expect(() => createAuth(optionsOf({ secret: secret as string }))).toThrow(AuthError)
    const jar = await signedIn()
    for (const value of jar.all.values())
      for (const part of [value, ...value.split('.')]) {
        const text = Buffer.from(part, 'base64url').toString('latin1')
        expect(`${value} ${text}`).not.toMatch(/"sub"|"Ada"|accessToken|refreshToken/)
      }
  })

  test('SR-11 an id is not chosen by the browser: what it makes up never reaches the store', async () => {
    const asked: string[] = []
    const store = memoryStore(now)
    const watched: SessionStore = {
      ...store,
      get: (id) => {
        asked.push(id)
        return store.get(id)
      },
    }
    const own = createAuth(optionsOf({ session: { store: watched } }))
    const jar = await signedIn(own)
    asked.length = 0
    for (const [name, value] of jar.all)
      for (const made of ['../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'a'.repeat(64), '', `${value}x`, 'null'])
        expect(await own.read(`${name}=${made}`)).toBeNull()
    expect(asked.filter((id) => !/^[\w-]{20,}$/.test(id))).toEqual([])
    expect(await own.read(jar.header)).not.toBeNull()
  })
})

describe('refreshing', () => {
  const pass = (seconds: number) => {
    offset += seconds * 1000
  }

  test('SC-18 fifty at once cause one refresh; SC-19 what may pass ends nothing; a clear no does', async () => {
    // TK-27
    const jar = await signedIn()
    pass(290)
    const tokens = await Promise.all(Array.from({ length: 50 }, () => auth.accessToken(jar.header)))
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1)
    expect(provider.count('/token')).toBe(2)
    jar.keep(tokens[0]?.setCookies ?? [])
    pass(290)
    for (const answer of [
      () => new Response('busy', { status: 503 }),
      () => new Response('slow down', { status: 429 }),
      () => new Response('{', { headers: { 'Content-Type': 'application/json' } }),
      () => {
        throw new TypeError('fetch failed')
      },
    ]) {
      provider.tamper((path, response) => (path === '/token' ? answer() : response))
      await expect(auth.accessToken(jar.header)).rejects.toMatchObject({ code: 'refresh_unavailable' })
      expect(await auth.read(jar.header)).not.toBeNull()
    }
    provider.tamper((path, response) =>
      path === '/token' ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : response,
    )
    const rejected = (await auth.accessToken(jar.header).catch((error) => error)) as AuthError
    expect(rejected.code).toBe('refresh_rejected')
    jar.keep(rejected.setCookies)
    expect(await auth.read(jar.header)).toBeNull()
  })

  test('SN-09 where no cookie can be written, no refresh token is spent', async () => {
    const jar = await signedIn()
    expect((await auth.accessToken(jar.header, { canWrite: () => false })).token).toBeTruthy()
    // It serves until its end, and then only where a successor can be written.
    pass(290)
    expect((await auth.accessToken(jar.header, { canWrite: () => false })).token).toBeTruthy()
    pass(20)
    await expect(auth.accessToken(jar.header, { canWrite: () => false })).rejects.toMatchObject({
      code: 'refresh_unavailable',
    })
    expect(provider.count('/token')).toBe(1)
    expect((await auth.accessToken(jar.header, { canWrite: () => true })).token).toBeTruthy()
  })

  test('SR-07 a refresh whose cookies got lost is one refresh, and the next answer brings them', async () => {
    // TK-27
    const jar = await signedIn()
    pass(290)
    // Eight loaders at once, and none of them hands the cookies on.
    await Promise.all(Array.from({ length: 8 }, () => auth.accessToken(jar.header)))
    const next = (path = '/', headers: Record<string, string> = {}) =>
      auth.update(new Request(new URL(path, url), { headers: { ...headers, cookie: jar.header } }))
    // Long after the last of them, while the new token is good. On every request: a document may be a while away.
    pass(200)
    const { session, setCookies } = await next()
    expect(session?.user.sub).toBe('ada')
    // Not on our own routes, which write for themselves.
    expect((await next('/auth/logout', navigation)).setCookies).toEqual([])
    const before = jar.header
    jar.keep(setCookies)
    expect((await next()).setCookies).toEqual([])
    expect(provider.count('/token')).toBe(2)
    pass(80)
    // What the provider gave last is what it is asked with: nothing was spent twice.
    jar.keep((await auth.accessToken(jar.header)).setCookies)
    expect(told).toEqual(['login', 'refresh', 'refresh'])
    // After the token's life, the old result is nobody's.
    const late = await auth.update(new Request(url, { headers: { cookie: before } }))
    expect(late.setCookies).toEqual([])
    // And a logout takes it away at once.
    pass(290)
    await auth.accessToken(jar.header)
    const out = new Request(`${url}/auth/logout`, { method: 'POST', headers: { origin: url, cookie: jar.header } })
    expect((await auth.handle(out)).status).toBe(303)
    expect((await next()).setCookies).toEqual([])
  })

  test('SC-21 a request that was sent before a refresh and ends after the logout brings nothing back', async () => {
    const jar = await signedIn()
    pass(290)
    const before = jar.header
    jar.keep((await auth.accessToken(before)).setCookies)
    const late = () => auth.update(new Request(url, { headers: { cookie: before } }))
    expect((await late()).setCookies).not.toEqual([])
    // The browser has the successor when it signs out.
    await auth.handle(
      new Request(`${url}/auth/logout`, { method: 'POST', headers: { origin: url, cookie: jar.header } }),
    )
    expect((await late()).setCookies).toEqual([])
  })

  test('a provider that keeps its refresh tokens: what the browser has got is not sent again and again', async () => {
    // The rotation is hidden from the application.
    let current = ''
    const own = createAuth(
      optionsOf({
        fetch: async (input, init) => {
          const body = init?.body instanceof URLSearchParams ? new URLSearchParams(init.body) : null
          if (body?.has('refresh_token')) body.set('refresh_token', current)
          const response = await provider.fetch(input, body ? { ...init, body } : init)
          if (!body) return response
          const { refresh_token, ...tokens } = await response.json()
          current = refresh_token
          return Response.json(body.has('refresh_token') ? tokens : { ...tokens, refresh_token: 'the same for ever' })
        },
      }),
    )
    const jar = await signedIn(own)
    const next = () => own.update(new Request(url, { headers: { cookie: jar.header } }))
    for (let round = 2; round < 5; round++) {
      pass(290)
      await own.accessToken(jar.header)
      jar.keep((await next()).setCookies)
      expect((await next()).setCookies).toEqual([])
      expect((await own.accessToken(jar.header)).setCookies).toEqual([])
      expect(provider.count('/token')).toBe(round)
    }
  })

  test('SC-21 a logout beside a refresh and a roll: nothing brings the session back', async () => {
    for (const own of [auth, createAuth(optionsOf({ session: { store: memoryStore(now) } }))]) {
      const jar = await signedIn(own)
      pass(290)
      const before = jar.header
      const [out, refreshed, rolled] = await Promise.all([
        own.handle(new Request(`${url}/auth/logout`, { method: 'POST', headers: { origin: url, cookie: before } })),
        own.accessToken(before).catch(() => ({ setCookies: [] })),
        own.update(new Request(url, { headers: { ...navigation, cookie: before } })),
      ])
      // The browser hears of the logout last, whatever else was on its way.
      jar.keep(refreshed.setCookies)
      jar.keep(rolled.setCookies)
      jar.keep(out.headers.getSetCookie())
      expect(await own.read(jar.header)).toBeNull()
      if (own !== auth) expect(await own.read(before)).toBeNull()
    }
  })

  test('SC-07 an answer for another person ends the session', async () => {
    const jar = await signedIn()
    pass(290)
    const iat = Math.floor(now().getTime() / 1000)
    const idToken = await provider.sign({ iss: provider.issuer, aud: 'app', sub: 'eve', iat, exp: iat + 300 })
    provider.tamper(async (path, answer) =>
      path === '/token' ? Response.json({ ...(await answer.json()), id_token: idToken }) : answer,
    )
    await expect(auth.accessToken(jar.header)).rejects.toMatchObject({ code: 'refresh_rejected' })
  })

  test.each([
    ['SC-09 of the future', { iat: 3600 }, /iat|future/],
    ['SC-05 of another access token', { at_hash: 'A'.repeat(22) }, /at_hash/],
  ])(
    'an answer with an ID token %s is not used, and named',
    async (_name, { iat: ahead = 0, ...wrong }: { iat?: number; at_hash?: string }, message) => {
      const jar = await signedIn()
      pass(290)
      const iat = Math.floor(now().getTime() / 1000)
      const own = { iss: provider.issuer, aud: 'app', sub: 'ada', iat: iat + ahead, exp: iat + 300 }
      const idToken = await provider.sign({ ...own, ...wrong })
      provider.tamper(async (path, answer) =>
        path === '/token' ? Response.json({ ...(await answer.json()), id_token: idToken }) : answer,
      )
      const refused = { code: 'refresh_unavailable', message: expect.stringMatching(message) }
      await expect(auth.accessToken(jar.header)).rejects.toMatchObject(refused)
    },
  )

  test('roles are as young as the token; tokens without an identity are worth nothing', async () => {
    const jar = await signedIn()
    pass(290)
    provider.signIn({ sub: 'ada', organization: 'acme', organization_roles: ['member'] })
    jar.keep((await auth.accessToken(jar.header)).setCookies)
    expect((await auth.read(jar.header))?.user.roles).toEqual(['member'])
    for (const name of [...jar.all.keys()]) if (name.includes('_session_')) jar.all.delete(name)
    await expect(auth.accessToken(jar.header)).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('idle and absolute expiry', () => {
  test('SC-13 use keeps a session, rest ends it, and nothing outlives its end', async () => {
    auth = createAuth(optionsOf({ session: { idle: 1000, absolute: 3000 } }))
    const jar = await signedIn()
    const visit = async (headers: Record<string, string> = navigation) => {
      const { session, setCookies } = await auth.update(
        new Request(url, { headers: { ...headers, cookie: jar.header } }),
      )
      jar.keep(setCookies)
      return { session, wrote: setCookies.length > 0 }
    }
    offset += 50_000
    expect(await visit()).toMatchObject({ wrote: false })
    offset += 100_000
    expect(await visit({ 'sec-fetch-mode': 'cors' })).toMatchObject({ wrote: false })
    expect(await visit()).toMatchObject({ wrote: true })
    for (const step of [900_000, 900_000]) {
      offset += step
      expect((await visit()).session).not.toBeNull()
    }
    // Whoever keeps the cookie longer than its browser would gains nothing.
    offset += 1_100_000
    expect(await auth.read(jar.header)).toBeNull()
  })
})

describe('what a page demands', () => {
  const session = async (more: Parameters<typeof createTestSession>[2] = {}) =>
    auth.read(await createTestSession(optionsOf(), { roles: ['admin'], organization: 'acme', team: null }, more))

  test.each([
    ['nothing', {}, null],
    ['a role of theirs', { role: 'admin' }, null],
    ['one of two roles', { role: ['owner', 'admin'] }, null],
    ['SC-33 a role in another case', { role: 'Admin' }, 'forbidden'],
    ['SC-25 an empty list of roles', { role: [] }, 'forbidden'],
    ['SC-25 a role and an organization, one of which is wrong', { role: 'admin', organization: 'other' }, 'forbidden'],
    ['any organization', { organization: true as const }, null],
    ['any team', { team: true as const }, 'forbidden'],
    ['scopes', { scope: ['openid', 'email'] }, null],
    ['a scope that was not granted', { scope: ['openid', 'orders'] }, 'forbidden'],
    ['SC-25 an empty list of scopes', { scope: [] }, 'forbidden'],
    ['a better sign-in', { acr: 'phr' }, 'step_up_required'],
    ['SC-25 an empty list of ways', { acr: [] }, 'step_up_required'],
    ['a fresh sign-in', { maxAge: 300 }, null],
    ['a right before a better sign-in', { role: 'owner', acr: 'phr' }, 'forbidden'],
  ])('%s', async (_name, requirement, expected) => {
    const current = await session()
    const check: Auth['check'] = auth.check
    let code: string | null = null
    try {
      check(current, requirement)
    } catch (error) {
      code = (error as AuthError).code
    }
    expect(code).toBe(expected)
  })

  test('phrh is a phr, and an old sign-in is not fresh', async () => {
    const check: Auth['check'] = auth.check
    expect(() => check(null)).toThrow()
    const strong = await session({ acr: 'phrh', authTime: 0 })
    check(strong, { acr: 'phr' })
    expect(() => check(strong, { maxAge: 300 })).toThrow(/stronger or more recent/)
  })
})

describe('an API', () => {
  const call = async (authorization: string | null, requirement = {}) => {
    const headers: Record<string, string> = authorization ? { authorization } : {}
    try {
      return await auth.verifyBearer(new Request(`${url}/api`, { headers }), requirement)
    } catch (error) {
      const answer = (error as AuthError).toResponse()
      return [answer.status, answer.headers.get('www-authenticate')]
    }
  }

  test('SC-22 takes its own tokens, and says why it takes no other', async () => {
    const bearer = (claims = {}) => createTestBearer(provider, claims)
    expect(
      await call(await bearer({ scope: 'a b', organization: 'acme', organization_roles: ['owner'] }), { scope: 'a' }),
    ).toMatchObject({
      sub: 'ada',
      clientId: 'app',
      organization: 'acme',
      roles: ['owner'],
    })
    const invalid = [401, 'Bearer error="invalid_token"']
    expect(await call(null)).toEqual([401, 'Bearer'])
    expect(await call('Basic abc')).toEqual([401, 'Bearer'])
    expect(await call(await bearer({ aud: 'https://other.test' }))).toEqual(invalid)
    expect(await call(await bearer(), { audience: 'https://api.test' })).toEqual(invalid)
    expect(await call(await bearer({ iss: 'https://evil.test' }))).toEqual(invalid)
    expect(await call(await bearer({ exp: 1 }))).toEqual(invalid)
    expect(await call(await bearer({ exp: undefined }))).toEqual(invalid)
    const own = { iss: provider.issuer, aud: provider.issuer, sub: 'ada', client_id: 'app', iat: 1, exp: 9_999_999_999 }
    // An ID token, another provider's, none's.
    expect(await call(`Bearer ${await provider.sign(own, { typ: 'JWT' })}`)).toEqual(invalid)
    expect(await call(`Bearer ${await (await createTestIssuer()).sign(own, { typ: 'at+jwt' })}`)).toEqual(invalid)
    expect(
      await call(`Bearer ${btoa('{"alg":"none","typ":"at+jwt"}')}.${btoa(JSON.stringify(own))}.`.replaceAll('=', '')),
    ).toEqual(invalid)
    expect(await call(await bearer({ scope: 'a' }), { scope: ['a', 'b'] })).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="a b"',
    ])
    expect(await call(await bearer({ scope: 'a' }), { scope: [] })).toEqual([403, 'Bearer error="insufficient_scope"'])
  })

  test('SC-37 an empty audience is a mistake, never a check less', async () => {
    const token = (await createTestBearer(provider)).slice(7)
    for (const audience of ['', '  ', []])
      await expect(auth.verifyBearer(token, { audience })).rejects.toMatchObject({ code: 'config_invalid' })
    for (const wrong of [
      { issuer: '' },
      { issuer: '  ' },
      { clientId: ' ' },
      { url: '' },
      { secret: 'short' },
      { secret: [] },
    ])
      expect(() => createAuth(optionsOf(wrong))).toThrow(AuthError)
  })

  test('SC-24 keys that can not be asked for are no verdict; known keys go on serving', async () => {
    const down = createAuth(optionsOf())
    const token = await createTestBearer(provider)
    provider.tamper((path, response) => (path === '/jwks' ? new Response('', { status: 500 }) : response))
    await expect(down.verifyBearer(token.slice(7))).rejects.toMatchObject({ code: 'issuer_unreachable', status: 503 })
    provider.tamper(null)
    await down.verifyBearer(token.slice(7))
    provider.tamper(() => new Response('', { status: 500 }))
    offset += 3_600_000
    await down.verifyBearer((await createTestBearer(provider)).slice(7))
  })
})

const stores: [string, () => SessionStore][] = [
  ['memory', () => memoryStore(now)],
  [
    'unstorage',
    () => {
      const kept = new Map<string, unknown>()
      return unstorageStore(
        {
          getItem: async (key) => kept.get(key) ?? null,
          setItem: async (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
          removeItem: async (key) => void kept.delete(key),
          getKeys: async (base = '') => [...kept.keys()].filter((key) => key.startsWith(base)),
        },
        now,
      )
    },
  ],
  [
    'SQL, as in examples/sql-store.ts',
    () => {
      const database = new DatabaseSync(':memory:')
      database.exec(tables)
      const named = (values: (string | number)[]) =>
        Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))
      return sqlStore(async (text, values) => database.prepare(text).all(named(values)), now)
    },
  ],
]

describe.each(stores)('with a store: %s', (name, makeStore) => {
  let store: SessionStore
  beforeEach(() => {
    store = makeStore()
    auth = createAuth(optionsOf({ session: { store } }))
  })
  const logoutToken = (body: string, type = 'application/x-www-form-urlencoded') =>
    auth.handle(
      new Request(`${url}/auth/backchannel-logout`, { method: 'POST', body, headers: { 'Content-Type': type } }),
    )

  test('the cookie holds an id, refreshes go to the store, and logging out ends it for every copy', async () => {
    const jar = await signedIn()
    expect(jar.header.length).toBeLessThan(600)
    offset += 290_000
    expect((await auth.accessToken(jar.header)).setCookies).toEqual([])
    const copy = jar.header
    await auth.handle(
      new Request(`${url}/auth/logout`, { method: 'POST', headers: { origin: url, cookie: jar.header } }),
    )
    // SC-12: a cookie that was kept is worth nothing.
    expect(await auth.read(copy)).toBeNull()
    expect(told).toEqual(['login', 'refresh', 'logout by person'])
  })

  test('what is to happen once happens once, until its time is over', async () => {
    const noted = await Promise.all(Array.from({ length: 20 }, () => store.once('jti', 60)))
    if (name !== 'unstorage') expect(noted.filter(Boolean)).toHaveLength(1)
    expect(await store.once('jti', 60)).toBe(false)
    offset += 61_000
    expect(await store.once('jti', 60)).toBe(true)
  })

  test('SC-28 the provider ends sessions by sid or sub, once per token', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    const token = await provider.issueLogoutToken({ sid: 'test-sid' })
    expect((await logoutToken(`logout_token=${token}`)).status).toBe(200)
    expect(await auth.read(first.header)).toBeNull()
    expect(await auth.read(second.header)).toBeNull()
    expect((await logoutToken(`logout_token=${token}`)).status).toBe(400)
    const third = await signedIn()
    expect((await logoutToken(`logout_token=${await provider.issueLogoutToken({ sub: 'ada' })}`)).status).toBe(200)
    expect(await auth.read(third.header)).toBeNull()
    expect((await logoutToken(`logout_token=${await provider.issueLogoutToken({ sid: 'unknown' })}`)).status).toBe(200)
  })

  test('SC-28 anything else ends nothing', async () => {
    const jar = await signedIn()
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const iat = Math.floor(now().getTime() / 1000)
    const honest = { iss: provider.issuer, aud: 'app', iat, exp: iat + 100, jti: 'j', sub: 'ada', events }
    const wrong: [string, Promise<string> | string][] = [
      ['another issuer', provider.sign({ ...honest, iss: 'https://evil.test' }, { typ: 'logout+jwt' })],
      ['another audience', provider.sign({ ...honest, aud: 'other' }, { typ: 'logout+jwt' })],
      ['another type', provider.sign(honest, { typ: 'at+jwt' })],
      ['no event', provider.sign({ ...honest, events: {} }, { typ: 'logout+jwt' })],
      ['a nonce', provider.sign({ ...honest, nonce: 'n' }, { typ: 'logout+jwt' })],
      ['nobody', provider.sign({ ...honest, sub: undefined }, { typ: 'logout+jwt' })],
      ['no jti', provider.sign({ ...honest, jti: undefined }, { typ: 'logout+jwt' })],
      ['expired', provider.sign({ ...honest, iat: iat - 4000, exp: iat - 3900 }, { typ: 'logout+jwt' })],
      ['old, though it says otherwise', provider.sign({ ...honest, iat: iat - 4000 }, { typ: 'logout+jwt' })],
      ['no signature', `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(honest))}.`.replaceAll('=', '')],
      ['another signer', (await createTestIssuer()).sign(honest, { typ: 'logout+jwt' })],
    ]
    for (const [name, token] of wrong) expect((await logoutToken(`logout_token=${await token}`)).status, name).toBe(400)
    const good = await provider.issueLogoutToken({ sub: 'ada' })
    expect((await logoutToken(`logout_token=${good}&logout_token=${good}`)).status).toBe(400)
    expect((await logoutToken(JSON.stringify({ logout_token: good }), 'application/json')).status).toBe(415)
    expect((await auth.handle(new Request(`${url}/auth/backchannel-logout`))).status).toBe(405)
    expect(await auth.read(jar.header)).not.toBeNull()
  })
})

test('SC-10 SC-39 nothing but our own encryption opens', async () => {
  // JK-13
  const { EncryptJWT } = await import('jose')
  const cookie = await createTestSession(optionsOf(), { name: 'Ada' })
  expect((await auth.read(cookie))?.user.name).toBe('Ada')
  const [name = '', value = ''] = (cookie.split('; ')[0] ?? '').split('=')
  const forged = await new EncryptJWT({ session: { user: { sub: 'eve' }, expiresAt: 9_999_999_999 } })
    .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
    .encrypt(new Uint8Array(32))
  for (const text of [
    forged,
    value.slice(0, -4),
    `${value}x`,
    value.replace(/^[^.]+/, btoa('{"alg":"none"}')),
    'x.y.z',
    '',
  ])
    expect(await auth.read(`${name}=${text}`)).toBeNull()
  // What we write is a JWE (RFC 7516) that others read too.
  const { compactDecrypt } = await import('jose')
  await expect(compactDecrypt(value, new Uint8Array(32))).rejects.toThrow(/decryption/)
  // Another application with the same secret.
  expect(await createAuth(optionsOf({ clientId: 'other' })).read(cookie)).toBeNull()
})

test('SC-31 whatever depends on the session is private and not stored', async () => {
  const jar = await signedIn()
  for (const path of ['/auth/session', '/auth/login', '/auth/nothing']) {
    const response = await jar.get(path)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toBe('Cookie')
  }
  const session = await (await jar.get('/auth/session')).text()
  expect(session).not.toMatch(/eyJ|token/i)
})

test('a hook that throws changes nothing', async () => {
  auth = createAuth(
    optionsOf({
      on: {
        login: () => {
          throw new Error('oops')
        },
      },
    }),
  )
  expect(await auth.read((await signedIn()).header)).not.toBeNull()
})
