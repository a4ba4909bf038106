import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import type { Statement } from '../src/store/connections/frequent-statements.ts'
import { basic, claimsOf, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// A server on which nobody declared permissions, fields or API keys answers as it did before it knew of them, with as many
// statements. The recording is that of commit 46e07ece; what it may differ in is listed with its reason below.

/** What a later version adds for everybody. */
const differences: readonly string[] = []

let world: TestWorld
/** Of the request that runs: the work in the background has none. */
const current = new AsyncLocalStorage<{ statements: number }>()
beforeAll(async () => {
  world = await openTestWorld({ PASSKEY_NUDGE: 'off' })
  const { sql } = world.deps.db
  for (const way of ['read', 'write'] as const) {
    const ask = sql[way].bind(sql) as unknown as (statement: Statement, values?: never) => never
    Object.defineProperty(sql, way, {
      value: (statement: Statement, values?: never) => {
        const request = current.getStore()
        if (request) request.statements += 1
        return ask(statement, values)
      },
    })
  }
})
afterAll(() => world?.close())

/** Members whose values are random. */
const random = /^(jti|sid|at_hash|kid|x|y|n|code|access_token|refresh_token|id_token)$/

/** An answer without what differs from run to run. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !differences.includes(name))
        .map(([name, member]) => [name, random.test(name) ? '<random>' : shape(member)]),
    )
  if (typeof value === 'number') return '<number>'
  if (typeof value !== 'string') return value
  return value
    .replaceAll(world.issuer, '<issuer>')
    .replaceAll(/[0-9a-f]{32}/g, '<id>')
    .replaceAll(/\b[\w.+-]+@[\w.-]+\b/g, '<address>')
}

/** Answers one request, and counts its statements. */
async function count(path: string, init: RequestInit) {
  const request = { statements: 0 }
  const incoming = { socket: { remoteAddress: '127.0.0.1' } }
  const app = createApp(world.deps)
  const answer = await current.run(request, async () => {
    const response = await app.fetch(new Request(`${world.issuer}${path}`, init), { incoming })
    return (await response.json()) as Record<string, string>
  })
  return { ...request, answer }
}

test('answers as it did, with as many statements', async () => {
  const get = async (path: string) => {
    const answer = await fetch(`${world.issuer}${path}`)
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? shape(JSON.parse(text)) : text.length > 0 }
  }
  const { params, code } = await world.signIn({}, { scope: 'openid profile email organization offline_access' })
  const headers = { Authorization: basic(...webAuth.basic), 'Content-Type': 'application/x-www-form-urlencoded' }
  const post = (path: string, form: Record<string, string>) =>
    count(path, { method: 'POST', headers, body: `${new URLSearchParams(form)}` })
  const redeemed = await post('/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  const { access_token = '', id_token = '', refresh_token = '' } = redeemed.answer
  const refreshed = await post('/token', { grant_type: 'refresh_token', refresh_token })
  const token = refreshed.answer.access_token ?? ''
  const userinfo = await count('/userinfo', { headers: { Authorization: `Bearer ${token}` } })
  const introspected = await post('/introspect', { token })
  const paths = ['/.well-known/authzen-configuration', '/access/v1/evaluation', '/access/v1/evaluations']
  const notThere = ['/api-keys/reported', '/scim/v2/acme/Users', '/nothing']
  const statuses = async () => {
    const found: Record<string, unknown> = {}
    for (const path of [...paths, ...notThere]) {
      const posted = await fetch(`${world.issuer}${path}`, { method: 'POST', body: '{}' })
      found[path] = [(await get(path)).status, posted.status]
    }
    return found
  }
  const recorded = {
    metadata: await get('/.well-known/openid-configuration'),
    jwks: await get('/jwks'),
    authorization: shape(Object.fromEntries(params)),
    token: { statements: redeemed.statements, body: shape(redeemed.answer) },
    accessToken: shape(claimsOf(access_token)),
    idToken: shape(claimsOf(id_token)),
    refresh: { statements: refreshed.statements, body: shape(refreshed.answer) },
    userinfo: { statements: userinfo.statements, body: shape(userinfo.answer) },
    introspection: { statements: introspected.statements, body: shape(introspected.answer) },
    refused: (await post('/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri })).answer,
    statuses: await statuses(),
  }
  await expect(JSON.stringify(recorded, null, 2)).toMatchFileSnapshot('./snapshots/nothing-declared.txt')
})
