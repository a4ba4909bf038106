import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FieldDirectory } from '../src/flows/platform/fields/field-directory.ts'
import { RemovedFields } from '../src/flows/platform/fields/removed-fields.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Declared fields by the management API: what may be declared, whose values a client reads and writes, and what is found.

const manager = {
  OPERATORS: 'operator@example.test',
  OIDC_CLIENT_ID_7: 'manager',
  OIDC_CLIENT_7_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_ORGANIZATION_ACCESS: 'any',
  OIDC_CLIENT_7_SCOPES:
    'fields:read,fields:write,users:read,users:write,organizations:read,organizations:write,members:read,members:write,clients:write,audit:read',
  OIDC_CLIENT_ID_8: 'plain',
  OIDC_CLIENT_8_SECRET: 'plain-secret-0123456789',
  OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_8_SCOPES: 'users:read,users:write,members:write',
  OIDC_CLIENT_ID_9: 'values',
  OIDC_CLIENT_9_SECRET: 'values-secret-0123456789',
  OIDC_CLIENT_9_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_9_SCOPES: 'fields:read,fields:write,users:read,users:write',
  OIDC_CLIENT_ID_10: 'narrow',
  OIDC_CLIENT_10_SECRET: 'narrow-secret-0123456789',
  OIDC_CLIENT_10_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_10_FIELDS: 'person.narrow_a,membership.later',
  OIDC_CLIENT_10_SCOPES: 'fields:read,fields:write,users:read,users:write,clients:write',
}

