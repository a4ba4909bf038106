import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInitialAccessToken } from '../src/flows/management/registration/initial-access-tokens.ts'
import { system } from '../src/flows/platform/audit.ts'
import { openPolicy, type RegistrationPolicy } from '../src/oidc/dynamic-clients/registration.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Dynamic client registration (RFC 7591), and reading and deleting of what was registered (RFC 7592).

const cursor = {
  client_name: 'Cursor',
  redirect_uris: [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'http://localhost:8787/callback',
  ],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}
const claudeCode = {
  client_name: 'Claude Code (example)',
  redirect_uris: ['http://localhost:53682/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  body: any
}

let networks = 0
/** A network that has registered nothing so far. */
const freshNetwork = () => {
  networks += 1
  return `198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`
}

const registrar =
  (world: () => TestWorld) =>
  async (
    body: unknown,
    { network = freshNetwork(), headers = {}, path = '/register', method = 'POST' }: RegisterOptions = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${world().address}${path}`, {
      method,
      headers: { 'X-Forwarded-For': network, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
  }
interface RegisterOptions {
  network?: string
  headers?: Record<string, string>
  path?: string
  method?: string
}

const invite = async (world: TestWorld, policy: Partial<RegistrationPolicy> = {}, uses: number | null = null) =>
  createInitialAccessToken(
    world.deps,
    { actor: system, apiScopes: 'all' },
    { name: 'Partner', policy: { ...openPolicy, ...policy }, uses, expiresIn: 3600 },
  )
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

describe('open registration', () => {
  let world: TestWorld
  let listener: Server
  let internal: string
  const asked: string[] = []
  const register = registrar(() => world)
  beforeAll(async () => {
    world = await openTestWorld({
      REGISTRATION: 'open',
      TRUST_PROXY: '1',
      DYNAMIC_CLIENTS_LISTED: 'www.cursor.com,claude.ai',
      OIDC_RESOURCE_0: 'https://mcp.example.test/mcp',
      OIDC_RESOURCE_0_SCOPES: 'tools:read,tools:write',
      OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'listed',
    })
    listener = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    internal = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    listener.close()
    await world?.close()
  })

  test('DR-06 what Cursor sends: three redirect URIs, and an application_type that is missing or wrong', async () => {
    const { status, body, headers } = await register(cursor)
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toEqual({
      ...cursor,
      client_id: expect.stringMatching(/^dyn_[0-9a-f]{32}$/),
      client_id_issued_at: expect.any(Number),
      application_type: 'native',
      scope: 'openid profile email offline_access organization team tools:read tools:write',
    })
    const other = await register({ ...cursor, application_type: 'web' })
    expect([other.status, other.body.application_type]).toEqual([201, 'native'])
  })

  test('what Claude Code sends is a public client that is found by its id', async () => {
    const { status, body } = await register(claudeCode)
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('client_secret')
    expect(await world.deps.clients.lookUp(body.client_id, 'authorization')).toMatchObject({
      name: 'Claude Code (example)',
      source: 'registered',
      trust: 'unknown',
      tokenAuthMethods: ['none'],
      requirePkce: true,
      requireConsent: true,
    })
  })

  test('a program on somebody’s machine is public by default, and a web application gets a secret', async () => {
    const native = await register({ redirect_uris: ['http://127.0.0.1/cb', 'com.example.app:/cb'] })
    expect(native.body).toMatchObject({ token_endpoint_auth_method: 'none' })
    expect(native.body).not.toHaveProperty('client_secret')
    const web = await register({ redirect_uris: ['https://app.example/cb'] })
    expect(web.body).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.stringMatching(/^vcs_[\w-]{43}$/),
      client_secret_expires_at: 0,
    })
    for (const { body } of [native, web]) expect(body).not.toHaveProperty('registration_access_token')
    const rows = await world.deps.db.sql.read('SELECT * FROM registered_client', [])
    expect(JSON.stringify(rows)).not.toContain(web.body.client_secret)
  })

  test('a client may have the scopes of the resources that are open to it, and only those', async () => {
    const scope = 'tools:read tools:delete offline_access clients:write phone'
    expect((await register({ ...cursor, scope })).body.scope).toBe('tools:read offline_access')
    // Listed: it is called back at hosts that the operator listed, and on the person's own machine.
    const mixed = (uri: string) => [...cursor.redirect_uris, uri]
    for (const [uris, trust] of [
      [cursor.redirect_uris, 'listed'],
      [['https://claude.ai/api/mcp/auth_callback'], 'listed'],
      [mixed('https://evil.example/cb'), 'unknown'],
      [mixed('com.evil.app:/cb'), 'unknown'],
      [['https://claude.ai.evil.example/cb'], 'unknown'],
      [['http://localhost:1/cb'], 'unknown'],
    ] as const) {
      const { body } = await register({ redirect_uris: uris, scope })
      expect([uris, (await world.deps.clients.lookUp(body.client_id, 'display'))?.trust]).toEqual([uris, trust])
      expect(body.scope).toBe(trust === 'listed' ? 'tools:read offline_access' : 'offline_access')
    }
  })

  test('no answer has null or an empty text in it: clients in use refuse it', async () => {
    const { body } = await register({
      ...cursor,
      client_uri: '',
      logo_uri: '',
      tos_uri: null,
      contacts: null,
      scope: null,
    })
    expect(Object.values(body)).not.toContain(null)
    expect(Object.values(body)).not.toContain('')
  })

  test.each(['javascript:alert(1)//', 'JAVASCRIPT:alert(1)//', 'data:text/html,x'])(
    'DR-01 the redirect URI %s is refused as JSON, and nothing is stored',
    async (uri) => {
      const stored = async () => (await world.deps.db.sql.read('SELECT id FROM registered_client', [])).length
      const before = await stored()
      const { status, body, headers } = await register({ redirect_uris: [uri] }, { headers: { Accept: 'text/html' } })
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
      expect(body.error_description).toContain(uri)
      expect(headers.get('content-type')).toBe('application/json')
      expect(await stored()).toBe(before)
    },
  )

  test.each([
    ['DR-03', ['http://evil.example/cb']],
    ['DR-03', ['http://localhost.evil.example/cb']],
    ['DR-03', ['http://127.0.0.1.evil.example/cb']],
    ['DR-03', ['http://127.0.0.1@evil.example/cb']],
    ['DR-04', ['https://app.example/cb#x']],
    ['DR-04', ['https://user@app.example/cb']],
    ['DR-04', ['/cb']],
    ['DR-04', ['https://*.app.example/cb']],
    ['DR-04', [`https://app.example/${'a'.repeat(500)}`]],
    ['DR-04', Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`)],
    ['DR-04', []],
    ['DR-04', undefined],
    ['DR-04', 'https://app.example/cb'],
    ['DR-04', [['https://app.example/cb']]],
    ['DR-04', ['https://app.example/cb', 'https://app.example/cb#x']],
  ])('%s redirect_uris %j are refused', async (_row, redirectUris) => {
    const { status, body } = await register({ client_name: 'X', redirect_uris: redirectUris })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('DR-07 grants that nobody consents to are left out', async () => {
    const wanted = [
      'client_credentials',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ]
    for (const grants of [wanted, [...wanted, 'authorization_code', 'refresh_token']]) {
      const { status, body } = await register({ redirect_uris: ['https://app.example/cb'], grant_types: grants })
      expect([status, body.grant_types]).toEqual([201, ['authorization_code', 'refresh_token']])
    }
    const refused = await register({ ...cursor, response_types: ['code', 'id_token'] })
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('DR-10 nobody chooses their id, their secret or their rights', async () => {
    const members = {
      ...cursor,
      client_id: 'web',
      client_secret: 'chosen',
      registration_access_token: 'chosen',
      client_id_issued_at: 1,
      organization: 'required',
      require_consent: false,
      first_party: true,
      audiences: ['https://api.example.test'],
      scope: 'openid clients:write',
      initiate_login_uri: '',
    }
    const { status, body } = await register(`{"__proto__":{"firstParty":true},${JSON.stringify(members).slice(1)}`)
    expect(status).toBe(201)
    expect(body.client_id).toMatch(/^dyn_/)
    expect(body.client_id_issued_at).toBeGreaterThan(1_000_000)
    expect(Object.keys(body).sort()).toEqual(
      [...Object.keys(cursor), 'application_type', 'client_id', 'client_id_issued_at', 'scope'].sort(),
    )
    const client = await world.deps.clients.lookUp(body.client_id, 'authorization')
    expect(client).toMatchObject({ requireConsent: true, trust: 'listed', audiences: [], organization: 'optional' })
    expect([...(client?.scopes ?? [])]).toEqual(['openid'])
  })

  test('DR-10 nobody registers a client that another issuer vouches for', async () => {
    const rule = { federated_issuer: 'https://issuer.example.test', federated_subject: 'mine' }
    const { status, body } = await register({ ...cursor, ...rule, token_endpoint_auth_method: 'federated_jwt' })
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    const ignored = await register({ ...cursor, ...rule, client_name: 'With more than it may have' })
    expect(Object.keys(ignored.body).join()).not.toContain('federated')
    expect((await world.deps.clients.lookUp(ignored.body.client_id, 'token'))?.federated).toBeNull()
  })

  test('DR-12 no URL of a registration is ever fetched', async () => {
    const urls = Object.fromEntries(
      ['logo_uri', 'tos_uri', 'policy_uri', 'client_uri', 'sector_identifier_uri'].map((name) => [
        name,
        `${internal}/${name}`,
      ]),
    )
    const { status, body } = await register({ ...cursor, ...urls, request_uris: [`${internal}/request`] })
    expect(status).toBe(201)
    expect(JSON.stringify(body)).not.toContain(internal)
    await world.deps.clients.lookUp(body.client_id, 'authorization')
    const keys = await register({
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `${internal}/jwks`,
    })
    expect([keys.status, keys.body.error]).toEqual([400, 'invalid_client_metadata'])
    const elsewhere = await register({
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://other.example/jwks',
    })
    expect(elsewhere.status).toBe(400)
    expect(asked).toEqual([])
  })

  test('DR-11 keys that others could sign with are refused', async () => {
    const { status, body } = await register({
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ kty: 'RSA', n: 'u'.repeat(342), e: 'AQ' }] },
    })
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    expect(body.error_description).toMatch(/^jwks has no sound public key at position 0: /)
  })

  test('DR-13 a name is cut, and loses what changes the direction of writing', async () => {
    const { body } = await register({ ...cursor, client_name: `<img src=x onerror=..>\u202e${'x'.repeat(500)}` })
    expect(body.client_name).toHaveLength(80)
    expect(body.client_name).toMatch(/^<img src=x onerror=\.\.>x+$/)
    const marks = await register({ ...cursor, client_name: `a${'\u0301'.repeat(3000)}` })
    expect([marks.status, marks.body.error]).toEqual([400, 'invalid_client_metadata'])
    const logo = await register({ ...cursor, logo_uri: 'https://x/"><script>' })
    expect(logo.status).toBe(201)
    expect(await world.deps.clients.lookUp(logo.body.client_id, 'display')).toMatchObject({ logoUri: null })
  })

  test('the same public client from the same network is one client, until somebody lets it in', async () => {
    const network = freshNetwork()
    const first = await register(claudeCode, { network })
    expect((await register(claudeCode, { network })).body.client_id).toBe(first.body.client_id)
    expect((await register(claudeCode)).body.client_id).not.toBe(first.body.client_id)
    expect((await register({ ...claudeCode, client_name: 'Other' }, { network })).body.client_id).not.toBe(
      first.body.client_id,
    )
    await world.deps.db.sql.write('UPDATE registered_client SET used_at = $2 WHERE id = $1', [
      first.body.client_id,
      world.deps.now(),
    ])
    expect((await register(claudeCode, { network })).body.client_id).not.toBe(first.body.client_id)
    const secret = { redirect_uris: ['https://app.example/cb'] }
    const [a, b] = [await register(secret, { network }), await register(secret, { network })]
    expect(a.body.client_id).not.toBe(b.body.client_id)
  })

  test('DR-22 people are sent to an initiate_login_uri only where the client is at home', async () => {
    const redirect_uris = ['https://app.example/cb', 'http://localhost:3000/cb']
    for (const uri of [
      'http://app.example/login',
      'javascript:alert(1)',
      'https://other.example/login',
      'https://app.example:8443/login',
      'http://localhost:4000/login',
      'com.example.app:/login',
      7,
    ]) {
      const { status, body } = await register({ redirect_uris, initiate_login_uri: uri })
      expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_client_metadata'])
    }
    for (const uri of ['https://app.example/login', 'http://localhost:3000/login'])
      expect((await register({ redirect_uris, initiate_login_uri: uri })).body.initiate_login_uri).toBe(uri)
  })

  test('DR-25 whatever is no registration is refused as JSON', async () => {
    const refused = async (body: string, options?: RegisterOptions) => {
      const answer = await register(body, options)
      return [answer.status, answer.body.error]
    }
    const json = JSON.stringify(cursor)
    expect(await refused(JSON.stringify({ ...cursor, software_statement: 'e30.e30.' }))).toEqual([
      400,
      'invalid_software_statement',
    ])
    expect(await refused(json, { headers: { 'Content-Type': 'text/plain' } })).toEqual([415, 'invalid_request'])
    expect(await refused(json.padEnd(17 * 1024))).toEqual([413, 'invalid_request'])
    const deep = (count: number) =>
      `{"redirect_uris":["https://a.example/"],"x":${'['.repeat(count)}${']'.repeat(count)}}`
    for (const body of [
      '[]',
      'null',
      '"x"',
      '{',
      '',
      deep(1000),
      deep(8000),
      '{"client_name":"a","client_name":"b","redirect_uris":["https://a.example/cb"]}',
      '{"client_name":"a","client\\u005fname":"b","redirect_uris":["https://a.example/cb"]}',
    ])
      expect([body.slice(0, 40), ...(await refused(body))]).toEqual([body.slice(0, 40), 400, 'invalid_request'])
    expect((await register(json, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })).status).toBe(201)
  })

  test('other methods and paths are answered as JSON, also to a browser', async () => {
    const headers = { Accept: 'text/html' }
    const get = await register(undefined, { method: 'GET', headers })
    expect([get.status, get.headers.get('allow'), get.body.error]).toEqual([405, 'POST, OPTIONS', 'invalid_request'])
    const put = await register(cursor, { method: 'PUT', path: '/register/dyn_1', headers })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS'])
    const unknown = await register(undefined, { method: 'GET', path: '/register/dyn_1/keys', headers })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found'])
  })

  test('a page of any origin may register, without cookies', async () => {
    const preflight = await register(undefined, {
      method: 'OPTIONS',
      headers: { Origin: 'https://inspector.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
    const refused = await register('[]', { headers: { Origin: 'https://inspector.example' } })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('DR-21 with an initial access token that is not good, nobody registers, however open it is', async () => {
    const { status, body, headers } = await register(cursor, { headers: bearer('iat_wrong') })
    expect([status, body.error]).toEqual([401, 'invalid_token'])
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
    const inQuery = await register(cursor, { path: '/register?access_token=iat_wrong' })
    expect(inQuery.status).toBe(201)
  })

  test('registration_endpoint is in the metadata', async () => {
    const metadata = (await (await fetch(`${world.address}/.well-known/oauth-authorization-server`)).json()) as object
    expect(metadata).toMatchObject({ registration_endpoint: `${world.issuer}/register` })
  })
})

describe('the limits of registration', () => {
  let world: TestWorld
  const register = registrar(() => world)
  beforeAll(async () => {
    world = await openTestWorld({ REGISTRATION: 'open', TRUST_PROXY: '1' })
  })
  afterAll(() => world?.close())

  test('DR-16 DR-18 a network has its limit, and an honest client of another one always registers', async () => {
    const distinct = (index: number) => ({ ...cursor, client_name: `Cursor ${index}` })
    const prefix = '2001:db8:1:2'
    const flood = await Promise.all(
      Array.from({ length: 60 }, (_, index) => register(distinct(index), { network: `${prefix}::${index + 1}` })),
    )
    expect(flood.filter(({ status }) => status === 201)).toHaveLength(20)
    const late = flood.find(({ status }) => status === 429)
    expect(late?.body.error).toBe('temporarily_unavailable')
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    // As if 600 had registered within the hour, from networks of their own.
    const now = world.deps.now()
    await world.deps.db.sql.write('UPDATE rate_limit SET count = 600 WHERE key = $1', ['registrations/3600000'])
    const network = freshNetwork()
    const statuses: number[] = []
    for (let index = 0; index < 4; index++) statuses.push((await register(distinct(index), { network })).status)
    expect(statuses).toEqual([201, 201, 429, 429])
    expect((await register(cursor)).status).toBe(201)
    expect(world.deps.now().getTime() - now.getTime()).toBeLessThan(60_000)
  })

  test('DR-18 time ends a registration, not a number: 24 hours without a grant', async () => {
    const { body } = await register(claudeCode)
    const find = () => world.deps.clients.lookUp(body.client_id, 'authorization')
    world.pass(23 * 3_600_000)
    await sweep(world)
    expect(await find()).toBeDefined()
    world.pass(2 * 3_600_000)
    await sweep(world)
    expect(await find()).toBeUndefined()
  })
})

const sweep = async (world: TestWorld) => {
  const { Sweeper } = await import('../src/flows/platform/sweep.ts')
  await new Sweeper(world.deps).sweep()
}

describe.each(databases)('registration with an initial access token on %s', (database) => {
  let world: TestWorld
  const register = registrar(() => world)
  beforeAll(async () => {
    world = await openTestWorld({ REGISTRATION: 'token', TRUST_PROXY: '1' }, { database })
  })
  afterAll(() => world?.close())

  test('DR-21 without a good one nobody registers', async () => {
    const none = await register(cursor)
    expect([none.status, none.body.error, none.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_token',
      'Bearer realm="vestibule"',
    ])
    const { secret, token } = await invite(world)
    expect((await register(cursor, { path: `/register?access_token=${secret}` })).status).toBe(401)
    expect((await register({ ...cursor, access_token: secret })).status).toBe(401)
    expect((await register(cursor, { headers: bearer(`${secret}x`) })).status).toBe(401)
    expect((await register(cursor, { headers: { Authorization: `Basic ${secret}` } })).status).toBe(401)
    expect((await register(cursor, { headers: bearer(secret) })).status).toBe(201)
    await world.deps.db.sql.write('UPDATE initial_access_token SET expires_at = $2 WHERE id = $1', [
      token.id,
      world.deps.now(),
    ])
    expect((await register(cursor, { headers: bearer(secret) })).status).toBe(401)
  })

  test('DR-21 six at once with a token for five: exactly five', async () => {
    const { secret } = await invite(world, {}, 5)
    const refused = await register({ redirect_uris: ['https://a.example/cb#x'] }, { headers: bearer(secret) })
    expect(refused.status).toBe(400)
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await register(cursor, { headers: bearer(secret) })).status),
    )
    expect(statuses.sort()).toEqual([201, 201, 201, 201, 201, 401])
  })

  test('DR-16 a token that has a limit counts registrations, a network those without one and bad tokens', async () => {
    const network = freshNetwork()
    const many = (secret: string, count: number, path?: string) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const method = path ? 'GET' : 'POST'
          const body = path ? undefined : cursor
          return (await register(body, { headers: bearer(secret), network, method, ...(path ? { path } : {}) })).status
        }),
      )
    const limited = (await invite(world, {}, 40)).secret
    expect((await many(limited, 30)).every((status) => status === 201)).toBe(true)
    const bounded = (await invite(world, { maxClients: 25 })).secret
    expect((await many(bounded, 26)).sort().slice(-2)).toEqual([201, 403])
    const tries = await many('iat_guess', 25)
    expect(tries.filter((status) => status === 401)).toHaveLength(20)
    expect(tries.filter((status) => status === 429)).toHaveLength(5)
    // The network has used up its own: a token without a limit waits, one that counts goes on.
    expect((await register(cursor, { headers: bearer((await invite(world)).secret), network })).status).toBe(429)
    const { status, body } = await register(cursor, { headers: bearer(limited), network })
    expect(status).toBe(201)
    // Reading is no registration, and guessing the token of one has a number of its own.
    const path = `/register/${body.client_id}`
    expect(new Set(await many(body.registration_access_token, 30, path))).toEqual(new Set([200]))
    expect((await many('rat_guess', 25, path)).filter((code) => code === 429)).toHaveLength(5)
    const deletion = { method: 'DELETE', path, network, headers: bearer(body.registration_access_token) }
    expect((await register(undefined, deletion)).status).toBe(204)
  })

  test('a policy says how many clients there may be at a time', async () => {
    const { secret } = await invite(world, { maxClients: 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(cursor, { headers: bearer(secret) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
    const { body } = answers.find(({ status }) => status === 201) as Answer
    const options = { method: 'DELETE', path: `/register/${body.client_id}` }
    expect((await register(undefined, { ...options, headers: bearer(body.registration_access_token) })).status).toBe(
      204,
    )
    expect((await register(cursor, { headers: bearer(secret) })).status).toBe(201)
  })

  test('a policy says what a client may be', async () => {
    const { secret } = await invite(world, {
      grantTypes: ['authorization_code', 'client_credentials'],
      scopes: ['openid', 'orders:read'],
      redirectHosts: ['partner.example'],
      firstParty: true,
      pkceOptional: true,
    })
    const headers = bearer(secret)
    const elsewhere = await register({ redirect_uris: ['https://other.example/cb'] }, { headers })
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'invalid_redirect_uri'])
    for (const uri of ['http://localhost/cb', 'com.example.app:/cb', 'https://sub.partner.example/cb'])
      expect((await register({ redirect_uris: [uri] }, { headers })).status).toBe(400)
    const { status, body } = await register(
      {
        redirect_uris: ['https://partner.example/cb'],
        grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
        scope: 'openid email orders:read orders:write',
      },
      { headers },
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      grant_types: ['authorization_code', 'client_credentials'],
      scope: 'openid orders:read',
      registration_access_token: expect.stringMatching(/^rat_/),
      registration_client_uri: `${world.issuer}/register/${body.client_id}`,
    })
    expect(await world.deps.clients.lookUp(body.client_id, 'token')).toMatchObject({
      trust: 'own',
      requireConsent: false,
      requirePkce: false,
    })
  })

  test('a client reads and deletes its registration, and nobody else does (RFC 7592)', async () => {
    const { secret } = await invite(world)
    const { body } = await register({ redirect_uris: ['https://app.example/cb'] }, { headers: bearer(secret) })
    const path = `/register/${body.client_id}`
    const headers = bearer(body.registration_access_token)
    const read = await register(undefined, { method: 'GET', path, headers })
    const { client_secret, client_secret_expires_at, ...rest } = body
    expect([read.status, read.body]).toEqual([200, rest])
    expect([client_secret_expires_at, client_secret]).toEqual([0, expect.any(String)])
    const other = await register(cursor, { headers: bearer(secret) })
    for (const token of [secret, other.body.registration_access_token, client_secret, 'rat_x']) {
      const refused = await register(undefined, { method: 'GET', path, headers: bearer(token) })
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_token'])
      expect((await register(undefined, { method: 'DELETE', path, headers: bearer(token) })).status).toBe(401)
    }
    expect((await register(undefined, { method: 'GET', path })).status).toBe(401)
    expect((await register(undefined, { method: 'DELETE', path, headers })).status).toBe(204)
    expect(await world.deps.clients.lookUp(body.client_id, 'token')).toBeUndefined()
    expect((await register(undefined, { method: 'GET', path, headers })).status).toBe(401)
    const events = await world.deps.db.sql.read('SELECT action FROM audit_event WHERE target_id = $1 ORDER BY id', [
      body.client_id,
    ])
    expect(events.map(({ action }) => action)).toEqual(['client.registered', 'client.deleted'])
  })

  test('an invited client that nobody uses lives for thirty days', async () => {
    const { secret } = await invite(world)
    const { body } = await register(cursor, { headers: bearer(secret) })
    const find = () => world.deps.clients.lookUp(body.client_id, 'display')
    world.pass(25 * 3_600_000)
    await sweep(world)
    expect(await find()).toMatchObject({ trust: 'listed' })
    world.pass(30 * 24 * 3_600_000)
    await sweep(world)
    expect(await find()).toBeUndefined()
  })
})

test('while it is off there is no registration, and clients that registered before are unknown', async () => {
  const world = await openTestWorld()
  const register = registrar(() => world)
  try {
    expect((await register(cursor)).status).toBe(404)
    expect(await world.deps.clients.lookUp('dyn_1', 'token')).toBeUndefined()
    const metadata = await (await fetch(`${world.address}/.well-known/openid-configuration`)).text()
    expect(metadata).not.toContain('registration_endpoint')
  } finally {
    await world.close()
  }
})
