import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, type AuthOptions, can, createAuth, memoryStore, type Session, type User } from '../src/index.ts'
import { decide, missing } from '../src/requirement.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// What a person may do in their organization: from the claims to the session, and from the session to the guards.

const names = ['invoice.read', 'invoice.approve']
const catalogue = { 'invoice.read': {}, 'invoice.approve': {}, 'invoice.pay': { acr: 'phr' } }
/** As many and as long as no cookie contains. */
const many = Array.from({ length: 400 }, (_, index) => `p${index}`.padEnd(64, 'x'))

let provider: TestIssuer
let offset = 0
const opened = Date.now()
const now = () => new Date(opened + offset)
const pass = (seconds: number) => {
  offset += seconds * 1000
}
let errors: string[]
const scope = 'openid profile email permissions'
const options = (more: Partial<AuthOptions> = {}) =>
  optionsFor(provider, { now, scope, on: { error: ({ message }) => errors.push(message) }, ...more })
let auth: Auth
let browser: Browser

const signInWith = async (permissions: unknown, more: Partial<AuthOptions> = {}) => {
  provider.signIn({ sub: 'ada', organization: 'acme', permissions })
  auth = createAuth(options(more))
  browser = new Browser(auth, provider)
  expect(await browser.signIn()).toBe('/here')
}
const page = (permission: string | string[]) => auth.guard(browser.request('/billing'), { permission }, { as: 'page' })
const sessionWith = (more: Partial<Session> & { permissions?: unknown }): Session => {
  const { permissions = names, ...rest } = more
  const user = { sub: 'ada', roles: [], organization: 'acme', team: null, permissions } as unknown as User
  return { user, sid: null, authTime: 0, acr: null, scopes: [], expiresAt: 1e12, freshUntil: 1e12, ...rest }
}

beforeEach(async () => {
  offset = 0
  errors = []
  provider = await createTestIssuer({ now })
})
afterEach(() => {
  // The catalogue of a process, which other tests do not have.
  Reflect.deleteProperty(globalThis, Symbol.for('@vestibule/core permissions'))
})

describe('can', () => {
  test('RO-36 names of prototypes, nobody, and permissions that are no list are permissions that nobody has', () => {
    const held = { permissions: names }
    expect(can(held, 'invoice.read')).toBe(true)
    for (const name of ['toString', '__proto__', 'constructor', 'length', '0', '', 'invoice', 'invoice.*', '*'])
      expect(can(held, name), name).toBe(false)
    const forged = [
      null,
      undefined,
      { permissions: 'invoice.read' },
      { permissions: { 'invoice.read': true, includes: () => true } },
      { permissions: null },
      { permissions: [['invoice.read']] },
      {},
      JSON.parse('{"__proto__":{"permissions":["invoice.read"]}}'),
      Object.create({ permissions: names }),
      'invoice.read',
      1,
    ]
    for (const user of forged) expect(can(user as never, 'invoice.read'), JSON.stringify(user)).toBe(false)
  })

  test('RO-36 a name that the catalogue lacks is an error in development, and elsewhere nobody has it', () => {
    const held = { permissions: [...names, 'invoice.raed'] }
    expect(can(held, 'invoice.raed')).toBe(true)
    createAuth(options({ permissions: catalogue, production: false, development: true }))
    expect(() => can(held, 'invoice.raed')).toThrow('There is no permission "invoice.raed"')
    for (const name of ['toString', '__proto__']) expect(() => can(null, name), name).toThrow('There is no permission')
    expect(can(held, 'invoice.approve')).toBe(true)
    createAuth(options({ permissions: catalogue }))
    for (const name of ['invoice.raed', 'toString', '__proto__']) expect(can(held, name), name).toBe(false)
    expect(can(held, 'invoice.approve')).toBe(true)
  })
})

describe('a requirement', () => {
  test.each([
    ['invoice.read', null],
    [['invoice.read', 'invoice.approve'], null],
    [['invoice.read', 'invoice.delete'], 'forbidden'],
    ['invoice.delete', 'forbidden'],
    // As with every other field: an empty list never holds.
    [[], 'forbidden'],
  ] as const)('of %j lacks %s', (permission, lacks) => {
    expect(missing(sessionWith({}), { permission }, 0)).toBe(lacks)
  })

  test('is refused by 403, never by a sign-in, in a browser too', () => {
    expect(decide(sessionWith({}), { permission: 'invoice.delete' }, { seconds: 0 })).toEqual({ outcome: 'forbidden' })
    expect(decide(null, { permission: 'invoice.delete' }, { seconds: 0 })).toMatchObject({ outcome: 'login' })
  })

  test('with a stronger sign-in asks for it only those who have the permission', () => {
    const requirement = { permission: names, acr: 'phr' }
    expect(decide(sessionWith({}), requirement, { returnTo: '/pay', seconds: 0 })).toEqual({
      outcome: 'login',
      path: '/auth/login?returnTo=%2Fpay&organization=acme&acr=phr',
    })
    expect(missing(sessionWith({ permissions: ['invoice.read'] }), requirement, 0)).toBe('forbidden')
    expect(missing(sessionWith({ acr: 'phrh' }), requirement, 0)).toBeNull()
  })
})

