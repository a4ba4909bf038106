import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../src/flows/management/clients/clients.ts'
import { system } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { databases } from './support/databases.ts'
import { freshPostgres } from './support/postgres.ts'
import { basic, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// Applications without a restart: clients by the management API, in force at once here and within seconds elsewhere.

const day = 86_400_000
const scopes = ['users:read', 'clients:read', 'clients:write']
const managers = {
  OIDC_CLIENT_ID_7: 'manager',
  OIDC_CLIENT_7_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: scopes.join(','),
  OIDC_CLIENT_ID_8: 'all',
  OIDC_CLIENT_8_SECRET: 'all-secret-0123456789',
  OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_8_SCOPES: [...scopes, 'users:write', 'sessions:write', 'audit:read'].join(','),
}

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  body: any
}

const api =
  (world: TestWorld, id = 'manager', more: Record<string, string> = {}) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const credentials: [string, string] = [id, `${id}-secret-0123456789`]
    const token = await world.token({ grant_type: 'client_credentials', ...more }, { basic: credentials })
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token.body.access_token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
  }

const app = {
  client_name: 'New app',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile email',
}

const signInTo = async (world: TestWorld, id: string, secret: string) => {
  const { code } = await world.signIn({}, { client_id: id })
  return world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, { basic: [id, secret] })
}

