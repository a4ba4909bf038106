import { describe, expect, test } from 'vitest'
import { type AuthOptions, createAuth, memoryStore, type SessionStore, unstorageStore } from '../src/index.ts'
import { createTestIssuer } from '../src/testing.ts'
import { optionsFor } from './browser.ts'
import { DeviceBrowser, type Instructions } from './device-browser.ts'

type Binding = NonNullable<NonNullable<AuthOptions['session']>['bindToDevice']>
interface Application {
  browser: DeviceBrowser
  /** A browser that has a copy of some cookies, and no key. */
  thief(...kinds: string[]): DeviceBrowser
  pass(seconds: number): void
  errors: string[]
  store: SessionStore | undefined
}

const storages = {
  cookies: () => undefined,
  'a store in memory': (now: () => Date) => memoryStore(now),
  'a store of unstorage': (now: () => Date) => {
    const items = new Map<string, unknown>()
    return unstorageStore(
      {
        getItem: async (key) => structuredClone(items.get(key) ?? null),
        setItem: async (key, value) => void items.set(key, structuredClone(value)),
        removeItem: async (key) => void items.delete(key),
        getKeys: async (base = '') => [...items.keys()].filter((key) => key.startsWith(base)),
      },
      now,
    )
  },
}

async function open(
  storage: keyof typeof storages,
  bindToDevice: Binding | undefined = 'offer',
  more: Partial<AuthOptions> = {},
): Promise<Application> {
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const provider = await createTestIssuer({ now })
  provider.signIn({ sub: 'ada', name: 'Ada' })
  const store = storages[storage](now)
  const errors: string[] = []
  const auth = createAuth(
    optionsFor(provider, {
      now,
      on: { error: ({ code }) => void errors.push(code) },
      ...more,
      session: { ...(store ? { store } : {}), ...(bindToDevice ? { bindToDevice } : {}), ...more.session },
    }),
  )
  const browser = new DeviceBrowser(auth, provider, more.url ? new URL(more.url).origin : undefined)
  return {
    browser,
    thief(...kinds) {
      const thief = new DeviceBrowser(auth, provider)
      for (const kind of kinds) for (const [name, value] of browser.named(kind)) thief.cookies.set(name, value)
      thief.identifier = browser.identifier
      thief.registration = browser.registration
      thief.challenge = browser.challenge
      return thief
    },
    pass(seconds) {
      offset += seconds * 1000
    },
    errors,
    store,
  }
}

const reads = async (browser: DeviceBrowser) => (await browser.auth.read(browser.header))?.user.sub ?? null
const boundOf = async (browser: DeviceBrowser) => (await browser.auth.read(browser.header))?.bound
const continues = async (response: Response) => ((await response.json()) as Instructions).continue

