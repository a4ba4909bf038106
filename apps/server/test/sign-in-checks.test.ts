import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { checkSignIn } from '../src/flows/management/sign-in-checks.ts'
import { system } from '../src/flows/platform/audit.ts'
import { counterKey, mailLimit } from '../src/flows/platform/limits.ts'
import { incrementCounter } from '../src/store/hot/rate-limits.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { codeIn, nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const minute = 60_000
const admin: [string, string] = ['admin', 'admin-secret-0123456789']

describe.each(databases)('why someone cannot sign in, on %s', (database) => {
  let world: TestWorld
  let operator: PlainBrowser
  beforeAll(async () => {
    const env = {
      OPERATORS: 'operator@example.test',
      SIGN_UP: 'domains:example.test',
      OIDC_CLIENT_ID_7: 'admin',
      OIDC_CLIENT_7_SECRET: admin[1],
      OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_7_SCOPES: 'users:read,users:write',
    }
    world = await openTestWorld(env, { database })
    operator = (await world.signIn({ email: 'operator@example.test' })).browser
  })
  afterAll(() => world?.close())

  const whyPath = (address: string) => `/admin/why?${new URLSearchParams({ address })}`
  const textOf = (browser: PlainBrowser) =>
    (browser.current?.html.querySelector('main')?.text ?? '').replaceAll(/\s+/g, ' ')
  async function why(address: string, browser = operator): Promise<string> {
    await world.deps.signInLog.flush()
    await browser.go(`${world.issuer}${whyPath(address)}`)
    return textOf(browser)
  }
  const act = (address: string, fields: Record<string, string>, browser = operator) =>
    browser.go(`${world.issuer}${whyPath(address)}`, {
      method: 'POST',
      body: new URLSearchParams({ address, ...fields }).toString(),
    })
  const actions = async (action: string) => world.deps.db.prisma.auditEvent.findMany({ where: { action } })
  /** An act leads to sign-in, because the last one is more than five minutes ago, and waits for its button after it. */
  async function operatorConfirms() {
    world.pass(6 * minute)
    await act('anna@example.test', { action: 'lift', confirm: 'yes' })
    expect(operator.current?.location).toContain('/sign-in/')
    await operator.submit({ email: 'operator@example.test' })
    await operator.submit({ code: await nextCode(world.mailbox, 'operator@example.test') })
    expect(operator.current?.location).toContain('/kept-forms/')
    expect(operator.current?.status).toBe(200)
    expect(textOf(operator)).toContain('anna@example.test')
  }
  async function operatorSignsInAgain() {
    await operatorConfirms()
    const discard = operator.current?.html.querySelector('[formaction]')?.getAttribute('formaction') ?? ''
    await operator.go(discard, { method: 'POST', body: '' })
    expect(operator.current?.location).toContain('/admin/why?address=anna%40example.test')
  }
  async function fiveWrongCodes(email: string) {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    for (let time = 0; time < 5; time++) await browser.submit({ code: code === '000000' ? '111111' : '000000' })
    return browser
  }
  async function api(method: string, path: string, extra: Record<string, string> = {}) {
    const { body } = await world.token({ grant_type: 'client_credentials', ...extra }, { basic: admin })
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${body.access_token}` },
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }

  test('an operator reads why after ten wrong codes, lifts the limit, and the person signs in', async () => {
    const { person } = await world.signIn({ email: 'anna@example.test', givenName: 'Anna', familyName: 'Meier' })
    world.pass(31_000)
    await fiveWrongCodes(person.email)
    expect(await why(person.email)).toMatch(/Is there an account\? Yes\s?Anna Meier/)
    expect(textOf(operator)).toContain('Incorrect codes counted so far: 5. Codes are refused from 10 on.')
    expect(operator.current?.html.querySelector('button[value=lift]')).toBeTruthy()
    // A code is mailed every half minute at most.
    world.pass(31_000)
    await operatorSignsInAgain()
    const browser = await fiveWrongCodes(person.email)
    const page = await why(person.email)
    expect(page).toMatch(/Is a limit in force\? Yes/)
    expect(page).toMatch(/Too many incorrect codes were entered\. Codes are refused until/)
    expect(page).toMatch(/Incorrect code, the last attempt with it/)
    expect(page).toMatch(/mailed codeWeb App.*127\.0\.0\.0\/24/)

    await act(person.email, { action: 'lift' })
    expect(textOf(operator)).toContain('Lift the limit for anna@example.test?')
    expect(await actions('limit.lifted')).toHaveLength(0)
    await operator.submit({ confirm: 'yes' })
    expect(textOf(operator)).toContain('The limit is lifted. anna@example.test can request and enter codes again.')
    expect(textOf(operator)).toMatch(/Is a limit in force\? No/)
    const [event] = await actions('limit.lifted')
    expect(event).toMatchObject({ actorKind: 'operator', targetKind: 'user', result: 'ok' })

    await browser.go(`${browser.current?.location}/resend`, { method: 'POST', body: '' })
    await browser.submit({ code: await nextCode(world.mailbox, person.email) })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
  })

  test('the page of a person shows their attempts, at each of their addresses and by passkey', async () => {
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'anna@example.test' } })
    await world.deps.signInLog.flush()
    await operator.go(`${world.issuer}/admin/people/${userId}`)
    expect(textOf(operator)).toContain('Last attempts')
    expect(textOf(operator)).toContain('Incorrect code, the last attempt with it')
    expect(textOf(operator)).toContain('Signed in')
  })

  test('lifting also frees the budget of a device that is known', async () => {
    const address = 'device@example.test'
    for (const name of [mailLimit(address), mailLimit(address, 'a device')])
      for (let time = 0; time < 5; time++)
        await incrementCounter(world.deps.db, counterKey(name, 60 * minute), 60 * minute, world.deps.now())
    expect(await why(address)).toMatch(/No more codes are mailed to this address until/)
    await act(address, { action: 'lift', confirm: 'yes' })
    expect(textOf(operator)).toMatch(/Is a limit in force\? No/)
    expect(await actions('limit.lifted')).toHaveLength(2)
    expect((await actions('limit.lifted')).at(-1)?.detail).toContain('"lifted":2')
  })

  test('CO-04: an act needs a sign-in of the last five minutes, and the way back keeps the address', async () => {
    const before = (await actions('limit.lifted')).length
    await operatorConfirms()
    // The act is not replayed by itself.
    expect(await actions('limit.lifted')).toHaveLength(before)
    await operator.submit()
    expect(operator.current?.location).toContain('/admin/why?address=anna%40example.test')
    expect(textOf(operator)).toContain('The limit is lifted.')
    expect(await actions('limit.lifted')).toHaveLength(before + 1)
  })

  test('a limit is lifted five times a day', async () => {
    await operatorSignsInAgain()
    for (let time = 0; time < 5; time++) await act('often@example.test', { action: 'lift', confirm: 'yes' })
    expect(operator.current?.status).toBe(200)
    await act('often@example.test', { action: 'lift', confirm: 'yes' })
    expect(operator.current?.status).toBe(429)
    expect((await api('DELETE', '/sign-in-limits?address=often@example.test')).status).toBe(429)
  })

  test('who may not sign up is invited, and who is disabled is enabled', async () => {
    expect(await why('stranger@elsewhere.test')).toMatch(/May this address create an account\? No/)
    await operatorSignsInAgain()
    await act('stranger@elsewhere.test', { action: 'invite' })
    expect(textOf(operator)).toContain('Invite stranger@elsewhere.test?')
    await operator.submit({ confirm: 'yes' })
    expect(textOf(operator)).toContain('stranger@elsewhere.test is invited, and gets an email about it.')
    expect(textOf(operator)).toMatch(/May this address create an account\? Yes/)

    const { person } = await world.signIn({ email: 'disabled@example.test' })
    await world.deps.db.prisma.user.updateMany({
      where: { emails: { some: { address: person.email } } },
      data: { disabledAt: world.deps.now() },
    })
    expect(await why(person.email)).toMatch(/Is the account disabled\? Yes/)
    await act(person.email, { action: 'enable', confirm: 'yes' })
    expect(textOf(operator)).toMatch(/Is the account disabled\? No/)
  })

  test('what an organization asks of a sign-in is said', async () => {
    const { person } = await world.signIn({ email: 'demands@example.test', organization: 'Demanding' })
    await world.deps.db.prisma.organization.updateMany({
      where: { name: 'Demanding' },
      data: { requirePasskey: true, sessionMax: 8 * 3600 },
    })
    const page = await why(person.email)
    expect(page).toMatch(/Is a passkey required\? Yes\s?Required by Demanding\.\s?The account has no passkey\./)
    expect(page).toContain('Demanding accepts sign-ins of the last 8 hours.')
  })

  test('mails are shown with the answer of the mail server', async () => {
    const address = 'mailed@example.test'
    world.mailbox.refuses = { responseCode: 550, message: '5.1.1 unknown here' }
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: address })
    await expect
      .poll(() => why(address))
      .toMatch(/reach the mail server\? No.*refused the sign-in email of .*: 550 5\.1\.1/)
    world.mailbox.refuses = null
    world.pass(31_000)
    await browser.go(`${browser.current?.location}/resend`, { method: 'POST', body: '' })
    await world.mailbox.take(address)
    await expect.poll(() => why(address)).toMatch(/reach the mail server\? Yes.*accepted the sign-in email of .*: 250/)
  })

  test('CO-01: strangers and members get 404, and their attempt is recorded', async () => {
    const { browser } = await world.signIn({ email: 'member@example.test' })
    await browser.go(`${world.issuer}${whyPath('anna@example.test')}`)
    expect(browser.current?.status).toBe(404)
    await act('anna@example.test', { action: 'lift', confirm: 'yes' }, browser)
    expect(browser.current?.status).toBe(404)
    expect((await actions('admin.see')).length).toBeGreaterThanOrEqual(1)
    const stranger = world.browser()
    await stranger.go(`${world.issuer}${whyPath('anna@example.test')}`)
    expect(stranger.current?.location).toContain('/sign-in/')
  })

  test('CO-06: who may not know of accounts gets the same with and without one', async () => {
    const { person } = await world.signIn({ email: 'secret@example.test' })
    const nobody = 'nobody@elsewhere.test'
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: nobody })
    await world.mailbox.take(nobody)
    for (const email of [person.email, nobody])
      await incrementCounter(world.deps.db, counterKey(mailLimit(email), 60 * minute), 60 * minute, world.deps.now())
    // A device that is known has signed in before, so there is an account.
    const deviceKey = counterKey(mailLimit(person.email, 'a device'), 60 * minute)
    for (let time = 0; time < 5; time++) await incrementCounter(world.deps.db, deviceKey, 60 * minute, world.deps.now())
    await world.deps.signInLog.flush()
    world.pass(31_000)
    const seen = async (address: string, mayKnowAccount: boolean) => {
      const check = await checkSignIn(world.deps, system, address, { mayKnowAccount })
      return {
        account: check.account,
        reservedUntil: check.reservedUntil,
        limits: check.limits.map(({ kind }) => kind),
        attempts: check.attempts.map(({ reason }) => reason),
      }
    }
    const hidden = { account: undefined, reservedUntil: undefined, limits: [], attempts: [] }
    expect(await seen(person.email, false)).toEqual(hidden)
    expect(await seen(nobody, false)).toEqual(hidden)
    expect(await seen(person.email, true)).toMatchObject({ limits: ['mail'], attempts: [null] })
    expect(await seen(nobody, true)).toMatchObject({ account: null, attempts: ['sign-up-closed'] })
  })

  test('CO-06: a viewer sees the same page with and without an account, and can do nothing on it', async () => {
    const { browser, person } = await world.signIn({ email: 'viewer@example.test' })
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    await giveOperatorRole(world.deps, system, userId, 'viewer')
    await world.signIn({ email: 'watched@example.test' })
    const stranger = 'unwatched@elsewhere.test'
    const other = world.browser()
    await world.authorize(other)
    await other.submit({ email: stranger })
    await world.mailbox.take(stranger)
    // What differs for another reason: the address, its domain, and what SIGN_UP says of it.
    const page = async (address: string) =>
      (await why(address, browser))
        .replaceAll(address, 'ADDRESS')
        .replaceAll(/create an account\? (Yes|No)/g, '')
        .replaceAll(/\d+:\d+:?\d*|250.*?(?=Is a)/g, '')
    const seen = await page('watched@example.test')
    // The mail server's answer is noted a moment after it was given.
    await expect.poll(() => page(stranger)).toBe(seen)
    expect(seen).toMatch(/Is there an account\? Not shown to your role/)
    expect(browser.current?.html.querySelectorAll('main button[name=action]')).toHaveLength(0)
    await act('watched@example.test', { action: 'lift', confirm: 'yes' }, browser)
    expect(browser.current?.status).toBe(403)
  })

  test('nobody lifts the limit of an operator of their own rank', async () => {
    // An address gets five codes an hour, and a form is kept for less than the wait.
    world.pass(60 * minute)
    await operatorSignsInAgain()
    await act('operator@example.test', { action: 'lift', confirm: 'yes' })
    expect(operator.current?.status).toBe(422)
    expect(operator.current?.html.querySelector('#why-problem')?.text).toBeTruthy()
  })

  test('CO-25: markup that is typed or claimed by a browser is text', async () => {
    await operator.go(`${world.issuer}${whyPath('"><img src=x onerror=alert(1)>@example.test')}`)
    expect(operator.current?.status).toBe(422)
    expect(operator.current?.html.querySelector('main img')).toBeNull()
    const attempt = {
      method: 'code' as const,
      reason: 'wrong-code' as const,
      address: 'markup@example.test',
      userId: null,
      clientId: '<b>gone</b>',
      organizationId: null,
      interactionId: 'interaction',
      network: '<i>::/48',
      userAgent: '<script>alert(1)</script>\u202e/1.0',
    }
    world.deps.signInLog.record(attempt)
    await why('markup@example.test')
    expect(operator.current?.html.querySelectorAll('main b, main i, main script')).toHaveLength(0)
    expect(operator.current?.html.querySelectorAll('main :is(.rows, .table) bdi').length).toBeGreaterThanOrEqual(3)
  })

  test('the management API and its refusals', async () => {
    await fiveWrongCodes('api@example.test')
    await world.deps.signInLog.flush()
    const look = () => api('GET', '/sign-in-check?address=API@example.test')
    // The mail server's answer is noted a moment after it was given.
    await expect.poll(async () => (await look()).body.mails[0].state).toBe('sent')
    const { status, body } = await look()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      address: 'api@example.test',
      account: null,
      sign_up: { policy: 'domains', invited: false, admits: true },
      limits: [{ kind: 'mail', network: null }],
      failures: { count: 5, limit: 10 },
      mails: [{ state: 'sent' }],
    })
    expect(body.attempts).toHaveLength(5)
    expect(body.attempts[0]).toMatchObject({
      method: 'code',
      outcome: 'failed',
      reason: 'code-spent',
      client_id: 'web',
    })
    expect((await api('DELETE', '/sign-in-limits?address=api@example.test')).status).toBe(204)
    expect((await api('GET', '/sign-in-check?address=api@example.test')).body.limits).toEqual([])
    expect((await api('GET', '/sign-in-check?address=nobody')).status).toBe(422)
    expect((await api('GET', '/sign-in-check')).status).toBe(422)
    // Limited to an organization, a token learns nothing of people outside it.
    const { slug } = await world.deps.db.prisma.organization.findFirstOrThrow()
    const organization = { organization: slug }
    expect((await api('GET', '/sign-in-check?address=api@example.test', organization)).status).toBe(403)
    expect((await api('DELETE', '/sign-in-limits?address=api@example.test', organization)).status).toBe(403)
    expect((await api('DELETE', '/sign-in-limits?address=api@example.test', { scope: 'users:read' })).status).toBe(403)
  })
})
