import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { createClient } from '../src/flows/management/clients/clients.ts'
import { createInitialAccessToken } from '../src/flows/management/registration/initial-access-tokens.ts'
import { system } from '../src/flows/platform/audit.ts'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import type { Client } from '../src/oidc/clients.ts'
import { addConsent, type Consent, consentTo, covers, noConsent } from '../src/oidc/consent.ts'
import { openPolicy } from '../src/oidc/dynamic-clients/registration.ts'
import { findConsents, putConsent } from '../src/store/hot/consents.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { claimsOf, type Given, openTestWorld, pkce, redirectUri, type TestWorld } from './support/world.ts'

// What a person allowed a client, and what it may have without asking again. One model for every kind of client: configured, stored,
// registered and with a metadata document.

const notes = 'https://notes.example.test'
const payroll = 'https://payroll.example.test'
const agentId = 'https://agent.example.test/client.json'
const agentRedirectUri = 'https://agent.example.test/callback'
const strangerId = 'dyn_stranger'

const secret = 'asking-secret-0123456789'
const environment = {
  DYNAMIC_CLIENTS: 'open',
  REGISTRATION: 'open',
  PASSKEY_NUDGE: 'off',
  OIDC_CLIENT_5_SCOPES: 'openid,profile,email,phone,offline_access,read',
  OIDC_CLIENT_5_SECRET: secret,
  OIDC_CLIENT_5_AUDIENCES: `${notes},${payroll}`,
  OIDC_CLIENT_5_ORGANIZATION: 'optional',
  OIDC_RESOURCE_0_SCOPE_TEXTS: JSON.stringify({
    read: {
      en: { name: 'Read notes', description: 'See what you <b>wrote</b>.' },
      de: { name: 'Notizen lesen' },
    },
  }),
  ...Object.fromEntries(
    [
      ['Notes', notes],
      ['Payroll', payroll],
    ].flatMap(([name, identifier], at) => [
      [`OIDC_RESOURCE_${at}`, identifier],
      [`OIDC_RESOURCE_${at}_NAME`, name],
      [`OIDC_RESOURCE_${at}_SCOPES`, at === 0 ? 'read,write' : 'read'],
      [`OIDC_RESOURCE_${at}_DYNAMIC_CLIENTS`, 'any'],
      [`OIDC_RESOURCE_${at}_ORGANIZATION`, 'none'],
    ]),
  ),
}