describe.each(Object.keys(storages) as (keyof typeof storages)[])('sessions in %s', (storage) => {
  test('a session is bound by the first proof, and renewed without its short cookie', async () => {
    const { browser, pass, errors } = await open(storage)
    await browser.signIn()
    expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', false])
    expect(browser.registration).toMatchObject({ algorithms: 'ES256 RS256', path: '/auth/device' })
    const instructions = (await (await browser.register()).json()) as Instructions
    const [name] = browser.named('session')[0] ?? []
    expect(instructions).toEqual({
      session_identifier: browser.identifier,
      refresh_url: '/auth/device/refresh',
      scope: { include_site: false, scope_specification: [{ type: 'exclude', path: '/auth/callback' }] },
      credentials: [
        {
          type: 'cookie',
          name: name?.replace('session', 'bound'),
          attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure',
        },
      ],
    })
    const response = await browser.refresh()
    expect(response.status).toBe(200)
    const [proof = ''] = response.headers.getSetCookie().filter((cookie) => cookie.includes('vestibule_bound_'))
    expect(proof.replace(/=[^;]*/, '=…')).toBe(
      `${name?.replace('session', 'bound')}=…; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
    )
    expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', true])
    pass(601)
    expect(await reads(browser)).toBeNull()
    expect((await browser.refresh()).status).toBe(200)
    expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', true])
    expect(errors).toEqual([])
  })

  test('a browser that brings its cookies with its key is bound at once', async () => {
    const { browser } = await open(storage)
    await browser.signIn()
    expect((await browser.register(browser.header)).status).toBe(200)
    expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', true])
    browser.drop('bound')
    expect(await reads(browser)).toBeNull()
    expect((await browser.refresh()).status).toBe(200)
    expect(await boundOf(browser)).toBe(true)
  })

  test('DB-20: two tabs and a service worker refresh at once, and none of them is signed out', async () => {
    const { browser, pass, errors, store } = await open(storage)
    await browser.signIn()
    await browser.register()
    const ids = new Set<string>()
    const set = store?.set
    if (store && set)
      store.set = (id, ...more) => {
        ids.add(id)
        return set(id, ...more)
      }
    for (const round of ['the first, which binds it', 'the next']) {
      await browser.bring('/auth/device/refresh', null)
      const [cookies, challenge] = [browser.header, browser.challenge]
      const answers = await Promise.all(
        ['tab', 'tab', 'service worker'].map(async () =>
          browser.bring('/auth/device/refresh', await browser.sign({ jti: challenge }), cookies),
        ),
      )
      expect([round, answers.map(({ status }) => status)]).toEqual([round, [200, 200, 200]])
      // The session has one id more, and the others undo nothing.
      expect(ids.size).toBe(storage === 'cookies' ? 0 : 2)
      expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', true])
      pass(601)
      expect((await browser.refresh()).status).toBe(200)
    }
    expect(errors).toEqual([])
  })

  test('DB-21: the cookie of the device opens nothing, and renews nothing without the key', async () => {
    const { browser, thief, errors } = await open(storage)
    await browser.bind()
    const alone = thief('device')
    expect(await reads(alone)).toBeNull()
    expect(await continues(await alone.bring('/auth/device/refresh', null))).toBe(false)
    // With all cookies but the short one, and a key of their own.
    const copy = thief('device', 'session', 'tokens')
    expect(await reads(copy)).toBeNull()
    expect((await copy.bring('/auth/device/refresh', null)).status).toBe(403)
    await copy.register()
    copy.identifier = browser.identifier
    const forged = await copy.bring('/auth/device/refresh', await copy.sign({ jti: browser.challenge }))
    expect(await continues(forged)).toBe(false)
    expect(errors).toContain('device_proof_invalid')
    // The session ends: at once where it is stored, otherwise with the last proof.
    expect(await reads(browser)).toBe(storage === 'cookies' ? 'ada' : null)
    browser.drop('bound')
    expect(await continues(await browser.refresh())).toBe(false)
  })

  test('DB-21: a captured proof gives one cookie more, and ends the session the next time', async () => {
    const { browser, thief, errors, pass } = await open(storage)
    await browser.bind()
    const proof = await browser.sign({ jti: browser.challenge })
    expect((await browser.bring('/auth/device/refresh', proof)).status).toBe(200)
    const copy = thief('device', 'session', 'tokens')
    expect((await copy.bring('/auth/device/refresh', proof)).status).toBe(200)
    // Another way to write the same signature is no other proof.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const variant = `${proof.slice(0, -1)}${alphabet[alphabet.indexOf(proof.at(-1) ?? '') ^ 1]}`
    for (const third of [variant, proof]) {
      const answer = await copy.bring('/auth/device/refresh', third)
      expect(answer.headers.getSetCookie().filter((cookie) => /_bound_\w+=[^;]/.test(cookie))).toEqual([])
    }
    expect(errors).toEqual(['device_proof_invalid'])
    expect(await continues(await browser.bring('/auth/device/refresh', null))).toBe(false)
    pass(601)
    expect([await reads(browser), await reads(copy)]).toEqual([null, null])
  })

  test('DB-21: a challenge is of its session and ends; neither it nor another is a forgery', async () => {
    const { browser, pass, errors } = await open(storage, 'offer', { session: { absolute: 20_000 } })
    await browser.bind()
    const old = browser.challenge
    pass(1201)
    const late = await browser.bring('/auth/device/refresh', await browser.sign({ jti: old }))
    expect([late.status, late.headers.has('secure-session-challenge')]).toEqual([403, true])
    const other = await browser.bring('/auth/device/refresh', await browser.sign({ jti: 'made up' }))
    expect(other.status).toBe(403)
    expect((await browser.refresh()).status).toBe(200)
    expect(errors).toEqual([])
  })

  test('DB-08: the challenge before is accepted, and so is that of another tab', async () => {
    const { browser, errors } = await open(storage)
    await browser.bind()
    const [before] = [browser.challenge]
    await browser.refresh()
    for (const jti of [before, browser.challenge])
      expect((await browser.bring('/auth/device/refresh', await browser.sign({ jti }))).status).toBe(200)
    expect(errors).toEqual([])
  })

  test('DB-02: a copy of the session without the short cookie opens nothing, whatever the browser says of its reasons', async () => {
    const { browser, thief } = await open(storage)
    await browser.bind()
    const copy = thief('session', 'tokens')
    for (const reason of ['quota_exceeded', 'unreachable', 'server_error']) {
      const headers = { 'secure-session-skipped': `${reason};session_identifier="${browser.identifier}"` }
      expect(await copy.auth.read(copy.request('/', { headers }))).toBeNull()
      const guarded = await copy.auth.guard(copy.request('/here', { headers }), {}, { as: 'page', returnTo: '/here' })
      expect(guarded).toMatchObject({ outcome: 'redirect', location: '/auth/login?returnTo=%2Fhere' })
    }
    expect(await (await copy.open('/auth/session')).json()).toBeNull()
    await expect(copy.auth.accessToken(copy.header)).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('DB-02: a copy of all cookies works for ten minutes, and cannot be prolonged', async () => {
    const { browser, thief, pass } = await open(storage, 'offer', { session: { idle: 1200 } })
    await browser.bind()
    const copy = thief('session', 'tokens', 'bound')
    for (let minutes = 0; minutes < 9; minutes += 3) {
      pass(180)
      copy.take((await copy.auth.update(copy.request('/'))).setCookies)
      expect(await reads(copy)).toBe('ada')
    }
    pass(61)
    copy.take((await copy.auth.update(copy.request('/'))).setCookies)
    expect(await reads(copy)).toBeNull()
  })

  test('DB-05: a second key for a session that is bound ends it', async () => {
    const { browser, thief, errors } = await open(storage)
    await browser.bind()
    const response = await thief('session', 'device').register(browser.header)
    expect([response.status, errors]).toEqual([400, ['device_proof_invalid']])
    // It stays ended for those who bring their key again.
    const { challenge: jti, authorization } = browser.registration ?? {}
    const again = await browser.sign({ jti, authorization }, { jwk: browser.jwk })
    const answer = await thief('session').bring('/auth/device', again, browser.header)
    expect([
      answer.status,
      answer.headers.getSetCookie().filter((text) => /_(bound|device)_\w+=[^;]/.test(text)),
    ]).toEqual([400, []])
    browser.drop('bound')
    expect(await continues(await browser.refresh())).toBe(false)
  })

  test('DB-06: a stolen cookie registers nothing without what the browser was asked, and two keys end the session', async () => {
    const { browser, thief, errors } = await open(storage)
    await browser.signIn()
    const copy = thief('session', 'tokens')
    copy.registration = { ...(browser.registration as never), authorization: 'made.up' }
    expect((await copy.register(copy.header)).status).toBe(400)
    expect(errors).toEqual([])
    await browser.register()
    copy.registration = browser.registration
    expect((await copy.register()).status).toBe(400)
    expect(errors).toEqual(['device_proof_invalid'])
    expect(await continues(await browser.refresh())).toBe(false)
  })

  test('DB-09: the identifier of another session, an unknown one, a long one, and none', async () => {
    const { browser } = await open(storage)
    await browser.bind()
    const { identifier } = browser
    for (const id of ['unknown', `${identifier}x`, identifier.replace(/^./, '0')]) {
      const answer = await browser.bring('/auth/device/refresh', null, browser.header, {
        'sec-secure-session-id': id === identifier ? 'x' : id,
      })
      expect([answer.status, await continues(answer)]).toEqual([200, false])
    }
    const ask = async (id: string) =>
      (await browser.bring('/auth/device/refresh', null, browser.header, { 'sec-secure-session-id': id })).status
    expect([await ask('x'.repeat(10_240)), await ask('"a"b"')]).toEqual([413, 400])
    // Nothing has ended by that.
    expect(await ask(`"${identifier}"`)).toBe(403)
    expect(await reads(browser)).toBe('ada')
  })

  test('DB-11: after a sign-out no cookie comes back', async () => {
    const { browser, thief } = await open(storage)
    await browser.bind()
    const before = browser.header
    const response = await browser.post('/auth/logout')
    expect(response.headers.get('clear-site-data')).toBe('"storage"')
    expect(response.headers.getSetCookie().filter((cookie) => /_device_/.test(cookie))).toEqual([
      expect.stringMatching(
        /^__Secure-vestibule_device_\w{8}=; Path=\/auth\/device; Max-Age=0; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    expect([...browser.cookies.keys()]).toEqual([])
    expect(await continues(await browser.bring('/auth/device/refresh', null))).toBe(false)
    // Where it is stored, a copy of all cookies from before is worth nothing either.
    if (storage === 'cookies') return
    const copy = thief()
    expect(await continues(await copy.bring('/auth/device/refresh', null, before))).toBe(false)
    expect(await copy.auth.read(before)).toBeNull()
  })

  test('DB-14, DB-15: a document of another site is sent again once, to its own path', async () => {
    const { browser, pass, thief } = await open(storage)
    await browser.bind()
    pass(601)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const guarded = await browser.auth.withSession(
      browser.request('/a?b="><script>', { headers: foreign }),
      () => new Response(),
    )
    const location = guarded.headers.get('location') ?? ''
    expect([guarded.status, location.split('?')[0]]).toEqual([303, '/auth/device'])
    const updated = await browser.auth.update(browser.request('/public', { headers: foreign }))
    expect(updated).toMatchObject({
      session: null,
      location: expect.stringMatching(/^\/auth\/device\?returnTo=[\w.%-]+$/),
    })
    // What a form has sent is not asked for: it could not be sent again.
    const form = browser.request('/public', { method: 'POST', headers: { 'sec-fetch-site': 'same-site' } })
    expect(await browser.auth.update(form)).not.toHaveProperty('location')
    const copy = thief('session', 'tokens')
    const page = await browser.open(location, { headers: foreign })
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(text).toContain('<meta http-equiv="refresh" content="0;url=https://app.test/a?b=%22%3E%3Cscript%3E">')
    expect(text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    // Whoever comes back without a proof signs in.
    const again = await browser.auth.withSession(browser.request('/a', { headers: foreign }), () => new Response())
    expect(again.headers.get('location')).toBe('/auth/login?returnTo=%2Fa')
    // The browser renews the cookie before it comes back, and is asked again the next time.
    expect((await browser.refresh()).status).toBe(200)
    expect(browser.named('bounced')).toEqual([])
    expect(
      (await browser.auth.withSession(browser.request('/a', { headers: foreign }), () => new Response())).status,
    ).toBe(200)
    // A request of this application is not sent again: its browser has renewed the cookie, or can't.
    for (const site of ['same-origin', 'none']) {
      const own = copy.request('/a', { headers: { 'sec-fetch-site': site } })
      expect((await copy.auth.withSession(own, () => new Response())).headers.get('location')).toMatch(/login/)
    }
  })

  test('DB-14: a marker is of its session', async () => {
    const { browser, pass, thief } = await open(storage)
    await browser.bind()
    const other = thief()
    await other.bind()
    pass(601)
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    const located = async (of: DeviceBrowser) => (await of.auth.update(of.request('/a', foreign))).location
    await other.open((await located(other)) ?? '', foreign)
    expect(await located(other)).toBeUndefined()
    for (const [name, value] of other.named('bounced')) browser.cookies.set(name, value)
    expect(await located(browser)).toMatch(/^\/auth\/device\?/)
  })

  test('DB-15: the page in between sends nobody on in the name of this application, whom it need not have proven', async () => {
    const { browser, pass, thief } = await open(storage)
    const [other, nobody] = [thief(), thief()]
    await browser.bind()
    await other.bind()
    pass(601)
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    const locationFor = async (of: DeviceBrowser) =>
      (await of.auth.update(of.request('/delete?id=1', foreign))).location ?? ''
    const answer = async (of: DeviceBrowser, path: string) => {
      const response = await of.open(path, foreign)
      return [response.status, response.headers.get('location'), response.headers.getSetCookie()]
    }
    const targets = ['/delete?id=1', '//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)', '']
    for (const target of targets)
      for (const of of [browser, nobody])
        expect(await answer(of, `/auth/device?returnTo=${encodeURIComponent(target)}`)).toEqual([303, '/', []])
    expect(await answer(browser, '/auth/device')).toEqual([303, '/', []])
    // What another session was asked, and a session that is proven: a redirect, which is still one of the other site.
    const [own, others] = [await locationFor(browser), await locationFor(other)]
    for (const [of, path] of [
      [browser, others],
      [nobody, own],
    ] as const)
      expect(await answer(of, path)).toEqual([303, '/delete?id=1', []])
    expect((await browser.open(own, foreign)).status).toBe(200)
    await browser.refresh()
    expect(await answer(browser, own)).toEqual([303, '/delete?id=1', []])
    // Later, it is no address any more.
    pass(61)
    expect(await answer(browser, own)).toEqual([303, '/', []])
  })

  test('DB-17: while the application is away nothing ends, and afterwards it is proven as before', async () => {
    const { browser, pass, errors } = await open(storage)
    await browser.bind()
    pass(3600)
    expect(await reads(browser)).toBeNull()
    expect((await browser.refresh()).status).toBe(200)
    expect([await reads(browser), errors]).toEqual(['ada', []])
  })

  test('DB-23: an audience has to be this application; other claims are ignored; a long proof is refused unread', async () => {
    const { browser, errors } = await open(storage)
    await browser.bind()
    const refresh = async (claims: object) =>
      (await browser.bring('/auth/device/refresh', await browser.sign({ jti: browser.challenge, ...claims }))).status
    expect(await refresh({ aud: 'https://elsewhere.test/auth/device/refresh' })).toBe(400)
    expect(await refresh({ aud: ['https://app.test', 'https://elsewhere.test'] })).toBe(400)
    expect(await refresh({ aud: 'https://app.test.evil.test' })).toBe(400)
    expect(await refresh({ aud: 'https://app.test/auth/device/refresh', sub: 'x', exp: 1 })).toBe(200)
    expect(await refresh({ filler: 'x'.repeat(10_240) })).toBe(413)
    expect(errors).toEqual([])
  })

  test('a sign-in of the same person keeps the binding, and that of another one begins a new one', async () => {
    const { browser } = await open(storage)
    await browser.bind()
    browser.registration = undefined
    await browser.signIn()
    expect([browser.registration, await boundOf(browser)]).toEqual([undefined, true])
    expect((await browser.refresh()).status).toBe(200)
    browser.provider.signIn({ sub: 'bob' })
    await browser.signIn()
    expect([await reads(browser), await boundOf(browser), browser.registration !== undefined]).toEqual([
      'bob',
      false,
      true,
    ])
    // The key of before is for nobody now, and the browser forgets it without losing the new session.
    expect(await continues(await browser.refresh())).toBe(false)
    expect(await reads(browser)).toBe('bob')
    await browser.register()
    await browser.refresh()
    expect([await reads(browser), await boundOf(browser)]).toEqual(['bob', true])
  })

  test('a refresh of the tokens keeps the binding, and a renewed proof keeps the tokens', async () => {
    const { browser, pass } = await open(storage)
    await browser.bind()
    for (let round = 0; round < 4; round++) {
      pass(310)
      await browser.refresh()
      browser.take((await browser.auth.update(browser.request('/'))).setCookies)
      expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', true])
    }
    // Each time the refresh token was another: one that came back would have ended the session.
    expect(browser.provider.count('/token')).toBe(5)
  })

  test('required: after a minute a session that is not bound is nobody’s, and its page says so', async () => {
    const { browser, pass } = await open(storage, 'require')
    await browser.signIn()
    expect(await reads(browser)).toBe('ada')
    await browser.register()
    const unbound = browser.header
    pass(61)
    expect(await browser.auth.read(unbound)).toBeNull()
    await expect(browser.auth.accessToken(unbound)).rejects.toMatchObject({ code: 'not_signed_in' })
    const page = await browser.auth.withSession(
      browser.request('/', { headers: { 'sec-fetch-site': 'none' } }),
      () => new Response(),
    )
    expect(page.status).toBe(403)
    // A browser whose key did not come is asked for another after a new sign-in, to which the page leads.
    expect(await page.text()).toContain('href="/auth/login"')
    const api = await browser.auth.withSession(browser.request('/'), () => new Response(), {}, { as: 'api' })
    expect(api.status).toBe(401)
    // A browser that has the key binds it all the same.
    await browser.refresh()
    expect([await reads(browser), await boundOf(browser)]).toEqual(['ada', true])
  })

  test('a guard asks for a bound session: the page waits for a moment after the sign-in, and is refused later', async () => {
    const { browser, pass } = await open(storage)
    await browser.signIn()
    const guarded = (as: 'page' | 'api') =>
      browser.auth.guard(
        browser.request('/vault', { headers: { 'sec-fetch-site': 'same-origin' } }),
        { bound: true },
        { as, returnTo: '/vault' },
      )
    const { location = '' } = (await guarded('page')) as { location?: string }
    expect(location).toMatch(/^\/auth\/device\?returnTo=/)
    const wait = await (await browser.open(location)).text()
    expect(wait).toContain('content="1;url=https://app.test/vault"')
    expect(await guarded('api')).toMatchObject({ outcome: 'refused', error: { code: 'forbidden' } })
    pass(11)
    expect(await guarded('page')).toMatchObject({ outcome: 'refused', error: { code: 'forbidden' } })
    await browser.register()
    await browser.refresh()
    expect(await guarded('page')).toMatchObject({ outcome: 'allowed', session: { bound: true } })
  })
})
