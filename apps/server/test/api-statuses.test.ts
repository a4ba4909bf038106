import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The OpenAPI document names every status and code that the management API answers with: clients are made from it.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_7: 'admin',
    OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES:
      'users:read,users:write,organizations:read,organizations:write,members:read,members:write,invitations:write,clients:read,clients:write',
  })
})
afterAll(() => world?.close())

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } }
}

test('every refusal that is seen is in the document, with its code', async () => {
  const document = (await (await fetch(`${world.issuer}/api/v1/openapi.json`)).json()) as Document
  const { person } = await world.signIn()
  const { prisma } = world.deps.db
  const organization = await prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
  const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
  const at = world.deps.now()
  await prisma.user.create({ data: { id: 'second', createdAt: at, updatedAt: at } })
  await prisma.membership.create({
    data: { userId: 'second', organizationId: organization.id, roles: 'member', createdAt: at },
  })
  const basic: [string, string] = ['admin', 'admin-secret-0123456789']
  const token = (await world.token({ grant_type: 'client_credentials' }, { basic })).body.access_token
  const invited = { email: 'invited@example.test' }
  const org = { organization: organization.id }
  const json = { 'Content-Type': 'application/json' }
  type Asked = [method: string, path: string, parts: Record<string, string>, init: RequestInit, status: number]
  const body = (value: unknown, headers = {}): RequestInit => ({
    body: JSON.stringify(value),
    headers: { ...json, ...headers },
  })
  const calls: Asked[] = [
    ['get', '/users?limit=0', {}, {}, 400],
    ['post', '/users', {}, { body: '{', headers: json }, 400],
    ['post', '/users', {}, { body: 'a=b', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['post', '/users', {}, body({ email: 'x'.repeat(70_000) }), 413],
    ['post', '/users', {}, body({ email: 'nobody' }), 422],
    ['post', '/users', {}, body({ email: person.email }), 409],
    ['get', '/users/{user}', { user: 'none' }, {}, 404],
    ['patch', '/users/{user}', { user: userId }, body({ nickname: 'x' }, { 'If-Match': '"1"' }), 412],
    ['patch', '/users/{user}', { user: userId }, body({ phone: 'x' }), 422],
    ['patch', '/users/{user}', { user: userId }, body({ locale: 'not a language' }), 422],
    ['patch', '/users/{user}', { user: userId }, body({ zoneinfo: 'Nowhere' }), 422],
    ['delete', '/users/{user}', { user: userId }, {}, 409],
    ['get', '/audit-events', {}, {}, 403],
    ['post', '/organizations', {}, body({ name: 'X', owner: 'none' }), 404],
    ['post', '/organizations', {}, body({ name: 'X', slug: organization.slug, owner: userId }), 409],
    ['post', '/organizations', {}, body({ name: '', owner: userId }), 422],
    ['patch', '/organizations/{organization}', org, body({ name: 'Y' }, { 'If-Match': '"99"' }), 412],
    ['patch', '/organizations/{organization}', org, body({ slug: 'admin' }), 422],
    ['put', '/organizations/{organization}/members/{user}', { ...org, user: userId }, body({ roles: ['member'] }), 409],
    ['delete', '/organizations/{organization}/members/{user}', { ...org, user: userId }, {}, 409],
    ['delete', '/organizations/{organization}/members/{user}', { ...org, user: 'none' }, {}, 404],
    ['post', '/organizations/{organization}/teams', org, body({ name: 'T' }, { 'Idempotency-Key': 'k1' }), 201],
    ['post', '/organizations/{organization}/teams', org, body({ name: 'U' }, { 'Idempotency-Key': 'k1' }), 422],
    ...Array.from(
      { length: 5 },
      (): Asked => ['post', '/organizations/{organization}/invitations', org, body(invited), 201],
    ),
    ['post', '/organizations/{organization}/invitations', org, body(invited), 429],
  ]
  const app = { client_name: 'App', client_id: 'app', redirect_uris: ['https://app.example.test/cb'] }
  const one = { client: 'app' }
  const secrets = '/clients/{client}/secrets'
  calls.push(
    ['post', '/clients', {}, body(app), 201],
    ['post', '/clients', {}, body(app), 409],
    ['post', '/clients', {}, body({ ...app, redirect_uris: ['x'] }), 422],
    ['post', '/clients', {}, body({ ...app, client_id: 'b', logo_uri: 'x' }), 422],
    ['post', '/clients', {}, body({ ...app, scope: 'audit:read', grant_types: ['client_credentials'] }), 403],
    ['get', '/clients/{client}', { client: 'none' }, {}, 404],
    ['patch', '/clients/{client}', { client: 'web' }, body({ client_name: 'X' }), 409],
    ['patch', '/clients/{client}', one, body({ client_name: 'X' }, { 'If-Match': '"99"' }), 412],
    ['delete', `${secrets}/{secret}`, { ...one, secret: 'current' }, {}, 409],
    ['delete', `${secrets}/{secret}`, { ...one, secret: 'other' }, {}, 404],
    ['post', secrets, one, {}, 201],
    ['post', secrets, one, {}, 409],
    ['delete', '/clients/{client}', one, {}, 204],
    ['delete', '/clients/{client}', one, {}, 409],
    ['post', '/clients/{client}/restore', one, {}, 200],
    ['patch', '/clients/{client}', one, body({ token_endpoint_auth_method: 'none' }), 200],
    ['post', secrets, one, {}, 409],
  )
  const codes = new Set<string>()
  for (const [method, path, parts, init, status] of calls) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => parts[name] ?? '')
    const answer = await fetch(`${world.issuer}/api/v1${filled}`, {
      ...init,
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    })
    expect(answer.status, `${method} ${path}: ${status}`).toBe(status)
    const known = document.paths[path.split('?')[0] ?? '']?.[method]?.responses ?? {}
    expect(Object.keys(known), `${method} ${path}`).toContain(String(status))
    if (status >= 400) codes.add(((await answer.json()) as { code: string }).code)
  }
  for (const code of ['last_owner', 'read_only', 'deleted', 'no_secret', 'two_secrets', 'last_secret'])
    expect(codes).toContain(code)
  const { enum: named } = document.components.schemas.Problem.properties.code
  expect([...codes].filter((code) => !named.includes(code))).toEqual([])
  // Without a token, and while the database is away, any operation answers alike.
  for (const operations of Object.values(document.paths))
    for (const { responses } of Object.values(operations))
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']))
})
