import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import * as modern from '@modelcontextprotocol/client'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrganization } from '../../apps/server/src/flows/organizations/organization-creation.ts'
import { system } from '../../apps/server/src/flows/platform/audit.ts'
import { type DocumentHosts, openDocumentHosts } from '../../apps/server/test/support/document-hosts.ts'
import {
  claimsOf,
  openTestWorld,
  someone,
  type TestPerson,
  type TestWorld,
} from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { documentOf, followPrinted, openMember } from './mcp-people.ts'
import { type Callback, ClientStorage, type Identity, openCallback, startMcpServer } from './mcp-server.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort } from './support.ts'

// The golden flow of MCP: clients that we did not write find the provider by themselves, a person signs in and agrees in Chromium, and a
// tool of examples/mcp writes a note of the person's organization.

/** The provider as the README of the starter sets it up. */
const documented = parseEnv(blockUnder('examples/mcp/README.md', 'Run it', 'sh'))

let world: TestWorld
let hosts: DocumentHosts
let browser: Browser
let resource: string
let mcp: Awaited<ReturnType<typeof startMcpServer>>
const callbacks: Callback[] = []

beforeAll(async () => {
  resource = `http://localhost:${await freePort()}/mcp`
  hosts = await openDocumentHosts(['agent.example.test'])
  world = await openTestWorld(
    {
      ...documented,
      OIDC_RESOURCE_0: resource,
      DYNAMIC_CLIENTS_SIGN_UP: 'off',
      DYNAMIC_CLIENTS_LISTED: 'agent.example.test',
      DNS_RESOLVER: hosts.resolver,
      OUTBOUND_ALLOW: 'agent.example.test',
      OIDC_CLIENT_ID_10: 'agent',
      OIDC_CLIENT_10_REDIRECT_URIS: 'http://127.0.0.1/callback',
      OIDC_CLIENT_10_GRANT_TYPES: 'authorization_code,refresh_token',
      OIDC_CLIENT_10_SCOPES: 'openid,offline_access,notes:read,notes:write',
      OIDC_CLIENT_10_AUDIENCES: resource,
    },
    { clock: 'running' },
  )
  mcp = await startMcpServer({ issuer: world.issuer, resource })
  browser = await openStrictBrowser()
})
afterAll(async () => {
  for (const callback of callbacks) callback.close()
  await browser?.close()
  mcp?.stop()
  await world?.close()
  await hosts?.close()
})

/** A client on a person's machine, and their browser. */
interface Session {
  storage: ClientStorage
  callback: Callback
  context: BrowserContext
  person: TestPerson & { organizationId?: string }
}

async function openSession(identity: Identity): Promise<Session> {
  const callback = await openCallback(identity.registered ? '127.0.0.1' : 'localhost')
  callbacks.push(callback)
  const person = await openMember(world, identity)
  return { storage: new ClientStorage(callback.url, identity), callback, context: await browser.newContext(), person }
}

/**
 * The server of these tests runs in this process, and what serves it there replaces the global `Response`, of which the SDK expects
 * every answer to be.
 */
const fetchFn = async (input: string | URL, init?: RequestInit): Promise<Response> => {
  const { body, status, statusText, headers } = await fetch(input, init)
  return new Response(body, { status, statusText, headers })
}

/** A person signs in, chooses the organization and agrees. Returns what the client is told. */
async function agree({ storage, callback, context, person }: Session): Promise<URL> {
  const page = await context.newPage()
  await page.goto(String(storage.authorizationUrl))
  await completeSignIn(page, world.issuer, world.mailbox, person)
  const answer = await callback.next()
  expect(answer.searchParams.get('iss')).toBe(world.issuer)
  expect(answer.searchParams.get('state')).toBe('the-state')
  await page.close()
  return answer
}

