import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createResource, deleteResource, updateResource } from '../src/flows/management/resources/resources.ts'
import { system } from '../src/flows/platform/audit.ts'
import { ClientDirectory } from '../src/flows/platform/clients/client-directory.ts'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import type { Client } from '../src/oidc/clients.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { basic, claimsOf, openTestWorld, pkce, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// Tokens for APIs: which one a token is for, what it may do there, and what the API demands of the sign-in.

const mcp = 'https://mcp.example.test/mcp'
const orders = 'https://orders.example.test'
const vault = 'https://vault.example.test'
const agentId = 'https://agent.example.test/client.json'
const strangerId = 'https://stranger.example.test/client.json'

const resources = {
  DYNAMIC_CLIENTS_SIGN_UP: 'on',
  OIDC_RESOURCE_0: mcp,
  OIDC_RESOURCE_0_NAME: 'Notes',
  OIDC_RESOURCE_0_SCOPES: 'tools:read,tools:write',
  OIDC_RESOURCE_0_DEFAULT_SCOPES: 'tools:read',
  OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'listed',
  OIDC_RESOURCE_0_TOKEN_TTL: '120',
  OIDC_RESOURCE_1: orders,
  OIDC_RESOURCE_1_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_1_DEFAULT_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_1_ORGANIZATION: 'none',
  OIDC_RESOURCE_2: vault,
  OIDC_RESOURCE_2_SCOPES: 'vault:open',
  OIDC_RESOURCE_2_ORGANIZATION: 'none',
  OIDC_RESOURCE_2_MIN_ACR: 'phr',
  OIDC_CLIENT_ID_7: 'orders-app',
  OIDC_CLIENT_7_SECRET: 'orders-secret-0123456789',
  OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_7_SCOPES: 'openid,email,offline_access,orders:read',
  OIDC_CLIENT_7_AUDIENCES: 'https://ORDERS.example.test/',
  OIDC_CLIENT_7_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_7_ORGANIZATION: 'none',
  OIDC_CLIENT_ID_8: 'vault-app',
  OIDC_CLIENT_8_SECRET: 'vault-secret-0123456789',
  OIDC_CLIENT_8_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_8_SCOPES: 'openid,vault:open',
  OIDC_CLIENT_8_AUDIENCES: `${vault},${orders}`,
  OIDC_CLIENT_8_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_8_ORGANIZATION: 'none',
}
const ordersAuth: { basic: [string, string] } = { basic: ['orders-app', 'orders-secret-0123456789'] }
const vaultAuth: { basic: [string, string] } = { basic: ['vault-app', 'vault-secret-0123456789'] }

/** A client as a metadata document makes one. */
const dynamicClient = (id: string, trust: Client['trust']): Client => ({
  ...ownClient(id, 'Agent'),
  source: 'document',
  trust,
  redirectUris: [redirectUri],
  scopes: new Set(['openid', 'profile', 'email']),
  grantTypes: new Set(['authorization_code', 'refresh_token']),
  responseTypes: new Set(['code']),
  organization: 'none',
  onboarding: null,
})

async function withDynamicClients(world: TestWorld): Promise<void> {
  const clients = new Map(world.deps.config.clients)
  clients.set(agentId, dynamicClient(agentId, 'listed'))
  clients.set(strangerId, dynamicClient(strangerId, 'unknown'))
  clients.set('dyn_bare', { ...dynamicClient('dyn_bare', 'listed'), onboarding: [] })
  world.deps.clients = await ClientDirectory.load({ ...world.deps, config: { ...world.deps.config, clients } })
}

/** The error that a client is told: an error before a person's click is on a page of ours for a dynamic client. */
function errorAt({ current }: PlainBrowser): string | null {
  const link = current?.html.querySelector('a[href*="error="]')?.getAttribute('href')
  const answer = current?.callback ?? (link ? new URL(link) : null)
  return answer?.searchParams.get('error') ?? null
}