describe('a session', () => {
  test('has the permissions of the organization, and asks for them by the scope that the option brings', async () => {
    await signInWith(names, { scope: 'openid email', permissions: catalogue })
    const login = await browser.open('/auth/login')
    expect(new URL(login.headers.get('location') ?? '').searchParams.get('scope')).toBe('openid email permissions')
    expect((await auth.read(browser.header))?.user.permissions).toEqual(names)
    expect(await page(names)).toMatchObject({ outcome: 'allowed' })
  })

  test('RO-40 is asked for the sign-in that a permission of the catalogue needs, which no weaker session contains', async () => {
    const held = ['invoice.read', 'invoice.pay']
    await signInWith(['invoice.read'], { permissions: catalogue })
    for (const permission of ['invoice.pay', held])
      expect(await page(permission)).toMatchObject({
        outcome: 'redirect',
        location: '/auth/login?returnTo=%2F&organization=acme&acr=phr',
      })
    expect(await auth.guard(browser.request('/api'), { permission: 'invoice.pay' })).toMatchObject({
      outcome: 'refused',
      error: { code: 'step_up_required', requirement: { acr: ['phr'] } },
    })
    const session = await auth.read(browser.header)
    expect(() => auth.check(session, { permission: 'invoice.pay' })).toThrow('A stronger or more recent sign-in')
    expect(await page('invoice.approve')).toMatchObject({ outcome: 'refused', error: { status: 403 } })
    expect(await page('invoice.read')).toMatchObject({ outcome: 'allowed' })
    const strong = await createTestSession(options(), { permissions: held, organization: 'acme' }, { acr: 'phr' })
    auth.check(await auth.read(strong), { permission: held })
    // Who signed in so and lacks it is refused, and not sent to the sign-in again.
    const without = await createTestSession(
      options(),
      { permissions: ['invoice.read'], organization: 'acme' },
      { acr: 'phr' },
    )
    const lacking = await auth.read(without)
    for (const permission of ['invoice.pay', held])
      expect(() => auth.check(lacking, { permission })).toThrow('does not have this permission')
    expect(() => auth.check(session, { permission: ['invoice.pay', 'invoice.approve'] })).toThrow('does not have')
    expect(() => auth.check(session, { permission: [], acr: 'phr' })).toThrow('does not have this permission')
  })

  test('is asked for the strongest sign-in of all that its permissions and the requirement itself need', async () => {
    const mail = 'urn:vestibule:acr:mail'
    const permissions = { mail: { acr: mail }, pay: { acr: 'phr' }, sign: { acr: 'phrh' }, odd: { acr: 'gold' } }
    const held = Object.keys(permissions)
    await signInWith(held, { permissions })
    const sessions = new Map<string, Session | null>()
    for (const acr of [mail, 'phr', 'phrh', 'gold']) {
      const cookie = await createTestSession(options(), { permissions: held, organization: 'acme' }, { acr })
      sessions.set(acr, await auth.read(cookie))
    }
    for (const [requirement, asked, enough] of [
      [{ permission: ['mail', 'pay'] }, 'phr', ['phr', 'phrh']],
      [{ permission: ['pay', 'sign'] }, 'phrh', ['phrh']],
      [{ permission: ['sign', 'pay', 'mail'] }, 'phrh', ['phrh']],
      // The requirement's own does not switch off that of the permission, nor the other way round.
      [{ permission: 'sign', acr: 'phr' }, 'phrh', ['phrh']],
      [{ permission: 'pay', acr: mail }, 'phr', ['phr', 'phrh']],
      [{ permission: 'pay', acr: ['phr', 'phrh'] }, 'phr phrh', ['phr', 'phrh']],
      [{ permission: 'mail', acr: 'phrh' }, 'phrh', ['phrh']],
      [{ permission: 'mail' }, `${mail} phr`, [mail, 'phr', 'phrh']],
    ] as const) {
      const name = JSON.stringify(requirement)
      const { location } = (await auth.guard(browser.request('/'), requirement, { as: 'page' })) as { location: string }
      expect(new URL(location, 'https://app.test').searchParams.get('acr'), name).toBe(asked)
      const allowed = [...sessions].filter(([, session]) => {
        try {
          auth.check(session, requirement)
          return true
        } catch {
          return false
        }
      })
      expect(
        allowed.map(([acr]) => acr),
        name,
      ).toEqual(enough)
    }
    // No sign-in is enough for both: no redirect asks for one, again and again.
    for (const requirement of [{ permission: ['odd', 'pay'] }, { permission: 'pay', acr: [] }])
      expect(await auth.guard(browser.request('/'), requirement, { as: 'page' })).toMatchObject({
        error: { code: 'forbidden' },
      })
  })

  test('is refused what the catalogue lacks, by an error in development', async () => {
    await signInWith([...names, 'invoice.raed'], { permissions: catalogue })
    expect(await page('invoice.raed')).toMatchObject({ outcome: 'refused', error: { status: 403 } })
    await signInWith(names, { permissions: catalogue, production: false, development: true })
    await expect(page('invoice.raed')).rejects.toThrow('There is no permission "invoice.raed"')
    await expect(page(['invoice.read', 'toString'])).rejects.toThrow('There is no permission "toString"')
  })

  test('without the option requests what it did, and is refused with the reason in the log, once', async () => {
    await signInWith(undefined, { scope: 'openid' })
    const login = await browser.open('/auth/login')
    expect(new URL(login.headers.get('location') ?? '').searchParams.get('scope')).toBe('openid')
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await page('invoice.read')).toMatchObject({
        outcome: 'refused',
        error: { status: 403, code: 'forbidden' },
      })
    expect(errors).toEqual([expect.stringContaining('Add to the option scope of createAuth: permissions')])
  })

  test('is 403 as a page and as an API', async () => {
    await signInWith(['invoice.read'])
    const handler = () => new Response('secret')
    const document = await auth.withSession(browser.request('/billing'), handler, { permission: 'invoice.approve' })
    expect([document.status, await document.text()]).toEqual([403, expect.not.stringContaining('secret')])
    const script = new Request('https://app.test/api', {
      headers: { cookie: browser.header, accept: 'application/json' },
    })
    const api = await auth.withSession(script, handler, { permission: 'invoice.approve' })
    expect([api.status, await api.json()]).toEqual([403, { error: 'forbidden' }])
    expect((await auth.withSession(script, handler, { permission: 'invoice.read' })).status).toBe(200)
  })

  test('RO-37 what a browser says of itself gives it nothing: the sealed session decides', async () => {
    await signInWith(['invoice.read'])
    const state = JSON.stringify({ user: { sub: 'ada', permissions: ['invoice.approve'] } })
    const [name = ''] = [...browser.cookies.keys()].filter((key) => key.includes('_session_'))
    const otherApplication = await createTestSession(options({ secret: 'y'.repeat(40) }), {
      permissions: ['invoice.approve'],
    })
    const cookies = [
      browser.header,
      `${browser.header}; vestibule:session=${encodeURIComponent(state)}; permissions=invoice.approve`,
      `${name}=${btoa(state)}`,
      otherApplication,
      `${browser.header}; ${name}=${browser.cookies.get(name)}`,
    ]
    for (const cookie of cookies) {
      const request = new Request('https://app.test/api/approve?permissions=invoice.approve', {
        method: 'POST',
        headers: {
          cookie,
          origin: 'https://app.test',
          'x-vestibule-session': state,
          'content-type': 'application/json',
        },
        body: state,
      })
      const response = await auth.withSession(request, () => new Response('approved'), {
        permission: 'invoice.approve',
      })
      expect(response.status, cookie.slice(0, 40)).toBe(
        cookie.startsWith(browser.header) && cookie !== cookies[4] ? 403 : 401,
      )
    }
  })
})

