import { describe, expect, test } from 'vitest'
import { type AuthOptions, createAuth } from '../src/index.ts'
import { createTestIssuer, createTestSession } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'
import { DeviceBrowser } from './device-browser.ts'

// What somebody can do with some of the cookies of a session, and with sessions of their own.

async function application(session: AuthOptions['session'] = {}) {
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const provider = await createTestIssuer({ now })
  const options = optionsFor(provider, { now, session })
  const auth = createAuth(options)
  return {
    provider,
    auth,
    pass(seconds: number) {
      offset += seconds * 1000
    },
    async bound(sub: string): Promise<DeviceBrowser> {
      provider.signIn({ sub })
      const browser = new DeviceBrowser(auth, provider)
      await browser.bind()
      return browser
    },
    async unbound(sub: string): Promise<Browser> {
      provider.signIn({ sub })
      const browser = new Browser(auth, provider)
      await browser.signIn()
      return browser
    },
    /** A session that the provider knows by another id than those of its sign-ins. */
    async ofSid(sub: string, sid: string): Promise<Browser> {
      const browser = new Browser(auth, provider)
      const freshUntil = Math.floor(now().getTime() / 1000) + 300
      browser.take((await createTestSession(options, { sub }, { sid, freshUntil })).split('; '))
      return browser
    },
    /** The cookies of one browser, but those of one kind of another's. */
    mixed(own: Browser, kind: string, other: Browser): Browser {
      const browser = new Browser(auth, provider)
      for (const [name, value] of [...own.cookies].filter(([known]) => !known.includes(`_${kind}_`)))
        browser.cookies.set(name, value)
      for (const [name, value] of [...other.cookies].filter(([known]) => known.includes(`_${kind}_`)))
        browser.cookies.set(name, value)
      return browser
    },
  }
}

const subOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}').sub

describe.each(['offer', 'require'] as const)('DB-02: the tokens alone of a bound session (%s)', (bindToDevice) => {
  test('open nothing beside the session of another', async () => {
    const { auth, bound, mixed, pass } = await application({ bindToDevice })
    const [ada, mallory] = [await bound('ada'), await bound('mallory')]
    expect(subOf((await auth.accessToken(ada.header)).token)).toBe('ada')
    await expect(auth.accessToken(mixed(mallory, 'tokens', ada).header)).rejects.toMatchObject({
      code: 'not_signed_in',
    })

    pass(590)
    for (const browser of [ada, mallory]) expect((await browser.refresh()).status).toBe(200)
    const mix = mixed(mallory, 'tokens', ada)
    expect((await (await ada.open('/auth/session')).json()).user.sub).toBe('ada')
    const guarded = await auth.guard(mix.request('/vault'), { bound: true })
    expect(guarded).toMatchObject({ outcome: 'refused', error: { code: 'refresh_rejected', setCookies: [] } })
    const updated = await auth.update(mix.request('/public'))
    expect([updated.session?.user.sub, updated.setCookies]).toEqual(['mallory', []])
    expect(await (await mix.open('/auth/session')).json()).toBeNull()
    expect(await (await mix.post('/auth/refresh')).json()).toBeNull()
    await expect(auth.accessToken(mix.header)).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('open nothing beside a session of the thief that has no device', async () => {
    const { auth, bound, unbound, mixed } = await application({ bindToDevice })
    const [ada, mallory] = [await bound('ada'), await unbound('mallory')]
    expect(subOf((await auth.accessToken(mallory.header)).token)).toBe('mallory')
    await expect(auth.accessToken(mixed(mallory, 'tokens', ada).header)).rejects.toMatchObject({
      code: 'not_signed_in',
    })
    // Nor do tokens without a session that says of a device.
    await expect(auth.accessToken(mixed(ada, 'tokens', mallory).header)).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  })
})

test('tokens from before sessions were bound are those of no bound session', async () => {
  const { auth, bound, mixed, provider } = await application({ bindToDevice: 'offer' })
  const ada = await bound('ada')
  const before = new Browser(createAuth(optionsFor(provider)), provider)
  await before.signIn()
  expect((await auth.accessToken(before.header)).token).toEqual(expect.any(String))
  await expect(auth.accessToken(mixed(ada, 'tokens', before).header)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(auth.accessToken(mixed(before, 'tokens', ada).header)).rejects.toMatchObject({ code: 'not_signed_in' })
})

describe('a refresh is shared by the requests of its session only', () => {
  test.each([
    ['another person', 'mallory', 'test-sid'],
    ['another session of the same person', 'ada', 'another-sid'],
  ])('beside the session of %s', async (_, sub, sid) => {
    const { auth, unbound, ofSid, mixed, pass, provider } = await application()
    const [ada, other] = [await unbound('ada'), await ofSid(sub, sid)]
    const mix = mixed(other, 'tokens', ada)
    pass(310)
    const tokens = provider.count('/token')
    const copy = ada.header
    const own = await auth.guard(ada.request('/'))
    expect(own).toMatchObject({ outcome: 'allowed', session: { user: { sub: 'ada' }, sid: 'test-sid' } })
    expect(await auth.guard(mix.request('/'))).toMatchObject({ outcome: 'refused', error: { setCookies: [] } })
    const updated = await auth.update(mix.request('/'))
    expect([updated.session?.user.sub, updated.session?.sid, updated.setCookies]).toEqual([sub, sid, []])
    expect(await (await mix.open('/auth/session')).json()).toBeNull()
    // Its document asks the provider who they are.
    expect(await auth.guard(mix.request('/'), {}, { as: 'page', returnTo: '/' })).toMatchObject({
      location: '/auth/refresh?returnTo=%2F',
    })
    // The session that they belong to has them as before, and the provider was asked once.
    expect(await auth.guard(new Request('https://app.test/', { headers: { cookie: copy } }))).toMatchObject({
      outcome: 'allowed',
      session: { user: { sub: 'ada' } },
    })
    expect(provider.count('/token')).toBe(tokens + 1)
  })

  test('nor while it is under way', async () => {
    const { auth, unbound, mixed, pass, provider } = await application()
    const [ada, mallory] = [await unbound('ada'), await unbound('mallory')]
    const mix = mixed(mallory, 'tokens', ada)
    pass(310)
    const outcomes: string[] = []
    provider.tamper(async (path, response) => {
      if (path === '/token') outcomes.push((await auth.guard(mix.request('/'))).outcome)
      return response
    })
    const own = await auth.guard(ada.request('/'))
    expect(own).toMatchObject({ outcome: 'allowed', session: { user: { sub: 'ada' } } })
    expect(outcomes).toEqual(['refused'])
    expect(provider.count('/token')).toBe(3)
  })
})

describe('DB-02: a copy of all cookies does not outlive its proof', () => {
  test.each(['a refresh', 'a refresh that fails'])(
    'by %s during which the cookie of the session ends',
    async (write) => {
      const { auth, bound, pass, provider } = await application({ bindToDevice: 'offer', idle: 900 })
      const ada = await bound('ada')
      pass(595)
      await ada.refresh()
      const thief = new DeviceBrowser(auth, provider)
      for (const [name, value] of ada.cookies) thief.cookies.set(name, value)
      pass(303)
      provider.tamper((path, response) => {
        if (path === '/token') pass(5)
        return path === '/token' && write === 'a refresh that fails' ? new Response('busy', { status: 503 }) : response
      })
      thief.take((await auth.update(thief.request('/'))).setCookies)
      provider.tamper(null)
      const written = thief.named('session')
      thief.drop('bound')
      expect(await auth.read(thief.header)).toBeNull()
      expect(written).not.toEqual(ada.named('session'))
    },
  )
})