const both = { reads: ['client'], writes: ['client'] }
const rounds = process.env.TEST_ALL ? 50 : 5

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let ada: string
  let bob: string
  const organizations: string[] = []
  beforeAll(async () => {
    world = await openTestWorld(manager, { database })
    ada = (await call('POST', '/users', { email: 'ada-f@example.test', given_name: 'Ada' })).body.id
    bob = (await call('POST', '/users', { email: 'bob-f@example.test', given_name: 'Bob' })).body.id
    for (const name of ['Acme', 'Bolt']) {
      const { body } = await call('POST', '/organizations', { name, owner: ada })
      organizations.push(body.id)
      await call('PUT', `/organizations/${body.id}/members/${bob}`, { roles: ['member'] })
    }
  })
  afterAll(() => world?.close())

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    { id = 'manager', organization = '', headers = {} as Record<string, string> } = {},
  ) => {
    const token = await world.token(
      { grant_type: 'client_credentials', organization },
      { basic: [id, `${id}-secret-0123456789`] },
    )
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token.body.access_token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
  }
  const declare = async (given: Record<string, unknown>) => {
    const made = await call('POST', '/fields', { type: 'text', names: { en: String(given.key) }, ...both, ...given })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const refusal = async (given: Promise<{ status: number; body: { code: string; field?: string } }>) => {
    const { status, body } = await given
    return [status, body?.code, body?.field]
  }

  test('a field is declared, changed and listed, and its change is recorded', async () => {
    const made = await declare({ key: 'plan', of: 'organization', type: 'choice', options: { free: { en: 'Free' } } })
    expect(made).toMatchObject({
      id: 'organization.plan',
      source: 'database',
      claim: false,
      reads: ['client', 'operator'],
    })
    const listed = await call('GET', '/fields')
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain('organization.plan')
    const options = { free: { en: 'Free' }, pro: { en: 'Pro', de: 'Profi' } }
    const changed = await call('PATCH', '/fields/organization.plan', { options, claim: true })
    expect(changed.body).toMatchObject({ options, claim: true })
    expect(changed.headers.get('etag')).not.toBe(`"${made.version}"`)
    const stale = { headers: { 'If-Match': `"${made.version}"` } }
    expect((await call('PATCH', '/fields/organization.plan', { claim: false }, stale)).status).toBe(412)
    expect(await refusal(call('POST', '/fields', { ...made, id: undefined }))).toEqual([
      422,
      'invalid_body',
      expect.anything(),
    ])
    expect(await refusal(call('GET', '/fields/organization.none'))).toEqual([404, 'not_found', undefined])
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { targetId: 'organization.plan' } })
    expect(events.map(({ action }) => action).sort()).toEqual(['field.declared', 'field.updated'])
  })

  test('FI-03: a key is refused as a member, and nothing else gets it', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'Key', 'a.b', 'a$b', 'x'.repeat(33)])
      expect(
        await refusal(call('POST', '/fields', { key, of: 'person', type: 'text', names: { en: 'x' } })),
        key,
      ).toEqual([422, 'invalid_field', 'key'])
    await declare({ key: 'proto_probe', of: 'person' })
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const { status } = await call('PATCH', `/users/${ada}`, `{"fields":{"${key}":"x"}}`)
      expect([200, 422], key).toContain(status)
    }
    expect((await call('GET', `/users/${ada}`)).body.fields).toEqual({})
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  test('FI-21: null removes, nothing changes nothing, and other shapes are refused', async () => {
    await declare({ key: 'nick', of: 'person' })
    await declare({
      key: 'colors',
      of: 'person',
      type: 'choices',
      options: { red: { en: 'Red' }, blue: { en: 'Blue' } },
    })
    const path = `/users/${ada}`
    const set = await call('PATCH', path, { fields: { nick: ' Countess ', colors: ['blue'] } })
    expect(set.body.fields).toEqual({ nick: 'Countess', colors: ['blue'] })
    world.pass(5)
    const etag = set.headers.get('etag') ?? ''
    for (const fields of [{}, { nick: 'Countess' }, { nick: 'Countess', colors: ['blue'] }]) {
      const same = await call('PATCH', path, { fields }, { headers: { 'If-Match': etag } })
      expect([same.status, same.headers.get('etag')]).toEqual([200, etag])
    }
    expect(await refusal(call('PATCH', path, { fields: { nick: { b: 1 } } }))).toEqual([422, 'type', 'fields.nick'])
    expect(await refusal(call('PATCH', path, { fields: { colors: [['x']] } }))).toEqual([422, 'type', 'fields.colors'])
    expect(await refusal(call('PATCH', path, { fields: { colors: ['green'] } }))).toEqual([
      422,
      'not_allowed',
      'fields.colors',
    ])
    expect(await refusal(call('PATCH', path, { fields: { nick: 'x'.repeat(201) } }))).toEqual([
      422,
      'too_long',
      'fields.nick',
    ])
    expect(await refusal(call('PATCH', path, { fields: { none: 'x' } }))).toEqual([422, 'unknown', 'fields.none'])
    expect((await call('PATCH', path, { fields: [] })).status).toBe(422)
    const removed = await call('PATCH', path, { fields: { nick: null } })
    expect(removed.body.fields).toEqual({ colors: ['blue'] })
    expect(removed.headers.get('etag')).not.toBe(etag)
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { action: 'person.fields_changed' } })
    expect(events.map(({ detail }) => JSON.parse(String(detail)))).toEqual([
      { fields: ['nick', 'colors'] },
      { fields: ['nick'] },
    ])
    expect(JSON.stringify(events)).not.toContain('Countess')
  })

  test('a client reads and writes only what its scope and the field allow', async () => {
    await declare({ key: 'secret_note', of: 'person', reads: [], writes: ['operator'] })
    await declare({ key: 'shown', of: 'person', reads: ['client'], writes: ['operator'] })
    await declare({ key: 'dropped', of: 'person', reads: [], writes: ['client'] })
    const path = `/users/${bob}`
    expect(await refusal(call('PATCH', path, { fields: { secret_note: 'x' } }))).toEqual([
      422,
      'unknown',
      'fields.secret_note',
    ])
    expect(await refusal(call('PATCH', path, { fields: { shown: 'x' } }))).toEqual([
      403,
      'not_writable',
      'fields.shown',
    ])
    // Written, but not read back.
    expect((await call('PATCH', path, { fields: { dropped: 'x' } })).body.fields).toEqual({})
    const plain = { id: 'plain' }
    expect((await call('GET', path, undefined, plain)).body).not.toHaveProperty('fields')
    expect(await refusal(call('PATCH', path, { fields: {} }, plain))).toEqual([403, 'insufficient_scope', undefined])
    expect((await call('GET', '/users?field.nick=x', undefined, plain)).status).toBe(403)
    expect((await call('GET', '/fields', undefined, plain)).status).toBe(403)
    const within = { organization: organizations[0] ?? '' }
    expect((await call('GET', '/fields', undefined, within)).status).toBe(403)
    expect(
      (await call('POST', '/fields', { key: 'ab', of: 'person', type: 'text', names: { en: 'x' } }, within)).status,
    ).toBe(403)
    expect((await call('PATCH', path, { fields: { nick: 'x' } }, within)).status).toBe(403)
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { result: 'refused', actorKind: 'client' } })
    expect(new Set(events.map(({ actorId, action }) => `${actorId} ${action}`))).toEqual(
      new Set([
        'manager person.fields_changed',
        'manager field.declared',
        'plain api.updateUser',
        'plain api.listUsers',
        'plain api.listFields',
      ]),
    )
  })

  test('who writes values declares nothing: that needs clients:write too', async () => {
    const values = { id: 'values' }
    await declare({ key: 'valued', of: 'person', reads: ['client', 'person'], writes: ['client'] })
    const set = await call('PATCH', `/users/${ada}`, { fields: { valued: 'x' } }, values)
    expect(set.body.fields).toMatchObject({ valued: 'x' })
    expect((await call('GET', '/fields/person.valued', undefined, values)).status).toBe(200)
    const mine = { key: 'mine', of: 'person', type: 'text', names: { en: 'Mine' } }
    for (const refused of [
      call('POST', '/fields', mine, values),
      call('POST', '/fields', mine, { ...values, headers: { 'Idempotency-Key': 'declare-mine' } }),
      call('PATCH', '/fields/person.valued', { claim: true }, values),
      call('DELETE', '/fields/person.valued', undefined, values),
    ])
      expect(await refusal(refused)).toEqual([403, 'insufficient_scope', undefined])
    expect((await call('GET', '/fields/person.valued')).body).toMatchObject({ claim: false })
    // Declared once, whatever was repeated: the answer is made before anything is committed.
    const once = { headers: { 'Idempotency-Key': 'declare-once' } }
    for (const _ of [1, 2])
      expect(await call('POST', '/fields', { ...mine, key: 'once' }, once)).toMatchObject({ status: 201 })
    await call('DELETE', '/fields/person.once')
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { actorId: 'values', result: 'refused' } })
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set(['api.declareField', 'api.updateField', 'api.removeField']),
    )
    await call('PATCH', `/users/${ada}`, { fields: { valued: null } })
    await call('DELETE', '/fields/person.valued')
  })

  test('FI-08: what one organization keeps about a member, no other one reaches', async () => {
    await declare({ key: 'cost_center', of: 'membership', search: true, unique: 'organization' })
    const [acme = '', bolt = ''] = organizations
    const member = (organization: string) => `/organizations/${organization}/members/${bob}`
    const set = await call('PATCH', member(acme), { fields: { cost_center: '4711' } })
    expect(set.body).toMatchObject({ user_id: bob, fields: { cost_center: '4711' } })
    // The same value in another organization is another one.
    expect((await call('PATCH', member(bolt), { fields: { cost_center: '4711' } })).status).toBe(200)
    await call('PATCH', member(bolt), { fields: { cost_center: '9999' } })
    const asBolt = { organization: bolt }
    expect((await call('PATCH', member(acme), { fields: { cost_center: '1' } }, asBolt)).status).toBe(404)
    expect((await call('GET', `/organizations/${acme}/members`, undefined, asBolt)).status).toBe(404)
    const list = await call('GET', `/organizations/${bolt}/members?field.cost_center=4711`, undefined, asBolt)
    expect(list.body.data).toEqual([])
    const mine = await call('GET', `/organizations/${bolt}/members?field.cost_center=9999`, undefined, asBolt)
    expect(mine.body.data.map(({ user_id }: { user_id: string }) => user_id)).toEqual([bob])
    expect(JSON.stringify((await call('GET', `/users/${bob}`, undefined, asBolt)).body)).not.toContain('4711')
    const taken = call('PATCH', `/organizations/${bolt}/members/${ada}`, { fields: { cost_center: '9999' } })
    expect(await refusal(taken)).toEqual([422, 'taken', 'fields.cost_center'])
    // What was of the membership goes with it.
    await call('DELETE', member(bolt))
    expect(await world.deps.db.prisma.fieldIndex.count({ where: { organizationId: bolt, userId: bob } })).toBe(0)
    expect(
      (await call('PATCH', `/organizations/${bolt}/members/${ada}`, { fields: { cost_center: '9999' } })).status,
    ).toBe(200)
    await call('PUT', member(bolt), { roles: ['member'] })
    const rejoined = await call('PATCH', member(bolt), { fields: {} })
    expect(rejoined.body.fields).toEqual({})
  })

  test('values of an organization, which are part of its version', async () => {
    const path = `/organizations/${organizations[0]}`
    const before = await call('GET', path)
    const set = await call('PATCH', path, { fields: { plan: 'pro' }, name: 'Acme Ltd' })
    expect(set.body).toMatchObject({ name: 'Acme Ltd', fields: { plan: 'pro' } })
    expect(set.headers.get('etag')).not.toBe(before.headers.get('etag'))
    const same = await call('PATCH', path, { fields: { plan: 'pro' } })
    expect(same.headers.get('etag')).toBe(set.headers.get('etag'))
    expect(await refusal(call('PATCH', path, { name: 'Never', fields: { plan: 'gold' } }))).toEqual([
      422,
      'not_allowed',
      'fields.plan',
    ])
    expect((await call('GET', path)).body.name).toBe('Acme Ltd')
    const made = await call('POST', '/organizations', { name: 'With plan', owner: ada, fields: { plan: 'free' } })
    expect(made.body.fields).toEqual({ plan: 'free' })
    expect((await call('POST', '/organizations', { name: 'Without', owner: ada, fields: { plan: 'x' } })).status).toBe(
      422,
    )
  })

  test('a refused value is recorded, also of what is only being made', async () => {
    for (const of of ['person', 'organization', 'membership'])
      await declare({ key: 'sealed', of, reads: ['client'], writes: ['operator'] })
    const refusals = (action: string) =>
      world.deps.db.prisma.auditEvent.count({ where: { action, result: 'refused', actorId: 'manager' } })
    const fields = { sealed: 'x' }
    // Of the same refusal again and again, one is recorded: each of these is the first of its kind.
    await world.deps.db.prisma.auditEvent.deleteMany({ where: { result: 'refused' } })
    world.pass(24 * 3_600_000)
    for (const [action, method, path, body] of [
      ['user.created', 'POST', '/users', { email: 'sealed@example.test', fields }],
      ['person.fields_changed', 'PATCH', `/users/${ada}`, { fields }],
      ['organization.created', 'POST', '/organizations', { name: 'Sealed', owner: ada, fields }],
      ['organization.updated', 'PATCH', `/organizations/${organizations[0]}`, { fields }],
      ['member.fields_changed', 'PATCH', `/organizations/${organizations[0]}/members/${bob}`, { fields }],
    ] as const) {
      expect(await refusal(call(method, path, body)), path).toEqual([403, 'not_writable', 'fields.sealed'])
      expect(await refusals(action), action).toBe(1)
    }
    expect(await world.deps.db.prisma.organization.count({ where: { name: 'Sealed' } })).toBe(0)
    expect(await world.deps.db.prisma.email.count({ where: { address: 'sealed@example.test' } })).toBe(0)
  })

  test('a client with FIELDS knows of no other field, however it asks', async () => {
    for (const key of ['narrow_a', 'narrow_b']) await declare({ key, of: 'person', search: true })
    await call('PATCH', `/users/${ada}`, { fields: { narrow_a: 'A', narrow_b: 'B' } })
    const as = { id: 'narrow' }
    expect((await call('GET', `/users/${ada}`, undefined, as)).body.fields).toEqual({ narrow_a: 'A' })
    const users = await call('GET', '/users?field.narrow_a=a', undefined, as)
    expect(users.body.data.map(({ fields }: { fields: object }) => fields)).toEqual([{ narrow_a: 'A' }])
    expect(await refusal(call('GET', '/users?field.narrow_b=b', undefined, as))).toEqual([
      ...[422, 'unknown', 'fields.narrow_b'],
    ])
    expect((await call('PATCH', `/users/${ada}`, { fields: { narrow_a: 'A2' } }, as)).status).toBe(200)
    expect(await refusal(call('PATCH', `/users/${ada}`, { fields: { narrow_b: 'B2' } }, as))).toEqual([
      ...[422, 'unknown', 'fields.narrow_b'],
    ])
    expect(await refusal(call('POST', '/users', { email: 'n@example.test', fields: { narrow_b: 'x' } }, as))).toEqual([
      422,
      'unknown',
      'fields.narrow_b',
    ])
    const keyed = { ...as, headers: { 'Idempotency-Key': 'narrow-1' } }
    expect((await call('POST', '/users', { email: 'n@example.test', fields: { narrow_b: 'x' } }, keyed)).status).toBe(
      422,
    )
    const listed = await call('GET', '/fields', undefined, as)
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual(['person.narrow_a'])
    expect((await call('GET', '/fields/person.narrow_b', undefined, as)).status).toBe(404)
    const declaration = { key: 'narrow_c', of: 'person', type: 'text', names: { en: 'C' }, ...both }
    expect((await call('POST', '/fields', declaration, as)).status).toBe(403)
    for (const [method, body] of [
      ['PATCH', { claim: true }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, '/fields/person.narrow_a', body, as)).status).toBe(403)
    // Everybody else has both.
    expect((await call('GET', `/users/${ada}`)).body.fields).toMatchObject({ narrow_a: 'A2', narrow_b: 'B' })
    // In the console and the API it is a setting of the client, and what is no field is refused.
    const client = {
      client_id: 'narrowed',
      client_name: 'N',
      grant_types: ['client_credentials'],
      fields: ['person.narrow_a'],
    }
    const made = await call('POST', '/clients', { ...client, token_endpoint_auth_method: 'client_secret_basic' })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(world.deps.clients.find(made.body.client_id)?.fields).toEqual(['person.narrow_a'])
    const wrong = await call('PATCH', `/clients/${made.body.client_id}`, { fields: ['person.__proto__'] })
    expect(wrong.status).toBe(422)
    expect(wrong.body.detail ?? JSON.stringify(wrong.body)).toContain('which is not a field')
    // It gives no client what it does not know of, and takes over none that has more.
    const given = (client_id: string, fields: string[] | undefined, scope = 'fields:read users:read') => ({
      ...{ client_id, client_name: 'N', grant_types: ['client_credentials'], scope },
      ...{ token_endpoint_auth_method: 'client_secret_basic', ...(fields ? { fields } : {}) },
    })
    for (const [body, status] of [
      [given('narrow-all', undefined), 403],
      [given('narrow-other', ['person.narrow_a', 'person.narrow_b']), 403],
      [given('narrow-same', ['person.narrow_a']), 201],
    ] as const)
      expect((await call('POST', '/clients', body, as)).status, body.client_id).toBe(status)
    expect((await call('PATCH', '/clients/narrow-same', { fields: null }, as)).status).toBe(403)
    expect((await call('PATCH', '/clients/narrow-same', { client_name: 'S' }, as)).status).toBe(200)
    expect((await call('POST', '/clients', given('narrow-wide', ['person.narrow_b']))).status).toBe(201)
    expect((await call('PATCH', '/clients/narrow-wide', { client_name: 'W' }, as)).status).toBe(403)
    for (const key of ['narrow_a', 'narrow_b']) expect((await call('DELETE', `/fields/person.${key}`)).status).toBe(204)
  })

  test('FI-11: of two who take a unique value at once, one has it', async () => {
    await declare({ key: 'badge', of: 'person', unique: 'server', search: true })
    for (let round = 0; round < rounds; round++) {
      const fields = { badge: `Badge ${round}` }
      const answers = await Promise.all([ada, bob].map((id) => call('PATCH', `/users/${id}`, { fields })))
      expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.body.code).toBe('taken')
      const where = { fieldId: 'person.badge' }
      const rows = await world.deps.db.prisma.fieldUnique.findMany({ where })
      const found = await world.deps.db.prisma.fieldIndex.findMany({ where })
      const people = await world.deps.db.prisma.user.findMany({ where: { fields: { contains: '"badge"' } } })
      // Nobody has a row of the index for a value that is not theirs.
      for (const table of [rows, found])
        expect(table.map(({ userId, folded }) => [userId, folded]).sort()).toEqual(
          people.map(({ id, fields }) => [id, JSON.parse(fields ?? '{}').badge.toLowerCase()]).sort(),
        )
    }
  })

  test('FI-12: a unique value is taken in every spelling', async () => {
    expect((await call('PATCH', `/users/${ada}`, { fields: { badge: 'Caf\u00e9 47' } })).status).toBe(200)
    for (const badge of ['CAFÉ 47', 'cafe\u0301 47', 'café 47  ', 'ｃａｆé ４７', 'ca\u00adfé 47'])
      expect(await refusal(call('PATCH', `/users/${bob}`, { fields: { badge } })), badge).toEqual([
        422,
        'taken',
        'fields.badge',
      ])
    const found = await call('GET', `/users?field.badge=${encodeURIComponent('CAFÉ 47')}`)
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([ada])
    await call('PATCH', `/users/${ada}`, { fields: { badge: null } })
    expect((await call('PATCH', `/users/${bob}`, { fields: { badge: 'CAFÉ 47' } })).status).toBe(200)
  })

  test('FI-18: a search is exact, bounded, and by the index', async () => {
    world.pass(2000)
    await declare({ key: 'employee', of: 'person', type: 'integer', search: true })
    await call('PATCH', `/users/${ada}`, { fields: { employee: 7 } })
    await call('PATCH', `/users/${bob}`, { fields: { employee: 7 } })
    const ids = async (query: string) =>
      (await call('GET', `/users?${query}`)).body.data?.map(({ id }: { id: string }) => id)
    expect(await ids('field.employee=7')).toEqual([ada, bob])
    expect(await ids('field.employee=7&sort=newest')).toEqual([bob, ada])
    expect(await ids('field.employee=7&query=bob')).toEqual([bob])
    expect(await ids('field.employee=7&field.badge=caf%C3%A9+47')).toEqual([bob])
    expect(await ids('field.badge=%25')).toEqual([])
    expect(await ids('field.badge=_')).toEqual([])
    const first = await call('GET', '/users?field.employee=7&limit=1')
    expect(first.body.data[0].id).toBe(ada)
    const second = await call(
      'GET',
      `/users?field.employee=7&limit=1&cursor=${encodeURIComponent(first.body.next_cursor)}`,
    )
    expect([second.body.data[0].id, second.body.next_cursor]).toEqual([bob, null])
    world.pass(2000)
    expect(await refusal(call('GET', '/users?field.nick=x'))).toEqual([422, 'not_searchable', 'fields.nick'])
    expect(await refusal(call('GET', '/users?field.secret_note=x'))).toEqual([422, 'unknown', 'fields.secret_note'])
    expect(await refusal(call('GET', '/users?field.employee=x'))).toEqual([422, 'type', 'fields.employee'])
    expect(await refusal(call('GET', `/users?field.badge=${'x'.repeat(7000)}`))).toEqual([
      422,
      'too_long',
      'fields.badge',
    ])
    for (const nothing of ['field.badge=', 'field.badge', 'field.badge=%E2%80%8B', 'field.badge=+&query=ada'])
      expect(await refusal(call('GET', `/users?${nothing}`)), nothing).toEqual([422, 'not_allowed', 'fields.badge'])
    world.pass(2000)
    expect((await call('GET', '/users?field.=x')).status).toBe(422)
    expect((await call('GET', '/organizations?field.plan=')).status).toBe(422)
    const many = Array.from({ length: 100 }, (_, n) => `field.badge=${n}`).join('&')
    expect((await call('GET', `/users?${many}`)).status).toBe(422)
    const organizations = await call('GET', '/organizations?field.plan=pro')
    expect(organizations.status).toBe(422)
  })

  test('organizations are found by a value and a name, also by who is limited to one', async () => {
    world.pass(2000)
    await declare({ key: 'region', of: 'organization', search: true })
    const [acme = '', bolt = ''] = organizations
    for (const id of [acme, bolt]) await call('PATCH', `/organizations/${id}`, { fields: { region: 'north' } })
    const found = async (query: string, organization = '') => {
      world.pass(2000)
      const { body } = await call('GET', `/organizations?${query}`, undefined, { organization })
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await found('field.region=north')).toEqual([acme, bolt].sort())
    expect(await found('field.region=north&query=bolt')).toEqual([bolt])
    expect(await found('field.region=north', acme)).toEqual([acme])
    expect(await found('field.region=north&query=acme', acme)).toEqual([acme])
    expect(await found('field.region=north&query=bolt', acme)).toEqual([])
    expect(await found('field.region=south', acme)).toEqual([])
  })

  test('FI-15: a key returns only for its type, and its values are gone after 30 days', async () => {
    await declare({ key: 'grade', of: 'person', type: 'integer', search: true })
    await call('PATCH', `/users/${ada}`, { fields: { grade: 3 } })
    expect(await refusal(call('PATCH', '/fields/person.grade', { type: 'text' }))).toEqual([409, 'read_only', 'type'])
    expect(await refusal(call('PATCH', '/fields/person.grade', { search: false }))).toEqual([
      409,
      'read_only',
      'search',
    ])
    expect((await call('DELETE', '/fields/person.grade')).status).toBe(204)
    expect((await call('GET', '/fields/person.grade')).status).toBe(404)
    expect((await call('GET', `/users/${ada}`)).body.fields).not.toHaveProperty('grade')
    expect(await refusal(call('PATCH', `/users/${ada}`, { fields: { grade: 4 } }))).toEqual([
      422,
      'unknown',
      'fields.grade',
    ])
    const again = { key: 'grade', of: 'person', names: { en: 'Grade' }, ...both }
    expect((await call('POST', '/fields', { ...again, type: 'text' })).status).toBe(409)
    expect((await call('POST', '/fields', { ...again, type: 'integer' })).status).toBe(409)
    // Within the time, it comes back with what it had.
    await declare({ ...again, type: 'integer', search: true })
    expect((await call('GET', `/users/${ada}`)).body.fields).toMatchObject({ grade: 3 })
    // A choice that is no longer offered leaves nothing behind either.
    const options = { a: { en: 'A' }, b: { en: 'B' } }
    await declare({ key: 'tier', of: 'person', type: 'choice', options, search: true })
    await call('PATCH', `/users/${ada}`, { fields: { tier: 'a' } })
    await call('PATCH', '/fields/person.tier', { options: { b: options.b } })
    expect((await call('GET', `/users/${ada}`)).body.fields).not.toHaveProperty('tier')
    await call('PATCH', `/users/${ada}`, { fields: { tier: 'b' } })
    const index = await world.deps.db.prisma.fieldIndex.findMany({ where: { fieldId: 'person.tier' } })
    expect(index.map(({ folded }) => folded)).toEqual(['b'])
    await call('DELETE', '/fields/person.grade')
    world.pass(29 * 86_400_000)
    const sweeper = new Sweeper(world.deps)
    await sweeper.sweep()
    const stored = async () => (await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: ada } })).fields
    expect(await stored()).toContain('grade')
    world.pass(2 * 86_400_000)
    await sweeper.sweep()
    expect(await stored()).not.toContain('grade')
    expect(await stored()).toContain('employee')
    expect(await world.deps.db.prisma.fieldIndex.count({ where: { fieldId: 'person.grade' } })).toBe(0)
    const removed = { action: 'field.removed', targetId: 'person.grade' }
    expect(await world.deps.db.prisma.auditEvent.count({ where: removed })).toBe(1)
    await sweeper.sweep()
    expect(await world.deps.db.prisma.auditEvent.count({ where: removed })).toBe(1)
    // Its values are gone, but not what it was.
    expect((await call('POST', '/fields', { ...again, type: 'text' })).status).toBe(409)
    await declare({ ...again, type: 'integer' })
    expect((await call('GET', `/users/${ada}`)).body.fields).not.toHaveProperty('grade')
  })

  test('a field that is declared again while its values are deleted has what is found of each, and no more', async () => {
    const { deps } = world
    const prisma = deps.db.prisma
    const shelf = { key: 'shelf', of: 'person', search: true, unique: 'server' }
    await declare(shelf)
    for (const [id, value] of [
      [ada, 'one'],
      [bob, 'two'],
    ] as const)
      await call('PATCH', `/users/${id}`, { fields: { shelf: value } })
    await call('DELETE', '/fields/person.shelf')
    world.pass(31 * 86_400_000)
    // Another process, which does not know at once what is declared here.
    const fields = await FieldDirectory.load(deps)
    const sweeper = new RemovedFields({ ...deps, fields })
    await sweeper.sweep(1)
    const agree = async (expected: Record<string, string>) => {
      const people = await prisma.user.findMany({ where: { fields: { contains: '"shelf"' } } })
      const values = people.map(({ id, fields }) => [id, JSON.parse(fields ?? '{}').shelf]).sort()
      expect(values).toEqual(Object.entries(expected).sort())
      const where = { fieldId: 'person.shelf' }
      for (const rows of [await prisma.fieldIndex.findMany({ where }), await prisma.fieldUnique.findMany({ where })])
        expect(rows.map(({ userId, folded }) => [userId, folded]).sort()).toEqual(values)
    }
    await agree({ [bob]: 'two' })
    await declare(shelf)
    expect((await call('PATCH', `/users/${ada}`, { fields: { shelf: 'one' } })).status).toBe(200)
    for (let batch = 0; batch < 4; batch++) await sweeper.sweep(1)
    await agree({ [ada]: 'one', [bob]: 'two' })
    await call('DELETE', '/fields/person.shelf')
    world.pass(31 * 86_400_000)
    await new Sweeper(deps).sweep()
    await agree({})
  })
})
