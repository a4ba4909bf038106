import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newApiKey, newApiKeyId } from '../../apps/server/src/crypto/api-keys.ts'
import { databases } from '../../apps/server/test/support/databases.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { createAuth } from '../../packages/core/src/index.ts'
import { blockUnder } from '../repo/docs-blocks.ts'

// API keys as an API meets them: the SDK asks the real server (docs/api-keys.md).

const orders = 'https://orders.example.test'
const environment = {
  OIDC_RESOURCE_0: orders,
  OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_0_API_KEYS: 'on',
  OIDC_CLIENT_ID_6: 'orders-api',
  OIDC_CLIENT_6_SECRET: 'orders-secret-0123456789',
  OIDC_CLIENT_6_REDIRECT_URIS: 'https://rp.example.test/cb',
  OIDC_CLIENT_6_AUDIENCES: orders,
  OIDC_CLIENT_ID_7: 'manager',
  OIDC_CLIENT_7_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'api_keys:read,api_keys:write,orders:read,orders:write',
  OIDC_CLIENT_7_AUDIENCES: orders,
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(environment, { database })
  })
  afterAll(() => world?.close())

  /** A call of the management API for an organization. */
  async function manage(organization: string, method: string, path = '', body?: unknown) {
    const { body: tokens } = await world.token(
      { grant_type: 'client_credentials', organization, scope: 'api_keys:read api_keys:write' },
      { basic: ['manager', 'manager-secret-0123456789'] },
    )
    const answer = await fetch(`${world.issuer}/api/v1/organizations/${organization}/api-keys${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }

  async function makeKey(scope: readonly string[] = ['orders:read']) {
    const { person } = await world.signIn()
    const organization = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: person.organization },
    })
    const given = { name: 'Export', resource: orders, scope, days: 30 }
    const made = await manage(organization.id, 'POST', '', given)
    expect(made.status).toBe(201)
    return { organization: organization.id, id: made.body.id as string, key: made.body.key as string }
  }

  /** The SDK of an API, and how often it asked the provider about a key. */
  function openApi() {
    const asked: string[] = []
    const auth = createAuth({
      issuer: world.issuer,
      clientId: 'orders-api',
      clientSecret: 'orders-secret-0123456789',
      secret: 's'.repeat(32),
      url: 'https://rp.example.test',
      now: () => world.deps.now(),
      fetch: (input, init) => {
        const url = String(input instanceof Request ? input.url : input)
        if (url.endsWith('/introspect')) asked.push(url)
        return fetch(input, init)
      },
    })
    const call = (key: string, more = {}) => {
      const request = new Request(orders, { headers: { Authorization: `Bearer ${key}` } })
      return auth.verifyBearer(request, { audience: orders, scope: 'orders:read', keys: true, ...more })
    }
    return { auth, call, asked }
  }

  test('KE-16 an API learns of a key what a token would say, and asks once in 30 seconds', async () => {
    const { organization, id, key } = await makeKey()
    const { call, asked } = openApi()
    expect(await call(key)).toMatchObject({
      ...{ kind: 'organization', sub: `key:${id}`, key: id, organization, scopes: ['orders:read'] },
      acr: 'urn:vestibule:acr:key',
    })
    await call(key)
    expect(asked).toHaveLength(1)
    await expect(call(key, { scope: 'orders:write' })).rejects.toMatchObject({
      code: 'insufficient_scope',
      status: 403,
    })
    // KE-16: a key is nobody's sign-in.
    await expect(call(key, { acr: 'phr' })).rejects.toMatchObject({ code: 'step_up_required' })
    await expect(call(key, { maxAge: 60 })).rejects.toMatchObject({ code: 'step_up_required' })
    await expect(call(key, { audience: 'https://other.example.test' })).rejects.toMatchObject({ code: 'token_invalid' })
  })

  test('KE-28 a revoked key works for 30 seconds at most, and what can be no key is asked of nobody', async () => {
    const { organization, id, key } = await makeKey()
    const { call, asked } = openApi()
    await call(key)
    expect((await manage(organization, 'DELETE', `/${id}`)).status).toBe(204)
    world.pass(29_000)
    expect((await call(key)).key).toBe(id)
    world.pass(2_000)
    await expect(call(key)).rejects.toMatchObject({ code: 'token_invalid', status: 401 })
    const before = asked.length
    // What begins like a key and has another checksum.
    const typed = `${key.slice(0, -6)}`
    const answers = new Set<number>()
    for (let number = 0; number < (process.env.TEST_ALL ? 100_000 : 10_000); number++) {
      const shown = `${typed}${String(number).padStart(6, '0')}`
      if (shown !== key) await call(shown).catch(({ status }) => answers.add(status))
    }
    expect([...answers]).toEqual([401])
    expect(asked).toHaveLength(before)
    // A thousand answers are remembered, the newest: the first one is asked for again.
    const [first = '', ...others] = Array.from({ length: 1001 }, () => newApiKey('vsk', newApiKeyId()))
    for (const shown of [first, first, ...others.slice(1)])
      await expect(call(shown)).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(before + 1000)
    await expect(call(first)).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(before + 1000)
    for (const shown of [others[0] ?? '', first]) await expect(call(shown)).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(before + 1002)
  })

  test('KE-13 a key counts as a bearer token in its header alone', async () => {
    const { key } = await makeKey()
    const { auth, asked } = openApi()
    for (const [url, headers] of [
      [`${orders}?access_token=${key}&api_key=${key}`, {}],
      [orders, { Cookie: `access_token=${key}; api_key=${key}` }],
      [orders, { Authorization: `Basic ${btoa(`key:${key}`)}` }],
      [orders, { Authorization: `Basic ${btoa(`${key}:`)}` }],
      [orders, { Referer: `${orders}?api_key=${key}`, 'X-Api-Key': key }],
    ] as [string, Record<string, string>][])
      await expect(
        auth.verifyBearer(new Request(url, { headers }), { audience: orders, scope: 'orders:read', keys: true }),
      ).rejects.toMatchObject({ status: 401 })
    expect(asked).toEqual([])
  })

  test('the line of docs/api-keys.md exchanges a key for a token', async () => {
    const { key, id } = await makeKey()
    const line = blockUnder('docs/api-keys.md', 'Exchange a key for a token', 'sh').replace(
      'https://id.example.com',
      world.issuer,
    )
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: { ...process.env, ORDERS_API_KEY: key } })
    const { call } = openApi()
    expect(await call(JSON.parse(stdout).access_token)).toMatchObject({ kind: 'organization', key: id })
  })

  test('KE-14 an API that did not say so takes no keys, and asks nobody about them', async () => {
    const { key } = await makeKey()
    const { call, asked } = openApi()
    await expect(call(key, { keys: false })).rejects.toMatchObject({ code: 'token_invalid', status: 401 })
    await expect(call(key, { keys: undefined })).rejects.toMatchObject({ code: 'token_invalid', status: 401 })
    expect(asked).toEqual([])
  })

  test('the management API lists, rotates and revokes the keys of its organization alone', async () => {
    const { organization, id, key } = await makeKey()
    const listed = await manage(organization, 'GET')
    expect(listed.body.data).toEqual([expect.objectContaining({ id, name: 'Export', user_id: null, revoked_at: null })])
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(-38))
    const rotated = await manage(organization, 'POST', `/${id}/rotation`)
    expect((await openApi().call(rotated.body.key)).key).toBe(id)
    expect(await manage(organization, 'POST', `/${id}/rotation`)).toMatchObject({
      status: 409,
      body: { code: 'rotation_under_way' },
    })
    const other = await makeKey()
    expect((await manage(organization, 'DELETE', `/${other.id}`)).status).toBe(404)
    expect((await manage(organization, 'GET', `/${other.id}`)).status).toBe(404)
    const refused = await manage(organization, 'POST', '', { name: 'X', resource: orders, scope: ['openid'], days: 30 })
    expect([refused.status, refused.body.field]).toEqual([422, 'scope'])
  })
})
