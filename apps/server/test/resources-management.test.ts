import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { ResourceDirectory } from '../src/flows/platform/resources/resource-directory.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { claimsOf, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// APIs that tokens are for, registered without a restart: in the console and by the management API.

const api = 'https://api.example.test/orders'
const env = {
  OPERATORS: 'operator@example.test',
  OIDC_RESOURCE_3: 'https://fixed.example.test',
  OIDC_RESOURCE_3_NAME: 'Fixed',
  OIDC_CLIENT_ID_6: 'shop',
  OIDC_CLIENT_6_SECRET: 'shop-secret-0123456789',
  OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_6_SCOPES: 'openid,orders:read',
  OIDC_CLIENT_6_AUDIENCES: api,
  OIDC_CLIENT_6_ORGANIZATION: 'none',
  OIDC_CLIENT_ID_7: 'manager',
  OIDC_CLIENT_7_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'clients:read,clients:write',
  OIDC_CLIENT_ID_8: 'reader',
  OIDC_CLIENT_8_SECRET: 'reader-secret-0123456789',
  OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_8_SCOPES: 'clients:read',
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let browser: PlainBrowser
  beforeAll(async () => {
    world = await openTestWorld(env, { database })
    browser = (await world.signIn({ email: 'operator@example.test' })).browser
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
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
  }
  const scopesSupported = async () => {
    const answer = await fetch(`${world.issuer}/.well-known/openid-configuration`)
    return ((await answer.json()) as { scopes_supported: string[] }).scopes_supported
  }
  const open = (path: string) => browser.go(`${world.issuer}/admin/resources${path}`)
  const post = (path: string, fields: Record<string, string>, from = browser) =>
    from.go(`${world.issuer}/admin/resources${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
    })

  test('one that the API makes is in force at once, and no more when it is deleted', async () => {
    const made = await call('POST', '/resources', {
      resource: api,
      name: 'Orders',
      scopes: ['orders:read', 'orders:write'],
      default_scopes: ['orders:read'],
      organization: 'none',
      token_ttl: 60,
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    expect(made.body).toMatchObject({ resource: api, dynamic_clients: 'none', min_acr: null, source: 'database' })
    expect(made.headers.get('location')).toContain(`/resources/${id}`)
    expect(await scopesSupported()).toContain('orders:write')

    const { code } = await world.signIn(
      {},
      { client_id: 'shop', scope: '', nonce: '', resource: 'https://API.example.test/orders' },
    )
    const shop: { basic: [string, string] } = { basic: ['shop', 'shop-secret-0123456789'] }
    const { body } = await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, shop)
    expect(body).toMatchObject({ scope: 'orders:read', expires_in: 60 })
    expect(claimsOf(body.access_token).aud).toBe(api)

    const changed = await call('PATCH', `/resources/${id}`, {
      token_ttl: null,
      scopes: ['orders:read'],
      min_acr: 'phr',
    })
    expect(changed.body).toMatchObject({ token_ttl: null, scopes: ['orders:read'], min_acr: 'phr', name: 'Orders' })
    const stale = { headers: { 'If-Match': `"${made.body.version}"` } }
    expect((await call('PATCH', `/resources/${id}`, { name: 'Late' }, stale)).status).toBe(412)
    expect((await call('DELETE', `/resources/${id}`)).status).toBe(204)
    expect(await scopesSupported()).not.toContain('orders:read')
    expect((await call('GET', `/resources/${id}`)).status).toBe(404)
    // The identifier is free again.
    const again = await call('POST', '/resources', { resource: `${api}?again` })
    expect((await call('DELETE', `/resources/${again.body.id}`)).status).toBe(204)
  })

  test('settings are refused for the reasons of a start, and an identifier is taken in every spelling', async () => {
    const refusals: [Record<string, unknown>, number, string][] = [
      [{ resource: 'https://a.test/#x' }, 422, 'resource'],
      [{ resource: world.issuer }, 422, 'resource'],
      [{ resource: `${world.issuer}/api/v1` }, 422, 'resource'],
      [{ resource: 'https://a.test', scopes: ['users:write'] }, 422, 'scopes'],
      [{ resource: 'https://a.test', scopes: ['a b'] }, 422, 'scopes'],
      [{ resource: 'https://a.test', scopes: ['a'], default_scopes: ['b'] }, 422, 'default_scopes'],
      [{ resource: 'https://a.test', token_ttl: 1 }, 422, 'token_ttl'],
      ...[
        { b: { en: { name: 'B' } } },
        { a: { 'not a tag': { name: 'A' } } },
        { a: { en: { name: ' ' } } },
        { a: { en: { name: 'A\u202eB' } } },
        { a: { en: { name: 'A', description: 'one\ntwo' } } },
      ].map((texts): [Record<string, unknown>, number, string] => [
        { resource: 'https://a.test', scopes: ['a'], scope_texts: texts },
        422,
        'scope_texts',
      ]),
      [{ resource: 'https://FIXED.example.test:443/' }, 409, 'resource'],
    ]
    for (const [body, status, field] of refusals) {
      const answer = await call('POST', '/resources', body)
      expect([answer.status, answer.body.field], JSON.stringify(body)).toEqual([status, field])
    }
    const made = await call('POST', '/resources', { resource: 'https://twice.example.test/x' })
    expect((await call('POST', '/resources', { resource: 'https://TWICE.example.test:443/x' })).status).toBe(409)
    await call('DELETE', `/resources/${made.body.id}`)
  })

  test('what the environment names can only be read, and only those who may write may write', async () => {
    const { body } = await call('GET', '/resources')
    expect(body.data).toEqual([
      expect.objectContaining({ id: 'OIDC_RESOURCE_3', name: 'Fixed', source: 'environment' }),
    ])
    expect((await call('PATCH', '/resources/OIDC_RESOURCE_3', { name: 'X' })).status).toBe(409)
    expect((await call('DELETE', '/resources/OIDC_RESOURCE_3')).status).toBe(409)
    expect((await call('POST', '/resources', { resource: 'https://b.test' }, { id: 'reader' })).status).toBe(403)
    expect((await call('GET', '/resources', undefined, { id: 'reader' })).status).toBe(200)
    // A token that is bound to an organization manages nothing of the server.
    const organization = (await world.deps.db.prisma.organization.findFirst())?.id ?? ''
    for (const [method, path, given] of [
      ['GET', '/resources', undefined],
      ['POST', '/resources', { resource: 'https://b.test' }],
    ] as const)
      expect((await call(method, path, given, { organization })).status, method).toBe(403)
  })

  test('an operator makes one in the console, changes and deletes it, and reads what to copy', async () => {
    await open('/new')
    const made = await browser.submit({
      resource: 'https://notes.example.test/mcp',
      name: 'Notes',
      scopes: 'notes:read notes:write',
      default_scopes: 'notes:read',
      scope_texts: 'notes:read en Read notes | See what you wrote.\nnotes:read pt-br Ler notas',
      dynamic_clients: 'listed',
      action: 'create',
    })
    expect(made.text).toContain('Notes was created. Applications can get tokens for it now.')
    expect(made.html.querySelector('.snippet')?.text).toContain('resource: "https://notes.example.test/mcp"')
    const id = new URL(browser.current?.location ?? '').pathname.split('/').at(-1) ?? ''
    expect(world.deps.resources.find('https://notes.example.test/mcp')).toMatchObject({
      dynamicClients: 'listed',
      organization: 'required',
      defaultScopes: ['notes:read'],
      scopeTexts: new Map([
        [
          'notes:read',
          new Map([
            ['en', { name: 'Read notes', description: 'See what you wrote.' }],
            ['pt-BR', { name: 'Ler notas', description: null }],
          ]),
        ],
      ]),
    })
    expect((await call('GET', `/resources/${id}`)).body.scope_texts).toEqual({
      'notes:read': { en: { name: 'Read notes', description: 'See what you wrote.' }, 'pt-BR': { name: 'Ler notas' } },
    })
    expect(made.html.querySelector('[name=scope_texts]')?.text).toBe(
      'notes:read en Read notes | See what you wrote.\nnotes:read pt-BR Ler notas',
    )
    const version = browser.current?.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
    const fields = {
      name: 'Notes',
      scopes: 'notes:read',
      default_scopes: '',
      dynamic_clients: 'any',
      organization: 'none',
    }
    const saved = await post(`/${id}`, { ...fields, version, action: 'save' })
    expect(saved.text).toContain('The settings of Notes were saved and are in force.')
    // An old form: somebody else has saved meanwhile.
    const late = await post(`/${id}`, { ...fields, version, name: 'Late', action: 'save' })
    expect([late.status, late.text.includes('Someone else has changed this API meanwhile.')]).toEqual([422, true])
    await open(`/${id}`)
    const asked = await post(`/${id}`, { action: 'delete' })
    expect(asked.text).toContain('Delete Notes?')
    expect(world.deps.resources.find('https://notes.example.test/mcp')).toBeDefined()
    const deleted = await browser.submit({ confirm: 'yes' })
    expect(deleted.text).toContain('Notes was deleted. No token is issued for it any more.')
    expect(world.deps.resources.find('https://notes.example.test/mcp')).toBeUndefined()
    expect((await open(`/${id}`)).status).toBe(404)
    const events = await world.deps.db.prisma.auditEvent.findMany({
      where: { targetId: 'https://notes.example.test/mcp' },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual(['resource.created', 'resource.updated', 'resource.deleted'])
  })

  test('a refused form keeps what was typed and says why, and the environment is shown to read', async () => {
    const refused = await post('/new', {
      resource: 'https://a.test/#<script>',
      name: 'Odd',
      scope_texts: 'read',
      token_ttl: 'x',
      action: 'create',
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('has a fragment')
    expect(refused.html.querySelector('[name=resource]')?.getAttribute('value')).toBe('https://a.test/#<script>')
    expect(refused.html.querySelector('[name=token_ttl]')?.getAttribute('aria-invalid')).toBe('true')
    expect(refused.text).toContain('which is not one of SCOPES')
    const fixed = await open('/OIDC_RESOURCE_3')
    expect(fixed.text).toContain('OIDC_RESOURCE_3 defines this API.')
    expect(fixed.html.querySelector('[name=action]')).toBeNull()
    expect((await post('/OIDC_RESOURCE_3', { action: 'delete', confirm: 'yes' })).status).toBe(409)
    expect((await open('?query=fix')).text).toContain('Fixed')
    expect((await open('?query=nothing-of-this-name')).text).toContain('nothing-of-this-name')
  })

  test('a viewer reads and changes nothing', async () => {
    const { browser: viewer, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    await giveOperatorRole(world.deps, system, userId, 'viewer')
    const list = await viewer.go(`${world.issuer}/admin/resources`)
    expect([list.status, list.text.includes('New API')]).toEqual([200, false])
    expect((await post('/new', { resource: 'https://c.test', action: 'create' }, viewer)).status).toBe(403)
  })

  test('another process learns of it, also when a request names it first', async () => {
    const other = await ResourceDirectory.load(world.deps)
    const made = await call('POST', '/resources', { resource: 'https://new.example.test' })
    expect(other.find('https://new.example.test')).toBeUndefined()
    expect(await other.refreshForMiss()).toBe(true)
    expect(other.find('https://new.example.test')).toBeDefined()
    await call('DELETE', `/resources/${made.body.id}`)
    await other.refresh()
    expect(other.find('https://new.example.test')).toBeUndefined()
    expect(other.size).toBe(1)
  })
})
