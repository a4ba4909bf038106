import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentHosts, openDocumentHosts } from '../../apps/server/test/support/document-hosts.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blocksOf, blockUnder } from '../repo/docs-blocks.ts'
import { documentOf, printedUrl, signInMember } from './mcp-people.ts'
import type { Identity } from './mcp-server.ts'
import { freePort } from './support.ts'

// The Python of docs/mcp.md as it stands: the servers with `fastmcp` and with `mcp`, and the clients of both, which compare the issuer
// character by character. Part of `npm run test:all`.

const secret = 'notes-secret-0123456789-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'mcp-python-'))
const python = join(folder, 'venv/bin/python')

const page = 'docs/mcp.md'
const verifiers = blocksOf(page).flatMap(({ heading, language, text }) =>
  heading === 'By introspection' && language === 'py' ? [text] : [],
)
/** The server with the other verifier, which the reader puts in place of the first. */
const introspecting = (server: string, verifier = ''): string =>
  server.replace(/^class AccessTokenVerifier[\s\S]*?(?=^auth = )/m, () => `${verifier}\n\n`)

const withFastmcp = blockUnder(page, 'With fastmcp', 'py')
const withSdk = blockUnder(page, 'With the MCP SDK for Python', 'py')
const servers = [
  ['fastmcp', withFastmcp],
  ['mcp', withSdk],
  ['fastmcp, by introspection', introspecting(withFastmcp, verifiers[0])],
  ['mcp, by introspection', introspecting(withSdk, verifiers[1])],
] as const

interface Running {
  resource: string
  process: ChildProcess
  output: string
}

let world: TestWorld
let hosts: DocumentHosts
const running = new Map<string, Running>()

beforeAll(async () => {
  const ports = await Promise.all(servers.map(() => freePort()))
  const resources = ports.map((port) => `http://localhost:${port}/mcp`)
  hosts = await openDocumentHosts(['agent.example.test'])
  const env: Record<string, string> = {
    // The client of the API, as the page has it.
    ...parseEnv(blockUnder(page, 'By introspection', 'sh').replaceAll(/_0(?=_|=)/g, '_20')),
    OIDC_CLIENT_20_SECRET: secret,
    OIDC_CLIENT_20_AUDIENCES: resources.join(','),
    OIDC_CLIENT_ID_21: 'agent',
    OIDC_CLIENT_21_REDIRECT_URIS: 'http://127.0.0.1/callback',
    OIDC_CLIENT_21_GRANT_TYPES: 'authorization_code,refresh_token',
    OIDC_CLIENT_21_SCOPES: 'openid,offline_access,notes:read,notes:write',
    OIDC_CLIENT_21_AUDIENCES: resources.join(','),
    DYNAMIC_CLIENTS: 'listed',
    DYNAMIC_CLIENTS_LISTED: 'agent.example.test',
    REGISTRATION: 'open',
    DNS_RESOLVER: hosts.resolver,
    OUTBOUND_ALLOW: 'agent.example.test',
  }
  for (const [index, resource] of resources.entries()) {
    env[`OIDC_RESOURCE_${index}`] = resource
    env[`OIDC_RESOURCE_${index}_SCOPES`] = 'notes:read,notes:write'
    env[`OIDC_RESOURCE_${index}_ORGANIZATION`] = 'required'
    env[`OIDC_RESOURCE_${index}_DYNAMIC_CLIENTS`] = 'any'
  }
  world = await openTestWorld(env, { clock: 'running' })
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')])
  const install = blockUnder(page, 'The API in Python', 'sh')
  execFileSync('bash', ['-ec', `PATH=${folder}/venv/bin:$PATH; ${install}`], { stdio: 'pipe' })
  for (const [index, [name, text]] of servers.entries()) startServer(name, text, ports[index] ?? 0)
  await Promise.all([...running.values()].map(listening))
}, 400_000)
afterAll(async () => {
  for (const server of running.values()) server.process.kill('SIGKILL')
  await world?.close()
  await hosts?.close()
  rmSync(folder, { recursive: true, force: true })
})

