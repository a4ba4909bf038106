import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { createClient, updateClient } from '../src/flows/management/clients/clients.ts'
import { maxDevelopmentClients } from '../src/flows/management/clients/development-client.ts'
import { system } from '../src/flows/platform/audit.ts'
import { clients, openTestWorld, type TestWorld } from './support/world.ts'

// The client for an application of the developer at this machine. The attacks: a page of another site that the developer has
// open (no-cors, a form, a preflight, DNS rebinding), another program or user of the machine, a tunnel to the server, a flood.

let server: TestWorld
beforeEach(async () => {
  server = await openTestWorld()
})
afterEach(() => server.close())

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Record<string, string>
}

const shop = { name: 'My shop', origin: 'http://localhost:3000' }

/** A request whose headers are sent as they are: `fetch` does not let a test choose the Host. */
function post(
  body: unknown = shop,
  headers: Record<string, string> = {},
  world = server,
  method = 'POST',
): Promise<Answer> {
  const sent = { Host: new URL(world.issuer).host, 'Content-Type': 'application/json', ...headers }
  return new Promise((resolve, reject) => {
    request(`${world.address}/dev/clients`, { method, headers: sent }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk
      })
      response.on('end', () => {
        const isJson = response.headers['content-type']?.startsWith('application/json')
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: isJson ? JSON.parse(text) : {} })
      })
    })
      .on('error', reject)
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

const developmentClients = (world = server) =>
  [...world.deps.clients.allStored()].filter(({ record }) => record.id.startsWith('local-'))

test('an application of this machine gets a public client, once', async () => {
  const first = await post()
  expect(first).toMatchObject({ status: 201, body: { client_id: 'local-my-shop' } })
  expect(Object.keys(first.body)).toEqual(['client_id'])
  expect(await post()).toMatchObject({ status: 200, body: { client_id: 'local-my-shop' } })
  // Another application of the same name.
  expect(await post({ ...shop, origin: 'http://localhost:5173' })).toMatchObject({
    status: 201,
    body: { client_id: 'local-my-shop-2' },
  })
  const [client] = developmentClients().map((stored) => stored.client)
  expect(client).toMatchObject({
    name: 'My shop',
    tokenAuthMethods: ['none'],
    requirePkce: true,
    secretDigests: [],
    redirectUris: ['http://localhost:3000/auth/callback'],
    postLogoutRedirectUris: ['http://localhost:3000/'],
  })
  expect([...(client?.grantTypes ?? [])]).toEqual(['authorization_code', 'refresh_token'])
})

test('an application needs no client of its own where the example client serves', async () => {
  const noClients = Object.fromEntries(Object.keys(clients).map((name) => [name, undefined]))
  const other = await openTestWorld(noClients)
  expect(await post(shop, {}, other)).toMatchObject({ status: 200, body: { client_id: 'example' } })
  expect(developmentClients(other)).toEqual([])
  await createClient(other.deps, operator, { client_name: 'Made', redirect_uris: ['http://localhost:3000/cb'] }, 'made')
  expect(await post(shop, {}, other)).toMatchObject({ status: 201, body: { client_id: 'local-my-shop' } })
  await other.close()
})

test('its registration is in the audit', async () => {
  const { body } = await post()
  const events = await server.deps.db.prisma.auditEvent.findMany({ where: { targetId: body.client_id } })
  expect(events).toMatchObject([{ action: 'client.created', actorKind: 'system', targetKind: 'client' }])
})

const operator = { actor: system, apiScopes: 'all' } as const

test('a client that an operator has disabled or changed is not handed out again', async () => {
  await post()
  await updateClient(server.deps, operator, 'local-my-shop', { disabled: true })
  expect((await post()).body.client_id).toBe('local-my-shop-2')
  await updateClient(server.deps, operator, 'local-my-shop-2', { metadata: { require_consent: true } })
  expect((await post()).body.client_id).toBe('local-my-shop-3')
})

