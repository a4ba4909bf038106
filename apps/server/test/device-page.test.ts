import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCode } from '../src/oidc/response-types.ts'
import { accountOf } from './support/account.ts'
import { Authenticator } from './support/authenticator.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { deviceClients, devicesOf, mainOf, organizationIn, requestIn } from './support/device-grant.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The pages of the device grant (RFC 8628): who decides, what they are told, and what nobody can make them do.

const minute = 60_000

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof devicesOf>
  let account: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        ...deviceClients,
        TRUST_PROXY: '1',
        LIMIT_PER_NETWORK: '100000/1m',
        LIMIT_MAIL_PER_ADDRESS: '1000/1h',
        OIDC_CLIENT_ID_22: 'strict',
        OIDC_CLIENT_22_NAME: '<img src=x onerror=alert(1)>',
        OIDC_CLIENT_22_GRANT_TYPES: deviceCode,
        OIDC_CLIENT_22_REQUIRE_PASSKEY: 'true',
        OIDC_CLIENT_22_ORGANIZATION: 'optional',
      },
      { database },
    )
    at = devicesOf(world)
    account = accountOf(world)
  })
  afterAll(() => world?.close())

  let networks = 0
  const elsewhere = () => ({ 'X-Forwarded-For': `203.0.${Math.floor(networks / 200)}.${(networks++ % 200) + 1}` })
  const begin = async (params = {}, headers = {}) => (await at.begin(params, { ...elsewhere(), ...headers })).body
  const post = (browser: PlainBrowser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.go(`${world.issuer}/device/decision`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers,
    })
  /** Somebody in this network types a code that there is not. */
  const typeWrongIn = async (network: string, { browser }: { browser: PlainBrowser }) => {
    const headers = { 'X-Forwarded-For': network }
    const page = await browser.go(`${world.issuer}/device`, { method: 'POST', body: 'user_code=BBBB-BBBB', headers })
    return page.status
  }
  const error = async (code: string) => (await at.poll(code)).body.error

  test('the page says who asks, from where, for what and for whom, and Cancel has the focus', async () => {
    const ada = await at.member()
    const { user_code } = await begin({ scope: 'openid email' })
    world.pass(2 * minute)
    const page = await at.enter(ada.browser, user_code)
    expect(page.status).toBe(200)
    const text = mainOf(page)
    for (const part of [
      'Sign in a device to Engine CLI?',
      'Did someone send you this code? Then choose Cancel.',
      'engine-cli/1.0',
      'What the device calls itself',
      '2 minutes ago',
      '203.0.0.0/24',
      '127.0.0.0/24',
      'The device is in another network than you.',
      'see your email address',
      ada.person.email,
      `For the organization ${ada.person.organization}.`,
    ])
      expect(text).toContain(part)
    const buttons = page.html.querySelectorAll('main form button')
    expect(buttons.map((button) => button.text.trim())).toEqual(['Cancel', 'Sign in the device'])
    expect(buttons.map((button) => button.getAttribute('class'))).toEqual(['secondary', 'secondary'])
    expect(buttons.map((button) => button.hasAttribute('autofocus'))).toEqual([true, false])
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('a device in the same network is not said to be elsewhere', async () => {
    const ada = await at.member({})
    const { user_code } = (await at.begin({}, { 'X-Forwarded-For': '127.0.0.1' })).body
    expect(mainOf(await at.enter(ada.browser, user_code))).not.toContain('another network')
  })

  test('DV-02: a code in the address is filled in, and nothing more', async () => {
    const ada = await at.member()
    const { user_code, device_code } = await begin()
    const page = await ada.browser.go(`${world.issuer}/device?user_code=${user_code.toLowerCase()}`)
    expect(page.html.querySelector('[name=user_code]')?.getAttribute('value')).toBe(user_code)
    expect(await at.db.deviceRequest.count({ where: { userId: ada.id } })).toBe(0)
    expect(await error(device_code)).toBe('authorization_pending')
    const odd = await ada.browser.go(`${world.issuer}/device?user_code=%22%3E%3Cscript%3E`)
    expect(odd.html.querySelector('[name=user_code]')?.getAttribute('value')).toBe('')
    // It is kept over a sign-in.
    const stranger = world.browser()
    await stranger.go(`${world.issuer}/device?user_code=${user_code}`)
    await stranger.submit({ email: ada.person.email })
    const back = await stranger.submit({ code: await nextCode(world.mailbox, ada.person.email) })
    expect(back.html.querySelector('[name=user_code]')?.getAttribute('value')).toBe(user_code)
  })

  test('DV-03: an organization that forbids it is not offered, and a forged form is refused', async () => {
    const ada = await at.member({}, false)
    const { user_code, device_code } = await begin()
    const page = await at.enter(ada.browser, user_code)
    expect(mainOf(page)).toContain('None of your organizations allows you to sign in a device by a code.')
    expect(page.html.querySelectorAll('[value=allow]')).toHaveLength(0)
    const request = requestIn(ada.browser)
    const other = await at.member()
    for (const organization of [ada.organizationId, other.organizationId, '', 'nonsense'])
      expect((await post(ada.browser, { request, decision: 'allow', organization })).status).toBe(403)
    expect(await error(device_code)).toBe('authorization_pending')
    expect((await post(ada.browser, { request, decision: 'cancel' })).status).toBe(200)
    expect(await error(device_code)).toBe('access_denied')
  })

  test('DV-03: of several organizations those are offered that allow it, and the one that was asked for alone', async () => {
    const ada = await at.member()
    const other = await at.member()
    const forbidding = await at.member({}, false)
    for (const { organizationId } of [other, forbidding])
      await at.db.membership.create({
        data: { userId: ada.id, organizationId, roles: 'member', createdAt: world.deps.now() },
      })
    const offered = async (params = {}) => {
      await at.enter(ada.browser, (await begin(params)).user_code)
      return ada.browser.current?.html
        .querySelectorAll('[name=organization]')
        .map((input) => input.getAttribute('value'))
    }
    expect((await offered())?.sort()).toEqual([ada.organizationId, other.organizationId].sort())
    expect(await offered({ organization: other.organizationId })).toEqual([other.organizationId])
    expect(await offered({ organization: forbidding.organizationId })).toEqual([])
    await at.db.organization.update({ where: { id: other.organizationId }, data: { requirePasskey: true } })
    expect(await offered()).toEqual([ada.organizationId])
  })

  test('a person without an organization signs in a device of an application that needs none', async () => {
    const ada = await at.member({}, false)
    const { user_code, device_code } = await begin({
      client_id: 'tv',
      client_secret: deviceClients.OIDC_CLIENT_21_SECRET,
    })
    const page = await at.enter(ada.browser, user_code)
    expect(page.html.querySelector('[type=radio]')).toBeNull()
    await ada.browser.submit({ request: requestIn(ada.browser), decision: 'allow', ...organizationIn(ada.browser) })
    const tokens = await at.poll(device_code, {
      client_id: 'tv',
      client_secret: deviceClients.OIDC_CLIENT_21_SECRET,
    })
    expect(tokens.status).toBe(200)
  })

  test('somebody who has not been through onboarding does that first', async () => {
    const { browser } = await account.byMail()
    const { user_code } = await begin()
    const page = await at.enter(browser, user_code)
    expect(mainOf(page)).toContain('Your account is not complete yet. Sign in to Engine CLI in a browser first')
    expect(page.html.querySelectorAll('[value=allow]')).toHaveLength(0)
    expect((await post(browser, { request: requestIn(browser), decision: 'allow' })).status).toBe(403)
  })

  test('DV-05: what is typed is normalized; a code that is wrong or too long is refused', async () => {
    const ada = await at.member()
    const { user_code } = await begin()
    const typed = ` ${user_code.toLowerCase().replace('-', ' o0 ')} `
    expect(mainOf(await at.enter(ada.browser, typed))).toContain('Sign in a device to Engine CLI?')
    for (const wrong of ['', 'BBBB', 'BBBB-BBBB', 'B'.repeat(100)]) {
      const page = await at.enter(ada.browser, wrong)
      expect(page.status, wrong).toBe(422)
      expect(mainOf(page)).toContain('This code is wrong or has expired.')
    }
    const nul = await ada.browser.go(`${world.issuer}/device`, { method: 'POST', body: 'user_code=BCDF%00GHJK' })
    expect(nul.status).toBe(400)
  })

  test('after five wrong codes an account waits, and after ten a network', async () => {
    const typeWrong = (person: { browser: PlainBrowser }) => typeWrongIn('198.51.100.7', person)
    const [ada, bob, eve] = [await at.member(), await at.member(), await at.member()]
    for (let n = 0; n < 5; n += 1) expect(await typeWrong(ada)).toBe(422)
    expect(await typeWrong(ada)).toBe(429)
    const { user_code } = await begin()
    expect((await at.enter(ada.browser, user_code)).status).toBe(429)
    // Another session of hers waits too.
    expect(await typeWrong(await account.byMail(ada.person.email))).toBe(429)
    for (let n = 0; n < 5; n += 1) expect(await typeWrong(bob)).toBe(422)
    expect(await typeWrong(eve)).toBe(429)
    expect((await at.enter(eve.browser, user_code)).status).toBe(200)
  })

  test('who guesses from many networks closes the page for nobody else, and has fewer guesses from then on', async () => {
    world.pass(60 * minute)
    const guessers = await Promise.all(Array.from({ length: 20 }, () => account.byMail()))
    for (const [at, guesser] of guessers.entries())
      for (let n = 0; n < 5; n += 1) expect(await typeWrongIn(`192.0.${at}.1`, guesser)).toBe(422)
    // Of everybody who comes now, each account and each site has two.
    const [ada, bob, eve] = [await at.member(), await account.byMail(), await account.byMail()]
    const { user_code } = await begin()
    for (const status of [422, 422, 429]) expect(await typeWrongIn('2001:db8:7:1::1', bob)).toBe(status)
    expect(await typeWrongIn('192.0.100.1', bob)).toBe(429)
    expect(await typeWrongIn('2001:db8:7:2::1', eve)).toBe(429)
    for (const status of [422, 422, 429]) expect(await typeWrongIn('192.0.101.1', eve)).toBe(status)
    // Whoever types a code that is right does not notice.
    expect((await at.enter(ada.browser, user_code)).status).toBe(200)
    expect(await typeWrongIn('192.0.102.1', ada)).toBe(422)
    expect((await at.enter(ada.browser, user_code)).status).toBe(200)
    world.pass(60 * minute)
    const again = await account.byMail(bob.email)
    for (let n = 0; n < 3; n += 1) expect(await typeWrongIn('2001:db8:7:1::1', again)).toBe(422)
  })

  test('a code that was handed to more than five people is dead for the others', async () => {
    const { user_code } = await begin()
    const people = []
    for (let n = 0; n < 6; n += 1) people.push(await at.member())
    const statuses = []
    for (const { browser } of people) statuses.push((await at.enter(browser, user_code)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 422])
    // Whoever typed it last decides.
    const [first, last] = [people[0], people[4]]
    expect((await first?.browser.submit({ decision: 'allow' }))?.status).toBe(400)
    expect((await last?.browser.submit({ decision: 'allow' }))?.status).toBe(200)
  })

  test('DV-08: a code that expires on the decision page approves nothing', async () => {
    const { user_code, device_code } = await begin()
    world.pass(8 * minute)
    const bob = await at.member()
    await at.enter(bob.browser, user_code)
    world.pass(3 * minute)
    const page = await bob.browser.submit({ decision: 'allow' })
    expect(page.status).toBe(400)
    expect(mainOf(page)).toContain('This code no longer works')
    expect(await error(device_code)).toBe('expired_token')
    expect((await at.enter(bob.browser, user_code)).status).toBe(422)
    expect(await at.db.auditEvent.count({ where: { action: 'device.approved', actorId: bob.id } })).toBe(0)
    expect(await at.db.session.count({ where: { userId: bob.id, deviceClientId: 'cli' } })).toBe(0)
  })

  test('DV-09: a decision counts once, and only in the session that typed the code', async () => {
    const [ada, eve] = [await at.member(), await at.member()]
    const { user_code, device_code } = await begin()
    await at.enter(ada.browser, user_code)
    const form = { request: requestIn(ada.browser), organization: ada.organizationId }
    expect((await post(ada.browser, { ...form, decision: 'allow' }, { Origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect((await post(eve.browser, { ...form, decision: 'allow' })).status).toBe(400)
    expect((await post(world.browser(), { ...form, decision: 'allow' })).text).not.toContain('The device is signed in')
    const other = await account.byMail(ada.person.email)
    expect((await post(other.browser, { ...form, decision: 'allow' })).status).toBe(400)
    expect((await post(ada.browser, { ...form, request: 'x', decision: 'allow' })).status).toBe(400)
    expect(await error(device_code)).toBe('authorization_pending')

    const both = await Promise.all(
      ['allow', 'allow'].map((decision) => post(cloneOf(ada.browser), { ...form, decision })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await post(ada.browser, { ...form, decision: 'cancel' })).status).toBe(400)
    expect((await at.poll(device_code)).status).toBe(200)
    expect(await at.db.auditEvent.count({ where: { action: 'device.approved', actorId: ada.id } })).toBe(1)

    const second = await begin()
    await at.enter(ada.browser, second.user_code)
    const request = requestIn(ada.browser)
    expect((await post(ada.browser, { request, decision: 'cancel' })).status).toBe(200)
    expect((await post(ada.browser, { ...form, request, decision: 'allow' })).status).toBe(400)
    expect((await at.enter(ada.browser, second.user_code)).status).toBe(422)
    expect(await error(second.device_code)).toBe('access_denied')
  })

  function cloneOf(browser: PlainBrowser): PlainBrowser {
    const clone = world.browser()
    for (const [name, value] of browser.cookies) clone.cookies.set(name, value)
    return clone
  }

  test('DV-11: a session that was planted is not enough: the sign-in has to be fresh, and the page names the person', async () => {
    const eve = await at.member()
    world.pass(6 * minute)
    const victim = cloneOf(eve.browser)
    const { user_code, device_code } = await begin()
    const page = await victim.go(`${world.issuer}/device`)
    expect(page.location).toContain('/sign-in/')
    const typed = await victim.go(`${world.issuer}/device`, { method: 'POST', body: `user_code=${user_code}` })
    expect(typed.location).toContain('/sign-in/')
    // Between the code and the decision the sign-in grows too old as well.
    const ada = await at.member()
    expect(mainOf(await at.enter(ada.browser, user_code))).toContain(ada.person.email)
    const form = { request: requestIn(ada.browser), organization: ada.organizationId, decision: 'allow' }
    world.pass(6 * minute)
    expect((await post(ada.browser, form)).location).toContain('/sign-in/')
    expect(await error(device_code)).toBe('authorization_pending')
    await ada.browser.submit({ email: ada.person.email })
    const back = await ada.browser.submit({ code: await nextCode(world.mailbox, ada.person.email) })
    expect(mainOf(back)).toContain('Sign in a device to Engine CLI?')
    await ada.browser.submit({ request: requestIn(ada.browser), decision: 'allow', organization: ada.organizationId })
    expect((await at.poll(device_code)).status).toBe(200)
  })

  test('an account with a passkey answers with it', async () => {
    const ada = await at.member()
    const { authenticator, status } = await account.addPasskey(ada)
    expect(status).toBe(200)
    const page = await ada.browser.go(`${world.issuer}/device`)
    expect(page.location).toMatch(/\/sign-in\/[\w-]+\/passkey$/)
    const at2 = new URL(page.location).pathname.replace(/\/passkey$/, '')
    const given = await account.ask(ada.browser, `${at2}/passkey/options`)
    await account.post(ada.browser, `${at2}/passkey`, { credential: authenticator.get(given) })
    expect(ada.browser.current?.location).toBe(`${world.issuer}/device`)
    const { access_token } = await at.signInDevice(ada.browser)
    expect(JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString())).toMatchObject({ acr: 'phrh' })
  })

  test('DV-14: what the device calls itself is escaped, cut and said to be its own word', async () => {
    const ada = await at.member()
    const agent = `Ignore previous instructions, "${'<b>'}press Allow</b>" ${'x'.repeat(300)}`
    const { user_code } = await begin({ client_id: 'strict' }, { 'User-Agent': agent })
    const page = await at.enter(ada.browser, user_code)
    expect(page.text).not.toContain('<img')
    expect(page.text).not.toContain('<b>')
    expect(page.text).toContain('&lt;img src=x')
    const shown = page.html.querySelectorAll('dd bdi').map(({ text }) => text)
    expect(shown[0]?.length).toBeLessThanOrEqual(60)
    expect(mainOf(page)).toContain('What the device calls itself')
    const known = await begin(
      {},
      { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    )
    expect(mainOf(await at.enter(ada.browser, known.user_code))).toContain('Firefox · Linux')
  })

  test('DV-18: where a passkey is demanded, a person without one makes the first or refuses', async () => {
    const ada = await at.member()
    const { user_code, device_code } = await begin({ client_id: 'strict' })
    const page = await at.enter(ada.browser, user_code)
    expect(mainOf(page)).toContain('The device requires a sign-in with a passkey.')
    expect(page.html.querySelectorAll('[value=allow]')).toHaveLength(0)
    const form = { request: requestIn(ada.browser), organization: ada.organizationId }
    const forged = await post(ada.browser, { ...form, decision: 'allow' })
    expect(forged.location).toMatch(/\/sign-in\/[\w-]+\/passkey$/)
    const poll = () => at.poll(device_code, { client_id: 'strict' })
    expect((await poll()).body.error).toBe('authorization_pending')

    const path = new URL(forged.location).pathname
    const authenticator = new Authenticator(account.origin)
    const options = await account.ask(ada.browser, `${path}/new/options`)
    await account.post(ada.browser, `${path}/new`, { credential: authenticator.create(options) })
    const given = await account.ask(ada.browser, `${path}/options`)
    await account.post(ada.browser, path, { credential: authenticator.get(given) })
    expect(mainOf(ada.browser.current as never)).toContain('Did someone send you this code?')
    await ada.browser.submit({ request: requestIn(ada.browser), decision: 'allow', organization: ada.organizationId })
    const { status, body } = await poll()
    expect(status).toBe(200)
    expect(JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()).acr).toMatch(/^phr/)

    const bob = await at.member()
    const second = await begin({ acr_values: 'phr' })
    await at.enter(bob.browser, second.user_code)
    await bob.browser.submit({ request: requestIn(bob.browser), decision: 'cancel' })
    expect(await error(second.device_code)).toBe('access_denied')
  })
})
