import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../src/flows/platform/audit.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { openTestWorld, type TestPerson, type TestWorld, thirdAuth } from './support/world.ts'

// The account pages, in a plain HTML browser without scripts.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world?.close())

const minutes = 60_000
const mainText = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
const mailText = async (address: string) => (await world.mailbox.take(address)).text ?? ''
const post = (browser: PlainBrowser, path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString(), headers })

/** Someone with an organization, signed in, at their account. */
async function atHome(given: Partial<TestPerson> = {}, path = '/account/profile') {
  const { browser, person, code } = await world.signIn(given)
  await browser.go(`${world.issuer}${path}`)
  return { browser, person, code }
}

const userOf = async (address: string) =>
  (await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address }, include: { user: true } })).user

test('mails about an account have the time in its zone', async () => {
  const { browser, person } = await atHome({ email: 'zone@example.test' })
  const { id } = await userOf(person.email)
  await world.deps.db.prisma.user.update({ where: { id }, data: { zoneinfo: 'Asia/Tokyo' } })
  await post(browser, '/account/data/export', {})
  expect(await mailText(person.email)).toContain('GMT+9')
  const other = world.browser()
  await world.authorize(other)
  world.pass(minutes)
  await other.submit({ email: person.email })
  expect(await mailText(person.email)).toContain('GMT+9')
})

describe('who may come in', () => {
  test('nobody without a session: sign-in first, then back to the page that was asked for', async () => {
    const browser = world.browser()
    await browser.go(`${world.issuer}/account/sessions`)
    expect(browser.current?.location).toContain('/sign-in/')
    await browser.submit({ email: 'way-in@example.test' })
    await browser.submit({ code: codeIn(await world.mailbox.take('way-in@example.test')) })
    expect(browser.current?.location).toBe(`${world.issuer}/account/sessions`)
    expect(mainText(browser)).toContain('This browser')
  })

  test('AC-11 pages are never stored, and an unknown address below them is not a page', async () => {
    // HT-24
    const { browser } = await atHome()
    expect(browser.current?.headers.get('cache-control')).toBe('no-store')
    expect((await browser.go('/account/x.css')).status).toBe(404)
  })

  test('a form from another site changes nothing', async () => {
    // HT-25
    const { browser, person } = await atHome()
    const answer = await post(browser, '/account/profile', { given_name: 'Eve' }, { Origin: 'https://evil.test' })
    expect(answer.status).toBe(403)
    expect((await userOf(person.email)).givenName).toBe('Ada')
  })

  test.each([
    '/account/addresses',
    '/account/addresses/remove',
    '/account/passkeys/remove',
    '/account/data/export',
    '/account/data/delete',
  ])('a sign-in that is older than five minutes does not open %s', async (path) => {
    const { browser, person } = await atHome()
    world.pass(5 * minutes + 1000)
    await post(browser, path, { email: 'new@example.test', address: person.email, confirm: 'yes' })
    expect(browser.current?.location).toContain('/sign-in/')
    expect(await userOf(person.email)).toBeTruthy()
  })

  test('confirming brings the same person back; someone else is not let through', async () => {
    const { browser, person } = await atHome({}, '/account/data')
    world.pass(6 * minutes)
    await browser.go(`${world.issuer}/account/data`)
    expect(mainText(browser)).toContain('confirm that it is you')
    expect(mainText(browser)).not.toContain('Delete my account')
    await browser.submit({ back: 'data' })
    expect(browser.current?.html.querySelector('[name=email]')?.getAttribute('value')).toBe(person.email)
    await browser.submit({ email: person.email })
    await browser.submit({ code: codeIn(await world.mailbox.take(person.email)) })
    expect(browser.current?.location).toBe(`${world.issuer}/account/data`)
    expect(mainText(browser)).toContain('Delete my account')
    world.pass(6 * minutes)
    await post(browser, '/account/confirm', { back: 'https://evil.test/' })
    await browser.submit({ email: 'someone-else@example.test' })
    await browser.submit({ code: codeIn(await world.mailbox.take('someone-else@example.test')) })
    expect(browser.current?.location).toMatch(`${new URL(world.issuer).origin}/`)
    expect(mainText(browser)).not.toContain(person.email)
  })
})

