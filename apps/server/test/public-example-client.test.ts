import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicExampleClientId } from '../src/config/example-clients.ts'
import { deleteClient } from '../src/flows/management/clients/client-state.ts'
import { createClient } from '../src/flows/management/clients/clients.ts'
import { system } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { clients, openTestWorld, pkce, type TestWorld } from './support/world.ts'

// The client of applications that have no variables in development. It is public, and everybody knows its id. The attacks: a server
// that people use has it too; a code of it goes to another machine; it is used without PKCE; it reads the management API; it is
// there beside clients that somebody made, whose people it then signs in.

const noClients = Object.fromEntries(Object.keys(clients).map((name) => [name, undefined]))
const id = publicExampleClientId
const redirect_uri = 'http://localhost:5173/auth/callback'
const manager = { actor: system, apiScopes: 'all' } as const
const own = { client_name: 'Made', redirect_uris: ['https://made.example.test/cb'] }

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(noClients)
})
afterAll(() => world?.close())

const metadataOf = async ({ issuer }: TestWorld) =>
  (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>

const begin = (parameters: Record<string, string>, { issuer }: TestWorld = world) => {
  const all = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri, ...parameters }
  return fetch(`${issuer}/authorize?${new URLSearchParams(all)}`, { redirect: 'manual' })
}

test('its id is the one that the SDKs use', () => {
  const file = join(import.meta.dirname, '../../../packages/core/src/model/development-defaults.ts')
  expect(readFileSync(file, 'utf8')).toContain(`clientId: '${id}'`)
})

test.each([
  redirect_uri,
  'http://localhost/auth/callback',
  'http://127.0.0.1:3000/auth/callback',
  'http://[::1]:8080/auth/callback',
])('a person signs in at %s, and a code is redeemed without a secret', async (uri) => {
  const scope = 'openid profile email organization offline_access'
  const { verifier, challenge } = pkce()
  const asked = { client_id: id, redirect_uri: uri, scope, code_challenge: challenge, code_challenge_method: 'S256' }
  const { code } = await world.signIn({}, asked)
  const grant = { grant_type: 'authorization_code', client_id: id, code, redirect_uri: uri, code_verifier: verifier }
  const { status, body } = await world.token(grant)
  expect([status, typeof body.id_token, typeof body.refresh_token]).toEqual([200, 'string', 'string'])
  const refreshed = await world.token({ grant_type: 'refresh_token', client_id: id, refresh_token: body.refresh_token })
  expect(refreshed.status).toBe(200)
})

test.each([
  'https://evil.test/auth/callback',
  'http://192.168.1.5:3000/auth/callback',
  'http://localhost.evil.test/auth/callback',
  'http://localhost:3000@evil.test/auth/callback',
  'http://localhost:3000/auth/other',
  'https://localhost:3000/auth/callback',
  'com.example.app:/auth/callback',
])('SC-53 a code is never sent to %s', async (uri) => {
  const answer = await begin({ redirect_uri: uri, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  expect(await answer.text()).toContain('redirect_uri is not registered for this client')
})

test('SC-53 PKCE is required', async () => {
  const answer = await begin({})
  expect(answer.headers.get('location')).toMatch(/error=invalid_request.*code_challenge/)
})

test('it has no secret, and no tokens of its own', async () => {
  expect(world.deps.clients.find(id)).toMatchObject({
    tokenAuthMethods: ['none'],
    secretDigests: [],
    requirePkce: true,
  })
  const own = await world.token({ grant_type: 'client_credentials', client_id: id })
  expect(own.body.error).toBe('unauthorized_client')
  for (const scope of ['members:read', 'invitations:write']) {
    const answer = await begin({
      scope: `openid ${scope}`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    expect(answer.headers.get('location')).toContain('error=invalid_scope')
  }
})

test('the metadata says that it is there', async () => {
  expect(await metadataOf(world)).toMatchObject({ vestibule_example_client: id })
})

describe('SC-53 it does not exist', () => {
  const missing = async (other: TestWorld) => {
    expect(other.deps.clients.find(id)).toBeUndefined()
    expect([...other.deps.clients.all()].map((client) => client.id)).not.toContain(id)
    expect(await metadataOf(other)).not.toHaveProperty('vestibule_example_client')
    const answer = await begin({}, other)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    return answer.text()
  }

  test.each<[string, Record<string, string | undefined>]>([
    [
      'in production',
      {
        ...noClients,
        NODE_ENV: 'production',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Acme <sign-in@example.test>',
        SECRET: randomBytes(48).toString('base64'),
        OPERATORS: 'ada@example.test',
      },
    ],
    ['beside a client of the environment', {}],
  ])('%s', async (_when, env) => {
    const other = await openTestWorld(env)
    await missing(other)
    await other.close()
  })

  test('beside a client of the console or the API, and is there again once that is gone for good', async () => {
    const other = await openTestWorld(noClients)
    await createClient(other.deps, manager, own, 'made')
    expect(await missing(other)).toContain('set VESTIBULE_CLIENT_ID to one of them')
    // A client that is disabled, or waits to be deleted, can be brought back: it is still one of its own.
    await deleteClient(other.deps, manager, 'made')
    await missing(other)
    other.pass(14 * 86_400_000 + 1000)
    await new Sweeper(other.deps).sweep()
    await other.deps.clients.refresh()
    expect(other.deps.clients.find(id)).toBeDefined()
    expect(await metadataOf(other)).toHaveProperty('vestibule_example_client', id)
    await other.close()
  })

  test('an operator’s own client may have its id, with a secret', async () => {
    const other = await openTestWorld(noClients)
    await createClient(other.deps, manager, own, id)
    expect(other.deps.clients.find(id)).toMatchObject({ name: 'Made', redirectUris: own.redirect_uris })
    await createClient(other.deps, manager, own, 'another')
    expect(other.deps.clients.find(id)).toMatchObject({ name: 'Made' })
    expect(await metadataOf(other)).not.toHaveProperty('vestibule_example_client')
    await other.close()
  })

  test('in another process either, within seconds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-'))
    const file = join(folder, 'vestibule.db')
    const first = await openTestWorld(noClients, { file })
    const second = await openTestWorld({ ...noClients, ISSUER: first.issuer }, { file })
    try {
      expect(second.deps.clients.find(id)).toBeDefined()
      await createClient(first.deps, manager, own, 'made')
      await second.deps.clients.refresh()
      expect(second.deps.clients.find(id)).toBeUndefined()
      expect(second.deps.clients.exampleClientId).toBeNull()
    } finally {
      await second.close()
      await first.close()
      rmSync(folder, { recursive: true })
    }
  })
})

test('the home page of a developer shows it with what it needs: nothing', async () => {
  const page = await world.browser().go(world.issuer)
  expect(page.text).toContain('VESTIBULE_CLIENT_ID=example</pre>')
})
