import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, type TestWorld, webAuth } from '../../apps/server/test/support/world.ts'
import { guideBlocks, writeFiles } from './guides.ts'
import { answering, type Running, run, start, terminal } from './newcomer/processes.ts'
import { freePort } from './support.ts'

// docs/guides/fastapi.md as it stands: its files, in an environment of their own, and access tokens of a real server. Part of
// `npm run test:all`.

const audience = 'https://notes.example.test'
const secret = 'notes-secret-0123456789-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'vestibule-fastapi-'))
const blocks = guideBlocks('fastapi')
const apis = new Map<string, { url: string; process: Running }>()
let world: TestWorld

/** An API of its own: with the keys, by introspection, or for a provider that the test plays. */
async function openApi(name: string, issuer: string, place = folder): Promise<string> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...terminal(''),
    PATH: `${folder}/venv/bin:${process.env.PATH}`,
    PORT: String(port),
    ISSUER: issuer,
    AUDIENCE: audience,
    CLIENT_ID: 'notes-api',
    CLIENT_SECRET: secret,
  }
  const server = start(['bash', '-ec', blocks.get('start') ?? ''], place, env)
  apis.set(name, { url, process: server })
  await answering(`${url}/openapi.json`, server)
  return url
}

beforeAll(async () => {
  world = await openTestWorld(
    {
      OIDC_RESOURCE_0: audience,
      OIDC_RESOURCE_0_SCOPES: 'notes:read,notes:write',
      OIDC_RESOURCE_0_ORGANIZATION: 'required',
      OIDC_RESOURCE_1: 'https://orders.example.test',
      OIDC_RESOURCE_1_SCOPES: 'notes:read',
      OIDC_RESOURCE_1_ORGANIZATION: 'required',
      OIDC_CLIENT_0_SCOPES: 'openid,profile,email,organization,notes:read,notes:write',
      OIDC_CLIENT_0_AUDIENCES: `${audience},https://orders.example.test`,
      OIDC_CLIENT_ID_20: 'notes-api',
      OIDC_CLIENT_20_SECRET: secret,
      OIDC_CLIENT_20_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_20_AUDIENCES: audience,
    },
    { clock: 'running' },
  )
  writeFiles(folder, blocks)
  const asking = join(folder, 'asking')
  writeFiles(asking, blocks)
  const main = blocks.get('main.py') ?? ''
  const imported = 'from access_tokens import verify'
  expect(main).toContain(imported)
  writeFiles(asking, [['main.py', main.replace(imported, 'from introspection import verify')]])
  const env = { ...terminal(''), PATH: `${folder}/venv/bin:${process.env.PATH}` }
  await run(['python3', '-m', 'venv', 'venv'], folder, env)
  await run(['bash', '-ec', blocks.get('install') ?? ''], folder, env)
  await Promise.all([openApi('keys', world.issuer), openApi('introspection', world.issuer, asking)])
}, 400_000)
afterAll(async () => {
  await Promise.all([...apis.values()].map(({ process }) => process.stop()))
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (name: string): string => apis.get(name)?.url ?? ''

/** What a person gets who signs in for an API. */
async function tokensFor(scope: string, resource: string | undefined = audience) {
  const { code } = await world.signIn({}, { scope, resource })
  const { body } = await world.redeem(code, { resource })
  return body as { access_token: string; id_token: string; refresh_token: string }
}

const call = (url: string, token: string | null, init: { method?: string; body?: string } = {}) =>
  fetch(`${url}/notes`, {
    ...init,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(init.body ? { 'Content-Type': 'application/json' } : {}),
    },
  })

async function refusalOf(response: Promise<Response>): Promise<[number, string | null]> {
  const { status, headers } = await response
  return [status, headers.get('www-authenticate')]
}

const note = (text: string) => ({ method: 'POST', body: JSON.stringify({ text }) })

describe.each(['keys', 'introspection'])('verifying by %s', (name) => {
  test('a person reads and writes the notes of their organization, and of no other', async () => {
    const ada = await tokensFor('openid organization notes:read notes:write')
    const added = await call(urlOf(name), ada.access_token, note('from Ada'))
    expect([added.status, await added.json()]).toEqual([201, 'from Ada'])
    expect(await (await call(urlOf(name), ada.access_token)).json()).toEqual(['from Ada'])
    const other = await tokensFor('openid organization notes:read')
    expect(await (await call(urlOf(name), other.access_token)).json()).toEqual([])
    // Who founds an organization is its owner.
    expect((await call(urlOf(name), ada.access_token, { method: 'DELETE' })).status).toBe(204)
    expect(await (await call(urlOf(name), ada.access_token)).json()).toEqual([])
  })

  test('a request without a token is told to bring one, and one that lacks a scope which (RFC 6750)', async () => {
    expect(await refusalOf(call(urlOf(name), null))).toEqual([401, 'Bearer'])
    const { access_token: token } = await tokensFor('openid organization notes:read')
    expect(await refusalOf(call(urlOf(name), token, note('x')))).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="notes:read notes:write"',
    ])
  })

  test('what is no access token for this API is refused', async () => {
    const ada = await tokensFor('openid organization notes:read')
    const elsewhere = await tokensFor('openid organization notes:read', 'https://orders.example.test')
    const [header, payload, signature] = ada.access_token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      ada.id_token,
      elsewhere.access_token,
      `${header}.${encode({ ...claims, organization_roles: ['owner'], exp: claims.exp + 9 })}.${signature}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'x',
      'a.b.c',
    ]
    for (const token of forged)
      expect(await refusalOf(call(urlOf(name), token))).toEqual([401, 'Bearer error="invalid_token"'])
  })

  test('a member who is no owner may not delete', async () => {
    const ada = await tokensFor('openid organization notes:read notes:write')
    const { sub } = JSON.parse(Buffer.from(ada.access_token.split('.')[1] ?? '', 'base64url').toString())
    await world.deps.db.prisma.membership.updateMany({ where: { userId: sub }, data: { roles: 'member' } })
    // A token is as of when it was issued.
    const again = name === 'introspection' ? ada.access_token : await refreshed(ada.refresh_token)
    expect((await call(urlOf(name), again, { method: 'DELETE' })).status).toBe(403)
    expect((await call(urlOf(name), again)).status).toBe(200)
  })
})

async function refreshed(token: string): Promise<string> {
  const { body } = await world.token({ grant_type: 'refresh_token', refresh_token: token, resource: audience }, webAuth)
  return body.access_token
}

test('by introspection, a revoked token ends at once', async () => {
  const { access_token: token } = await tokensFor('openid organization notes:read')
  expect((await call(urlOf('introspection'), token)).status).toBe(200)
  const revoked = await fetch(`${world.issuer}/revoke`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('web:web+secret+with+%7E+%2B+%2F+%3D+%3A+%25+in+it')}` },
    body: new URLSearchParams({ token }),
  })
  expect(revoked.status).toBe(200)
  expect(await refusalOf(call(urlOf('introspection'), token))).toEqual([401, 'Bearer error="invalid_token"'])
})

