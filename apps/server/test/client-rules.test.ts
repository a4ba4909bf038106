import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listClientRules, setClientRule } from '../src/flows/management/registration/client-rules.ts'
import { system } from '../src/flows/platform/audit.ts'
import { digestOfShown } from '../src/oidc/dynamic-clients/digest-of-shown.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { type DocumentHosts, openDocumentHosts } from './support/document-hosts.ts'
import { type Given, openTestWorld, pkce, type TestWorld } from './support/world.ts'

// Operators decide about dynamic clients: by DYNAMIC_CLIENTS_LISTED, in the console, and by the API.

const listed = 'claude.example.test'
const other = 'agent.example.test'
const manager = { actor: system, apiScopes: 'all' } as const
const callback = 'http://localhost:53111/callback'
const { verifier, challenge } = pkce()

let hosts: DocumentHosts
beforeAll(async () => {
  hosts = await openDocumentHosts([listed, other])
})
afterAll(() => hosts?.close())

const environment = () => ({
  DYNAMIC_CLIENTS: 'listed',
  DYNAMIC_CLIENTS_SIGN_UP: 'on',
  DYNAMIC_CLIENTS_LISTED: listed,
  DNS_RESOLVER: hosts.resolver,
  OUTBOUND_ALLOW: `${listed},${other}`,
  OPERATORS: 'operator@example.test',
})

let paths = 0
const serve = (host: string, more: object = {}): string => {
  paths += 1
  return hosts.serve(host, `/rules-${paths}.json`, (url: string) => ({
    client_id: url,
    client_name: 'Agent',
    redirect_uris: ['http://localhost/callback'],
    ...more,
  }))
}

const requestOf = (client: string): Given => ({
  client_id: client,
  redirect_uri: callback,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  nonce: '',
  scope: 'openid offline_access',
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(environment(), { database })
  })
  afterAll(() => world?.close())
  // The limits on fetches are the defaults: a minute later there is room again.
  beforeEach(() => world.pass(61_000))

  const statusOf = async (client: string) => (await world.authorize(world.browser(), requestOf(client))).status
  const ruleOf = (pattern: string, verdict: 'listed' | 'blocked') =>
    setClientRule(world.deps, manager, pattern, { verdict, note: '' })

  async function connect(client: string) {
    const { code } = await world.signIn({}, requestOf(client))
    return world.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: callback,
      client_id: client,
    })
  }

  test('only listed hosts are accepted, and nothing is fetched from others', async () => {
    expect(await statusOf(serve(listed))).toBe(200)
    const unlisted = serve(other)
    const before = hosts.seen.length
    expect(await statusOf(unlisted)).toBe(400)
    expect(hosts.seen.length).toBe(before)
    // The URL alone, and then the whole host.
    await ruleOf(unlisted, 'listed')
    expect(await statusOf(unlisted)).toBe(200)
    expect(await statusOf(serve(other))).toBe(400)
    await ruleOf(other.toUpperCase(), 'listed')
    expect(await statusOf(serve(other))).toBe(200)
    expect((await world.deps.clients.lookUp(unlisted, 'display'))?.trust).toBe('listed')
  })

  test('what is blocked can do nothing more, at once, whatever else lists it', async () => {
    const client = serve(listed)
    const tokens = await connect(client)
    expect(tokens.status).toBe(200)
    expect((await world.userinfo(tokens.body.access_token)).status).toBe(200)
    await ruleOf(client, 'blocked')
    const page = await world.authorize(world.browser(), requestOf(client))
    expect(page.status).toBe(403)
    expect(page.text).toContain('This application may not be used here.')
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token, client_id: client }
    expect(await world.token(refresh)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect((await world.userinfo(tokens.body.access_token)).status).toBe(401)
    expect((await world.deps.clients.lookUp(client, 'display'))?.name).toBe('Agent')
    expect(await world.deps.clients.lookUp(client, 'access')).toBeUndefined()
    await ruleOf(client, 'listed')
    expect((await world.token(refresh)).status).toBe(200)
  })

  test('in the console: decided after a question, said afterwards, and removed again', async () => {
    const client = serve(listed, { client_name: 'Agent <b>Smith</b>' })
    await connect(client)
    const { browser } = await world.signIn({ email: 'operator@example.test' })
    const open = () => browser.go(`${world.issuer}/admin/connecting`)
    const post = (fields: Record<string, string>, on: PlainBrowser = browser) =>
      on.go(`${world.issuer}/admin/connecting`, { method: 'POST', body: new URLSearchParams(fields).toString() })
    const shown = await open()
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Agent &lt;b&gt;Smith&lt;/b&gt;')
    const seen = shown.html.querySelectorAll('main tr').find((row) => row.text.includes('Agent <b>Smith</b>'))
    expect(seen?.querySelector('[data-head="Times allowed"]')?.text).toBe('1')

    const refused = await post({ action: 'add', verdict: 'blocked', pattern: 'not a host', note: '' })
    expect(refused.status).toBe(422)
    expect(refused.html.querySelector('#pattern')?.getAttribute('aria-invalid')).toBe('true')

    const asked = await post({ action: 'add', verdict: 'blocked', pattern: 'evil.example.test', note: 'Phishing' })
    expect(asked.text).toContain('Block evil.example.test?')
    expect(
      (await listClientRules(world.deps, manager, { after: null, limit: 50 })).map(({ pattern }) => pattern),
    ).not.toContain('evil.example.test')
    const done = await browser.submit({ confirm: 'yes' })
    expect(done.text).toContain('evil.example.test is blocked now.')
    expect(done.html.querySelector('main')?.text).toContain('Phishing')
    const question = await post({ action: 'remove', pattern: 'evil.example.test' })
    expect(question.text).toContain('Remove the decision about evil.example.test?')
    const removed = await browser.submit({ confirm: 'yes' })
    expect(removed.text).toContain('The decision about evil.example.test was removed.')
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { targetId: 'evil.example.test' } })
    expect(events.map(({ action }) => action).sort()).toEqual(['client.rule_removed', 'client.rule_set'])
  })

  test('a member sees nothing of it', async () => {
    const { browser } = await world.signIn()
    expect((await browser.go(`${world.issuer}/admin/connecting`)).status).toBe(404)
  })
})

