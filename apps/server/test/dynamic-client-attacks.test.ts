import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { removeClientRule, setClientRule } from '../src/flows/management/registration/client-rules.ts'
import { createInitialAccessToken } from '../src/flows/management/registration/initial-access-tokens.ts'
import { system } from '../src/flows/platform/audit.ts'
import { DocumentFetcher } from '../src/flows/platform/clients/document-fetcher.ts'
import { openPolicy } from '../src/oidc/dynamic-clients/registration.ts'
import type { OutboundFetch } from '../src/outbound/fetch.ts'
import type { PlainBrowser } from './support/browser.ts'
import { type DocumentHosts, openDocumentHosts } from './support/document-hosts.ts'
import { nextCode } from './support/mailbox.ts'
import { type Given, openTestWorld, pkce, type TestWorld } from './support/world.ts'

// What strangers try who bring or register a client, beyond what each part is tested for by itself.

const host = 'agent.example.test'
const keys = 'keys.example.test'
const callback = 'http://localhost:53111/callback'
const { verifier, challenge } = pkce()

let hosts: DocumentHosts
let world: TestWorld
/** Ids that look like those of documents, of clients that the operator configured. */
let machine: string
let stored: string

const documentOf =
  (more: object = {}) =>
  (url: string) => ({ client_id: url, client_name: 'Agent', redirect_uris: ['http://localhost/callback'], ...more })

beforeAll(async () => {
  hosts = await openDocumentHosts([host])
  machine = hosts.serve(host, '/machine.json', documentOf())
  stored = hosts.serve(host, '/stored.json', documentOf())
  world = await openTestWorld({
    DYNAMIC_CLIENTS: 'open',
    DYNAMIC_CLIENTS_SIGN_UP: 'on',
    REGISTRATION: 'open',
    TRUST_PROXY: '1',
    DNS_RESOLVER: hosts.resolver,
    OUTBOUND_ALLOW: `${host},${keys}`,
    ONBOARDING: '',
    OIDC_CLIENT_ID_7: machine,
    OIDC_CLIENT_7_SECRET: 'machine-secret-'.repeat(3),
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: 'jobs:run',
  })
})
afterAll(async () => {
  await world?.close()
  await hosts?.close()
})

const requestOf = (client: string, more: Given = {}): Given => ({
  client_id: client,
  redirect_uri: callback,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  nonce: '',
  scope: 'openid',
  ...more,
})

let networks = 0
async function register(members: object, headers: Record<string, string> = {}) {
  networks += 1
  const answer = await fetch(`${world.address}/register`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': `198.51.100.${networks}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(members),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  return { status: answer.status, body: (await answer.json()) as any }
}

describe('an id that the operator has given away', () => {
  test('CM-40 is not that of a document, even if its client signs nobody in', async () => {
    const before = hosts.seen.length
    const visited = await world.authorize(world.browser(), requestOf(machine))
    expect([visited.status, visited.callback]).toEqual([400, null])
    expect(hosts.seen.length).toBe(before)
    expect(await world.deps.clients.lookUp(machine, 'authorization')).toMatchObject({ source: 'environment' })
  })

  test('CM-40 stays that of a client of the console which is disabled or about to be deleted', async () => {
    const { prisma } = world.deps.db
    const row = {
      id: stored,
      metadata: JSON.stringify({ client_name: 'Ours', redirect_uris: ['https://ours.example.test/cb'] }),
      createdByKind: 'system',
      createdAt: world.deps.now(),
    }
    await prisma.client.create({ data: { ...row, disabledAt: world.deps.now(), changeNumber: 1_000_000 } })
    await world.deps.clients.refresh()
    const before = hosts.seen.length
    expect((await world.authorize(world.browser(), requestOf(stored))).status).toBe(400)
    expect(await world.deps.clients.lookUp(stored, 'authorization')).toBeUndefined()
    const refused = await world.token({ grant_type: 'refresh_token', refresh_token: 'x', client_id: stored })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    expect(hosts.seen.length).toBe(before)
  })
})

test('CM-43 nobody is signed out by a client that nobody here chose, or led on to its site, without a click', async () => {
  const bye = 'https://evil.example/bye'
  const { body } = await register({ redirect_uris: [callback], post_logout_redirect_uris: [bye] })
  const idTokenOf = async () => {
    const { browser, code } = await world.signIn({}, requestOf(body.client_id))
    const grant = { code, code_verifier: verifier, redirect_uri: callback, client_id: body.client_id }
    return { browser, hint: (await world.token({ grant_type: 'authorization_code', ...grant })).body.id_token }
  }
  const [author, victim] = [await idTokenOf(), await idTokenOf()]
  const leave = (browser: PlainBrowser, hint: string) =>
    browser.go(`${world.issuer}/logout?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: bye })}`)
  for (const [browser, hint] of [
    [world.browser(), author.hint],
    [victim.browser, author.hint],
    [victim.browser, victim.hint],
  ] as const) {
    const visited = await leave(browser, hint)
    expect([visited.status, visited.callback]).toEqual([200, null])
    expect(visited.html.querySelector('button[value=logout]')).not.toBeNull()
  }
  expect((await world.authorize(victim.browser, { prompt: 'none' })).callback?.searchParams.get('error')).not.toBe(
    'login_required',
  )
  await leave(victim.browser, victim.hint)
  expect((await victim.browser.submit({ decision: 'logout' })).callback?.href).toBe(bye)
})

test('DR-13 a name with five marks on one letter is not accepted', async () => {
  const client = hosts.serve(host, '/marks.json', documentOf({ client_name: `a${'\u0316'.repeat(5)}` }))
  expect((await world.authorize(world.browser(), requestOf(client))).status).toBe(400)
})

test('CM-44 keys at a host are not used any more once its rule is taken back', async () => {
  const manager = { actor: system, apiScopes: 'all' } as const
  const rule = { verdict: 'listed', note: '' } as const
  await setClientRule(world.deps, manager, keys, rule)
  const withKeys = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `https://${keys}:${hosts.port}/jwks` }
  const client = hosts.serve(host, '/keys.json', documentOf(withKeys))
  const ask = async () => (await world.authorize(world.browser(), requestOf(client))).status
  expect(await ask()).toBe(200)
  await removeClientRule(world.deps, manager, keys)
  expect(await ask()).toBe(400)
  expect(await world.deps.clients.lookUp(client, 'token')).toBeUndefined()
  await setClientRule(world.deps, manager, keys, rule)
  expect(await ask()).toBe(200)
})