/** The person ends it where people look for it; a client of the operator's is ended by itself. */
async function end({ storage, context }: Session): Promise<void> {
  if (storage.identity.registered) {
    const { refresh_token: token = '' } = storage.saved ?? {}
    const client_id = storage.identity.registered.client_id
    await fetch(`${world.issuer}/revoke`, { method: 'POST', body: new URLSearchParams({ token, client_id }) })
    return
  }
  const page = await context.newPage()
  await page.goto(`${world.issuer}/account/applications`)
  const confirmation = page.locator('details.confirm')
  expect(await confirmation.count()).toBe(1)
  await confirmation.locator('summary').click()
  await confirmation.locator('button').click()
  await page.waitForLoadState()
  expect(await page.locator('details.confirm').count()).toBe(0)
  await page.close()
}

const identities: [string, () => Identity][] = [
  ['an environment client', () => ({ registered: { client_id: 'agent' } })],
  [
    'a client with a metadata document',
    () => ({ documentUrl: hosts.serve('agent.example.test', '/client.json', documentOf) }),
  ],
  ['a client that registers', () => ({})],
]

const textOf = (result: object): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''

test.each([
  ...identities,
  ['a client that registers with a secret', (): Identity => ({ method: 'client_secret_post' })] as const,
])(
  'auth() of @modelcontextprotocol/sdk, %s: a tool that writes a note, a refresh, and the end',
  async (_kind, identity) => {
    const session = await openSession(identity())
    const { storage } = session
    expect(await auth(storage, { fetchFn, serverUrl: resource })).toBe('REDIRECT')
    const request = storage.authorizationUrl?.searchParams
    expect(request?.get('resource')).toBe(resource)
    expect(request?.get('scope')).not.toContain('openid')
    const answer = await agree(session)
    const authorizationCode = answer.searchParams.get('code') ?? ''
    expect(await auth(storage, { fetchFn, serverUrl: resource, authorizationCode })).toBe('AUTHORIZED')

    expect(storage.saved).not.toHaveProperty('id_token')
    const claims = claimsOf(storage.saved?.access_token ?? '')
    expect(claims).toMatchObject({
      aud: resource,
      iss: world.issuer,
      client_id: storage.clientInformation()?.client_id,
    })
    expect(claims.organization).toBeTruthy()

    const client = new Client({ name: 'golden', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(resource), { fetch: fetchFn, authProvider: storage }),
    )
    const added = JSON.parse(textOf(await client.callTool({ name: 'add_note', arguments: { text: 'From an agent' } })))
    const { notes } = JSON.parse(textOf(await client.callTool({ name: 'list_notes', arguments: {} })))
    expect(notes).toEqual([added])
    await client.close()

    const before = storage.saved
    expect(await auth(storage, { fetchFn, serverUrl: resource })).toBe('AUTHORIZED')
    expect(storage.saved?.refresh_token).not.toBe(before?.refresh_token)
    expect(claimsOf(storage.saved?.access_token ?? '')).toMatchObject({
      aud: resource,
      organization: claims.organization,
    })

    await end(session)
    // The SDK forgets what was ended, and sends the person to a new sign-in.
    expect(await auth(storage, { fetchFn, serverUrl: resource })).toBe('REDIRECT')
    expect(storage.invalidated).toContain('tokens')
    expect(storage.saved).toBeUndefined()
  },
)

test.each(identities)(
  '@modelcontextprotocol/client, %s: from the 401 of the API to a tool, with its own check of iss',
  async (_kind, identity) => {
    const session = await openSession(identity())
    const { storage } = session
    const transport = () =>
      new modern.StreamableHTTPClientTransport(new URL(resource), { fetch: fetchFn, authProvider: storage })
    const first = transport()
    await expect(new modern.Client({ name: 'golden', version: '2.0.0' }).connect(first)).rejects.toThrow(
      modern.UnauthorizedError,
    )
    await first.finishAuth((await agree(session)).searchParams)
    const client = new modern.Client({ name: 'golden', version: '2.0.0' })
    await client.connect(transport())
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add_note')
    const added = JSON.parse(textOf(await client.callTool({ name: 'add_note', arguments: { text: 'Modern' } })))
    expect(added.text).toBe('Modern')
    await client.close()
  },
)

