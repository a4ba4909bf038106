import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClientDocuments } from '../src/flows/platform/clients/client-documents.ts'
import type { DocumentFetcher } from '../src/flows/platform/clients/document-fetcher.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { type DocumentHosts, openDocumentHosts } from './support/document-hosts.ts'
import { type Given, openTestWorld, pkce, type TestWorld } from './support/world.ts'

// Dynamic clients whose id is the URL of their metadata document.

const listed = 'claude.example.test'
const other = 'agent.example.test'
const keys = 'keys.example.test'
const wrongCertificate = 'tls.example.test'
const internal = 'inside.example.test'

let hosts: DocumentHosts
let world: TestWorld
const log: string[] = []

beforeAll(async () => {
  hosts = await openDocumentHosts([listed, other, keys, internal])
  world = await openTestWorld(
    {
      DYNAMIC_CLIENTS: 'open',
      DYNAMIC_CLIENTS_SIGN_UP: 'on',
      DYNAMIC_CLIENTS_LISTED: listed,
      DNS_RESOLVER: hosts.resolver,
      OUTBOUND_ALLOW: [listed, other, keys, wrongCertificate].join(','),
      ONBOARDING: '',
    },
    { log: (line) => log.push(line) },
  )
})
afterAll(async () => {
  await world?.close()
  await hosts?.close()
})

const callback = 'http://localhost:53111/callback'
const { verifier, challenge } = pkce()

const documentOf =
  (more: object = {}) =>
  (url: string) => ({
    client_id: url,
    client_name: 'Agent',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...more,
  })

let paths = 0
/** A document at a path of its own. */
const serve = (more: object = {}, host = other): string => {
  paths += 1
  // The limits on fetches are the defaults: a minute later there is room again.
  world.pass(61_000)
  return hosts.serve(host, `/client-${paths}.json`, documentOf(more))
}

const requestOf = (client: string, more: Given = {}): Given => ({
  client_id: client,
  redirect_uri: callback,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  nonce: '',
  scope: 'openid offline_access',
  ...more,
})

const visit = (client: string, more: Given = {}) => world.authorize(world.browser(), requestOf(client, more))
const pageCode = (visited: { html: { querySelector(s: string): { text: string } | null } }) =>
  visited.html.querySelector('dl code')?.text

/** Signs in and redeems the code. */
async function connect(client: string, extra: Given = {}) {
  const { code, params } = await world.signIn({}, requestOf(client))
  expect(params.get('iss')).toBe(world.issuer)
  return world.token({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: callback,
    client_id: client,
    ...extra,
  })
}
const refresh = (client: string, token: string, extra: Given = {}) =>
  world.token({ grant_type: 'refresh_token', refresh_token: token, client_id: client, ...extra })

describe('the id', () => {
  test.each([
    'http://agent.example.test/client.json',
    'https://agent.example.test',
    'https://agent.example.test?x=/y',
    'https://agent.example.test/#x',
    'https://u:p@agent.example.test/x',
    'https://agent.example.test/a/../b',
    'https://agent.example.test/./b',
    'https://agent.example.test/%2e%2e/b',
    'https://agent.example.test/%2E/b',
    'https:\\\\agent.example.test\\x',
    'https:///x',
    'https://agent.example.test/a b',
    'https://agent.example.test/a\tb',
    'https://agent.example.test/a\nb',
    ' https://agent.example.test/x',
    'https://agent.example.test./x',
    'https://Agent.example.test/x',
    'HTTPS://agent.example.test/x',
    'https://agent.example.test:443/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://metadata.google.internal/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://agent.example.test:99999/x',
    'https://agent.example.test:0443/x',
    'https://agent.example.test/%zz',
    'https://ägent.example.test/x',
  ])('CM-01 %j is a page without a fetch and without a redirect', async (id) => {
    const before = hosts.seen.length
    const visited = await visit(id)
    expect(visited.status).toBe(400)
    expect(visited.callback).toBeNull()
    expect(hosts.seen.length).toBe(before)
  })

  test.each([513, 2049, 6000])('CM-02 an id of %i characters is a page', async (length) => {
    const id = `https://${other}/`.padEnd(length, 'a')
    expect((await visit(id)).status).toBe(400)
    expect((await refresh(id, 'vrt_x')).body.error).toBe('invalid_client')
  })

  test('CM-02 an id of 100 KB is refused at the token endpoint, too', async () => {
    const { status, body } = await refresh(`https://${other}/`.padEnd(100_000, 'a'), 'x')
    expect([401, 413]).toContain(status)
    expect(body.error).toBeDefined()
  })
})