describe('registration', () => {
  const withKeys = (jwksUri: string, redirectUri: string) =>
    register({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'private_key_jwt', jwks_uri: jwksUri })

  test.each([
    ['https://app.example:22/jwks', 'https://app.example:22/cb'],
    ['https://app.example:8443/jwks', 'https://app.example/cb'],
    ['https://93.184.216.34/jwks', 'https://93.184.216.34/cb'],
    ['https://[2606:2800:220:1::1]/jwks', 'https://[2606:2800:220:1::1]/cb'],
    ['https://2130706433/jwks', 'https://2130706433/cb'],
    ['https://printer.local/jwks', 'https://printer.local/cb'],
  ])('DR-40 keys at %s are refused: this server looks at no other port, and at no address', async (uri, redirect) => {
    const { status, body } = await withKeys(uri, redirect)
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('DR-40 keys where the client is at home are accepted', async () => {
    expect((await withKeys('https://app.example/jwks', 'https://app.example/cb')).status).toBe(201)
    expect((await withKeys('https://App.example:443/jwks', 'https://app.example/cb')).status).toBe(201)
  })

  test('DR-41 the hosts of an initial access token are those of every redirect', async () => {
    const { secret } = await createInitialAccessToken(
      world.deps,
      { actor: system, apiScopes: 'all' },
      { name: 'Partner', policy: { ...openPolicy, redirectHosts: ['partner.example'] }, uses: null, expiresIn: 3600 },
    )
    const headers = { Authorization: `Bearer ${secret}` }
    const redirect_uris = ['https://partner.example/cb']
    const elsewhere = { redirect_uris, post_logout_redirect_uris: ['https://evil.example/bye'] }
    expect(await register(elsewhere, headers)).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
    const home = { redirect_uris, post_logout_redirect_uris: ['https://partner.example/bye'] }
    expect((await register(home, headers)).status).toBe(201)
  })

  test('DR-41 what a token allowed once is no scope of the management API later', async () => {
    const policy = { ...openPolicy, grantTypes: ['client_credentials'], scopes: ['jobs:run'] } as const
    const { token, secret } = await createInitialAccessToken(
      world.deps,
      { actor: system, apiScopes: 'all' },
      { name: 'Older', policy, uses: null, expiresIn: 3600 },
    )
    // As if a version of this server had made it to which users:write meant nothing.
    await world.deps.db.prisma.initialAccessToken.update({
      where: { id: token.id },
      data: { policy: JSON.stringify({ ...policy, scopes: ['jobs:run', 'users:write'] }) },
    })
    const { status, body } = await register(
      { grant_types: ['client_credentials'] },
      { Authorization: `Bearer ${secret}` },
    )
    expect(status).toBe(201)
    const basic: [string, string] = [body.client_id, body.client_secret]
    const tokenFor = (scope: string) => world.token({ grant_type: 'client_credentials', scope }, { basic })
    expect((await tokenFor('users:write')).body.error).toBe('invalid_scope')
    expect((await tokenFor('jobs:run')).body.scope).toBe('jobs:run')
  })

  test('DR-43 while there are too many, the networks of one site count as one', async () => {
    const from = (address: string) =>
      register({ client_name: address, redirect_uris: [callback] }, { 'X-Forwarded-For': address })
    expect((await from('2001:db8:7:0::1')).status).toBe(201)
    await world.deps.db.sql.write('UPDATE rate_limit SET count = 600 WHERE key = $1', ['registrations/3600000'])
    const statuses = []
    for (const group of ['1', '2', 'ff', 'abcd']) statuses.push((await from(`2001:db8:7:${group}::1`)).status)
    expect(statuses).toEqual([201, 201, 429, 429])
    expect((await from('2001:db8:8::1')).status).toBe(201)
    expect((await from('198.51.100.200')).status).toBe(201)
    await world.deps.db.sql.write('UPDATE rate_limit SET count = 1 WHERE key = $1', ['registrations/3600000'])
  })

  test('DR-42 nobody sends words of their own to others as the name of a client', async () => {
    const { person } = await world.signIn()
    const { body } = await register({ client_name: 'You won, see evil.example', redirect_uris: [callback] })
    const browser = world.browser()
    await world.authorize(browser, requestOf(body.client_id))
    await browser.submit({ email: person.email })
    await nextCode(world.mailbox, person.email)
    expect(JSON.stringify(world.mailbox.mails.at(-1))).not.toContain('evil.example')
  })
})

describe('the limits on fetches', () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
  const fetcherOf = (outbound: OutboundFetch) => {
    let time = Date.UTC(2026, 0, 1)
    const now = () => new Date(time)
    return { fetcher: new DocumentFetcher({ outbound, now }), pass: (ms: number) => (time += ms) }
  }

  test('CM-42 whoever uses them up with URLs of their own locks out nobody who was here before', async () => {
    const { fetcher } = fetcherOf(async () => answer)
    let fetched = 0
    for (let at = 0; at < 200; at++)
      await fetcher.fetch(`https://h${at % 10}.example.test/${at}`, 'unknown').then(
        () => (fetched += 1),
        () => undefined,
      )
    expect(fetched).toBe(120)
    for (let at = 0; at < 40; at++) await fetcher.fetch(`https://claude.ai/${at}`, 'listed').catch(() => undefined)
    await expect(fetcher.fetch('https://claude.ai/x', 'listed')).rejects.toThrow('too many')
    await expect(fetcher.fetch('https://claude.ai/client.json', 'allowed')).resolves.toMatchObject({ body: '{}' })
  })

  test('CM-42 nor does whoever has slow answers of their own', async () => {
    const { fetcher } = fetcherOf((url) => (url.includes('slow') ? new Promise(() => {}) : Promise.resolve(answer)))
    for (let at = 0; at < 16; at++) void fetcher.fetch(`https://slow${at % 4}.example.test/${at}`, 'unknown')
    await expect(fetcher.fetch('https://x.example.test/', 'unknown')).rejects.toThrow('being fetched')
    await expect(fetcher.fetch('https://claude.ai/client.json', 'listed')).resolves.toMatchObject({ body: '{}' })
  })

  test('CM-42 a document that somebody has allowed is fetched within limits of its own', async () => {
    const client = hosts.serve(host, '/allowed.json', documentOf())
    const { code } = await world.signIn({}, requestOf(client))
    const grant = { code, code_verifier: verifier, redirect_uri: callback, client_id: client }
    expect((await world.token({ grant_type: 'authorization_code', ...grant })).status).toBe(200)
    world.pass(16 * 60_000)
    const spy = vi.spyOn(DocumentFetcher.prototype, 'fetch')
    await world.authorize(world.browser(), requestOf(client))
    await world.authorize(world.browser(), requestOf(hosts.serve(host, '/new.json', documentOf())))
    expect(spy.mock.calls.map(([, standing]) => standing)).toEqual(['allowed', 'unknown'])
    spy.mockRestore()
  })
})