function startServer(name: string, text: string, port: number): void {
  const path = join(folder, `server-${name.replaceAll(/\W+/g, '-')}.py`)
  writeFileSync(path, text)
  const origin = `http://localhost:${port}`
  const process = spawn(python, [path], {
    env: {
      NODE_ENV: 'test',
      ISSUER: world.issuer,
      ORIGIN: origin,
      PORT: String(port),
      CLIENT_ID: 'notes-api',
      CLIENT_SECRET: secret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = { resource: `${origin}/mcp`, process, output: '' }
  for (const stream of [process.stdout, process.stderr])
    stream.on('data', (chunk) => {
      server.output += chunk
    })
  running.set(name, server)
}

async function listening(server: Running): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await fetch(server.resource).catch(() => null))) {
    if (Date.now() > deadline || server.process.exitCode !== null) throw new Error(`no server:\n${server.output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const serverOf = (name: string): Running => {
  const server = running.get(name)
  if (!server) throw new Error(`${name} does not run`)
  return server
}

/** What a program in Python prints at its end. The person opens what it wants to open. */
async function connect(library: string, server: Running, identity: Identity): Promise<unknown> {
  // The clock is not moved: these servers have their own.
  const { browser, person } = await signInMember(world, identity)
  const script = join(import.meta.dirname, 'mcp_client.py')
  const client = spawn(python, [script, library, server.resource, String(await freePort())], {
    // The module webbrowser prints the URL instead of opening it.
    env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: folder, BROWSER: 'echo %s' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  let problems = ''
  client.stdout.on('data', (chunk) => {
    printed += chunk
  })
  client.stderr.on('data', (chunk) => {
    problems += chunk
  })
  const ended = new Promise((resolve) => client.on('close', resolve))
  client.stdin.end(JSON.stringify({ client_id: identity.registered?.client_id, document: identity.documentUrl }))
  try {
    await browser.go(await printedUrl(world, () => printed))
    const { callback } = await world.finish(browser, person)
    await fetch(callback ?? '')
    await ended
    return JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')
  } catch (cause) {
    throw new Error(`the client:\n${printed}\n${problems.slice(-4000)}\nthe server:\n${server.output.slice(-2000)}`, {
      cause,
    })
  } finally {
    client.kill('SIGKILL')
  }
}

const identities: Record<string, () => Identity> = {
  'an environment client': () => ({ registered: { client_id: 'agent' } }),
  'a client with a metadata document': () => ({
    documentUrl: hosts.serve('agent.example.test', '/client.json', documentOf),
  }),
  'a client that registers': () => ({}),
}

describe.each(servers.map(([name]) => name))('a server with %s', (name) => {
  test('names the issuer to the character, and refuses what is not an access token for it', async () => {
    const { resource } = serverOf(name)
    const refused = await fetch(resource, { method: 'POST' })
    expect(refused.status).toBe(401)
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource, authorization_servers: [world.issuer] })
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    for (const token of [body.id_token, body.access_token, body.refresh_token, 'x', 'a.b.c'])
      if (token)
        expect((await fetch(resource, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })).status).toBe(
          401,
        )
  })

  // Whoever verifies the token doesn't see how its client is known: the other two ask for the same with one of them.
  const kinds = Object.keys(identities).slice(0, name.includes('introspection') ? 1 : undefined)
  test.each(['mcp', 'fastmcp'].flatMap((library) => kinds.map((kind) => [library, kind] as const)))(
    'takes a client of %s to its tools: %s',
    { timeout: 120_000 },
    async (library, kind) => {
      const identity = identities[kind]?.() ?? {}
      const note = `From ${library}`
      const answer = (await connect(library, serverOf(name), identity)) as { added: string; listed: string[] }
      expect(answer.added).toContain(note)
      expect(answer.listed.join()).toContain(note)
    },
  )
})