describe('the keys', () => {
  let provider: Server
  let issuer: string
  let url: string
  let isDown = false
  let fetched = 0
  const published: object[] = []
  const signers = new Map<string, CryptoKey>()

  async function addKey(kid: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    published.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' })
    signers.set(kid, privateKey)
  }
  const sign = (kid: string, claims: object = {}) =>
    new SignJWT({ scope: 'notes:read', organization: 'o1', client_id: 'c', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject('ada')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(signers.get(kid) as CryptoKey)

  beforeAll(async () => {
    provider = createServer((_request, response) => {
      fetched += 1
      if (isDown) return response.writeHead(500).end()
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: published }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as { port: number }
    issuer = `http://127.0.0.1:${port}`
    await addKey('first')
    url = await openApi('played', issuer)
  })
  afterAll(() => {
    provider.closeAllConnections()
    provider.close()
  })

  test('are fetched once, again for a key that is new, and not for each name that a stranger invents', async () => {
    isDown = true
    expect((await call(url, await sign('first'))).status).toBe(503)
    isDown = false
    await expect.poll(async () => (await call(url, await sign('first'))).status).toBe(200)
    const before = fetched
    for (let count = 0; count < 20; count++) expect((await call(url, await sign('first'))).status).toBe(200)
    expect(fetched).toBe(before)

    await addKey('second')
    await expect.poll(async () => (await call(url, await sign('second'))).status).toBe(200)
    const after = fetched
    for (let count = 0; count < 20; count++) {
      signers.set(`invented-${count}`, signers.get('first') as CryptoKey)
      expect((await call(url, await sign(`invented-${count}`))).status).toBe(401)
    }
    expect(fetched - after).toBeLessThanOrEqual(1)

    // What is known goes on while the provider is down.
    isDown = true
    expect((await call(url, await sign('first'))).status).toBe(200)
  })

  test.each([
    ['an organization that is missing', 403, { organization: undefined }],
    ['another issuer', 401, { iss: 'https://evil.test' }],
    ['a lifetime that is over', 401, { exp: 1 }],
    ['a client that is missing', 401, { client_id: undefined }],
  ])('do not help %s', async (_name, status, claims) => {
    const signer = new SignJWT({
      ...{ iss: issuer, aud: audience, sub: 'ada', client_id: 'c', scope: 'notes:read', organization: 'o1' },
      ...{ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 300 },
      ...claims,
    }).setProtectedHeader({ alg: 'ES256', kid: 'first', typ: 'at+jwt' })
    expect((await call(url, await signer.sign(signers.get('first') as CryptoKey))).status).toBe(status)
  })
})
