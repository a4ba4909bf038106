import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signJwt } from '../src/crypto/jws.ts'
import { disableClient } from '../src/flows/management/clients/client-state.ts'
import { createClient, getClient, updateClient } from '../src/flows/management/clients/clients.ts'
import { system } from '../src/flows/platform/audit.ts'
import { ClientDirectory } from '../src/flows/platform/clients/client-directory.ts'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import { impersonatedAcr } from '../src/oidc/acr.ts'
import { type Client, digestOfSecret } from '../src/oidc/clients.ts'
import { tokenExchange } from '../src/oidc/response-types.ts'
import { createMetrics } from '../src/telemetry/metrics.ts'
import { databases } from './support/databases.ts'
import {
  basic,
  claimsOf,
  clients,
  type Given,
  openTestWorld,
  redirectUri,
  type TestPerson,
  type TestWorld,
} from './support/world.ts'

// An API that calls an API for a person exchanges their token (RFC 8693, docs/token-exchange.md).

const orders = 'https://orders.example.test'
const stock = 'https://stock.example.test'
const ledger = 'https://ledger.example.test'
const trail = 'https://trail.example.test'
const vault = 'https://vault.example.test'
const billing = 'https://billing.example.test'
const notes = 'https://notes.example.test'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'

const manager = { actor: system, apiScopes: 'all' } as const
const secretOf = (id: string) => `${id}-secret-0123456789`
/** A client that is an API, and what it may exchange. */
const api = (index: number, id: string, audience: string, rules: readonly string[] = []) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  [`OIDC_CLIENT_${index}_SECRET`]: secretOf(id),
  [`OIDC_CLIENT_${index}_REDIRECT_URIS`]: redirectUri,
  [`OIDC_CLIENT_${index}_AUDIENCES`]: audience,
  ...(rules.length > 0 ? { [`OIDC_CLIENT_${index}_GRANT_TYPES`]: tokenExchange } : {}),
  ...Object.fromEntries(rules.map((rule, at) => [`OIDC_CLIENT_${index}_EXCHANGE_${at}`, rule])),
})

const env = {
  PASSKEY_NUDGE: 'off',
  OIDC_RESOURCE_0: orders,
  OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_1: stock,
  OIDC_RESOURCE_1_SCOPES: 'stock:read,stock:reserve',
  OIDC_RESOURCE_2: ledger,
  OIDC_RESOURCE_2_SCOPES: 'ledger:read,ledger:write',
  OIDC_RESOURCE_2_ORGANIZATION: 'none',
  OIDC_RESOURCE_3: trail,
  OIDC_RESOURCE_3_SCOPES: 'trail:read',
  OIDC_RESOURCE_4: vault,
  OIDC_RESOURCE_4_SCOPES: 'vault:open',
  OIDC_RESOURCE_4_MIN_ACR: 'phr',
  OIDC_RESOURCE_5: billing,
  OIDC_RESOURCE_5_SCOPES: 'billing:list,billing:read',
  OIDC_RESOURCE_5_PERMISSIONS: 'on',
  OIDC_RESOURCE_6: notes,
  OIDC_RESOURCE_6_SCOPES: 'notes:read',
  OIDC_RESOURCE_6_ORGANIZATION: 'none',
  OIDC_CLIENT_ID_6: 'shop',
  OIDC_CLIENT_6_SECRET: secretOf('shop'),
  OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_6_SCOPES: 'openid,orders:read,orders:write,notes:read,stock:read',
  OIDC_CLIENT_6_AUDIENCES: `${orders},${notes},${stock}`,
  OIDC_CLIENT_6_GRANT_TYPES: 'authorization_code,refresh_token',
  ...api(7, 'orders-api', `${orders},${notes}`, [
    `${orders} ${stock} stock:read needs=orders:read`,
    `${orders} ${stock} stock:reserve needs=orders:write`,
    `${orders} ${vault} vault:open needs=`,
    `${orders} ${billing} billing:read needs=`,
    `${orders} ${ledger} ledger:write needs= actors=agent`,
    `${orders} https://gone.example.test gone:read needs=`,
    `${notes} ${stock} stock:read needs=`,
    `${notes} ${ledger} ledger:read needs=`,
  ]),
  ...api(8, 'stock-api', stock, [`${stock} ${ledger} ledger:read needs=stock:read`]),
  ...api(9, 'ledger-api', ledger, [`${ledger} ${trail} trail:read needs=`]),
  ...api(10, 'trail-api', trail, [`${trail} ${orders} orders:read needs=`]),
  OIDC_CLIENT_ID_11: 'agent',
  OIDC_CLIENT_11_SECRET: secretOf('agent'),
  OIDC_CLIENT_11_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_11_SCOPES: 'agent:run',
  OIDC_CLIENT_11_AUDIENCES: `${orders},${stock}`,
  OIDC_CLIENT_11_ORGANIZATION_ACCESS: 'any',
  ...api(12, 'bystander', orders),
  ...api(13, 'vault-api', vault),
  ...api(14, 'billing-api', billing),
  OIDC_CLIENT_ID_15: 'other-agent',
  OIDC_CLIENT_15_SECRET: secretOf('other-agent'),
  OIDC_CLIENT_15_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_15_SCOPES: 'agent:run',
  OIDC_CLIENT_15_AUDIENCES: orders,
}

