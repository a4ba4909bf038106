import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleSecret } from '../src/config/example-clients.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { basic, claimsOf, clients, openTestWorld, type TestWorld } from './support/world.ts'

// The example clients may read members and send invitations, and their secrets are in the documentation. So this grant is for
// programs on the same machine. The attacks: a page of a browser with the secret (on another port of this machine, on a site whose
// name was rebound to it, or by a form), another machine of the network, and a proxy or tunnel that leads here.

const noClients = Object.fromEntries(Object.keys(clients).map((name) => [name, undefined]))
const id = 'example-nextjs'
const form = new URLSearchParams({ grant_type: 'client_credentials' })

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ ...noClients, SMTP_URL: '' })
})
afterAll(() => world.close())

const authorization = () => basic(id, exampleSecret(id))
const request = (headers: Record<string, string> = {}, body = form) =>
  fetch(`${world.issuer}/token`, {
    method: 'POST',
    headers: { Authorization: authorization(), ...headers },
    body,
  })

/** fetch sets Host by itself. */
const withHost = (host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.address)
    const socket = createConnection({ host: hostname, port: Number(port) })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    const body = form.toString()
    socket.end(
      `POST /token HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization()}\r\nConnection: close\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  })

test('a program on this machine gets a token for the management API', async () => {
  const answer = await request()
  expect(answer.status).toBe(200)
  const { access_token, scope } = (await answer.json()) as { access_token: string; scope: string }
  expect(scope).toBe('members:read members:write invitations:write')
  const list = await fetch(`${world.issuer}/api/v1/organizations/none/members`, {
    headers: { Authorization: `Bearer ${access_token}` },
  })
  expect(list.status).toBe(404)
  // These scopes and nothing else of the API.
  const users = await fetch(`${world.issuer}/api/v1/users`, { headers: { Authorization: `Bearer ${access_token}` } })
  expect(users.status).toBe(403)
})

test('a person who is signed in with these scopes gets nothing of the management API by them', async () => {
  const people = await openTestWorld(noClients)
  const redirect_uri = 'http://localhost:3001/auth/callback'
  const scope = 'openid organization offline_access members:read invitations:write'
  const credentials = { basic: [id, exampleSecret(id)] as [string, string] }
  const { code } = await people.signIn({}, { client_id: id, redirect_uri, scope })
  const { body } = await people.token({ grant_type: 'authorization_code', code, redirect_uri }, credentials)
  const answer = await fetch(
    `${people.issuer}/api/v1/organizations/${claimsOf(body.access_token).organization}/members`,
    {
      headers: { Authorization: `Bearer ${body.access_token}` },
    },
  )
  expect(answer.status).toBe(401)
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: body.refresh_token,
    resource: `${people.issuer}/api/v1`,
  }
  expect((await people.token(refresh, credentials)).body.error).toBe('invalid_target')
  await people.close()
})

test.each([
  ['a page on another port', { Origin: 'http://localhost:5173' }],
  ['a page of the issuer itself', { Origin: 'http://localhost:4000' }],
  ['a page whose origin is opaque', { Origin: 'null' }],
  ['a form of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
  ['a request by a proxy', { 'X-Forwarded-For': '127.0.0.1' }],
  ['a request by a tunnel', { Forwarded: 'for=127.0.0.1' }],
])('%s is refused', async (_name, headers) => {
  const answer = await request(headers)
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'unauthorized_client' })])
})

test('a name that was rebound to this machine is refused', async () => {
  expect(await withHost(new URL(world.issuer).host)).toContain('HTTP/1.1 200')
  const answer = await withHost('evil.example.test:4000')
  expect(answer).toContain('HTTP/1.1 400')
  expect(answer).toContain('unauthorized_client')
  expect(answer).not.toContain('access_token')
})

test('what the example apps require is declared by the server that brings their clients', async () => {
  const declared = world.deps.config.examplePermissions
  for (const name of ['nextjs', 'nuxt', 'remix']) {
    const path = join(import.meta.dirname, '../../../examples', name, 'permissions.json')
    expect(parsePermissionsDocument(readFileSync(path, 'utf8')), name).toEqual(declared)
  }
  const people = await openTestWorld(noClients)
  const redirect_uri = 'http://localhost:3001/auth/callback'
  const scope = 'openid organization permissions'
  const credentials = { basic: [id, exampleSecret(id)] as [string, string] }
  const { code } = await people.signIn({}, { client_id: id, redirect_uri, scope })
  const { body } = await people.token({ grant_type: 'authorization_code', code, redirect_uri }, credentials)
  expect(claimsOf(body.id_token).permissions).toEqual(['notes.clear'])
  await people.close()
})