describe('profile', () => {
  test('every field of the user model can be changed, and reaches the application', async () => {
    const { browser, person } = await atHome()
    await browser.submit({
      given_name: 'Augusta',
      family_name: 'King',
      preferred_username: 'ada',
      phone: '+44 20 7946-0958',
      picture: 'https://example.test/ada.png',
      website: 'https://example.test/~ada',
      locale: 'de',
      zoneinfo: 'Europe/London',
      birthdate: '1815-12-10',
      street_address: '12 St James’s Square',
      locality: 'London',
      country: 'United Kingdom',
    })
    // In the person's language from now on.
    expect(browser.current?.html.querySelector('html')?.getAttribute('lang')).toBe('de')
    expect(browser.current?.html.querySelector('.done')?.text).toContain('Ihr Profil wurde gespeichert.')
    const visited = await world.authorize(browser, { scope: 'openid profile email phone address' })
    const tokens = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    const claims = (await (await world.userinfo(tokens.body.access_token)).json()) as Record<string, unknown>
    expect(claims).toMatchObject({
      name: 'Augusta King',
      given_name: 'Augusta',
      family_name: 'King',
      preferred_username: 'ada',
      picture: 'https://example.test/ada.png',
      website: 'https://example.test/~ada',
      birthdate: '1815-12-10',
      zoneinfo: 'Europe/London',
      locale: 'de',
      phone: '+442079460958',
      phone_verified: false,
      phone_number: '+442079460958',
      address: { street_address: '12 St James’s Square', locality: 'London', country: 'United Kingdom' },
      email: person.email,
    })
  })

  test.each([
    ['given_name', ' \u200b '],
    ['given_name', 'x'.repeat(101)],
    ['picture', 'javascript:alert(1)'],
    ['picture', 'http://example.test/a.png'],
    ['picture', `https://example.test/${'x'.repeat(600)}`],
    ['website', 'example.test'],
    ['phone', '020 7946 0958'],
    ['phone', '+0123456789'],
    ['locale', 'no language'],
    ['zoneinfo', 'Europe/Atlantis'],
    ['birthdate', '2026-02-30'],
    ['birthdate', 'yesterday'],
  ])('%s %j is refused beside its field', async (field, value) => {
    // ON-07, UI-11
    const { browser, person } = await atHome()
    const page = await browser.submit({ [field]: value })
    expect(page.status).toBe(422)
    expect(page.html.querySelector(`#${field}-problem`)?.text).toBeTruthy()
    expect((await userOf(person.email)).givenName).toBe('Ada')
  })

  test('AC-05 what is typed is shown as text', async () => {
    // ON-07
    const { browser } = await atHome()
    await browser.submit({ given_name: '"><svg onload=alert(1)>', family_name: '{{7*7}}</script>' })
    expect(browser.current?.text).not.toContain('<svg onload')
    expect(browser.current?.text).not.toContain('</script>{{')
  })
})

