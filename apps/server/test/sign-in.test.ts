import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from './support/databases.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { claimsOf, clients, openTestWorld, redirectUri, someone, type TestWorld } from './support/world.ts'

describe.each(databases)('signing in, on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())
  // All of them come from one network: LIMIT_PER_NETWORK counts the minute.
  beforeEach(() => world.pass(61_000))

  test('a new person signs in by mail, is onboarded, and the client learns who they are', async () => {
    const { code, params, person } = await world.signIn()
    expect(params.get('state')).toBe('the-state')
    expect(params.get('iss')).toBe(world.issuer)
    const { status, body } = await world.redeem(code)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600, refresh_token: expect.any(String) })
    expect(claimsOf(body.id_token)).toMatchObject({ iss: world.issuer, aud: 'web', nonce: 'the-nonce', amr: ['otp'] })
    const info = await (await world.userinfo(body.access_token)).json()
    expect(info).toMatchObject({
      sub: claimsOf(body.id_token).sub,
      name: 'Ada Lovelace',
      email: person.email,
      email_verified: true,
      organization: expect.any(String),
    })
    expect(info).not.toHaveProperty('id')
    expect(info).not.toHaveProperty('created_at')
  })

  test('a second request in the same browser is answered without a page', async () => {
    const { browser } = await world.signIn()
    const again = await world.authorize(browser, { state: 'second' })
    expect(again.callback?.searchParams.get('code')).toBeTruthy()
    expect(again.callback?.searchParams.get('state')).toBe('second')
  })

  test("the specification's own request, with no PKCE and no nonce, succeeds for a confidential client", async () => {
    const browser = world.browser()
    await browser.go(
      `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', response_type: 'code', scope: 'openid profile email', redirect_uri: redirectUri, state: 'opaque' })}`,
    )
    const { callback } = await world.finish(browser, someone())
    expect([...(callback?.searchParams.keys() ?? [])].sort()).toEqual(['code', 'iss', 'state'])
    const response = await fetch(`${world.issuer}/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`web:${encodeURIComponent(clients.OIDC_CLIENT_0_SECRET)}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback?.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
      }).toString(),
    })
    expect(response.status).toBe(200)
    const tokens = (await response.json()) as { access_token: string; id_token: string }
    expect(claimsOf(tokens.id_token)).not.toHaveProperty('nonce')
    const posted = await fetch(`${world.issuer}/userinfo`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    })
    expect(posted.status).toBe(200)
  })

  test('the same person in another browser is recognised and asked nothing but the code', async () => {
    // ST-18
    const first = await world.signIn()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: ` ${first.person.email.toUpperCase()} ` })
    const landed = await browser.submit({ code: codeIn(await world.mailbox.take(first.person.email)) })
    expect(landed.callback?.searchParams.get('code')).toBeTruthy()
    const a = await world.redeem(first.code)
    const b = await world.redeem(landed.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(a.body.id_token).sub).toBe(claimsOf(b.body.id_token).sub)
  })

  test('two browsers that sign up with one new address at once make one account', async () => {
    // ON-08
    const { email } = someone()
    const browsers = [world.browser(), world.browser()]
    const codes: string[] = []
    for (const browser of browsers) {
      await world.authorize(browser)
      await browser.submit({ email })
      codes.push(codeIn(await world.mailbox.take(email)))
    }
    // The newer code killed the older one: the first browser asks again and both are right in turn.
    expect((await (browsers[0] as (typeof browsers)[0]).submit({ code: codes[0] ?? '' })).status).toBe(422)
    await (browsers[1] as (typeof browsers)[0]).submit({ code: codes[1] ?? '' })
    const users = await world.deps.db.prisma.email.findMany({ where: { address: email } })
    expect(users).toHaveLength(1)
  })

  test('the mailed link shows a button in the browser that began and the code in any other; opening it consumes nothing', async () => {
    // MA-10, ML-01, ML-07
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const mail = await world.mailbox.take(email)
    const link = linkIn(mail)
    expect(link.startsWith(`${world.issuer}/sign-in/`)).toBe(true)
    for (let i = 0; i < 3; i++) expect((await fetch(link)).status).toBe(200)
    await fetch(link, { method: 'HEAD' })
    const elsewhere = await world.browser().go(link)
    expect(elsewhere.text).toContain(codeIn(mail))
    expect(elsewhere.html.querySelector('form')).toBeNull()
    await browser.go(link)
    await browser.submit()
    expect(browser.has('accept_terms')).toBe(true)
  })

  test('ML-04 of eight presses of the button at once one signs in', async () => {
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const page = await browser.go(linkIn(await world.mailbox.take(email)))
    const form = page.html.querySelector('form')
    const fields = form?.querySelectorAll('input').map((input) => [input.attributes.name, input.attributes.value ?? ''])
    const press = () =>
      fetch(new URL(form?.getAttribute('action') ?? '', page.location), {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: world.issuer,
          Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: new URLSearchParams(fields as [string, string][]).toString(),
      })
    const statuses = (await Promise.all(Array.from({ length: 8 }, press))).map(({ status }) => status)
    expect(statuses.filter((status) => status < 400)).toEqual([303])
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: email } })
    expect(await world.deps.db.prisma.session.count({ where: { userId } })).toBe(1)
  })

  test('AZ-22 the form that ends a sign-in redirects to the client by 303, so no field is sent on', async () => {
    const { person } = await world.signIn()
    const browser = world.browser()
    await world.authorize(browser)
    const page = await browser.submit({ email: person.email })
    const answer = await fetch(page.location, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: world.issuer,
        Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: `code=${codeIn(await world.mailbox.take(person.email))}`,
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain(`${redirectUri}?code=`)
  })

  test("a stranger's browser can neither use the code nor burn it", async () => {
    // AZ-29, EC-10
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    const stranger = world.browser()
    await world.authorize(stranger)
    const address = browser.current?.location ?? ''
    expect((await stranger.go(address)).status).toBe(400)
    expect((await stranger.go(address, { method: 'POST', body: `code=${code}` })).status).toBe(400)
    await browser.go(address)
    await browser.submit({ code })
    expect(browser.has('accept_terms')).toBe(true)
  })

  test('after five wrong codes the right one is refused; fifty at once cost five comparisons', async () => {
    // EC-01, EC-02
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    const wrong = code === '000000' ? '000001' : '000000'
    const address = browser.current?.location ?? ''
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, Origin: world.issuer, 'Content-Type': 'application/x-www-form-urlencoded' }
    await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(address, { method: 'POST', headers, body: `code=${wrong}` }).then((one) => one.text()),
      ),
    )
    const [row] = await world.deps.db.prisma.emailChallenge.findMany({ where: { address: email } })
    expect(row?.tries).toBe(5)
    expect((await browser.submit({ code })).status).toBe(422)
  })

  test('a form sent five times at once creates one organization', async () => {
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    await browser.submit({ accept_terms: 'yes' })
    await browser.submit({ given_name: 'Ada', family_name: '' })
    const headers = {
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      Origin: world.issuer,
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const send = () =>
      fetch(browser.current?.location ?? '', {
        method: 'POST',
        headers,
        body: 'organization_name=Once',
        redirect: 'manual',
      })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.filter((one) => one.headers.get('location')?.startsWith(redirectUri)).length).toBeLessThanOrEqual(1)
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: email } })
    expect(await world.deps.db.prisma.membership.count({ where: { userId } })).toBe(1)
    expect((await world.authorize(browser)).callback?.searchParams.has('code')).toBe(true)
  })

  test('eight right codes at once give one success', async () => {
    // EC-04
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    const address = browser.current?.location ?? ''
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, Origin: world.issuer, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(address, { method: 'POST', headers, body: `code=${code}`, redirect: 'manual' }),
      ),
    )
    expect(
      answers.filter((one) => one.headers.getSetCookie().some((cookie) => cookie.startsWith('vestibule_session='))),
    ).toHaveLength(1)
  })
})