describe('what changed at the provider', () => {
  const changed = (permissions: readonly string[]) => provider.signIn({ sub: 'ada', organization: 'acme', permissions })

  test('counts after five minutes at the latest, although the access token lives longer', async () => {
    provider.tamper(async (path, response) =>
      path === '/token' && response.ok ? Response.json({ ...(await response.json()), expires_in: 600 }) : response,
    )
    await signInWith(names)
    changed([])
    pass(299)
    expect(await page('invoice.read')).toMatchObject({ outcome: 'allowed', setCookies: [] })
    pass(2)
    expect(await page('invoice.read')).toMatchObject({ outcome: 'refused', error: { code: 'forbidden' } })
    expect(provider.count('/token')).toBe(2)
    // A session without permissions is as fresh as its token.
    await signInWith(names, { scope: 'openid' })
    pass(301)
    expect(await auth.guard(browser.request('/'), {}, { as: 'page' })).toMatchObject({ setCookies: [] })
  })

  test('counts after rightsAge, and at once after a refresh by the page', async () => {
    await signInWith(names, { session: { rightsAge: 60 } })
    changed(['invoice.read'])
    pass(61)
    const allowed = await page('invoice.read')
    if (allowed.outcome === 'allowed') browser.take(allowed.setCookies)
    expect(await page('invoice.approve')).toMatchObject({ outcome: 'refused' })
    changed(names)
    expect(await (await browser.post('/auth/refresh')).json()).toMatchObject({ user: { permissions: names } })
    expect(await page('invoice.approve')).toMatchObject({ outcome: 'allowed', setCookies: [] })
  })

  test('is asked for again after a minute, if userinfo did not respond', async () => {
    await signInWith(names)
    changed([])
    provider.tamper((path, response) => (path === '/userinfo' ? new Response('busy', { status: 503 }) : response))
    pass(301)
    const kept = await page('invoice.read')
    expect(kept).toMatchObject({ outcome: 'allowed' })
    if (kept.outcome === 'allowed') browser.take(kept.setCookies)
    provider.tamper(null)
    pass(61)
    expect(await page('invoice.read')).toMatchObject({ outcome: 'refused' })
  })

  test('is asked for again at a provider that does not rotate refresh tokens, without a loop of redirects', async () => {
    provider.tamper(async (path, response) => {
      if (path !== '/token' || !response.ok) return response
      return Response.json({ ...(await response.json()), expires_in: 3600, refresh_token: 'the same' })
    })
    await signInWith(names)
    const issuerOfOne = provider.fetch
    auth = createAuth(
      options({
        fetch: async (input, init) => {
          const body = new URLSearchParams(String(init?.body ?? ''))
          if (body.get('grant_type') !== 'refresh_token') return issuerOfOne(input, init)
          const token = await provider.issueAccessToken({ sub: 'ada' })
          const answer = { access_token: token, token_type: 'Bearer', expires_in: 3600, refresh_token: 'the same' }
          return Response.json(answer)
        },
      }),
    )
    browser = new Browser(auth, provider)
    await browser.signIn()
    for (const permissions of [['invoice.read'], names]) {
      changed(permissions)
      pass(301)
      const { status, headers } = await browser.open('/auth/refresh?returnTo=/billing')
      expect([status, headers.get('location')]).toEqual([303, '/billing'])
      expect(await page(permissions)).toMatchObject({ outcome: 'allowed', setCookies: [] })
      expect((await auth.read(browser.header))?.user.permissions).toEqual(permissions)
    }
  })
})

