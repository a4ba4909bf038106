import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { accountOf } from './support/account.ts'
import { png } from './support/images.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What the console can do with people, keys and terms, a client with the scopes for it can do too.

let world: TestWorld
let at: ReturnType<typeof accountOf>
beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: 'operator@example.test',
    OIDC_CLIENT_ID_7: 'admin',
    OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: 'users:read,users:write,signing_keys:read,signing_keys:write,terms:read',
  })
  at = accountOf(world)
})
afterAll(() => world?.close())

async function call(method: string, path: string, body?: unknown, parameters: Record<string, string> = {}) {
  const basic: [string, string] = ['admin', 'admin-secret-0123456789']
  const { access_token } = (await world.token({ grant_type: 'client_credentials', ...parameters }, { basic })).body
  const answer = await fetch(`${world.issuer}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : null }
}

test('passkeys are listed without their keys, and two users are merged', async () => {
  const [from, into] = [await at.withPasskey(), await at.byMail()]
  const listed = await call('GET', `/users/${from.id}/passkeys`)
  expect(listed.body.data).toHaveLength(1)
  expect(Object.keys(listed.body.data[0]).sort()).toEqual(['created_at', 'device_bound', 'id', 'name', 'used_at'])
  expect((await call('POST', `/users/${into.id}/merge`, { from: into.id })).body.code).toBe('same_account')
  expect((await call('POST', `/users/${into.id}/merge`, { from: 'none' })).status).toBe(404)
  expect((await call('POST', `/users/${into.id}/merge`, { from: from.id })).status).toBe(204)
  expect((await call('GET', `/users/${into.id}/passkeys`)).body.data).toHaveLength(1)
  expect((await call('GET', `/users/${from.id}`)).status).toBe(404)
})

test('a picture is stored and removed by a client, which sees its address beside the one that was given', async () => {
  const { id } = await at.byMail()
  await call('PATCH', `/users/${id}`, { picture: 'https://elsewhere.example/a.png' })
  const stored = await call('PUT', `/users/${id}/picture`, { data: Buffer.from(png(8, 8)).toString('base64') })
  expect(stored.body).toMatchObject({ picture: 'https://elsewhere.example/a.png' })
  expect(stored.body.stored_picture).toMatch(new RegExp(`^${world.issuer}/pictures/[\\w-]{43}$`))
  expect((await fetch(stored.body.stored_picture)).status).toBe(200)
  // A profile that is changed leaves it alone.
  const changed = await call('PATCH', `/users/${id}`, { given_name: 'Ada' })
  expect(changed.body.stored_picture).toBe(stored.body.stored_picture)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const refused = await call('PUT', `/users/${id}/picture`, { data: svg })
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid_picture'])
  expect((await call('PUT', '/users/nobody/picture', { data: svg })).status).toBe(422)
  expect((await call('DELETE', '/users/nobody/picture')).status).toBe(404)
  expect((await call('DELETE', `/users/${id}/picture`)).status).toBe(204)
  expect((await call('GET', `/users/${id}`)).body.stored_picture).toBeNull()
  expect((await fetch(stored.body.stored_picture)).status).toBe(404)
})

test('CO-21: an operator is not merged by a client either', async () => {
  const [operator, person] = [await at.byMail(), await at.byMail()]
  await giveOperatorRole(world.deps, system, operator.id, 'viewer')
  for (const [into, from] of [
    [operator, person],
    [person, operator],
  ] as const) {
    const refused = await call('POST', `/users/${into.id}/merge`, { from: from.id })
    expect([refused.status, refused.body.code]).toEqual([422, 'operator_account'])
  }
})

test('signing keys are listed and rotated, not before clients know the next one', async () => {
  const before = await call('GET', '/signing-keys')
  expect(before.body.data.map(({ state }: { state: string }) => state)).toContain('current')
  expect(JSON.stringify(before.body)).not.toMatch(/"d"|"p"|sealed/)
  expect((await call('POST', '/signing-keys/rotate', {})).body.code).toBe('key_too_young')
  world.pass(3_700_000)
  const rotated = await call('POST', '/signing-keys/rotate', {})
  expect(rotated.status).toBe(200)
  expect(rotated.body.kids.length).toBeGreaterThan(0)
})

test('the versions of the terms are listed', async () => {
  const { body } = await call('GET', '/terms-versions')
  expect(body.data).toEqual([{ version: '2026-11', first_shown_at: expect.any(String), current: true }])
})

test('a token that is limited to an organization reaches none of it', async () => {
  const { person } = await world.signIn()
  const organization = await world.deps.db.prisma.organization.findFirstOrThrow({
    where: { name: person.organization },
  })
  const id = await at.idOf(person.email)
  for (const [method, path, body] of [
    ['GET', '/signing-keys', undefined],
    ['POST', '/signing-keys/rotate', { force: true }],
    ['GET', '/terms-versions', undefined],
    ['GET', `/users/${id}/passkeys`, undefined],
    ['POST', `/users/${id}/merge`, { from: id }],
  ] as const)
    expect((await call(method, path, body, { organization: organization.slug })).status, path).toBe(403)
})
