import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf } from './support/account.ts'
import { type DocumentHosts, openDocumentHosts } from './support/document-hosts.ts'
import { claimsOf, type Given, openTestWorld, pkce, type TestWorld, type TokenAnswer } from './support/world.ts'

// What the agents of 2026 send, as others have captured it: Claude, Claude Code, ChatGPT, VS Code and Cursor, from discovery to the
// refresh. Their hosts are on loopback, under their own names.

const resource = 'https://mcp.example.test'
let hosts: DocumentHosts
let world: TestWorld

beforeAll(async () => {
  const names = ['claude.ai', 'chatgpt.com', 'vscode.dev']
  hosts = await openDocumentHosts(names)
  world = await openTestWorld({
    DYNAMIC_CLIENTS: 'open',
    DYNAMIC_CLIENTS_LISTED: names.join(','),
    REGISTRATION: 'open',
    DNS_RESOLVER: hosts.resolver,
    OUTBOUND_ALLOW: names.join(','),
    TRUST_PROXY: '1',
    OIDC_RESOURCE_0: resource,
    OIDC_RESOURCE_0_NAME: 'Notes',
    OIDC_RESOURCE_0_SCOPES: 'tools:read,tools:write',
    OIDC_RESOURCE_0_DEFAULT_SCOPES: 'tools:read',
    OIDC_RESOURCE_0_ORGANIZATION: 'required',
    OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'any',
  })
})
afterAll(async () => {
  await world?.close()
  await hosts?.close()
})

const { verifier, challenge } = pkce()
let networks = 0
/** Nobody has come from there. */
const freshNetwork = (): string => {
  networks += 1
  return `203.0.113.${networks}`
}

interface Agent {
  clientId: string
  redirectUri: string
  /** As it is sent. Undefined: it sends none. */
  scope?: string | undefined
  resource?: string | undefined
  /** What proves the client at the token endpoint. */
  proof?: () => Promise<Given>
}

/**
 * From the browser of somebody who has an account to the tokens. Their organization accepts listed applications, as all do; for one
 * that registered itself, the owner lets any in.
 */
async function connect(
  { clientId, redirectUri, scope, resource, proof }: Agent,
  more: Given = {},
): Promise<TokenAnswer> {
  const { browser, person } = await world.signIn()
  const { prisma } = world.deps.db
  const { slug } = await prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
  if (clientId.startsWith('dyn_'))
    await accountOf(world).post(browser, `/organizations/${slug}/applications/policy`, { policy: 'any' })
  await world.authorize(browser, {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scope ?? '',
    nonce: '',
    state: 'a-state',
    resource,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  const params = (await world.finish(browser, person)).callback?.searchParams ?? new URLSearchParams()
  expect(Object.fromEntries(params)).toMatchObject({ iss: world.issuer, state: 'a-state' })
  const code = params.get('code') ?? ''
  const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, resource }
  return world.token({ ...body, client_id: clientId, ...(await proof?.()) })
}

const refresh = async ({ clientId, resource, proof }: Agent, token: string, network = freshNetwork()) =>
  world.token(
    { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, resource, ...(await proof?.()) },
    { headers: { 'X-Forwarded-For': network } },
  )

/** A token of this API and nothing else. */
function expectTokens({ status, body }: TokenAnswer, clientId: string, scope: string): void {
  expect([status, body.error_description]).toEqual([200, undefined])
  expect(body).toMatchObject({ token_type: 'Bearer', scope })
  expect(body).not.toHaveProperty('id_token')
  const claims = claimsOf(body.access_token)
  expect(claims).toMatchObject({ iss: world.issuer, aud: resource, client_id: clientId, scope })
  expect(claims.organization).toBeTruthy()
}

async function register(metadata: object, network = freshNetwork()): Promise<Record<string, unknown>> {
  const answer = await fetch(`${world.address}/register`, {
    method: 'POST',
    body: JSON.stringify(metadata),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': network },
  })
  expect(answer.status).toBe(201)
  const registered = (await answer.json()) as Record<string, unknown>
  // The schema of the TypeScript SDK refuses a member that is null.
  expect(Object.values(registered)).not.toContain(null)
  return registered
}

const publicGrants = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

test('all of them find what they look for in the metadata', async () => {
  const response = await fetch(`${world.address}/.well-known/oauth-authorization-server`, {
    headers: { 'MCP-Protocol-Version': '2025-11-25', Accept: 'application/json' },
  })
  expect(await response.json()).toMatchObject({
    issuer: world.issuer,
    client_id_metadata_document_supported: true,
    registration_endpoint: `${world.issuer}/register`,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'private_key_jwt']),
    scopes_supported: expect.arrayContaining(['tools:read', 'tools:write', 'offline_access']),
  })
})