/** As a metadata document or an open registration makes one. */
const dynamicClient = (id: string, changes: Partial<Client>): Client => ({
  ...ownClient(id, 'Agent'),
  redirectUris: [agentRedirectUri],
  scopes: new Set(['openid', 'profile', 'email', 'offline_access', 'read', 'write']),
  grantTypes: new Set(['authorization_code', 'refresh_token']),
  responseTypes: new Set(['code']),
  requireConsent: true,
  organization: 'optional',
  onboarding: null,
  ...changes,
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let storedId: string
  let storedSecret: string
  let firstPartyId: string
  beforeAll(async () => {
    world = await openTestWorld(environment, { database })
    const { clients } = world.deps
    const find = clients.find.bind(clients)
    const dynamic = new Map([
      [agentId, dynamicClient(agentId, { source: 'document', trust: 'listed' })],
      [strangerId, dynamicClient(strangerId, { source: 'registered', trust: 'unknown' })],
    ])
    clients.find = (id) => dynamic.get(id) ?? find(id)
    const operator = { actor: system, apiScopes: 'all' } as const
    const stored = await createClient(world.deps, operator, {
      client_name: 'Stored',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid profile email phone offline_access read',
      audiences: [notes, payroll],
      require_consent: true,
      organization: 'optional',
    })
    storedId = stored.id
    storedSecret = stored.secret ?? ''
    const invited = await createInitialAccessToken(world.deps, operator, {
      ...{ name: 'Ours', uses: 1, expiresIn: 60 },
      policy: { ...openPolicy, firstParty: true },
    })
    const registered = await fetch(`${world.address}/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${invited.secret}` },
      body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
    })
    firstPartyId = ((await registered.json()) as { client_id: string }).client_id
  })
  afterAll(() => world?.close())

  const idOf = (kind: string): string =>
    new Map([
      ['configured', 'third'],
      ['stored', storedId],
      ['registered first-party', firstPartyId],
      ['registered third-party', strangerId],
      ['document', agentId],
    ]).get(kind) ?? kind
  const { verifier, challenge } = pkce()
  const paramsOf = (kind: string, given: Given): Given => ({
    client_id: idOf(kind),
    redirect_uri: [agentId, strangerId].includes(idOf(kind)) ? agentRedirectUri : redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    nonce: '',
    ...given,
  })
  const begin = (browser: PlainBrowser, kind: string, given: Given) => world.authorize(browser, paramsOf(kind, given))
  const signIn = (kind: string, given: Given) => world.signIn({}, paramsOf(kind, given))
  const allow = async (browser: PlainBrowser, kind: string, given: Given) => {
    await begin(browser, kind, given)
    const visited = await browser.submit({ decision: 'allow' })
    return visited.callback?.searchParams.get('code') ?? ''
  }
  /** What `prompt=none` leads to: a code, an error, or the status of a page of ours. */
  const silent = async (browser: PlainBrowser, kind: string, given: Given) => {
    const visited = await begin(browser, kind, { ...given, prompt: 'none' })
    const answer = visited.callback?.searchParams
    return answer?.has('code') ? 'code' : (answer?.get('error') ?? visited.status)
  }
  /** At the token endpoint. Only those that an operator made have a secret. */
  const token = (kind: string, body: Given) => {
    const found = new Map([
      ['configured', secret],
      ['stored', storedSecret],
    ]).get(kind)
    return found ? world.token(body, { basic: [idOf(kind), found] }) : world.token({ ...body, client_id: idOf(kind) })
  }
  const redeem = async (kind: string, code: string, more: Given = {}) =>
    token(kind, {
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier, ...more },
      redirect_uri: paramsOf(kind, {}).redirect_uri,
    })

  test.each(['configured', 'stored', 'document'])(
    'AZ-44 consent of a %s client to one API is none to another',
    async (kind) => {
      const { browser } = await world.signIn()
      const toNotes = { scope: 'openid read', resource: notes }
      const { text } = await begin(browser, kind, toNotes)
      expect(text).toContain('Notes')
      expect(text).not.toContain('Payroll')
      await browser.submit({ decision: 'allow' })
      expect(await silent(browser, kind, toNotes)).toBe('code')
      expect(await silent(browser, kind, { scope: 'openid read', resource: payroll })).toBe('consent_required')
      // Not even without a scope of that API: the token would be for it.
      expect(await silent(browser, kind, { scope: 'openid', resource: payroll })).toBe('consent_required')

      expect((await begin(browser, kind, { scope: 'openid read', resource: payroll })).text).toContain('Payroll')
      await browser.submit({ decision: 'allow' })
      expect(await silent(browser, kind, { scope: 'openid read', resource: payroll })).toBe('code')
      expect(await silent(browser, kind, toNotes)).toBe('code')
    },
  )

  test.each(['configured', 'stored', 'registered third-party', 'document'])(
    'TB-4 a person reads what a scope allows, of a %s client, and of the API that it is a scope of',
    async (kind) => {
      const { browser } = await world.signIn()
      const request = { scope: 'openid read', resource: notes }
      const asked = await begin(browser, kind, request)
      expect(asked.html.querySelectorAll('.scopes li').map(({ text }) => text)).toEqual([
        'know who you are',
        'Read notes\nSee what you <b>wrote</b>.',
      ])
      const german = await begin(browser, kind, { ...request, ui_locales: 'de-AT' })
      expect(german.html.querySelectorAll('.scopes li').at(-1)?.text).toBe('Notizen lesen')
      await browser.submit({ decision: 'allow' })
      for (const page of ['/account', '/account/applications'])
        expect((await browser.go(`${world.issuer}${page}`)).text, page).toMatch(/Read notes|Notizen lesen/)
      // The same name at another API is another scope.
      const other = await begin(browser, kind, { scope: 'openid read', resource: payroll, ui_locales: 'en' })
      expect(other.text).not.toContain('Read notes')
    },
  )

  test.each(['configured', 'stored', 'document'])(
    'AZ-45 consent to a %s client adds, and never shrinks',
    async (kind) => {
      const { browser } = await world.signIn()
      await allow(browser, kind, { scope: 'openid profile email' })
      await allow(browser, kind, { scope: 'openid', prompt: 'consent' })
      expect(await silent(browser, kind, { scope: 'openid profile email' })).toBe('code')
      expect(await silent(browser, kind, { scope: 'openid profile email offline_access' })).toBe('consent_required')
    },
  )

  test.each(['configured', 'stored', 'document'])(
    'AZ-46 CM-41 a %s client gets no claim that nobody allowed',
    async (kind) => {
      const { browser } = await world.signIn()
      expect(await allow(browser, kind, { scope: 'openid' })).toBeTruthy()
      const email = { scope: 'openid', claims: JSON.stringify({ userinfo: { email: null } }) }
      expect(await silent(browser, kind, email)).toBe('consent_required')
      expect((await begin(browser, kind, email)).text).toContain('see your email address')
      const visited = await browser.submit({ decision: 'allow' })
      const tokens = await redeem(kind, visited.callback?.searchParams.get('code') ?? '')
      expect(await (await world.userinfo(tokens.body.access_token)).json()).toHaveProperty('email')
      // The claim, and not its scope.
      expect(await silent(browser, kind, email)).toBe('code')
      expect(await silent(browser, kind, { scope: 'openid email' })).toBe('consent_required')
      const name = JSON.stringify({ id_token: { name: { essential: true } } })
      expect(await silent(browser, kind, { scope: 'openid', claims: name })).toBe('consent_required')
      // What a scope allows, a claim need not ask for again.
      await allow(browser, kind, { scope: 'openid profile' })
      expect(await silent(browser, kind, { scope: 'openid', claims: name })).toBe('code')
    },
  )

  test.each(['configured', 'stored'])(
    'AZ-44 the token endpoint gives a %s client no API that nobody allowed',
    async (kind) => {
      const { browser, code } = await signIn(kind, { scope: 'openid read' })
      expect((await redeem(kind, code, { resource: payroll })).body.error).toBe('invalid_target')
      const again = (await begin(browser, kind, { scope: 'openid read' })).callback?.searchParams.get('code') ?? ''
      const tokens = await redeem(kind, again)
      const refresh = (refreshToken: string, resource?: string) =>
        token(kind, { grant_type: 'refresh_token', refresh_token: refreshToken, resource })
      const refused = await refresh(tokens.body.refresh_token, payroll)
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target'])
      await allow(browser, kind, { scope: 'openid read', resource: notes })
      expect((await refresh(tokens.body.refresh_token, payroll)).status).toBe(400)
      const allowed = await refresh(tokens.body.refresh_token, notes)
      expect(claimsOf(allowed.body.access_token).aud).toBe(notes)
    },
  )

  test('OWN-01 a refresh for another organization needs a consent there to every API and claim of the grant', async () => {
    const { browser, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findFirstOrThrow({ where: { address: person.email } })
    const createdAt = world.deps.now()
    const two = newId(createdAt)
    const { prisma } = world.deps.db
    await prisma.organization.create({ data: { id: two, slug: `two-${two}`, name: 'Two', createdAt } })
    await prisma.membership.create({ data: { organizationId: two, userId, roles: 'member', createdAt } })
    const claims = JSON.stringify({ userinfo: { email: null } })
    const wanted = { scope: 'openid read offline_access', resource: notes, claims }
    const { organizationId } = await prisma.membership.findFirstOrThrow({
      where: { userId, organizationId: { not: two } },
    })
    const code = await allow(browser, 'configured', { ...wanted, organization: organizationId })
    const { body } = await redeem('configured', code)
    let refreshToken = body.refresh_token
    const move = async () => {
      const moved = await token('configured', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        organization: two,
      })
      refreshToken = moved.body.refresh_token ?? refreshToken
      return moved.body.error ?? 'moved'
    }
    expect(await move()).toBe('invalid_grant')
    const there = { scope: 'openid read offline_access', organization: two }
    const allowed: [Given, string][] = [
      [there, 'invalid_grant'],
      [{ ...there, resource: payroll, claims }, 'invalid_grant'],
      [{ ...there, resource: notes }, 'moved'],
    ]
    for (const [given, expected] of allowed) {
      await allow(browser, 'configured', given)
      expect(await move()).toBe(expected)
    }
  })

  test('AZ-47 a registered third-party client is asked about each time, and is shown with its API and claims', async () => {
    const { browser, person } = await world.signIn()
    const { slug } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
    await accountOf(world).post(browser, `/organizations/${slug}/applications/policy`, { policy: 'any' })
    const request = { scope: 'openid read', resource: notes, claims: JSON.stringify({ userinfo: { email: null } }) }
    const { text } = await begin(browser, 'registered third-party', request)
    expect(text).toContain('Notes')
    expect(text).toContain('see your email address')
    await browser.submit({ decision: 'allow' })
    expect(await silent(browser, 'registered third-party', request)).toBe('consent_required')
    const code = await allow(browser, 'registered third-party', { scope: 'openid' })
    const tokens = await redeem('registered third-party', code)
    const userinfo = await (await world.userinfo(tokens.body.access_token)).json()
    expect(Object.keys(userinfo as object)).toEqual(['sub'])
    // What was allowed earlier is no consent to more at the token endpoint.
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token, resource: notes }
    expect((await token('registered third-party', refresh)).body.error).toBe('invalid_target')
  })

  test('a registered first-party client asks nobody, and gets the claims that it names', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
    const { code, browser } = await signIn('registered first-party', { scope: 'openid', claims })
    const tokens = await redeem('registered first-party', code)
    expect(await (await world.userinfo(tokens.body.access_token)).json()).toMatchObject({ name: 'Ada Lovelace' })
    expect(await silent(browser, 'registered first-party', { scope: 'openid email', claims })).toBe('code')
    // Nobody is asked about an API either, wherever it is named.
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token, resource: notes }
    expect(claimsOf((await token('registered first-party', refresh)).body.access_token).aud).toBe(notes)
  })

  test.each([
    ['configured', 'login_required'],
    ['stored', 'login_required'],
    ['registered first-party', 'login_required'],
    ['registered third-party', 400],
    ['document', 400],
  ])('DR-15 an error before any click: to a %s client %s', async (kind, expected) => {
    expect(await silent(world.browser(), kind, { scope: 'openid' })).toBe(expected)
    const object = `${btoa('{"alg":"none"}')}.${btoa('{"state":"of-the-object"}')}.`
    for (const refused of [{ request: object }, { request_uri: 'https://rp.example.test/request' }]) {
      const { callback, status } = await begin(world.browser(), kind, { scope: 'openid', ...refused })
      const stays = expected === 400
      expect([kind, callback === null, status === 400]).toEqual([kind, stays, stays])
      if (callback) expect(callback.searchParams.get('error')).toMatch(/^request_(uri_)?not_supported$/)
    }
    const posted = await fetch(`${world.issuer}/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        response_type: 'code',
        ...paramsOf(kind, { scope: 'openid', prompt: 'none' }),
      } as Record<string, string>),
    })
    const { callback, status } = await world.browser().go(posted.headers.get('location') ?? '')
    expect(callback?.searchParams.get('error') ?? status).toBe(expected)
  })

  test('revoking a client in the account ends all that was allowed, of every API', async () => {
    const { browser } = await world.signIn()
    for (const resource of [notes, payroll]) await allow(browser, 'configured', { scope: 'openid read', resource })
    const page = await browser.go(`${world.issuer}/account/applications`)
    expect(page.text).toContain('Notes')
    expect(page.text).toContain('Payroll')
    await accountOf(world).post(browser, '/account/applications/revoke', { client: 'third' })
    for (const resource of [notes, payroll])
      expect(await silent(browser, 'configured', { scope: 'openid read', resource })).toBe('consent_required')
  })

  test('a consent of the version before counts for what it says, and for no API that it does not name', async () => {
    const { browser, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findFirstOrThrow({ where: { address: person.email } })
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
    // As that version writes it, and writes over it.
    const before = (scope: string) =>
      world.deps.db.sql.write(
        `INSERT INTO consent (user_id, client_id, organization_id, scope, granted_at) VALUES ($1, 'third', $2, $3, $4)
         ON CONFLICT (user_id, client_id, organization_id) DO UPDATE SET scope = excluded.scope`,
        [userId, organizationId, scope, world.deps.now()],
      )
    await before('openid email read')
    expect(await silent(browser, 'configured', { scope: 'openid email read' })).toBe('code')
    expect(await silent(browser, 'configured', { scope: 'openid read', resource: notes })).toBe('consent_required')
    await allow(browser, 'configured', { scope: 'openid read', resource: notes })
    await before('openid')
    expect(await silent(browser, 'configured', { scope: 'openid email read' })).toBe('code')
    expect(await silent(browser, 'configured', { scope: 'openid read', resource: notes })).toBe('code')
  })

  test('twenty consents at the same time are all kept', async () => {
    const { person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findFirstOrThrow({ where: { address: person.email } })
    const names = Array.from({ length: 20 }, (_, at) => `scope-${at}`)
    await Promise.all(
      names.map((name) =>
        changeStore(world.deps, (tx) =>
          putConsent(tx, {
            ...{ userId, clientId: 'third', organizationId: null, connection: null, now: world.deps.now() },
            consent: { ...noConsent, scope: [name] },
            names: { scope: [name], resource: [] },
          }),
        ),
      ),
    )
    const [found] = await findConsents(world.deps.db, userId, 'third')
    expect([...(found?.consent.scope ?? [])].sort()).toEqual(names.sort())
  })

  test('a connected client that shows itself as another one has nothing of what was allowed before', async () => {
    const { person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findFirstOrThrow({ where: { address: person.email } })
    const put = (name: string, clientDigest: string) =>
      changeStore(world.deps, (tx) =>
        putConsent(tx, {
          ...{ userId, clientId: agentId, organizationId: null, now: world.deps.now() },
          connection: { id: `connection-${database}`, clientName: 'Agent', redirectOrigin: notes, clientDigest },
          consent: { ...noConsent, scope: [name] },
          names: { scope: [name], resource: [] },
        }),
      )
    const scope = async () => (await findConsents(world.deps.db, userId, agentId))[0]?.consent.scope
    await put('read', 'one')
    await put('write', 'one')
    expect(await scope()).toEqual(['read', 'write'])
    await put('openid', 'another')
    expect(await scope()).toEqual(['openid'])
  })
})

describe('what a consent covers', () => {
  const registry = {
    find: (identifier: string) =>
      identifier === notes ? { name: 'Notes', scopes: ['read', 'write'], scopeTexts: new Map() } : undefined,
  }
  const client = { scopes: new Set(['openid', 'profile', 'email', 'read', 'write']) }
  const asked = (scope: string, resource: string[] = [], claims: string[] = []): Consent =>
    consentTo(
      {
        scope: scope.split(' '),
        resource,
        claims: { userinfo: Object.fromEntries(claims.map((name) => [name, null])), idToken: {} },
      },
      client,
      registry,
    )

  test('scopes are of the API that knows them, and of this server otherwise', () => {
    expect(asked('openid read write', [notes])).toEqual({
      scope: ['openid'],
      claims: [],
      resources: [{ identifier: notes, scope: ['read', 'write'] }],
    })
    // Of an API that is not registered, nobody knows which are its own.
    expect(asked('openid read', ['urn:api'])).toMatchObject({ resources: [{ identifier: 'urn:api', scope: ['read'] }] })
    expect(asked('openid read').scope).toEqual(['openid', 'read'])
  })

  test('claims count that the client may have and that no scope includes', () => {
    expect(asked('openid', [], ['email', 'phone_number', 'acr', 'sub', 'constructor']).claims).toEqual(['email'])
    expect(asked('openid email', [], ['email']).claims).toEqual([])
  })

  test.each<[string, Consent, Consent, boolean]>([
    ['all of it', asked('openid read', [notes]), asked('openid read', [notes]), true],
    [
      'another spelling of the same API',
      asked('read', [notes]),
      asked('read', ['HTTPS://notes.example.test:443/']),
      true,
    ],
    ['a scope without an API is none of an API', asked('openid read'), asked('openid read', [notes]), false],
    ['a scope of an API is none without it', asked('openid read', [notes]), asked('openid read'), false],
    ['a claim by its scope', asked('openid email'), asked('openid', [], ['email']), true],
    ['a scope by its claim', asked('openid', [], ['email']), asked('openid email'), false],
    ['nothing', noConsent, asked('openid'), false],
  ])('%s', (_name, given, wanted, expected) => {
    expect(covers(given, wanted)).toBe(expected)
    expect(covers(addConsent(given, wanted), wanted)).toBe(true)
    expect(covers(addConsent(wanted, given), given)).toBe(true)
  })
})
