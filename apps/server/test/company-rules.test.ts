import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateConnection } from '../src/flows/federation/activation.ts'
import { disableConnection } from '../src/flows/federation/connections.ts'
import { changeSsoPolicy } from '../src/flows/federation/sso-policy.ts'
import { missingOfOperator } from '../src/flows/identity/operator-roles.ts'
import type { SignedIn } from '../src/flows/identity/signed-in.ts'
import { askForImpersonation } from '../src/flows/management/impersonations.ts'
import { getOverview } from '../src/flows/management/overview.ts'
import { adviseOnRequiredSignIn } from '../src/flows/management/server/identity-providers.ts'
import { system } from '../src/flows/platform/audit.ts'
import { apiKeyTokenType } from '../src/flows/tokens/api-keys.ts'
import { tokenExchange } from '../src/oidc/response-types.ts'
import { accountOf } from './support/account.ts'
import { Authenticator } from './support/authenticator.ts'
import type { PlainBrowser } from './support/browser.ts'
import {
  answerTxt,
  type Company,
  type CompanyOptions,
  goToProvider,
  openCompany,
  signInByCompany,
  typeAddress,
} from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// What a company that signs its people in asks of everything that acts for it: passkeys, API keys, operators, networks, and its
// own pages; and how long what its connection made is valid.

const orders = 'https://orders.example.test'
const hour = 3_600_000
/** The claims parameter of a request that demands a passkey. */
const essentialPasskey = JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } })
const inside = { 'X-Forwarded-For': '192.0.2.7' }
const outside = { 'X-Forwarded-For': '198.51.100.7' }

