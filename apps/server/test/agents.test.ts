import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import type { Client } from '../src/oidc/clients.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { type Given, openTestWorld, pkce, type SignedIn, someone, type TestWorld } from './support/world.ts'

// Dynamic clients: what a person is shown before they connect one, which organizations accept it, and
// how a connection ends.

const api = 'https://mcp.example.test/mcp'
const redirectUri = 'https://agent.example.test/callback'
const agentId = 'https://agent.example.test/client.json'
const strangerId = 'https://stranger.example.test/client.json'
const registeredId = 'dyn_someRegisteredClient'

/** A client as a metadata document or a registration makes one. */
const dynamicClient = (id: string, changes: Partial<Client> = {}): Client => ({
  ...ownClient(id, 'Claude'),
  source: id.startsWith('https://') ? 'document' : 'registered',
  trust: 'unknown',
  redirectUris: [redirectUri, 'http://127.0.0.1/callback'],
  scopes: new Set(['openid', 'profile', 'email', 'offline_access', 'tools:read', 'tools:write']),
  grantTypes: new Set(['authorization_code', 'refresh_token']),
  responseTypes: new Set(['code']),
  requireConsent: true,
  onboarding: null,
  ...changes,
})

const environment = {
  DYNAMIC_CLIENTS: 'open',
  REGISTRATION: 'open',
  PASSKEY_NUDGE: 'off',
  OIDC_CLIENT_ID_7: 'admin',
  OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'organizations:read,organizations:write',
  OIDC_RESOURCE_0: api,
  OIDC_RESOURCE_0_NAME: 'Notes API',
  OIDC_RESOURCE_0_SCOPES: 'tools:read,tools:write',
  OIDC_RESOURCE_0_DEFAULT_SCOPES: 'tools:read',
  OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'any',
  OIDC_RESOURCE_0_ORGANIZATION: 'required',
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  const dynamic = new Map<string, Client>()
  beforeAll(async () => {
    world = await openTestWorld(environment, { database })
    const { clients } = world.deps
    const find = clients.find.bind(clients)
    clients.find = (id) => dynamic.get(id) ?? find(id)
  })
  afterAll(() => world?.close())
  beforeEach(() => {
    dynamic.set(agentId, dynamicClient(agentId, { trust: 'listed' }))
    dynamic.set(strangerId, dynamicClient(strangerId))
    dynamic.set(registeredId, dynamicClient(registeredId, { name: 'Cursor' }))
  })

  const proof = pkce()
  const begin = (browser: PlainBrowser, clientId: string, params: Given = {}): Promise<Visited> =>
    world.authorize(browser, {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'tools:read offline_access',
      resource: api,
      code_challenge: proof.challenge,
      code_challenge_method: 'S256',
      nonce: undefined,
      ...params,
    })
  const redeem = (clientId: string, visited: Visited, redirect = redirectUri) =>
    world.token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: visited.callback?.searchParams.get('code') ?? '',
      code_verifier: proof.verifier,
      redirect_uri: redirect,
    })
  const refresh = (clientId: string, refreshToken: string) =>
    world.token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })

  const organizationOf = async ({ person }: SignedIn) =>
    world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
  const allowing = async (signedIn: SignedIn, policy = 'any') => {
    const { id } = await organizationOf(signedIn)
    await world.deps.db.prisma.organization.update({ where: { id }, data: { applicationPolicy: policy } })
    return id
  }
  const events = (action: string, clientId: string) =>
    world.deps.db.prisma.auditEvent.findMany({ where: { action, targetId: clientId }, orderBy: { id: 'asc' } })
  const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
    accountOf(world).post(browser, path, fields)

  test('the page says who asks, where the browser goes, for which API and for how long', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const { html, text } = await begin(signedIn.browser, strangerId)
    expect(html.querySelector('h1')?.text).toBe('Connect stranger.example.test to your account?')
    const facts = html.querySelectorAll('dl.facts dd').map((fact) => fact.text.trim())
    expect(facts[0]).toBe('Claude')
    expect(facts[1]).toBe('agent.example.test')
    expect(facts[2]).toContain('Notes API')
    expect(facts[2]).toContain('mcp.example.test')
    expect(
      html
        .querySelectorAll('.scopes li')
        .map((scope) => scope.text)
        .filter((text) => text.startsWith('use')),
    ).toEqual(['use "tools:read"'])
    expect(text).toContain('up to 90 days')
    expect(text).toContain('new here')
    expect(text).toContain(signedIn.person.email)
    // Cancel comes first, has the focus, and looks like the other button.
    const [cancel, connect] = html.querySelectorAll('.equals button')
    expect(cancel?.getAttribute('value')).toBe('deny')
    expect(cancel?.hasAttribute('autofocus')).toBe(true)
    expect(cancel?.getAttribute('class')).toBe(connect?.getAttribute('class'))
    expect(html.querySelector('main img')).toBeNull()
  })

  test('of two first connections at once, one is mailed as the first', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const userId = await accountOf(world).idOf(signedIn.person.email)
    await begin(signedIn.browser, strangerId)
    const { db } = world.deps
    const transaction = db.transaction.bind(db)
    const mails = world.mailbox.mails.length
    // The other one is stored after the page has read everything.
    const spy = vi.spyOn(db, 'transaction').mockImplementationOnce(async (run) => {
      await db.prisma.consent.create({
        data: {
          ...{
            userId,
            clientId: strangerId,
            organizationId: '',
            scope: '',
            clientName: 'Claude',
            clientDigest: 'none',
          },
          ...{ connectionId: `of another ${database}`, redirectOrigin: 'https://agent.example.test' },
          grantedAt: world.deps.now(),
        },
      })
      return transaction(run)
    })
    try {
      await signedIn.browser.submit({ decision: 'allow' })
    } finally {
      spy.mockRestore()
    }
    await expect.poll(() => db.prisma.outboxMessage.count()).toBe(0)
    expect(world.mailbox.mails.slice(mails).filter(({ subject }) => subject?.includes('connected'))).toEqual([])
  })

  test('connects, writes the event, mails once, and the tokens name the organization', async () => {
    const signedIn = await world.signIn()
    const { browser, person } = signedIn
    const organizationId = await allowing(signedIn)
    await begin(browser, strangerId)
    const tokens = await redeem(strangerId, await browser.submit({ decision: 'allow' }))
    expect(tokens.status).toBe(200)
    expect(tokens.body.id_token).toBeUndefined()
    const claims = JSON.parse(Buffer.from(tokens.body.access_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ aud: api, client_id: strangerId, scope: 'tools:read offline_access' })
    expect(JSON.stringify(claims)).toContain(organizationId)
    const [event] = (await events('client.connected', strangerId)).filter(
      (found) => found.organizationId === organizationId,
    )
    expect(JSON.parse(event?.detail ?? '')).toMatchObject({
      host: 'stranger.example.test',
      redirect: 'https://agent.example.test',
    })
    const notice = await accountOf(world).notice(person.email, 'An application was connected')
    expect(notice).toContain('stranger.example.test')
    expect(notice).toContain('/account/applications')
    // A person who connects again is asked again, and not told again.
    const mails = world.mailbox.mails.length
    await begin(browser, strangerId)
    expect(browser.has('shown')).toBe(true)
    await browser.submit({ decision: 'allow' })
    expect(world.mailbox.mails.length).toBe(mails)
    expect((await refresh(strangerId, tokens.body.refresh_token)).status).toBe(200)
  })

  test('a registered client and a loopback address are named for what they are', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const { html, text } = await begin(signedIn.browser, registeredId, {
      redirect_uri: 'http://127.0.0.1:53111/callback',
    })
    expect(html.querySelector('h1')?.text).toBe('Connect an application to your account?')
    expect(text).toContain('An application on this device')
    expect(text).toContain('Anything that runs on this device could have asked')
  })

  test('DR-13 a name with markup, marks of direction or 500 characters is one short line of text', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const names = ['<img src=x onerror=alert(1)>', 'Claude\u202E\u2066gnp.exe\u0007', 'C'.repeat(500)]
    const shown: string[] = []
    for (const name of names) {
      dynamic.set(strangerId, dynamicClient(strangerId, { name, logoUri: 'https://evil.example/logo.png' }))
      const { html, headers } = await begin(signedIn.browser, strangerId)
      shown.push(html.querySelector('dl.facts dd')?.text.trim() ?? '')
      expect(html.querySelectorAll('main img, main script').length).toBe(0)
      expect(html.toString()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0007]/)
      expect(html.toString()).not.toContain('evil.example')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect(shown[0]).toBe(names[0])
    expect(shown[1]).toBe('Claude gnp.exe')
    expect(shown[2]).toHaveLength(80)
  })

  test('DR-15 prompt=none never passes an unknown client, and a listed one only as it was allowed', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const { browser } = signedIn
    const silent = async (clientId: string, params: Given = {}) => {
      const visited = await begin(browser, clientId, { prompt: 'none', ...params })
      return visited.callback?.searchParams.get('code')
        ? 'code'
        : (visited.callback?.searchParams.get('error') ?? visited.status)
    }
    // A page of ours, and no redirect: the person has never allowed it.
    expect(await silent(agentId)).toBe(400)
    expect(await silent(strangerId)).toBe(400)
    await begin(browser, agentId)
    await browser.submit({ decision: 'allow' })
    expect(await silent(agentId)).toBe('code')
    expect(await silent(agentId, { scope: 'tools:read tools:write' })).toBe('consent_required')
    expect(await silent(agentId, { redirect_uri: 'http://127.0.0.1:4711/callback' })).toBe('consent_required')
    await begin(browser, strangerId)
    await browser.submit({ decision: 'allow' })
    expect(await silent(strangerId)).toBe('consent_required')
  })

  test('CM-11 a redirect URI of another domain is named, and never remembered', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const evil = 'https://evil.example/cb'
    dynamic.set(agentId, dynamicClient(agentId, { trust: 'listed', redirectUris: [redirectUri, evil] }))
    const { html } = await begin(signedIn.browser, agentId, { redirect_uri: evil })
    expect(html.querySelectorAll('dl.facts dd')[1]?.text.trim()).toBe('evil.example')
    await signedIn.browser.submit({ decision: 'allow' })
    await begin(signedIn.browser, agentId, { redirect_uri: evil })
    expect(signedIn.browser.has('shown')).toBe(true)
  })

  test('CM-14 a change while the page is open shows it again; a later one asks again', async () => {
    const signedIn = await world.signIn()
    await allowing(signedIn)
    const { browser } = signedIn
    await begin(browser, agentId)
    dynamic.set(agentId, dynamicClient(agentId, { trust: 'listed', name: 'Something else' }))
    const again = await browser.submit({ decision: 'allow' })
    expect(again.callback).toBeNull()
    expect(again.text).toContain('has changed since you opened this page')
    expect(again.text).toContain('Something else')
    // The redirect URI is not the client's any more: nothing is sent there.
    dynamic.set(agentId, dynamicClient(agentId, { trust: 'listed', name: 'Something else', redirectUris: [] }))
    expect((await browser.submit({ decision: 'allow' })).callback).toBeNull()
    dynamic.set(agentId, dynamicClient(agentId, { trust: 'listed', name: 'Something else' }))
    const tokens = await redeem(agentId, await browser.submit({ decision: 'allow' }))
    expect((await begin(browser, agentId)).callback).not.toBeNull()
    dynamic.set(agentId, dynamicClient(agentId, { trust: 'listed', jwksUri: 'https://evil.example/jwks' }))
    await begin(browser, agentId)
    expect(browser.has('shown')).toBe(true)
    expect((await refresh(agentId, tokens.body.refresh_token)).status).toBe(200)
  })

  test('CM-31 an organization that does not accept the client is not offered, and a forged form is refused', async () => {
    const signedIn = await world.signIn()
    const { id } = await organizationOf(signedIn)
    const { browser } = signedIn
    const { html, text, location } = await begin(browser, strangerId)
    expect(text).toContain('None of your organizations allows this application')
    expect(html.querySelectorAll('.equals button')).toHaveLength(1)
    const shown = html.querySelector('[name=shown]')?.getAttribute('value') ?? ''
    const path = new URL(location).pathname
    const forged = await post(browser, path, { shown, organization: id, decision: 'allow' })
    expect(forged.status).toBe(403)
    const refused = await events('client.connected', strangerId)
    expect(refused.filter((event) => event.organizationId === id).map((event) => event.result)).toEqual(['refused'])
    expect((await post(browser, path, { shown, organization: '', decision: 'allow' })).callback).toBeNull()
    // A listed client is accepted by default; "nobody" keeps it out too, and a rule lets a single one in.
    expect((await begin(browser, agentId)).html.querySelectorAll('.equals button')).toHaveLength(2)
    await allowing(signedIn, 'nobody')
    expect((await begin(browser, agentId)).html.querySelectorAll('.equals button')).toHaveLength(1)
    await post(browser, `/organizations/${id}/applications/allow`, { application: 'agent.example.test' })
    expect((await begin(browser, agentId)).html.querySelectorAll('.equals button')).toHaveLength(2)
  })

  test('CM-31 an owner whose own rule refuses the client allows it on the way, and is asked as always', async () => {
    const signedIn = await world.signIn()
    const { id } = await organizationOf(signedIn)
    const { browser, person } = signedIn
    const { html, text } = await begin(browser, registeredId)
    expect(text).toContain('None of your organizations allows this application')
    expect(text).toContain('Cursor')
    expect(text).not.toContain(registeredId)
    expect(html.querySelector('[name=permit]')?.text.trim()).toBe(`Allow for ${person.organization} and go on`)
    // The Enter key presses none of it, and the focus is on Cancel.
    expect(html.querySelectorAll('form')[0]?.querySelector('[name=permit]')).toBeNull()
    const asked = await browser.submit({ permit: id })
    expect([asked.status, asked.callback]).toEqual([200, null])
    const [event] = await events('organization.application_rule_changed', id)
    expect(event).toMatchObject({ result: 'ok', actorKind: 'user', organizationId: id })
    expect(JSON.parse(String(event?.detail))).toMatchObject({ application: registeredId, verdict: 'allowed' })
    expect(await events('client.connected', registeredId)).toEqual([])
    expect(asked.html.querySelector('[name=permit]')).toBeNull()
    const tokens = await redeem(registeredId, await browser.submit({ decision: 'allow', organization: id }))
    expect(tokens.status).toBe(200)
  })

  test('CM-31 who may not change the rules is not offered that, and a forged form changes nothing', async () => {
    const signedIn = await world.signIn()
    const { id } = await organizationOf(signedIn)
    const { browser } = signedIn
    const { prisma } = world.deps.db
    const forge = async (clientId = strangerId) => {
      const { html, text, location } = await begin(browser, clientId)
      expect(html.querySelector('[name=permit]')).toBeNull()
      expect(text).toContain(clientId)
      const shown = html.querySelector('[name=shown]')?.getAttribute('value') ?? ''
      const forged = await post(browser, new URL(location).pathname, { shown, permit: id })
      expect(forged.status).toBe(403)
    }
    const rules = () => prisma.organizationClientRule.findMany({ where: { organizationId: id } })
    // An owner who would have to show a passkey for the pages of the organization.
    await prisma.organization.update({ where: { id }, data: { requirePasskey: true } })
    await forge()
    await prisma.organization.update({ where: { id }, data: { requirePasskey: false } })
    // A page that has changed since.
    const { location } = await begin(browser, strangerId)
    const stale = await post(browser, new URL(location).pathname, { shown: 'another', permit: id })
    expect([stale.status, stale.text.includes('has changed since')]).toEqual([422, true])
    // A mere member, and one of another organization.
    await prisma.membership.updateMany({ where: { organizationId: id }, data: { roles: 'member' } })
    await forge()
    expect(await rules()).toEqual([])
    await prisma.membership.updateMany({ where: { organizationId: id }, data: { roles: 'owner' } })
    // Somebody there has blocked it.
    await post(browser, `/organizations/${id}/applications/block`, { application: strangerId, confirm: 'yes' })
    await forge()
    expect((await rules()).map(({ verdict }) => verdict)).toEqual(['blocked'])
    const recorded = await events('organization.application_rule_changed', strangerId)
    const own = recorded.filter((event) => event.organizationId === id)
    expect(own.map(({ result }) => result)).not.toContain('ok')
    // Refusals for one reason are one event with a count.
    const counts = own.map(({ detail }) => JSON.parse(String(detail)).count ?? 1)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  test('CM-32 a removed member, an ended connection and a block end the tokens', async () => {
    const signedIn = await world.signIn()
    const { browser } = signedIn
    const id = await allowing(signedIn)
    const connect = async () => {
      await begin(browser, strangerId)
      return (await redeem(strangerId, await browser.submit({ decision: 'allow' }))).body
    }
    const first = await connect()
    const { connectionId } = await world.deps.db.prisma.consent.findFirstOrThrow({
      where: { clientId: strangerId, organizationId: id },
    })
    const page = await browser.go(`${world.issuer}/organizations/${id}/applications`)
    expect(page.text).toContain('stranger.example.test')
    const asked = await post(browser, `/organizations/${id}/applications/end`, { id: connectionId ?? '' })
    expect(asked.text).toContain('Revoke the access of stranger.example.test for Ada Lovelace?')
    const done = await browser.submit({ confirm: 'yes' })
    expect(done.text).toContain('stranger.example.test no longer has access for Ada Lovelace.')
    expect((await refresh(strangerId, first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await events('client.disconnected', strangerId)).length).toBeGreaterThan(0)
    // A code that was issued before the end is void too.
    await begin(browser, strangerId)
    const late = await browser.submit({ decision: 'allow' })
    await post(browser, `/organizations/${id}/applications/end-all`, { application: strangerId, confirm: 'yes' })
    expect((await redeem(strangerId, late)).body.error).toBe('invalid_grant')

    const blocked = await connect()
    const said = await post(browser, `/organizations/${id}/applications/block`, {
      application: 'stranger.example.test',
      confirm: 'yes',
    })
    expect(said.text).toContain('stranger.example.test is blocked. Connections ended: 1')
    expect((await refresh(strangerId, blocked.refresh_token)).body.error).toBe('invalid_grant')
    expect((await begin(browser, strangerId)).html.querySelectorAll('.equals button')).toHaveLength(1)
    await post(browser, `/organizations/${id}/applications/unrule`, { application: 'stranger.example.test' })

    const policy = await connect()
    await post(browser, `/organizations/${id}/applications/policy`, { policy: 'listed' })
    expect((await refresh(strangerId, policy.refresh_token)).body.error).toBe('invalid_grant')
    await post(browser, `/organizations/${id}/applications/policy`, { policy: 'any' })
    const last = await connect()
    await world.deps.db.prisma.membership.deleteMany({ where: { organizationId: id } })
    expect((await refresh(strangerId, last.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('an organization has a hundred rules, and is told that of the next one', async () => {
    const owner = await world.signIn()
    const id = await allowing(owner)
    const rules = Array.from({ length: 100 }, (_, at) => ({
      application: `rule${at}.example.test`,
      verdict: 'allowed',
    }))
    await world.deps.db.prisma.organizationClientRule.createMany({
      data: rules.map((rule) => ({ ...rule, organizationId: id, createdBy: null, createdAt: world.deps.now() })),
    })
    const path = `/organizations/${id}/applications/allow`
    const refused = await post(owner.browser, path, { application: 'one-more.example.test' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('You have reached the maximum number of rules.')
  })

  test('a member sees and ends what they connected, and nothing else', async () => {
    const owner = await world.signIn()
    const id = await allowing(owner)
    await begin(owner.browser, strangerId)
    await owner.browser.submit({ decision: 'allow' })
    const member = await world.signIn()
    const userId = await accountOf(world).idOf(member.person.email)
    await world.deps.db.prisma.membership.create({
      data: { organizationId: id, userId, roles: 'member', createdAt: world.deps.now() },
    })
    const path = `/organizations/${id}/applications`
    // What it may do is in the row itself, and whole in the menu.
    const { html } = await owner.browser.go(world.issuer + path)
    expect(html.querySelector('.table td[data-head=Scopes]')?.text).toContain('tools:read')
    expect((await member.browser.go(world.issuer + path)).text).not.toContain('stranger.example.test')
    const { connectionId } = await world.deps.db.prisma.consent.findFirstOrThrow({ where: { organizationId: id } })
    const statuses: number[] = []
    for (const [form, fields] of [
      ['end', { id: connectionId ?? '', confirm: 'yes' }],
      ['end-all', { application: strangerId, confirm: 'yes' }],
      ['block', { application: 'stranger.example.test', confirm: 'yes' }],
      ['allow', { application: 'stranger.example.test' }],
      ['unrule', { application: 'stranger.example.test' }],
      ['policy', { policy: 'any' }],
    ] as const)
      statuses.push((await post(member.browser, `${path}/${form}`, fields)).status)
    expect(statuses).toEqual([404, 403, 403, 403, 403, 403])
    expect(await world.deps.db.prisma.consent.count({ where: { organizationId: id } })).toBe(1)
    const outsider = await world.signIn()
    expect((await outsider.browser.go(world.issuer + path)).status).toBe(404)
  })

  test('the account page lists a connection with its organization, and ends it', async () => {
    const signedIn = await world.signIn()
    const { browser } = signedIn
    const id = await allowing(signedIn)
    await begin(browser, strangerId)
    const tokens = await redeem(strangerId, await browser.submit({ decision: 'allow' }))
    const page = await browser.go(`${world.issuer}/account/applications`)
    expect(page.text).toContain('stranger.example.test')
    expect(page.text).toContain(`For the organization ${signedIn.person.organization}.`)
    expect(page.text).toContain('last used')
    const { connectionId } = await world.deps.db.prisma.consent.findFirstOrThrow({ where: { organizationId: id } })
    const stranger = await world.signIn()
    expect((await post(stranger.browser, '/account/applications/end', { id: connectionId ?? '' })).status).toBe(404)
    const ended = await post(browser, '/account/applications/end', { id: connectionId ?? '' })
    expect(ended.text).toContain('stranger.example.test no longer has access to your account.')
    expect((await refresh(strangerId, tokens.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('the list is paged, and the API of one organization reaches no other', async () => {
    const mine = await world.signIn()
    const id = await allowing(mine)
    const other = await allowing(await world.signIn())
    const userId = await accountOf(world).idOf(mine.person.email)
    const { prisma } = world.deps.db
    const row = (index: number, organizationId: string) => ({
      ...{ organizationId, userId, clientId: `https://agent${index}.example.test/c`, scope: 'openid' },
      ...{
        connectionId: newId(new Date(world.deps.now().getTime() + index)),
        clientName: 'Agent',
        grantedAt: world.deps.now(),
      },
    })
    await prisma.consent.createMany({ data: Array.from({ length: 51 }, (_, index) => row(index, id)) })
    const first = await mine.browser.go(`${world.issuer}/organizations/${id}/applications`)
    expect(first.html.querySelectorAll('.table tbody tr').length).toBe(50)
    const next = first.html.querySelector('.pager a')?.getAttribute('href') ?? ''
    const second = await mine.browser.go(world.issuer + next)
    expect(second.text).toContain('agent0.example.test')
    expect(second.html.querySelectorAll('.table tbody tr').length).toBe(1)

    const basic: [string, string] = ['admin', 'admin-secret-0123456789']
    const token = (await world.token({ grant_type: 'client_credentials', organization: id }, { basic })).body
      .access_token
    const call = async (path: string, method = 'GET', body?: unknown) => {
      const headers = { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) }
      const sent = body ? { body: JSON.stringify(body) } : {}
      return fetch(`${world.issuer}/api/v1/organizations/${path}`, { method, headers, ...sent })
    }
    expect((await (await call(`${id}/connected-applications?limit=100`)).json()).data).toHaveLength(51)
    await prisma.consent.create({ data: { ...row(99, other), connectionId: 'z'.repeat(32) } })
    const theirs = `${other}/connected-applications`
    expect((await call(theirs)).status).toBe(404)
    expect((await call(`${theirs}/${'z'.repeat(32)}`, 'DELETE')).status).toBe(404)
    expect((await call(`${id}/connected-applications/${'z'.repeat(32)}`, 'DELETE')).status).toBe(404)
    expect((await call(`${other}/application-policy`, 'PUT', { policy: 'any' })).status).toBe(404)
    expect((await call(`${other}/application-rules/a.example`, 'PUT', { verdict: 'allowed' })).status).toBe(404)
    const blocked = await call(`${id}/application-rules/agent1.example.test`, 'PUT', { verdict: 'blocked' })
    expect(await blocked.json()).toEqual({ application: 'agent1.example.test', verdict: 'blocked', ended: 1 })
    expect(await prisma.consent.count({ where: { organizationId: id } })).toBe(50)
  })

  test('a client that nobody here chose makes no accounts, and the page does not tell who has one', async () => {
    const { email } = someone()
    const browser = world.browser()
    await begin(browser, agentId)
    const asked = await browser.submit({ email })
    expect(asked.html.querySelector('[name=code]')).not.toBeNull()
    const mail = await world.mailbox.take(email)
    expect(mail.text).not.toContain('agent.example.test')
    expect(mail.text).toContain('invitation')
    expect(await world.deps.db.prisma.email.count({ where: { address: email } })).toBe(0)
    // The same address may sign up elsewhere, if SIGN_UP lets it.
    await browser.go(`${world.issuer}/account`)
    await browser.submit({ email })
    await browser.submit({ code: await nextCode(world.mailbox, email) })
    expect(await world.deps.db.prisma.email.count({ where: { address: email } })).toBe(1)
  })
})