test('a person connects a dynamic client, and it refreshes', async () => {
  const client = serve({ scope: 'anything', logo_uri: 'https://agent.example.test/logo.png' })
  const tokens = await connect(client)
  expect(tokens.status).toBe(200)
  expect(tokens.body.scope.split(' ').sort()).toEqual(['offline_access', 'openid'])
  expect((await world.userinfo(tokens.body.access_token)).status).toBe(200)
  const again = await refresh(client, tokens.body.refresh_token)
  expect(again.status).toBe(200)
  expect(hosts.seen.filter((place) => client.endsWith(place.slice(place.indexOf('/'))))).toHaveLength(1)
  const [row] = await world.deps.db.prisma.clientDocument.findMany({ where: { url: client } })
  expect(row).toMatchObject({ approvals: 1 })
})

describe('the fetch', () => {
  test('nothing is fetched for a request that could not be answered anyway', async () => {
    const client = serve()
    const before = hosts.seen.length
    for (const more of [
      { redirect_uri: 'javascript:alert(1)' },
      { response_type: 'token' },
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
    ])
      expect((await visit(client, more)).status).toBe(400)
    expect(hosts.seen.length).toBe(before)
  })

  test('CM-04 an address that is not public is refused, also beside one that is', async () => {
    // The document is served at the first one, which a server on loopback may call.
    hosts.names.set(internal, ['127.0.0.1', '10.0.0.1'])
    const visited = await visit(hosts.serve(internal, '/client.json', documentOf()))
    expect(visited.status).toBe(400)
    expect(hosts.seen.filter((place) => place.startsWith(internal))).toEqual([])
    hosts.names.set(internal, ['127.0.0.1'])
  })

  test.each([301, 302, 303, 307, 308])('CM-05 a redirect with %i is no document', async (status) => {
    const target = serve()
    const client = hosts.answer(other, `/moved-${status}`, (_, response) =>
      response.writeHead(status, { Location: target }).end(),
    )
    const before = hosts.seen.filter((place) => target.endsWith(place.slice(place.indexOf('/')))).length
    expect((await visit(client)).status).toBe(400)
    expect(hosts.seen.filter((place) => target.endsWith(place.slice(place.indexOf('/')))).length).toBe(before)
  })

  test('CM-07 a document that names another spelling of its URL belongs to another client', async () => {
    const spellings: ((url: string) => string)[] = [
      (url) => `${url}/`,
      (url) => url.replace('client', 'Client'),
      (url) => url.replace('client', '%63lient'),
      (url) => url.replace(/:\d+/, ':443'),
      (url) => `${url}?a=1`,
    ]
    for (const spell of spellings) {
      paths += 1
      world.pass(61_000)
      const client = hosts.serve(other, `/client-${paths}.json`, (url: string) => ({
        ...documentOf()(url),
        client_id: spell(url),
      }))
      expect((await visit(client)).status, spell(client)).toBe(400)
    }
  })

  test.each([
    { client_secret: 'x' },
    { client_secret_expires_at: 0 },
    { token_endpoint_auth_method: 'client_secret_basic' },
    { token_endpoint_auth_method: 'client_secret_post' },
    { token_endpoint_auth_method: 'client_secret_jwt' },
    { token_endpoint_auth_method: 'tls_client_auth' },
    { token_endpoint_auth_method: 'private_key_jwt' },
    { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AA' }] } },
    { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'EC', d: 'AA' }] } },
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://evil.example.test/jwks.json' },
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://agent.example.test/jwks.json' },
    { redirect_uris: [] },
    { redirect_uris: 'http://localhost/callback' },
    { redirect_uris: ['http://localhost/callback', 'javascript:alert(1)'] },
    { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://agent.example.test/${at}`) },
    { client_name: '' },
    { client_name: '\u202e\u200b' },
    { client_name: 'x'.repeat(81) },
    { client_name: 7 },
  ])('CM-08 a document with %j is not accepted', async (more) => {
    expect((await visit(serve(more))).status).toBe(400)
  })

  test('what is no JSON object of at most 5 KiB is not accepted', async () => {
    const respond = (headers: Record<string, string>, body: string | Buffer) => {
      paths += 1
      return hosts.answer(other, `/client-${paths}.json`, (_, response) => response.writeHead(200, headers).end(body))
    }
    const json = { 'Content-Type': 'application/json' }
    for (const client of [
      respond({ 'Content-Type': 'text/plain' }, '{}'),
      respond({ 'Content-Type': 'text/html' }, '{}'),
      respond(json, '[]'),
      respond(json, 'null'),
      respond(json, '{'),
      respond(json, `{"a":"${'a'.repeat(6000)}"}`),
      respond({ ...json, 'Content-Encoding': 'gzip' }, '{}'),
    ])
      expect((await visit(client)).status).toBe(400)
    const twice = hosts.answer(other, '/twice.json', (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/cimd+json' })
        .end(
          JSON.stringify(documentOf()(`https://${other}:${hosts.port}/twice.json`)).replace('{', '{"client_id":"x",'),
        ),
    )
    expect((await visit(twice)).status).toBe(400)
  })

  test('one fetch serves everybody who waits, and a failure is not kept', async () => {
    let answers = 0
    paths += 1
    const path = `/client-${paths}.json`
    const client = hosts.answer(other, path, (_, response) => {
      answers += 1
      setTimeout(() => {
        if (answers === 1) response.writeHead(500).end()
        else
          response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(JSON.stringify(documentOf()(`https://${other}:${hosts.port}${path}`)))
      }, 200)
    })
    world.pass(61_000)
    const first = await Promise.all(Array.from({ length: 5 }, () => visit(client)))
    expect(first.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(answers).toBe(1)
    world.pass(1100)
    expect((await visit(client)).status).toBe(200)
    expect(answers).toBe(2)
  })
})

test('CM-10 no other URL of a document is ever called', async () => {
  const at = `https://${other}:${hosts.port}/trap`
  const client = serve({
    sector_identifier_uri: at,
    backchannel_logout_uri: at,
    frontchannel_logout_uri: at,
    backchannel_client_notification_endpoint: at,
    request_uris: [at],
    post_logout_redirect_uris: [at],
    initiate_login_uri: at,
    logo_uri: at,
    jwks_uri: at,
  })
  const { browser, code } = await world.signIn({}, requestOf(client))
  expect(code).not.toBe('')
  const bye = await browser.go(
    `${world.issuer}/logout?${new URLSearchParams({ client_id: client, post_logout_redirect_uri: at })}`,
  )
  expect(bye.callback).toBeNull()
  expect(bye.status).toBe(200)
  expect((await browser.submit({ decision: 'logout' })).callback).toBeNull()
  expect(hosts.seen.filter((place) => place.endsWith('/trap'))).toEqual([])
})

test('an ID token of such a client is a hint to sign out by, and the person is asked', async () => {
  const client = serve()
  const { browser, code } = await world.signIn({}, requestOf(client))
  const { body } = await world.token({
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback, client_id: client },
  })
  const fetched = hosts.seen.length
  const bye = await browser.go(`${world.issuer}/logout?${new URLSearchParams({ id_token_hint: body.id_token })}`)
  expect(bye.status).toBe(200)
  expect((await browser.go(`${world.issuer}/account`)).location).not.toContain('/sign-in/')
  await browser.go(`${world.issuer}/logout?${new URLSearchParams({ id_token_hint: body.id_token })}`)
  await browser.submit({ decision: 'logout' })
  expect((await world.userinfo(body.access_token)).status).toBe(200)
  expect((await browser.go(`${world.issuer}/account`)).location).toContain('/sign-in/')
  expect(hosts.seen.length).toBe(fetched)
})