describe('Claude', () => {
  const redirectUri = 'https://claude.ai/api/mcp/auth_callback'

  test('brings a document, writes a slash behind the resource, and refreshes from two addresses at once', async () => {
    const clientId = hosts.serve('claude.ai', '/oauth/mcp-oauth-client-metadata', (url: string) => ({
      client_id: url,
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: [redirectUri, 'https://claude.com/api/mcp/auth_callback'],
      ...publicGrants,
    }))
    const agent = { clientId, redirectUri, scope: 'tools:read offline_access', resource: `${resource}/` }
    const tokens = await connect(agent, { prompt: 'consent' })
    expectTokens(tokens, clientId, agent.scope)
    const [left, right] = await Promise.all([
      refresh(agent, tokens.body.refresh_token),
      refresh(agent, tokens.body.refresh_token),
    ])
    expectTokens(left, clientId, agent.scope)
    expect([right.status, right.body.refresh_token]).toEqual([200, left.body.refresh_token])
    // A burst after the access token has expired.
    world.pass(76_000)
    expect((await refresh(agent, tokens.body.refresh_token)).body.refresh_token).toBe(left.body.refresh_token)
  })

  test('registers twice for one connection, and again after invalid_client', async () => {
    const metadata = { client_name: 'Claude', redirect_uris: [redirectUri], scope: 'tools:read', ...publicGrants }
    const network = freshNetwork()
    const first = await register(metadata, network)
    const second = await register(metadata, network)
    expect(second.client_id).toBe(first.client_id)
    const agent = { clientId: String(second.client_id), redirectUri, scope: 'tools:read', resource }
    const tokens = await connect(agent)
    expectTokens(tokens, agent.clientId, 'tools:read')
    const gone = await refresh(
      { ...agent, clientId: 'dyn_00000000000000000000000000000000' },
      tokens.body.refresh_token,
    )
    expect([gone.status, gone.body.error]).toEqual([401, 'invalid_client'])
    expect((await register(metadata)).client_id).not.toBe(first.client_id)
  })
})

describe('Claude Code', () => {
  test('publishes loopback addresses without a port, comes back on another one, and leaves out resource and scope', async () => {
    const clientId = hosts.serve('claude.ai', '/oauth/claude-code-client-metadata', (url: string) => ({
      client_id: url,
      client_name: 'Claude Code',
      client_uri: 'https://claude.ai',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...publicGrants,
    }))
    for (const redirectUri of ['http://localhost:53682/callback', 'http://127.0.0.1:49152/callback']) {
      const agent = { clientId, redirectUri }
      const tokens = await connect(agent)
      expectTokens(tokens, clientId, 'tools:read')
      expectTokens(await refresh(agent, tokens.body.refresh_token), clientId, 'tools:read')
    }
  })

  test('registers without a scope, and is told what it may ask for', async () => {
    const redirectUri = 'http://localhost:53683/callback'
    const registered = await register({
      client_name: 'Claude Code (notes)',
      redirect_uris: [redirectUri],
      ...publicGrants,
    })
    expect(String(registered.scope).split(' ')).toEqual(expect.arrayContaining(['tools:read', 'tools:write']))
    const agent = { clientId: String(registered.client_id), redirectUri, scope: 'tools:read tools:write', resource }
    expectTokens(await connect(agent), agent.clientId, agent.scope)
  })
})

