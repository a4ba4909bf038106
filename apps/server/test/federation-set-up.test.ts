import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day, hour } from '../src/flows/platform/durations.ts'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { answerTxt, proveDomain } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// How an owner connects the identity provider of a company, by pages without scripts.

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
    upstream.lies.metadata = methods
    records = answerTxt(world)
  })

  /** What the mock-up says of itself is that it authenticates no client. */
  const methods = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'] }
  /** A second provider. */
  const openOther = async () => {
    const other = await openUpstream({ now: () => world.deps.now() })
    other.lies.metadata = methods
    return other
  }

  const db = () => world.deps.db.prisma
  const text = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
  const problems = (browser: PlainBrowser) =>
    browser.current?.html.querySelectorAll('.problem').map((problem) => problem.text.trim()) ?? []

  /** An owner with a passkey, their organization, and a domain of it that is proven by DNS. */
  async function openOwner() {
    companies += 1
    const domain = `acme${companies}.test`
    const email = `ada@${domain}`
    const { browser, person } = await world.signIn({ email })
    const { id, slug } = await db().organization.findFirstOrThrow({ where: { name: person.organization } })
    const signed: Signed = { browser, email, id: await account.idOf(email) }
    const { authenticator } = await account.addPasskey(signed)
    await proveDomain(world, records, { id, slug, browser }, domain)
    await account.byPasskey(authenticator, email, browser)
    const base = `/organizations/${slug}/sso`
    const post = (path: string, fields: Record<string, string> = {}) => account.post(browser, `${base}${path}`, fields)
    const renew = () => account.byPasskey(authenticator, email, browser)
    return { browser, id, slug, base, domain, email, userId: signed.id, post, renew }
  }
  type Owner = Awaited<ReturnType<typeof openOwner>>

  const fields = (more: Record<string, string> = {}) => ({
    ...{ provider: 'generic', name: 'Acme directory', issuer: upstream.issuer, client_id: 'vestibule' },
    ...{ auth_method: 'client_secret_basic', secret: 'a-secret-of-acme', ...more },
  })
  const connections = (owner: Owner) =>
    db().connection.findMany({ where: { organizationId: owner.id }, orderBy: { id: 'asc' } })

  /** Adds a connection with the owner's domain. */
  async function connect(owner: Owner) {
    await owner.post('/new', fields())
    const [connection] = await connections(owner)
    const id = connection?.id ?? ''
    await owner.post('/attach', { id, domain: owner.domain })
    return id
  }

  /** Tests a connection: whoever comes from the provider has an address of the domain. */
  async function tryOut(owner: Owner, id: string) {
    upstream.person.email = `grace@${owner.domain}`
    await owner.post('/test', { id })
    return upstream.follow(owner.browser)
  }

  /** A connection that signs people in. */
  async function activate(owner: Owner) {
    const id = await connect(owner)
    await tryOut(owner, id)
    await owner.post('/activate', { id })
    return id
  }

  test('an owner connects, attaches, tests and activates, and every owner is told', async () => {
    const owner = await openOwner()
    await owner.browser.go(owner.base)
    expect(text(owner.browser)).toContain('No identity provider is connected yet.')
    await owner.browser.go(`${owner.base}/new`)
    await owner.browser.go(`${owner.base}/new?provider=generic`)
    expect(text(owner.browser)).not.toContain('/sso/oidc/callback/')
    expect(owner.browser.current?.html.querySelector('main form[method=get] [name=issuer]')).toBeTruthy()
    await owner.browser.go(`${owner.base}/new?${new URLSearchParams({ provider: 'generic', issuer: upstream.issuer })}`)
    expect(text(owner.browser)).toContain(`${world.issuer}/sso/oidc/callback/`)
    await owner.browser.submit(fields())
    const [created] = await connections(owner)
    expect(created).toMatchObject({ state: 'draft', issuer: upstream.issuer, clientId: 'vestibule' })
    expect(created?.sealedSecret).not.toContain('a-secret-of-acme')
    expect(owner.browser.current?.location).toBe(`${world.issuer}${owner.base}/${created?.id}`)
    expect(owner.browser.current?.text).not.toContain('a-secret-of-acme')

    const id = created?.id ?? ''
    await owner.post('/attach', { id, domain: owner.domain })
    const shown = await tryOut(owner, id)
    expect(shown.location).toContain(`${owner.base}/${id}?attempt=`)
    expect(text(owner.browser)).toContain('Tested')
    expect(text(owner.browser)).toContain('nonce')
    expect(await db().session.count({ where: { connectionId: id } })).toBe(0)

    await owner.post('/activate', { id })
    expect((await connections(owner))[0]).toMatchObject({ state: 'active' })
    expect(await db().organization.findUnique({ where: { id: owner.id } })).toMatchObject({ ssoPolicy: 'offered' })
    await account.notice(owner.email, 'Identity provider activated')
    const events = await db().auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } })
    expect(events.map(({ action }) => action)).toEqual([
      'connection.created',
      'connection.updated',
      'connection.tested',
      'connection.activated',
    ])
    expect(JSON.stringify(events)).not.toContain('a-secret-of-acme')
  })

  /** What a page says is to be registered at the provider. */
  const redirectUri = ({ current }: PlainBrowser) => /\S+\/sso\/oidc\/callback\/\S+?(?=\s|<)/.exec(mainOf(current))?.[0]
  const mainOf = (visited: PlainBrowser['current']) =>
    visited?.html
      .querySelectorAll('main code')
      .map((code) => code.text)
      .join(' ')
      .concat(' ') ?? ''

  test('RV-06 the page knows the redirect URI once it knows the issuer, and that is what is asked with', async () => {
    const owner = await openOwner()
    await owner.browser.go(`${owner.base}/new?provider=google`)
    expect(redirectUri(owner.browser)).toContain(owner.id)
    const wrong = new URLSearchParams({ provider: 'generic', issuer: 'http://acme.test' })
    expect((await owner.browser.go(`${owner.base}/new?${wrong}`)).status).toBe(422)
    expect(owner.browser.current?.html.querySelector('#issuer-problem')?.text).toBeTruthy()
    expect(redirectUri(owner.browser)).toBeUndefined()
    const typed = new URLSearchParams({ provider: 'generic', issuer: upstream.issuer })
    await owner.browser.go(`${owner.base}/new?${typed}`)
    const before = redirectUri(owner.browser)
    expect(before).toContain(owner.id)
    // A form that is refused still says so.
    await owner.browser.submit(fields({ client_id: '' }))
    expect([owner.browser.current?.status, redirectUri(owner.browser)]).toEqual([422, before])
    await owner.browser.submit(fields())
    const [connection] = await connections(owner)
    for (const path of ['', '/edit']) {
      await owner.browser.go(`${owner.base}/${connection?.id}${path}`)
      expect(redirectUri(owner.browser)).toBe(before)
    }
    const asked = await owner.post('/test', { id: connection?.id ?? '' })
    expect(asked.callback?.searchParams.get('redirect_uri')).toBe(before)
  })

  test('it is activated only after a test within a day, and with the TXT record there at that moment', async () => {
    const owner = await openOwner()
    const id = await connect(owner)
    await owner.post('/activate', { id })
    expect(problems(owner.browser)).toContain('Test the sign-in first. A test is valid for 24 hours.')
    await tryOut(owner, id)
    records.clear()
    await owner.post('/activate', { id })
    expect(problems(owner.browser).join()).toContain('The record was not found.')
    expect((await connections(owner))[0]).toMatchObject({ state: 'tested' })
    await db().connection.update({ where: { id }, data: { testedAt: new Date(world.deps.now().getTime() - day) } })
    await owner.post('/activate', { id })
    expect(problems(owner.browser)).toContain('Test the sign-in first. A test is valid for 24 hours.')
  })

  test('FE-13 an issuer that lets every tenant in is refused beside its field', async () => {
    const owner = await openOwner()
    for (const tenant of ['common', 'organizations', 'consumers']) {
      const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
      const { status } = await owner.post(
        '/new',
        fields({ provider: 'entra', issuer, auth_method: 'client_secret_post' }),
      )
      expect(status).toBe(422)
      expect(owner.browser.current?.html.querySelector('#issuer-problem')?.text).toContain('your own tenant')
    }
    await owner.post('/new', fields({ issuer: 'https://login.microsoftonline.com/common/v2.0' }))
    expect(owner.browser.current?.html.querySelector('#issuer-problem')?.text).toContain('your own tenant')
    expect(await connections(owner)).toEqual([])
  })

  test('FE-12 metadata of another issuer, or with keys inside a private network, are refused when they are saved', async () => {
    const owner = await openOwner()
    upstream.lies.metadata = { issuer: 'https://other.example.test' }
    await owner.post('/new', fields())
    expect(problems(owner.browser).join()).toContain('name another issuer')
    upstream.lies.metadata = { jwks_uri: 'http://169.254.169.254/keys' }
    await owner.post('/new', fields())
    expect(problems(owner.browser).join()).toContain('cannot be used')
    expect(owner.browser.current?.text).not.toContain('169.254')
    for (const issuer of [
      'http://acme.test',
      'https://10.0.0.1',
      `${upstream.issuer}/.well-known/openid-configuration`,
    ])
      expect((await owner.post('/new', fields({ issuer }))).status).toBe(422)
    expect(await connections(owner)).toEqual([])
  })

  test('FE-06 another issuer waits in a successor, and nobody is known there', async () => {
    const owner = await openOwner()
    const id = await activate(owner)
    await db().externalIdentity.create({
      data: {
        ...{ connectionId: id, issuer: upstream.issuer, subject: 'subject-of-grace', userId: owner.userId },
        ...{ linkedAt: world.deps.now(), seenAt: world.deps.now() },
      },
    })
    const other = await openOther()
    try {
      await owner.post('/edit', { id, ...fields({ issuer: other.issuer }) })
      const [before, successor] = await connections(owner)
      expect(before).toMatchObject({ id, state: 'active', issuer: upstream.issuer })
      expect(successor).toMatchObject({ state: 'draft', issuer: other.issuer, replacesId: id })
      other.person.email = `grace@${owner.domain}`
      await owner.post('/test', { id: successor?.id ?? '' })
      await other.follow(owner.browser)
      await owner.post('/activate', { id: successor?.id ?? '' })
      expect((await connections(owner)).map(({ state }) => state)).toEqual(['disabled', 'active'])
      expect(await db().connectionDomain.findUnique({ where: { domain: owner.domain } })).toMatchObject({
        connectionId: successor?.id,
      })
      expect(await db().externalIdentity.count({ where: { connectionId: successor?.id ?? '' } })).toBe(0)
    } finally {
      await other.close()
    }
  })

  test('one that was turned off is tested again, and a lost secret is said on a page', async () => {
    const owner = await openOwner()
    const id = await activate(owner)
    await owner.post('/disable', { id })
    await tryOut(owner, id)
    expect((await connections(owner))[0]).toMatchObject({ state: 'tested' })
    await owner.post('/activate', { id })
    expect((await connections(owner))[0]).toMatchObject({ state: 'active' })
    // Sealed under a SECRET that is gone.
    await db().connection.update({ where: { id }, data: { sealedSecret: 'nobody-opens-this' } })
    expect((await owner.post('/test', { id })).status).toBe(502)
    expect(text(owner.browser)).not.toContain('nobody-opens-this')
  })

  test('a successor has no settings and groups of its own', async () => {
    const owner = await openOwner()
    const id = await activate(owner)
    await owner.post('/edit', { id, ...fields({ secret: 'another-secret' }) })
    const successor = (await connections(owner))[1]?.id
    await owner.browser.go(`${owner.base}/${successor}`)
    const forms = owner.browser.current?.html.querySelectorAll('main form').map((form) => form.getAttribute('action'))
    expect(forms?.filter((action) => /settings$|groups$/.test(action ?? ''))).toEqual([])
    expect(text(owner.browser)).toContain('Settings and groups are those of')
  })

  test('another secret is taken over by the connection itself, so that nobody has to sign in again', async () => {
    const owner = await openOwner()
    const id = await activate(owner)
    const before = (await connections(owner))[0]
    await owner.post('/edit', { id, ...fields({ secret: 'another-secret' }) })
    const successor = (await connections(owner))[1]
    expect((await connections(owner))[0]?.sealedSecret).toBe(before?.sealedSecret)
    await tryOut(owner, successor?.id ?? '')
    await owner.post('/activate', { id: successor?.id ?? '' })
    expect(await connections(owner)).toMatchObject([{ id, state: 'active', sealedSecret: successor?.sealedSecret }])
  })

  test('a secret goes to no other client: with another issuer it has to be entered again', async () => {
    const owner = await openOwner()
    const id = await connect(owner)
    const other = await openOther()
    try {
      await owner.post('/edit', { id, ...fields({ issuer: other.issuer, secret: '' }) })
      expect(owner.browser.current?.html.querySelector('#secret-problem')?.text).toContain('Fill in this field.')
      expect((await connections(owner))[0]).toMatchObject({ issuer: upstream.issuer })
    } finally {
      await other.close()
    }
  })

  test('requiring takes an active connection and a test of one’s own, and the way in has to stay', async () => {
    const owner = await openOwner()
    await owner.post('/policy', { policy: 'required' })
    expect(problems(owner.browser)).toContain('Activate an identity provider first.')
    const id = await activate(owner)
    await db().connection.update({ where: { id }, data: { testedAt: new Date(world.deps.now().getTime() - hour) } })
    await owner.post('/policy', { policy: 'required' })
    expect(problems(owner.browser).join()).toContain('Test the sign-in yourself first.')
    await tryOut(owner, id)
    await owner.post('/policy', { policy: 'required' })
    expect(await db().organization.findUnique({ where: { id: owner.id } })).toMatchObject({ ssoPolicy: 'required' })
    expect(await db().connectionDomain.findMany({ where: { connectionId: id } })).toMatchObject([{ enforced: true }])
    await account.notice(owner.email, 'Company sign-in required')
  })

  test('FE-31 only a domain that is proven by DNS is attached, and to one organization', async () => {
    const [first, second] = [await openOwner(), await openOwner()]
    const id = await connect(first)
    await second.post('/new', fields())
    const [connection] = await connections(second)
    await second.post('/attach', { id: connection?.id ?? '', domain: first.domain })
    expect(second.browser.current?.status).toBe(422)
    await db().domain.updateMany({ where: { organizationId: second.id }, data: { method: 'email' } })
    await second.post('/attach', { id: connection?.id ?? '', domain: second.domain })
    expect(problems(second.browser).join()).toContain('verified by email only')
    expect(await db().connectionDomain.findMany({ where: { domain: first.domain } })).toMatchObject([
      { connectionId: id },
    ])
  })

  test('another organization’s connection is not found, and admins and members change nothing', async () => {
    const [owner, stranger] = [await openOwner(), await openOwner()]
    const id = await connect(owner)
    for (const path of ['/test', '/activate', '/remove', '/disable', '/attach', '/groups'])
      expect((await stranger.post(path, { id, domain: stranger.domain, value: 'x', gives: 'admin' })).status).toBe(404)
    expect((await stranger.browser.go(`${owner.base}/${id}`)).status).toBe(404)
    expect((await stranger.browser.go(`${stranger.base}/${id}`)).status).toBe(404)
    await db().membership.create({
      data: { userId: stranger.userId, organizationId: owner.id, roles: 'admin', createdAt: world.deps.now() },
    })
    expect((await stranger.browser.go(`${owner.base}/${id}`)).status).toBe(200)
    expect(stranger.browser.current?.html.querySelectorAll('main form')).toHaveLength(0)
    for (const path of ['/new', '/edit', '/settings', '/policy', '/networks', '/links', '/groups', '/remove'])
      expect((await account.post(stranger.browser, `${owner.base}${path}`, { id, ...fields() })).status, path).toBe(403)
    await db().membership.updateMany({
      where: { userId: stranger.userId, organizationId: owner.id },
      data: { roles: 'member' },
    })
    expect((await stranger.browser.go(owner.base)).status).toBe(403)
  })

  test('an owner without a passkey, or who signed in a while ago, decides nothing', async () => {
    const owner = await openOwner()
    const id = await connect(owner)
    world.pass(10 * 60_000)
    await owner.post('/activate', { id })
    expect(owner.browser.current?.location).toContain('/sign-in/')
    await owner.renew()
    await db().passkey.deleteMany({ where: { userId: owner.userId } })
    await owner.post('/groups', { id, value: 'Admins', gives: 'admin' })
    expect(owner.browser.current?.location).not.toContain(`${owner.base}/${id}`)
  })

  test('FE-28 a group makes owners only where an owner has allowed that for the connection', async () => {
    const owner = await openOwner()
    const id = await connect(owner)
    await owner.post('/groups', { id, value: 'Owners', gives: 'owner' })
    expect(problems(owner.browser).join()).toContain('First allow owners')
    await owner.post('/groups', { id, value: 'Admins', gives: 'admin' })
    await owner.post('/settings', {
      id,
      jit: 'yes',
      default_role: 'member',
      groups_claim: 'groups',
      allow_owner: 'yes',
    })
    await owner.post('/groups', { id, value: 'Owners', gives: 'owner' })
    expect(
      await db().roleMapping.findMany({ where: { connectionId: id }, orderBy: { position: 'asc' } }),
    ).toMatchObject([
      { value: 'Admins', role: 'admin' },
      { value: 'Owners', role: 'owner' },
    ])
  })
})