const refused = (error: string, description?: string) => ({
  status: error === 'invalid_client' ? 401 : 400,
  body: expect.objectContaining({
    error,
    ...(description ? { error_description: expect.stringContaining(description) } : {}),
  }),
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let allClients: TestWorld['deps']['clients']
  let owner: Awaited<ReturnType<typeof signIn>>
  const logged: string[] = []
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'permissions-')), 'permissions.json')
    // Every member sees the list; to read is for admins and owners.
    writeFileSync(file, JSON.stringify({ permissions: { [`${billing} billing:list`]: { level: 'basic' } } }))
    world = await openTestWorld({ ...env, PERMISSIONS_FILE: file }, { database, log: (line) => void logged.push(line) })
    allClients = world.deps.clients
    owner = await signIn()
  })
  beforeEach(() => {
    world.deps.clients = allClients
  })
  afterAll(() => world?.close())

  /** Somebody signs in at the shop, which gets a token for an API. */
  const signIn = async (given: Partial<TestPerson> = {}, request: Given = {}) => {
    const { browser, person, code } = await world.signIn(given, {
      client_id: 'shop',
      scope: 'openid orders:read orders:write',
      resource: orders,
      ...request,
    })
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['shop', secretOf('shop')] },
    )
    const claims = claimsOf(body.access_token)
    return { browser, person, tokens: body as Record<string, string>, claims }
  }
  /** The same once more, without a word. */
  const freshToken = async (request: Given = {}) => {
    await world.authorize(owner.browser, {
      client_id: 'shop',
      scope: 'openid orders:read orders:write',
      resource: orders,
      ...request,
    })
    const code = owner.browser.current?.callback?.searchParams.get('code') ?? ''
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['shop', secretOf('shop')] },
    )
    return body as Record<string, string>
  }
  const exchange = (token: string | undefined, given: Given = {}, client = 'orders-api') =>
    world.token(
      {
        grant_type: tokenExchange,
        subject_token: token,
        subject_token_type: accessToken,
        resource: stock,
        ...given,
      },
      { basic: [client, secretOf(client)] },
    )
  const ask = async (client: string, path: string, given: Record<string, string>) => {
    const answer = await fetch(`${world.address}${path}`, {
      method: 'POST',
      headers: { Authorization: basic(client, secretOf(client)) },
      body: new URLSearchParams(given),
    })
    const text = await answer.text()
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>
  }
  const introspect = (token: string, client = 'stock-api') => ask(client, '/introspect', { token })
  /** A token that this server could have signed. */
  const signed = (claims: Record<string, unknown>, typ = 'at+jwt') =>
    signJwt(world.deps.keys.signer('ES256'), typ, claims)
  const ownToken = async (client: string, given: Given = {}) => {
    const { body } = await world.token(
      { grant_type: 'client_credentials', resource: orders, ...given },
      { basic: [client, secretOf(client)] },
    )
    return body.access_token as string
  }
  /** The server without some of its clients, or with others. */
  const withClients = async (change: (known: Map<string, Client>) => void) => {
    const known = new Map(world.deps.config.clients)
    change(known)
    world.deps.clients = await ClientDirectory.load({ ...world.deps, config: { ...world.deps.config, clients: known } })
  }

  test('an exchanged token is of the same person, organization and sign-in, for the other API, and says who acts', async () => {
    const { access_token } = await freshToken()
    const { status, body } = await exchange(access_token)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      issued_token_type: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'stock:read stock:reserve',
    })
    const [subject, claims] = [claimsOf(access_token ?? ''), claimsOf(body.access_token)]
    expect(claims).toMatchObject({
      ...{ iss: world.issuer, aud: stock, client_id: 'orders-api', scope: 'stock:read stock:reserve' },
      ...{ sub: subject.sub, sid: subject.sid, acr: subject.acr, auth_time: subject.auth_time, amr: subject.amr },
      ...{ organization: subject.organization, organization_roles: ['owner'] },
      act: { sub: 'orders-api', iss: world.issuer, client_id: 'orders-api' },
    })
    expect(String(claims.jti).split('.')[0]).toBe(String(subject.jti).split('.')[0])
    expect(claims.jti).not.toBe(subject.jti)
    // Its target may ask about it, and so may the client that has it; others may not.
    for (const client of ['stock-api', 'orders-api'])
      expect(await introspect(body.access_token, client)).toMatchObject({ active: true, act: claims.act, aud: stock })
    expect(await introspect(body.access_token, 'bystander')).toEqual({ active: false })
    // What it is not for refuses it.
    expect((await world.userinfo(body.access_token)).status).toBe(401)
  })

  test('audience is another name of resource; scope takes less; identifiers may be spelled differently', async () => {
    const { access_token } = await freshToken()
    const { body } = await exchange(access_token, { resource: undefined, audience: `${stock}/`, scope: 'stock:read x' })
    expect(body).toMatchObject({ scope: 'stock:read' })
    expect(claimsOf(body.access_token)).toMatchObject({ aud: stock, scope: 'stock:read' })
  })

  test('each rule gives its scopes if the token has those that it needs', async () => {
    const reading = await freshToken({ scope: 'openid orders:read' })
    expect((await exchange(reading.access_token)).body).toMatchObject({ scope: 'stock:read' })
    expect(await exchange(reading.access_token, { scope: 'stock:reserve' })).toMatchObject(refused('invalid_scope'))
    const without = await freshToken({ scope: 'openid' })
    expect(await exchange(without.access_token)).toMatchObject(refused('invalid_scope', 'need'))
  })

  test('TX-01 a public, registered or document client, and one without rules, exchanges nothing', async () => {
    const { access_token } = await freshToken()
    expect(await exchange(access_token, {}, 'bystander')).toMatchObject(refused('unauthorized_client'))
    const asPublic = await world.token({
      ...{ grant_type: tokenExchange, client_id: 'spa', resource: stock },
      ...{ subject_token: access_token, subject_token_type: accessToken },
    })
    expect(asPublic).toMatchObject(refused('unauthorized_client'))
    await withClients((known) => {
      for (const source of ['registered', 'document'] as const)
        known.set(source, {
          ...ownClient(source, source),
          source,
          trust: 'listed',
          secretDigests: [digestOfSecret(secretOf(source))],
          tokenAuthMethods: ['client_secret_basic'],
          grantTypes: new Set(['authorization_code', tokenExchange]),
          audiences: [orders],
        })
    })
    for (const client of ['registered', 'document'])
      expect(await exchange(access_token, {}, client)).toMatchObject(refused('unauthorized_client'))
    expect(await world.token({ grant_type: tokenExchange, subject_token: access_token })).toMatchObject(
      refused('invalid_client'),
    )
  })

  test('TX-02 a token of another API, which was never sent to this client, is refused', async () => {
    const { access_token } = await freshToken({ scope: 'openid notes:read', resource: notes })
    expect(await exchange(access_token, { resource: ledger }, 'stock-api')).toMatchObject(
      refused('invalid_request', 'not sent to this client'),
    )
    // Nor is one that is for userinfo.
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    expect(await exchange(body.access_token)).toMatchObject(refused('invalid_request', 'not sent to this client'))
  })

  test('TX-04 nothing but an access token of a person is a subject', async () => {
    const tokens = await freshToken()
    const claims = claimsOf(tokens.access_token ?? '')
    const { privateKey } = await generateKeyPair('ES256')
    const [, payload] = (tokens.access_token ?? '').split('.')
    const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    const wrong: Record<string, string> = {
      idToken: tokens.id_token ?? '',
      refreshToken: tokens.refresh_token ?? '',
      foreign: await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' }).sign(privateKey),
      client: await ownToken('agent'),
      logout: await signed(
        { ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
        'logout+jwt',
      ),
      none: `${header}.${payload}.`,
      apiKey: await signed({ ...claims, sid: undefined, client_id: 'key:000000000000' }),
      garbage: 'x'.repeat(10_000),
    }
    for (const [kind, token] of Object.entries(wrong))
      expect(await exchange(token), kind).toMatchObject(refused('invalid_request'))
    for (const type of ['id_token', 'refresh_token', 'jwt', 'saml2'])
      expect(
        await exchange(tokens.access_token, { subject_token_type: `urn:ietf:params:oauth:token-type:${type}` }),
      ).toMatchObject(refused('invalid_request', 'subject_token_type'))
    for (const missing of ['subject_token', 'subject_token_type'])
      expect(await exchange(tokens.access_token, { [missing]: undefined })).toMatchObject(
        refused('invalid_request', `${missing} is missing`),
      )
  })

  test('TX-05 nobody becomes somebody else: the subject stays, and there is an actor', async () => {
    const { access_token } = await freshToken()
    const { body } = await exchange(access_token, {
      ...{ requested_subject: 'somebody', requested_issuer: 'https://evil.example', act: '{}', sub: 'somebody' },
    })
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: owner.claims.sub,
      act: { sub: 'orders-api', iss: world.issuer },
    })
    const other = await freshToken()
    for (const actor of [other.access_token, other.id_token])
      expect(
        await exchange(access_token, { resource: ledger, actor_token: actor, actor_token_type: accessToken }),
      ).toMatchObject(refused('invalid_request', 'actor_token'))
    // An operator who acts as the person is not the person.
    const impersonated = await signed({
      ...claimsOf(access_token ?? ''),
      ...{ acr: impersonatedAcr, act: { sub: 'operator' } },
    })
    expect(await exchange(impersonated)).toMatchObject(refused('invalid_request', 'an operator acts'))
  })

  test('TX-07 a token is exchanged for one registered API, and never for those of this server', async () => {
    const { access_token } = await freshToken()
    expect(await exchange(access_token, { audience: stock })).toMatchObject(refused('invalid_request', 'one resource'))
    const twice = await fetch(`${world.address}/token`, {
      method: 'POST',
      headers: { Authorization: basic('orders-api', secretOf('orders-api')) },
      body: new URLSearchParams([
        ...Object.entries({
          grant_type: tokenExchange,
          subject_token: access_token ?? '',
          subject_token_type: accessToken,
        }),
        ['resource', stock],
        ['resource', ledger],
      ]),
    })
    expect(await twice.json()).toMatchObject({ error: 'invalid_request' })
    expect(await exchange(access_token, { resource: undefined })).toMatchObject(
      refused('invalid_request', 'resource is missing'),
    )
    const notTargets = [
      ...['https://gone.example.test', 'https://nowhere.example.test', 'not a uri', trail],
      ...[world.issuer, `${world.issuer}/api/v1`, `${world.issuer}/access/v1`],
    ]
    for (const resource of notTargets)
      expect(await exchange(access_token, { resource }), resource).toMatchObject(refused('invalid_target'))
  })

  test('TX-08 the organization of a token never changes (as CVE-2026-9094 did elsewhere)', async () => {
    const other = await signIn()
    const member = await signIn({ organization: 'Another one' })
    const [mine, theirs] = [String(member.claims.organization), String(other.claims.organization)]
    const { prisma } = world.deps.db
    const { slug } = await prisma.organization.findUniqueOrThrow({ where: { id: mine } })
    const joined = { userId: String(member.claims.sub), organizationId: theirs }
    await prisma.membership.create({ data: { ...joined, roles: 'owner', createdAt: world.deps.now() } })
    const token = member.tokens.access_token
    for (const organization of [theirs, 'nothing', other.claims.sub as string])
      expect(await exchange(token, { organization })).toMatchObject(refused('invalid_request', 'organization'))
    for (const organization of [mine, slug, undefined]) {
      const { body } = await exchange(token, { organization })
      expect(claimsOf(body.access_token)).toMatchObject({ organization: mine })
    }
    // An actor that acts for another organization is no actor here.
    const actor = await ownToken('agent', { organization: theirs })
    const asAgent = { resource: ledger, actor_token: actor, actor_token_type: accessToken }
    expect(await exchange(token, asAgent)).toMatchObject(refused('invalid_request', 'another organization'))
    // A token without an organization gets none, wherever one is demanded.
    const none = await freshToken({ scope: 'openid notes:read', resource: notes })
    expect(claimsOf(none.access_token ?? '').organization).toBeUndefined()
    expect(await exchange(none.access_token)).toMatchObject(refused('invalid_request', 'demands an organization'))
    for (const organization of [mine, String(owner.claims.organization)])
      expect(await exchange(none.access_token, { resource: ledger, organization })).toMatchObject(
        refused('invalid_request', 'organization'),
      )
    const { body: without } = await exchange(none.access_token, { resource: ledger })
    expect(claimsOf(without.access_token).organization).toBeUndefined()
    // Who is no member any more has no token for it.
    const { body } = await exchange(token)
    await prisma.membership.deleteMany({ where: { userId: joined.userId, organizationId: mine } })
    expect(await introspect(body.access_token)).toEqual({ active: false })
    expect(await exchange(token)).toMatchObject(refused('invalid_request', 'revoked'))
  })

  test('an API that names no organization keeps that of the token, so that the next one has it', async () => {
    const { access_token } = await freshToken()
    const first = await exchange(access_token)
    const { body } = await exchange(first.body.access_token, { resource: ledger }, 'stock-api')
    expect(claimsOf(body.access_token)).toMatchObject({ aud: ledger, organization: owner.claims.organization })
  })

  test('TX-10 an exchanged token does not outlive the other one, its grant, or the clients that it comes from', async () => {
    const early = await freshToken()
    world.pass(500_000)
    const { body: late } = await exchange(early.access_token)
    expect(late.expires_in).toBe(100)
    expect(claimsOf(late.access_token).exp).toBe(claimsOf(early.access_token ?? '').exp)
    world.pass(100_000)
    expect(await exchange(early.access_token)).toMatchObject(refused('invalid_request'))

    /** Two exchanges in a row, and what ends them. */
    const ends = async (end: (tokens: Record<string, string>, first: string) => unknown) => {
      const tokens = await freshToken()
      const { body: first } = await exchange(tokens.access_token)
      const { body: second } = await exchange(first.access_token, { resource: ledger }, 'stock-api')
      expect(await introspect(first.access_token)).toMatchObject({ active: true })
      expect(await introspect(second.access_token, 'ledger-api')).toMatchObject({ active: true })
      await end(tokens, first.access_token)
      const found = [await introspect(first.access_token), await introspect(second.access_token, 'ledger-api')]
      expect(found, String(end)).toEqual([{ active: false }, { active: false }])
      const again = await exchange(first.access_token, { resource: ledger }, 'stock-api')
      expect(again.status, String(end)).not.toBe(200)
      world.deps.clients = allClients
    }
    await ends(({ refresh_token = '' }) => ask('shop', '/revoke', { token: refresh_token }))
    await ends(({ access_token = '' }) => ask('shop', '/revoke', { token: access_token }))
    await ends((_tokens, first) => ask('orders-api', '/revoke', { token: first }))
    await ends(() => withClients((known) => known.delete('shop')))
    await ends(() => withClients((known) => known.delete('orders-api')))
    // Revoking the second leaves the first alone.
    const tokens = await freshToken()
    const { body: first } = await exchange(tokens.access_token)
    await ask('orders-api', '/revoke', { token: first.access_token })
    expect(await introspect(first.access_token)).toEqual({ active: false })
    expect(await ask('bystander', '/introspect', { token: tokens.access_token ?? '' })).toMatchObject({ active: true })
    // The session that all of it came from.
    const ada = await signIn()
    const { body } = await exchange(ada.tokens.access_token)
    const now = world.deps.now()
    await world.deps.db.prisma.session.updateMany({ where: { id: String(ada.claims.sid) }, data: { endedAt: now } })
    expect(await introspect(body.access_token)).toEqual({ active: false })
  })

  test('TX-11 an exchange gives an access token and nothing else', async () => {
    const { access_token } = await freshToken()
    for (const type of ['refresh_token', 'id_token', 'jwt', 'saml2', 'id-jag'])
      expect(
        await exchange(access_token, { requested_token_type: `urn:ietf:params:oauth:token-type:${type}` }),
      ).toMatchObject(refused('invalid_request', 'requested_token_type'))
    const { body } = await exchange(access_token, {
      requested_token_type: accessToken,
      scope: 'openid offline_access stock:read',
    })
    expect(body).not.toHaveProperty('refresh_token')
    expect(body).not.toHaveProperty('id_token')
    expect(body.scope).toBe('stock:read')
  })

  test('TX-13 an exchanged token leads no further than the rules of who has it, and not for ever', async () => {
    const { access_token } = await freshToken()
    const { body: first } = await exchange(access_token)
    expect(await exchange(first.access_token, { resource: stock })).toMatchObject(refused('invalid_request'))
    expect(await exchange(first.access_token, { resource: billing })).toMatchObject(refused('invalid_request'))
    expect(await exchange(first.access_token, { resource: vault }, 'stock-api')).toMatchObject(
      refused('invalid_target'),
    )
    const { body: second } = await exchange(first.access_token, { resource: ledger }, 'stock-api')
    const acted = (client: string) => ({ sub: client, iss: world.issuer, client_id: client })
    const actors = { ...acted('stock-api'), act: acted('orders-api') }
    expect(claimsOf(second.access_token)).toMatchObject({ client_id: 'stock-api', act: actors })
    const { body: third } = await exchange(second.access_token, { resource: trail }, 'ledger-api')
    expect(claimsOf(third.access_token).act).toEqual({ ...acted('ledger-api'), act: actors })
    expect(await introspect(third.access_token, 'trail-api')).toMatchObject({ active: true })
    expect(claimsOf(third.access_token).exp).toBe(claimsOf(first.access_token).exp)
    expect(await exchange(third.access_token, { resource: orders }, 'trail-api')).toMatchObject(
      refused('invalid_request', 'cannot be exchanged again'),
    )
  })

  test('TX-14 an actor has a token of its own, which was sent here, and stands in the rule', async () => {
    const { access_token } = await freshToken()
    const acting = (actor: string | undefined, given: Given = {}) =>
      exchange(access_token, { resource: ledger, actor_token: actor, actor_token_type: accessToken, ...given })
    const agent = await ownToken('agent')
    const { body } = await acting(agent)
    expect(claimsOf(body.access_token)).toMatchObject({
      ...{ client_id: 'orders-api', sub: owner.claims.sub, scope: 'ledger:write' },
      act: { sub: 'agent', iss: world.issuer },
    })
    // The rule for stock has no actors; that for the ledger asks for one.
    expect(await acting(agent, { resource: stock })).toMatchObject(refused('invalid_request', 'may not act'))
    expect(await exchange(access_token, { resource: ledger })).toMatchObject(refused('invalid_request', 'actor_token'))
    expect(await acting(await ownToken('other-agent'))).toMatchObject(refused('invalid_request', 'may not act'))
    expect(await acting(access_token)).toMatchObject(refused('invalid_request', 'own token of a client'))
    expect(await acting(await ownToken('agent', { resource: stock }))).toMatchObject(
      refused('invalid_request', 'not sent'),
    )
    expect(await acting('garbage')).toMatchObject(refused('invalid_request', 'actor_token'))
    expect(await acting(agent, { actor_token_type: undefined })).toMatchObject(refused('invalid_request'))
    expect(await acting(undefined)).toMatchObject(refused('invalid_request', 'actor_token_type'))
    // Without its actor, the token ends.
    expect(await introspect(body.access_token, 'ledger-api')).toMatchObject({ active: true })
    await withClients((known) => known.delete('agent'))
    expect(await introspect(body.access_token, 'ledger-api')).toEqual({ active: false })
    expect(await acting(agent)).toMatchObject(refused('invalid_request'))
    world.deps.clients = allClients
    await ask('agent', '/revoke', { token: agent })
    expect(await acting(agent)).toMatchObject(refused('invalid_request', 'revoked'))
  })

  test('TX-14 the client that exchanged for an actor stands in the chain, and its end reaches the next token', async () => {
    const { access_token } = await freshToken()
    const asAgent = { resource: ledger, actor_token: await ownToken('agent'), actor_token_type: accessToken }
    const { body: first } = await exchange(access_token, asAgent)
    const act = { sub: 'agent', iss: world.issuer, client_id: 'orders-api' }
    expect(claimsOf(first.access_token).act).toEqual(act)
    const { body: second } = await exchange(first.access_token, { resource: trail }, 'ledger-api')
    const chain = { sub: 'ledger-api', iss: world.issuer, client_id: 'ledger-api', act }
    expect(await introspect(second.access_token, 'trail-api')).toMatchObject({ active: true, act: chain })
    for (const named of ['orders-api', 'agent', 'ledger-api']) {
      await withClients((known) => known.delete(named))
      expect(await introspect(second.access_token, 'trail-api'), named).toEqual({ active: false })
      world.deps.clients = allClients
    }
    expect(await introspect(second.access_token, 'trail-api')).toMatchObject({ active: true })
  })

  test('a token that is bound to a key is not exchanged without it', async () => {
    const { access_token } = await freshToken()
    const cnf = { jkt: 'A'.repeat(43) }
    const bound = await signed({ ...claimsOf(access_token ?? ''), cnf })
    expect(await exchange(bound)).toMatchObject(refused('invalid_request', 'bound to a key'))
    const actor = await signed({ ...claimsOf(await ownToken('agent')), cnf })
    expect(
      await exchange(access_token, { resource: ledger, actor_token: actor, actor_token_type: accessToken }),
    ).toMatchObject(refused('invalid_request', 'bound to a key'))
  })

  test('TX-31 an exchanged token says how the person signed in, whatever the client asked for', async () => {
    const { access_token } = await freshToken()
    const { body } = await exchange(access_token, { acr_values: 'phr', acr: 'phr' })
    expect(claimsOf(body.access_token)).toMatchObject({ acr: owner.claims.acr, auth_time: owner.claims.auth_time })
    expect(owner.claims.acr).toBe('urn:vestibule:acr:mail')
  })

  test('TX-32 an API with MIN_ACR has no token of a weaker sign-in', async () => {
    const { access_token } = await freshToken()
    expect(await exchange(access_token, { resource: vault })).toMatchObject(
      refused('invalid_request', 'insufficient_user_authentication'),
    )
    const strong = await signed({ ...claimsOf(access_token ?? ''), acr: 'phr' })
    const { body } = await exchange(strong, { resource: vault })
    expect(claimsOf(body.access_token)).toMatchObject({ aud: vault, acr: 'phr' })
    // What the client demands of everybody counts here too.
    await withClients((known) => {
      const client = known.get('orders-api')
      if (client) known.set('orders-api', { ...client, requirePasskey: true })
    })
    expect(await exchange(access_token)).toMatchObject(refused('invalid_request', 'insufficient_user_authentication'))
  })

  test('an API with PERMISSIONS has what the person holds, and no more', async () => {
    const ada = await signIn()
    const { body } = await exchange(ada.tokens.access_token, { resource: billing })
    expect(body.scope).toBe('billing:read')
    expect(await introspect(body.access_token, 'billing-api')).toMatchObject({ active: true })
    const of = { userId: String(ada.claims.sub), organizationId: String(ada.claims.organization) }
    await world.deps.db.prisma.membership.updateMany({ where: of, data: { roles: 'member' } })
    expect(await introspect(body.access_token, 'billing-api')).toEqual({ active: false })
    expect(await exchange(ada.tokens.access_token, { resource: billing })).toMatchObject(refused('invalid_scope'))
  })

  test('a client of the console has rules as one of the environment has, and its tokens end while it is disabled', async () => {
    const rules = [`${orders} ${stock} stock:read needs=orders:read`]
    const given = { client_name: 'Orders', grant_types: [tokenExchange], audiences: [orders], exchange_rules: rules }
    const { id, secret } = await createClient(world.deps, manager, given)
    const { access_token } = await freshToken()
    const asked = {
      ...{ grant_type: tokenExchange, resource: stock },
      ...{ subject_token: access_token, subject_token_type: accessToken },
    }
    const { body } = await world.token(asked, { basic: [id, secret ?? ''] })
    expect(claimsOf(body.access_token)).toMatchObject({ scope: 'stock:read', act: { sub: id, iss: world.issuer } })
    expect(await introspect(body.access_token)).toMatchObject({ active: true })
    expect((await getClient(world.deps, manager, id)).metadata.exchange_rules).toEqual(rules)
    const metadata = { exchange_rules: [`${stock} ${orders} x needs=`] }
    const mistaken = updateClient(world.deps, manager, id, { metadata })
    await expect(mistaken).rejects.toThrow()
    await disableClient(world.deps, manager, id, true)
    expect(await introspect(body.access_token)).toEqual({ active: false })
  })

  test('openid-client and oauth4webapi exchange', async () => {
    const { access_token = '' } = await freshToken()
    const config = await openid.discovery(
      new URL(world.issuer),
      'orders-api',
      undefined,
      openid.ClientSecretBasic(secretOf('orders-api')),
      { execute: [openid.allowInsecureRequests] },
    )
    const parameters = { subject_token: access_token, subject_token_type: accessToken, resource: stock }
    const byOpenidClient = await openid.genericGrantRequest(config, tokenExchange, parameters)
    expect(byOpenidClient).toMatchObject({ issued_token_type: accessToken, scope: 'stock:read stock:reserve' })

    const issuer = new URL(world.issuer)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    expect(server.grant_types_supported).toContain(tokenExchange)
    const client = { client_id: 'orders-api' }
    const response = await oauth.genericTokenEndpointRequest(
      ...([
        server,
        client,
        oauth.ClientSecretBasic(secretOf('orders-api')),
        tokenExchange,
        parameters,
        insecure,
      ] as const),
    )
    const answer = await oauth.processGenericTokenEndpointResponse(server, client, response)
    const request = new Request(stock, { headers: { Authorization: `Bearer ${answer.access_token}` } })
    const claims = await oauth.validateJwtAccessToken(server, request, stock, insecure)
    expect(claims).toMatchObject({ client_id: 'orders-api', act: { sub: 'orders-api', iss: world.issuer } })
  })

  test('no token is in the log', async () => {
    const { access_token = '' } = await freshToken()
    const { body } = await exchange(access_token)
    await exchange(`${access_token}x`)
    for (const token of [access_token, body.access_token]) expect(logged.join('\n')).not.toContain(token.split('.')[2])
  })
})

test('where no client exchanges tokens, the grant type is unknown, in no metadata and in no metric', async () => {
  const world = await openTestWorld({})
  try {
    const { body } = await world.token(
      { grant_type: tokenExchange, subject_token: 'x', subject_token_type: accessToken, resource: stock },
      { basic: ['web', clients.OIDC_CLIENT_0_SECRET] },
    )
    expect(body).toMatchObject({ error: 'unsupported_grant_type' })
    const metadata = await fetch(`${world.issuer}/.well-known/openid-configuration`).then((answer) => answer.text())
    expect(metadata).not.toContain('token-exchange')
  } finally {
    await world.close()
  }
  const metrics = createMetrics()
  expect(await metrics.text()).not.toContain('exchange')
  metrics.counters.exchange('orders-api', stock)
  expect(await metrics.text()).toContain(`vestibule_exchange_total{client="orders-api",resource="${stock}"} 1`)
})