test('ChatGPT authenticates by a key of its document, for the token endpoint', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'chatgpt', alg: 'RS256', use: 'sig' }
  const jwksUri = hosts.serve('chatgpt.com', '/oauth/jwks.json', { keys: [jwk] })
  const redirectUri = 'https://chatgpt.com/connector_platform_oauth_redirect'
  const clientId = hosts.serve('chatgpt.com', '/oauth/client.json', (url: string) => ({
    client_id: url,
    client_name: 'ChatGPT',
    client_uri: 'https://chatgpt.com',
    redirect_uris: [redirectUri],
    ...publicGrants,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg: 'RS256',
    jwks_uri: jwksUri,
  }))
  let assertions = 0
  const proof = async (): Promise<Given> => {
    assertions += 1
    const now = Math.floor(world.deps.now().getTime() / 1000)
    const assertion = new SignJWT({ jti: `assertion-${assertions}` })
      .setProtectedHeader({ alg: 'RS256', kid: 'chatgpt' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(`${world.issuer}/token`)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion.sign(privateKey),
    }
  }
  const agent = { clientId, redirectUri, scope: 'tools:read tools:write', resource, proof }
  const tokens = await connect(agent)
  expectTokens(tokens, clientId, agent.scope)
  const again = await refresh(agent, tokens.body.refresh_token)
  expectTokens(again, clientId, agent.scope)
  const without = await refresh({ clientId, redirectUri, resource }, again.body.refresh_token)
  expect([without.status, without.body.error]).toEqual([401, 'invalid_client'])
})

test('VS Code comes back on a port of its own, or to its web page', async () => {
  const clientId = hosts.serve('vscode.dev', '/oauth/client-metadata.json', (url: string) => ({
    client_id: url,
    client_name: 'Visual Studio Code',
    client_uri: 'https://vscode.dev',
    application_type: 'native',
    redirect_uris: ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
    ...publicGrants,
  }))
  for (const redirectUri of ['http://127.0.0.1:33418/', 'http://127.0.0.1:51234/', 'https://vscode.dev/redirect']) {
    const agent = { clientId, redirectUri, scope: 'tools:read', resource }
    expectTokens(await connect(agent), clientId, 'tools:read')
  }
})

test('Cursor registers three kinds of addresses as a web application, and comes back by its own scheme', async () => {
  const redirectUri = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const registered = await register({
    client_name: 'Cursor',
    redirect_uris: [redirectUri, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
    application_type: 'web',
    ...publicGrants,
  })
  const agent = { clientId: String(registered.client_id), redirectUri, scope: 'tools:read offline_access', resource }
  const tokens = await connect(agent)
  expectTokens(tokens, agent.clientId, agent.scope)
  expectTokens(await refresh(agent, tokens.body.refresh_token), agent.clientId, agent.scope)
})

test('what an agent does not get: another API, userinfo, the management API, and a scope that nobody offers', async () => {
  const registered = await register({
    client_name: 'Curious',
    redirect_uris: ['http://localhost:1/callback'],
    ...publicGrants,
  })
  const agent = { clientId: String(registered.client_id), redirectUri: 'http://localhost:1/callback' }
  const tokens = await connect({ ...agent, scope: 'tools:read users:write openid-admin', resource })
  expectTokens(tokens, agent.clientId, 'tools:read')
  expect((await world.userinfo(tokens.body.access_token)).ok).toBe(false)
  const api = await fetch(`${world.address}/api/v1/users`, {
    headers: { Authorization: `Bearer ${tokens.body.access_token}` },
  })
  expect(api.status).toBe(401)
  const elsewhere = await refresh({ ...agent, resource: 'https://other.example.test' }, tokens.body.refresh_token)
  expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'invalid_target'])
})