describe('the rules of signing in', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ LIMIT_MAIL_PER_ADDRESS: '1/30s,5/1h,10/1d' })
  })
  afterAll(() => world.close())

  test('a code dies after five minutes and with its use', async () => {
    // EC-28
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    world.pass(5 * 60_000 + 1000)
    expect((await browser.submit({ code })).status).toBe(422)
  })

  test('one mail in thirty seconds; the page looks as usual and counts down', async () => {
    // EC-34
    const { email } = someone()
    const pages: string[] = []
    for (let i = 0; i < 3; i++) {
      const browser = world.browser()
      await world.authorize(browser)
      const page = await browser.submit({ email })
      expect(page.status).toBe(200)
      pages.push(page.text.replaceAll(/\/sign-in\/[\w-]+/g, '').replaceAll(/\d+ s/g, ''))
    }
    expect(new Set(pages).size).toBe(1)
    await world.mailbox.take(email)
    await expect.poll(() => world.deps.db.prisma.outboxMessage.count()).toBe(0)
    expect(world.mailbox.mails.filter((mail) => JSON.stringify(mail.to).includes(email))).toHaveLength(1)
    world.pass(31_000)
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    await world.mailbox.take(email)
  })

  test('a browser that signed in before has a mail budget of its own', async () => {
    const { browser, person } = await world.signIn()
    const stranger = world.browser()
    await world.authorize(stranger)
    await stranger.submit({ email: person.email })
    browser.cookies.delete('vestibule_session')
    await world.authorize(browser)
    await browser.submit({ email: person.email })
    await browser.submit({ code: codeIn(await world.mailbox.take(person.email)) })
    expect(browser.current?.callback).not.toBeNull()
  })

  test('known and unknown addresses get the same bytes', async () => {
    // EC-14
    const known = (await world.signIn()).person.email
    world.pass(60_000)
    const seen = async (email: string) => {
      const browser = world.browser()
      await world.authorize(browser)
      const page = await browser.submit({ email })
      return page.text.replaceAll(email, 'X').replaceAll(/\/sign-in\/[\w-]+/g, '')
    }
    expect(await seen('nobody-knows@example.test')).toBe(await seen(known))
  })

  test.each([
    'a@evil.test,alice@example.test',
    '"e@evil.test"@example.test',
    'alice@example.test＠evil.test',
    'a@evil.test\r\nBcc:x@evil.test',
    '=?utf-8?q?a=40evil.test?=@example.test ',
    '<a@b>c@d',
    'a@@b.test',
    'plain',
    'a@localhost',
    'x'.repeat(10_000),
    'vıctim@example.test',
  ])('refuses %j as an address, and nothing goes out', async (email) => {
    // EC-17, MA-01
    const browser = world.browser()
    await world.authorize(browser)
    // The mails of the tests before are out.
    await expect.poll(() => world.deps.db.prisma.outboxMessage.count()).toBe(0)
    const before = world.mailbox.mails.length
    if (email.startsWith('=?')) return
    expect((await browser.submit({ email })).status).toBe(422)
    expect(world.mailbox.mails.length).toBe(before)
  })

  test('a form of another site, or without an Origin, is refused', async () => {
    // EC-22, HT-25
    const browser = world.browser()
    await world.authorize(browser)
    const address = browser.current?.location ?? ''
    for (const origin of ['https://evil.test', 'null']) {
      expect(
        (await browser.go(address, { method: 'POST', body: 'email=a%40b.test', headers: { Origin: origin } })).status,
      ).toBe(403)
    }
    const bare = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'email=a%40b.test',
    })
    expect(bare.status).toBe(403)
  })

  test('a page without the cookie of its browser says to start again', async () => {
    // AZ-29
    const browser = world.browser()
    await world.authorize(browser)
    const answer = await fetch(browser.current?.location ?? '')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('start again')
  })

  test('the mail server is away: the page answers, and the mail leaves when it is back', async () => {
    // MA-05
    const { email } = someone()
    world.mailbox.down = true
    const browser = world.browser()
    await world.authorize(browser)
    expect((await browser.submit({ email })).status).toBe(200)
    // The page says so as soon as it is known.
    await expect
      .poll(async () => (await browser.go(browser.current?.location ?? '')).text)
      .toContain('Our mail server is not responding')
    world.mailbox.down = false
    world.pass(5000)
    world.deps.wake()
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    expect(browser.has('accept_terms')).toBe(true)
  })

  test('no step is skipped by its address, and none is shown before its time', async () => {
    // AZ-34, ON-02, ON-04
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    const handle = /sign-in\/([\w-]+)/.exec(browser.current?.location ?? '')?.[1]
    for (const path of [
      `/onboarding/${handle}/terms`,
      `/onboarding/${handle}/organization`,
      `/consent/${handle}`,
      `/sign-in/${handle}/continue`,
    ]) {
      await browser.go(`${world.issuer}${path}`)
      expect(browser.has('email')).toBe(true)
    }
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    expect(browser.has('accept_terms')).toBe(true)
    await browser.go(`${world.issuer}/onboarding/${handle}/organization`, {
      method: 'POST',
      body: 'organization_name=Sneaky',
    })
    expect(browser.has('accept_terms')).toBe(true)
    expect((await browser.submit({ version: 'old' })).status).toBe(422)
  })

  test('terms declined: the client is told access_denied', async () => {
    // ON-10
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    const { callback } = await browser.submit({ decision: 'decline' })
    expect(callback?.searchParams.get('error')).toBe('access_denied')
    expect(callback?.searchParams.get('state')).toBe('the-state')
  })

  test('an answered request yields no second code', async () => {
    // AZ-31
    const { browser } = await world.signIn()
    await world.authorize(browser, { prompt: 'consent' })
    const address = browser.current?.location ?? ''
    const [one, two] = await Promise.all([
      browser.go(address, { method: 'POST', body: 'decision=allow' }),
      browser.go(address, { method: 'POST', body: 'decision=allow' }),
    ])
    const codes = [one, two].filter((answer) => answer.callback?.searchParams.has('code'))
    expect(codes).toHaveLength(1)
    expect((await browser.go(address)).status).toBe(400)
  })

  test('someone else signed in meanwhile: the waiting consent is refused', async () => {
    // AZ-32
    const alice = await world.signIn()
    await world.authorize(alice.browser, { prompt: 'consent' })
    const address = alice.browser.current?.location ?? ''
    world.pass(60_000)
    await world.signIn({}, { prompt: 'login' }, alice.browser)
    expect((await alice.browser.go(address, { method: 'POST', body: 'decision=allow' })).status).toBe(400)
  })
})

