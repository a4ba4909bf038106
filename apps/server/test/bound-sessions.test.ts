import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disablePerson } from '../src/flows/management/directory.ts'
import { signOutPerson } from '../src/flows/management/person-access.ts'
import { hour, minute, second } from '../src/flows/platform/durations.ts'
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
} from './support/bound-browser.ts'
import { databases } from './support/databases.ts'
import { basic, openTestWorld, type TestWorld } from './support/world.ts'

/** Somebody who looks at the sessions of others, and a client that does. */
const management = {
  OPERATORS: 'operator@example.test',
  OIDC_CLIENT_ID_7: 'reader',
  OIDC_CLIENT_7_SECRET: 'reader-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'users:read',
}

/** What people do in browsers that bind sessions. */
function storiesOf(world: TestWorld) {
  const browsers = boundBrowsers(world)
  const at = accountOf(world)

  /** Somebody who signed in by mail, and was asked for a key. */
  const signedIn = async () => at.byMail(undefined, browsers.browser())

  /** The same, whose browser brought its key. */
  async function bound(alg?: 'ES256' | 'RS256') {
    const person = await signedIn()
    const key = await newKey(alg)
    const registered = await browsers.register(person.browser, key)
    expect(registered.status).toBe(200)
    return { ...person, key, identifier: registered.body.session_identifier as string, registered }
  }

  const isAskedToSignIn = (visited: { location: string }) => visited.location.includes('/sign-in/')
  const account = (browser: {
    go(url: string, init?: object): Promise<{ location: string; status: number; text: string }>
  }) => browser.go(`${boundIssuer}/account`)
  const eventsOf = (session: string) =>
    world.deps.db.prisma.auditEvent
      .findMany({ where: { targetId: session }, orderBy: { id: 'asc' } })
      .then((events) => events.map(({ action }) => action))
  const sessionOf = (browser: { cookies: Map<string, string> }) => browser.cookies.get(sessionName)?.split('.')[0] ?? ''

  return { ...browsers, at, signedIn, bound, isAskedToSignIn, account, eventsOf, sessionOf }
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let it: ReturnType<typeof storiesOf>
  beforeAll(async () => {
    world = await openTestWorld({ ...boundEnv, ...management }, { database })
    it = storiesOf(world)
  })
  afterAll(() => world?.close())

  test('a browser that can is asked for a key once, and its session is bound', async () => {
    const { browser, registered, key, identifier } = await it.bound()
    expect(it.offersOf(browser)).toHaveLength(1)
    expect(it.offerOf(browser).header).toMatch(
      /^\(ES256 RS256\);path="\/session\/device";challenge="[\w-]{43}";authorization="[\w-]+"$/,
    )
    expect(registered.body).toEqual({
      session_identifier: identifier,
      refresh_url: '/session/device/refresh',
      scope: { include_site: false, scope_specification: [{ type: 'exclude', path: '/assets' }] },
      credentials: [{ type: 'cookie', name: boundName, attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure' }],
    })
    // No challenge comes with it: browsers ask for their first one.
    expect(registered.headers.get('secure-session-challenge')).toBeNull()
    expect((await it.account(browser)).text).toContain('This session is bound to this device')
    expect((await browser.go(`${boundIssuer}/account/sessions`)).text).toContain('This session is bound to this device')
    expect(await it.eventsOf(it.sessionOf(browser))).toEqual(['session.created', 'session.bound'])

    world.pass(11 * minute)
    const refreshed = await it.refresh(browser, key, identifier)
    expect(refreshed).toMatchObject({ status: 200, body: null })
    // The next one needs one request: its challenge is here.
    const challenge = challengeIn(refreshed.headers)
    expect(refreshed.headers.get('secure-session-challenge')).toBe(`"${challenge}";id="${identifier}"`)
    expect((await it.account(browser)).location).toBe(`${boundIssuer}/account`)
    world.pass(9 * minute)
    expect(await it.refresh(browser, key, identifier, { challenge: challenge ?? '' })).toMatchObject({ status: 200 })
  })

  test('the account, the console and the management API say of each session whether it is bound, and since when', async () => {
    const ada = await it.bound()
    const since = world.deps.now()
    world.pass(2 * 24 * hour)
    const other = await it.at.byMail(ada.email, it.browser(null))
    const day = since.toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' })
    const rowsOf = ({ html }: Awaited<ReturnType<typeof other.browser.go>>) =>
      html.querySelectorAll('main tbody tr').map(({ text }) => text)
    const own = rowsOf(await other.browser.go(`${boundIssuer}/account/sessions`))
    expect(own.filter((row) => row.includes('Bound to its device'))).toEqual([
      expect.stringContaining(`Bound to its device · Since ${day}`),
    ])
    expect(own).toHaveLength(2)

    const operator = await it.at.byMail('operator@example.test', it.browser(null))
    const shown = rowsOf(await operator.browser.go(`${boundIssuer}/admin/people/${ada.id}`))
    expect(shown.filter((row) => row.includes('Bound to its device'))).toEqual([
      expect.stringContaining(`Bound to its device · Since ${day}`),
    ])

    const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const request = async (path: string, init: RequestInit) =>
      (await it.app.fetch(new Request(`${boundIssuer}${path}`, init), incoming)).json()
    const { access_token } = await request('/token', {
      method: 'POST',
      headers: { Authorization: basic('reader', management.OIDC_CLIENT_7_SECRET) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { data } = await request(`/api/v1/users/${ada.id}/sessions`, {
      headers: { Authorization: `Bearer ${access_token}` },
    })
    expect(data.map(({ bound_at }: { bound_at: string | null }) => bound_at)).toEqual([null, since.toISOString()])
  })

  test('an RSA key binds too, and a browser without the headers of this century notices nothing', async () => {
    const { browser, key, identifier } = await it.bound('RS256')
    expect(await it.refresh(browser, key, identifier)).toMatchObject({ status: 200 })
    const old = await it.at.byMail(undefined, it.browser(null))
    expect(it.offersOf(old.browser)).toEqual([])
    world.pass(hour)
    expect((await it.account(old.browser)).location).toBe(`${boundIssuer}/account`)
  })

  test('DB-02: a copied cookie opens nothing after ten minutes, whatever Secure-Session-Skipped says', async () => {
    const { browser, key, identifier } = await it.bound()
    const thief = it.copyOf(browser, [sessionName, boundName])
    world.pass(10 * minute)
    for (const skipped of [undefined, 'quota_exceeded;session_identifier="x"', 'unreachable', 'server_error']) {
      const headers: Record<string, string> = skipped === undefined ? {} : { 'Secure-Session-Skipped': skipped }
      const visited = await thief.go(`${boundIssuer}/account`, { headers })
      expect(it.isAskedToSignIn(visited)).toBe(true)
      expect(visited.text).toContain('We could not confirm that this is the device you signed in on')
    }
    // A form opens no more than a page, and neither does an authorization request.
    const form = await thief.go(`${boundIssuer}/account/sessions/end-others`, { method: 'POST', body: '' })
    expect(it.isAskedToSignIn(form)).toBe(true)
    expect(await it.eventsOf(it.sessionOf(browser))).not.toContain('user.signed_out')
    const silent = await world.authorize(thief, { prompt: 'none' })
    expect(silent.callback?.searchParams.get('error')).toBe('login_required')
    expect(it.isAskedToSignIn(await world.authorize(thief))).toBe(true)
    // Without the cookie that was bound, not even for a moment.
    expect(it.isAskedToSignIn(await it.account(it.copyOf(browser)))).toBe(true)
    // The person notices nothing of it.
    expect(await it.refresh(browser, key, identifier)).toMatchObject({ status: 200 })
    expect((await it.account(browser)).location).toBe(`${boundIssuer}/account`)
  })

  test('a secret that was stolen before the session was bound is worth nothing soon after', async () => {
    const { browser } = await it.signedIn()
    const thief = it.copyOf(browser)
    expect((await it.account(thief)).location).toBe(`${boundIssuer}/account`)
    await it.register(browser, await newKey())
    // What was under way is still answered.
    expect((await it.account(thief)).location).toBe(`${boundIssuer}/account`)
    world.pass(10 * second)
    expect(it.isAskedToSignIn(await it.account(thief))).toBe(true)
    expect((await it.account(browser)).location).toBe(`${boundIssuer}/account`)
  })

  test('whoever confirms that it is them goes on with the session, which is bound anew', async () => {
    const { browser, email, key, identifier } = await it.bound()
    const session = it.sessionOf(browser)
    browser.cookies.delete(boundName)
    expect(it.isAskedToSignIn(await it.account(browser))).toBe(true)
    await it.at.byMail(email, browser)
    expect(it.sessionOf(browser)).toBe(session)
    expect(it.offersOf(browser)).toHaveLength(2)
    // The browser may still ask for the binding before: that is over, and no forgery.
    const old = await it.send(browser, '/session/device/refresh', { 'Sec-Secure-Session-Id': identifier })
    expect(old.body).toEqual({ session_identifier: identifier, continue: false })
    const again = await newKey()
    const registered = await it.register(browser, again)
    expect(registered.body.session_identifier).not.toBe(identifier)
    expect(await it.refresh(browser, again, registered.body.session_identifier)).toMatchObject({ status: 200 })
    expect((await it.send(browser, '/session/device/refresh', { 'Sec-Secure-Session-Id': identifier })).body).toEqual({
      session_identifier: identifier,
      continue: false,
    })
    expect(key.jwk).not.toEqual(again.jwk)
    expect(await it.eventsOf(session)).toEqual(['session.created', 'session.bound', 'session.renewed', 'session.bound'])
  })

  test('DB-11 DB-12: after a sign-out, here or by somebody else, the browser is told that it is over', async () => {
    const over = (identifier: string) => ({ status: 200, body: { session_identifier: identifier, continue: false } })
    const ends = {
      'sign-out in this browser': async ({ browser }: Awaited<ReturnType<typeof it.bound>>) => {
        await browser.go(`${boundIssuer}/logout`)
        await browser.submit({ decision: 'logout' })
        expect(browser.cookies.has(boundName)).toBe(false)
      },
      'sign-out everywhere': async ({ id }: Awaited<ReturnType<typeof it.bound>>) => {
        await signOutPerson(world.deps, { kind: 'operator', id, network: '' }, id)
      },
      'account disabled': async ({ id }: Awaited<ReturnType<typeof it.bound>>) => {
        await disablePerson(world.deps, { kind: 'operator', id, network: '' }, id, true)
      },
    }
    for (const [name, end] of Object.entries(ends)) {
      const person = await it.bound()
      const cookies = new Map(person.browser.cookies)
      await end(person)
      const refreshed = await it.send(person.browser, '/session/device/refresh', {
        'Sec-Secure-Session-Id': person.identifier,
      })
      expect(refreshed, name).toMatchObject(over(person.identifier))
      expect(person.browser.cookies.has(boundName), name).toBe(false)
      // And with the cookies of before it.
      for (const [cookie, value] of cookies) person.browser.cookies.set(cookie, value)
      expect(it.isAskedToSignIn(await it.account(person.browser)), name).toBe(true)
    }
  })

  test('DB-17: while the refresh fails, the person is asked who they are; then the session is as it was', async () => {
    const { browser, key, identifier } = await it.bound()
    world.pass(hour)
    browser.cookies.delete(boundName)
    const page = await browser.go(`${boundIssuer}/account`, { headers: { 'Secure-Session-Skipped': 'server_error' } })
    expect(it.isAskedToSignIn(page)).toBe(true)
    expect(await it.refresh(browser, key, identifier)).toMatchObject({ status: 200 })
    expect((await it.account(browser)).location).toBe(`${boundIssuer}/account`)
    expect(await it.eventsOf(it.sessionOf(browser))).toEqual(['session.created', 'session.bound'])
  })

  test('DB-18: the bound cookie lives for ten minutes, for which no browser runs out of its quota', async () => {
    const { browser } = await it.bound()
    expect(browser.setCookies.get(boundName)).toContain('; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure')
  })

  test('DB-14 DB-15: a navigation from another site is sent again, once, to where it was for', async () => {
    const { browser, key, identifier } = await it.bound()
    world.pass(11 * minute)
    browser.cookies.delete(boundName)
    const target = `${boundIssuer}/authorize?client_id=web&redirect_uri=https%3A%2F%2Frp.example.test%2Fcb&response_type=code&scope=openid&state=%22%3E%3Cscript%3E`
    const bounced = await browser.go(target, { headers: from('cross-site') })
    expect(bounced.status).toBe(200)
    expect(bounced.headers.get('cache-control')).toBe('no-store')
    expect(bounced.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(bounced.text).not.toContain('<script')
    const meta = bounced.html.querySelector('meta[http-equiv="refresh"]')
    expect(meta?.getAttribute('content')?.replaceAll('&amp;', '&')).toBe(`0;url=${target}`)
    // The browser renews its cookie for the request that we began, and gets its answer.
    expect(await it.refresh(browser, key, identifier)).toMatchObject({ status: 200 })
    expect((await browser.go(target)).location).toContain('/onboarding/')

    // It is a page like every other: in the language of the browser, from right to left where that is so.
    const arabic = it.copyOf(browser, [sessionName], 'cross-site')
    const translated = await arabic.go(target, { headers: { 'Accept-Language': 'ar' } })
    expect(translated.html.querySelector('html')?.getAttribute('dir')).toBe('rtl')
    expect(translated.text).toContain('نتحقق من أن هذا هو المتصفح')

    // A browser that can't is asked who it is, also if it comes from elsewhere again.
    const thief = it.copyOf(browser, [sessionName], 'cross-site')
    expect((await thief.go(target)).html.querySelector('meta[http-equiv="refresh"]')).not.toBeNull()
    expect(it.isAskedToSignIn(await thief.go(target))).toBe(true)
    expect(it.isAskedToSignIn(await thief.go(target))).toBe(true)
    // A marker that was forged, or of another session, spares nobody anything.
    const other = await it.bound()
    const forger = it.copyOf(other.browser, [sessionName], 'cross-site')
    for (const marker of ['forged', thief.cookies.get('__Host-vestibule_bounced') ?? '']) {
      forger.cookies.set('__Host-vestibule_bounced', marker)
      expect((await forger.go(target)).html.querySelector('meta[http-equiv="refresh"]')).not.toBeNull()
      forger.cookies.delete('__Host-vestibule_bounced')
    }
  })

  test('DB-15: whatever the path looks like, it leads to this server', async () => {
    const { browser } = await it.bound()
    for (const path of [
      '//evil.example/x',
      '/\\evil.example',
      '/account?next=https://evil.example',
      '/account?"><b>',
    ]) {
      const thief = it.copyOf(browser, [sessionName], 'cross-site')
      const bounced = await thief.go(`${boundIssuer}${path}`)
      const content = bounced.html.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content') ?? ''
      expect(content, path).toMatch(/^0;url=https:\/\/localhost:8443\//)
      expect(bounced.text, path).not.toContain('<b>')
    }
    // Only documents, and only where no proof came with them.
    const thief = it.copyOf(browser, [sessionName], 'cross-site')
    const frame = await thief.go(`${boundIssuer}/account`, { headers: { 'Sec-Fetch-Dest': 'iframe' } })
    expect(frame.html.querySelector('meta[http-equiv="refresh"]')).toBeNull()
    const proven = await browser.go(`${boundIssuer}/account`, { headers: from('cross-site') })
    expect(proven.location).toBe(`${boundIssuer}/account`)
    expect(proven.html.querySelector('meta[http-equiv="refresh"]')).toBeNull()
  })
})