describe('addresses', () => {
  test('added by a code, made primary, and the old one removed; every mailbox is told', async () => {
    // AC-03, AC-15
    const { browser, person } = await atHome({}, '/account/addresses')
    const next = `next-${person.email}`
    await browser.submit({ email: ` ${next.toUpperCase()} ` })
    await browser.submit({ code: '000000' })
    expect(browser.current?.status).toBe(422)
    const mail = await world.mailbox.take(next)
    expect(mail.subject).toContain('Confirm this address')
    await browser.submit({ code: codeIn(mail) })
    expect(mainText(browser)).toContain(next)
    expect(await mailText(person.email)).toContain(`An address was added to your account:\n\n    ${next}`)
    expect(await mailText(next)).toContain('An address was added')

    await post(browser, '/account/addresses/remove', { address: person.email })
    expect(mainText(browser)).toContain(person.email)
    await post(browser, '/account/addresses/primary', { address: next })
    expect(await mailText(person.email)).toContain('new primary address')
    await mailText(next)
    await post(browser, '/account/addresses/remove', { address: person.email })
    expect(browser.current?.html.querySelector('.said')?.text).toContain(`${person.email} was removed`)
    expect(browser.current?.html.querySelector('.table')?.text).not.toMatch(new RegExp(`(^|[^-])${person.email}`))
    // The address that is gone is told as well.
    expect(await mailText(person.email)).toContain('An address was removed')
    expect((await userOf(next)).givenName).toBe('Ada')
  })

  test('AC-02 an address of someone else: the same page, and a mail that says so without a code', async () => {
    const owner = await world.signIn()
    const { browser } = await atHome({}, '/account/addresses')
    await browser.submit({ email: owner.person.email })
    const foreign = mainText(browser).replaceAll(owner.person.email, '')
    expect(browser.current?.status).toBe(200)
    const mail = await world.mailbox.take(owner.person.email)
    expect(mail.text).toContain('It already belongs to another account')
    expect(mail.text).not.toMatch(/\d{6}|http/)
    await browser.go(`${world.issuer}/account/addresses`)
    await browser.submit({ email: 'free@example.test' })
    expect(mainText(browser).replaceAll('free@example.test', '')).toBe(foreign)
  })

  test('AC-02 a scanner that follows the link confirms nothing; the button does, once', async () => {
    const { browser } = await atHome({}, '/account/addresses')
    const next = 'linked@example.test'
    await browser.submit({ email: next })
    const link = linkIn(await world.mailbox.take(next))
    const scanner = world.browser()
    await scanner.go(link)
    expect(mainText(scanner)).toMatch(/\d{6}/)
    await scanner.go(link, { method: 'POST', body: '' })
    expect(scanner.current?.location).toContain('/sign-in/')
    await browser.go(link)
    await browser.submit({})
    expect(mainText(browser)).toContain(next)
    expect((await browser.go(link)).status).toBe(400)
  })

  test('a code is worth nothing in another session', async () => {
    const one = await atHome({}, '/account/addresses')
    const two = await atHome({}, '/account/addresses')
    await one.browser.submit({ email: 'crossed@example.test' })
    const code = codeIn(await world.mailbox.take('crossed@example.test'))
    await two.browser.submit({ email: 'crossed@example.test' })
    await two.browser.submit({ code })
    expect(two.browser.current?.status).toBe(422)
  })

  test('an address that two people add at once becomes one person’s', async () => {
    const people = [await atHome({}, '/account/addresses'), await atHome({}, '/account/addresses')]
    const codes: string[] = []
    for (const { browser } of people) {
      await browser.submit({ email: 'contested@example.test' })
      codes.push(codeIn(await world.mailbox.take('contested@example.test')))
    }
    const answers = await Promise.all(people.map(({ browser }, at) => browser.submit({ code: codes[at] ?? '' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('not more than ten, and only addresses', async () => {
    const { browser, person } = await atHome({}, '/account/addresses')
    expect((await browser.submit({ email: 'not an address' })).status).toBe(422)
    const { id } = await userOf(person.email)
    await world.deps.db.prisma.email.createMany({
      data: Array.from({ length: 9 }, (_, at) => ({
        address: `${id}-${at}@example.test`,
        userId: id,
        isPrimary: false,
        verifiedAt: world.deps.now(),
      })),
    })
    expect((await browser.submit({ email: 'eleventh@example.test' })).status).toBe(422)
  })
})

describe('sessions', () => {
  test('shows each with device and network, and ends one or all others', async () => {
    const firefox = world.browser({
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    const { person } = await world.signIn({}, {}, firefox)
    const others = [world.browser(), world.browser()]
    for (const browser of others) await world.signIn(person, {}, browser)
    await firefox.go(`${world.issuer}/account/sessions`)
    expect(mainText(firefox)).toContain('Firefox · Linux')
    expect(mainText(firefox)).toContain('127.0.0.0/24')
    expect(firefox.current?.html.querySelectorAll('tbody tr')).toHaveLength(3)
    await firefox.submit({ id: firefox.current?.html.querySelector('[name=id]')?.getAttribute('value') ?? '' })
    expect(firefox.current?.html.querySelectorAll('tbody tr')).toHaveLength(2)
    await post(firefox, '/account/sessions/end-others', {})
    expect(firefox.current?.html.querySelectorAll('tbody tr')).toHaveLength(1)
    for (const browser of others) {
      await browser.go(`${world.issuer}/account`)
      expect(browser.current?.location).toContain('/sign-in/')
    }
  })

  test('SE-10 a passkey on a new device signs in; the session is listed, and the owner is told by mail', async () => {
    // AC-15
    const at = accountOf(world)
    const owner = await at.withPasskey()
    const { browser } = await at.byPasskey(owner.authenticator, owner.email)
    expect(await at.notice(owner.email, 'on a new device')).toContain('127.0.0.0/24')
    await browser.go(`${world.issuer}/account/sessions`)
    expect(browser.current?.html.querySelectorAll('tbody tr')).toHaveLength(2)
  })

  test('the session of someone else can not be ended', async () => {
    const victim = await atHome()
    const { browser } = await atHome()
    const { id } = await world.deps.db.prisma.session.findFirstOrThrow({
      where: { userId: (await userOf(victim.person.email)).id },
    })
    await post(browser, '/account/sessions/end', { id })
    await victim.browser.go(`${world.issuer}/account`)
    expect(victim.browser.current?.location).toBe(`${world.issuer}/account`)
  })
})

describe('applications', () => {
  test('what an application may see; revoking ends its tokens and its consent', async () => {
    const person = await world.signIn({}, { client_id: 'third', scope: 'openid email offline_access' })
    const { body } = await world.token(
      { grant_type: 'authorization_code', code: person.code, redirect_uri: 'https://rp.example.test/cb' },
      thirdAuth,
    )
    const { browser } = person
    await browser.go(`${world.issuer}/account/applications`)
    expect(mainText(browser)).toContain('Third Party')
    expect(mainText(browser)).toContain('see your email address')
    await browser.submit({ client: 'third' })
    expect(mainText(browser)).toContain('No application has access')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect(
      (await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, thirdAuth)).status,
    ).toBe(400)
    const again = await world.authorize(browser, { client_id: 'third', scope: 'openid email' })
    expect(again.location).toContain('/consent/')
  })
})

describe('data', () => {
  test('the export holds everything, and no secret', async () => {
    const { browser, person } = await atHome({}, '/account/data')
    const { userId: id } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const operator = { kind: 'operator', id: 'someone', network: '203.0.113.77' } as const
    await inTransaction(world.deps, (tx) => tx.record(operator, { action: 'user.updated', target: ['user', id] }))
    const answer = await post(browser, '/account/data/export', {})
    // It happened to them; from where is the other's.
    expect(answer.text).toContain('user.updated')
    expect(answer.text).not.toContain('203.0.113.77')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const data = JSON.parse(answer.text)
    expect(data.emails).toMatchObject([{ address: person.email, isPrimary: true }])
    expect(data.organizations[0]).toMatchObject({ roles: 'owner', organization: { name: person.organization } })
    expect(data.termsAcceptances).toMatchObject([{ version: '2026-11' }])
    expect(data.sessions).toHaveLength(1)
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining(['profile', 'passkeys', 'applications', 'teams', 'invitations']),
    )
    expect(answer.text).not.toMatch(/secret|digest/i)
    expect(await mailText(person.email)).toContain('was downloaded')
  })

  test('AC-09 deleting asks twice, hands organizations over, ends every token and tells the mailbox', async () => {
    const colleague = await world.signIn()
    const { browser, person, code } = await atHome({}, '/account/data')
    const tokens = await world.redeem(code)
    const me = await userOf(person.email)
    const other = await userOf(colleague.person.email)
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId: me.id } })
    await world.deps.db.prisma.membership.create({
      data: { organizationId, userId: other.id, roles: 'member', createdAt: world.deps.now() },
    })
    await browser.go(`${world.issuer}/account/data`)
    const owner = `owner_${organizationId}`
    expect((await post(browser, '/account/data/delete', { [owner]: other.id })).status).toBe(422)
    expect((await post(browser, '/account/data/delete', { confirm: 'yes' })).status).toBe(422)
    expect((await post(browser, '/account/data/delete', { confirm: 'yes', [owner]: 'nobody' })).status).toBe(422)
    const gone = await post(browser, '/account/data/delete', { confirm: 'yes', [owner]: other.id })
    expect(gone.status).toBe(200)
    expect(mainText(browser)).toContain('Your account has been deleted')
    expect([...browser.cookies.keys()]).not.toContain('vestibule_session')
    expect(await world.deps.db.prisma.membership.findMany({ where: { organizationId } })).toMatchObject([
      { userId: other.id, roles: 'owner member' },
    ])
    // ST-22: nothing of the person is left.
    for (const table of ['email', 'session', 'membership', 'passkey', 'consent', 'grant', 'termsAcceptance'] as const)
      expect(
        await (world.deps.db.prisma[table] as { count(o: object): Promise<number> }).count({
          where: { userId: me.id },
        }),
      ).toBe(0)
    expect((await world.userinfo(tokens.body.access_token)).status).toBe(401)
    expect(await mailText(person.email)).toContain('Your account was deleted')
    // The mailbox is free again, for a new and different account.
    const again = await world.signIn({ email: person.email })
    expect((await userOf(person.email)).id).not.toBe(me.id)
    expect(again.code).toBeTruthy()
  })

  test('an organization of one ends with its person', async () => {
    const { browser, person } = await atHome({}, '/account/data')
    const { id } = await userOf(person.email)
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId: id } })
    await browser.submit({ confirm: 'yes' })
    expect(await world.deps.db.prisma.organization.findUnique({ where: { id: organizationId } })).toBeNull()
  })
})