describe('nothing is registered (CF-17, CF-18) by', () => {
  test.each<[string, number, Record<string, string>]>([
    [
      'a page of another site, without CORS',
      404,
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
    ],
    ['a page of another site in a browser without Sec-Fetch headers', 403, { Origin: 'https://evil.example' }],
    ['a page of another site that hides its origin', 403, { Origin: 'null' }],
    [
      'a page of an application on another port',
      404,
      { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' },
    ],
    [
      'a form of an application on another port',
      403,
      {
        Origin: 'http://localhost:3000',
        'Sec-Fetch-Site': 'same-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      },
    ],
    [
      'a page of a site whose name was rebound to this machine',
      404,
      { Host: 'evil.example:4000', Origin: 'http://evil.example:4000', 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['somebody on a tunnel', 404, { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Host': 'tunnel.example' }],
    ['a tunnel that passes on no address, but its own name', 404, { Via: '1.1 tunnel' }],
    ['a text that a page may send without asking', 415, { 'Content-Type': 'text/plain' }],
    ['a form that a page may send without asking', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a body that is encoded', 415, { 'Content-Encoding': 'gzip' }],
  ])('%s', async (_who, status, headers) => {
    const answer = await post(shop, headers)
    expect(answer.status).toBe(status)
    expect(developmentClients()).toEqual([])
    for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/)
  })

  test('a browser that asks first whether it may', async () => {
    const asked = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    const { status, headers } = await post('', asked, server, 'OPTIONS')
    expect([status, headers['access-control-allow-origin']]).toEqual([405, undefined])
  })

  test.each(['203.0.113.7', '192.168.1.7', '::ffff:192.168.1.7', undefined])('the peer %s', async (remoteAddress) => {
    const sent = { Host: new URL(server.issuer).host, 'Content-Type': 'application/json' }
    const { status } = await createApp(server.deps).request(
      `${server.issuer}/dev/clients`,
      { method: 'POST', headers: sent, body: JSON.stringify(shop) },
      { incoming: { socket: { remoteAddress } } },
    )
    expect(status).toBe(404)
  })

  const production = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Acme <sign-in@example.test>',
    SECRET: randomBytes(48).toString('base64'),
  }
  test.each([
    ['anybody in production', production],
    ['anybody in production on a public issuer', { ...production, ISSUER: 'https://id.example.test' }],
  ])('%s', async (_who, env) => {
    const other = await openTestWorld(env)
    expect((await post(shop, {}, other)).status).toBe(404)
    expect(developmentClients(other)).toEqual([])
    await other.close()
  })
})

// Another user of this machine reaches loopback too: what they could register leads to this machine, has no secret, and no
// right that the example client, which everybody knows, does not have.
describe('what another program of this machine asks for is refused (CF-19):', () => {
  test.each([
    ['an application elsewhere', { ...shop, origin: 'https://evil.example' }],
    [
      'an application elsewhere whose name begins like this machine',
      { ...shop, origin: 'http://localhost.evil.example' },
    ],
    ['an application elsewhere behind a user name', { ...shop, origin: 'http://localhost:3000@evil.example' }],
    ['another machine of the network', { ...shop, origin: 'http://192.168.1.7:3000' }],
    ['a path', { ...shop, origin: 'http://localhost:3000/other' }],
    ['a script', { ...shop, origin: 'javascript:alert(1)' }],
    ['several origins', { ...shop, origin: ['http://localhost:3000', 'https://evil.example'] }],
    ['an application without a name', { origin: shop.origin }],
    ['a name without an end', { ...shop, name: 'x'.repeat(101) }],
    ['a body that is no object', '[]'],
    ['a body that is no JSON', '{'],
  ])('%s', async (_what, body) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(developmentClients()).toEqual([])
  })

  test('a body of more than 4 KiB', async () => {
    expect((await post({ ...shop, more: 'x'.repeat(5000) })).status).toBe(413)
  })

  test('scopes, secrets and redirect URIs of its choice', async () => {
    await post({
      ...shop,
      client_id: 'mine',
      scope: 'openid users:read',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: ['https://evil.example/auth/callback'],
    })
    const [client] = developmentClients().map((stored) => stored.client)
    expect(client).toMatchObject({ id: 'local-my-shop', tokenAuthMethods: ['none'] })
    expect([...(client?.scopes ?? [])].filter((scope) => scope.includes(':'))).toEqual([])
    expect(client?.redirectUris).toEqual(['http://localhost:3000/auth/callback'])
  })

  test('more applications than a developer has', async () => {
    for (let port = 3000; port < 3000 + maxDevelopmentClients; port++)
      expect((await post({ ...shop, origin: `http://localhost:${port}` })).status).toBe(201)
    const refused = await post({ ...shop, origin: 'http://localhost:4999' })
    expect(refused.status).toBe(400)
    expect(refused.body.error_description).toContain('vestibule clients delete')
    expect(developmentClients()).toHaveLength(maxDevelopmentClients)
    // Those that are there keep their clients.
    expect((await post(shop)).status).toBe(200)
  })
})
