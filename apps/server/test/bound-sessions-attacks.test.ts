import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { checkBoundOperators } from '../src/flows/management/server/bound-operators.ts'
import { minute, second } from '../src/flows/platform/durations.ts'
import { accountOf } from './support/account.ts'
import {
  boundBrowsers,
  boundEnv,
  boundIssuer,
  boundName,
  challengeIn,
  from,
  newKey,
  sessionName,
  signProof,
} from './support/bound-browser.ts'
import { databases } from './support/databases.ts'
import { basic, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

const refreshPath = '/session/device/refresh'
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let it: ReturnType<typeof boundBrowsers>
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        ...boundEnv,
        OPERATORS: 'operator@example.test,second@example.test',
        REQUIRE_BOUND_SESSION: 'operators',
        IMPERSONATION: 'notice',
        OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
        OIDC_CLIENT_0_INITIATE_LOGIN_URI: 'https://rp.example.test/login',
      },
      { database },
    )
    it = boundBrowsers(world)
    at = accountOf(world)
  })
  afterAll(() => world?.close())

  const signedIn = () => at.byMail(undefined, it.browser())
  async function bound(email?: string) {
    const person = await at.byMail(email, it.browser())
    const key = await newKey()
    const registered = await it.register(person.browser, key)
    expect(registered.status).toBe(200)
    return { ...person, key, identifier: registered.body.session_identifier as string }
  }
  type Browser = ReturnType<typeof it.browser>
  const sessionOf = (browser: Browser) => browser.cookies.get(sessionName)?.split('.')[0] ?? ''
  const row = (id: string) => world.deps.db.prisma.session.findUniqueOrThrow({ where: { id } })
  const failures = (id: string) =>
    world.deps.db.prisma.auditEvent.findMany({ where: { action: 'session.binding_failed', targetId: id } })
  const sendProof = (browser: Browser, jws: string, path = it.offerOf(browser).path) =>
    it.send(browser, path, { 'Secure-Session-Response': `"${jws}"` })
  const isOpen = async (browser: Browser) =>
    (await browser.go(`${boundIssuer}/account`)).location === `${boundIssuer}/account`

  test('DB-03: a registration that no browser makes is refused, and the session stays as it was', async () => {
    const { browser } = await signedIn()
    const key = await newKey()
    const { challenge, authorization, path } = it.offerOf(browser)
    const payload = { jti: challenge, authorization }
    const good = await signProof(key, { jwk: key.jwk, payload })
    const [header = '', body = '', signature = ''] = good.split('.')
    const es512 = await newKey('ES512')
    const twice = Buffer.from(
      `{"alg":"ES256","typ":"dbsc+jwt","jwk":${JSON.stringify(es512.jwk)},"jwk":${JSON.stringify(key.jwk)}}`,
    ).toString('base64url')
    const weak = { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(64, 255).toString('base64url') }
    const withHeader = (given: object) => `${json({ typ: 'dbsc+jwt', ...given })}.${body}.${signature}`
    const proofs = {
      'private part': await signProof(key, { jwk: key.secret, payload }),
      'symmetric key': withHeader({ alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } }),
      'RSA 512': withHeader({ alg: 'RS256', jwk: weak }),
      'alg none': `${json({ typ: 'dbsc+jwt', alg: 'none', jwk: key.jwk })}.${body}.`,
      'alg none with a signature': withHeader({ alg: 'none', jwk: key.jwk }),
      'alg HS256': withHeader({ alg: 'HS256', jwk: key.jwk }),
      'P-521': await signProof(es512, { jwk: es512.jwk, payload }),
      'alg of another type': withHeader({ alg: 'RS256', jwk: key.jwk }),
      'two jwk': `${twice}.${body}.${signature}`,
      'jwk in the payload': await signProof(key, { payload: { ...payload, jwk: key.jwk, key: key.jwk } }),
      'no jwk': withHeader({ alg: 'ES256' }),
      'jwk is text': withHeader({ alg: 'ES256', jwk: 'key' }),
      'not on the curve': withHeader({ alg: 'ES256', jwk: { ...key.jwk, x: key.jwk.y, y: key.jwk.x } }),
      'another typ': await signProof(key, { jwk: key.jwk, header: { typ: 'jwt' }, payload }),
      'critical header': withHeader({ alg: 'ES256', jwk: key.jwk, crit: ['b64'], b64: false }),
      'signature of another key': await signProof(await newKey(), { jwk: key.jwk, payload }),
      'no authorization': await signProof(key, { jwk: key.jwk, payload: { jti: challenge } }),
      'another authorization': await signProof(key, { jwk: key.jwk, payload: { jti: challenge, authorization: 'x' } }),
      'another challenge': await signProof(key, { jwk: key.jwk, payload: { jti: authorization, authorization } }),
      'not a JWT': 'a.b.c',
      'two parts': `${header}.${body}`,
      'not JSON': `${Buffer.from('{').toString('base64url')}.${body}.${signature}`,
    }
    for (const [name, jws] of Object.entries(proofs)) {
      const refused = await sendProof(browser, jws)
      expect({ name, status: refused.status, error: refused.body.error }).toEqual({
        name,
        status: 400,
        error: 'invalid_request',
      })
    }
    expect((await it.send(browser, path)).status).toBe(400)
    expect((await it.send(browser, path, { 'Secure-Session-Response': 'no (string)' })).status).toBe(400)
    const foreign = await it.send(browser, path, {
      Origin: 'https://evil.example',
      'Secure-Session-Response': `"${good}"`,
    })
    expect(foreign.status).toBe(403)
    expect(await row(sessionOf(browser))).toMatchObject({ boundKey: null, endedAt: null })
    expect(await isOpen(browser)).toBe(true)
    expect((await sendProof(browser, good)).status).toBe(200)
  })

  test('DB-05: a session that is bound takes no other key without a new sign-in', async () => {
    const { browser, key, identifier } = await bound()
    // Nothing offers it again, whatever is asked for.
    for (const path of ['/account', '/account/sessions', '/sign-in/x']) await browser.go(`${boundIssuer}${path}`)
    expect(it.offersOf(browser)).toHaveLength(1)
    world.pass(61 * second)
    expect((await it.register(browser, await newKey())).status).toBe(400)
    expect(await row(sessionOf(browser))).toMatchObject({ endedAt: null, boundKey: expect.stringContaining('"EC"') })
    expect(await it.refresh(browser, key, identifier)).toMatchObject({ status: 200 })
    // The same key in a request that a connection lost, and that was sent once more, is no second one.
    const other = await signedIn()
    const own = await newKey()
    await it.register(other.browser, own)
    expect((await it.register(other.browser, own)).status).toBe(400)
    expect(await failures(sessionOf(other.browser))).toEqual([])
    expect(await isOpen(other.browser)).toBe(true)
  })

  test('DB-06: two keys for one session end it, and its person is told', async () => {
    const { browser, email } = await signedIn()
    const session = sessionOf(browser)
    // Somebody has copied everything that the browser got, and is faster.
    const thief = it.copyOf(browser)
    expect((await it.register(thief, await newKey(), it.offerOf(browser))).status).toBe(200)
    const secret = browser.cookies.get(sessionName)
    expect(thief.cookies.get(sessionName)).not.toBe(secret)
    expect((await it.register(browser, await newKey())).status).toBe(400)
    expect((await row(session)).endedAt).not.toBeNull()
    expect(await isOpen(browser)).toBe(false)
    expect(await isOpen(thief)).toBe(false)
    expect(await failures(session)).toMatchObject([{ actorKind: 'system' }])
    expect(await at.notice(email, 'without the key of its device')).toContain(`${boundIssuer}/account/sessions`)

    // At the same moment, one of them is first.
    const next = await signedIn()
    const second = it.copyOf(next.browser)
    const [one, two] = await Promise.all([
      it.register(next.browser, await newKey()),
      it.register(second, await newKey(), it.offerOf(next.browser)),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 400])
    expect((await row(sessionOf(next.browser))).endedAt).not.toBeNull()
  })

  test('DB-06: whoever has but the cookie of an unbound session is not offered to bind it', async () => {
    const { browser } = await at.byMail(undefined, it.browser(null))
    expect(it.offersOf(browser)).toEqual([])
    const other = await at.byMail(undefined, it.browser('cross-site'))
    const marker = '__Host-vestibule_unbound'
    for (const forged of ['1', other.browser.cookies.get(marker) ?? '']) {
      const thief = it.copyOf(browser)
      thief.cookies.set(marker, forged)
      expect(await isOpen(thief)).toBe(true)
      expect(it.offersOf(thief)).toEqual([])
    }
  })

  test('DB-08: an old challenge is answered by a new one, and the one before by a cookie', async () => {
    const { browser, key, identifier } = await bound()
    const first = challengeIn((await it.send(browser, refreshPath, { 'Sec-Secure-Session-Id': identifier })).headers)
    const jws = await signProof(key, { payload: { jti: first ?? '' } })
    const send = () =>
      it.send(browser, refreshPath, { 'Sec-Secure-Session-Id': identifier, 'Secure-Session-Response': `"${jws}"` })
    world.pass(5 * minute)
    // Two tabs race with the challenge before the current one.
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200])
    world.pass(26 * minute)
    const late = await send()
    expect(late.status).toBe(403)
    const next = challengeIn(late.headers)
    expect(next).not.toBe(first)
    expect(await it.refresh(browser, key, identifier, { challenge: next ?? '' })).toMatchObject({ status: 200 })
    // That of another session is not known here, and no forgery: the signature is right.
    const other = await bound()
    const theirs = challengeIn(
      (await it.send(other.browser, refreshPath, { 'Sec-Secure-Session-Id': other.identifier })).headers,
    )
    expect((await it.refresh(browser, key, identifier, { challenge: theirs ?? '' })).status).toBe(403)
    expect(await failures(sessionOf(browser))).toEqual([])
  })

  test('DB-09: cookies and identifier have to name the same session', async () => {
    const ada = await bound()
    const grace = await bound()
    const over = async (identifier: string, browser = ada.browser) => {
      const cookie = browser.cookies.get(boundName)
      const answer = await it.send(browser, refreshPath, { 'Sec-Secure-Session-Id': identifier })
      if (cookie) browser.cookies.set(boundName, cookie)
      return answer
    }
    for (const identifier of [grace.identifier, 'unknown', `"${grace.identifier}"`, ada.identifier.slice(0, -1)]) {
      const answer = await over(identifier)
      expect(answer).toMatchObject({ status: 200, body: { continue: false } })
    }
    for (const identifier of ['(a b)', '"a"b"', 'é', ''])
      expect(await over(Buffer.from(identifier).toString('latin1'))).toMatchObject({ body: { continue: false } })
    expect((await over('x'.repeat(10_240))).status).toBe(413)
    expect(await over(ada.identifier, it.browser())).toMatchObject({ body: { continue: false } })
    // As a string or as a token, as Chromium sends it.
    for (const identifier of [ada.identifier, `"${ada.identifier}"`]) expect((await over(identifier)).status).toBe(403)
    // Only the cookie of a session of one's own counts, also with one of another session beside it.
    ada.browser.cookies.set(boundName, grace.browser.cookies.get(boundName) ?? '')
    expect(await isOpen(ada.browser)).toBe(false)
  })

  test('a refresh without the key ends the session, and its person is told', async () => {
    const forgeries = {
      signature: async (challenge: string) => signProof(await newKey(), { payload: { jti: challenge } }),
      algorithm: async (challenge: string) => signProof(await newKey('RS256'), { payload: { jti: challenge } }),
      'signature of an unknown challenge': async () => signProof(await newKey(), { payload: { jti: 'unknown' } }),
    }
    for (const [name, forge] of Object.entries(forgeries)) {
      const { browser, email, identifier } = await bound()
      const session = sessionOf(browser)
      const thief = it.copyOf(browser)
      const id = { 'Sec-Secure-Session-Id': identifier }
      const challenge = challengeIn((await it.send(thief, refreshPath, id)).headers) ?? ''
      const jws = await forge(challenge)
      const answer = await it.send(thief, refreshPath, { ...id, 'Secure-Session-Response': `"${jws}"` })
      expect(answer.body, name).toEqual({ session_identifier: identifier, continue: false })
      expect((await row(session)).endedAt, name).not.toBeNull()
      const [event, ...more] = await failures(session)
      expect(more).toEqual([])
      expect(event?.detail, name).toContain(name.split(' ')[0])
      expect(await at.notice(email, 'without the key of its device')).toContain('/account/sessions')
      expect(await isOpen(browser), name).toBe(false)
    }
    // What is no proof at all is refused, and ends nothing.
    const { browser, identifier } = await bound()
    const id = { 'Sec-Secure-Session-Id': identifier }
    for (const text of ['"a.b.c"', '"x"', '(x)'])
      expect((await it.send(browser, refreshPath, { ...id, 'Secure-Session-Response': text })).status).toBe(400)
    expect(await failures(sessionOf(browser))).toEqual([])
    expect(await isOpen(browser)).toBe(true)
  })

  test('DB-20: two tabs and a service worker refresh at once: each gets a cookie, and nobody is signed out', async () => {
    const { browser, key, identifier } = await bound()
    world.pass(11 * minute)
    const tabs = [1, 2, 3].map(() => it.copyOf(browser))
    const id = { 'Sec-Secure-Session-Id': identifier }
    const challenges = await Promise.all(
      tabs.map(async (tab) => challengeIn((await it.send(tab, refreshPath, id)).headers) ?? ''),
    )
    const answers = await Promise.all(
      tabs.map((tab, index) => it.refresh(tab, key, identifier, { challenge: challenges[index] ?? '' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const tab of tabs) expect(await isOpen(tab)).toBe(true)
    expect(await failures(sessionOf(browser))).toEqual([])
    expect((await row(sessionOf(browser))).endedAt).toBeNull()
  })

  test('DB-21: a captured proof is good for its session alone, and no longer than its challenge', async () => {
    const { browser, key, identifier } = await bound()
    const other = await bound()
    const id = { 'Sec-Secure-Session-Id': identifier }
    const challenge = challengeIn((await it.send(browser, refreshPath, id)).headers) ?? ''
    const captured = `"${await signProof(key, { payload: { jti: challenge } })}"`
    // Without the cookie of the session, or with that of another one.
    for (const thief of [it.browser(), it.copyOf(other.browser)]) {
      const answer = await it.send(thief, refreshPath, { ...id, 'Secure-Session-Response': captured })
      expect(answer).toMatchObject({ status: 200, body: { continue: false } })
      expect(thief.cookies.has(boundName)).toBe(false)
    }
    world.pass(31 * minute)
    const thief = it.copyOf(browser)
    thief.cookies.delete(boundName)
    const late = await it.send(thief, refreshPath, { ...id, 'Secure-Session-Response': captured })
    expect(late.status).toBe(403)
    expect(thief.cookies.has(boundName)).toBe(false)
    expect(await isOpen(thief)).toBe(false)
    expect(await it.refresh(browser, key, identifier)).toMatchObject({ status: 200 })
  })

  test('DB-23: an audience has to be this server, other claims are ignored, and a proof of 10 KB is not read', async () => {
    const { browser, key, identifier } = await bound()
    const refreshWith = (payload: object) => it.refresh(browser, key, identifier, { payload: payload as never })
    for (const aud of [boundIssuer, `${boundIssuer}${refreshPath}`, [boundIssuer]])
      expect((await refreshWith({ aud, iat: 1, extra: { deep: [1] } })).status).toBe(200)
    for (const aud of [
      'https://evil.example',
      `${boundIssuer}.evil.example/`,
      '',
      1,
      [boundIssuer, 'https://evil.example'],
    ])
      expect((await refreshWith({ aud })).status, String(aud)).toBe(400)
    expect((await refreshWith({ padding: 'x'.repeat(10_240) })).status).toBe(413)
    expect(await failures(sessionOf(browser))).toEqual([])
    const other = await signedIn()
    const own = await newKey()
    const audience = { payload: { aud: 'https://evil.example' } }
    expect((await it.register(other.browser, own, undefined, audience)).status).toBe(400)
    expect((await it.register(other.browser, own, undefined, { payload: { aud: boundIssuer } })).status).toBe(200)
  })

  test('DB-24: an impersonation is never bound, and tokens go on without a browser', async () => {
    await expect(checkBoundOperators(world.deps)).rejects.toThrow('no session of an operator has been bound')
    const ada = await world.signIn({}, { scope: 'openid profile email offline_access' }, it.browser())
    const key = await newKey()
    expect((await it.register(ada.browser, key)).status).toBe(200)
    const redeem = async (params: Record<string, string>) => {
      const answer = await it.app.request(`${boundIssuer}/token`, {
        method: 'POST',
        body: new URLSearchParams(params).toString(),
        headers: { Authorization: basic(...webAuth.basic), 'Content-Type': 'application/x-www-form-urlencoded' },
      })
      return { status: answer.status, body: await answer.json() }
    }
    const first = await redeem({ grant_type: 'authorization_code', code: ada.code, redirect_uri: redirectUri })
    expect(first.status).toBe(200)
    world.pass(20 * minute)
    expect((await redeem({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token })).status).toBe(200)
    const operator = await bound('operator@example.test')
    await expect(checkBoundOperators(world.deps)).resolves.toBeUndefined()
    const offers = it.offersOf(operator.browser).length
    const id = await at.idOf(ada.person.email)
    await at.post(operator.browser, '/admin/impersonations/new', {
      person: id,
      client: 'web',
      reason: 'Ticket 4711: the board stays empty',
    })
    const path = new URL(operator.browser.current?.location ?? boundIssuer).pathname
    await at.post(operator.browser, path, { action: 'start', confirm: 'yes' })
    const { callback } = await world.authorize(operator.browser)
    expect(callback?.searchParams.get('code')).toBeTruthy()
    expect(it.offersOf(operator.browser)).toHaveLength(offers)
    const impersonated = await world.deps.db.prisma.session.findMany({
      where: { userId: id, acr: 'urn:vestibule:acr:impersonated' },
    })
    expect(impersonated).toMatchObject([{ boundKey: null, bindingOfferedAt: null }])
  })

  test('the console opens in a bound session only', async () => {
    const { browser } = await at.byMail('second@example.test', it.browser())
    const refused = await browser.go(`${boundIssuer}/admin`)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('This session is not bound to a device')
    // A browser that can does it in a moment, so the page looks again.
    expect(refused.headers.get('refresh')).toBe('2')
    world.pass(10 * second)
    expect((await browser.go(`${boundIssuer}/admin`)).headers.get('refresh')).toBeNull()
    const other = await bound('second@example.test')
    expect((await other.browser.go(`${boundIssuer}/admin`)).status).toBe(200)
    // Nobody else learns that there is a console.
    const stranger = await signedIn()
    expect((await stranger.browser.go(`${boundIssuer}/admin`)).status).toBe(404)
  })

  test('a browser that came from an identity provider is asked by the next page of ours', async () => {
    const { browser } = await at.byMail(undefined, it.browser('cross-site'))
    // Its answers went to requests that another site began: no cookie would be taken from a registration now.
    expect(it.offersOf(browser)).toEqual([])
    await browser.go(`${boundIssuer}/account`, { headers: from('cross-site') })
    expect(it.offersOf(browser)).toEqual([])
    await Promise.all([1, 2].map(() => browser.go(`${boundIssuer}/account`, { headers: from('same-origin') })))
    expect(it.offersOf(browser)).toHaveLength(1)
    expect((await it.register(browser, await newKey())).status).toBe(200)
    await browser.go(`${boundIssuer}/account`, { headers: from('same-origin') })
    expect(it.offersOf(browser)).toHaveLength(1)
  })
})

test('switched off, nothing is offered, read or answered', async () => {
  const { BIND_SESSIONS: _, ...env } = boundEnv
  const world = await openTestWorld(env)
  const it = boundBrowsers(world)
  const { browser } = await accountOf(world).byMail(undefined, it.browser())
  expect(it.offersOf(browser)).toEqual([])
  expect([...browser.cookies.keys()].filter((name) => name.includes('bound'))).toEqual([])
  for (const path of ['/session/device', refreshPath])
    expect((await it.app.request(`${boundIssuer}${path}`, { method: 'POST' })).status).toBe(404)
  await world.close()
})

test('the configuration refuses what can not work', async () => {
  const machine = { readFile: () => '', keptSecret: () => 'x'.repeat(40), cwd: '/', processors: 1 }
  const read = (env: Record<string, string>) => () => readConfig({ OPERATORS: 'ops@example.test', ...env }, machine)
  expect(read({ ISSUER: 'http://localhost:4000', BIND_SESSIONS: 'offer' })).toThrow(
    'BIND_SESSIONS: is offer, but ISSUER is not https',
  )
  expect(read({ ISSUER: boundIssuer, REQUIRE_BOUND_SESSION: 'operators' })).toThrow('BIND_SESSIONS: is off')
  expect(read({ ISSUER: boundIssuer, BIND_SESSIONS: 'on' })).toThrow('BIND_SESSIONS')
  expect(read({ ISSUER: boundIssuer, BIND_SESSIONS: 'offer', REQUIRE_BOUND_SESSION: 'operators' })()).toMatchObject({
    bindSessions: 'offer',
    requireBoundSession: 'operators',
  })
})