test('CM-13 a code belongs to its redirect URI, whatever the document says by then', async () => {
  const client = serve()
  const { code } = await world.signIn({}, requestOf(client))
  hosts.serve(other, new URL(client).pathname, documentOf({ redirect_uris: ['https://evil.example.test/cb'] }))
  world.pass(50_000)
  const redeem = (redirectUri: string) =>
    world.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      client_id: client,
    })
  expect((await redeem('https://evil.example.test/cb')).body.error).toBe('invalid_grant')
  expect((await redeem(callback)).status).toBe(200)
})

describe('private_key_jwt', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let client: string
  let jwksFetches = 0

  beforeAll(async () => {
    const jwk = { ...(await exportJWK(rsa.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
    const jwksUri = hosts.answer(other, '/oauth/jwks.json', (_, response) => {
      jwksFetches += 1
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }))
    })
    client = serve({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: jwksUri,
    })
  })

  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  let assertions = 0
  const claims = (more: object = {}) => {
    assertions += 1
    const now = Math.floor(world.deps.now().getTime() / 1000)
    return { iss: client, sub: client, aud: world.issuer, jti: `j${assertions}`, iat: now, exp: now + 60, ...more }
  }
  const sign = (more: object = {}, header: object = {}, key: KeyObject = rsa.privateKey) =>
    new SignJWT(claims(more)).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key)
  const shown = (assertion: string): Given => ({ client_assertion_type: type, client_assertion: assertion })

  test('CM-17 the audience may be the token endpoint or the issuer, and the method is never lowered', async () => {
    const tokens = await connect(client, shown(await sign({ aud: `${world.issuer}/token` })))
    expect(tokens.status).toBe(200)
    const again = await refresh(client, tokens.body.refresh_token, shown(await sign()))
    expect(again.status).toBe(200)
    const lowered = await refresh(client, again.body.refresh_token)
    expect(lowered).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    // Nothing was spent by that.
    expect((await refresh(client, again.body.refresh_token, shown(await sign()))).status).toBe(200)
    // A grant that began without a key goes on without one.
    const plain = await connect(client)
    expect((await refresh(client, plain.body.refresh_token)).status).toBe(200)
  })

  test('CM-16 no other assertion is accepted', async () => {
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string
    const hmac = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(Buffer.from(pem))
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`
    const own = await exportJWK(stranger.publicKey)
    const used = await sign()
    await refresh(client, 'x', shown(used))
    const before = hosts.seen.length
    for (const [what, assertion] of Object.entries({
      hmac,
      none,
      jwk: await sign({}, { jwk: own }, stranger.privateKey),
      jku: await sign({}, { jku: `https://${other}:${hosts.port}/evil.json` }, stranger.privateKey),
      kid: await sign({}, { kid: 'other' }, stranger.privateKey),
      audience: await sign({ aud: 'https://other.example.test' }),
      audiences: await sign({ aud: [world.issuer, 'https://other.example.test'] }),
      expires: await sign({ exp: Math.floor(world.deps.now().getTime() / 1000) + 3600 }),
      used,
    }))
      expect(await refresh(client, 'x', shown(assertion)), what).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      })
    expect(hosts.seen.length).toBe(before)
    expect(jwksFetches).toBeLessThan(4)
  })

  test('what came from a key is void once the client has none', async () => {
    const jwk = { ...(await exportJWK(rsa.publicKey)), kid: 'k1' }
    client = serve({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } })
    const tokens = await connect(client, shown(await sign()))
    hosts.serve(other, new URL(client).pathname, documentOf())
    world.pass(16 * 60_000)
    const { status, body } = await refresh(client, tokens.body.refresh_token)
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' })
    const grant = await world.deps.db.prisma.grant.findFirstOrThrow({ where: { clientId: client } })
    expect(grant.revokedAt).not.toBeNull()
  })
})