test('a person of two organizations chooses one, and the tools see its notes only', async () => {
  const documentUrl = hosts.serve('agent.example.test', '/two-organizations.json', documentOf)
  const session = await openSession({ documentUrl })
  const { person, storage } = session
  const { prisma } = world.deps.db
  const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
  const first = await prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
  const second = await createOrganization(world.deps, system, userId, { name: 'Second' })
  const seen: string[][] = []
  for (const organizationId of [second, first.id]) {
    storage.invalidateCredentials('tokens')
    await auth(storage, { fetchFn, serverUrl: resource })
    const answer = await agree({ ...session, person: { ...person, organizationId } })
    await auth(storage, { fetchFn, serverUrl: resource, authorizationCode: answer.searchParams.get('code') ?? '' })
    expect(claimsOf(storage.saved?.access_token ?? '').organization).toBe(organizationId)
    const client = new Client({ name: 'golden', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(resource), { fetch: fetchFn, authProvider: storage }),
    )
    await client.callTool({ name: 'add_note', arguments: { text: `Of ${organizationId}` } })
    const { notes } = JSON.parse(textOf(await client.callTool({ name: 'list_notes', arguments: {} })))
    seen.push(notes.map(({ text }: { text: string }) => text))
    await client.close()
  }
  expect(seen).toEqual([[`Of ${second}`], [`Of ${first.id}`]])
})

test('a client that asked for less gets the rest when a tool needs it', async () => {
  const session = await openSession({ registered: { client_id: 'agent' } })
  const { storage } = session
  expect(await auth(storage, { fetchFn, serverUrl: resource, scope: 'notes:read' })).toBe('REDIRECT')
  const answer = await agree(session)
  await auth(storage, { fetchFn, serverUrl: resource, authorizationCode: answer.searchParams.get('code') ?? '' })
  expect(storage.saved?.scope).toBe('notes:read')

  const transport = new modern.StreamableHTTPClientTransport(new URL(resource), {
    fetch: fetchFn,
    authProvider: storage,
  })
  const client = new modern.Client({ name: 'golden', version: '2.0.0' })
  await client.connect(transport)
  expect((await client.callTool({ name: 'list_notes', arguments: {} })).isError).toBeFalsy()
  const add = () => client.callTool({ name: 'add_note', arguments: { text: 'More' } })
  await expect(add()).rejects.toThrow(modern.UnauthorizedError)
  expect(storage.authorizationUrl?.searchParams.get('scope')).toBe('notes:read notes:write offline_access')
  await transport.finishAuth((await agree(session)).searchParams)
  expect((await add()).isError).toBeFalsy()
  await client.close()
})

const modules = join(import.meta.dirname, 'node_modules')

interface Check {
  id: string
  name: string
  status: string
  errorMessage?: string
}

test('@modelcontextprotocol/conformance: the scenarios for authorization servers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'))
  const options = ['--url', world.issuer, '--client-id', 'agent', '--resource', resource]
  const command = join(modules, '@modelcontextprotocol/conformance/dist/index.js')
  const child = spawn(
    process.execPath,
    [command, 'authorization', ...options, '-p', String(await freePort()), '-o', folder],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  try {
    await followPrinted(world, () => printed, someone())
    await ended
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('checks.json'),
    )
    const checks: Check[] = files.flatMap((path) => JSON.parse(readFileSync(join(folder, path), 'utf8')))
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['authorization-server-metadata', 'authorization-code-grant']),
    )
    expect(checks.filter(({ status }) => !['SUCCESS', 'INFO'].includes(status))).toEqual([])
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('mcp-remote', () => {
  test('registers, and takes a program that speaks stdio only to the tools', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-remote-'))
    const port = await freePort()
    const person = await openMember(world, {})
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(modules, 'mcp-remote/dist/proxy.js'), ...[resource, String(port), '--transport', 'http-only']],
      // Nothing on this machine opens the page: the person of this test does.
      env: { PATH: folder, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
      stderr: 'pipe',
    })
    let printed = ''
    transport.stderr?.on('data', (chunk) => {
      printed += chunk
    })
    const client = new Client({ name: 'stdio', version: '1.0.0' })
    try {
      const [result] = await Promise.all([
        client.connect(transport).then(() => client.callTool({ name: 'add_note', arguments: { text: 'Remote' } })),
        followPrinted(world, () => printed, person),
      ])
      expect(JSON.parse(textOf(result)).text).toBe('Remote')
    } finally {
      await client.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
