import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOfApiKey, newApiKey, newApiKeyId } from '../src/crypto/api-keys.ts'
import { rotateKey } from '../src/flows/api-keys/api-keys.ts'
import { dueOf } from '../src/flows/api-keys/key-endings.ts'
import { isInNetworks, readNetworks } from '../src/flows/platform/networks.ts'
import { apiKeyTokenType } from '../src/flows/tokens/api-keys.ts'
import { satisfies } from '../src/oidc/acr.ts'
import { tokenExchange } from '../src/oidc/response-types.ts'
import { createMetrics } from '../src/telemetry/metrics.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { recipients } from './support/mailbox.ts'
import { until } from './support/until.ts'
import { basic, claimsOf, type Given, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// API keys of people and organizations (docs/api-keys.md): how they are made, what they may do, and when they end.

const orders = 'https://orders.example.test'
const tools = 'https://tools.example.test'
const shipping = 'https://shipping.example.test'
const closed = 'https://closed.example.test'
const env = {
  PASSKEY_NUDGE: 'off',
  OIDC_RESOURCE_0: orders,
  OIDC_RESOURCE_0_NAME: 'Orders',
  OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write',
  OIDC_RESOURCE_0_API_KEYS: 'on',
  OIDC_RESOURCE_1: tools,
  OIDC_RESOURCE_1_NAME: 'Tools',
  OIDC_RESOURCE_1_SCOPES: 'tools:use',
  OIDC_RESOURCE_1_ORGANIZATION: 'none',
  OIDC_RESOURCE_1_API_KEYS: 'on',
  OIDC_RESOURCE_2: closed,
  OIDC_RESOURCE_2_SCOPES: 'closed:read',
  OIDC_CLIENT_ID_6: 'orders-api',
  OIDC_CLIENT_6_SECRET: 'orders-secret-0123456789',
  OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_6_AUDIENCES: orders,
  OPERATORS: 'operator@example.test',
  OIDC_CLIENT_ID_8: 'manager',
  OIDC_CLIENT_8_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_8_SCOPES: 'api_keys:read,api_keys:write,orders:read,shipping:read',
  OIDC_CLIENT_8_AUDIENCES: orders,
  OIDC_CLIENT_ID_7: 'tools-api',
  OIDC_CLIENT_7_SECRET: 'tools-secret-0123456789',
  OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_7_AUDIENCES: tools,
  OIDC_RESOURCE_3: shipping,
  OIDC_RESOURCE_3_SCOPES: 'shipping:read',
  OIDC_RESOURCE_3_API_KEYS: 'on',
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  const logged: string[] = []
  beforeAll(async () => {
    world = await openTestWorld(env, { database, log: (line) => void logged.push(line) })
  })
  afterAll(() => world?.close())

  const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
    browser.go(`${world.issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { Origin: world.issuer },
    })
  const read = `${orders} orders:read`
  const form = { name: 'Nightly export', days: '30', scope: read }
  const shownKey = (html: PlainBrowser['current']) => html?.html.querySelector('#api-key')?.text.trim() ?? ''
  const signIn = async () => {
    const { browser, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const membership = await world.deps.db.prisma.membership.findFirstOrThrow({
      where: { userId },
      include: { organization: true },
    })
    const { id, slug } = membership.organization
    return { browser, person, userId, organization: { id, slug }, path: `/organizations/${slug}/keys` }
  }
  type Person = Awaited<ReturnType<typeof signIn>>
  const memberOf = async ({ organization }: Person) => {
    const member = await signIn()
    const of = { userId: member.userId, organizationId: organization.id }
    await world.deps.db.prisma.membership.create({ data: { ...of, roles: 'member', createdAt: world.deps.now() } })
    return member
  }
  const ownKey = async ({ browser, organization }: Pick<Person, 'browser' | 'organization'>, given = {}) => {
    const made = await post(browser, '/account/keys', { ...form, organization: organization.id, ...given })
    return { made, key: shownKey(made) }
  }
  const organizationKey = async ({ browser, path }: Person, given = {}) => {
    const made = await post(browser, path, { ...form, ...given })
    return { made, key: shownKey(made) }
  }
  /** A client that makes keys of an organization by the management API. */
  const managerOf = async (organization: Person['organization']) => {
    const { body: tokens } = await world.token(
      { grant_type: 'client_credentials', organization: organization.id, scope: 'api_keys:read api_keys:write' },
      { basic: ['manager', 'manager-secret-0123456789'] },
    )
    return async (path: string, body: object | undefined, key: string) => {
      const answer = await fetch(`${world.issuer}/api/v1/organizations/${organization.id}/api-keys${path}`, {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${tokens.access_token}`, 'Idempotency-Key': key },
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    }
  }
  const introspect = async (token: string, given: Given = {}, api = 'orders') => {
    const answer = await fetch(`${world.address}/introspect`, {
      method: 'POST',
      headers: { Authorization: basic(`${api}-api`, `${api}-secret-0123456789`) },
      body: new URLSearchParams({ token, ...(given as Record<string, string>) }),
    })
    return answer.json() as Promise<Record<string, unknown>>
  }
  const exchange = (key: string, given: Given = {}) =>
    world.token({ grant_type: tokenExchange, subject_token: key, subject_token_type: apiKeyTokenType, ...given })

  test('a person makes a key, which is shown once, and an API learns whose it is', async () => {
    const person = await signIn()
    const { made, key } = await ownKey(person)
    expect(key).toMatch(/^vsk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
    expect(made.text).toContain('This key is shown once.')
    const id = idOfApiKey('vsk', key)
    expect(await introspect(key)).toMatchObject({
      active: true,
      token_type: 'api_key',
      sub: person.userId,
      aud: orders,
      client_id: `key:${id}`,
      scope: 'orders:read',
      organization: person.organization.id,
      organization_roles: ['owner'],
      acr: 'urn:vestibule:acr:key',
      key_name: 'Nightly export',
    })
    const list = await person.browser.go(`${world.issuer}/account/keys`)
    expect([list.text.includes('Nightly export'), list.text.includes(`vsk_${id}`), list.text.includes(key)]).toEqual([
      true,
      true,
      false,
    ])
    const { text } = await world.mailbox.take(person.person.email)
    expect(text).toContain('Nightly export')
    expect(text).not.toContain(key.slice(-38))
  })

  test('KE-01 a key is made by whoever is signed in, for themselves', async () => {
    const [ada, eve] = [await signIn(), await signIn()]
    const stranger = await post(world.browser(), '/account/keys', { ...form, organization: ada.organization.id })
    expect(new URL(stranger.location ?? '', world.issuer).pathname).not.toBe('/account/keys')
    // Somebody else's id in the body means nothing, and another organization is not found.
    const { key } = await ownKey(eve, { user_id: ada.userId, userId: ada.userId })
    expect((await introspect(key)).sub).toBe(eve.userId)
    expect((await ownKey({ ...eve, organization: ada.organization })).made.status).toBe(404)
    expect((await post(eve.browser, ada.path, form)).status).toBe(404)
    const ofEve = idOfApiKey('vsk', key) ?? ''
    for (const path of ['/account/keys/revoke', '/account/keys/rotate', `${ada.path}/revoke`])
      expect((await post(ada.browser, path, { id: ofEve })).status, path).toBe(404)
    expect((await introspect(key)).active).toBe(true)
  })

  test('KE-02 KE-23 a key has scopes of one API that takes keys, and no others', async () => {
    const person = await signIn()
    const refused: Record<string, string>[] = [
      {},
      { scope: `${orders} *` },
      { scope: `${orders} openid` },
      { scope: `${orders} users:read` },
      { scope: 'orders:read' },
      { scope: `${closed} closed:read` },
      { scope: `${tools} tools:use` },
      { name: ' ' },
      { days: '0' },
      { days: '91' },
      { days: '9e9' },
      { networks: '0.0.0.0/0' },
      { networks: '1.2.3.4/99' },
      { networks: '::/0' },
    ]
    for (const given of refused) {
      const fields = { ...form, organization: person.organization.id, ...given }
      if (Object.keys(given).length === 0) Reflect.deleteProperty(fields, 'scope')
      expect((await post(person.browser, '/account/keys', fields)).status, JSON.stringify(given)).toBe(422)
    }
    expect(await world.deps.db.prisma.apiKey.count({ where: { userId: person.userId } })).toBe(0)
  })

  test('KE-04 a key ends with the membership, and a later one does not bring it back', async () => {
    const owner = await signIn()
    const member = await memberOf(owner)
    const { key } = await ownKey({ browser: member.browser, organization: owner.organization })
    expect(await introspect(key)).toMatchObject({ active: true, organization_roles: ['member'] })
    await post(owner.browser, `/organizations/${owner.organization.slug}/members/remove`, {
      user: member.userId,
      confirm: 'yes',
    })
    expect(await introspect(key)).toEqual({ active: false })
    await world.deps.db.prisma.membership.create({
      data: {
        ...{ userId: member.userId, organizationId: owner.organization.id },
        roles: 'member',
        createdAt: new Date(),
      },
    })
    expect(await introspect(key)).toEqual({ active: false })
  })

  test('KE-07 KE-08 a key is for one API and one organization', async () => {
    const person = await signIn()
    const { key } = await ownKey(person)
    expect(await introspect(key, {}, 'tools')).toEqual({ active: false })
    expect((await exchange(key, { resource: tools })).body.error).toBe('invalid_target')
    const alone = await ownKey(person, { organization: '', scope: `${tools} tools:use` })
    expect(await introspect(alone.key, {}, 'tools')).toMatchObject({ active: true, sub: person.userId })
    expect(await introspect(alone.key, {}, 'tools')).not.toHaveProperty('organization')
    // Even if it got into the table: no organization never means all of them.
    const id = idOfApiKey('vsk', alone.key) ?? ''
    await world.deps.db.prisma.apiKey.update({ where: { id }, data: { resource: orders, scope: 'orders:read' } })
    expect(await introspect(alone.key)).toEqual({ active: false })
  })

  test('KE-11 the key is stored nowhere: not in the database, the audit log, the outbox or the log, and no error shows it', async () => {
    const { key } = await ownKey(await signIn())
    await introspect(key)
    await exchange(key)
    for (const path of [`/${key}`, `/api/v1/organizations/${key}`, `/sign-in/${key}`]) {
      const headers = { Authorization: `Bearer ${key}`, Accept: 'text/html' }
      expect(await (await fetch(`${world.address}${path}`, { headers })).text(), path).not.toContain(key.slice(-38))
    }
    expect(logged.length).toBeGreaterThan(10)
    expect(logged.join('\n')).not.toContain(key.slice(-38))
    const tables = [
      world.deps.db.prisma.apiKey.findMany(),
      world.deps.db.prisma.auditEvent.findMany(),
      world.deps.db.prisma.outboxMessage.findMany(),
      world.deps.db.prisma.rateLimit.findMany(),
    ]
    expect(JSON.stringify(await Promise.all(tables))).not.toContain(key.slice(-38))
  })

  test('KE-11 a request that is repeated does not tell the key again, and its answer is not stored', async () => {
    const { organization } = await signIn()
    const call = await managerOf(organization)
    const given = { name: 'Export', resource: orders, scope: ['orders:read'], days: 30 }
    const made = await call('', given, 'once')
    expect(made.status).toBe(201)
    expect(await call('', given, 'once')).toMatchObject({ status: 409, body: { code: 'already_made' } })
    const rotation = `/${made.body.id}/rotation`
    const rotated = await call(rotation, undefined, 'twice')
    expect(await call(rotation, undefined, 'twice')).toMatchObject({ status: 409, body: { code: 'already_made' } })
    expect(await call(rotation, undefined, 'thrice')).toMatchObject({
      status: 409,
      body: { code: 'rotation_under_way' },
    })
    const answers = await world.deps.db.prisma.idempotentAnswer.findMany()
    const opened = answers.map(({ body }) => world.deps.keyring.open('idempotent-answer', body) ?? '').join()
    expect(opened).toContain('already_made')
    for (const { key } of [made.body, rotated.body]) expect(opened).not.toContain(key?.slice(-38))
    expect(await world.deps.db.prisma.apiKey.count({ where: { organizationId: organization.id } })).toBe(1)
  })

  test('KE-02 KE-03 a client makes and rotates keys with scopes of its own, at the APIs in its AUDIENCES', async () => {
    const owner = await signIn()
    const call = await managerOf(owner.organization)
    const given = { name: 'Export', resource: orders, scope: ['orders:read'], days: 30 }
    const refused = { status: 422, body: { code: 'not_allowed', field: 'scope' } }
    for (const more of [
      { scope: ['orders:write'] },
      { scope: ['orders:read', 'orders:write'] },
      // A scope of its own, and no API of its own.
      { resource: shipping, scope: ['shipping:read'] },
    ]) {
      const name = JSON.stringify(more)
      expect(await call('', { ...given, ...more }, name), name).toMatchObject(refused)
    }
    expect(await world.deps.db.prisma.apiKey.count({ where: { organizationId: owner.organization.id } })).toBe(0)
    const { status, body } = await call('', given, 'own')
    expect([status, (await introspect(body.key ?? '')).scope]).toEqual([201, 'orders:read'])
    const { key } = await organizationKey(owner, { scope: `${orders} orders:write` })
    expect(await call(`/${idOfApiKey('vsk', key)}/rotation`, undefined, 'other')).toMatchObject(refused)
    expect((await call(`/${body.id}/rotation`, undefined, 'same')).status).toBe(200)
  })

  test('KE-13 a key counts as a bearer token in its header alone', async () => {
    const { key } = await ownKey(await signIn())
    const query = new URLSearchParams({ access_token: key, api_key: key, token: key })
    const api = basic('orders-api', 'orders-secret-0123456789')
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const refused: [string, RequestInit, number][] = [
      [`/api/v1/users?${query}`, {}, 400],
      ['/api/v1/users', { headers: { Cookie: `access_token=${key}; api_key=${key}` } }, 401],
      ['/api/v1/users', { headers: { Authorization: basic('key', key) } }, 401],
      ['/api/v1/users', { headers: { Referer: `https://app.example.test/?api_key=${key}` } }, 401],
      ['/userinfo', { headers: { Cookie: `access_token=${key}`, Referer: `https://app.example.test/${key}` } }, 401],
      ['/userinfo', { headers: { Authorization: basic('key', key) } }, 401],
      [`/introspect?${query}`, { method: 'POST', headers: { ...form, Authorization: api }, body: '' }, 400],
      [
        '/introspect',
        { method: 'POST', headers: { ...form, Authorization: basic('key', key) }, body: `token=${key}` },
        401,
      ],
      [
        `/token?${new URLSearchParams({ subject_token: key })}`,
        { method: 'POST', headers: form, body: `grant_type=${tokenExchange}&subject_token_type=${apiKeyTokenType}` },
        400,
      ],
    ]
    for (const [path, init, status] of refused) {
      const answer = await fetch(`${world.address}${path}`, init)
      expect(answer.status, path).toBe(status)
      expect(await answer.text()).not.toContain('"active":true')
    }
    const [{ usedAt } = { usedAt: undefined }] = await world.deps.db.prisma.apiKey.findMany({
      where: { id: idOfApiKey('vsk', key) ?? '' },
    })
    expect(usedAt).toBeNull()
  })

  test("KE-16 a key is nobody's sign-in", async () => {
    const { key } = await ownKey(await signIn())
    const { body } = await exchange(key)
    for (const claims of [await introspect(key), claimsOf(body.access_token)]) {
      expect(claims.acr).toBe('urn:vestibule:acr:key')
      expect(claims).not.toHaveProperty('auth_time')
    }
    for (const demand of ['phr', 'phrh', 'urn:vestibule:acr:mail'])
      expect(satisfies('urn:vestibule:acr:key', demand)).toBe(false)
  })

  test('KE-17 an exchanged key is a token of five minutes for its API, and nothing else can be had', async () => {
    const person = await signIn()
    const { key } = await ownKey(person)
    const { status, body, headers } = await exchange(key)
    expect([status, body.expires_in, body.issued_token_type]).toEqual([
      200,
      300,
      'urn:ietf:params:oauth:token-type:access_token',
    ])
    expect(body).not.toHaveProperty('refresh_token')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(claimsOf(body.access_token)).toMatchObject({ aud: orders, sub: person.userId, scope: 'orders:read' })
    expect((await introspect(body.access_token)).active).toBe(true)
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect((await exchange(key, { resource: tools })).body.error).toBe('invalid_target')
    // Whoever the request says that it is: the key alone counts.
    expect(claimsOf((await exchange(key, { client_id: 'web' })).body.access_token).client_id).toBe(
      `key:${idOfApiKey('vsk', key)}`,
    )
    expect((await exchange(key, { scope: 'orders:write' })).body.error).toBe('invalid_scope')
    expect((await exchange(key, { scope: 'orders:read orders:write' })).body.scope).toBe('orders:read')
    for (const given of [
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      { actor_token: 'x' },
      { audience: 'x' },
    ])
      expect((await exchange(key, given)).body.error, JSON.stringify(given)).toBe('invalid_request')
    const repeated = await fetch(`${world.address}/token`, {
      method: 'POST',
      body: `grant_type=${tokenExchange}&subject_token_type=${apiKeyTokenType}&subject_token=${key}&subject_token=${key}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://app.example.test' },
    })
    expect([repeated.status, repeated.headers.get('access-control-allow-origin')]).toEqual([400, null])
    // The token ends with the key.
    await post(person.browser, '/account/keys/revoke', { id: idOfApiKey('vsk', key) ?? '' })
    expect(await introspect(body.access_token)).toEqual({ active: false })
    expect((await exchange(key)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'the API key is not valid',
    })
  })

  test('KE-10 every key that may not be used gets the same answer', async () => {
    const { key } = await ownKey(await signIn())
    const wrongSecret = newApiKey('vsk', idOfApiKey('vsk', key) ?? '')
    for (const shown of [
      wrongSecret,
      newApiKey('vsk', newApiKeyId()),
      `${key.slice(0, -1)}_`,
      `vsk_${'x'.repeat(5000)}`,
    ]) {
      expect(await introspect(shown)).toEqual({ active: false })
      expect((await exchange(shown)).body.error).toBe('invalid_grant')
    }
  })

  test('KE-19 KE-20 a rotation leaves the key before for a day, and never a longer life', async () => {
    const person = await signIn()
    const { key } = await ownKey(person)
    const id = idOfApiKey('vsk', key) ?? ''
    const { exp } = await introspect(key)
    const next = shownKey(await post(person.browser, '/account/keys/rotate', { id }))
    expect(next).not.toBe(key)
    for (const shown of [key, next]) expect(await introspect(shown)).toMatchObject({ active: true, exp })
    // One at a time: a second rotation would end the first key early.
    expect((await post(person.browser, '/account/keys/rotate', { id })).status).toBe(409)
    world.pass(24 * 3_600_000)
    expect([(await introspect(key)).active, (await introspect(next)).active]).toEqual([false, true])
    world.pass(29 * 24 * 3_600_000)
    expect((await introspect(next)).active).toBe(false)
  })

  test('KE-20 a rotation never passes what the organization allows by now', async () => {
    const owner = await signIn()
    const member = await memberOf(owner)
    const { key } = await ownKey({ browser: member.browser, organization: owner.organization }, { days: '90' })
    const id = idOfApiKey('vsk', key) ?? ''
    const policy = { personal: 'members', organization: 'owners', max_days: '7' }
    await post(owner.browser, `${owner.path}/policy`, policy)
    for (let month = 0; month < 3; month++) {
      const { expiresAt: before } = await world.deps.db.prisma.apiKey.findUniqueOrThrow({ where: { id } })
      expect((await post(member.browser, '/account/keys/rotate', { id })).status).toBe(200)
      const { expiresAt } = await world.deps.db.prisma.apiKey.findUniqueOrThrow({ where: { id } })
      expect(expiresAt.getTime()).toBeLessThanOrEqual(
        Math.min(before.getTime(), world.deps.now().getTime() + 7 * 864e5),
      )
      await world.deps.db.prisma.apiKey.update({ where: { id }, data: { oldUntil: null } })
    }
    await post(owner.browser, `${owner.path}/policy`, { ...policy, personal: 'nobody' })
    expect((await post(member.browser, '/account/keys/rotate', { id })).status).toBe(403)
    expect((await post(member.browser, '/account/keys/revoke', { id })).text).toContain('was revoked')
  })

  test('an organization that requires passkeys asks for one before a key is made or rotated', async () => {
    const person = await signIn()
    const { key } = await ownKey(person)
    const { id } = person.organization
    await world.deps.db.prisma.organization.update({ where: { id }, data: { requirePasskey: true } })
    for (const [path, fields] of [
      ['/account/keys', { ...form, organization: id }],
      ['/account/keys/rotate', { id: idOfApiKey('vsk', key) ?? '' }],
    ] as const) {
      const { location } = await post(person.browser, path, fields as Record<string, string>)
      expect(new URL(location ?? '', world.issuer).pathname, path).toMatch(/^\/sign-in\//)
    }
    expect(await world.deps.db.prisma.apiKey.count({ where: { userId: person.userId } })).toBe(1)
  })

  test('before a member leaves or is removed, the page names the keys that end', async () => {
    const owner = await signIn()
    const member = await memberOf(owner)
    const { key } = await ownKey({ browser: member.browser, organization: owner.organization }, { name: '<b>Export' })
    const slug = `/organizations/${owner.organization.slug}`
    const ended = await ownKey({ browser: member.browser, organization: owner.organization }, { name: 'Ended' })
    await post(member.browser, '/account/keys/revoke', { id: idOfApiKey('vsk', ended.key) ?? '' })
    for (const asked of [
      await post(owner.browser, `${slug}/members/remove`, { user: member.userId }),
      await post(member.browser, `${slug}/leave`, {}),
    ]) {
      expect(asked.html.querySelectorAll('main ul bdi').map(({ text }) => text)).toEqual(['<b>Export'])
      expect(asked.text).toContain('These API keys end as well.')
    }
    expect((await introspect(key)).active).toBe(true)
    const without = await post(owner.browser, `${slug}/leave`, {})
    expect(without.text).not.toContain('These API keys end as well.')
  })

  test('the owners are told of a new key of the organization', async () => {
    const owner = await signIn()
    const { key } = await organizationKey(owner, { name: 'https://evil.example.test' })
    const subject = 'An API key of your organization was created at Vestibule'
    const isTheirs = (mail: (typeof world.mailbox.mails)[number]) =>
      mail.subject === subject && recipients(mail).includes(owner.person.email)
    const mail = await until(
      () => world.mailbox.mails.find(isTheirs),
      () => 'no mail',
    )
    expect(mail.text).toContain(`vsk_${idOfApiKey('vsk', key)}`)
    expect(mail.text).not.toContain(key)
    // What a maker typed is no link for the owners.
    expect(mail.text).not.toContain('https://evil')
  })

  test('an operator finds a key by what lists and logs show of it, and revokes it', async () => {
    const person = await signIn()
    const { key } = await ownKey(person)
    const id = idOfApiKey('vsk', key) ?? ''
    const { browser } = await world.signIn({ email: 'operator@example.test' })
    const find = (q: string) => browser.go(`${world.issuer}/admin/api-keys?${new URLSearchParams({ q })}`)
    for (const shown of [id, `vsk_${id}`, ` vsk_${id} `, key]) {
      const found = await find(shown)
      expect(found.html.querySelectorAll('.table tbody tr'), shown).toHaveLength(1)
      expect(found.text).toContain('Nightly export')
      expect(found.text).not.toContain(key)
    }
    for (const other of [
      'vsk_',
      newApiKeyId(),
      id.toLowerCase() === id ? id.toUpperCase() : id.toLowerCase(),
      '%',
      "' OR 1=1",
    ])
      expect((await find(other)).html.querySelectorAll('.table tbody tr'), other).toHaveLength(0)
    expect((await post(person.browser, '/admin/api-keys/revoke', { id })).status).toBe(404)
    expect((await introspect(key)).active).toBe(true)
    const revoked = await post(browser, '/admin/api-keys/revoke', { id })
    expect(revoked.text).toContain('The API key Nightly export was revoked.')
    expect(await introspect(key)).toEqual({ active: false })
    const ofOrganization = idOfApiKey('vsk', (await organizationKey(person)).key) ?? ''
    expect((await post(browser, '/admin/api-keys/revoke', { id: ofOrganization })).text).toContain('was revoked')
  })

  test('KE-22 a key with networks works from these, as the API that asks has seen them', async () => {
    const { key } = await ownKey(await signIn(), { networks: '203.0.113.0/24' })
    expect(await introspect(key)).toEqual({ active: false })
    expect(await introspect(key, { client_ip: '198.51.100.7' })).toEqual({ active: false })
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7'])
      expect((await introspect(key, { client_ip: address })).active, address).toBe(true)
    // The exchange sees the address itself, whatever a header says.
    const spoofed = await world.token(
      { grant_type: tokenExchange, subject_token: key, subject_token_type: apiKeyTokenType },
      { headers: { 'X-Forwarded-For': '203.0.113.7' } },
    )
    expect(spoofed.body.error).toBe('invalid_grant')
  })

  test('a key of the organization has no person, and outlives whoever made it', async () => {
    const owner = await signIn()
    const { key } = await organizationKey(owner)
    const id = idOfApiKey('vsk', key)
    const answer = await introspect(key)
    expect(answer).toMatchObject({ active: true, sub: `key:${id}`, organization: owner.organization.id })
    expect(answer).not.toHaveProperty('organization_roles')
    await world.deps.db.prisma.membership.deleteMany({ where: { userId: owner.userId } })
    expect((await introspect(key)).active).toBe(true)
    // KE-29: it rests with the organization, and comes back with it.
    const { id: organizationId } = owner.organization
    const disabled = (disabledAt: Date | null) =>
      world.deps.db.prisma.organization.update({ where: { id: organizationId }, data: { disabledAt } })
    await disabled(new Date())
    expect(await introspect(key)).toEqual({ active: false })
    await disabled(null)
    expect((await introspect(key)).active).toBe(true)
    await world.deps.db.prisma.organization.delete({ where: { id: organizationId } })
    expect(await introspect(key)).toEqual({ active: false })
  })

  test('an organization decides who makes keys, for how long, and from where', async () => {
    const owner = await signIn()
    const member = await memberOf(owner)
    const policy = { personal: 'nobody', organization: 'admins', max_days: '7', networks_required: 'yes' }
    expect((await post(member.browser, `${owner.path}/policy`, policy)).status).toBe(403)
    expect((await post(owner.browser, `${owner.path}/policy`, { ...policy, max_days: '366' })).status).toBe(422)
    expect((await post(owner.browser, `${owner.path}/policy`, policy)).text).toContain('were saved')
    const of = { browser: member.browser, organization: owner.organization }
    expect((await ownKey(of, { days: '7', networks: '192.0.2.1' })).made.status).toBe(403)
    expect((await organizationKey(owner)).made.status).toBe(422)
    expect((await organizationKey(owner, { days: '7' })).made.status).toBe(422)
    const { key } = await organizationKey(owner, { days: '7', networks: '192.0.2.1' })
    expect(key).not.toBe('')
    expect((await member.browser.go(`${world.issuer}${owner.path}`)).status).toBe(403)
    const id = idOfApiKey('vsk', key) ?? ''
    expect((await post(member.browser, `${owner.path}/revoke`, { id })).status).toBe(403)
    expect((await post(owner.browser, `${owner.path}/revoke`, { id })).text).toContain('was revoked')
    const events = await world.deps.db.prisma.auditEvent.findMany({
      where: { organizationId: owner.organization.id, action: { startsWith: 'api_key.' } },
      orderBy: { id: 'asc' },
    })
    const done = events.filter(({ result }) => result !== 'refused')
    expect(done.map(({ action }) => action)).toEqual(['api_key.policy_changed', 'api_key.created', 'api_key.revoked'])
  })

  test('an API that takes no keys gets none, and nothing else is said to a client of this server', async () => {
    const { key } = await ownKey(await signIn())
    expect((await world.userinfo(key)).status).toBe(401)
    const introspected = await fetch(`${world.address}/introspect`, {
      method: 'POST',
      headers: { Authorization: basic(...webAuth.basic) },
      body: new URLSearchParams({ token: key }),
    })
    expect(await introspected.json()).toEqual({ active: false })
    const api = await fetch(`${world.address}/api/v1/users`, { headers: { Authorization: `Bearer ${key}` } })
    expect(api.status).toBe(401)
  })
})

test('the discovery document has the exchange, and the metrics have keys, only where an API takes them', async () => {
  const grantsOf = async (given: Record<string, string>) => {
    const world = await openTestWorld(given)
    const answer = await fetch(`${world.issuer}/.well-known/openid-configuration`)
    await world.close()
    return ((await answer.json()) as { grant_types_supported: string[] }).grant_types_supported
  }
  expect(await grantsOf(env)).toContain(tokenExchange)
  expect(
    await grantsOf({
      ...env,
      OIDC_RESOURCE_0_API_KEYS: 'off',
      OIDC_RESOURCE_1_API_KEYS: 'off',
      OIDC_RESOURCE_3_API_KEYS: 'off',
    }),
  ).not.toContain(tokenExchange)
  const metrics = createMetrics()
  expect(await metrics.text()).not.toContain('api_key')
  metrics.counters.apiKey(orders, 'accepted')
  expect(await metrics.text()).toContain(`vestibule_api_key_uses_total{resource="${orders}",outcome="accepted"} 1`)
})

test('KE-16 a resource with MIN_ACR takes no keys, and no client is called like one', async () => {
  const given = { ...env, OIDC_RESOURCE_0_MIN_ACR: 'urn:vestibule:acr:mail' }
  await expect(openTestWorld(given)).rejects.toThrow('OIDC_RESOURCE_0_API_KEYS')
  await expect(openTestWorld({ ...env, OIDC_CLIENT_ID_6: 'key:orders' })).rejects.toThrow('must not begin with key:')
})

test('API_KEYS_NEVER_EXPIRE: a key has no end where the organization allows that, and nowhere without it', async () => {
  for (const on of [true, false])
    for (const database of ['sqlite', 'postgresql'] as const) {
      const world = await openTestWorld({ ...env, ...(on ? { API_KEYS_NEVER_EXPIRE: 'on' } : {}) }, { database })
      try {
        const { browser, person } = await world.signIn()
        const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
        const { organization } = await world.deps.db.prisma.membership.findFirstOrThrow({
          where: { userId },
          include: { organization: true },
        })
        const path = `/organizations/${organization.slug}/keys`
        const post = (to: string, fields: Record<string, string>) =>
          browser.go(`${world.issuer}${to}`, {
            method: 'POST',
            body: new URLSearchParams(fields).toString(),
            headers: { Origin: world.issuer },
          })
        const key = { name: 'Forever', days: '', scope: `${orders} orders:read` }
        const policy = { personal: 'members', organization: 'owners' }
        const own = { ...key, organization: organization.id }
        // What the organization allows counts first: 90 days, until its owner says otherwise.
        for (const [to, fields] of [
          [path, key],
          ['/account/keys', own],
        ] as const)
          expect((await post(to, fields)).status).toBe(422)
        expect((await post(`${path}/policy`, { ...policy, max_days: '' })).status).toBe(on ? 200 : 422)
        const made = await post('/account/keys', own)
        expect(made.status).toBe(on ? 200 : 422)
        expect((await post(path, { ...key, days: '400' })).status).toBe(422)
        const alone = await post('/account/keys', { ...key, scope: `${tools} tools:use`, organization: '' })
        expect(alone.status).toBe(on ? 200 : 422)
        if (!on) continue
        const secret = made.html.querySelector('#api-key')?.text.trim() ?? ''
        const introspect = async (token: string) =>
          (await (
            await fetch(`${world.address}/introspect`, {
              method: 'POST',
              headers: { Authorization: basic('orders-api', 'orders-secret-0123456789') },
              body: new URLSearchParams({ token }),
            })
          ).json()) as Record<string, unknown>
        world.pass(20 * 365 * 24 * 3600_000)
        const answer = await introspect(secret)
        expect(answer).toMatchObject({ active: true, scope: 'orders:read' })
        expect(answer).not.toHaveProperty('exp')
        const exchanged = await world.token({
          ...{ grant_type: tokenExchange, subject_token: secret, subject_token_type: apiKeyTokenType },
        })
        expect([exchanged.status, exchanged.body.expires_in]).toEqual([200, 300])
        const row = await world.deps.db.prisma.apiKey.findFirstOrThrow({ where: { organizationId: organization.id } })
        expect(dueOf({ ...row, reason: null }, world.deps.now(), 0)).toBeNull()
        // A rotation follows the policy of now.
        await world.deps.db.prisma.organization.update({ where: { id: organization.id }, data: { keyPolicy: null } })
        await rotateKey(world.deps, {
          ...{ actor: { kind: 'user', id: userId, network: '' }, owner: { userId }, id: row.id },
        })
        const rotated = await world.deps.db.prisma.apiKey.findUniqueOrThrow({ where: { id: row.id } })
        expect(rotated.expiresAt.getTime() - world.deps.now().getTime()).toBe(90 * 24 * 3600_000)
      } finally {
        await world.close()
      }
    }
})

describe('the form of a key', () => {
  test('a typing mistake and another prefix are no keys, without asking anybody', () => {
    const key = newApiKey('acme', newApiKeyId())
    expect(idOfApiKey('acme', key)).toHaveLength(12)
    for (const other of [
      key.slice(0, -1),
      `${key}0`,
      key.replace('_', '-'),
      key.toUpperCase(),
      `vsk${key.slice(4)}`,
      '',
    ])
      expect(idOfApiKey('acme', other), other).toBeNull()
    const typo = `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`
    expect(idOfApiKey('acme', typo)).toBeNull()
  })

  test('KE-23 networks are CIDR ranges', () => {
    expect(readNetworks('10.0.0.0/8, 2001:db8::/32 192.0.2.1')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'])
    expect(readNetworks('')).toEqual([])
    for (const wrong of [
      '0.0.0.0/0',
      '::/0',
      '1.2.3.4/99',
      '1.2.3.4/',
      '1.2.3.4/08/1',
      'example.com',
      '1.2.3',
      '::1/129',
    ])
      expect(readNetworks(wrong), wrong).toBeNull()
    expect(isInNetworks(['10.0.0.0/8'], '10.1.2.3')).toBe(true)
    expect(isInNetworks(['10.0.0.0/8'], '::ffff:10.1.2.3')).toBe(true)
    expect(isInNetworks(['10.0.0.0/8'], '11.1.2.3')).toBe(false)
    expect(isInNetworks(['2001:db8::/32'], '2001:db8:1::5')).toBe(true)
    expect(isInNetworks(['2001:db8::/32'], 'unknown')).toBe(false)
  })
})
