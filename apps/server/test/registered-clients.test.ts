import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { allowInsecureRequests, dynamicClientRegistration } from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLogoutClient } from '../src/flows/delivery/logout-clients.ts'
import { createInitialAccessToken } from '../src/flows/management/registration/initial-access-tokens.ts'
import { parseRegistration } from '../src/flows/management/registration/registration-metadata.ts'
import { system } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { openPolicy } from '../src/oidc/dynamic-clients/registration.ts'
import { basic, claimsOf, openTestWorld, pkce, someone, type TestWorld } from './support/world.ts'

// What a client that registered itself may do, and what becomes of it.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    REGISTRATION: 'open',
    DYNAMIC_CLIENTS_SIGN_UP: 'on',
    TRUST_PROXY: '1',
    OIDC_CLIENT_ID_6: 'manager',
    OIDC_CLIENT_6_SECRET: 'manager-secret-0123456789',
    OIDC_CLIENT_6_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_6_SCOPES: 'clients:read,clients:write',
  })
})
afterAll(() => world?.close())

const callback = 'https://app.example/cb'
let networks = 0

async function register(members: object = {}): Promise<{ client_id: string; client_secret?: string }> {
  networks += 1
  const answer = await fetch(`${world.address}/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${networks}` },
    body: JSON.stringify({ client_name: 'App', redirect_uris: [callback], ...members }),
  })
  expect(answer.status).toBe(201)
  return answer.json() as Promise<{ client_id: string; client_secret?: string }>
}

const publicClient = { token_endpoint_auth_method: 'none' }

