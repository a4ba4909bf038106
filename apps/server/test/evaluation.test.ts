import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createApp } from '../src/app.ts'
import { newApiKeyId } from '../src/crypto/api-keys.ts'
import { signJwt } from '../src/crypto/jws.ts'
import { findRoles } from '../src/store/prisma/rights.ts'
import { databases } from './support/databases.ts'
import { claimsOf, type Given, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// OpenID AuthZEN, Authorization API 1.0: clients ask what somebody may do (docs/authzen.md).

const orders = 'https://orders.example.test'
const plain = 'https://plain.example.test'
const declared = {
  permissions: {
    'invoice.read': { level: 'basic' },
    'invoice.approve': { min_acr: 'phr' },
    'billing.close': { level: 'owner' },
    [`${orders} orders:read`]: { level: 'basic' },
    [`${orders} orders:write`]: {},
  },
  roles: { clerk: { permissions: ['invoice.approve', `${orders} orders:write`] } },
}
const secret = (id: string) => `${id}-secret-0123456789abc`
const client = (index: number, id: string, scopes: string, audiences?: string) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  [`OIDC_CLIENT_${index}_SECRET`]: secret(id),
  [`OIDC_CLIENT_${index}_GRANT_TYPES`]: 'client_credentials',
  [`OIDC_CLIENT_${index}_SCOPES`]: scopes,
  [`OIDC_CLIENT_${index}_AUDIENCES`]: audiences,
})
const env = {
  PASSKEY_NUDGE: 'off',
  OIDC_RESOURCE_0: orders,
  OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_0_API_KEYS: 'on',
  OIDC_RESOURCE_0_PERMISSIONS: 'on',
  OIDC_RESOURCE_1: plain,
  OIDC_RESOURCE_1_SCOPES: 'plain:read',
  ...client(7, 'orders-api', 'access:evaluate', `${orders},${plain}`),
  ...client(8, 'blind', 'access:evaluate'),
  ...client(9, 'backoffice', 'users:read,access:evaluate,orders:read', orders),
  OIDC_CLIENT_ID_10: 'shop',
  OIDC_CLIENT_10_SECRET: secret('shop'),
  OIDC_CLIENT_10_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_10_SCOPES: 'openid,organization,access:evaluate,orders:read',
  OIDC_CLIENT_10_AUDIENCES: orders,
}

// What the specification says of an answer: sections "Decision" and "The Access Evaluations API Response".
const decision = z.strictObject({ decision: z.boolean(), context: z.record(z.string(), z.unknown()).optional() })
const answer = z.union([decision, z.strictObject({ evaluations: z.array(decision).nonempty() })])

const documentFile = (given: object): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'vestibule-evaluation-')), 'permissions.json')
  writeFileSync(file, JSON.stringify(given))
  return file
}

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  body: any
}