describe.each(databases)('the rules of a company, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  let account: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        SSO: 'on',
        TRUST_PROXY: '1',
        PASSKEY_NUDGE: 'off',
        IMPERSONATION: 'notice',
        OPERATORS: 'operator@example.test',
        OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
        OIDC_CLIENT_1_SCOPES: 'openid,email,organization,offline_access',
        OIDC_RESOURCE_0: orders,
        OIDC_RESOURCE_0_NAME: 'Orders',
        OIDC_RESOURCE_0_SCOPES: 'orders:read',
        OIDC_RESOURCE_0_API_KEYS: 'on',
      },
      { database },
    )
    upstream = await openUpstream(world.deps)
    records = answerTxt(world)
    account = accountOf(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => {
    upstream.reset()
    // The mail budget of an address is small, and the clock stands still.
    world.pass(hour)
  })

  let opened = 0
  async function company(options: Partial<CompanyOptions> = {}): Promise<Company> {
    opened += 1
    return openCompany(world, records, { domain: `rules-${opened}.test`, upstream, ...options })
  }
  const prisma = () => world.deps.db.prisma
  const userOf = async (address: string) => (await prisma().email.findUnique({ where: { address } }))?.userId ?? ''
  const inOrganization = ({ slug }: Company) => ({
    scope: 'openid email organization offline_access',
    organization: slug,
  })
  const post = (browser: PlainBrowser, path: string, fields: Record<string, string> = {}) =>
    browser.go(path.startsWith('http') ? path : `${world.issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
    })
  const refresh = (tokens: { refresh_token: string }) =>
    world.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, webAuth)

  function asks(email: string, claims: Record<string, unknown> = {}) {
    upstream.person = { ...upstream.person, sub: `subject of ${email}`, email, ...claims }
  }
  async function arrive(acme: Company, name: string, params = inOrganization(acme), browser = world.browser()) {
    const email = `${name}@${acme.domain}`
    asks(email)
    const { code } = await signInByCompany(world, upstream, { email, params, browser })
    expect(code).not.toBeNull()
    const { body: tokens } = await world.redeem(code ?? '')
    return { email, browser, tokens, userId: await userOf(email) }
  }
  /** Requires company sign-in from now on. */
  async function enforce({ id, domain }: Company) {
    await prisma().organization.update({ where: { id }, data: { ssoPolicy: 'required' } })
    await prisma().connectionDomain.update({ where: { domain }, data: { enforced: true } })
  }
  const handleOf = (browser: PlainBrowser): string =>
    /\/sign-in\/[^/?]+/.exec(browser.current?.location ?? '')?.[0] ?? 'no sign-in'
  /** Uses a passkey on the page of sign-in that is open. */
  async function usePasskey(browser: PlainBrowser, authenticator: Authenticator, path = '/passkey') {
    const at = handleOf(browser)
    const options = JSON.parse((await post(browser, `${at}/passkey/options`)).text)
    return post(browser, `${at}${path}`, { credential: authenticator.get(options) })
  }
  /** Adds a passkey to the account of a browser that has just signed in. */
  async function addPasskey(browser: PlainBrowser): Promise<Authenticator> {
    const { authenticator, status } = await account.addPasskey({ browser })
    expect(status).toBe(200)
    return authenticator
  }
  const textOf = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''

  test('where company sign-in is offered, its people choose: there, or a code as before', async () => {
    const acme = await company({ policy: 'offered' })
    const email = `chooser@${acme.domain}`
    for (const params of [{}, { login_hint: email }]) {
      const browser = world.browser()
      await world.authorize(browser, params)
      if (browser.has('email')) await browser.submit({ email })
      expect(browser.current?.location).toMatch(/\/way$/)
      expect(browser.current?.html.querySelector('[name=connection]')?.getAttribute('value')).toBe(acme.connectionId)
      await post(browser, `${handleOf(browser)}/way`)
      expect(browser.current?.location).toMatch(/\/code$/)
      world.pass(hour / 10)
      await post(browser, `${handleOf(browser)}/code/resend`)
    }
    const browser = world.browser()
    world.pass(hour)
    await world.authorize(browser)
    await browser.submit({ email })
    await post(browser, `${handleOf(browser)}/way`)
    const asked = world.mailbox.mails.filter(({ to }) => JSON.stringify(to).includes(email)).length
    expect(asked).toBeGreaterThan(0)
  })

  test('FE-04: a passkey of the account connects it too, and that of somebody else does not', async () => {
    const acme = await company({ policy: 'offered' })
    const [ada, eve] = [await account.withPasskey(), await account.withPasskey()]
    const email = `ada-${database}@${acme.domain}`
    await prisma().email.create({
      data: { address: email, userId: ada.id, isPrimary: false, verifiedAt: world.deps.now() },
    })
    asks(email)
    const browser = world.browser()
    await typeAddress(world, browser, email)
    await upstream.follow(browser)
    expect(browser.current?.location).toMatch(/\/connect$/)
    expect((await usePasskey(browser, eve.authenticator, '/connect/passkey')).status).toBe(422)
    expect(await prisma().externalIdentity.count({ where: { connectionId: acme.connectionId } })).toBe(0)
    await usePasskey(browser, ada.authenticator, '/connect/passkey')
    expect(await prisma().externalIdentity.findMany({ where: { connectionId: acme.connectionId } })).toMatchObject([
      { userId: ada.id, subject: `subject of ${email}` },
    ])
    const session = await prisma().session.findFirst({ where: { userId: ada.id, connectionId: acme.connectionId } })
    expect(session).toMatchObject({ acr: 'urn:vestibule:acr:federated', passkeyId: null })
    // Both mailboxes of the account are told.
    for (const address of [ada.email, email])
      expect(await account.notice(address, 'also signs in to your account')).toContain(email)
    // Once linked, the provider may call them anything.
    world.pass(hour)
    asks('renamed@elsewhere.test', { sub: `subject of ${email}` })
    const again = await signInByCompany(world, upstream, { email })
    expect(again.code).not.toBeNull()
    expect(await prisma().user.count({ where: { emails: { some: { address: 'renamed@elsewhere.test' } } } })).toBe(0)
  })

  test('a member with another address here connects their own account, by a code to it', async () => {
    const acme = await company()
    const { owner } = acme
    world.pass(hour)
    const address = `owner-${database}@${acme.domain}`
    await world.authorize(owner.browser, inOrganization(acme))
    expect(owner.browser.current?.location).toMatch(/\/company$/)
    asks(address)
    await goToProvider(owner.browser)
    await upstream.follow(owner.browser)
    expect(owner.browser.current?.location).toMatch(/\/connect$/)
    expect(textOf(owner.browser)).toContain(address)
    await owner.browser.submit({ code: await nextCode(world.mailbox, owner.person.email) })
    expect(owner.browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    expect(await userOf(address)).toBe('')
    expect(await prisma().externalIdentity.findMany({ where: { userId: owner.userId } })).toHaveLength(1)
    // Their account has an address of its own: the provider of the company alone changes nothing of how they sign in.
    const session = await prisma().session.findFirstOrThrow({
      where: { userId: owner.userId, endedAt: null, connectionId: acme.connectionId },
    })
    expect(session.passkeyId).toBeNull()
    const options = await post(owner.browser, '/account/passkeys/options')
    expect(options.status).not.toBe(200)
  })

  test('FE-19: no passkey goes around the sign-in of a company either, if its people have no other address', async () => {
    const acme = await company()
    const { browser, email, userId } = await arrive(acme, 'passkey-owner')
    const authenticator = new Authenticator(new URL(world.issuer).origin)
    // Added while they were signed in at their company.
    const options = await post(browser, '/account/passkeys/options')
    expect(
      (await post(browser, '/account/passkeys', { credential: authenticator.create(JSON.parse(options.text)) })).status,
    ).toBe(200)
    const other = world.browser()
    await world.authorize(other)
    expect((await usePasskey(other, authenticator)).status).toBe(422)
    expect(await prisma().session.count({ where: { userId, passkeyId: { not: null } } })).toBe(0)
    // With an address of their own they may sign in, to what is theirs: the company stays closed.
    const own = `own-${database}-${opened}@example.test`
    await prisma().email.create({ data: { address: own, userId, isPrimary: false, verifiedAt: world.deps.now() } })
    const free = world.browser()
    await world.authorize(free, inOrganization(acme))
    await usePasskey(free, authenticator)
    expect(free.current?.location).toMatch(/\/company$/)
    expect(free.current?.callback).toBeNull()
    expect(email).toContain(acme.domain)
  })

  test('an address of a company that signs its people in is added to no account', async () => {
    const acme = await company()
    const { browser } = await account.byMail()
    const email = `added@${acme.domain}`
    const answer = await post(browser, '/account/addresses', { email })
    expect([answer.status, textOf(browser)]).toEqual([422, expect.stringContaining('cannot be used here')])
    expect(world.mailbox.mails.filter(({ to }) => JSON.stringify(to).includes(email))).toEqual([])
  })

  test('FE-24: an owner with a passkey opens the settings of company sign-in, for an hour, and nothing else', async () => {
    const acme = await company({ policy: 'offered' })
    const { browser: first, person, userId } = acme.owner
    const authenticator = await addPasskey(first)
    const second = await world.signIn()
    await prisma().membership.create({
      data: {
        ...{ organizationId: acme.id, userId: await userOf(second.person.email), roles: 'owner' },
        createdAt: world.deps.now(),
      },
    })
    await enforce(acme)

    // Without a passkey, there is no way around.
    const at = `/organizations/${acme.slug}`
    for (const path of [at, `${at}/sso`, `${at}/bypass`]) {
      const { location } = await second.browser.go(`${world.issuer}${path}`)
      expect(location).toMatch(/\/sign-in\//)
    }
    await post(second.browser, `${at}/bypass`)
    expect(await prisma().ssoBypass.count({ where: { organizationId: acme.id } })).toBe(0)

    const browser = world.browser()
    await browser.go(`${world.issuer}${at}/sso`)
    expect(browser.current?.location).toMatch(/\/sign-in\//)
    await usePasskey(browser, authenticator)
    // Asking writes nothing: they are told first.
    await browser.go(`${world.issuer}${at}/sso`)
    expect(browser.current?.location).toBe(`${world.issuer}${at}/bypass`)
    expect(await prisma().ssoBypass.count({ where: { organizationId: acme.id } })).toBe(0)
    await browser.submit()
    expect(browser.current?.location).toBe(`${world.issuer}${at}/sso`)
    expect(browser.current?.status).toBe(200)
    expect(
      await prisma().auditEvent.count({ where: { organizationId: acme.id, action: 'sso.bypassed', actorId: userId } }),
    ).toBe(1)
    for (const address of [person.email, second.person.email])
      expect((await world.mailbox.take(address)).subject).toBeTruthy()

    // Nothing else of the organization, and no client.
    for (const path of [at, `${at}/settings`, `${at}/audit`])
      expect((await browser.go(`${world.issuer}${path}`)).location).toMatch(/\/company$/)
    await world.authorize(browser, inOrganization(acme))
    expect(browser.current?.location).toMatch(/\/company$/)
    await world.authorize(browser, { ...inOrganization(acme), prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')

    expect((await browser.go(`${world.issuer}${at}/sso`)).location).toBe(`${world.issuer}${at}/sso`)
    world.pass(hour)
    expect((await browser.go(`${world.issuer}${at}/sso`)).location).not.toBe(`${world.issuer}${at}/sso`)
  })

  test('the pages of a company open by its own sign-in alone', async () => {
    const acme = await company()
    const { browser, userId } = await arrive(acme, 'admin')
    await prisma().membership.updateMany({ where: { userId, organizationId: acme.id }, data: { roles: 'admin' } })
    expect((await browser.go(`${world.issuer}/organizations/${acme.slug}`)).status).toBe(200)
    const { owner } = acme
    expect((await owner.browser.go(`${world.issuer}/organizations/${acme.slug}`)).location).toMatch(/\/company$/)
  })

  test('a passkey beside the sign-in at a company goes on with it, and lengthens nothing', async () => {
    const acme = await company()
    const until = Math.floor(world.deps.now().getTime() / 1000) + 7200
    upstream.lies.claims = { session_expiry: until }
    const { browser, userId } = await arrive(acme, 'stepping-up')
    await addPasskey(browser).then(async (authenticator) => {
      await world.authorize(browser, { ...inOrganization(acme), claims: essentialPasskey })
      expect(browser.current?.location).toMatch(/\/passkey$/)
      await usePasskey(browser, authenticator)
    })
    const code = browser.current?.callback?.searchParams.get('code') ?? ''
    expect(claimsOf((await world.redeem(code)).body.id_token)).toMatchObject({ acr: 'phr' })
    expect(await prisma().session.findFirstOrThrow({ where: { userId } })).toMatchObject({
      connectionId: acme.connectionId,
      expiresAt: new Date(until * 1000),
    })
  })

  test('how long a sign-in lasts for a company is counted from its provider, whatever was used beside it', async () => {
    const acme = await company()
    await prisma().organization.update({ where: { id: acme.id }, data: { sessionMax: 7200 } })
    const { browser } = await arrive(acme, 'lasting')
    const authenticator = await addPasskey(browser)
    world.pass(1.5 * hour)
    await world.authorize(browser, { ...inOrganization(acme), claims: essentialPasskey })
    await usePasskey(browser, authenticator)
    const { body: tokens } = await world.redeem(browser.current?.callback?.searchParams.get('code') ?? '')
    // The passkey is what the token says, as before.
    expect(claimsOf(tokens.id_token).auth_time).toBe(Math.floor(world.deps.now().getTime() / 1000))
    const { body: refreshed } = await refresh(tokens)
    expect(refreshed.access_token).toBeTruthy()
    world.pass(hour)
    expect((await refresh(refreshed)).body).toMatchObject({ error: 'invalid_grant' })
    await world.authorize(browser, { ...inOrganization(acme), prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    // A session at the provider that is as old would lead back to the same page: it is told how old it may be, and a
    // provider that does not listen is asked once more.
    upstream.lies.claims = { auth_time: Math.floor((world.deps.now().getTime() - 5 * hour) / 1000) }
    await world.authorize(browser, inOrganization(acme))
    expect(browser.current?.location).toMatch(/\/company$/)
    await goToProvider(browser)
    await upstream.follow(browser)
    expect(upstream.asked.at(-1)?.get('max_age')).toBe('7200')
    upstream.lies.claims = {}
    await upstream.follow(browser)
    expect(upstream.asked.at(-1)?.get('prompt')).toBe('login')
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    // One that never says when it was is believed.
    world.pass(3 * hour)
    upstream.lies.claims = { auth_time: undefined }
    await world.authorize(browser, inOrganization(acme))
    await goToProvider(browser)
    await upstream.follow(browser)
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
  })

  test('no access token outlives the session at the provider', async () => {
    const acme = await company()
    upstream.lies.claims = { session_expiry: Math.floor(world.deps.now().getTime() / 1000) + 200 }
    const { tokens } = await arrive(acme, 'short')
    expect(tokens.expires_in).toBe(200)
    const { exp, iat } = claimsOf(tokens.access_token)
    expect(Number(exp) - Number(iat)).toBe(200)
    world.pass(150_000)
    expect((await refresh(tokens)).body.expires_in).toBe(50)
  })

  test('what a connection made ends with the session at the provider, offline tokens too', async () => {
    const acme = await company()
    upstream.lies.claims = { session_expiry: Math.floor(world.deps.now().getTime() / 1000) + 7200 }
    const { browser, tokens } = await arrive(acme, 'bounded')
    const { body } = await refresh(tokens)
    world.pass(2 * hour)
    expect((await refresh(body)).body).toMatchObject({ error: 'invalid_grant' })
    await world.authorize(browser, { ...inOrganization(acme), prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
  })

  test('what a connection made ends when it is disabled, at the next use', async () => {
    const acme = await company({ policy: 'offered' })
    const { browser, tokens } = await arrive(acme, 'ended')
    await disableConnection(world.deps, system, { organizationId: acme.id, id: acme.connectionId })
    expect((await refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    await world.authorize(browser, { prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    // Turned on again, it gives nothing back that it made before.
    await addPasskey(acme.owner.browser)
    world.pass(1)
    await prisma().connection.update({
      where: { id: acme.connectionId },
      data: { state: 'tested', testedAt: world.deps.now() },
    })
    const owner = { kind: 'user', id: acme.owner.userId, network: '127.0.0.1' } as const
    await activateConnection(world.deps, owner, { organizationId: acme.id, id: acme.connectionId })
    expect((await refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    await world.authorize(browser, { prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    const anew = await arrive(acme, 'ended', inOrganization(acme), browser)
    expect((await refresh(anew.tokens)).status).toBe(200)
    // The account stays, and signs in as before.
    expect(await prisma().user.count({ where: { emails: { some: { address: `ended@${acme.domain}` } } } })).toBe(1)
  })

  test('a provider’s phishing-resistant sign-in satisfies the organization that trusts it, and nobody else', async () => {
    const [acme, globex] = [await company({ settings: { trustMfa: true } }), await company({ policy: 'offered' })]
    for (const { id } of [acme, globex])
      await prisma().organization.update({ where: { id }, data: { requirePasskey: true } })
    upstream.lies.claims = { acr: 'phr', amr: ['hwk', 'pop'] }
    const trusted = await arrive(acme, 'trusted')
    expect(claimsOf(trusted.tokens.id_token)).toMatchObject({ acr: 'urn:vestibule:acr:federated:phr', amr: ['hwk'] })
    expect((await world.userinfo(trusted.tokens.access_token)).status).toBe(200)
    const { body: refreshed } = await refresh(trusted.tokens)
    expect(refreshed.access_token).toBeTruthy()
    await addPasskey(trusted.browser)
    // Another organization that demands a passkey, a request that does, and the console are not satisfied.
    await prisma().membership.create({
      data: { organizationId: globex.id, userId: trusted.userId, roles: 'member', createdAt: world.deps.now() },
    })
    for (const params of [inOrganization(globex), { ...inOrganization(acme), claims: essentialPasskey }]) {
      await world.authorize(trusted.browser, { ...params, prompt: 'none' })
      expect(trusted.browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    }
    const moved = await world.token(
      { grant_type: 'refresh_token', refresh_token: refreshed.refresh_token, organization: globex.id },
      webAuth,
    )
    expect(moved.body).toMatchObject({ error: 'invalid_grant' })
    const session = { acr: 'urn:vestibule:acr:federated:phr', connection: null }
    const person = { id: trusted.userId }
    expect(await missingOfOperator(world.deps, { person, session } as unknown as SignedIn)).toBe('passkey-needed')
    expect(await prisma().session.findFirstOrThrow({ where: { userId: trusted.userId } })).toMatchObject({
      acr: session.acr,
      connectionId: acme.connectionId,
    })
    const email = `untrusted@${globex.domain}`
    asks(email)
    const browser = world.browser()
    await typeAddress(world, browser, email, inOrganization(globex))
    const { headers } = await upstream.follow(browser)
    expect(headers.get('location')).toBeNull()
    for (let step = 0; step < 3 && !browser.current?.location.endsWith('/passkey'); step++)
      await browser.submit(browser.has('accept_terms') ? { accept_terms: 'yes' } : {})
    expect(browser.current?.location).toMatch(/\/passkey$/)
    expect(await prisma().session.findFirstOrThrow({ where: { userId: await userOf(email) } })).toMatchObject({
      acr: 'urn:vestibule:acr:federated',
      amr: 'hwk',
    })
  })

  test('with company sign-in off, what its connections made is neither used nor renewed', async () => {
    const acme = await company({ policy: 'offered' })
    const { browser, tokens } = await arrive(acme, 'switched-off')
    const { config } = world.deps
    Object.assign(config, { sso: false })
    expect((await refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' })
    await world.authorize(browser, { prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    Object.assign(config, { sso: true })
    await world.authorize(browser, { prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
  })

  test('with company sign-in off, what an organization requires still holds, and operators are told so', async () => {
    const acme = await company()
    const { config } = world.deps
    expect(await adviseOnRequiredSignIn(world.deps)).toEqual([])
    Object.assign(config, { sso: false })
    try {
      const [advice] = await adviseOnRequiredSignIn(world.deps)
      expect(advice?.text).toMatch(/^SSO is off, and .*nobody can act for such an organization\. Set SSO=on, or /)
      const { warnings } = await getOverview(world.deps, 7)
      expect(warnings.map(({ text }) => text)).toContain(advice?.text)
      // Their code gets them into their account, and nowhere near the organization.
      await prisma().organization.updateMany({ where: { id: { not: acme.id } }, data: { ssoPolicy: 'off' } })
      expect((await adviseOnRequiredSignIn(world.deps))[0]?.text).toContain(`${acme.slug} requires company sign-in`)
      await world.authorize(acme.owner.browser, { ...inOrganization(acme), prompt: 'none' })
      expect(acme.owner.browser.current?.callback?.searchParams.get('error')).toBe('login_required')
      await changeSsoPolicy(world.deps, system, acme.id, 'offered')
      expect(await adviseOnRequiredSignIn(world.deps)).toEqual([])
      await world.authorize(acme.owner.browser, { ...inOrganization(acme), prompt: 'none' })
      expect(acme.owner.browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    } finally {
      Object.assign(config, { sso: true })
    }
  })

  test('an API key acts for a company for those whom it knows, and is made by them alone', async () => {
    const acme = await company({ policy: 'off' })
    const member = await world.signIn()
    const userId = await userOf(member.person.email)
    await prisma().membership.create({
      data: { organizationId: acme.id, userId, roles: 'member', createdAt: world.deps.now() },
    })
    const form = { name: 'Nightly', days: '30', scope: `${orders} orders:read`, organization: acme.id }
    const made = await post(member.browser, '/account/keys', form)
    const key = made.html.querySelector('#api-key')?.text.trim() ?? ''
    const exchange = () =>
      world.token({ grant_type: tokenExchange, subject_token_type: apiKeyTokenType, subject_token: key })
    expect((await exchange()).status).toBe(200)
    await enforce(acme)
    expect((await exchange()).body).toMatchObject({ error: 'invalid_grant' })
    expect((await post(member.browser, '/account/keys', form)).location).toMatch(/\/company$/)
    // Somebody whom the connection signs in makes one, and uses it.
    const { browser } = await arrive(acme, 'key-owner')
    const theirs = (await post(browser, '/account/keys', form)).html.querySelector('#api-key')?.text.trim() ?? ''
    const used = { grant_type: tokenExchange, subject_token_type: apiKeyTokenType, subject_token: theirs }
    expect((await world.token(used)).status).toBe(200)
    // From the networks of the company alone.
    await prisma().organization.update({ where: { id: acme.id }, data: { allowedNetworks: '192.0.2.0/24' } })
    expect((await world.token(used, { headers: outside })).body).toMatchObject({ error: 'invalid_grant' })
    expect((await world.token(used, { headers: inside })).status).toBe(200)
  })

  test('an operator acts as nobody for a company that requires its own sign-in', async () => {
    const acme = await company()
    const { userId } = await arrive(acme, 'somebody')
    const operator = { kind: 'operator', id: await userOf(acme.owner.person.email), network: '127.0.0.1' } as const
    await expect(
      askForImpersonation(world.deps, operator, {
        ...{ userId, clientId: 'web', organizationId: acme.id },
        ...{ reason: 'They asked for help.', ticket: null },
      }),
    ).rejects.toMatchObject({ problem: 'company-sign-in' })
  })

  test('a company lets people in from its own networks alone, at a code and at a refresh by their own device', async () => {
    const acme = await company({ policy: 'offered' })
    await prisma().organization.update({
      where: { id: acme.id },
      data: { allowedNetworks: '192.0.2.0/24,2001:db8::/32' },
    })
    const spa = { client_id: 'spa', redirect_uri: 'https://spa.example.test/cb' }
    const params = { ...inOrganization(acme), ...spa, code_challenge_method: 'S256', code_challenge: challenge }
    const email = `networked@${acme.domain}`
    asks(email)
    const browser = world.browser({ ...inside })
    const { code } = await signInByCompany(world, upstream, { email, params, browser })
    const redeemed = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: spa.redirect_uri }
    const { body } = await world.token({ ...redeemed, client_id: 'spa', code_verifier: verifier }, { headers: inside })
    const again = { grant_type: 'refresh_token', client_id: 'spa' }
    const refreshed = await world.token({ ...again, refresh_token: body.refresh_token }, { headers: inside })
    expect(refreshed.status).toBe(200)
    const elsewhere = await world.token({ ...again, refresh_token: refreshed.body.refresh_token }, { headers: outside })
    expect(elsewhere.body).toMatchObject({ error: 'invalid_grant' })

    Object.assign(browser.headers, outside)
    await world.authorize(browser, params)
    expect(browser.current?.location).toMatch(/\/not-allowed$/)
    expect(textOf(browser)).toContain('the network that you are on')
    await world.authorize(browser, { ...params, prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('access_denied')
    expect((await browser.go(`${world.issuer}/organizations/${acme.slug}`)).status).toBe(403)
  })
})

const verifier = 'a-verifier-that-is-long-enough-for-RFC-7636-0123456789'
const challenge = 'KxQZ9qG03i5TKmYhoYOduee4Sjov6vJwvcdiNSQIMNg'