describe('RO-19 with 400 permissions of 64 characters', () => {
  const cookieSizes = (response: Response) =>
    response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.length ?? 0)
  const signInHere = async (more: Partial<AuthOptions> = {}) => {
    provider.signIn({ sub: 'ada', organization: 'acme', permissions: many })
    auth = createAuth(options(more))
    browser = new Browser(auth, provider)
    const started = await browser.open('/auth/login?returnTo=/here')
    const callback = await browser.open(await provider.authorize(started.headers.get('location') ?? ''))
    expect(callback.headers.get('location')).toBe('/here')
    return callback
  }

  test('no cookie is above 4,096 bytes, pages, APIs and the browser know all of them, and the sign-out keeps its hint', async () => {
    const callback = await signInHere()
    for (const size of cookieSizes(callback)) expect(size).toBeLessThan(4096)
    expect(browser.header.length).toBeLessThan(8000)
    expect(await page(['invoice.read'])).toMatchObject({ outcome: 'refused', error: { status: 403 } })
    expect(await page(many)).toMatchObject({
      outcome: 'allowed',
      setCookies: [],
      session: { user: { permissions: many } },
    })
    expect((await auth.read(browser.header))?.user.permissions).toEqual(many)
    expect(await (await browser.open('/auth/session')).json()).toMatchObject({ user: { permissions: many } })
    // The sign-in has asked userinfo once, and all of these together once more.
    expect(provider.count('/userinfo')).toBe(2)
    const logout = await browser.post('/auth/logout')
    expect(new URL(logout.headers.get('location') ?? '').searchParams.get('id_token_hint')).not.toBeNull()
  })

  test('no redirect repeats: where cookies cannot be written, one refresh is enough', async () => {
    await signInHere()
    pass(301)
    const render = () =>
      auth.guard(
        browser.request('/billing'),
        { permission: many },
        { as: 'page', returnTo: '/billing', canWrite: () => false },
      )
    const redirects: string[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const result = await render()
      if (result.outcome !== 'redirect') break
      redirects.push(result.location)
      const response = await browser.open(result.location)
      for (const size of cookieSizes(response)) expect(size).toBeLessThan(4096)
      expect(response.headers.get('location')).toBe('/billing')
    }
    expect(redirects).toEqual(['/auth/refresh?returnTo=%2Fbilling'])
    expect(await render()).toMatchObject({ outcome: 'allowed', session: { user: { permissions: many } } })
    const { session, setCookies } = await auth.update(browser.request('/billing'))
    expect([session?.user.sub, setCookies]).toEqual(['ada', []])
  })

  test('cookies of two sessions that are put together give nobody what is in the other one', async () => {
    const sessions: Browser[] = []
    for (const [sub, organization, permissions] of [
      ['ada', 'acme', many],
      ['ada', 'own', [...many, 'invoice.approve']],
      ['eve', 'acme', [...many, 'invoice.approve']],
    ] as const) {
      provider.signIn({ sub, organization, permissions })
      auth = createAuth(options())
      browser = new Browser(auth, provider)
      await browser.signIn()
      sessions.push(browser)
      expect(await page(many)).toMatchObject({ outcome: 'allowed' })
    }
    const [ada, ...others] = sessions
    for (const other of others) {
      const mixed = new Map(
        [...(ada?.cookies ?? [])].map(([name, value]) => [
          name,
          name.includes('_tokens_') ? (other.cookies.get(name) ?? '') : value,
        ]),
      )
      const cookie = [...mixed].map(([name, value]) => `${name}=${value}`).join('; ')
      for (const own of [other.auth, createAuth(options())]) {
        const request = new Request('https://app.test/billing', { headers: { cookie } })
        // This test issuer answers for whoever signed in last.
        expect(await own.guard(request, { permission: 'invoice.approve' })).toMatchObject({ outcome: 'refused' })
      }
    }
  })

  test('another process without a memory of them reads them again, and nobody has them while it cannot', async () => {
    await signInHere()
    auth = createAuth(options())
    provider.tamper((path, response) => (path === '/userinfo' ? new Response('busy', { status: 503 }) : response))
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await page(many)).toMatchObject({ outcome: 'refused', error: { status: 403 } })
    expect((await auth.read(browser.header))?.user.permissions).toBeNull()
    expect(errors).toEqual(Array(4).fill(expect.stringContaining('could not be read at the provider')))
    // No answer is remembered that was none: the next request asks again.
    provider.tamper(null)
    expect(await page(many)).toMatchObject({ outcome: 'allowed' })
    expect(await page(many)).toMatchObject({ outcome: 'allowed' })
    expect(provider.count('/userinfo')).toBe(6)
  })

  test('a store contains them all, and userinfo is not asked again', async () => {
    await signInHere({ session: { store: memoryStore() } })
    expect(await page(many)).toMatchObject({ outcome: 'allowed' })
    expect(provider.count('/userinfo')).toBe(1)
  })

  test('nobody has anything of a list beyond 64 KB: it is not cut', async () => {
    provider.signIn({ sub: 'ada', permissions: [...many, ...many, ...many] })
    auth = createAuth(options())
    browser = new Browser(auth, provider)
    expect(await browser.signIn()).toBe('/here')
    expect(await page(many[0] ?? '')).toMatchObject({ outcome: 'refused', error: { status: 403 } })
  })

  test('a session that is too large for other reasons gives them up, and they are read', async () => {
    const few = many.slice(0, 43)
    provider.signIn({ sub: 'ada', permissions: few, picture: `https://x.test/${'p'.repeat(5000)}` })
    auth = createAuth(options())
    browser = new Browser(auth, provider)
    expect(await browser.signIn()).toBe('/here')
    expect(browser.header.length).toBeLessThan(11_000)
    expect(await page(few)).toMatchObject({ outcome: 'allowed' })
    expect(provider.count('/userinfo')).toBe(2)
  })

  test('those that an ID token may contain are in the cookie', async () => {
    const few = Array.from({ length: 30 }, (_, index) => `p${index}`.padEnd(62, 'x'))
    expect(JSON.stringify(few).length).toBeLessThanOrEqual(2048)
    await signInWith(few)
    expect(browser.header.length).toBeLessThan(11_000)
    expect(await page(few)).toMatchObject({ outcome: 'allowed' })
    expect(provider.count('/userinfo')).toBe(1)
  })
})
