import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ClientDirectory } from '../src/flows/platform/clients/client-directory.ts'
import type { Client } from '../src/oidc/clients.ts'
import { tokenExchange } from '../src/oidc/response-types.ts'
import { databases } from './support/databases.ts'
import { newProofKey, type ProofKey } from './support/dpop.ts'
import { basic, claimsOf, type Given, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// What a hostile reader of RFC 8693 tries beside the catalogue (token-exchange.test.ts), and what keys (RFC 9449) do to an exchange.

const orders = 'https://orders.example.test'
const stock = 'https://stock.example.test'
const safe = 'https://safe.example.test'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'
const secretOf = (id: string) => `${id}-secret-0123456789`

const settings = {
  DPOP: 'on',
  PASSKEY_NUDGE: 'off',
  OIDC_RESOURCE_0: orders,
  OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_1: stock,
  OIDC_RESOURCE_1_SCOPES: 'stock:read,stock:reserve',
  OIDC_RESOURCE_2: safe,
  OIDC_RESOURCE_2_SCOPES: 'safe:open',
  OIDC_RESOURCE_2_DPOP: 'required',
  OIDC_CLIENT_ID_6: 'shop',
  OIDC_CLIENT_6_SECRET: secretOf('shop'),
  OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_6_SCOPES: 'openid,orders:read,orders:write',
  OIDC_CLIENT_6_AUDIENCES: orders,
  OIDC_CLIENT_6_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_ID_7: 'orders-api',
  OIDC_CLIENT_7_SECRET: secretOf('orders-api'),
  OIDC_CLIENT_7_AUDIENCES: orders,
  OIDC_CLIENT_7_GRANT_TYPES: tokenExchange,
  OIDC_CLIENT_7_EXCHANGE_0: `${orders} ${stock} stock:read needs=orders:read`,
  OIDC_CLIENT_7_EXCHANGE_1: `${orders} ${stock} stock:reserve needs=orders:write`,
  OIDC_CLIENT_7_EXCHANGE_2: `${orders} ${safe} safe:open needs=`,
  OIDC_CLIENT_ID_8: 'stock-api',
  OIDC_CLIENT_8_SECRET: secretOf('stock-api'),
  OIDC_CLIENT_8_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_8_AUDIENCES: `${stock},${safe}`,
}

const refused = (error: string, description = '') => ({
  status: 400,
  body: expect.objectContaining({ error, error_description: expect.stringContaining(description) }),
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let allClients: TestWorld['deps']['clients']
  let a: ProofKey
  let b: ProofKey
  beforeAll(async () => {
    world = await openTestWorld(settings, { database })
    allClients = world.deps.clients
    ;[a, b] = [await newProofKey(), await newProofKey()]
  })
  beforeEach(() => {
    world.deps.clients = allClients
  })
  afterAll(() => world?.close())

  const proof = async (key: ProofKey | null): Promise<Record<string, string>> =>
    key === null ? {} : { DPoP: await key.proof({ url: `${world.issuer}/token`, now: world.deps.now() }) }
  /** Somebody signs in at the shop, whose token is bound to the key if there is one. */
  const signIn = async (key: ProofKey | null = null, request: Given = {}) => {
    const scope = 'openid orders:read orders:write'
    const { code, person } = await world.signIn({}, { client_id: 'shop', scope, resource: orders, ...request })
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['shop', secretOf('shop')], headers: await proof(key) },
    )
    return { person, tokens: body as Record<string, string>, claims: claimsOf(body.access_token) }
  }
  const exchange = async (token: string | undefined, given: Given = {}, key: ProofKey | null = null) =>
    world.token(
      { grant_type: tokenExchange, subject_token: token, subject_token_type: accessToken, resource: stock, ...given },
      { basic: ['orders-api', secretOf('orders-api')], headers: await proof(key) },
    )
  const introspect = async (token: string) => {
    const headers = { Authorization: basic('stock-api', secretOf('stock-api')) }
    const body = new URLSearchParams({ token })
    return (await (await fetch(`${world.issuer}/introspect`, { method: 'POST', headers, body })).json()) as Record<
      string,
      unknown
    >
  }

  test('TX-41 a token that is bound to a key is exchanged by whoever proves it, and by nobody else', async () => {
    const { tokens } = await signIn(a)
    expect(claimsOf(tokens.access_token ?? '').cnf).toEqual({ jkt: a.jkt })
    for (const key of [null, b])
      expect(await exchange(tokens.access_token, {}, key)).toMatchObject(refused('invalid_request', 'bound to a key'))
    const { body } = await exchange(tokens.access_token, {}, a)
    expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['DPoP', { jkt: a.jkt }])
    expect(await introspect(body.access_token)).toMatchObject({
      ...{ active: true, token_type: 'DPoP', cnf: { jkt: a.jkt } },
    })
  })

  test('TX-42 a bearer token is exchanged for one that is bound to the key of the API, where that is demanded', async () => {
    const { tokens } = await signIn()
    const bare = await exchange(tokens.access_token, { resource: safe })
    expect(bare).toMatchObject(refused('invalid_dpop_proof', 'is required'))
    const { body } = await exchange(tokens.access_token, { resource: safe }, b)
    expect([body.token_type, claimsOf(body.access_token)]).toEqual([
      'DPoP',
      expect.objectContaining({ aud: safe, cnf: { jkt: b.jkt }, act: expect.objectContaining({ sub: 'orders-api' }) }),
    ])
    const used = await proof(a)
    const send = () =>
      world.token(
        {
          grant_type: tokenExchange,
          subject_token: tokens.access_token,
          subject_token_type: accessToken,
          resource: safe,
        },
        { basic: ['orders-api', secretOf('orders-api')], headers: used },
      )
    expect((await send()).status).toBe(200)
    expect(await send()).toMatchObject(refused('invalid_dpop_proof', 'used before'))
  })

  test('TX-43 nothing widens a scope: not the request, not a rule whose needs are not met, not a later grant', async () => {
    const { tokens } = await signIn(null, { scope: 'openid orders:read' })
    const widened = await exchange(tokens.access_token, { scope: 'stock:read stock:reserve orders:write openid' })
    expect([widened.body.scope, claimsOf(widened.body.access_token).scope]).toEqual(['stock:read', 'stock:read'])
    for (const scope of ['stock:reserve', 'orders:read', 'openid', '*'])
      expect(await exchange(tokens.access_token, { scope }), scope).toMatchObject(refused('invalid_scope'))
  })

  test('TX-44 an exchanged token is no access to this server, and no key to another exchange of the same client', async () => {
    const { tokens } = await signIn()
    const { body } = await exchange(tokens.access_token)
    for (const path of ['/userinfo', '/api/v1/users']) {
      const headers = { Authorization: `Bearer ${body.access_token}` }
      expect((await fetch(`${world.issuer}${path}`, { headers })).status, path).toBe(401)
    }
    expect(await exchange(body.access_token, { resource: safe })).toMatchObject(
      refused('invalid_request', 'not sent to this client'),
    )
  })

  test('TX-45 who may act or be acted for is said by nobody in the request', async () => {
    const { tokens, claims } = await signIn()
    const { body } = await exchange(tokens.access_token, {
      ...{ may_act: '{"sub":"stock-api"}', client_id: undefined, actor: 'stock-api', impersonate: 'true' },
    })
    expect(claimsOf(body.access_token)).toMatchObject({ sub: claims.sub, act: { sub: 'orders-api' } })
    for (const name of ['subject_token', 'subject_token_type', 'requested_token_type', 'actor_token']) {
      const form = new URLSearchParams({
        ...{ grant_type: tokenExchange, subject_token: tokens.access_token ?? '', subject_token_type: accessToken },
        resource: stock,
      })
      form.append(name, form.get(name) ?? 'x')
      form.append(name, 'y')
      const headers = { Authorization: basic('orders-api', secretOf('orders-api')) }
      const answer = await fetch(`${world.issuer}/token`, { method: 'POST', headers, body: form })
      expect([name, answer.status, await answer.json()]).toEqual([
        ...[name, 400],
        expect.objectContaining({ error: 'invalid_request' }),
      ])
    }
  })

  test('TX-46 who is disabled, or whose organization is, is acted for by nobody, and what was exchanged ends', async () => {
    const { prisma } = world.deps.db
    const now = world.deps.now()
    const ends: ((of: { id: string; organization: string }) => Promise<unknown>)[] = [
      ({ id }) => prisma.user.update({ where: { id }, data: { disabledAt: now } }),
      ({ organization: id }) => prisma.organization.update({ where: { id }, data: { disabledAt: now } }),
    ]
    for (const end of ends) {
      const { tokens, claims } = await signIn()
      const { body } = await exchange(tokens.access_token)
      expect(await introspect(body.access_token)).toMatchObject({ active: true })
      await end({ id: String(claims.sub), organization: String(claims.organization) })
      expect(await introspect(body.access_token)).toEqual({ active: false })
      expect((await exchange(tokens.access_token)).body.error).toBe('invalid_request')
    }
  })

  test('TX-47 a rule that is taken away gives nothing more, and neither does a resource that is gone', async () => {
    const { tokens } = await signIn()
    const known = new Map<string, Client>(world.deps.config.clients)
    const api = known.get('orders-api')
    if (api) known.set('orders-api', { ...api, exchangeRules: api.exchangeRules.slice(0, 1) })
    const config = { ...world.deps.config, clients: known }
    world.deps.clients = await ClientDirectory.load({ ...world.deps, config })
    expect((await exchange(tokens.access_token)).body.scope).toBe('stock:read')
    expect(await exchange(tokens.access_token, { scope: 'stock:reserve' })).toMatchObject(refused('invalid_scope'))
    expect(await exchange(tokens.access_token, { resource: safe }, a)).toMatchObject(refused('invalid_target'))
  })
})