async function send(world: TestWorld, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${world.address}/access/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const answered = { status: response.status, headers: response.headers, body: await response.json() }
  if (answered.status === 200) answer.parse(answered.body)
  else expect(typeof answered.body).toBe('string')
  return answered
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let token: string
  beforeAll(async () => {
    world = await openTestWorld({ ...env, PERMISSIONS_FILE: documentFile(declared) }, { database })
    token = await tokenOf('orders-api')
  })
  afterAll(() => world?.close())

  const tokenFor = (id: string, given: Given = {}) =>
    world.token({ grant_type: 'client_credentials', ...given }, { basic: [id, secret(id)] })
  const tokenOf = async (id: string, given: Given = {}): Promise<string> => {
    const { body } = await tokenFor(id, given)
    return body.access_token
  }
  /** Asks with the token of the API of orders, unless another is given. */
  const ask = (path: 'evaluation' | 'evaluations', body: unknown, headers: Record<string, string> = {}) =>
    send(world, path, body, { Authorization: `Bearer ${token}`, ...headers })

  const memberAs = async (roles: 'owner' | 'admin' | 'member', role?: string) => {
    const { person } = await world.signIn()
    const { prisma } = world.deps.db
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const { organizationId } = await prisma.membership.findFirstOrThrow({ where: { userId } })
    const of = { userId, organizationId }
    await prisma.membership.update({ where: { userId_organizationId: of }, data: { roles } })
    const given = (await findRoles(world.deps.db, '')).find(({ key }) => key === role)
    const grantedAt = world.deps.now()
    if (given)
      await prisma.membershipRole.create({ data: { ...of, roleId: given.id, grantedByKind: 'system', grantedAt } })
    await prisma.organization.update({ where: { id: organizationId }, data: { rightsVersion: 1 } })
    return of
  }
  type Member = Awaited<ReturnType<typeof memberAs>>
  const question = ({ userId, organizationId }: Member, name: string, api: string | null = orders, context = {}) => ({
    subject: { type: 'user', id: userId },
    action: { name, ...(api === null ? {} : { properties: { resource: api } }) },
    resource: { type: 'organization', id: organizationId },
    context,
  })
  const decide = async (...given: Parameters<typeof question>) => (await ask('evaluation', question(...given))).body
  const denied = (reason: string, more = {}) => ({ decision: false, context: { reason, ...more } })
  const permitted = { decision: true }

  test('who holds a permission may, by their rank or by a role', async () => {
    const [owner, admin, member, clerk] = [
      await memberAs('owner'),
      await memberAs('admin'),
      await memberAs('member'),
      await memberAs('member', 'clerk'),
    ]
    expect(await decide(member, 'orders:read')).toEqual(permitted)
    expect(await decide(member, 'orders:write')).toEqual(denied('not_held'))
    expect(await decide(clerk, 'orders:write')).toEqual(permitted)
    expect(await decide(admin, 'orders:write')).toEqual(permitted)
    // Without an API: what is declared for the application.
    expect(await decide(member, 'invoice.read', null)).toEqual(permitted)
    expect(await decide(admin, 'billing.close', null)).toEqual(denied('not_held'))
    expect(await decide(owner, 'billing.close', null)).toEqual(permitted)
    // What is an owner's alone is not of somebody who acts as one.
    const act = { sub: 'operator' }
    expect(await decide(owner, 'billing.close', null, { act })).toEqual(denied('not_held'))
    expect(await decide(owner, 'invoice.read', null, { act })).toEqual(permitted)
  })

  test('a permission that needs a stronger sign-in says which', async () => {
    const [clerk, member] = [await memberAs('member', 'clerk'), await memberAs('member')]
    const approve = (person: Member, context = {}) => decide(person, 'invoice.approve', null, context)
    const stronger = denied('step_up', { acr_values: 'phr' })
    expect(await approve(clerk, { acr: 'phr' })).toEqual(permitted)
    expect(await approve(clerk, { acr: 'urn:vestibule:acr:mail' })).toEqual(stronger)
    for (const acr of [undefined, '', 'toString', 3, ['phr'], { phr: 'phr' }])
      expect(await approve(clerk, { acr })).toEqual(stronger)
    expect(await approve(member, { acr: 'phr' })).toEqual(denied('not_held'))
  })

  test('what nobody declared is unknown, and so is a scope of an API that asks for no permissions', async () => {
    const owner = await memberAs('owner')
    const unknown = denied('unknown_permission')
    for (const name of ['orders:delete', 'invoice.read', '', '*', 'toString', '__proto__'])
      expect(await decide(owner, name), name).toEqual(unknown)
    for (const name of ['orders:read', `${orders} orders:read`, 'invoice', 'owner'])
      expect(await decide(owner, name, null), name).toEqual(unknown)
    expect(await decide(owner, 'plain:read', plain)).toEqual(unknown)
  })

  test("RO-30 only a client's own token for this, with its scope, asks, and about its own APIs", async () => {
    const [ada, eve] = [await memberAs('owner'), await memberAs('owner')]
    const body = question(ada, 'orders:read')
    const withToken = (bearer: string) => ask('evaluation', body, { Authorization: `Bearer ${bearer}` })
    const anonymous = await send(world, 'evaluation', body, {})
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="vestibule"'])

    // Tokens for the management API, for an API, for the issuer, of a person, and none at all.
    const { code } = await world.signIn({}, { client_id: 'shop', scope: 'openid organization', resource: orders })
    const ofPerson = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['shop', secret('shop')] },
    )
    const wrong = [
      await tokenOf('backoffice', { scope: 'users:read' }),
      await tokenOf('backoffice', { scope: 'orders:read' }),
      await tokenOf('machine'),
      ofPerson.body.access_token,
      'x',
    ]
    for (const bearer of wrong) {
      const refused = await withToken(bearer)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }

    /** What the server never issues: signed by it all the same. */
    const signed = (claims: object) => {
      const at = Math.floor(world.deps.now().getTime() / 1000)
      return signJwt(world.deps.keys.signer('ES256'), 'at+jwt', {
        ...{ iss: world.issuer, aud: `${world.issuer}/access/v1`, iat: at, exp: at + 60, jti: `x${Math.random()}` },
        ...{ sub: 'orders-api', client_id: 'orders-api', scope: 'access:evaluate' },
        ...claims,
      })
    }
    expect((await withToken(await signed({}))).body).toEqual(permitted)
    expect((await withToken(await signed({ sub: ada.userId }))).status).toBe(401)
    expect((await withToken(await signed({ sid: 'session' }))).status).toBe(401)
    expect((await withToken(await signed({ sub: 'nobody', client_id: 'nobody' }))).status).toBe(401)
    const weak = await withToken(await signed({ scope: 'users:read orders:read' }))
    expect(weak.status).toBe(403)
    expect(weak.headers.get('www-authenticate')).toContain('scope="access:evaluate"')

    // Another API, whether it is registered or not; the application has no owner among the clients.
    const blind = { Authorization: `Bearer ${await tokenOf('blind')}` }
    expect((await ask('evaluation', body, blind)).status).toBe(403)
    expect((await ask('evaluation', question(ada, 'x', 'https://nobody.example.test'))).status).toBe(403)
    expect((await ask('evaluation', question(ada, 'invoice.read', null), blind)).body).toEqual(permitted)

    // A token that is limited to an organization: any other is as one that does not exist.
    const limited = { Authorization: `Bearer ${await tokenOf('orders-api', { organization: eve.organizationId })}` }
    expect((await ask('evaluation', question(eve, 'orders:read'), limited)).body).toEqual(permitted)
    const foreign = await ask('evaluation', body, limited)
    const nowhere = await ask('evaluation', question({ ...ada, organizationId: 'nowhere' }, 'orders:read'), limited)
    expect([foreign.status, foreign.body]).toEqual([200, denied('not_member')])
    expect([nowhere.status, nowhere.body]).toEqual([foreign.status, foreign.body])
    for (const other of [
      { userId: ada.userId, organizationId: eve.organizationId },
      { userId: 'nobody', organizationId: ada.organizationId },
    ])
      expect(await decide(other, 'orders:read')).toEqual(denied('not_member'))
  })

  test('the scope has an audience of its own, which no API and no dynamic client can have', async () => {
    const own = `${world.issuer}/access/v1`
    const audienceOf = async (id: string, given: Given = {}) => claimsOf(await tokenOf(id, given)).aud
    expect(await audienceOf('orders-api')).toBe(own)
    expect(await audienceOf('backoffice')).toEqual([orders, `${world.issuer}/api/v1`, own])
    expect(await audienceOf('backoffice', { scope: 'users:read access:evaluate' })).toEqual([
      `${world.issuer}/api/v1`,
      own,
    ])
    expect(await audienceOf('backoffice', { scope: 'access:evaluate', resource: own })).toBe(own)
    for (const refused of [
      { scope: 'users:read', resource: own },
      { scope: 'orders:read', resource: own },
    ])
      expect((await tokenFor('backoffice', refused)).body.error).toBe('invalid_target')
    const start = (more: object) => openTestWorld({ ISSUER: 'http://localhost:4999', ...more })
    await expect(start({ OIDC_RESOURCE_0: 'http://LOCALHOST:4999/access/v1' })).rejects.toThrow(
      'is where clients ask what people may do',
    )
    await expect(start({ OIDC_RESOURCE_0: orders, OIDC_RESOURCE_0_SCOPES: 'access:evaluate' })).rejects.toThrow(
      'is a scope of this server',
    )
  })

  test('RO-31 what is not as the specification says is refused, and what it does not know is ignored', async () => {
    const ada = await memberAs('owner')
    const good = question(ada, 'orders:read')
    const bad: [unknown, status?: number][] = [
      [{ ...good, subject: { type: 'user' } }],
      [{ ...good, subject: { id: ada.userId } }],
      [{ ...good, subject: ada.userId }],
      [{ ...good, subject: null }],
      [{ ...good, subject: { type: 'user', id: 7 } }],
      [{ ...good, subject: { type: 'user', id: { startsWith: '' } } }],
      [{ ...good, subject: { type: 'user', id: 'a\0b' } }],
      [{ ...good, subject: { type: 'user', id: 'a\ud800b' } }],
      [{ ...good, subject: { ...good.subject, properties: [] } }],
      [{ ...good, subject: undefined }],
      [{ ...good, action: 'orders:read' }],
      [{ ...good, action: {} }],
      [{ ...good, action: { name: 123 } }],
      [{ ...good, action: { name: 'invoice.read', properties: { resource: 7 } } }],
      [{ ...good, action: { name: 'invoice.read', properties: { resource: null } } }],
      [{ ...good, resource: [] }],
      [{ ...good, resource: { type: 'organization' } }],
      [{ ...good, context: 'phr' }],
      [{ ...good, evaluations: Array(51).fill({}) }],
      [{ ...good, evaluations: {} }],
      [{ ...good, evaluations: null }],
      [{ ...good, evaluations: [{}], options: [] }],
      ['[]'],
      ['""'],
      ['null'],
      ['{'],
      [''],
      ['['.repeat(16_000)],
      [{ ...good, padding: 'x'.repeat(17 * 1024) }, 413],
      // Which subject would it be?
      [JSON.stringify(good).replace('{', `{"subject":{"type":"user","id":"nobody"},`)],
      [JSON.stringify(good).replace('"id":', `"id":"nobody","id":`)],
      [JSON.stringify(good).replace('"id":', `"\\u0069d":"nobody","id":`)],
    ]
    for (const [body, status = 400] of bad)
      expect((await ask('evaluations', body)).status, JSON.stringify(body)).toBe(status)
    const typed = await ask('evaluation', good, { 'Content-Type': 'text/plain' })
    expect(typed.status).toBe(400)
    const unknown = {
      ...good,
      extra: { deep: [1, null] },
      subject: { ...good.subject, name: 'Ada', properties: { roles: ['owner'] } },
      action: { ...good.action, properties: { ...good.action.properties, method: 'GET' } },
      options: { another: 'value' },
      ['__proto__']: { decision: true },
      evaluations: 'ignored by the single call',
    }
    expect((await ask('evaluation', unknown)).body).toEqual(permitted)
    // What the caller says of the subject gives it no right.
    const member = await memberAs('member')
    const boasting = question(member, 'orders:write')
    const claimed = { ...boasting, subject: { ...boasting.subject, properties: { roles: ['owner'] } } }
    expect((await ask('evaluation', claimed)).body).toEqual(denied('not_held'))
    for (const [type, id] of [
      ['User', ada.userId],
      ['client', 'orders-api'],
      ['toString', ada.userId],
      ['user', ''],
    ])
      expect((await ask('evaluation', { ...good, subject: { type, id } })).body).toEqual(denied('not_member'))
    const elsewhere = { ...good, resource: { type: 'document', id: ada.organizationId } }
    expect((await ask('evaluation', elsewhere)).body).toEqual(denied('not_member'))
  })

  test('RO-33 several evaluations end where they were told to, and an empty list is one evaluation', async () => {
    const clerk = await memberAs('member', 'clerk')
    const [write, close, odd, blocked] = [
      { action: { name: 'orders:write', properties: { resource: orders } } },
      { action: { name: 'billing.close' } },
      { action: null },
      { action: { name: 'x', properties: { resource: 'https://nobody.example.test' } } },
    ]
    const all = { ...question(clerk, 'invoice.read', null), evaluations: [write, close, {}, odd, blocked, 'odd'] }
    const fault = (status: number) => ({
      decision: false,
      context: { error: { status, message: expect.any(String) } },
    })
    const decisions = [permitted, denied('not_held'), permitted, fault(400), fault(403), fault(400)]
    const run = async (semantic?: unknown, evaluations: unknown[] = all.evaluations) => {
      const options = semantic === undefined ? {} : { options: { evaluations_semantic: semantic } }
      return ask('evaluations', { ...all, evaluations, ...options })
    }
    expect((await run()).body).toEqual({ evaluations: decisions })
    expect((await run('execute_all')).body).toEqual({ evaluations: decisions })
    expect((await run('deny_on_first_deny')).body).toEqual({ evaluations: decisions.slice(0, 2) })
    expect((await run('permit_on_first_permit')).body).toEqual({ evaluations: decisions.slice(0, 1) })
    const reversed = [odd, close, write]
    expect((await run('permit_on_first_permit', reversed)).body.evaluations).toHaveLength(3)
    expect((await run('deny_on_first_deny', reversed)).body.evaluations).toEqual([fault(400)])
    expect((await run('permit_on_first_permit', [odd, close])).body.evaluations).toHaveLength(2)
    for (const semantic of ['first', 'EXECUTE_ALL', '', null, 1, ['execute_all'], 'toString'])
      expect((await run(semantic)).status).toBe(400)
    expect((await run(undefined, [])).body).toEqual(permitted)
    const { evaluations: _, ...single } = all
    expect((await ask('evaluations', single)).body).toEqual(permitted)
    expect((await ask('evaluations', { evaluations: [] })).status).toBe(400)
    // A whole member is a default, and nothing of it is added to another.
    const partly = await ask('evaluations', { ...single, evaluations: [{ subject: { type: 'user' } }] })
    expect(partly.body.evaluations).toEqual([fault(400)])
  })

  test('who somebody is in an organization is read once for all evaluations of a request', async () => {
    const [ada, eve] = [await memberAs('owner'), await memberAs('owner')]
    const items = [ada, eve].flatMap((person) =>
      ['orders:read', 'orders:write', 'none'].map((name) => question(person, name)),
    )
    const read = vi.spyOn(world.deps.db.sql, 'read')
    const answered = await ask('evaluations', { evaluations: Array(8).fill(items).flat() })
    const texts = read.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.single))
    read.mockRestore()
    expect(answered.body.evaluations).toHaveLength(48)
    expect(texts.filter((text) => text.includes('FROM membership m'))).toHaveLength(2)
    // Nor is anything else read for each evaluation: what the background reads meanwhile, it reads once.
    for (const text of texts) expect(texts.filter((each) => each === text).length, text).toBeLessThanOrEqual(2)
  })

  const keyOf = async (given: { userId: string | null; organizationId: string | null; scope?: string }) => {
    const id = newApiKeyId()
    const now = world.deps.now()
    await world.deps.db.prisma.apiKey.create({
      data: {
        ...{ id, resource: orders, name: 'Export', digest: id, scope: 'orders:read orders:write', networks: '' },
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) },
        ...given,
      },
    })
    return id
  }
  const decideKey = async (id: string, organizationId: string, name = 'orders:write', api: string | null = orders) => {
    const body = { ...question({ userId: '', organizationId }, name, api), subject: { type: 'api_key', id } }
    return (await ask('evaluation', body)).body
  }

  test('a key may do what it was made for, as long as its person may', async () => {
    const [member, clerk] = [await memberAs('member'), await memberAs('member', 'clerk')]
    const [ofMember, ofClerk] = [await keyOf(member), await keyOf(clerk)]
    const narrow = await keyOf({ ...clerk, scope: 'orders:read' })
    const ofOrganization = await keyOf({ ...clerk, userId: null })
    expect(await decideKey(ofClerk, clerk.organizationId)).toEqual(permitted)
    expect(await decideKey(ofMember, member.organizationId)).toEqual(denied('not_held'))
    expect(await decideKey(ofMember, member.organizationId, 'orders:read')).toEqual(permitted)
    expect(await decideKey(narrow, clerk.organizationId)).toEqual(denied('not_held'))
    expect(await decideKey(ofOrganization, clerk.organizationId)).toEqual(permitted)
    // A key is for one API and one organization.
    expect(await decideKey(ofClerk, clerk.organizationId, 'invoice.read', null)).toEqual(denied('not_held'))
    const unknown = await decideKey('0'.repeat(12), clerk.organizationId)
    expect(unknown).toEqual(denied('not_member'))
    expect(await decideKey(ofClerk, member.organizationId)).toEqual(unknown)
    expect(await decideKey(await keyOf({ ...clerk, organizationId: null }), clerk.organizationId)).toEqual(unknown)
  })

  test('RO-34 a disabled person, a disabled organization and a key that rests may nothing', async () => {
    const { prisma } = world.deps.db
    const now = world.deps.now()
    const [ada, eve, max] = [await memberAs('owner'), await memberAs('owner'), await memberAs('owner')]
    const keys = { ofAda: await keyOf(ada), ofEve: await keyOf({ ...eve, userId: null }), ofMax: await keyOf(max) }
    expect(await decideKey(keys.ofMax, max.organizationId)).toEqual(permitted)
    await prisma.user.update({ where: { id: ada.userId }, data: { disabledAt: now } })
    await prisma.organization.update({ where: { id: eve.organizationId }, data: { disabledAt: now } })
    await prisma.apiKey.update({ where: { id: keys.ofMax }, data: { revokedAt: now } })
    const disabled = denied('disabled')
    expect(await decide(ada, 'orders:read')).toEqual(disabled)
    expect(await decide(eve, 'orders:read')).toEqual(disabled)
    expect(await decideKey(keys.ofAda, ada.organizationId)).toEqual(disabled)
    expect(await decideKey(keys.ofEve, eve.organizationId)).toEqual(disabled)
    expect(await decideKey(keys.ofMax, max.organizationId)).toEqual(disabled)
    const expired = await keyOf(max)
    await prisma.apiKey.update({ where: { id: expired }, data: { expiresAt: now } })
    expect(await decideKey(expired, max.organizationId)).toEqual(disabled)
    // To who is no member of theirs, they are as unknown as anybody.
    expect(await decide({ ...ada, organizationId: max.organizationId }, 'orders:read')).toEqual(denied('not_member'))
    await prisma.user.update({ where: { id: ada.userId }, data: { disabledAt: null } })
    expect(await decideKey(keys.ofAda, ada.organizationId)).toEqual(permitted)
    await prisma.membership.deleteMany({ where: ada })
    expect(await decide(ada, 'orders:read')).toEqual(denied('not_member'))
  })

  test('an answer has the id of its request, if that is short and visible, also where it is refused', async () => {
    const ada = await memberAs('owner')
    const idOf = async (id: string, headers: Record<string, string> = {}) => {
      const { headers: answered } = await ask('evaluation', question(ada, 'orders:read'), {
        'X-Request-ID': id,
        ...headers,
      })
      return answered.get('x-request-id')
    }
    const id = 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716'
    expect(await idOf(id)).toBe(id)
    expect(await idOf(id, { Authorization: 'Bearer x' })).toBe(id)
    expect(await idOf('x'.repeat(200))).toHaveLength(200)
    for (const none of ['x'.repeat(201), 'a b', 'a\tb', 'caf\u00e9']) expect(await idOf(none)).toBeNull()
  })

  test('a client asks 300 times a second', async () => {
    const ada = await memberAs('owner')
    world.pass(2000)
    const once = () => ask('evaluation', question(ada, 'orders:read'))
    const statuses: number[] = []
    for (let sent = 0; sent < 300; sent += 50)
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, once))).map(({ status }) => status))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    const refused = await once()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    const other = { Authorization: `Bearer ${await tokenOf('blind')}` }
    expect((await ask('evaluation', question(ada, 'invoice.read', null), other)).status).toBe(200)
    world.pass(1000)
    expect((await once()).status).toBe(200)
  })

  test('metadata says where to ask, and only POST asks', async () => {
    const at = `${world.address}/.well-known/authzen-configuration`
    const found = await fetch(at)
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await found.json()).toEqual({
      policy_decision_point: world.issuer,
      access_evaluation_endpoint: `${world.issuer}/access/v1/evaluation`,
      access_evaluations_endpoint: `${world.issuer}/access/v1/evaluations`,
    })
    expect((await fetch(at, { method: 'HEAD' })).status).toBe(200)
    const posted = await fetch(at, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const method of ['GET', 'PUT', 'OPTIONS', 'DELETE']) {
      const refused = await fetch(`${world.address}/access/v1/evaluation`, { method })
      expect([refused.status, refused.headers.get('allow'), await refused.json()]).toEqual([
        405,
        'POST',
        'this method is not allowed here',
      ])
    }
    expect((await fetch(`${world.address}/access/v1/search/subject`, { method: 'POST' })).status).toBe(404)
  })
})