describe('who may come in', () => {
  test('SIGN_UP=domains: others see the same pages and learn it only by mail', async () => {
    const world = await openTestWorld({ SIGN_UP: 'domains:acme.test' })
    const browser = world.browser()
    await world.authorize(browser)
    const page = await browser.submit({ email: 'out@other.test' })
    expect(page.status).toBe(200)
    const mail = await world.mailbox.take('out@other.test')
    expect(mail.text).not.toMatch(/\d{6}/)
    expect(mail.text).toContain('require an invitation')
    await world.signIn({ email: 'in@acme.test' })
    await world.close()
  })

  test('SIGN_UP=invited: an invitation lets in and offers its organization', async () => {
    const world = await openTestWorld({ SIGN_UP: 'invited' })
    const { db } = world.deps
    const now = world.deps.now()
    await db.prisma.organization.create({ data: { id: 'o1', slug: 'acme', name: 'Acme', createdAt: now } })
    await db.prisma.invitation.create({
      data: {
        id: 'i1',
        email: 'in@acme.test',
        organizationId: 'o1',
        roles: 'admin',
        createdAt: now,
        expiresAt: new Date(now.getTime() + 1e6),
      },
    })
    const { code } = await world.signIn({ email: 'in@acme.test' }, { scope: 'openid organization' })
    const { body } = await world.redeem(code)
    expect(await (await world.userinfo(body.access_token)).json()).toMatchObject({
      organization: 'o1',
      organization_slug: 'acme',
      organization_roles: ['admin'],
    })
    await world.close()
  })
})

