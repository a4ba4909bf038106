import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callbackOf } from '../src/flows/federation/upstream/upstream-client.ts'
import { day } from '../src/flows/platform/durations.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { answerTxt } from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// FE-25: a company's administrator, who has no account here, prepares its sign-in by a link.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let account: ReturnType<typeof accountOf>
  let upstream: Upstream
  let records: Map<string, string[]>
  let companies = 0

  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    account = accountOf(world)
    upstream = await openUpstream({ now: () => world.deps.now() })
  })
  afterAll(async () => {
    await world?.close()
    await upstream?.close()
  })
  beforeEach(() => {
    upstream.reset()
    upstream.lies.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'] }
    records = answerTxt(world)
  })

  const db = () => world.deps.db.prisma
  const text = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''

  /** An owner with a passkey, and a link that they made for the administrator of their company. */
  async function openLink({ approved = false }: { approved?: boolean } = {}) {
    companies += 1
    const domain = `initech${companies}.test`
    const email = `owner@home${companies}.test`
    const { browser, person } = await world.signIn({ email })
    const { id, slug } = await db().organization.findFirstOrThrow({ where: { name: person.organization } })
    const userId = await account.idOf(email)
    const { authenticator } = await account.addPasskey({ browser })
    await account.byPasskey(authenticator, email, browser)
    const administrator = `it@${domain}`
    const make = (address = administrator) =>
      account.post(browser, `/organizations/${slug}/sso/links`, {
        email: address,
        ...(approved ? { approved_domain: domain, approved_issuer: upstream.issuer } : {}),
      })
    await make()
    const url = browser.current?.html.querySelector('#setup-link')?.text.trim() ?? ''
    expect(url).toContain(`${world.issuer}/setup/`)
    return {
      organization: { id, slug, name: person.organization },
      owner: { browser, email, userId },
      administrator,
      domain,
      url,
      make,
    }
  }
  type Link = Awaited<ReturnType<typeof openLink>>

  /** Opens a link with the mailed code. */
  async function enter({ url, administrator }: Link, browser = world.browser()) {
    await browser.go(url)
    await browser.go(`${url}/code`, { method: 'POST', body: '' })
    await browser.submit({ code: await nextCode(world.mailbox, administrator) })
    return browser
  }

  const provider = (domain: string) => ({
    ...{ provider: 'generic', domain, name: 'Initech', issuer: upstream.issuer, client_id: 'vestibule' },
    ...{ auth_method: 'client_secret_basic', secret: 'a-secret-of-initech' },
  })

  /** Everything that can be prepared. */
  async function prepare({ url, domain, organization }: Link, browser: PlainBrowser) {
    const post = (path: string, fields: Record<string, string>) =>
      browser.go(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
    await post('/domain', { domain })
    const { token } = await db().domain.findFirstOrThrow({ where: { organizationId: organization.id, name: domain } })
    expect(text(browser)).toContain(token)
    records.set(`_vestibule.${domain}`, [`vestibule-verification=${token}`])
    await post('/provider', provider(domain))
    await post('/domain/check', { domain })
    upstream.person.email = `grace@${domain}`
    await post('/test', { domain })
    return upstream.follow(browser)
  }

  test('RV-06 a link shows the redirect URI of its issuer, which is not that of the provider in use', async () => {
    const link = await openLink()
    const browser = await enter(link)
    const shown = () => text(browser).match(/\/sso\/oidc\/callback\/[0-9a-f]+-[\w-]{22}/g) ?? []
    const look = (issuer: string) =>
      browser.go(`${link.url}?${new URLSearchParams({ provider: 'generic', domain: link.domain, issuer })}`)
    await look('')
    expect(browser.current?.html.querySelector('main form[method=get] [name=issuer]')).toBeTruthy()
    expect(shown()).toEqual([])
    await look('http://initech.test')
    expect([browser.current?.status, shown()]).toEqual([422, []])
    await look(upstream.issuer)
    const [before] = shown()
    const inUse = { organizationId: link.organization.id, issuer: 'https://other.example.test' }
    for (const organizationCallback of [true, false])
      expect(before).not.toBe(`/sso/oidc/callback/${callbackOf({ ...inUse, organizationCallback })}`)
    const fields = new URLSearchParams(provider(link.domain)).toString()
    await browser.go(`${link.url}/provider`, { method: 'POST', body: fields })
    expect(shown()).toEqual([before])
    const test = await browser.go(`${link.url}/test`, { method: 'POST', body: fields })
    expect(test.callback?.searchParams.get('redirect_uri')).toBe(`${world.issuer}${before}`)
  })

  test('the administrator prepares and tests, every act is told, and an owner activates', async () => {
    const link = await openLink()
    const { organization, owner, domain } = link
    const browser = await enter(link)
    expect(browser.current?.location).toBe(link.url)
    await prepare(link, browser)
    expect(browser.current?.location).toContain('attempt=')
    expect(text(browser)).toContain('The test succeeded.')
    expect(browser.current?.text).not.toContain('a-secret-of-initech')
    expect(browser.current?.text).not.toContain(owner.email)

    const [connection] = await db().connection.findMany({ where: { organizationId: organization.id } })
    expect(connection).toMatchObject({ state: 'tested' })
    expect(await db().connectionDomain.findUnique({ where: { domain } })).toMatchObject({
      connectionId: connection?.id,
    })
    const events = await db().auditEvent.findMany({
      where: { organizationId: organization.id, actorKind: 'setup_link' },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual([
      'setup_link.opened',
      'domain.added',
      'connection.created',
      'domain.verified',
      'connection.updated',
      'connection.tested',
    ])
    await account.notices(owner.email, [
      'Set-up link made',
      'Set-up link opened',
      'Identity provider added',
      'Identity provider tested',
    ])

    await account.post(owner.browser, `/organizations/${organization.slug}/sso/activate`, { id: connection?.id ?? '' })
    expect(await db().connection.findMany({ where: { organizationId: organization.id } })).toMatchObject([
      { state: 'active' },
    ])
    await browser.go(link.url)
    expect(text(browser)).toContain('Everything is set up.')
    expect((await world.browser().go(link.url)).status).toBe(410)
  })

  test('what an owner approved beforehand is activated by the test, and nothing else is', async () => {
    const approved = await openLink({ approved: true })
    await prepare(approved, await enter(approved))
    expect(await db().connection.findMany({ where: { organizationId: approved.organization.id } })).toMatchObject([
      { state: 'active' },
    ])
    const event = await db().auditEvent.findFirst({
      where: { organizationId: approved.organization.id, action: 'connection.activated' },
    })
    expect(event).toMatchObject({ actorKind: 'setup_link' })

    const other = await openLink({ approved: true })
    await db().setupLink.updateMany({
      where: { organizationId: other.organization.id },
      data: { approvedIssuer: 'https://other.test' },
    })
    await prepare(other, await enter(other))
    expect(await db().connection.findMany({ where: { organizationId: other.organization.id } })).toMatchObject([
      { state: 'tested' },
    ])

    const left = await openLink({ approved: true })
    await db().membership.updateMany({ where: { organizationId: left.organization.id }, data: { roles: 'admin' } })
    expect((await world.browser().go(left.url)).status, 'of an owner who is none any more').toBe(410)
  })

  test('FE-25 whoever has the link and not the mailbox gets no further, nor does a second browser', async () => {
    const link = await openLink()
    const stranger = world.browser()
    await stranger.go(link.url)
    expect(text(stranger)).toContain(link.organization.name)
    expect(stranger.current?.text).not.toContain(link.administrator)
    for (const path of ['/domain', '/provider', '/test'])
      await stranger.go(`${link.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(provider(link.domain)).toString(),
      })
    expect(await db().connection.count({ where: { organizationId: link.organization.id } })).toBe(0)

    // The code works only in the browser that asked for it.
    const asking = world.browser()
    await asking.go(`${link.url}/code`, { method: 'POST', body: '' })
    const code = await nextCode(world.mailbox, link.administrator)
    await stranger.go(`${link.url}/open`, { method: 'POST', body: new URLSearchParams({ code }).toString() })
    expect(stranger.current?.status).toBe(422)
    await asking.submit({ code })
    expect(asking.current?.location).toBe(link.url)
    expect((await stranger.go(link.url)).status).toBe(403)
    expect(text(stranger)).toContain('open in another browser')
    for (const path of ['/code', '/open', '/domain', '/provider', '/test', '/domain/check'])
      expect((await stranger.go(`${link.url}${path}`, { method: 'POST', body: 'code=1' })).status, path).toBe(403)
  })

  test('FE-25 after seven days, and once an owner revokes it, it is gone', async () => {
    const link = await openLink()
    const browser = await enter(link)
    const { id } = await db().setupLink.findFirstOrThrow({ where: { organizationId: link.organization.id } })
    await account.post(link.owner.browser, `/organizations/${link.organization.slug}/sso/links/revoke`, { id })
    expect((await browser.go(link.url)).status).toBe(410)
    expect((await browser.go(`${link.url}/domain`, { method: 'POST', body: 'domain=x.test' })).status).toBe(410)
    await account.notice(link.owner.email, 'Set-up link revoked')

    const late = await openLink()
    await db().setupLink.updateMany({
      where: { organizationId: late.organization.id },
      data: { expiresAt: new Date(world.deps.now().getTime() - day) },
    })
    expect((await world.browser().go(late.url)).status).toBe(410)
    expect((await world.browser().go(`${world.issuer}/setup/${'x'.repeat(43)}`)).status).toBe(410)
  })

  test('an organization has three open links at most, and a link reaches only its own connection', async () => {
    const link = await openLink()
    await link.make()
    await link.make()
    await link.make()
    expect(link.owner.browser.current?.html.querySelector('#email-problem')?.text).toContain('three open links')

    const browser = await enter(link)
    await prepare(link, browser)
    const { id } = await db().connection.findFirstOrThrow({ where: { organizationId: link.organization.id } })
    await account.post(link.owner.browser, `/organizations/${link.organization.slug}/sso/activate`, { id })
    const before = await db().connection.findFirstOrThrow({ where: { id } })
    await browser.go(`${link.url}/provider`, {
      method: 'POST',
      body: new URLSearchParams(provider('evil.test')).toString(),
    })
    expect(await db().connection.findFirstOrThrow({ where: { id } })).toEqual(before)
  })

  test('while company sign-in is switched off there is no such page', async () => {
    const off = await openTestWorld({}, { database })
    try {
      expect((await off.browser().go(`${off.issuer}/setup/${'x'.repeat(43)}`)).status).toBe(404)
    } finally {
      await off.close()
    }
  })
})