interface Answer {
  callback: URLSearchParams
  tokens: () => Promise<{ status: number; body: Record<string, string> }>
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(resources, { database })
    await withDynamicClients(world)
  })
  afterAll(() => world?.close())

  /** Signs in to a public client by a plain OAuth request. */
  async function connect(params: Record<string, string> = {}, clientId = agentId): Promise<Answer> {
    const { verifier, challenge } = pkce()
    const { params: callback, code } = await world.signIn(
      {},
      {
        client_id: clientId,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        scope: '',
        nonce: '',
        ...params,
      },
    )
    return {
      callback,
      tokens: () =>
        world.token({
          grant_type: 'authorization_code',
          code,
          code_verifier: verifier,
          redirect_uri: redirectUri,
          client_id: clientId,
        }),
    }
  }
  const refresh = (token: string | undefined, more: Record<string, string> = {}) =>
    world.token({ grant_type: 'refresh_token', refresh_token: token ?? '', client_id: agentId, ...more })
  const errorOf = async (params: Record<string, string>, clientId = agentId): Promise<string | null> => {
    const browser = world.browser()
    const { challenge } = pkce()
    await world.authorize(browser, {
      client_id: clientId,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      scope: '',
      nonce: '',
      ...params,
    })
    return errorAt(browser)
  }
  const introspect = async (token: string, auth: { basic: [string, string] }) => {
    const answer = await fetch(`${world.issuer}/introspect`, {
      method: 'POST',
      headers: { Authorization: basic(...auth.basic), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `token=${token}`,
    })
    return (await answer.json()) as Record<string, unknown>
  }

  test('a request without openid is plain OAuth: no ID token, the default scope, the organization, a short life', async () => {
    const { callback, tokens } = await connect({ resource: 'https://MCP.example.test:443/mcp' })
    expect(callback.get('iss')).toBe(world.issuer)
    const { status, body } = await tokens()
    expect(status).toBe(200)
    expect(body).toMatchObject({ scope: 'tools:read', expires_in: 120, token_type: 'Bearer' })
    expect(body.id_token).toBeUndefined()
    const claims = claimsOf(body.access_token ?? '')
    expect(claims).toMatchObject({
      aud: mcp,
      client_id: agentId,
      scope: 'tools:read',
      organization_roles: ['owner'],
    })
    expect(claims.organization).toMatch(/^[0-9a-f]{32}$/)
    const again = await refresh(body.refresh_token, { resource: mcp })
    expect(claimsOf(again.body.access_token)).toMatchObject({ aud: mcp, organization: claims.organization })
    expect(again.body).toMatchObject({ scope: 'tools:read', expires_in: 120 })
  })

  test('CM-23 a missing resource is the only one that is open to the client', async () => {
    const { tokens } = await connect()
    expect(claimsOf((await tokens()).body.access_token ?? '').aud).toBe(mcp)
  })

  test.each([
    `${mcp}/`,
    `${mcp}#x`,
    'https://mcp.example.test/other',
    orders,
    'not a URI',
    'https://evil.example.test',
  ])('CM-23 the resource %s is refused', async (resource) => {
    expect(await errorOf({ resource })).toBe('invalid_target')
  })

  test('CM-23 two resources are refused, at /authorize and at /token', async () => {
    const browser = world.browser()
    const query = new URLSearchParams({
      client_id: agentId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
    })
    query.append('resource', mcp)
    query.append('resource', orders)
    await browser.go(`${world.issuer}/authorize?${query}`)
    expect(errorAt(browser)).toBe('invalid_target')
    const { tokens } = await connect()
    const { body } = await tokens()
    for (const resource of [orders, `${mcp}/`, world.issuer, `${world.issuer}/api/v1`])
      expect((await refresh(body.refresh_token, { resource })).body.error, resource).toBe('invalid_target')
  })

  test('a client that the resource is not open to is refused', async () => {
    expect(await errorOf({ resource: mcp }, strangerId)).toBe('invalid_target')
    expect(await errorOf({ scope: 'tools:read' }, strangerId)).toBe('invalid_scope')
  })

  test.each([
    ['tools:read unknown:x', 'tools:read'],
    ['tools:write offline_access', 'tools:write offline_access'],
    ['offline_access', 'tools:read offline_access'],
    ['tools:read orders:read users:read', 'tools:read'],
  ])('CM-26 the scope %j becomes %j', async (scope, granted) => {
    const { tokens } = await connect({ scope, resource: mcp })
    const { body } = await tokens()
    expect(body.scope).toBe(granted)
    expect(claimsOf(body.access_token ?? '').scope).toBe(granted)
    expect(body.refresh_token).toBeTruthy()
  })

  test('CM-26 a scope of which nothing is known is refused', async () => {
    expect(await errorOf({ scope: 'unknown:x', resource: mcp })).toBe('invalid_scope')
    expect(await errorOf({ scope: 'unknown:x offline_access', resource: mcp })).toBe('invalid_scope')
    expect(await errorOf({ scope: 'users:read', resource: mcp })).toBe('invalid_scope')
  })

  test('what a client registered for is its limit', async () => {
    const registered = {
      ...dynamicClient('dyn_narrow', 'listed'),
      source: 'registered' as const,
      scopes: new Set(['tools:read']),
    }
    const clients = new Map(world.deps.config.clients).set('dyn_narrow', registered)
    const before = world.deps.clients
    world.deps.clients = await ClientDirectory.load({ ...world.deps, config: { ...world.deps.config, clients } })
    const { tokens } = await connect({ scope: 'tools:read tools:write openid' }, 'dyn_narrow')
    const { body } = await tokens()
    expect(body.scope).toBe('tools:read')
    world.deps.clients = before
  })

  test('CM-25 a token for one API is refused by userinfo, by the management API, and for another API', async () => {
    const { tokens } = await connect({ resource: mcp, scope: 'openid tools:read' })
    const { body } = await tokens()
    expect(body.id_token).toBeTruthy()
    const userinfo = await world.userinfo(body.access_token ?? '')
    expect([userinfo.status, userinfo.headers.get('WWW-Authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ])
    const api = await fetch(`${world.issuer}/api/v1/users`, {
      headers: { Authorization: `Bearer ${body.access_token}` },
    })
    expect(api.status).toBe(401)
    // Another API of ours asks about it with its own credentials, and learns nothing.
    expect(await introspect(body.access_token ?? '', ordersAuth)).toEqual({ active: false })
  })

  test('a client of the operator gets tokens for the API that its AUDIENCES name, in the registered spelling', async () => {
    const params = { client_id: 'orders-app', scope: 'orders:read', nonce: '' }
    const { code } = await world.signIn({}, params)
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      ordersAuth,
    )
    expect(body).toMatchObject({ scope: 'orders:read' })
    expect(body.id_token).toBeUndefined()
    const claims = claimsOf(body.access_token)
    expect(claims).toMatchObject({ aud: orders, scope: 'orders:read' })
    expect(claims.organization).toBeUndefined()
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect(await introspect(body.access_token, ordersAuth)).toMatchObject({ active: true, aud: orders })
    const again = await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, ordersAuth)
    expect(claimsOf(again.body.access_token).aud).toBe(orders)
  })

  test('it signs people in as before, and what it is not registered for is refused', async () => {
    const { code } = await world.signIn({}, { client_id: 'orders-app', scope: 'openid email' })
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      ordersAuth,
    )
    expect(claimsOf(body.access_token).aud).toBe(world.issuer)
    expect(body.id_token).toBeTruthy()
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    const refusals = [
      ['orders:write', 'invalid_scope'],
      ['orders:read unknown:x', 'invalid_scope'],
    ] as const
    for (const [scope, error] of refusals) expect(await errorOf({ scope }, 'orders-app')).toBe(error)
    // The default scopes are orders:read and orders:write; it may have one of them.
    const plain = await world.signIn({}, { client_id: 'orders-app', scope: '', nonce: '', resource: orders })
    const redeemed = await world.token(
      { grant_type: 'authorization_code', code: plain.code, redirect_uri: redirectUri },
      ordersAuth,
    )
    expect(redeemed.body.scope).toBe('orders:read')
  })

  test('a client without a resource is told of openid as before', async () => {
    expect(await errorOf({ scope: '' }, 'web')).toBe('invalid_scope')
    expect(await errorOf({ scope: 'profile' }, 'web')).toBe('invalid_scope')
    expect(await errorOf({ scope: 'tools:read', resource: mcp }, 'web')).toBe('invalid_target')
    expect(await errorOf({ scope: 'vault:open' }, 'vault-app')).toBe('invalid_scope')
  })

  test('a client acts for itself at its API, for as long as the API lets it', async () => {
    const own = await world.token({ grant_type: 'client_credentials', scope: 'orders:read' }, ordersAuth)
    expect(claimsOf(own.body.access_token)).toMatchObject({ aud: orders, scope: 'orders:read' })
    const named = await world.token(
      { grant_type: 'client_credentials', resource: 'HTTPS://orders.example.test:443' },
      ordersAuth,
    )
    expect(claimsOf(named.body.access_token).aud).toBe(orders)
    const foreign = await world.token({ grant_type: 'client_credentials', resource: mcp }, ordersAuth)
    expect(foreign.body.error).toBe('invalid_target')
  })

  test('TX-32 a resource that demands a passkey is refused to a weaker sign-in', async () => {
    const at = accountOf(world)
    const { email, id, authenticator } = await at.withPasskey()
    const params = {
      client_id: 'vault-app',
      scope: 'vault:open',
      resource: vault,
      nonce: '',
      acr_values: 'urn:vestibule:acr:mail',
    }
    // By mail: the passkey is asked for, and without it the client is told why.
    const weak = world.browser()
    await world.authorize(weak, { ...params, prompt: 'login' })
    await weak.submit({ email })
    await weak.submit({ code: await nextCode(world.mailbox, email) })
    expect(weak.current?.location).toMatch(/\/passkey$/)
    await at.post(weak, new URL(weak.current?.location ?? '').pathname.concat('/choice'), { decision: 'none' })
    expect(weak.current?.callback?.searchParams.get('error')).toBe('unmet_authentication_requirements')
    const silent = await at.byMail(`second-${email}`)
    await world.authorize(silent.browser, { ...params, prompt: 'none' })
    expect(silent.browser.current?.callback?.searchParams.get('error')).toMatch(/login_required|interaction_required/)

    const strong = await at.byPasskey(authenticator, email)
    await world.authorize(strong.browser, params)
    const finished = await world.finish(strong.browser, {
      email,
      givenName: 'A',
      familyName: 'B',
      organization: 'O',
      team: 'T',
    })
    const code = finished.callback?.searchParams.get('code') ?? ''
    const { body } = await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, vaultAuth)
    // The weaker value that was asked for is not what the API is told.
    expect(claimsOf(body.access_token)).toMatchObject({ aud: vault, acr: 'phrh' })
    const renew = (refreshToken: string, more = {}) =>
      world.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more }, vaultAuth)
    const renewed = await renew(body.refresh_token)
    expect(renewed.status).toBe(200)
    await world.deps.db.sql.write('UPDATE token_grant SET acr = $1 WHERE user_id = $2', ['urn:vestibule:acr:mail', id])
    expect((await renew(renewed.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('TX-32 the demand is not passed by naming the resource at /token only', async () => {
    const { code } = await world.signIn({}, { client_id: 'vault-app', scope: 'openid vault:open' })
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    expect((await world.token({ ...grant, resource: vault }, vaultAuth)).body.error).toBe('invalid_grant')
    const { body } = await world.token(grant, vaultAuth)
    expect(claimsOf(body.access_token).aud).toBe(world.issuer)
    const renewed = { grant_type: 'refresh_token', refresh_token: body.refresh_token, resource: vault }
    expect((await world.token(renewed, vaultAuth)).body.error).toBe('invalid_grant')
  })

  test('what an operator takes back is over at the next refresh, and what they demand later is asked for', async () => {
    const identifier = 'https://later.example.test'
    const id = await createResource(world.deps, system, {
      ...{ resource: identifier, scopes: ['later:read'], default_scopes: ['later:read'] },
      ...{ dynamic_clients: 'any', organization: 'none' },
    })
    const first = await (await connect({ resource: identifier }, strangerId)).tokens()
    const use = (token: string, more = {}) =>
      world.token({ grant_type: 'refresh_token', refresh_token: token, client_id: strangerId, ...more })
    const second = await use(first.body.refresh_token ?? '')
    expect(claimsOf(second.body.access_token).aud).toBe(identifier)
    expect(claimsOf(second.body.access_token).organization).toBeUndefined()

    await updateResource(world.deps, system, id, { organization: 'required' })
    expect((await use(second.body.refresh_token)).body.error).toBe('invalid_grant')
    await updateResource(world.deps, system, id, { organization: 'none', min_acr: 'phr' })
    expect((await use(second.body.refresh_token)).body.error).toBe('invalid_grant')
    await updateResource(world.deps, system, id, { min_acr: null, dynamic_clients: 'listed' })
    expect((await use(second.body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await use(second.body.refresh_token, { resource: identifier })).body.error).toBe('invalid_target')
    // Nothing of that used the refresh token up.
    await updateResource(world.deps, system, id, { dynamic_clients: 'any' })
    const third = await use(second.body.refresh_token)
    expect(third.status).toBe(200)
    await deleteResource(world.deps, system, id)
    expect((await use(third.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('a resource that demands an organization asks for one where ONBOARDING does not', async () => {
    const { person } = await world.signIn({}, { client_id: 'vault-app', scope: 'openid' })
    const browser = world.browser()
    const { challenge } = pkce()
    await world.authorize(browser, {
      ...{ client_id: 'dyn_bare', resource: mcp, scope: '', nonce: '' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })
    await browser.submit({ email: person.email })
    await browser.submit({ code: await nextCode(world.mailbox, person.email) })
    expect(browser.current?.location).toMatch(/\/organization$/)
    // With an organization it goes on: the name of the new one is asked for.
    expect(browser.has('organization_name')).toBe(true)
  })

  test('no request asks the database for resources, but one that would be refused', async () => {
    const looks = vi.spyOn(world.deps.resources, 'refreshForMiss')
    await world.redeem((await world.signIn()).code)
    const { body } = await (await connect({ resource: mcp })).tokens()
    await refresh(body.refresh_token, { resource: mcp })
    const machine: { basic: [string, string] } = { basic: ['machine', 'machine-secret-0123456789'] }
    const own = { grant_type: 'client_credentials', resource: 'https://api.example.test' }
    expect((await world.token(own, machine)).status).toBe(200)
    expect(looks).not.toHaveBeenCalled()
    expect((await world.token({ ...own, resource: 'https://else.example.test' }, machine)).body.error).toBe(
      'invalid_target',
    )
    expect(looks).toHaveBeenCalledOnce()
    looks.mockRestore()
  })

  test('the metadata lists the scopes of the resources', async () => {
    const answer = await fetch(`${world.issuer}/.well-known/oauth-authorization-server`)
    const { scopes_supported } = (await answer.json()) as { scopes_supported: string[] }
    expect(scopes_supported).toEqual(expect.arrayContaining(['openid', 'tools:read', 'orders:write', 'vault:open']))
  })

  test('an agent goes on for 30 days without use, and other clients for 14', async () => {
    const agent = await (await connect({ scope: 'offline_access' })).tokens()
    const web = await world.redeem((await world.signIn({}, { scope: 'openid offline_access' })).code)
    world.pass(20 * 86_400_000)
    expect((await refresh(agent.body.refresh_token)).status).toBe(200)
    expect(
      (await world.token({ grant_type: 'refresh_token', refresh_token: web.body.refresh_token }, webAuth)).body.error,
    ).toBe('invalid_grant')
  })
})