/** Signs somebody in to a registered client, and returns its tokens. */
async function connect(clientId: string) {
  const { verifier, challenge } = pkce()
  const browser = world.browser()
  await world.authorize(browser, {
    client_id: clientId,
    redirect_uri: callback,
    scope: 'openid email offline_access',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const visited = await world.finish(browser, someone())
  const code = visited.callback?.searchParams.get('code') ?? ''
  const tokens = await world.token({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code,
    code_verifier: verifier,
  })
  expect(tokens.status).toBe(200)
  return tokens.body as { access_token: string; refresh_token: string }
}

describe('a registered client', () => {
  test('DR-07 uses no grant that was left out', async () => {
    const { client_id: id, client_secret: secret = '' } = await register({ grant_types: ['client_credentials'] })
    const { status, body } = await world.token({ grant_type: 'client_credentials' }, { basic: [id, secret] })
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
  })

  test('DR-09 authenticates by the method that was answered, and by no other', async () => {
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' }
    const open = await register(publicClient)
    const secret = await register({ token_endpoint_auth_method: 'client_secret_basic' })
    for (const [body, auth] of [
      [{ client_id: open.client_id, client_secret: 'made up' }, {}],
      [{ client_id: open.client_id, client_secret: '' }, { headers: { Authorization: basic(open.client_id, '') } }],
      [{ client_id: secret.client_id }, {}],
      [{ client_id: secret.client_id, client_secret: '' }, {}],
      [{}, { headers: { Authorization: basic(secret.client_id, '') } }],
      [{ client_id: secret.client_id, client_secret: secret.client_secret ?? '' }, {}],
    ] as const) {
      const answer = await world.token({ ...refresh, ...body }, auth)
      expect([body, answer.status, answer.body.error]).toEqual([body, 401, 'invalid_client'])
    }
    const right = await world.token(refresh, { basic: [secret.client_id, secret.client_secret ?? ''] })
    expect([right.status, right.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('needs PKCE, even with a secret', async () => {
    const { client_id } = await register()
    const { status, callback: left } = await world.authorize(world.browser(), { client_id, redirect_uri: callback })
    expect([status, left]).toEqual([400, null])
  })

  test('DR-15 sends nobody anywhere without a click', async () => {
    const { client_id } = await register(publicClient)
    const { challenge } = pkce()
    const request = { client_id, redirect_uri: callback, code_challenge: challenge, code_challenge_method: 'S256' }
    for (const more of [{ prompt: 'none' }, { scope: 'nothing' }, { response_type: 'token' }]) {
      const visited = await world.authorize(world.browser(), { ...request, ...more })
      expect([more, visited.status, visited.callback]).toEqual([more, 400, null])
    }
  })

  test('is let in by a person, and lives as long as that lasts', async () => {
    const { client_id: id } = await register(publicClient)
    const { refresh_token: refreshToken } = await connect(id)
    const sweep = () => new Sweeper(world.deps).sweep()
    const stored = () => world.deps.db.sql.read('SELECT used_at FROM registered_client WHERE id = $1', [id])
    world.pass(25 * 3_600_000)
    await sweep()
    expect(await stored()).toHaveLength(1)
    const renewed = await world.token({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: id })
    expect(renewed.status).toBe(200)
    await world.deps.db.sql.write('UPDATE token_grant SET revoked_at = $2 WHERE client_id = $1', [id, world.deps.now()])
    world.pass(29 * 24 * 3_600_000)
    await sweep()
    expect(await stored()).toHaveLength(1)
    world.pass(2 * 24 * 3_600_000)
    await sweep()
    expect(await stored()).toEqual([])
  })
})

describe('the libraries of others', () => {
  test('openid-client registers, and is known by what it was answered', async () => {
    const config = await dynamicClientRegistration(
      new URL(world.issuer),
      { client_name: 'openid-client', redirect_uris: [callback] },
      undefined,
      { execute: [allowInsecureRequests] },
    )
    const { client_id: id, client_secret: secret, ...metadata } = config.clientMetadata()
    expect(metadata).toMatchObject({ token_endpoint_auth_method: 'client_secret_basic' })
    const { status, body } = await world.token(
      { grant_type: 'refresh_token', refresh_token: 'x' },
      { basic: [id, String(secret)] },
    )
    // It is let in, and has no such grant.
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('oauth4webapi registers with an initial access token, whose first party asks nobody', async () => {
    const { secret } = await createInitialAccessToken(
      world.deps,
      { actor: system, apiScopes: 'all' },
      { name: 'Partner', policy: { ...openPolicy, firstParty: true }, uses: 1, expiresIn: 60 },
    )
    const options = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(world.issuer)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { client_name: 'Ours', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
        { ...options, initialAccessToken: secret },
      ),
    )
    const { challenge } = pkce()
    const browser = world.browser()
    await world.authorize(browser, {
      client_id: client.client_id,
      redirect_uri: callback,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const visited = await world.finish(browser, someone())
    expect(visited.callback?.searchParams.get('code')).toBeTruthy()
    // Nobody was asked, so nothing was agreed to.
    expect(await world.deps.db.sql.read('SELECT * FROM consent WHERE client_id = $1', [client.client_id])).toEqual([])
  })

  test('DR-09 a client with keys authenticates by them alone', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
    const { client_id: id, ...answer } = await register({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [jwk] },
    })
    expect(answer).not.toHaveProperty('client_secret')
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(world.issuer)
      .setIssuedAt(world.deps.now())
      .setExpirationTime(new Date(world.deps.now().getTime() + 60_000))
      .setJti('once')
      .sign(privateKey)
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x', client_id: id }
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const right = await world.token({ ...refresh, client_assertion: assertion, client_assertion_type: type })
    expect([right.status, right.body.error]).toEqual([400, 'invalid_grant'])
    expect((await world.token(refresh)).status).toBe(401)
  })
})

describe('the management API', () => {
  const call = async (method: string, path: string, body?: object) => {
    const { body: tokens } = await world.token(
      { grant_type: 'client_credentials' },
      { basic: ['manager', 'manager-secret-0123456789'] },
    )
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
    return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as any }
  }

  test('DR-19 a client that was deleted is unknown everywhere, and everything that it was granted ends', async () => {
    const { client_id: id } = await register(publicClient)
    const tokens = await connect(id)
    expect((await world.userinfo(tokens.access_token)).status).toBe(200)
    expect(await call('DELETE', `/registered-clients/${id}`)).toMatchObject({ status: 204 })
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    const refresh = await world.token({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: id,
    })
    expect([refresh.status, refresh.body.error]).toEqual([401, 'invalid_client'])
    const revoke = await fetch(`${world.issuer}/revoke`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: tokens.refresh_token, client_id: id }),
    })
    expect(revoke.status).toBe(401)
    const visited = await world.authorize(world.browser(), { client_id: id, redirect_uri: callback })
    expect([visited.status, visited.callback]).toEqual([400, null])
    const [grant] = await world.deps.db.sql.read('SELECT revoked_at FROM token_grant WHERE client_id = $1', [id])
    expect(grant?.revoked_at).not.toBeNull()
    expect(await call('GET', `/registered-clients/${id}`)).toMatchObject({ status: 404 })
  })

  test('disables a client and trusts it, and lists both pages of them', async () => {
    const { client_id: id } = await register(publicClient)
    expect((await call('GET', `/registered-clients/${id}`)).body).toMatchObject({
      client_id: id,
      client_name: 'App',
      trust: 'unknown',
      listed: false,
      disabled: false,
      initial_access_token: null,
    })
    expect((await call('PATCH', `/registered-clients/${id}`, { listed: true })).body).toMatchObject({ trust: 'listed' })
    expect((await call('PATCH', `/registered-clients/${id}`, { disabled: true })).body).toMatchObject({
      disabled: true,
    })
    expect(await world.deps.clients.lookUp(id, 'token')).toBeUndefined()
    await call('PATCH', `/registered-clients/${id}`, { disabled: false })
    expect(await world.deps.clients.lookUp(id, 'token')).toMatchObject({ trust: 'listed' })
    const { client_id: newer } = await register(publicClient)
    const first = await call('GET', '/registered-clients?limit=1')
    expect(first.body.data).toMatchObject([{ client_id: newer }])
    const second = await call('GET', `/registered-clients?limit=1&cursor=${first.body.next_cursor}`)
    expect(second.body.data).toMatchObject([{ client_id: id }])
  })

  test('makes initial access tokens, each shown once, and revokes them', async () => {
    const made = await call('POST', '/initial-access-tokens', {
      name: 'Partner',
      uses: 2,
      expires_in: 3600,
      scope: 'openid email',
      redirect_hosts: ['partner.example'],
      first_party: true,
    })
    expect(made.status).toBe(201)
    const { token, ...shown } = made.body
    expect(token).toMatch(/^iat_[\w-]{43}$/)
    expect(shown).toMatchObject({
      name: 'Partner',
      uses_left: 2,
      scope: 'openid email',
      redirect_hosts: ['partner.example'],
      grant_types: ['authorization_code', 'refresh_token'],
      revoked_at: null,
    })
    expect((await call('GET', `/initial-access-tokens/${made.body.id}`)).body).toEqual(shown)
    expect(JSON.stringify(await world.deps.db.sql.read('SELECT * FROM initial_access_token', []))).not.toContain(token)
    const registered = async () =>
      (
        await fetch(`${world.address}/register`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: JSON.stringify({ redirect_uris: ['https://partner.example/cb'] }),
        })
      ).status
    expect(await registered()).toBe(201)
    expect((await call('GET', `/initial-access-tokens/${made.body.id}`)).body.uses_left).toBe(1)
    expect((await call('DELETE', `/initial-access-tokens/${made.body.id}`)).status).toBe(204)
    expect(await registered()).toBe(401)
    const [newest] = (await call('GET', '/initial-access-tokens')).body.data
    expect(newest).toMatchObject({ id: made.body.id, revoked_at: expect.any(String) })
  })

  test.each([
    ['scope', { scope: 'openid clients:write' }],
    ['scope', { scope: 'a"b' }],
    ['redirect_hosts', { redirect_hosts: ['https://partner.example'] }],
    ['expires_in', { expires_in: 400 * 86_400 }],
    ['grant_types.0', { grant_types: ['implicit'] }],
    ['uses', { uses: 100_000 }],
    ['name', { name: '\u202e' }],
  ])('refuses a token with a wrong %s', async (field, wrong) => {
    const { status, body } = await call('POST', '/initial-access-tokens', { name: 'X', expires_in: 60, ...wrong })
    expect([status, body.field]).toEqual([422, field])
  })
})

test('a host that an operator blocks takes its registered clients with it', async () => {
  const { client_id: id } = await register({ ...publicClient, redirect_uris: ['https://blocked.example/cb', callback] })
  expect(await world.deps.clients.lookUp(id, 'token')).toBeDefined()
  const { clientRules } = world.deps
  const verdictOf = clientRules.verdictOf
  clientRules.verdictOf = ({ host }) => (host === 'blocked.example' ? 'blocked' : null)
  try {
    expect(await world.deps.clients.lookUp(id, 'token')).toBeUndefined()
  } finally {
    clientRules.verdictOf = verdictOf
  }
})

describe('a client that was invited', () => {
  let invited: TestWorld
  let receiver: Server
  let own: string
  const tokens: string[] = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        tokens.push(new URLSearchParams(body).get('logout_token') ?? '')
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    own = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    invited = await openTestWorld({ REGISTRATION: 'open', ID_TOKEN_CLAIMS: 'minimal', TRUST_PROXY: '1' })
  })
  afterAll(async () => {
    receiver.close()
    await invited?.close()
  })

  const send = (members: object, token: string | null, world = invited) =>
    fetch(`${world.address}/register`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.113.${++networks}`,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ redirect_uris: [callback, `${own}/cb`], ...members }),
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, string> }))
  const invitation = async (world = invited) => {
    const policy = { ...openPolicy, firstParty: true, pkceOptional: true }
    const manager = { actor: system, apiScopes: 'all' as const }
    const given = { name: 'Partner', policy, uses: 20, expiresIn: 3600 }
    return (await createInitialAccessToken(world.deps, manager, given)).secret
  }
  const signIn = async (client: Record<string, string>) => {
    const { browser, code } = await invited.signIn(
      {},
      { client_id: client.client_id as string, redirect_uri: callback, scope: 'openid email' },
    )
    const { status, body } = await invited.token(
      { grant_type: 'authorization_code', code, redirect_uri: callback },
      { basic: [client.client_id as string, client.client_secret as string] },
    )
    expect(status).toBe(200)
    return { browser, claims: claimsOf(body.id_token), idToken: body.id_token as string }
  }
  const logoutMembers = () => ({
    backchannel_logout_uri: `${own}/backchannel`,
    backchannel_logout_session_required: true,
    frontchannel_logout_uri: 'https://app.example/signed-out',
  })

  test('DR-44 hears of a logout, by a token and by a frame; also when it is disabled, not when it is blocked', async () => {
    const { status, body } = await send(logoutMembers(), await invitation())
    expect([status, body]).toEqual([201, expect.objectContaining(logoutMembers())])
    const { browser, claims, idToken } = await signIn(body)
    const out = await browser.go(`${invited.issuer}/logout?id_token_hint=${idToken}`)
    expect(out.html.querySelector('iframe')?.getAttribute('src')?.replaceAll('&amp;', '&')).toBe(
      `https://app.example/signed-out?${new URLSearchParams({ iss: invited.issuer, sid: claims.sid as string })}`,
    )
    expect(out.headers.get('content-security-policy')).toContain('frame-src https://app.example')
    await expect.poll(() => tokens.length).toBe(1)
    expect(claimsOf(tokens[0] as string)).toMatchObject({ aud: body.client_id, sub: claims.sub, sid: claims.sid })
    const logout = { clientId: body.client_id as string, userId: String(claims.sub), sessionId: 'other' }
    const { db } = invited.deps
    await db.sql.write('UPDATE registered_client SET disabled_at = $1', [invited.deps.now()])
    expect(await findLogoutClient(invited.deps, logout.clientId, db)).not.toBeNull()
    const clientRules = { verdictOf: () => 'blocked' as const }
    const blocked = { ...invited.deps, clientRules } as unknown as typeof invited.deps
    expect(await findLogoutClient(blocked, logout.clientId, db)).toBeNull()
    await db.sql.write('UPDATE registered_client SET disabled_at = NULL', [])
  })

  test('DR-44 hears of it at home alone, and in production by https; a stranger never does', async () => {
    const token = await invitation()
    for (const member of ['backchannel_logout_uri', 'frontchannel_logout_uri']) {
      for (const uri of [
        'https://elsewhere.example/out',
        'https://app.example:8443/out',
        'https://app.example/out#fragment',
        'http://app.example/out',
        'http://10.0.0.1/out',
        'com.example.app:/out',
        'javascript:alert(1)',
        7,
      ]) {
        const answer = await send({ [member]: uri }, token)
        expect([uri, answer.status, answer.body.error]).toEqual([uri, 400, 'invalid_client_metadata'])
      }
      const members = { redirect_uris: [callback, `${own}/cb`], [member]: `${own}/out` }
      const inProduction = () =>
        parseRegistration(members, openPolicy, { invited: true, production: true, dpop: false })
      expect(inProduction).toThrow(`${member} must be https`)
      const required = member.replace('_uri', '_session_required')
      expect((await send({ [required]: 'yes' }, token)).status).toBe(400)
    }
    const stranger = await send({ ...logoutMembers(), id_token_claims: 'scopes' }, null)
    expect(stranger.status).toBe(201)
    for (const member of [...Object.keys(logoutMembers()), 'id_token_claims'])
      expect(stranger.body).not.toHaveProperty(member)
  })

  test('has the claims in the ID token that the server gives by default, or those that it registered', async () => {
    const token = await invitation()
    const inherits = (await send({}, token)).body
    expect(inherits).not.toHaveProperty('id_token_claims')
    expect((await signIn(inherits)).claims).not.toHaveProperty('email')
    const named = (await send({ id_token_claims: 'scopes' }, token)).body
    expect(named.id_token_claims).toBe('scopes')
    expect((await signIn(named)).claims).toHaveProperty('email')
    expect((await send({ id_token_claims: 'all' }, token)).body.error).toBe('invalid_client_metadata')
  })

  test('has the response type code alone', async () => {
    const token = await invitation()
    for (const type of ['id_token', 'code id_token', 'id_token token']) {
      const { status, body } = await send({ response_types: [type], grant_types: ['implicit'] }, token)
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    }
  })
})
