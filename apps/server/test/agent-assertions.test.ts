import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import type { Client } from '../src/oidc/clients.ts'
import { jwtBearer } from '../src/oidc/response-types.ts'
import { type AgentCompany, agentSecret, agentsOf, documentId, notes, openAgentWorld } from './support/agent-company.ts'
import { answerTxt } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openTokenIssuer, type TokenIssuer } from './support/token-issuer.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

// An application gets tokens of a member by an assertion of an issuer that the organization trusts (docs/agents.md).

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const refusal = { error: 'invalid_grant', error_description: 'the assertion was not accepted' }

describe.each(databases)('an assertion of a trusted issuer, in %s', (database) => {
  let world: TestWorld
  let issuer: TokenIssuer
  let stranger: TokenIssuer
  let records: Map<string, string[]>
  let acme: AgentCompany
  let alice: { email: string; userId: string }
  let trusted: { id: string }
  const log: Record<string, unknown>[] = []
  const dynamic = new Map<string, Client>()
  const { openCompany, trust, addPerson, claims, sign, ask, askWith, introspect, seconds } = agentsOf(() => ({
    world,
    records,
    issuer,
  }))

  beforeAll(async () => {
    world = await openAgentWorld(database, { log: (line) => log.push(JSON.parse(line)) })
    issuer = await openTokenIssuer()
    stranger = await openTokenIssuer()
    records = answerTxt(world)
    const { clients } = world.deps
    const [find, lookUp] = [clients.find.bind(clients), clients.lookUpElsewhere.bind(clients)]
    clients.find = (id) => dynamic.get(id) ?? find(id)
    clients.lookUpElsewhere = async (id, use) => dynamic.get(id) ?? lookUp(id, use)
    acme = await openCompany()
    alice = await addPerson(acme, 'alice')
    trusted = await trust(acme)
  })
  afterAll(async () => {
    await world?.close()
    issuer?.close()
    stranger?.close()
  })
  beforeEach(() => {
    // Failures of one test are none of the next.
    world.pass(61_000)
    issuer.asked.length = 0
    log.length = 0
    dynamic.clear()
  })

  const differs = () => log.findLast((line) => 'differs' in line)?.differs
  const expectRefused = (answer: { status: number; body: unknown }, reason?: string) => {
    expect([answer.status, answer.body]).toEqual([400, refusal])
    if (reason) expect(differs()).toBe(reason)
  }
  const events = (action: string) =>
    world.deps.db.prisma.auditEvent.findMany({ where: { action, organizationId: acme.id }, orderBy: { id: 'asc' } })
  const dynamicClient = (changes: Partial<Client> = {}): Client => ({
    ...ownClient(documentId, 'Claude'),
    ...{ source: 'document', trust: 'listed', tokenAuthMethods: ['none'], requireConsent: true },
    grantTypes: new Set(['authorization_code', 'refresh_token', jwtBearer]),
    scopes: new Set(['openid', 'profile', 'email']),
    ...changes,
  })
  const askAsDocument = (assertion: string) => world.token({ grant_type: jwtBearer, client_id: documentId, assertion })

  test('is worth an access token of ten minutes for one API, and no other token', async () => {
    const { status, body, headers } = await askWith({ email: alice.email })
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'notes:read notes:write',
        resource: notes,
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(claimsOf(body.access_token)).toMatchObject({
      ...{ sub: alice.userId, aud: notes, client_id: 'agent', organization: acme.id },
      acr: 'urn:vestibule:acr:federated',
    })
    expect(await introspect(body.access_token)).toMatchObject({ active: true, sub: alice.userId })
    const [event] = (await events('client.connected_by_issuer')).slice(-1)
    expect(event).toMatchObject({ actorKind: 'client', actorId: 'agent', targetId: alice.userId, result: 'ok' })
    expect(JSON.stringify(event?.detail)).toContain(issuer.url)
    expect(await events('identity.linked')).toHaveLength(1)
    await vi.waitFor(() => expect(world.mailbox.mails.some(({ text }) => text?.includes('Acme Okta ·'))).toBe(true))
  })

  test('EM-01 TX-28 has exactly its type', async () => {
    for (const typ of ['JWT', 'at+jwt', undefined, 'OAUTH-ID-JAG+JWT', 'application/oauth-id-jag+jwt'])
      expectRefused(await ask(await sign({ email: alice.email }, { typ: typ as string })), 'typ')
    expect(issuer.asked).toEqual([])
  })

  test('EM-02 is signed by a key of the issuer, with an algorithm of the list', async () => {
    const payload = base64(claims({ email: alice.email }))
    const none = `${base64({ alg: 'none', typ: 'oauth-id-jag+jwt' })}.${payload}.`
    expectRefused(await ask(none), 'alg')
    const { publicKey } = await generateKeyPair('ES256', { extractable: true })
    const signed = `${base64({ alg: 'HS256', kid: 'first', typ: 'oauth-id-jag+jwt' })}.${payload}`
    const mac = createHmac('sha256', await exportSPKI(publicKey))
      .update(signed)
      .digest('base64url')
    expectRefused(await ask(`${signed}.${mac}`), 'alg')
    expect(issuer.asked).toEqual([])
    for (const alg of ['RS256', 'PS512']) {
      const header = base64({ alg, kid: 'first', typ: 'oauth-id-jag+jwt' })
      expectRefused(await ask(`${header}.${payload}.${'A'.repeat(342)}`), alg === 'PS512' ? 'alg' : 'kid')
    }
    expectRefused(await ask(await sign({ email: alice.email }, { kid: '../../../etc/passwd' })), 'kid')
    expect(issuer.asked.filter((path) => path.includes('..'))).toEqual([])
    expectRefused(
      await ask(await stranger.sign(claims({ email: alice.email }), { typ: 'oauth-id-jag+jwt' })),
      'signature',
    )
  })

  test('EM-04 TX-28 names the client that authenticated', async () => {
    expectRefused(await ask(await sign({ email: alice.email }), {}, 'other-agent'), 'client_id')
    expectRefused(await ask(await sign({ email: alice.email, client_id: undefined })), 'client_id')
    dynamic.set(documentId, dynamicClient())
    const answer = await world.token({
      ...{ grant_type: jwtBearer, client_id: documentId, assertion: await sign({ email: alice.email }) },
    })
    expectRefused(answer, 'client_id')
  })

  test('EM-05 TX-28 is of an issuer that the organization of the address trusts', async () => {
    const beta = await openCompany()
    await trust(beta, { issuer: stranger.url })
    const before = await world.deps.db.prisma.auditEvent.count({ where: { result: 'refused' } })
    const assertion = await sign({ iss: stranger.url, email: alice.email }, {}, stranger)
    expectRefused(await ask(assertion), 'trust')
    expect(await world.deps.db.prisma.auditEvent.count({ where: { result: 'refused' } })).toBe(before)
  })

  test('EM-11 TX-29 names exactly the address of a member', async () => {
    const others = [
      `alice@${acme.domain}.evil.example`,
      `"alice@${acme.domain} "@evil.example`,
      `alice+x@${acme.domain}`,
      `alice@${acme.domain.replace('a', 'а')}`,
      `nobody@${acme.domain}`,
      acme.owner.person.email,
    ]
    for (const email of others) expectRefused(await askWith({ sub: 'okta|new', email }))
    expect((await askWith({ email: alice.email.toUpperCase() })).status).toBe(200)
    expectRefused(
      await askWith({ sub: 'okta|unverified', email: alice.email, email_verified: false }),
      'email_verified',
    )
    expectRefused(await askWith({ sub: 'okta|new' }), 'trust')
  })

  test('EM-13 speaks of the known person, whatever address it names', async () => {
    const bob = await addPerson(acme, 'bob')
    const { status, body } = await askWith({ email: bob.email })
    expect([status, claimsOf(body.access_token).sub]).toEqual([200, alice.userId])
    const [event] = (await events('client.connected_by_issuer')).slice(-1)
    expect(JSON.stringify(event?.detail)).toContain('other_address')
    // Without an address, whoever is known by the subject.
    const again = await askWith({})
    expect([again.status, claimsOf(again.body.access_token).sub]).toEqual([200, alice.userId])
    expectRefused(await askWith({ sub: 'okta|bob', email: bob.email, aud_sub: alice.userId }), 'aud_sub')
    expectRefused(await askWith({ email: alice.email, aud_tenant: 'another organization' }), 'aud_tenant')
  })

  test('EM-14 has a subject of its own for each tenant', async () => {
    await trust(acme, { tenant: 'one' })
    await trust(acme, { tenant: 'two' })
    const [carol, dave] = [await addPerson(acme, 'carol'), await addPerson(acme, 'dave')]
    const first = await askWith({ sub: 'same', tenant: 'one', email: carol.email })
    const second = await askWith({ sub: 'same', tenant: 'two', email: dave.email })
    expect([first, second].map(({ body }) => claimsOf(body.access_token).sub)).toEqual([carol.userId, dave.userId])
    expectRefused(await askWith({ sub: 'same', tenant: 'three', email: carol.email }), 'trust')
    expectRefused(await askWith({ sub: 'same', email: undefined }), 'trust')
  })

  test('EM-16 TX-28 lives five minutes at most, by numbers', async () => {
    const now = seconds()
    const wrong: Record<string, unknown>[] = [
      { exp: now + 86_400 },
      { exp: undefined },
      { iat: now + 600, exp: now + 800 },
      { exp: String(now + 100) },
      { nbf: now + 120 },
      { iat: undefined },
      { iat: String(now) },
      { iat: now - 400, exp: now - 100 },
      { iat: now - 200, exp: now + 200 },
      { jti: undefined },
      { jti: 7 },
      { sub: undefined },
      { aud: [world.issuer, 'https://other.example.test'] },
      { aud: `${world.issuer}/` },
      { aud: undefined },
      { auth_time: 'yesterday' },
      { acr: ['phr'] },
      { scope: ['notes:read'] },
    ]
    for (const changes of wrong) expectRefused(await askWith({ email: alice.email, ...changes }))
    const huge = (await sign({ email: alice.email })).split('.')
    const payload = Buffer.from(huge[1] ?? '', 'base64url')
      .toString()
      .replace(/"exp":\d+/, '"exp":1e400')
    expectRefused(await ask([huge[0], Buffer.from(payload).toString('base64url'), huge[2]].join('.')))
    expect((await askWith({ email: alice.email, aud: [world.issuer] })).status).toBe(200)
    expect((await askWith({ email: alice.email, iat: now + 20, exp: now + 320 })).status).toBe(200)
  })

  test('EM-17 may be sent again by a client that authenticates, and once by any other', async () => {
    const assertion = await sign({ email: alice.email })
    expect([(await ask(assertion)).status, (await ask(assertion)).status]).toEqual([200, 200])
    dynamic.set(documentId, dynamicClient())
    const once = await sign({ email: alice.email, client_id: documentId })
    const answers = await Promise.all(Array.from({ length: 40 }, () => askAsDocument(once)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400).length).toBe(39)
    expectRefused(await askAsDocument(once), 'jti')
  })

  test('EM-19 gives what the assertion, the request and the organization have in common', async () => {
    const scopeOf = async (claim: string | undefined, parameter?: string) => {
      const { status, body } = await askWith(
        { email: alice.email, scope: claim },
        parameter ? { scope: parameter } : {},
      )
      return status === 200 ? body.scope : body.error
    }
    expect(await scopeOf('notes:read notes:admin')).toBe('notes:read')
    expect(await scopeOf('notes:read', 'notes:read notes:write')).toBe('notes:read')
    expect(await scopeOf('notes:read notes:write', 'openid profile')).toBe('notes:read notes:write')
    expect(await scopeOf('openid profile')).toBe('invalid_scope')
    expect(await scopeOf('notes:admin')).toBe('invalid_scope')
    expect(await scopeOf('notes:read', 'notes:write')).toBe('invalid_scope')
    expect(await scopeOf(undefined)).toBe('notes:read')
  })

  test('is worth nothing to a client that demands a passkey, and nothing for an API that knows no organization', async () => {
    const { clients, resources } = world.deps
    const agent = clients.find('agent')
    if (!agent) throw new Error('no client')
    dynamic.set('agent', { ...agent, requirePasskey: true })
    expectRefused(await askWith({ email: alice.email, acr: 'phr' }), 'acr')
    dynamic.clear()
    const api = resources.find(notes)
    if (!api) throw new Error('no API')
    const held = vi.spyOn(resources, 'find').mockReturnValue({ ...api, organization: 'none' })
    expect((await askWith({ email: alice.email })).body.error).toBe('invalid_target')
    held.mockRestore()
  })

  test('is for the one API that it names', async () => {
    const errorOf = async (resource: unknown, more = {}) =>
      (await askWith({ email: alice.email, resource }, more)).body.error
    expect(await errorOf(['https://elsewhere.example.test', notes])).toBeUndefined()
    expect(await errorOf(undefined)).toBeUndefined()
    expect(await errorOf(undefined, { resource: notes })).toBeUndefined()
    expect(await errorOf('https://elsewhere.example.test')).toBe('invalid_target')
    expect(await errorOf(notes, { resource: 'https://elsewhere.example.test' })).toBe('invalid_target')
    expect(await errorOf({ of: notes })).toBe('invalid_grant')
  })

  test('EM-22 TX-28 is not one of this server itself', async () => {
    const { params } = await world.signIn({}, { response_type: 'code' })
    const { body } = await world.redeem(params.get('code') ?? '')
    for (const own of [body.id_token, body.access_token]) expectRefused(await ask(own), 'typ')
    expectRefused(await askWith({ iss: world.issuer, email: alice.email }), 'iss')
    expect(issuer.asked).toEqual([])
  })

  test('EM-23 TX-28 is bound to no key, and has no details that would be ignored', async () => {
    expectRefused(await askWith({ email: alice.email, cnf: { jkt: 'thumbprint' } }), 'cnf')
    expectRefused(await askWith({ email: alice.email, authorization_details: [] }), 'authorization_details')
  })

  test('EM-26 and EM-28 no issuer is asked that nobody trusts, and every refusal looks the same', async () => {
    const answers = []
    for (let index = 0; index < 70; index += 1)
      answers.push(await askWith({ iss: `http://127.0.0.1:${20_000 + index}`, email: alice.email }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]))
    for (const { status, body } of answers) if (status === 400) expect(body).toEqual(refusal)
    // Right ones work nevertheless.
    expect((await askWith({ email: alice.email })).status).toBe(200)
  })

  test('EM-31 TX-28 is taken from no client that registered itself, and from no public one that nobody vouches for', async () => {
    const answerOf = async (changes: Partial<Client>) => {
      dynamic.set(documentId, dynamicClient(changes))
      return (await askAsDocument(await sign({ email: alice.email, client_id: documentId }))).body.error
    }
    expect(await answerOf({})).toBeUndefined()
    expect(await answerOf({ trust: 'unknown' })).toBe('unauthorized_client')
    expect(await answerOf({ source: 'registered' })).toBe('unauthorized_client')
    expect(await answerOf({ source: 'environment', trust: 'own' })).toBe('unauthorized_client')
    const without = await world.token(
      { grant_type: jwtBearer, assertion: await sign({ client_id: 'notes-api' }) },
      { basic: ['notes-api', agentSecret] },
    )
    expect(without.body.error).toBe('unauthorized_client')
  })

  test('EM-10 an application that asks for consent is chosen by its name, and a blocked one gets nothing', async () => {
    expect((await askWith({ email: alice.email }, {}, 'other-agent')).body.error).toBe('unauthorized_client')
    const company = await openCompany()
    const erin = await addPerson(company, 'erin')
    await trust(company, { clients: 'other-agent' })
    expect((await askWith({ sub: 'erin', email: erin.email }, {}, 'other-agent')).status).toBe(200)
    expect((await askWith({ sub: 'erin', email: erin.email })).body.error).toBe('unauthorized_client')
    const { prisma } = world.deps.db
    const askDocument = async () => askAsDocument(await sign({ email: alice.email, client_id: documentId }))
    dynamic.set(documentId, dynamicClient())
    await prisma.organization.update({ where: { id: acme.id }, data: { applicationPolicy: 'nobody' } })
    expect((await askDocument()).body.error).toBe('unauthorized_client')
    await prisma.organization.update({ where: { id: acme.id }, data: { applicationPolicy: 'listed' } })
    expect((await askDocument()).status).toBe(200)
  })

  test('is refused of a person who is disabled or has left', async () => {
    const frank = await addPerson(acme, 'frank')
    const frankAsks = () => askWith({ sub: 'okta|frank', email: frank.email })
    const token = (await frankAsks()).body.access_token
    const { prisma } = world.deps.db
    await prisma.user.update({ where: { id: frank.userId }, data: { disabledAt: world.deps.now() } })
    expect((await introspect(token)).active).toBe(false)
    expectRefused(await frankAsks(), 'person')
    await prisma.user.update({ where: { id: frank.userId }, data: { disabledAt: null } })
    expect((await frankAsks()).status).toBe(200)
    await prisma.membership.deleteMany({ where: { userId: frank.userId, organizationId: acme.id } })
    expectRefused(await frankAsks(), 'member')
    expect((await introspect(token)).active).toBe(false)
  })

  test('RV-14 speaks of nobody who has left the domains of the organization, whatever address it names', async () => {
    const heidi = await addPerson(acme, 'heidi')
    const asks = (changes: Record<string, unknown>) => askWith({ sub: 'okta|heidi', ...changes })
    expect((await asks({ email: heidi.email })).status).toBe(200)
    const own = `heidi-of-${acme.slug}@elsewhere.example.test`
    await world.deps.db.prisma.email.update({ where: { address: heidi.email }, data: { address: own } })
    for (const email of [undefined, heidi.email, alice.email, `nobody@${acme.domain}`])
      expectRefused(await asks({ email }), 'domain')
    await world.deps.db.prisma.email.update({ where: { address: own }, data: { address: heidi.email } })
    expect((await asks({ email: `nobody@${acme.domain}` })).status).toBe(200)
  })

  test('the rules of the organization count', async () => {
    const { prisma } = world.deps.db
    const rule = (data: object) => prisma.organization.update({ where: { id: acme.id }, data })
    await rule({ requirePasskey: true })
    expectRefused(await askWith({ email: alice.email, acr: 'phr' }), 'passkey')
    await prisma.connection.update({
      where: { id: trusted.id },
      data: {
        settings: (await prisma.connection.findUniqueOrThrow({ where: { id: trusted.id } })).settings.replace(
          '"trustMfa":false',
          '"trustMfa":true',
        ),
      },
    })
    const strong = await askWith({ email: alice.email, acr: 'phr' })
    expect(strong.status).toBe(200)
    expect((await introspect(strong.body.access_token)).active).toBe(true)
    expectRefused(await askWith({ email: alice.email }), 'passkey')
    await rule({ requirePasskey: false, ssoPolicy: 'required' })
    const company = await askWith({ email: alice.email })
    expect((await introspect(company.body.access_token)).active).toBe(true)
    await rule({ ssoPolicy: 'off', sessionMax: 3600 })
    expectRefused(await askWith({ email: alice.email, auth_time: seconds() - 7200 }), 'auth_time')
    await rule({ sessionMax: null })
  })

  test('EM-25 the keys of an issuer are fetched as carefully as those of any other', async () => {
    const at = await openTokenIssuer()
    const company = await openCompany()
    const grace = await addPerson(company, 'grace')
    await trust(company, { issuer: at.url })
    const graceAsks = async (kid = 'first') =>
      ask(await sign({ iss: at.url, sub: 'grace', email: grace.email }, { kid }, at))
    expect((await graceAsks()).status).toBe(200)
    // A new key is found by one more request, and an unknown one asks no second time within ten seconds.
    world.pass(11_000)
    await at.addKey('second')
    at.asked.length = 0
    expect((await graceAsks('second')).status).toBe(200)
    expectRefused(await graceAsks('unknown'), 'kid')
    expect(at.asked.length).toBeLessThanOrEqual(2)
    world.pass(700_000)
    at.metadata.issuer = 'https://other.example.test'
    expectRefused(await graceAsks(), 'keys')
    world.pass(11_000)
    at.metadata = { jwks_uri: 'http://169.254.169.254/jwks' }
    expectRefused(await graceAsks(), 'keys')
    at.close()
  })
})

test('EM-31 without ENTERPRISE_AUTHORIZATION there is no such grant, and the metadata do not name it', async () => {
  const world = await openTestWorld({})
  const { status, body } = await world.token(
    { grant_type: jwtBearer, assertion: 'eyJ' },
    { basic: ['web', 'web secret with ~ + / = : % in it'] },
  )
  expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
  const metadata = await (await fetch(`${world.issuer}/.well-known/oauth-authorization-server`)).json()
  expect(metadata.grant_types_supported).not.toContain(jwtBearer)
  expect(metadata).not.toHaveProperty('authorization_grant_profiles_supported')
  await world.close()
})

test('the metadata name the grant and its profile, and no issuer', async () => {
  const world = await openAgentWorld('sqlite')
  for (const path of ['oauth-authorization-server', 'openid-configuration']) {
    const metadata = await (await fetch(`${world.issuer}/.well-known/${path}`)).json()
    expect(metadata.grant_types_supported).toContain(jwtBearer)
    expect(metadata.authorization_grant_profiles_supported).toEqual(['urn:ietf:params:oauth:grant-profile:id-jag'])
  }
  await world.close()
})