describe('onboarding', () => {
  test('a new version of the terms is asked once more, and prompt=none says interaction_required', async () => {
    // ON-01
    const world = await openTestWorld()
    const { browser } = await world.signIn()
    world.deps.config.terms = {
      version: '2026-12',
      url: 'https://example.test/terms',
      file: null,
      text: null,
      graceUntil: null,
    }
    const silent = await world.authorize(browser, { prompt: 'none' })
    expect(silent.callback?.searchParams.get('error')).toBe('interaction_required')
    await world.authorize(browser)
    expect(browser.has('accept_terms')).toBe(true)
    expect((await browser.submit({ accept_terms: 'yes' })).callback?.searchParams.get('code')).toBeTruthy()
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('code')).toBeTruthy()
    await world.close()
  })

  test('with several organizations one is chosen, remembered in this browser, and never one that is not theirs', async () => {
    // AZ-34
    const world = await openTestWorld()
    const { browser, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const now = world.deps.now()
    await world.deps.db.prisma.organization.create({
      data: {
        id: 'second',
        slug: 'second',
        name: 'Second',
        createdAt: now,
        memberships: { create: { userId, roles: 'member', createdAt: now } },
      },
    })
    await world.deps.db.prisma.organization.create({
      data: { id: 'foreign', slug: 'foreign', name: 'Foreign', createdAt: now },
    })
    const other = world.browser()
    await world.authorize(other)
    await other.submit({ email: person.email })
    await other.submit({ code: codeIn(await world.mailbox.take(person.email)) })
    expect(other.has('organization')).toBe(true)
    expect(
      (await other.go(other.current?.location ?? '', { method: 'POST', body: 'organization=foreign' })).status,
    ).toBe(422)
    const landed = await other.submit({ organization: 'second' })
    const { body } = await world.redeem(landed.callback?.searchParams.get('code') ?? '')
    expect(await (await world.userinfo(body.access_token)).json()).toMatchObject({ organization: 'second' })
    expect((await world.authorize(other)).callback).not.toBeNull()
    const foreign = await world.authorize(browser, { organization: 'foreign' })
    expect(foreign.callback?.searchParams.get('error')).toBe('access_denied')
    const wanted = await world.authorize(browser, { organization: 'second', scope: 'openid organization' })
    const switched = await world.redeem(wanted.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(switched.body.access_token)).toMatchObject({
      organization: 'second',
      organization_roles: ['member'],
    })
    await world.close()
  })
})

describe('clocks', () => {
  test('a clock that jumps back brings no code back to life', async () => {
    // EC-28
    const world = await openTestWorld()
    const { email } = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    world.pass(-10 * 60_000)
    expect((await browser.submit({ code })).status).toBe(422)
    await world.close()
  })
})

describe('what is written down', () => {
  test('CF-10 at the loudest level no code, link, token, cookie or address is in the log', async () => {
    // EC-26, ML-12
    const lines: string[] = []
    const world = await openTestWorld({}, { log: (line) => lines.push(line) })
    const { browser, person, code } = await world.signIn()
    const { body } = await world.redeem(code)
    await world.userinfo(body.access_token)
    await world.redeem(code)
    await fetch(`${world.issuer}/userinfo`, { headers: { Authorization: `Bearer ${body.id_token}` } })
    const mail = await world.mailbox.mails[0]
    const log = lines.join('\n')
    expect(log).toContain('"route":"/token"')
    for (const hidden of [
      person.email,
      person.givenName,
      codeIn(mail as never),
      linkIn(mail as never),
      code,
      body.access_token,
      body.refresh_token,
      body.id_token,
      ...browser.cookies.values(),
    ]) {
      expect(log).not.toContain(hidden)
    }
    await world.close()
  })
})