describe('a client of the environment whose id is a URL', () => {
  test('CM-22 has its own settings, and its document is not fetched', async () => {
    const id = serve(other, { redirect_uris: ['https://evil.example.test/cb'] })
    const world = await openTestWorld({
      ...environment(),
      OIDC_CLIENT_ID_9: id,
      OIDC_CLIENT_9_NAME: 'Pinned',
      OIDC_CLIENT_9_REDIRECT_URIS: callback,
      OIDC_CLIENT_9_SCOPES: 'openid,offline_access',
    })
    try {
      const before = hosts.seen.length
      expect(await world.deps.clients.lookUp(id, 'authorization')).toMatchObject({
        source: 'environment',
        trust: 'own',
      })
      const visited = await world.authorize(world.browser(), requestOf(id))
      expect(visited.status).toBe(200)
      const other = { ...requestOf(id), redirect_uri: 'https://evil.example.test/cb' }
      expect((await world.authorize(world.browser(), other)).status).toBe(400)
      expect(hosts.seen.length).toBe(before)
    } finally {
      await world.close()
    }
  })
})

describe('an issuer with a path', () => {
  test('CM-29 its metadata is found in the order in which MCP clients look', async () => {
    const world = await openTestWorld({ ...environment(), ISSUER: 'http://localhost:4999/tenant' })
    try {
      for (const path of [
        '/.well-known/oauth-authorization-server/tenant',
        '/.well-known/openid-configuration/tenant',
        '/tenant/.well-known/openid-configuration',
      ]) {
        const answer = await fetch(`${world.address}${path}`)
        expect(answer.status, path).toBe(200)
        expect(((await answer.json()) as { issuer: string }).issuer).toBe('http://localhost:4999/tenant')
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      }
    } finally {
      await world.close()
    }
  })
})

test('with everything off nothing of it is there', async () => {
  const world = await openTestWorld({ OPERATORS: 'operator@example.test' })
  try {
    const metadata = (await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()) as object
    expect(metadata).not.toHaveProperty('client_id_metadata_document_supported')
    const visited = await world.authorize(world.browser(), requestOf(serve(listed)))
    expect(visited.text).toContain('the client is not known here')
    const { browser } = await world.signIn({ email: 'operator@example.test' })
    expect((await browser.go(`${world.issuer}/admin/connecting`)).status).toBe(404)
    expect((await browser.go(`${world.issuer}/admin`)).text).not.toContain('/admin/connecting')
    const preflight = await fetch(`${world.issuer}/token`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://inspector.example.test' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  } finally {
    await world.close()
  }
})

test('CM-14 a person is asked again when the client calls itself otherwise or has its keys elsewhere', async () => {
  const world = await openTestWorld(environment())
  try {
    const client = serve(listed)
    const find = async () => {
      world.pass(3_700_000)
      const found = await world.deps.clients.lookUp(client, 'authorization')
      return found ? digestOfShown(found) : ''
    }
    const change = (more: object) =>
      hosts.serve(listed, new URL(client).pathname, (url: string) => ({
        client_id: url,
        client_name: 'Agent',
        redirect_uris: ['http://localhost/callback'],
        ...more,
      }))
    const first = await find()
    change({ redirect_uris: ['http://localhost/callback', 'https://agent.example.test/cb'] })
    expect(await find()).toBe(first)
    change({ client_name: 'Another' })
    expect(await find()).not.toBe(first)
    const keyed = { token_endpoint_auth_method: 'private_key_jwt', client_name: 'Agent' }
    change({ ...keyed, jwks_uri: `https://${listed}:${hosts.port}/a.json` })
    const withKey = await find()
    expect(withKey).not.toBe(first)
    change({ ...keyed, jwks_uri: `https://${listed}:${hosts.port}/b.json` })
    expect(await find()).toBe(withKey)
    change({ ...keyed, jwks_uri: `https://keys.${listed}/b.json` })
    expect(await find()).not.toBe(withKey)
  } finally {
    await world.close()
  }
})
