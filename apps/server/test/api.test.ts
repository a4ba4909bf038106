import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEvents } from '../src/flows/platform/audit.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

// The management API, called by clients as they are configured.

let world: TestWorld
const all =
  'users:read,users:write,organizations:read,organizations:write,members:read,members:write,invitations:write,sessions:write,audit:read'
beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_7: 'admin',
    OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: all,
    OIDC_CLIENT_ID_8: 'reader',
    OIDC_CLIENT_8_SECRET: 'reader-secret-0123456789',
    OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_8_SCOPES: 'users:read,orders:read',
  })
})
afterAll(() => world?.close())

const tokenOf = async (id: string, secret: string, params: Record<string, string> = {}) =>
  (await world.token({ grant_type: 'client_credentials', ...params }, { basic: [id, secret] })).body
    .access_token as string
const admin = (params: Record<string, string> = {}) => tokenOf('admin', 'admin-secret-0123456789', params)

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  body: any
}
async function call(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${world.issuer}/api/v1${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
}

let count = 0
const address = () => `api${++count}@example.test`

describe('who may call', () => {
  test('tokens of client_credentials, for this API, with the scope', async () => {
    expect(claimsOf(await admin())).toMatchObject({ aud: `${world.issuer}/api/v1`, sub: 'admin' })
    const none = await call(null, 'GET', '/users')
    const metadataUrl = `${world.issuer}/.well-known/oauth-protected-resource/api/v1`
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="vestibule", resource_metadata="${metadataUrl}"`,
    ])
    expect(none.headers.get('content-type')).toBe('application/problem+json')
    const reader = await tokenOf('reader', 'reader-secret-0123456789')
    expect(claimsOf(reader).aud).toEqual([world.issuer, `${world.issuer}/api/v1`])
    expect((await call(reader, 'GET', '/users')).status).toBe(200)
    const refused = await call(reader, 'POST', '/users', { email: address() })
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="vestibule", error="insufficient_scope", scope="users:write", resource_metadata="${metadataUrl}"`,
    )
    // For something else, of a person, or in the query: no.
    const orders = await tokenOf('machine', 'machine-secret-0123456789')
    expect((await call(orders, 'GET', '/users')).status).toBe(401)
    const { code } = await world.signIn()
    expect((await call((await world.redeem(code)).body.access_token, 'GET', '/users')).status).toBe(401)
    expect((await call(null, 'GET', `/users?access_token=${await admin()}`)).status).toBe(400)
  })

  test('what was refused finds out who issues access tokens (RFC 9728)', async () => {
    const answer = await fetch(`${world.issuer}/.well-known/oauth-protected-resource/api/v1`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const metadata = (await answer.json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      resource: `${world.issuer}/api/v1`,
      authorization_servers: [world.issuer],
      bearer_methods_supported: ['header'],
    })
    expect(metadata.scopes_supported).toContain('users:read')
    const preflight = await fetch(answer.url, {
      method: 'OPTIONS',
      headers: { Origin: 'https://inspector.test', 'Access-Control-Request-Headers': 'mcp-protocol-version' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
    const wrong = await call('not.a.token', 'GET', '/users')
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(wrong.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/api/v1"')
  })

  test('a revoked token is dead', async () => {
    const token = await admin()
    await fetch(`${world.issuer}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { Authorization: `Basic ${Buffer.from('admin:admin-secret-0123456789').toString('base64')}` },
    })
    expect((await call(token, 'GET', '/users')).status).toBe(401)
  })
})

describe('users', () => {
  test('made, read, changed, disabled, deleted', async () => {
    const token = await admin()
    const email = address()
    const made = await call(token, 'POST', '/users', {
      email: email.toUpperCase(),
      given_name: 'Ada',
      phone: '+44 20 7946 0958',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ email, given_name: 'Ada', phone: '+442079460958', disabled: false })
    const path = `/users/${made.body.id}`
    expect(made.headers.get('location')).toBe(`${world.issuer}/api/v1${path}`)
    expect((await call(token, 'GET', `/users?email=${email}`)).body.data).toHaveLength(1)
    expect((await call(token, 'POST', '/users', { email })).status).toBe(409)
    world.pass(1)
    const changed = await call(
      token,
      'PATCH',
      path,
      { family_name: 'Lovelace' },
      { 'If-Match': made.headers.get('etag') ?? '' },
    )
    expect(changed.body).toMatchObject({ given_name: 'Ada', family_name: 'Lovelace' })
    expect(
      (await call(token, 'PATCH', path, { nickname: 'x' }, { 'If-Match': made.headers.get('etag') ?? '' })).status,
    ).toBe(412)
    // The person signs in to the account that was made, and is thrown out when it is disabled.
    const person = await world.signIn({ email })
    const sessions = (await call(token, 'GET', `${path}/sessions`)).body.data
    expect(sessions).toHaveLength(1)
    // Sessions are not bound to devices here.
    expect(sessions[0]).not.toHaveProperty('bound_at')
    const tokens = await world.redeem(person.code)
    expect((await call(token, 'GET', `${path}/grants`)).body.data[0].client_id).toBe('web')
    expect((await call(token, 'PATCH', path, { disabled: true })).body.disabled).toBe(true)
    expect((await world.userinfo(tokens.body.access_token)).status).toBe(401)
    expect((await call(token, 'GET', `${path}/sessions`)).body.data).toHaveLength(0)
    // The only owner of an organization without others: it ends with them.
    expect((await call(token, 'DELETE', path)).status).toBe(204)
    expect((await call(token, 'GET', path)).status).toBe(404)
  })

  test('a number is verified where the client says so, and a new one is not', async () => {
    const token = await admin()
    const email = address()
    const verified = { phone: '+44 20 7946 0958', phone_verified: true }
    const made = await call(token, 'POST', '/users', { email, ...verified })
    expect(made.body).toMatchObject({ phone: '+442079460958', phone_verified: true })
    const path = `/users/${made.body.id}`
    const change = async (body: object) => (await call(token, 'PATCH', path, body)).body
    expect(await change({ phone: '+442079460959' })).toMatchObject({ phone_verified: false })
    expect(await change({ phone_verified: true })).toMatchObject({ phone: '+442079460959', phone_verified: true })
    expect(await change({ nickname: 'Ada' })).toMatchObject({ phone_verified: true })
    expect(await change({ phone_verified: false })).toMatchObject({ phone: '+442079460959', phone_verified: false })
    expect((await call(token, 'PATCH', path, { phone: null, phone_verified: true })).status).toBe(422)
    expect((await call(token, 'PATCH', path, { phone_verified: 'yes' })).status).toBe(422)
    const { events } = await listEvents(world.deps, { organizationId: null, before: null, limit: 100 })
    const own = events.filter(({ targetId, action }) => targetId === made.body.id && action.includes('phone')).reverse()
    expect(own.map(({ action, actorId, detail }) => [action, actorId, detail])).toEqual([
      ['user.phone_verified', 'admin', { by: 'actor' }],
      ['user.phone_removed', 'admin', null],
      ['user.phone_verified', 'admin', { by: 'actor' }],
      ['user.phone_removed', 'admin', null],
    ])
  })

  test.each<[string, unknown, number]>([
    ['a verified number that is missing', { email: 'a@b.test', phone_verified: true }, 422],
    ['no address', {}, 422],
    ['not an address', { email: 'nobody' }, 422],
    ['OR-28 an unknown member', { email: 'a@b.test', organizationId: 'x' }, 422],
    ['a member of another type', { email: 'a@b.test', given_name: { connect: 1 } }, 422],
    ['a script for a picture', { email: 'a@b.test', picture: 'javascript:alert(1)' }, 422],
    ['not an object', [], 422],
  ])('%s is refused with a problem', async (_name, body, status) => {
    // ST-25
    const answer = await call(await admin(), 'POST', '/users', body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) })
  })

  test('a request that is refused for one field changes nothing', async () => {
    const token = await admin()
    const email = address()
    expect((await call(token, 'POST', '/users', { email, picture: 'javascript:alert(1)' })).status).toBe(422)
    const made = await call(token, 'POST', '/users', { email })
    expect(made.status).toBe(201)
    const path = `/users/${made.body.id}`
    expect((await call(token, 'PATCH', path, { disabled: true, phone: 'x' })).status).toBe(422)
    expect((await call(token, 'GET', path)).body.disabled).toBe(false)
    const organization = await call(token, 'POST', '/organizations', { name: 'Whole', owner: made.body.id })
    const at = `/organizations/${organization.body.id}`
    expect((await call(token, 'PATCH', at, { approved: false, slug: 'admin' })).status).toBe(422)
    expect((await call(token, 'GET', at)).headers.get('etag')).toBe(organization.headers.get('etag'))
    const changed = await call(token, 'PATCH', at, { approved: false, name: 'Whole again' })
    expect(changed.body).toMatchObject({ approved: false, name: 'Whole again', version: organization.body.version + 1 })
  })

  test('what is not JSON, too long, or of another type', async () => {
    // HT-04
    const token = await admin()
    const send = (body: string, type: string) =>
      fetch(`${world.issuer}/api/v1/users`, {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      })
    expect((await send('{', 'application/json')).status).toBe(400)
    expect((await send('email=a', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await send(`{"email":"${'x'.repeat(70_000)}"}`, 'application/json')).status).toBe(413)
    // What another reader would take the first of is neither taken nor guessed.
    const email = address()
    for (const body of [
      `{"email":"mallory@example.test","email":"${email}"}`,
      `{"email":"mallory@example.test","\\u0065mail":"${email}"}`,
    ]) {
      const answer = await send(body, 'application/json')
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 'invalid_json', detail: 'the body has a member twice' },
      ])
    }
    const nested = await call(token, 'POST', '/users', { email })
    const patched = await fetch(`${world.issuer}/api/v1/users/${nested.body.id}`, {
      method: 'PATCH',
      body: '{"address":{"locality":"Bern","locality":"Basel"}}',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
    expect(await patched.json()).toMatchObject({ status: 400, code: 'invalid_json' })
    const deep = `{"email":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    for (const body of [deep, '{"email":"a@b.test","__proto__":{"polluted":true}}'])
      expect([400, 422], body.slice(0, 60)).toContain((await send(body, 'application/json')).status)
    expect({}).not.toHaveProperty('polluted')
  })

  test('pages by cursor, each person once', async () => {
    const token = await admin()
    for (let made = 0; made < 5; made++) await call(token, 'POST', '/users', { email: address() })
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await call(token, 'GET', `/users?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.map((one: { id: string }) => one.id))
      cursor = body.next_cursor ?? ''
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(await world.deps.db.prisma.user.count())
    for (const wrong of ['limit=0', 'limit=101', 'limit=x', "cursor='--"])
      expect((await call(token, 'GET', `/users?${wrong}`)).status).toBe(400)
  })
})

test('calls without the scope are counted, not written one by one', async () => {
  const reader = await tokenOf('reader', 'reader-secret-0123456789')
  for (let tried = 0; tried < 20; tried++)
    expect((await call(reader, 'POST', '/organizations', { name: 'No', owner: 'x' })).status).toBe(403)
  const events = await world.deps.db.prisma.auditEvent.findMany({ where: { action: 'api.createOrganization' } })
  expect(events.map(({ detail }) => JSON.parse(detail ?? '{}'))).toEqual([{ reason: 'insufficient_scope', count: 20 }])
})

describe('idempotency', () => {
  test('the same key and body: one person and one answer, also eight times at once', async () => {
    const token = await admin()
    const body = { email: address() }
    const headers = { 'Idempotency-Key': `key-${body.email}` }
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(token, 'POST', '/users', body, headers)))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const again = await call(token, 'POST', '/users', body, headers)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(answers.find(({ status }) => status === 201)?.body)
    expect((await call(token, 'POST', '/users', { email: address() }, headers)).status).toBe(422)
    expect(await world.deps.db.prisma.email.count({ where: { address: body.email } })).toBe(1)
    const plain = await call(token, 'POST', '/users', { email: address() })
    for (const name of ['location', 'etag']) {
      expect(plain.headers.get(name)).toBeTruthy()
      expect(again.headers.get(name), name).toBe(
        answers.find(({ status }) => status === 201)?.headers.get(name) ?? 'missing',
      )
    }
  })

  test('what came too often is not kept: it may be tried again under its key', async () => {
    const token = await admin()
    const owner = (await call(token, 'POST', '/users', { email: address() })).body.id
    const { id } = (await call(token, 'POST', '/organizations', { name: 'Keys', owner })).body
    const body = { email: address() }
    for (let sent = 0; sent < 5; sent++) await call(token, 'POST', `/organizations/${id}/invitations`, body)
    const headers = { 'Idempotency-Key': 'too-often' }
    const refused = await call(token, 'POST', `/organizations/${id}/invitations`, body, headers)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    world.pass(86_400_000)
    const fresh = await admin()
    expect((await call(fresh, 'POST', `/organizations/${id}/invitations`, body, headers)).status).toBe(201)
  })
})

describe('organizations', () => {
  test('made with an owner, members, teams, invitations; never without an owner', async () => {
    const token = await admin()
    const owner = (await call(token, 'POST', '/users', { email: address(), given_name: 'O' })).body.id
    const other = (await call(token, 'POST', '/users', { email: address(), given_name: 'P' })).body.id
    expect((await call(token, 'POST', '/organizations', { name: 'Acme', owner: 'nobody' })).status).toBe(404)
    const made = await call(token, 'POST', '/organizations', { name: 'Acme API', slug: 'acme-api', owner })
    expect(made.body).toMatchObject({ slug: 'acme-api', require_passkey: false })
    const at = `/organizations/${made.body.id}`
    expect((await call(token, 'GET', '/organizations/acme-api')).body.id).toBe(made.body.id)
    expect((await call(token, 'POST', '/organizations', { name: 'B', slug: 'acme-api', owner })).status).toBe(409)
    expect((await call(token, 'PUT', `${at}/members/${other}`, { roles: ['member', 'admin'] })).status).toBe(204)
    for (const roles of [['member,owner'], ['god'], [], 'owner', [' Owner '], ['owner', 'owner']])
      expect((await call(token, 'PUT', `${at}/members/${other}`, { roles })).status, JSON.stringify(roles)).toBe(422)
    expect((await call(token, 'DELETE', `${at}/members/${owner}`)).status).toBe(409)
    expect((await call(token, 'PUT', `${at}/members/${owner}`, { roles: ['member'] })).status).toBe(409)
    expect((await call(token, 'DELETE', `/users/${owner}`)).status).toBe(409)
    const team = await call(token, 'POST', `${at}/teams`, { name: 'Research' })
    expect((await call(token, 'PUT', `${at}/teams/${team.body.id}/members/${other}`)).status).toBe(204)
    expect((await call(token, 'GET', `${at}/teams`)).body.data[0]).toMatchObject({ name: 'Research', members: [other] })
    const email = address()
    const invitation = await call(token, 'POST', `${at}/invitations`, {
      email,
      teams: [team.body.id],
      client_id: 'web',
      locale: 'fr',
    })
    expect(invitation.body).toMatchObject({ email, roles: ['member'] })
    expect((await world.mailbox.take(email)).subject).toContain('vous invite')
    expect((await call(token, 'DELETE', `${at}/invitations/${invitation.body.id}`)).status).toBe(204)
    expect((await call(token, 'DELETE', `${at}/invitations/${invitation.body.id}`)).status).toBe(404)
    const patched = await call(token, 'PATCH', at, { require_passkey: true, session_max: 3600 })
    expect(patched.body).toMatchObject({ require_passkey: true, session_max: 3600 })
    expect((await call(token, 'PATCH', at, { name: 'X' }, { 'If-Match': made.headers.get('etag') ?? '' })).status).toBe(
      412,
    )
    const { body } = await call(token, 'GET', `/audit-events?organization=${made.body.id}&limit=100`)
    expect(body.data.map((one: { action: string }) => one.action)).toEqual(
      expect.arrayContaining([
        'organization.created',
        'member.added',
        'team.created',
        'invitation.created',
        'organization.updated',
      ]),
    )
    expect(body.data.find((one: { result: string }) => one.result === 'refused')).toBeTruthy()
    expect((await call(token, 'DELETE', at)).status).toBe(204)
    expect((await call(token, 'GET', at)).status).toBe(404)
  })

  test('a token for one organization reaches no other, in any position', async () => {
    const token = await admin()
    const make = async (name: string) => {
      const owner = (await call(token, 'POST', '/users', { email: address() })).body.id as string
      const { id } = (await call(token, 'POST', '/organizations', { name, owner })).body
      return { id: id as string, owner }
    }
    const [mine, theirs] = [await make('Mine'), await make('Theirs')]
    const scoped = await admin({ organization: mine.id })
    expect(claimsOf(scoped).organization).toBe(mine.id)
    expect((await call(scoped, 'GET', '/organizations')).body.data.map(({ id }: { id: string }) => id)).toEqual([
      mine.id,
    ])
    expect((await call(scoped, 'GET', '/users')).body.data.map(({ id }: { id: string }) => id)).toEqual([mine.owner])
    const team = (await call(token, 'POST', `/organizations/${theirs.id}/teams`, { name: 'T' })).body.id
    const own = (await call(scoped, 'POST', `/organizations/${mine.id}/teams`, { name: 'T' })).body.id
    for (const [method, path, body] of [
      ['GET', `/organizations/${theirs.id}`],
      ['PATCH', `/organizations/${theirs.id}`, { name: 'X' }],
      ['DELETE', `/organizations/${theirs.id}`],
      ['GET', `/organizations/${theirs.id}/members`],
      ['PUT', `/organizations/${theirs.id}/members/${mine.owner}`, { roles: ['owner'] }],
      ['PUT', `/organizations/${mine.id}/members/${theirs.owner}`, { roles: ['member'] }],
      ['PATCH', `/organizations/${mine.id}/teams/${team}`, { name: 'X' }],
      ['PUT', `/organizations/${mine.id}/teams/${own}/members/${theirs.owner}`],
      ['POST', `/organizations/${theirs.id}/invitations`, { email: 'x@example.test' }],
      ['GET', `/users/${theirs.owner}`],
      ['PATCH', `/users/${theirs.owner}`, { disabled: true }],
      ['DELETE', `/users/${mine.owner}`],
      ['GET', `/users/${mine.owner}/sessions`],
      ['DELETE', `/users/${theirs.owner}/sessions`],
      ['POST', '/organizations', { name: 'New', owner: mine.owner }],
      ['GET', `/audit-events?organization=${theirs.id}`],
    ] as const) {
      const answer = await call(scoped, method, path, body)
      expect([403, 404], `${method} ${path}`).toContain(answer.status)
    }
    const invited = await call(scoped, 'POST', `/organizations/${mine.id}/invitations`, {
      email: address(),
      teams: [team],
    })
    expect(invited.status).toBe(422)
    expect(await world.deps.db.prisma.membership.findMany({ where: { organizationId: theirs.id } })).toMatchObject([
      { userId: theirs.owner, roles: 'owner' },
    ])
    expect((await call(token, 'GET', `/organizations/${theirs.id}`)).body.name).toBe('Theirs')
  })
})

test('the document names every operation, and what it refuses', async () => {
  const answer = await fetch(`${world.issuer}/api/v1/openapi.json`)
  const document = (await answer.json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>
    components: { schemas: object }
  }
  expect(document.openapi).toBe('3.1.0')
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(25)
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['User', 'Organization', 'Member', 'Team', 'Invitation', 'Problem']),
  )
  expect(JSON.stringify(document).includes('$defs')).toBe(false)
  const missing = await call(await admin(), 'GET', '/nothing')
  expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
  const wrong = await call(await admin(), 'PUT', '/users')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])
})
