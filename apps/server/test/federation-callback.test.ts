import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAttempt } from '../src/flows/federation/upstream/attempts.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { answerTxt, type Company, latestAttempt, openCompany, signInByCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { claimsOf, type Given, openTestWorld, type TestWorld } from './support/world.ts'

const minute = 60_000

describe.each(databases)('%s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let company: Company
  let emails = 0
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream({ now: world.deps.now })
    company = await openCompany(world, answerTxt(world), { domain: 'acme.test', upstream })
  })
  afterAll(async () => {
    await upstream.close()
    await world.close()
  })
  beforeEach(() => {
    upstream.reset()
    world.pass(20 * minute)
    emails += 1
    upstream.person = { ...upstream.person, sub: `subject-${emails}`, email: `grace${emails}@acme.test` }
  })

  const change = (data: Record<string, unknown>) =>
    world.deps.db.prisma.connection.update({ where: { id: company.connectionId }, data })
  const email = () => `grace${emails}@acme.test`

  /** A browser that typed its address and was sent to the provider. */
  const leave = async (params: Given = {}, browser = world.browser()): Promise<{ browser: PlainBrowser; to: URL }> => {
    await world.authorize(browser, params)
    const typed = await browser.submit({ email: email() })
    const at = typed.callback ? typed : await browser.go(startOf(typed))
    if (!at.callback) throw new Error(`not sent to the provider, but to ${at.location}: ${at.text}`)
    return { browser, to: at.callback }
  }
  const startOf = ({ location }: Visited): string =>
    `${world.issuer}/sso/start/${new URL(location).pathname.split('/')[2]}`
  const textOf = ({ html }: Visited): string => html.querySelector('main')?.text ?? ''
  const referenceOf = (visited: Visited): string => /[A-Z2-9]{5}-[A-Z2-9]{5}/.exec(textOf(visited))?.[0] ?? ''

  test('somebody of a company is signed in at its provider, and the client has a code', async () => {
    const { code, browser } = await signInByCompany(world, upstream, { email: email() })
    const { body } = await world.redeem(code ?? '')
    expect(claimsOf(body.id_token)).toMatchObject({ acr: 'urn:vestibule:acr:federated' })
    expect((await latestAttempt(world)).outcome).toBe('done')
    expect((await findAttempt(world.deps, (await latestAttempt(world)).reference))?.claims).toBeUndefined()
    // Signed in, the browser is not asked again.
    expect((await world.authorize(browser)).callback?.searchParams.get('code')).toBeTruthy()
  })

  test('a failure tells the person a reference, the owner the exact check, and leads back', async () => {
    const { browser, to } = await leave()
    upstream.lies.claims = { aud: 'other' }
    const failed = await browser.go((await upstream.answer(to)).href)
    expect(failed.status).toBe(502)
    expect(textOf(failed)).toContain('Something is wrong with the connection')
    expect(failed.text).not.toContain('audience')
    expect(await findAttempt(world.deps, referenceOf(failed))).toMatchObject({
      reason: 'audience',
      checks: expect.arrayContaining([{ name: 'audience', state: 'failed', expected: 'vestibule', received: 'other' }]),
    })
    const back = failed.html.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '')
    expect(back.some((href) => href.startsWith('/sign-in/'))).toBe(true)
    // The same answer again has no use.
    expect(textOf(await browser.go((await upstream.answer(to)).href))).toContain('expired')
  })

  test('what the provider says is never markup of ours', async () => {
    const { browser, to } = await leave()
    upstream.lies.callback = { code: undefined, error: 'access_denied', error_description: '<script>alert(1)</script>' }
    const refused = await browser.go((await upstream.answer(to)).href)
    expect(refused.status).toBe(400)
    expect(textOf(refused)).toContain('did not let you through')
    expect(refused.text).not.toContain('alert(1)')
  })

  test('login CSRF: the answer of an attacker signs nobody in, in another browser', async () => {
    const { to } = await leave()
    const answer = await upstream.answer(to)
    for (const victim of [world.browser(), (await leave()).browser]) {
      const brought = await victim.go(answer.href)
      expect(brought.status).toBe(400)
      expect(textOf(brought)).toContain('another browser')
      expect(referenceOf(brought)).toBe('')
      expect([...victim.cookies.keys()]).not.toContain('vestibule_session')
    }
  })

  test('login CSRF: a browser where another request waits does not go on with that one', async () => {
    const { browser, to } = await leave()
    const other = await leave({}, browser)
    const answered = await browser.go((await upstream.answer(to)).href)
    const handle = new URL(answered.location).pathname.split('/')[2]
    expect(handle).not.toBe(other.to.searchParams.get('state'))
    expect(answered.status).toBeLessThan(400)
  })

  test('a form of the provider is taken to a path where browsers send their cookies, and stores nothing', async () => {
    const { browser, to } = await leave()
    const answer = await upstream.answer(to)
    const stranger = world.browser()
    const body = new URLSearchParams([...answer.searchParams, ['user', '{"email":"victim@acme.test"}']]).toString()
    const posted = await stranger.go(answer.origin + answer.pathname, {
      method: 'POST',
      body,
      follow: false,
      headers: { Origin: 'https://appleid.apple.com' },
    })
    expect(posted.status).toBe(303)
    const location = posted.headers.get('location') ?? ''
    expect(location).toMatch(/^\/sso\/continue\/[\w-]+$/)
    expect((await stranger.go(location)).status).toBe(400)
    const arrived = await browser.go(location)
    expect(arrived.status).toBeLessThan(400)
    // FE-16: what the form says of the person is not read.
    expect(await world.deps.db.prisma.email.count({ where: { address: 'victim@acme.test' } })).toBe(0)
    expect((await browser.go(location)).status).toBe(400)
    expect((await browser.go('/sso/continue/made-up')).status).toBe(404)
  })

  test('a form without a size, or of another kind, is refused', async () => {
    const send = (body: string) =>
      world.browser().go(`${world.issuer}/sso/oidc/callback/x`, { method: 'POST', body, follow: false })
    expect((await send(new URLSearchParams({ state: 'x'.repeat(9000) }).toString())).status).toBe(413)
    expect((await send('x'.repeat(70 * 1024))).status).toBe(413)
  })

  test('FE-30: an authentication that is too old is asked for once more, and then refused to the client', async () => {
    const { browser, to } = await leave({ max_age: '60' })
    expect(to.searchParams.get('max_age')).toBe('60')
    const yesterday = Math.floor(world.deps.now().getTime() / 1000) - 86_400
    upstream.lies.claims = { auth_time: yesterday }
    const again = await browser.go((await upstream.answer(to)).href)
    expect(again.callback?.origin).toBe(upstream.issuer)
    expect(Object.fromEntries(again.callback?.searchParams ?? [])).toMatchObject({ prompt: 'login', max_age: '0' })
    const refused = await browser.go((await upstream.answer(again.callback ?? '')).href)
    expect(Object.fromEntries(refused.callback?.searchParams ?? [])).toMatchObject({
      error: 'login_required',
      state: 'the-state',
    })
    expect([...browser.cookies.keys()]).not.toContain('vestibule_session')
  })

  test('FE-30: whoever authenticates on the second try is signed in, at the time that the provider names', async () => {
    const { browser, to } = await leave({ prompt: 'login' })
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    const seconds = Math.floor(world.deps.now().getTime() / 1000)
    upstream.lies.claims = { auth_time: seconds - 86_400 }
    const again = await browser.go((await upstream.answer(to)).href)
    upstream.lies.claims = { auth_time: seconds }
    await browser.go((await upstream.answer(again.callback ?? '')).href)
    const visited = await world.finish(browser, {
      givenName: 'Grace',
      familyName: 'Hopper',
      organization: 'O',
      team: 'T',
      email: email(),
    })
    const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(body.id_token).auth_time).toBe(seconds)
  })

  test('a link names no way that its step does not have', async () => {
    const browser = world.browser()
    const { location } = await world.authorize(browser)
    const handle = new URL(location).pathname.split('/')[2]
    for (const query of [
      '',
      `?connection=${company.connectionId}`,
      '?with=google',
      '?with=toString',
      '?connection=other',
    ]) {
      const visited = await browser.go(`${world.issuer}/sso/start/${handle}${query}`)
      expect(visited.callback, query).toBeNull()
      expect(new URL(visited.location).pathname, query).toBe(`/sign-in/${handle}`)
    }
  })

  test('a provider that cannot be reached is told with a reference', async () => {
    upstream.lies.down = true
    world.pass(20 * minute)
    const browser = world.browser()
    await world.authorize(browser)
    const typed = await browser.submit({ email: email() })
    const failed = typed.status >= 500 ? typed : await browser.go(startOf(typed))
    expect(failed.status).toBe(502)
    expect(await findAttempt(world.deps, referenceOf(failed))).toMatchObject({ reason: 'metadata', outcome: 'failed' })
  })

  test('a test signs nobody in, and leads to the page that shows it', async () => {
    const { beginSignIn } = await import('../src/flows/federation/upstream/begin-sign-in.ts')
    const { findConnection } = await import('../src/store/prisma/federation/connections.ts')
    const connection = await findConnection(world.deps.db, company.connectionId)
    if (!connection) throw new Error('there is no connection')
    const before = await world.deps.db.prisma.session.count()
    for (const [claims, outcome] of [
      [{}, 'done'],
      [{ aud: 'other' }, 'failed'],
    ] as const) {
      const browser = world.browser()
      const begun = await beginSignIn(
        world.deps,
        { flowCookie: undefined, network: '127.0.0.1' },
        {
          at: { connection },
          purpose: 'test',
          userId: company.owner.userId,
          returnPath: '/somewhere?x=1',
          request: {},
        },
      )
      browser.cookies.set('vestibule_flow', begun.flowCookie)
      upstream.lies.claims = { ...claims }
      const arrived = await browser.go((await upstream.answer(begun.url)).href, { follow: false })
      expect(arrived.headers.get('location')).toBe(`/somewhere?x=1&attempt=${begun.reference}`)
      const attempt = await findAttempt(world.deps, begun.reference)
      expect(attempt).toMatchObject({ outcome, ...(outcome === 'done' ? { claims: { email: email() } } : {}) })
    }
    expect(await world.deps.db.prisma.session.count()).toBe(before)
  })

  describe('back-channel logout', () => {
    const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    let tokens = 0
    const logoutToken = (
      claims: Record<string, unknown> = {},
      header: Record<string, unknown> = { typ: 'logout+jwt' },
    ) => {
      tokens += 1
      const iat = Math.floor(world.deps.now().getTime() / 1000)
      const all = {
        iss: upstream.issuer,
        aud: 'vestibule',
        iat,
        exp: iat + 120,
        jti: `jti-${tokens}`,
        events: event,
        ...claims,
      }
      return upstream.sign(JSON.parse(JSON.stringify(all)), header)
    }
    const send = async (token: string, connectionId = company.connectionId) => {
      const answer = await fetch(`${world.issuer}/sso/oidc/${connectionId}/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
      return { status: answer.status, cache: answer.headers.get('cache-control'), text: await answer.text() }
    }
    const signedIn = async (sid?: string) => {
      upstream.lies.claims = sid === undefined ? {} : { sid }
      const { browser, code } = await signInByCompany(world, upstream, {
        email: email(),
        params: { scope: 'openid offline_access', prompt: 'consent' },
      })
      const { body } = await world.redeem(code ?? '')
      upstream.lies.claims = {}
      return { browser, refreshToken: body.refresh_token as string }
    }
    const isAlive = async (browser: PlainBrowser) =>
      (await browser.go(`${world.issuer}/account`)).location.endsWith('/account')
    const refresh = (refresh_token: string) =>
      world.token(
        { grant_type: 'refresh_token', refresh_token },
        { basic: ['web', 'web secret with ~ + / = : % in it'] },
      )

    test('ends the session that it names, and what was issued in it; others go on', async () => {
      const first = await signedIn('sid-a')
      const second = await signedIn('sid-b')
      expect(await send(logoutToken({ sid: 'sid-a' }))).toMatchObject({ status: 200, cache: 'no-store' })
      expect(await isAlive(first.browser)).toBe(false)
      expect(await isAlive(second.browser)).toBe(true)
      expect((await refresh(first.refreshToken)).status).toBe(400)
      expect((await refresh(second.refreshToken)).status).toBe(200)
      const events = await world.deps.db.prisma.auditEvent.findMany({
        where: { action: { in: ['session.ended', 'user.signed_out'] } },
        orderBy: { id: 'desc' },
        take: 2,
      })
      expect(events.map(({ action }) => action).sort()).toEqual(['session.ended', 'user.signed_out'])
    })

    test('by subject ends all sessions of that connection, and none that the person began otherwise', async () => {
      const first = await signedIn('sid-c')
      const second = await signedIn()
      expect(await send(logoutToken({ sub: `subject-${emails}` }))).toMatchObject({ status: 200 })
      for (const { browser, refreshToken } of [first, second]) {
        expect(await isAlive(browser)).toBe(false)
        expect((await refresh(refreshToken)).status).toBe(400)
      }
      const owner = await company.owner.browser.go(`${world.issuer}/account`)
      expect(owner.status).toBeLessThan(500)
    })

    test('a session of another person is not ended by naming its sid', async () => {
      const { browser } = await signedIn('sid-d')
      expect(await send(logoutToken({ sid: 'sid-d', sub: 'somebody-else' }))).toMatchObject({ status: 200 })
      expect(await isAlive(browser)).toBe(true)
    })

    test('a token is taken once: brought again later, it ends no new session', async () => {
      await signedIn('sid-e')
      const token = logoutToken({ sid: 'sid-e' })
      expect(await send(token)).toMatchObject({ status: 200 })
      const { browser } = await signedIn('sid-e')
      expect(await send(token)).toMatchObject({ status: 400 })
      expect(await isAlive(browser)).toBe(true)
    })

    test('nobody is signed in: nothing to do', async () => {
      expect(await send(logoutToken({ sub: 'nobody' }))).toMatchObject({ status: 200 })
      expect(await send(logoutToken({ sid: 'unknown' }))).toMatchObject({ status: 200 })
    })

    test.each([
      ['another issuer', { iss: 'https://other.example.test' }, {}],
      ['another audience', { aud: 'other' }, {}],
      ['a second audience', { aud: ['vestibule', 'other'] }, {}],
      ['a nonce, so an ID token', { nonce: 'n' }, {}],
      ['no events', { events: undefined }, {}],
      ['another event', { events: { 'https://other.example.test': {} } }, {}],
      ['an event that is no object', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } }, {}],
      ['neither sub nor sid', { sid: undefined }, {}],
      ['no jti', { jti: undefined }, {}],
      ['no iat', { iat: undefined }, {}],
      ['an old iat', { iat: 1_700_000_000, exp: 4_000_000_000 }, {}],
      ['an end that is past', { exp: 1_700_000_000 }, {}],
      ['the type of another token', {}, { typ: 'at+jwt' }],
      ['an unknown key', {}, { kid: 'other' }],
      ['alg none', {}, { alg: 'none' }],
      ['alg HS256', {}, { alg: 'HS256' }],
    ])('%s is refused and ends nothing', async (_, claims, header) => {
      const { browser } = await signedIn('sid-f')
      const refused = await send(logoutToken({ sid: 'sid-f', ...claims }, { typ: 'logout+jwt', ...header }))
      expect(refused).toMatchObject({ status: 400, cache: 'no-store' })
      expect(JSON.parse(refused.text)).toMatchObject({ error: 'invalid_request' })
      expect(await isAlive(browser)).toBe(true)
    })

    test('no token, no connection, and no end of wrong ones', async () => {
      expect(await send('')).toMatchObject({ status: 400 })
      expect(await send(logoutToken({ sub: 'x' }), 'other')).toMatchObject({ status: 400 })
      expect(await send('x'.repeat(20_000))).toMatchObject({ status: 400 })
      const statuses = new Set<number>()
      for (let count = 0; count < 70; count++) statuses.add((await send('a.b.c')).status)
      expect([...statuses]).toEqual([400, 429])
    })
  })

  test('with SSO off, and no social provider, there are no such paths', async () => {
    const { createApp } = await import('../src/app.ts')
    const off = { ...world.deps, config: { ...world.deps.config, sso: false } }
    const app = createApp(off)
    for (const [method, path] of [
      ['GET', '/sso/start/x'],
      ['GET', '/sso/oidc/callback/x'],
      ['POST', '/sso/oidc/callback/x'],
      ['GET', '/sso/continue/x'],
      ['POST', `/sso/oidc/${company.connectionId}/backchannel-logout`],
    ] as const)
      expect((await app.request(`${world.issuer}${path}`, { method })).status, path).toBe(404)
    await change({ failures: 0 })
  })
})
