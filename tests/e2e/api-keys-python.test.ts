import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { answering, type Running, run, start, terminal } from './newcomer/processes.ts'
import { freePort } from './support.ts'

// The Python of docs/api-keys.md as it stands: the resource server of Authlib, which we did not write, takes keys and tokens
// by introspection. Part of `npm run test:all`.

const orders = 'https://orders.example.test'
const secret = 'orders-secret-0123456789'
const page = 'docs/api-keys.md'
const folder = mkdtempSync(join(tmpdir(), 'vestibule-keys-'))
let world: TestWorld
let server: Running
let url = ''

beforeAll(async () => {
  world = await openTestWorld(
    {
      OIDC_RESOURCE_0: orders,
      OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write',
      OIDC_RESOURCE_0_API_KEYS: 'on',
      OIDC_CLIENT_0_SCOPES: 'openid,profile,email,organization,orders:read,orders:write',
      OIDC_CLIENT_0_AUDIENCES: orders,
      OIDC_CLIENT_ID_6: 'orders-api',
      OIDC_CLIENT_6_SECRET: secret,
      OIDC_CLIENT_6_REDIRECT_URIS: 'https://rp.example.test/cb',
      OIDC_CLIENT_6_AUDIENCES: orders,
    },
    { clock: 'running' },
  )
  const port = await freePort()
  url = `http://localhost:${port}/orders`
  const env = {
    ...terminal(''),
    PATH: `${folder}/venv/bin:${process.env.PATH}`,
    ...{ PORT: String(port), ISSUER: world.issuer, CLIENT_ID: 'orders-api', CLIENT_SECRET: secret },
  }
  await run(['python3', '-m', 'venv', 'venv'], folder, env)
  await run(['bash', '-ec', blockUnder(page, 'In Python', 'sh')], folder, env)
  writeFileSync(join(folder, 'main.py'), blockUnder(page, 'In Python', 'py'))
  server = start(['python3', 'main.py'], folder, env)
  await answering(url, server)
}, 400_000)
afterAll(async () => {
  await server?.stop()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = (token: string | null) =>
  fetch(url, { headers: token === null ? {} : { Authorization: `Bearer ${token}` } })

/** A key that a person makes in their account, with their organization. */
async function makeKey(scope: string, networks = '') {
  const { browser, person } = await world.signIn()
  const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
  const made = await browser.go(`${world.issuer}/account/keys`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ name: 'Export', organization: id, scope: `${orders} ${scope}`, days: '30', networks },
    }).toString(),
  })
  const key = made.html.querySelector('#api-key')?.text.trim() ?? ''
  const revoke = () =>
    browser.go(`${world.issuer}/account/keys/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ id: key.split('_')[1] ?? '' }).toString(),
    })
  return { organization: id, key, revoke }
}

test('Authlib lets a key in for its organization, and not without its scope, its network or its life', async () => {
  const { organization, key, revoke } = await makeKey('orders:read')
  const answer = await call(key)
  expect([answer.status, await answer.json()]).toEqual([200, { organization, by: `key:${key.split('_')[1]}` }])
  const { key: writing } = await makeKey('orders:write')
  expect((await call(writing)).status).toBe(403)
  const { key: elsewhere } = await makeKey('orders:read', '192.0.2.0/24')
  const { key: here } = await makeKey('orders:read', '127.0.0.0/8')
  expect([(await call(elsewhere)).status, (await call(here)).status]).toEqual([401, 200])
  for (const token of [null, 'x', `${key.slice(0, -1)}_`]) expect((await call(token)).status).toBe(401)
  await revoke()
  expect((await call(key)).status).toBe(401)
})

test('and a token of a person in the same way', async () => {
  const { code } = await world.signIn({}, { scope: 'openid organization orders:read', resource: orders })
  const { body } = await world.redeem(code, { resource: orders })
  const answer = await call(body.access_token)
  expect([answer.status, await answer.json()]).toMatchObject([200, { by: 'web' }])
})