test('CM-19 every failure is answered alike; the log has what went wrong', async () => {
  const before = log.length
  const answers = await Promise.all(
    [
      serve({ client_secret: 'x' }),
      'https://nothing.example.test/client.json',
      `https://${wrongCertificate}:${hosts.port}/client.json`,
      `https://${other}:1/client.json`,
      `https://${internal}:${hosts.port}/x`,
    ].map((client) => visit(client)),
  )
  const texts = answers.map(
    ({ status, text }) =>
      `${status} ${text.replaceAll(/[0-9a-f-]{36}/g, 'ID').replaceAll(/<a [^>]*>|<option[^>]*>|<input[^>]*>/g, '')}`,
  )
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toMatch(/^400 /)
  expect(pageCode(answers[0] as never)).toBe('invalid_client')
  const [reference] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(answers[0]?.text ?? '') ?? []
  expect(log.slice(before).find((line) => line.includes(reference ?? 'none'))).toContain('client_secret')
})

test('CM-20 while its host is down, who has allowed a client before is served for a day', async () => {
  const client = serve()
  let tokens = await connect(client)
  hosts.answer(other, new URL(client).pathname, (_, response) => response.writeHead(503).end())
  world.pass(16 * 60_000)
  expect((await visit(client)).status).toBe(400)
  world.pass(20 * 3600_000)
  tokens = await refresh(client, tokens.body.refresh_token)
  expect(tokens.status).toBe(200)
  world.pass(5 * 3600_000)
  const late = await refresh(client, tokens.body.refresh_token)
  expect(late).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test('CM-20 a copy survives a restart, and serves every process', async () => {
  const client = serve()
  await connect(client)
  const another = (fetcher: Pick<DocumentFetcher, 'fetch'>) =>
    new ClientDocuments({
      ...{ config: world.deps.config, db: world.deps.db, rules: world.deps.clientRules, log: world.deps.log },
      ...{ now: world.deps.now, anyPort: true, fetcher },
    })
  const away = () => Promise.reject(new Error('no such host'))
  world.pass(61 * 60_000)
  const restarted = another({ fetch: away })
  expect(await restarted.find(client, 'token')).toMatchObject({ id: client, name: 'Agent' })
  await expect(restarted.find(client, 'authorization')).rejects.toThrow('unusable')
  const other = another({
    fetch: async () => ({ body: JSON.stringify(documentOf({ client_name: 'New' })(client)), freshFor: 1000 }),
  })
  expect((await other.find(client, 'authorization'))?.name).toBe('New')
  expect((await another({ fetch: away }).find(client, 'display'))?.name).toBe('New')
})

test('copies that nobody has allowed are swept after hours, and others a month after they were fetched', async () => {
  const [seen, allowed] = [serve(), serve()]
  await visit(seen)
  await connect(allowed)
  const left = async () => {
    for (let swept = 0; swept < 3; swept++) await new Sweeper(world.deps).sweep()
    const rows = await world.deps.db.prisma.clientDocument.findMany({ where: { url: { in: [seen, allowed] } } })
    return rows.map(({ url }) => url)
  }
  world.pass(27 * 3_600_000)
  expect(await left()).toEqual([allowed])
  world.pass(30 * 24 * 3_600_000)
  expect(await left()).toEqual([])
})

test('nothing is fetched at the token endpoint for a client that was never here', async () => {
  const client = serve()
  const before = hosts.seen.length
  expect(await refresh(client, 'x')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  expect(hosts.seen.length).toBe(before)
})

describe('before the person did anything', () => {
  test('DR-15 an error stays here, with a way on', async () => {
    const client = serve({ redirect_uris: ['https://evil.example.test/cb'] })
    for (const more of [{ prompt: 'none' }, { response_mode: 'nonsense' }, { max_age: 'x' }]) {
      const visited = await visit(client, { redirect_uri: 'https://evil.example.test/cb', ...more })
      expect(visited.status).toBe(400)
      expect(visited.callback).toBeNull()
      const link = visited.html.querySelector('a[href^="https://evil.example.test/cb?error="]')
      expect(link?.text).toContain('evil.example.test')
      expect(new URL(link?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '').searchParams.get('iss')).toBe(
        world.issuer,
      )
    }
  })

  test('DR-15 who has allowed the client before gets the answer of prompt=none', async () => {
    const client = serve()
    const { browser } = await world.signIn({}, requestOf(client))
    const silent = await world.authorize(browser, requestOf(client, { prompt: 'none', scope: 'openid email' }))
    expect(silent.callback?.searchParams.get('error')).toBe('consent_required')
    expect(silent.callback?.searchParams.get('iss')).toBe(world.issuer)
  })
})

test('CM-28 what a person refuses is answered with the issuer, as everything is', async () => {
  const client = serve()
  const browser = world.browser()
  const { person } = await world.signIn({}, {}, browser)
  expect(person).toBeDefined()
  const visited = await world.authorize(browser, requestOf(client))
  expect(visited.callback).toBeNull()
  const declined = await browser.submit({ decision: 'deny' })
  expect(declined.callback?.searchParams.get('error')).toBe('access_denied')
  expect(declined.callback?.searchParams.get('iss')).toBe(world.issuer)
})

test('the metadata says so, and scripts of every origin may call the endpoints for clients', async () => {
  const metadata = (await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()) as object
  expect(metadata).toMatchObject({ client_id_metadata_document_supported: true })
  const origin = { Origin: 'https://inspector.example.test' }
  for (const path of [
    '/token',
    '/revoke',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ]) {
    const preflight = await fetch(`${world.issuer}${path}`, { method: 'OPTIONS', headers: origin })
    expect(preflight.headers.get('access-control-allow-origin'), path).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  }
  const refused = await fetch(`${world.issuer}/token`, { method: 'POST', headers: origin, body: new URLSearchParams() })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
})
