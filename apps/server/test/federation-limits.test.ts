import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { removeMember } from '../src/flows/organizations/members/member-roles.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import {
  answerTxt,
  type Company,
  type CompanyOptions,
  openCompany,
  shownAttempt,
  signInByCompany,
  typeAddress,
} from './support/company.ts'
import { givePasskey } from './support/directories.ts'
import { nextCode } from './support/mailbox.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// What the identity provider of a company, and a social one, decide about a person who is more than its own: nothing.

const hour = 3_600_000
const google = 'https://accounts.google.com'

describe.each(['sqlite', 'postgresql'] as const)('beyond their own people, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let social: Upstream
  let records: Map<string, string[]>
  let account: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        SSO: 'on',
        SCIM: 'on',
        PASSKEY_NUDGE: 'off',
        OPERATORS: 'root@boss.test',
        SOCIAL_GOOGLE_CLIENT_ID: 'google-client',
        SOCIAL_GOOGLE_CLIENT_SECRET: 'google-secret-0123456789',
      },
      { database },
    )
    upstream = await openUpstream(world.deps)
    social = await openUpstream(world.deps)
    social.standInFor(world.deps, google)
    records = answerTxt(world)
    account = accountOf(world)
  })
  afterAll(async () => {
    await Promise.all([upstream?.close(), social?.close()])
    await world?.close()
  })
  beforeEach(() => {
    upstream.reset()
    // The mail budget of an address is small, and the clock stands still.
    world.pass(hour)
  })

  const db = () => world.deps.db.prisma
  let opened = 0
  async function company(options: Partial<CompanyOptions> = {}): Promise<Company> {
    opened += 1
    return openCompany(world, records, { domain: `limits-${opened}.test`, upstream, ...options })
  }
  const userOf = async (address: string) => (await db().email.findUnique({ where: { address } }))?.userId ?? ''
  const latestSession = () => db().session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
  const textOf = ({ current }: PlainBrowser) => current?.html.querySelector('main')?.text ?? ''
  const isSignedIn = async (browser: PlainBrowser) =>
    (await browser.go(`${world.issuer}/account`)).location === `${world.issuer}/account`
  const join = ({ id }: Pick<Company, 'id'>, userId: string, roles = 'member') =>
    db().membership.create({ data: { organizationId: id, userId, roles, createdAt: world.deps.now() } })
  const rolesIn = async ({ id }: Company, userId: string) =>
    (await db().membership.findFirst({ where: { organizationId: id, userId } }))?.roles ?? null
  const addAddress = (userId: string, address: string, isPrimary = false) =>
    db().email.create({ data: { address, userId, isPrimary, verifiedAt: world.deps.now() } })
  /** Somebody is known by a subject, as they confirmed once. */
  const link = (connectionId: string, subject: string, userId: string) => {
    const at = world.deps.now()
    const issuer = connectionId === 'google' ? google : upstream.issuer
    return db().externalIdentity.create({
      data: { connectionId, issuer, subject, userId, emailAtLink: null, linkedAt: at, seenAt: at },
    })
  }
  const linked = (userId: string) => db().externalIdentity.count({ where: { userId } })
  /** Whoever administers the provider comes as one of its subjects. */
  async function comesAs(acme: Company, subject: string, email = `guest@${acme.domain}`, params = {}) {
    upstream.person = { ...upstream.person, sub: subject, email }
    const browser = world.browser()
    await typeAddress(world, browser, email, { scope: 'openid email', ...params })
    await upstream.follow(browser)
    return browser
  }
  /** Signs in with Google, from the page where the address is asked. */
  async function byGoogle(subject: string, email: string) {
    social.person = { ...social.person, sub: subject, email }
    const browser = world.browser()
    world.pass(1)
    const { location } = await world.authorize(browser, { scope: 'openid' })
    const handle = /\/sign-in\/([^/?]+)/.exec(location)?.[1]
    await browser.go(`${world.issuer}/sso/start/${handle}?with=google`)
    return social.follow(browser).then((visited) => ({ browser, visited }))
  }

  describe('RV-01: an operator', () => {
    async function operator(email: string) {
      const { browser } = await account.byMail(email)
      const userId = await userOf(email)
      await db().operatorRole.upsert({
        where: { userId },
        create: { userId, role: 'administrator', at: world.deps.now() },
        update: {},
      })
      return { browser, userId, email }
    }
    const opensConsole = async (browser: PlainBrowser, path = '/admin') => {
      const visited = await browser.go(`${world.issuer}${path}`)
      return visited.status === 200 && visited.location === `${world.issuer}${path}`
    }

    test('RV-01: the provider of a customer opens the console as no operator, and makes no passkey for one', async () => {
      const acme = await company({ policy: 'offered' })
      const { browser: own, userId, email } = await operator(`guest-${opened}@boss.test`)
      expect(await opensConsole(own)).toBe(true)
      await join(acme, userId)
      await link(acme.connectionId, 'guest', userId)
      world.pass(hour)
      const evil = await comesAs(acme, 'guest')
      expect(await isSignedIn(evil)).toBe(true)
      for (const path of ['/admin', '/admin/operators', '/admin/people'])
        expect(await opensConsole(evil, path)).toBe(false)
      expect(evil.current?.location).toMatch(/\/sign-in\//)
      expect((await account.addPasskey({ browser: evil })).status).toBe(403)
      // Nor does what leads back there: the provider once more is no sign-in of their own, and the page says what is.
      await evil.go(`${world.issuer}/admin`)
      world.pass(1)
      await evil.submit({ decision: 'again' })
      expect(evil.current?.html.querySelector('[name=email]')?.getAttribute('value')).toBe(email)
      world.pass(1)
      await evil.submit({ email: `guest@${acme.domain}` })
      const form = evil.current?.html.querySelector('form[method=get][action*="/sso/start/"]')
      const connection = form?.querySelector('input')
      await evil.go(
        `${form?.getAttribute('action')}?${new URLSearchParams([[connection?.getAttribute('name') ?? '', connection?.getAttribute('value') ?? '']])}`,
      )
      await upstream.follow(evil)
      expect([evil.current?.location.endsWith('/passkey'), textOf(evil)]).toEqual([
        true,
        expect.stringContaining('Your organization or another provider signed you in.'),
      ])
      // A code to their mailbox does.
      world.pass(1)
      await evil.submit({ decision: 'again' })
      await evil.submit({ email })
      await evil.submit({ code: await nextCode(world.mailbox, email) })
      expect(await opensConsole(evil)).toBe(true)
    })

    test('RV-01: nor does a social provider', async () => {
      const { userId, email } = await operator(`social-${database}@boss.test`)
      await link('google', 'operator at google', userId)
      world.pass(hour)
      const { browser } = await byGoogle('operator at google', email)
      expect(await isSignedIn(browser)).toBe(true)
      expect((await latestSession()).userId).toBe(userId)
      expect(await opensConsole(browser)).toBe(false)
      expect((await account.addPasskey({ browser })).status).toBe(403)
      // An address that OPERATORS names is one, too, whoever says that it is somebody's.
      const root = await byGoogle('root at google', 'root@boss.test')
      expect(await opensConsole(root.browser)).toBe(false)
    })

    test('RV-01: whose company alone signs them in is told what to do, and opens the console by a passkey of before', async () => {
      const acme = await company()
      const email = `operator@${acme.domain}`
      const browser = await comesAs(acme, 'operator', email)
      const userId = await userOf(email)
      const { authenticator, status } = await account.addPasskey({ browser })
      expect(status).toBe(200)
      await db().operatorRole.create({ data: { userId, role: 'administrator', at: world.deps.now() } })
      await browser.go(`${world.issuer}/admin`)
      expect(browser.current?.location).toMatch(/\/passkey$/)
      const at = new URL(browser.current?.location ?? '').pathname.replace(/\/passkey$/, '')
      const options = await account.ask(browser, `${at}/passkey/options`)
      await account.post(browser, `${at}/passkey`, { credential: authenticator.get(options) })
      expect(await opensConsole(browser)).toBe(true)
      await db().passkey.deleteMany({ where: { userId } })
      const later = await comesAs(acme, 'operator', email)
      await later.go(`${world.issuer}/admin`)
      expect(textOf(later)).toContain('reset your sign-in')
      expect(later.current?.html.querySelector('[value=again]')).toBeNull()
    })
  })

  describe('RV-03: somebody who has left', () => {
    async function leaves(acme: Company) {
      const email = `grace-${opened}@home.test`
      const { browser } = await account.byMail(email)
      const userId = await userOf(email)
      await join(acme, userId)
      await link(acme.connectionId, 'grace', userId)
      world.pass(hour)
      const byCompany = await comesAs(acme, 'grace', `anything@${acme.domain}`, {
        scope: 'openid email offline_access',
      })
      const { browser: _, ...answered } = { browser: byCompany, visited: await world.finish(byCompany, grace(email)) }
      const code = answered.visited.callback?.searchParams.get('code') ?? ''
      const { body: tokens } = await world.redeem(code)
      await removeMember(world.deps, userActor(userId, '127.0.0.1'), acme.id, userId)
      world.pass(hour)
      return { browser, byCompany, email, userId, tokens }
    }
    const grace = (email: string) => ({
      ...{ email, givenName: 'Grace', familyName: 'Hopper' },
      ...{ organization: 'Own Company', team: 'Research' },
    })
    const invites = (acme: Company, email: string) =>
      invite(world.deps, userActor(acme.owner.userId, '127.0.0.1'), acme.id, {
        ...{ email, roles: ['member'] as const, teamIds: [], clientId: null, languages: [], mailed: false },
      })

    test('RV-03: is known there no longer, and what the provider began for them has ended', async () => {
      const acme = await company({ settings: { jit: false } })
      const { byCompany, userId, tokens } = await leaves(acme)
      expect([await linked(userId), await isSignedIn(byCompany)]).toEqual([0, false])
      const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      expect((await world.token(refresh, webAuth)).status).toBe(400)
      const events = await db().auditEvent.findMany({ where: { targetId: userId, organizationId: acme.id } })
      expect(events.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['identity.unlinked', 'member.removed']),
      )
    })

    test.each([false, true])('RV-03: is signed in by no invitation and no provider (JIT %s)', async (jit) => {
      const acme = await company({ settings: { jit } })
      const { email, userId } = await leaves(acme)
      // As those who left before: their link is there still.
      await link(acme.connectionId, 'grace', userId)
      await invites(acme, email)
      const evil = await comesAs(acme, 'grace', `whatever@${acme.domain}`)
      await nextCode(world.mailbox, email)
      expect(await isSignedIn(evil)).toBe(false)
      expect(await db().session.count({ where: { userId, endedAt: null, connectionId: acme.connectionId } })).toBe(0)
      expect(await rolesIn(acme, userId)).toBeNull()
      // Whoever reads their mail is them, and may come back.
      world.pass(hour)
      const back = await comesAs(acme, 'grace', `whatever@${acme.domain}`, {
        ...{ scope: 'openid email organization', organization: acme.slug },
      })
      expect(back.current?.location).toMatch(/\/connect$/)
      await back.submit({ code: await nextCode(world.mailbox, email) })
      await world.finish(back, grace(email))
      expect(await rolesIn(acme, userId)).toBe('member')
      expect(await linked(userId)).toBe(1)
      expect((await latestSession()).userId).toBe(userId)
    })

    test('RV-03: may remove a link that was left, though others of the company may not', async () => {
      const acme = await company()
      const { email, userId } = await leaves(acme)
      await link(acme.connectionId, 'grace', userId)
      world.pass(hour)
      const { browser } = await account.byMail(email)
      const id = browser.current?.html.querySelector('form[action$="/unlink"] [name=id]')?.getAttribute('value') ?? ''
      await account.post(browser, '/account/passkeys/unlink', { id })
      expect(await linked(userId)).toBe(0)
    })
  })

  describe('RV-05: an account that is not the company’s alone', () => {
    test('RV-05: is not changed by its provider, be it for another address, another organization or a removed address', async () => {
      const acme = await company({ policy: 'offered' })
      const other = await company({ policy: 'offered' })
      const mine: ((userId: string) => Promise<unknown>)[] = [
        (userId) => addAddress(userId, `private-${database}-${userId}@home.test`),
        (userId) => join(other, userId, 'owner'),
      ]
      for (const [number, change] of mine.entries()) {
        const email = `carol-${number}@${acme.domain}`
        const browser = await comesAs(acme, `carol ${number}`, email)
        const userId = await userOf(email)
        await change(userId)
        expect((await account.addPasskey({ browser })).status).toBe(403)
        await account.post(browser, '/account/addresses', { email: `evil-${number}@home.test` })
        expect(await db().email.count({ where: { address: `evil-${number}@home.test` } })).toBe(0)
        expect(browser.current?.location).toMatch(/\/sign-in\//)
      }
    })

    test('RV-05: a code to an address that is not the company’s proves who they are, where the company requires its own', async () => {
      const acme = await company()
      const email = `carol@${acme.domain}`
      const browser = await comesAs(acme, 'carol', email)
      const own = `carol-${database}@home.test`
      await addAddress(await userOf(email), own)
      await account.post(browser, '/account/confirm', { back: 'passkeys' })
      world.pass(1)
      await browser.submit({ decision: 'again' })
      expect(browser.current?.html.querySelector('[name=email]')?.getAttribute('value')).toBe(own)
      await browser.submit({ email: own })
      await browser.submit({ code: await nextCode(world.mailbox, own) })
      expect((await account.addPasskey({ browser })).status).toBe(200)
    })

    test('RV-05: who can get no code is told so, and not sent back and forth', async () => {
      const acme = await company()
      const email = `dora@${acme.domain}`
      const browser = await comesAs(acme, 'dora', email)
      await join(await company({ policy: 'offered' }), await userOf(email))
      await account.post(browser, '/account/confirm', { back: 'passkeys' })
      expect(textOf(browser)).toContain('reset your sign-in')
    })

    test('RV-05: nor is it by a recovery of its passkeys, once that is due', async () => {
      const acme = await company({ policy: 'offered' })
      const email = `ellen@${acme.domain}`
      await comesAs(acme, 'ellen', email)
      const userId = await userOf(email)
      await addAddress(userId, `ellen-${database}@home.test`)
      await givePasskey(world, userId)
      const at = world.deps.now()
      await db().recovery.create({
        data: {
          ...{ userId, tokenDigest: `of ellen in ${database}`, requestedAt: at, readyAt: at, changeId: null },
          expiresAt: new Date(at.getTime() + 72 * hour),
        },
      })
      const browser = await comesAs(acme, 'ellen', email)
      expect((await account.addPasskey({ browser })).status).toBe(403)
    })

    test('RV-05: an account that is the company’s is changed by its sign-in, as before', async () => {
      const acme = await company()
      const browser = await comesAs(acme, 'ada', `ada@${acme.domain}`)
      expect((await account.addPasskey({ browser })).status).toBe(200)
    })
  })

  test('RV-09: another subject with the address of somebody known is not them, whatever code they read', async () => {
    const acme = await company()
    const email = `dave@${acme.domain}`
    await comesAs(acme, 'old dave', email)
    const dave = await userOf(email)
    world.pass(hour)
    const mails = world.mailbox.mails.length
    const other = await comesAs(acme, 'new dave', email)
    expect([other.current?.status, await isSignedIn(other), world.mailbox.mails.length]).toEqual([400, false, mails])
    const { visited } = await signInByCompany(world, upstream, { email })
    expect(await shownAttempt(world, visited)).toMatchObject({ outcome: 'failed', reason: 'other-subject' })
    expect(await linked(dave)).toBe(1)
    // Whoever comes back after the owner has removed them is asked, as the one with the mailbox.
    await removeMember(world.deps, userActor(acme.owner.userId, '127.0.0.1'), acme.id, dave)
    world.pass(hour)
    const again = await comesAs(acme, 'new dave', email)
    expect(again.current?.location).toMatch(/\/connect$/)
    await again.submit({ code: await nextCode(world.mailbox, email) })
    expect((await latestSession()).userId).toBe(dave)
  })

  test('RV-09: nor is who was asked for the code before somebody else was linked', async () => {
    const acme = await company({ policy: 'offered' })
    const email = `erin@${acme.domain}`
    const { id: erin } = await account.byMail(`erin-${database}@home.test`)
    await addAddress(erin, email)
    world.pass(hour)
    const waiting = await comesAs(acme, 'new erin', email)
    expect(waiting.current?.location).toMatch(/\/connect$/)
    const code = await nextCode(world.mailbox, email)
    await link(acme.connectionId, 'old erin', erin)
    await waiting.submit({ code })
    expect([await isSignedIn(waiting), await linked(erin)]).toEqual([false, 1])
  })

  test('RV-12: an owner of a company that requires its own sign-in does not get around it by a social one', async () => {
    const acme = await company()
    const email = `owner@${acme.domain}`
    await comesAs(acme, 'an owner', email)
    const userId = await userOf(email)
    await db().membership.updateMany({ where: { userId, organizationId: acme.id }, data: { roles: 'owner' } })
    await link('google', 'owner at google', userId)
    const sessions = await db().session.count({ where: { userId } })
    const { visited } = await byGoogle('owner at google', email)
    expect(visited.status).toBe(400)
    expect(await shownAttempt(world, visited)).toMatchObject({ outcome: 'failed', reason: 'company-sign-in' })
    expect(await db().session.count({ where: { userId } })).toBe(sessions)
  })
})