const introspect = async (world: TestWorld, token: string, [id, secret]: [string, string]): Promise<Answer> => {
  const answer = await fetch(`${world.issuer}/introspect`, {
    method: 'POST',
    headers: { Authorization: basic(id, secret), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `token=${token}`,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  /** Another process on the same database. */
  let second: TestWorld
  let call: ReturnType<typeof api>
  beforeAll(async () => {
    const where =
      database === 'sqlite'
        ? { file: join(mkdtempSync(join(tmpdir(), 'vestibule-')), 'shared.db') }
        : { url: await freshPostgres() }
    world = await openTestWorld(managers, { database, ...where })
    second = await openTestWorld(managers, { database, ...where })
    call = api(world)
  })
  afterAll(async () => {
    await second?.close()
    await world?.close()
  })

  const make = async (more: object = {}) => {
    const { status, body } = await call('POST', '/clients', { ...app, ...more })
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { client_id: string; client_secret: string; version: number }
  }

  test('a client is made, and signed in to at once, here and in another process', async () => {
    const made = await call('POST', '/clients', app)
    expect(made).toMatchObject({
      status: 201,
      body: {
        client_name: 'New app',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_basic',
        client_secret_expires_at: 0,
        source: 'database',
        variable: null,
        require_pkce: false,
        organization: 'required',
        disabled: false,
        delete_after: null,
      },
    })
    const { client_id: id, client_secret: secret } = made.body
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(made.headers.get('location')).toBe(`${world.issuer}/api/v1/clients/${id}`)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { status, body } = await signInTo(world, id, secret)
    expect(status).toBe(200)
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    const rows = await world.deps.db.sql.read('SELECT * FROM client WHERE id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(secret)
    // A request that names it makes the other process look, without waiting for its turn.
    expect((await signInTo(second, id, secret)).status).toBe(200)
    // The secret is in that answer only.
    for (const read of [await call('GET', `/clients/${id}`), await call('GET', '/clients?limit=100')])
      expect(JSON.stringify(read.body)).not.toContain(secret)
  })

  test('what is changed is in force everywhere within three seconds', async () => {
    const { client_id: id } = await make()
    const moved = 'https://moved.example.test/cb'
    expect((await call('PATCH', `/clients/${id}`, { redirect_uris: [moved] })).status).toBe(200)
    expect(world.deps.clients.find(id)?.redirectUris).toEqual([moved])
    await expect.poll(() => second.deps.clients.find(id)?.redirectUris).toEqual([moved])
    await call('PATCH', `/clients/${id}`, { disabled: true })
    await expect.poll(() => second.deps.clients.has(id)).toBe(false)
  })

  test('while a secret is replaced, both are accepted, and the old one until it is dropped', async () => {
    const { client_id: id, client_secret: old } = await make()
    const rotated = await call('POST', `/clients/${id}/secrets`)
    expect(rotated).toMatchObject({ status: 201, body: { client_id: id, client_secret_expires_at: 0 } })
    const { client_secret: next } = rotated.body
    for (const secret of [old, next]) {
      expect((await signInTo(world, id, secret)).status).toBe(200)
      expect((await signInTo(second, id, secret)).status).toBe(200)
    }
    const again = await call('POST', `/clients/${id}/secrets`)
    expect([again.status, again.body.code]).toEqual([409, 'two_secrets'])
    expect((await call('DELETE', `/clients/${id}/secrets/current`)).status).toBe(204)
    expect((await signInTo(world, id, old)).status).toBe(401)
    expect((await signInTo(world, id, next)).status).toBe(200)
    const last = await call('DELETE', `/clients/${id}/secrets/current`)
    expect([last.status, last.body.code]).toEqual([409, 'last_secret'])
    expect((await call('DELETE', `/clients/${id}/secrets/other`)).status).toBe(404)
    // One that nobody has noted is dropped, and the old one stays.
    const lost = (await call('POST', `/clients/${id}/secrets`)).body.client_secret
    expect((await call('DELETE', `/clients/${id}/secrets/next`)).status).toBe(204)
    expect((await signInTo(world, id, lost)).status).toBe(401)
    expect((await signInTo(world, id, next)).status).toBe(200)
  })

  test('a disabled client is refused everywhere, until it is enabled', async () => {
    const { client_id: id, client_secret: secret } = await make()
    const tokens = (await signInTo(world, id, secret)).body
    const { code } = await world.signIn({}, { client_id: id })
    const waiting = world.browser()
    await world.authorize(waiting, { client_id: id })
    expect((await introspect(world, tokens.access_token, [id, secret])).body.active).toBe(true)
    expect((await call('PATCH', `/clients/${id}`, { disabled: true })).body.disabled).toBe(true)

    expect((await world.authorize(world.browser(), { client_id: id })).status).toBe(400)
    expect((await waiting.go(waiting.current?.location ?? '')).status).toBe(400)
    const credentials = { basic: [id, secret] as [string, string] }
    for (const params of [
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
    ])
      expect((await world.token(params, credentials)).body.error).toBe('invalid_client')
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    expect((await introspect(world, tokens.access_token, [id, secret])).status).toBe(401)
    const { client_id: other, client_secret: otherSecret } = await make({ audiences: [world.issuer] })
    expect((await introspect(world, tokens.access_token, [other, otherSecret])).body).toEqual({ active: false })
    const pushed = await fetch(`${world.issuer}/par`, {
      method: 'POST',
      headers: { Authorization: basic(id, secret), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `client_id=${id}&response_type=code&redirect_uri=${encodeURIComponent(redirectUri)}`,
    })
    expect(pushed.status).toBe(401)

    await call('PATCH', `/clients/${id}`, { disabled: false })
    expect((await world.userinfo(tokens.access_token)).status).toBe(200)
  })

  test('a client of its own is refused too while it is disabled, at the management API as elsewhere', async () => {
    const machine = await api(world, 'all')('POST', '/clients', {
      client_name: 'Machine',
      grant_types: ['client_credentials'],
      scope: 'users:read',
    })
    const { client_id: id, client_secret: secret } = machine.body
    const { body } = await world.token({ grant_type: 'client_credentials' }, { basic: [id, secret] })
    const users = () =>
      fetch(`${world.issuer}/api/v1/users`, { headers: { Authorization: `Bearer ${body.access_token}` } })
    expect((await users()).status).toBe(200)
    await call('PATCH', `/clients/${id}`, { disabled: true })
    expect((await users()).status).toBe(401)
    expect((await world.token({ grant_type: 'client_credentials' }, { basic: [id, secret] })).status).toBe(401)
  })

  test('a deleted client comes back within 14 days, and its id is never given away afterwards', async () => {
    const { client_id: id, client_secret: secret } = await make()
    const { body: tokens } = await signInTo(world, id, secret)
    expect((await call('DELETE', `/clients/${id}`)).status).toBe(204)
    const deleted = await call('GET', `/clients/${id}`)
    expect(Math.round((Date.parse(deleted.body.delete_after) - world.deps.now().getTime()) / day)).toBe(14)
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    for (const [method, path, body] of [
      ['PATCH', `/clients/${id}`, { client_name: 'X' }],
      ['POST', `/clients/${id}/secrets`, undefined],
      ['DELETE', `/clients/${id}`, undefined],
    ] as const)
      expect((await call(method, path, body)).body.code).toBe('deleted')
    expect((await call('POST', `/clients/${id}/restore`)).body.delete_after).toBeNull()
    expect((await world.userinfo(tokens.access_token)).status).toBe(200)

    await call('DELETE', `/clients/${id}`)
    const later = { ...world.deps, now: () => new Date(world.deps.now().getTime() + 14 * day + 1000) }
    await new Sweeper(later).sweep()
    await world.deps.clients.refresh()
    expect((await call('GET', `/clients/${id}`)).status).toBe(404)
    expect((await call('POST', `/clients/${id}/restore`)).status).toBe(404)
    const taken = await call('POST', '/clients', { ...app, client_id: id })
    expect([taken.status, taken.body.code]).toEqual([409, 'taken'])
    const events = await world.deps.db.sql.read('SELECT action FROM audit_event WHERE target_id = $1 ORDER BY id', [id])
    expect(events.map(({ action }) => action)).toEqual([
      'client.created',
      'client.deleted',
      'client.restored',
      'client.deleted',
      'client.removed',
    ])
  })

  test('a client of the environment is read here, and changed there', async () => {
    expect((await call('GET', '/clients/web')).body).toMatchObject({
      client_id: 'web',
      source: 'environment',
      variable: 'OIDC_CLIENT_ID_0',
      version: null,
    })
    for (const [method, path, body] of [
      ['PATCH', '/clients/web', { client_name: 'Mine' }],
      ['POST', '/clients/web/secrets', undefined],
      ['DELETE', '/clients/web', undefined],
    ] as const) {
      const { status, body: problem } = await call(method, path, body)
      expect([status, problem.code]).toEqual([409, 'read_only'])
    }
    expect((await call('POST', '/clients', { ...app, client_id: 'web' })).body.code).toBe('taken')
  })

  test('of two changes that know the same version, one is refused', async () => {
    const { client_id: id, version } = await make()
    const change = (client_name: string) =>
      call('PATCH', `/clients/${id}`, { client_name }, { 'If-Match': `"${version}"` })
    const statuses = (await Promise.all([change('A'), change('B')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })

  test('CO-40: nobody gives a client a management scope that they lack, or takes one over with a client', async () => {
    const all = api(world, 'all')
    const machine = { client_name: 'M', grant_types: ['client_credentials'] }
    const refused = [
      await call('POST', '/clients', { ...machine, scope: 'users:read users:write' }),
      await call('POST', '/clients', { ...machine, scope: 'access:evaluate' }),
      await call('PATCH', `/clients/${(await make()).client_id}`, {
        scope: 'sessions:write',
        grant_types: ['client_credentials'],
      }),
    ]
    const { client_id: strong } = (await all('POST', '/clients', { ...machine, scope: 'users:write' })).body
    refused.push(
      await call('POST', `/clients/${strong}/secrets`),
      await call('PATCH', `/clients/${strong}`, { scope: 'orders:read' }),
      await call('PATCH', `/clients/${strong}`, { disabled: true }),
      await call('DELETE', `/clients/${strong}`),
      await call('DELETE', `/clients/${strong}/secrets/current`),
    )
    expect(refused.map(({ status, body }) => [status, body?.code])).toEqual(refused.map(() => [403, 'forbidden']))
    const events = await world.deps.db.sql.read(
      "SELECT detail FROM audit_event WHERE result = 'refused' AND target_kind = 'client'",
      [],
    )
    const counts = events.map(({ detail }) => JSON.parse(String(detail)).count ?? 1)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(refused.length)
    expect((await all('POST', `/clients/${strong}/secrets`)).status).toBe(201)
  })

  test('CO-41: a token that is bound to an organization manages no clients, and none without the scope', async () => {
    const { person } = await world.signIn()
    const organization = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: person.organization },
    })
    const bound = api(world, 'all', { organization: organization.id })
    const once = { 'Idempotency-Key': 'deployment-1' }
    expect((await api(world, 'all')('POST', '/clients', app, once)).body.client_secret).toHaveLength(43)
    const replayed = await bound('POST', '/clients', app, once)
    expect([replayed.status, replayed.body.client_secret]).toEqual([403, undefined])
    const { client_id: id } = await make()
    for (const [method, path, body] of [
      ['GET', '/clients', undefined],
      ['GET', `/clients/${id}`, undefined],
      ['POST', '/clients', app],
      ['PATCH', `/clients/${id}`, { client_name: 'X' }],
      ['DELETE', `/clients/${id}`, undefined],
      ['POST', `/clients/${id}/secrets`, undefined],
      ['POST', `/clients/${id}/restore`, undefined],
    ] as const)
      expect([method, path, (await bound(method, path, body)).status]).toEqual([method, path, 403])
    const narrow = api(world, 'all', { scope: 'clients:read' })
    expect((await narrow('POST', '/clients', app)).body.code).toBe('insufficient_scope')
    expect((await api(world, 'all', { scope: 'users:read' })('GET', '/clients')).status).toBe(403)
  })

  test('CO-42: a client never has the id of a person', async () => {
    const { person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    expect((await call('POST', '/clients', { ...app, client_id: userId })).body.code).toBe('taken')
  })

  test('lists are paged and searched', async () => {
    for (const client_id of ['page-1', 'page-2', 'page-3']) await make({ client_id, client_name: `Paged ${client_id}` })
    const first = await call('GET', '/clients?query=PAGED&limit=2')
    expect(first.body.data.map((client: { client_id: string }) => client.client_id)).toEqual(['page-1', 'page-2'])
    const next = await call('GET', `/clients?query=paged&limit=2&cursor=${first.body.next_cursor}`)
    expect(next.body).toMatchObject({ data: [{ client_id: 'page-3' }], next_cursor: null })
  })

  test('discovery and cross-origin access follow the clients', async () => {
    const discovery = async () =>
      (await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()) as {
        response_types_supported: string[]
      }
    const cors = async () =>
      (
        await fetch(`${world.issuer}/token`, { method: 'OPTIONS', headers: { Origin: 'https://new-spa.example.test' } })
      ).headers.get('access-control-allow-origin')
    expect(await cors()).toBeNull()
    const { client_id: id } = await make({
      redirect_uris: ['https://new-spa.example.test/cb'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
    })
    expect(await cors()).toBe('https://new-spa.example.test')
    expect((await discovery()).response_types_supported).toContain('code id_token')
    await call('PATCH', `/clients/${id}`, { disabled: true })
    expect(await cors()).toBeNull()
  })

  test('a client that goes over to a secret gets one, and loses it with another method', async () => {
    const { client_id: id, client_secret: none } = await make({ token_endpoint_auth_method: 'none' })
    expect(none).toBeUndefined()
    const { body } = await call('PATCH', `/clients/${id}`, { token_endpoint_auth_method: 'client_secret_post' })
    expect(body.client_secret).toMatch(/^[\w-]{43}$/)
    const back = await call('PATCH', `/clients/${id}`, { token_endpoint_auth_method: 'none' })
    expect(back.body).toMatchObject({ secret_created_at: null, require_pkce: true })
    expect(back.body.client_secret).toBeUndefined()
    expect((await call('POST', `/clients/${id}/secrets`)).body.code).toBe('no_secret')
  })

  test('null restores a default, and what is not named stays', async () => {
    const { client_id: id } = await make({
      require_consent: true,
      default_max_age: 60,
      logo_uri: 'https://a.test/l.svg',
    })
    const { body } = await call('PATCH', `/clients/${id}`, { default_max_age: null, require_consent: null })
    expect(body).toMatchObject({ require_consent: false, logo_uri: 'https://a.test/l.svg', client_name: 'New app' })
    expect(body.default_max_age).toBeUndefined()
  })
})

describe('CO-09: what a start refuses, is refused for the same reason', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(managers)
  })
  afterAll(() => world?.close())

  test.each([
    ['#fragment', 'https://app.example.test/cb#x', 'has a fragment'],
    ['a wildcard', 'https://*.example.test/cb', 'has a * in its host'],
    ['javascript:', 'javascript:alert(1)', 'has a scheme that is neither https nor a reversed domain name'],
    ['user@host', 'https://user:pw@app.example.test/cb', 'must not hold a user name or password'],
    ['3,000 characters', `https://app.example.test/${'a'.repeat(3000)}`, 'is longer than 2000 characters'],
    ['a space', 'https://app.example.test/a b', 'contains a space or a backslash'],
    ['a reserved name', 'https://app.example.test/cb?state=1', 'has state in its query'],
    ['no URI', 'app', 'is not an absolute URI'],
  ])('%s', async (_name, uri, reason) => {
    const { status, body } = await api(world)('POST', '/clients', { ...app, redirect_uris: [uri] })
    expect([status, body.code, body.field]).toEqual([422, 'invalid_redirect_uri', 'redirect_uris'])
    expect(body.detail).toContain(reason)
  })

  test('plain http on a public host, in production', async () => {
    const deps = { ...world.deps, config: { ...world.deps.config, production: true } }
    const manager = { actor: system, apiScopes: 'all' } as const
    const made = createClient(deps, manager, { ...app, redirect_uris: ['http://public.example.test/cb'] })
    await expect(made).rejects.toThrow('which is plain http in production')
  })

  test.each([
    [{ redirect_uris: [] }, 'redirect_uris: is missing'],
    [{ scope: 'openid prophile' }, 'did you mean "profile"?'],
    [{ response_types: ['id_token'] }, 'needs the grant type implicit'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'jwks_uri: or JWKS is missing'],
    [{ grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' }, 'a public client cannot use'],
    [{ access_token_ttl: 5 }, 'must be a whole number of seconds from 30 to 3600'],
    [{ client_name: ' \u202e ' }, 'client_name: is missing'],
    [{ client_id: 'new' }, 'client_id: must be'],
    [{ client_id: 'a/b' }, 'client_id: must be'],
    [{ client_id: 'dyn_1' }, 'client_id: must not begin with dyn_'],
    [{ logo_uri: 'javascript:alert(1)' }, 'logo_uri: is not an absolute http(s) URL'],
  ])('%j', async (more, reason) => {
    const { status, body } = await api(world)('POST', '/clients', { ...app, ...more })
    expect(status).toBe(422)
    expect(body.detail).toContain(reason)
  })

  test('a member that does not exist is refused', async () => {
    const { status, body } = await api(world)('POST', '/clients', { ...app, client_secret: 'mine' })
    expect([status, body.code]).toEqual([422, 'invalid_body'])
  })
})
