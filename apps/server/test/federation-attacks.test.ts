import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addRoleMapping } from '../src/flows/federation/role-mappings.ts'
import { createUnverifiedPerson } from '../src/flows/management/people/new-person.ts'
import { changeLockedOrganization } from '../src/flows/organizations/changes.ts'
import { system } from '../src/flows/platform/audit.ts'
import {
  answerTxt,
  type Company,
  type CompanyOptions,
  openCompany,
  shownAttempt,
  signInByCompany,
  typeAddress,
} from './support/company.ts'
import { databases } from './support/databases.ts'
import { hasCode } from './support/mail-codes.ts'
import { codeIn, linkIn, nextCode, recipients } from './support/mailbox.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// Attacks on who somebody is, and what a sign-in at one company opens: FE-03, FE-04, FE-18, FE-19, FE-21, FE-22, FE-27, FE-28 and
// FE-30, by the pages.

describe.each(databases)('company sign-in, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    records = answerTxt(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => upstream.reset())

  let opened = 0
  async function company(options: Partial<CompanyOptions> = {}): Promise<Company> {
    opened += 1
    return openCompany(world, records, { domain: `company-${opened}.test`, upstream, ...options })
  }

  const prisma = () => world.deps.db.prisma
  const userOf = async (address: string) => (await prisma().email.findUnique({ where: { address } }))?.userId ?? null
  const rolesOf = async ({ id }: Company, userId: string | null) =>
    (await prisma().membership.findFirst({ where: { organizationId: id, userId: userId ?? '' } }))?.roles ?? null
  const codesTo = (address: string) =>
    world.mailbox.mails.filter((mail) => recipients(mail).includes(address) && hasCode(mail)).length
  const inOrganization = ({ slug }: Company) => ({
    scope: 'openid email organization offline_access',
    organization: slug,
  })

  function isAtProvider(location: URL | null): boolean {
    return location?.href.startsWith(upstream.issuer) ?? false
  }

  /** From now on, the company requires its own sign-in. What an owner does for that is told in federation-owners.test.ts. */
  async function demand({ id, domain }: Company) {
    await prisma().organization.update({ where: { id }, data: { ssoPolicy: 'required' } })
    await prisma().connectionDomain.update({ where: { domain }, data: { enforced: true } })
  }

  /** Who comes to the provider from now on. */
  function asks(email: string, claims: Record<string, unknown> = {}) {
    upstream.person = { ...upstream.person, sub: `subject of ${email}`, email, ...claims }
  }

  async function arrive({ domain }: Company, name: string, params = {}) {
    const email = `${name}@${domain}`
    asks(email)
    return { email, ...(await signInByCompany(world, upstream, { email, params })) }
  }

  test('somebody who comes for the first time becomes a member, without a code of ours', async () => {
    const acme = await company()
    const { email, code } = await arrive(acme, 'grace', inOrganization(acme))
    expect(code).not.toBeNull()
    const { body } = await world.redeem(code ?? '')
    expect(claimsOf(body.id_token)).toMatchObject({ email, email_verified: true, acr: 'urn:vestibule:acr:federated' })
    expect(claimsOf(body.access_token)).toMatchObject({ organization: acme.id })
    expect(await rolesOf(acme, await userOf(email))).toBe('member')
    expect(codesTo(email)).toBe(0)
  })

  test('FE-03: a company says nothing of an address outside its own proven domains', async () => {
    const [acme, globex] = [await company(), await company()]
    const victim = await arrive(globex, 'victim')
    const people = await prisma().user.count()
    for (const email of [victim.email, 'anybody@nowhere.test', `victim@sub.${acme.domain}`]) {
      asks(email, { sub: `subject of an attacker: ${email}` })
      const { visited, code } = await signInByCompany(world, upstream, { email: `eve@${acme.domain}` })
      expect([visited.status >= 400, code]).toEqual([true, null])
      expect(await shownAttempt(world, visited)).toMatchObject({ outcome: 'failed', reason: 'outside-domain' })
    }
    expect(await prisma().user.count()).toBe(people)
  })

  test('FE-04: the account of another member is linked by a code to their mailbox, and not before', async () => {
    const acme = await company({ policy: 'off' })
    const email = `colleague@${acme.domain}`
    const { browser: own } = await world.signIn({ email })
    await prisma().organization.update({ where: { id: acme.id }, data: { ssoPolicy: 'offered' } })
    const colleague = await userOf(email)
    // Another mail has to wait.
    world.pass(31_000)
    asks(email, { sub: 'subject of an attacker' })
    const eve = world.browser()
    await typeAddress(world, eve, `eve@${acme.domain}`)
    const confirm = await upstream.follow(eve)
    expect([confirm.status, confirm.callback]).toEqual([200, null])
    expect(await prisma().externalIdentity.count({ where: { userId: colleague ?? '' } })).toBe(0)
    expect((await eve.go('/account')).location).not.toMatch(/\/account$/)
    const code = await nextCode(world.mailbox, email)
    world.pass(31_000)
    const grace = world.browser()
    await typeAddress(world, grace, email)
    asks(email)
    await upstream.follow(grace)
    const theirs = await nextCode(world.mailbox, email)
    expect(theirs).not.toBe(code)
    await grace.submit({ code: theirs })
    expect(await prisma().externalIdentity.findMany({ where: { userId: colleague ?? '' } })).toMatchObject([
      { subject: `subject of ${email}` },
    ])
    expect((await world.mailbox.take(email)).text).toContain('this also signs in to your account')
    expect((await own.go('/account')).status).toBe(200)
  })

  test('FE-04: an address that the provider itself calls unverified makes nobody anybody before a code to it', async () => {
    const acme = await company()
    const email = `unverified@${acme.domain}`
    asks(email, { email_verified: false })
    const browser = world.browser()
    await typeAddress(world, browser, email, inOrganization(acme))
    await upstream.follow(browser)
    expect(await userOf(email)).toBeNull()
    expect(browser.current?.location).toMatch(/\/connect$/)
    const people = await prisma().user.count()
    await browser.submit({ code: await nextCode(world.mailbox, email) })
    expect(await prisma().user.count()).toBe(people + 1)
    expect(await rolesOf(acme, await userOf(email))).toBe('member')
    expect(await prisma().externalIdentity.count({ where: { connectionId: acme.connectionId } })).toBe(1)
    // Who is known, but is no member any more, does not become one again by it either.
    await prisma().membership.deleteMany({ where: { organizationId: acme.id, userId: (await userOf(email)) ?? '' } })
    world.pass(3_600_000)
    const again = world.browser()
    await typeAddress(world, again, email, inOrganization(acme))
    await upstream.follow(again)
    expect(again.current?.location).toMatch(/\/connect$/)
    expect(await rolesOf(acme, await userOf(email))).toBeNull()
    await again.submit({ code: await nextCode(world.mailbox, email) })
    expect(await rolesOf(acme, await userOf(email))).toBe('member')
  })

  test('FE-04: an account that operators made is opened by a code to its mailbox, whoever the provider names', async () => {
    const acme = await company()
    const email = `made@${acme.domain}`
    const operator = { kind: 'operator', id: acme.owner.userId, network: '::/48' } as const
    await createUnverifiedPerson(world.deps, operator, { email, form: {}, mailed: false, languages: [] })
    const { userId } = await prisma().unverifiedAddress.findUniqueOrThrow({ where: { address: email } })
    asks(email)
    const browser = world.browser()
    await typeAddress(world, browser, email, inOrganization(acme))
    await upstream.follow(browser)
    expect(browser.current?.location).toMatch(/\/connect$/)
    expect(await userOf(email)).toBeNull()
    await browser.submit({ code: await nextCode(world.mailbox, email) })
    expect(await userOf(email)).toBe(userId)
    expect(await rolesOf(acme, userId)).toBe('member')
  })

  const changes: [string, (acme: Company, userId: string) => Promise<unknown>][] = [
    [
      'company sign-in was switched off',
      (acme) => prisma().organization.update({ where: { id: acme.id }, data: { ssoPolicy: 'off' } }),
    ],
    [
      'the organization was deleted',
      (acme) => prisma().organization.update({ where: { id: acme.id }, data: { disabledAt: world.deps.now() } }),
    ],
    [
      'the connection is of another issuer',
      (acme) =>
        prisma().connection.update({ where: { id: acme.connectionId }, data: { issuer: 'https://other.test' } }),
    ],
    [
      'we are another client of the provider',
      (acme) => prisma().connection.update({ where: { id: acme.connectionId }, data: { clientId: 'another' } }),
    ],
    [
      'the domain was taken from it',
      (acme) => prisma().connectionDomain.deleteMany({ where: { domain: acme.domain } }),
    ],
    ['the domain is proven no more', (acme) => prisma().domain.deleteMany({ where: { organizationId: acme.id } })],
    [
      'the account was disabled',
      (_, userId) => prisma().user.update({ where: { id: userId }, data: { disabledAt: world.deps.now() } }),
    ],
    [
      'nobody becomes a member by it',
      (acme) => prisma().connection.update({ where: { id: acme.connectionId }, data: { settings: '{"jit":false}' } }),
    ],
  ]
  test.each(changes)('FE-04: a code connects nothing after %s', async (_, change) => {
    const acme = await company({ policy: 'off' })
    const email = `late@${acme.domain}`
    await world.signIn({ email })
    await prisma().organization.update({ where: { id: acme.id }, data: { ssoPolicy: 'offered' } })
    const userId = (await userOf(email)) ?? ''
    world.pass(31_000)
    asks(email)
    const browser = world.browser()
    await typeAddress(world, browser, email)
    await upstream.follow(browser)
    const code = await nextCode(world.mailbox, email)
    await change(acme, userId)
    const { status } = await browser.submit({ code })
    expect(status).toBe(403)
    expect(await prisma().externalIdentity.count({ where: { userId } })).toBe(0)
    expect(await prisma().session.count({ where: { userId, connectionId: acme.connectionId } })).toBe(0)
  })

  test('FE-28: the last owner who can sign in stays one, whatever the provider says of groups', async () => {
    const acme = await company()
    const { email } = await arrive(acme, 'disabled-owner')
    const other = (await userOf(email)) ?? ''
    await prisma().membership.updateMany({
      where: { userId: other, organizationId: acme.id },
      data: { roles: 'owner' },
    })
    const owners = () =>
      changeLockedOrganization(world.deps, system, acme.id, 'member.joined', ({ ownersBeside }) =>
        ownersBeside(acme.owner.userId),
      )
    expect(await owners()).toBe(1)
    await prisma().user.update({ where: { id: other }, data: { disabledAt: world.deps.now() } })
    expect(await owners()).toBe(0)
  })

  test('FE-18: a session that one company made opens nothing of another', async () => {
    const [acme, globex] = [await company(), await company()]
    const { email, browser, code } = await arrive(acme, 'both', inOrganization(acme))
    const { body } = await world.redeem(code ?? '')
    await prisma().membership.create({
      data: {
        ...{ organizationId: globex.id, userId: (await userOf(email)) ?? '', roles: 'member' },
        createdAt: world.deps.now(),
      },
    })
    await world.authorize(browser, inOrganization(globex))
    expect(browser.current?.callback?.searchParams.get('code') ?? null).toBeNull()
    await world.authorize(browser, { ...inOrganization(globex), prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token, organization: globex.slug }
    expect((await world.token(refresh, webAuth)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('FE-19: no code is mailed to an address of a domain that signs in elsewhere, whatever is posted', async () => {
    const acme = await company()
    const known = await arrive(acme, 'known')
    const free = `somebody-${opened}@mail.test`
    for (const email of [known.email, `unknown@${acme.domain}`, free]) {
      const browser = world.browser()
      const page = await world.authorize(browser)
      const at = new URL(page.location).pathname
      const posts: [string, Record<string, string>][] = [
        ['', { email }],
        ['/code', { code: '123456' }],
        ['/code/resend', {}],
        ['/way', {}],
        ['/connect', { code: '123456' }],
        ['/connect/resend', {}],
      ]
      for (const [path, fields] of posts) {
        const body = new URLSearchParams(fields).toString()
        const visited = await browser.go(`${world.issuer}${at}${path}`, { method: 'POST', body })
        expect(visited.callback?.searchParams.get('code') ?? null).toBeNull()
      }
    }
    // It came after them.
    await nextCode(world.mailbox, free)
    expect([codesTo(known.email), codesTo(`unknown@${acme.domain}`)]).toEqual([0, 0])
  })

  test('FE-19: a code and a link that were mailed before end nothing of it', async () => {
    const acme = await company({ policy: 'off' })
    const email = `early@${acme.domain}`
    const browser = world.browser()
    await typeAddress(world, browser, email)
    const mail = await world.mailbox.take(email)
    await demand(acme)
    await browser.submit({ code: codeIn(mail) })
    expect(browser.current?.callback?.searchParams.get('code') ?? null).toBeNull()
    await browser.go(linkIn(mail))
    if (browser.current?.html.querySelector('form')) await browser.submit()
    expect(browser.current?.callback?.searchParams.get('code') ?? null).toBeNull()
    expect(await userOf(email)).toBeNull()
  })

  test('FE-21: an address is of a domain that it names exactly, in any case of its letters', async () => {
    const acme = await company()
    const { domain } = acme
    for (const email of [
      `v@sub.${domain}`,
      `v@${domain.replace('a', 'а')}`,
      `"v@${domain}"@evil.test`,
      `v@x${domain}`,
    ]) {
      const browser = world.browser()
      await typeAddress(world, browser, email)
      expect(isAtProvider(browser.current?.callback ?? null), email).toBe(false)
    }
    const browser = world.browser()
    await typeAddress(world, browser, `v@${domain.toUpperCase()}`)
    expect(isAtProvider(browser.current?.callback ?? null)).toBe(true)
  })

  test('FE-22: what was begun by mail before ends for the organization that requires its own, and for no other', async () => {
    const acme = await company({ policy: 'off' })
    const member = await world.signIn(
      { email: `member@${acme.domain}` },
      { scope: 'openid email organization offline_access' },
    )
    const userId = (await userOf(member.person.email)) ?? ''
    const own = await prisma().membership.findFirstOrThrow({ where: { userId } })
    await prisma().membership.create({
      data: { organizationId: acme.id, userId, roles: 'member', createdAt: world.deps.now() },
    })
    const { browser } = member
    await world.authorize(browser, inOrganization(acme))
    const { callback } = await world.finish(browser, member.person)
    const ofAcme = (await world.redeem(callback?.searchParams.get('code') ?? '')).body
    const ofOwn = (await world.redeem(member.code)).body
    expect(claimsOf(ofAcme.access_token)).toMatchObject({ organization: acme.id })
    await demand(acme)
    const refresh = (tokens: { refresh_token: string }) =>
      world.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, webAuth)
    expect((await refresh(ofAcme)).body).toMatchObject({ error: 'invalid_grant' })
    expect(claimsOf((await refresh(ofOwn)).body.access_token)).toMatchObject({ organization: own.organizationId })
    await world.authorize(browser, { ...inOrganization(acme), prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    await world.authorize(browser, { scope: 'openid organization', organization: own.organizationId, prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('code')).not.toBeNull()
  })

  const mapGroup = (acme: Company, value: string, role: string) =>
    addRoleMapping(world.deps, system, { organizationId: acme.id, id: acme.connectionId }, { value, role })

  test('FE-27: groups that the provider leaves out change nobody’s role', async () => {
    const acme = await company({ settings: { groupsClaim: 'groups' } })
    await mapGroup(acme, 'Managers', 'admin')
    const email = `manager@${acme.domain}`
    asks(email, { groups: ['Managers'] })
    await signInByCompany(world, upstream, { email })
    const userId = await userOf(email)
    expect(await rolesOf(acme, userId)).toBe('admin')
    for (const claims of [
      {
        groups: undefined,
        _claim_names: { groups: 'src1' },
        _claim_sources: { src1: { endpoint: 'https://graph.test' } },
      },
      { groups: undefined, hasgroups: true },
      { groups: undefined },
      { groups: Array.from({ length: 501 }, (_, index) => `group ${index}`) },
    ]) {
      asks(email, claims)
      expect((await signInByCompany(world, upstream, { email })).code).not.toBeNull()
      expect(await rolesOf(acme, userId)).toBe('admin')
    }
    asks(email, { groups: ['Others'] })
    await signInByCompany(world, upstream, { email })
    expect(await rolesOf(acme, userId)).toBe('member')
  })

  test('FE-28: a group makes nobody an owner, unless the owners have allowed it', async () => {
    const acme = await company({ settings: { groupsClaim: 'groups' } })
    await prisma().roleMapping.create({
      data: {
        ...{ id: `owners of ${acme.id}`, connectionId: acme.connectionId },
        value: 'Owners',
        role: 'owner',
        position: 0,
      },
    })
    await mapGroup(acme, 'Managers', 'admin')
    const email = `chief@${acme.domain}`
    asks(email, { groups: ['Owners', 'Managers'] })
    await signInByCompany(world, upstream, { email })
    expect(await rolesOf(acme, await userOf(email))).toBe('admin')
    asks(`only@${acme.domain}`, { groups: ['Owners'] })
    await signInByCompany(world, upstream, { email: `only@${acme.domain}` })
    expect(await rolesOf(acme, await userOf(`only@${acme.domain}`))).toBe('member')
  })

  test.each([{ max_age: '0' }, { prompt: 'login' }, { max_age: '60' }])(
    'FE-30: an authentication of yesterday does not answer %j: once more, and then an error',
    async (params) => {
      const acme = await company()
      const email = `late@${acme.domain}`
      asks(email)
      upstream.lies.claims = { auth_time: Math.floor(world.deps.now().getTime() / 1000) - 86_400 }
      const browser = world.browser()
      await typeAddress(world, browser, email, params)
      expect(upstream.asked).toHaveLength(0)
      const again = await upstream.follow(browser)
      expect(isAtProvider(again.callback)).toBe(true)
      const end = await upstream.follow(browser)
      expect(upstream.asked.map((asked) => asked.get('prompt') ?? asked.get('max_age'))).toHaveLength(2)
      expect(upstream.asked.at(-1)?.get('prompt')).toBe('login')
      expect(end.callback?.searchParams.get('error')).toBe('login_required')
    },
  )

  test('FE-30: one of this moment does, and it is the auth_time of the ID token', async () => {
    const acme = await company()
    const { code } = await arrive(acme, 'fresh', { max_age: '0' })
    const { body } = await world.redeem(code ?? '')
    const seconds = Math.floor(world.deps.now().getTime() / 1000)
    expect(claimsOf(body.id_token).auth_time).toBeLessThanOrEqual(seconds)
    expect(upstream.asked.at(-1)?.get('max_age') ?? upstream.asked.at(-1)?.get('prompt')).toMatch(/^0$|login/)
  })
})