test('where nothing is declared there is nothing to ask, as if it did not exist', async () => {
  const { OIDC_RESOURCE_0_PERMISSIONS: _, ...without } = env
  const world = await openTestWorld(without)
  try {
    const { body } = await world.token(
      { grant_type: 'client_credentials' },
      { basic: ['orders-api', secret('orders-api')] },
    )
    const shape = async (path: string, method: string) => {
      const response = await fetch(world.address + path, {
        method,
        headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      return [response.status, await response.text(), response.headers.get('allow'), response.headers.get('vary')]
    }
    for (const method of ['GET', 'POST', 'OPTIONS', 'PUT'])
      for (const path of ['/access/v1/evaluation', '/access/v1/evaluations', '/.well-known/authzen-configuration'])
        expect(await shape(path, method)).toEqual(await shape('/access/v1/nothing', method))
  } finally {
    await world.close()
  }
})

test('one API with PERMISSIONS=on is enough, and metadata is where the path of the issuer asks for it', async () => {
  const PERMISSIONS_FILE = documentFile({ permissions: { [`${orders} orders:read`]: { level: 'basic' } } })
  const world = await openTestWorld({ ...env, ISSUER: 'http://localhost:4999/auth', PERMISSIONS_FILE })
  try {
    const app = createApp(world.deps)
    const request = (path: string) => app.request(`http://localhost:4999${path}`)
    const found = await request('/.well-known/authzen-configuration/auth')
    expect(await found.json()).toMatchObject({
      policy_decision_point: 'http://localhost:4999/auth',
      access_evaluation_endpoint: 'http://localhost:4999/auth/access/v1/evaluation',
    })
    expect((await request('/auth/access/v1/evaluation')).status).toBe(405)
    for (const path of ['/.well-known/authzen-configuration', '/access/v1/evaluation'])
      expect((await request(path)).status, path).toBe(404)
  } finally {
    await world.close()
  }
})
