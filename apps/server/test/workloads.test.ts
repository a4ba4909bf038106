import { execFile } from 'node:child_process'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { disableClient } from '../src/flows/management/clients/client-state.ts'
import { createClient, updateClient } from '../src/flows/management/clients/clients.ts'
import { diagnose } from '../src/flows/management/server/diagnosis.ts'
import { system } from '../src/flows/platform/audit.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTokenIssuer, type TokenIssuer } from './support/token-issuer.ts'
import { claimsOf, type Given, openTestWorld, type TestWorld } from './support/world.ts'

// A workload signs in with the token that its platform gave it, and has no secret (docs/workloads.md).

const manager = { actor: system, apiScopes: 'all' } as const
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const subject = 'repo:acme@1234/app@5678:environment:production'
const workflow = 'acme/app/.github/workflows/deploy.yml@refs/heads/main'

let platform: TokenIssuer
let stranger: TokenIssuer
let world: TestWorld
const log: Record<string, unknown>[] = []
let selfSigned: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  platform = await openTokenIssuer()
  stranger = await openTokenIssuer()
  selfSigned = await generateKeyPair('ES256', { extractable: true })
  world = await openTestWorld(
    {
      OPERATORS: 'operator@example.test',
      OIDC_CLIENT_ID_20: 'ci',
      OIDC_CLIENT_20_TOKEN_AUTH_METHOD: 'federated_jwt',
      OIDC_CLIENT_20_FEDERATED_ISSUER: platform.url,
      OIDC_CLIENT_20_FEDERATED_SUBJECT: subject,
      OIDC_CLIENT_20_FEDERATED_CLAIMS: `repository_id=5678,repository_owner_id=1234,job_workflow_ref=${workflow}`,
      OIDC_CLIENT_20_FEDERATED_PRESET: 'github',
      OIDC_CLIENT_20_SCOPES: 'orders:read,orders:write',
      OIDC_CLIENT_20_AUDIENCES: 'https://api.example.test',
      OIDC_CLIENT_ID_19: 'manager',
      OIDC_CLIENT_19_SECRET: 'manager-secret-0123456789',
      OIDC_CLIENT_19_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_19_SCOPES: 'clients:read,clients:write,orders:read,orders:write',
      OIDC_CLIENT_ID_21: 'plain',
      OIDC_CLIENT_21_JWKS: JSON.stringify({ keys: [await exportJWK(selfSigned.publicKey)] }),
      OIDC_CLIENT_21_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_21_SCOPES: 'orders:read',
      OIDC_CLIENT_ID_22: 'cluster',
      OIDC_CLIENT_22_FEDERATED_ISSUER: 'https://kubernetes.default.svc.cluster.local',
      OIDC_CLIENT_22_FEDERATED_SUBJECT: 'system:serviceaccount:shop:worker',
      OIDC_CLIENT_22_FEDERATED_CLAIMS: 'kubernetes.io/namespace=shop,kubernetes.io/serviceaccount/uid=0af1',
      OIDC_CLIENT_22_FEDERATED_AUDIENCE: 'https://id.acme.test',
      OIDC_CLIENT_22_FEDERATED_JWKS: JSON.stringify({ keys: await platform.publicKeys() }),
      OIDC_CLIENT_22_FEDERATED_MAX_LIFE: '86400',
      OIDC_CLIENT_22_FEDERATED_PRESET: 'kubernetes',
      OIDC_CLIENT_22_SCOPES: 'orders:read',
    },
    { log: (line) => log.push(JSON.parse(line)) },
  )
  const made = await api('POST', '/clients', {
    client_id: 'stored-ci',
    client_name: 'CI of the database',
    token_endpoint_auth_method: 'federated_jwt',
    grant_types: ['client_credentials'],
    scope: 'orders:read orders:write',
    audiences: ['https://api.example.test'],
    federated_issuer: platform.url,
    federated_subject: subject,
    federated_claims: ['repository_id=5678', 'repository_owner_id=1234', `job_workflow_ref=${workflow}`],
    federated_preset: 'github',
  })
  expect(made.status).toBe(201)
})
afterAll(async () => {
  await world?.close()
  platform?.close()
  stranger?.close()
})
beforeEach(() => {
  log.length = 0
})

/** A call of the management API. */
async function api(method: string, path: string, body?: object) {
  const credentials: [string, string] = ['manager', 'manager-secret-0123456789']
  const token = await world.token({ grant_type: 'client_credentials' }, { basic: credentials })
  const answer = await fetch(`${world.issuer}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token.body.access_token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

const seconds = () => Math.floor(world.deps.now().getTime() / 1000)
/** The claims of a job, as GitHub has them. */
const job = (changes: Record<string, unknown> = {}) => ({
  iss: platform.url,
  sub: subject,
  aud: world.issuer,
  iat: seconds(),
  nbf: seconds() - 5,
  exp: seconds() + 300,
  repository: 'acme/app',
  repository_id: '5678',
  repository_owner_id: '1234',
  job_workflow_ref: workflow,
  ...changes,
})
const ask = (client: string | undefined, assertion: string, more: Given = {}) =>
  world.token({
    grant_type: 'client_credentials',
    client_id: client,
    client_assertion_type: assertionType,
    client_assertion: assertion,
    ...more,
  })
const askWith = async (client: string, changes: Record<string, unknown>, from = platform) =>
  ask(client, await from.sign(job(changes)))
const refusal = { error: 'invalid_client', error_description: 'the client could not be authenticated' }
const expectRefused = (answer: { status: number; body: unknown }, differs?: string) => {
  expect([answer.status, answer.body]).toEqual([401, refusal])
  if (differs !== undefined) expect(log.filter((line) => 'differs' in line).at(-1)).toMatchObject({ differs })
}

describe.each(['ci', 'stored-ci'])('%s', (client) => {
  test('gets a token of five minutes for its APIs, and no refresh token', async () => {
    const { status, body } = await askWith(client, {})
    expect([status, body.expires_in, body.scope]).toEqual([200, 300, 'orders:read orders:write'])
    expect(body).not.toHaveProperty('refresh_token')
    const claims = claimsOf(body.access_token)
    expect(claims).toMatchObject({ sub: client, client_id: client, aud: 'https://api.example.test' })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300)
  })

  test.each([
    ['a pull request from a fork', { sub: 'repo:acme@1234/app@5678:pull_request' }, 'sub'],
    ['another environment', { sub: 'repo:acme@1234/app@5678:environment:staging' }, 'sub'],
    ['another ref', { sub: 'repo:acme@1234/app@5678:ref:refs/heads/main' }, 'sub'],
    ['the subject with more behind it', { sub: `${subject}2` }, 'sub'],
    ['the subject in another case', { sub: subject.toUpperCase() }, 'sub'],
    ['no subject', { sub: undefined }, 'sub'],
    ['a list as the subject', { sub: [subject] }, 'sub'],
    [
      'a reusable workflow of a stranger',
      { job_workflow_ref: 'mallory/x/.github/workflows/deploy.yml@refs/heads/main' },
      'job_workflow_ref',
    ],
    ['the name of a repository that was deleted', { repository_id: '9999' }, 'repository_id'],
    ['no id', { repository_owner_id: undefined }, 'repository_owner_id'],
    ['a list with the id in it', { repository_id: ['5678'] }, 'repository_id'],
    ['an object instead of the id', { repository_id: { 5678: true } }, 'repository_id'],
  ])('TX-17: %s is refused', async (_what, changes, differs) => {
    expectRefused(await askWith(client, changes), differs)
  })

  test.each([
    ['the URL of the owner of the repository, as GitHub has it by default', 'https://github.com/acme'],
    ["AWS's", 'sts.amazonaws.com'],
    ["the cluster's", 'https://kubernetes.default.svc.cluster.local'],
    ['none', undefined],
    ['the token endpoint', 'TOKEN_ENDPOINT'],
    ['with a slash', 'SLASH'],
  ])('TX-19: an audience that is %s is refused', async (_what, aud) => {
    const named = aud === 'TOKEN_ENDPOINT' ? `${world.issuer}/token` : aud === 'SLASH' ? `${world.issuer}/` : aud
    expectRefused(await askWith(client, { aud: named }), 'aud')
  })

  test('TX-19: a list of two audiences is refused, a list of one is not', async () => {
    expectRefused(await askWith(client, { aud: [world.issuer, 'sts.amazonaws.com'] }), 'aud')
    expectRefused(await askWith(client, { aud: [world.issuer, world.issuer] }), 'aud')
    expect((await askWith(client, { aud: [world.issuer] })).status).toBe(200)
  })

  test('TX-20: another issuer is refused, and nothing of it is fetched', async () => {
    const { port } = new URL(platform.url)
    for (const iss of [`${platform.url}/`, `HTTP://127.0.0.1:${port}`, `http://localhost:${port}`, stranger.url, null])
      expectRefused(await askWith(client, { iss }), 'iss')
    // The same subject, truly signed by another issuer; and one that says it were ours.
    expectRefused(await askWith(client, { iss: stranger.url }, stranger), 'iss')
    expectRefused(await askWith(client, {}, stranger), 'signature')
    expect(stranger.asked).toEqual([])
  })

  test('TX-22: without an end, too long, from the future, or not yet valid: refused', async () => {
    expectRefused(await askWith(client, { exp: undefined }), 'exp')
    expectRefused(await askWith(client, { exp: seconds() + 86_400 }), 'exp')
    expectRefused(await askWith(client, { iat: seconds() - 86_000, exp: seconds() + 300 }), 'exp')
    expectRefused(await askWith(client, { iat: undefined, exp: seconds() + 86_400 }), 'exp')
    expectRefused(await askWith(client, { iat: seconds() + 300, exp: seconds() + 600 }), 'iat')
    expectRefused(await askWith(client, { nbf: seconds() + 300 }), 'nbf')
    expectRefused(await askWith(client, { iat: seconds() - 400, exp: seconds() - 100 }), 'exp')
    expectRefused(await askWith(client, { exp: String(seconds() + 300) }), 'exp')
    expect((await askWith(client, { iat: seconds() - 60, exp: seconds() + 3540 })).status).toBe(200)
    expect((await askWith(client, { iat: undefined })).status).toBe(200)
  })

  test('TX-23: one token is good as often as it is sent, until its end', async () => {
    const token = await platform.sign(job({ jti: 'the same' }))
    for (let time = 0; time < 50; time++) expect((await ask(client, token)).status).toBe(200)
    world.pass(330_000)
    expectRefused(await ask(client, token), 'exp')
  })

  test('TX-25: without client_id, self-signed, or with a secret: refused', async () => {
    expectRefused(await ask(undefined, await platform.sign(job())))
    expectRefused(await ask('unknown', await platform.sign(job())))
    const own = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(client)
      .setSubject(client)
      .setAudience(world.issuer)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + 60)
      .sign(selfSigned.privateKey)
    expectRefused(await ask(client, own), 'iss')
    expectRefused(await ask(undefined, own))
    expect((await world.token({ grant_type: 'client_credentials' }, { basic: [client, 'x'] })).status).toBe(401)
    expect((await world.token({ grant_type: 'client_credentials', client_id: client })).status).toBe(401)
    const mixed = await world.token(
      { grant_type: 'client_credentials', client_assertion_type: assertionType, client_assertion: 'x' },
      { basic: [client, 'x'] },
    )
    expect(mixed.body.error).toBe('invalid_request')
  })

  test('TX-26: HS256 with the public key, no algorithm, a key of its own: refused', async () => {
    const [jwk] = await platform.publicKeys()
    const publicKey = (await importJWK(jwk ?? {}, 'ES256')) as CryptoKey
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = `${part({ alg: 'HS256', kid: 'first' })}.${part(job())}`
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(jwk)])
      expectRefused(
        await ask(client, `${forged}.${createHmac('sha256', secret).update(forged).digest('base64url')}`),
        'alg',
      )
    expectRefused(await ask(client, `${part({ alg: 'none' })}.${part(job())}.`), 'alg')
    const own = await new SignJWT(job())
      .setProtectedHeader({
        alg: 'ES256',
        kid: 'mine',
        jku: `${stranger.url}/jwks`,
        jwk: await exportJWK(selfSigned.publicKey),
      })
      .sign(selfSigned.privateKey)
    expectRefused(await ask(client, own), 'kid')
    expectRefused(await ask(client, await platform.sign(job(), { typ: 'at+jwt' })), 'typ')
    for (const garbage of ['x', 'a.b.c', '..', `${forged}.`]) expect((await ask(client, garbage)).status).toBe(401)
    expect(stranger.asked).toEqual([])
  })

  test('the log names what differed, and has nothing of the token', async () => {
    const token = await platform.sign(job({ repository_id: '4242424242' }))
    await ask(client, token)
    const written = JSON.stringify(log)
    expect(written).toContain('"differs":"repository_id"')
    expect(written).not.toContain('4242424242')
    expect(written).not.toContain(token.split('.')[1])
    expect(written).not.toContain(token.split('.')[2])
  })
})

test('TX-25: the token of a workload at a client with private_key_jwt, and at one with a secret: refused', async () => {
  expectRefused(await askWith('plain', {}))
  expectRefused(await askWith('plain', { iss: 'plain', sub: 'plain', jti: 'x' }))
  expectRefused(await askWith('plain', { sub: 'plain', jti: 'x' }))
  expect((await askWith('machine', { sub: 'machine' })).status).toBe(401)
})

test('TX-26: a thousand tokens with unknown keys make one fetch in ten seconds', async () => {
  world.pass(20_000)
  await askWith('ci', {})
  platform.asked.length = 0
  world.pass(20_000)
  const token = await platform.sign(job(), { kid: 'unknown' })
  for (let batch = 0; batch < 20; batch++) await Promise.all(Array.from({ length: 50 }, () => ask('ci', token)))
  expect(platform.asked).toEqual(['/.well-known/openid-configuration', '/jwks'])
  // A key that the issuer begins to use is found after that.
  world.pass(70_000)
  expectRefused(await ask('ci', token), 'kid')
  await platform.addKey('second', 'RS256')
  expectRefused(await ask('ci', await platform.sign(job(), { kid: 'second' })), 'kid')
  world.pass(11_000)
  expect((await ask('ci', await platform.sign(job(), { kid: 'second' }))).status).toBe(200)
})

test('a key that the issuer took back is good for ten minutes at most', async () => {
  await platform.addKey('leaked')
  world.pass(700_000)
  expect((await ask('ci', await platform.sign(job(), { kid: 'leaked' }))).status).toBe(200)
  platform.removeKey('leaked')
  world.pass(601_000)
  expectRefused(await ask('ci', await platform.sign(job(), { kid: 'leaked' })), 'kid')
})

test('an issuer that is down is asked once in ten seconds, and its clients are refused', async () => {
  world.pass(700_000)
  platform.down = true
  platform.asked.length = 0
  for (let time = 0; time < 5; time++) expectRefused(await askWith('ci', {}), 'keys')
  expect(platform.asked).toHaveLength(1)
  expect(JSON.stringify(log)).toContain('answered with status 503')
  platform.down = false
  world.pass(11_000)
  expect((await askWith('ci', {})).status).toBe(200)
})

test.each([
  ['names another issuer', { issuer: 'https://evil.example.test' }],
  ['has its keys at another origin', { jwks_uri: 'http://127.0.0.1:1/jwks' }],
])('TX-20: metadata that %s gives no keys', async (what, metadata) => {
  world.pass(700_000)
  platform.metadata = metadata
  expectRefused(await askWith('ci', {}), 'keys')
  expect(JSON.stringify(log)).toContain(what)
  platform.metadata = {}
  world.pass(11_000)
})

describe('a cluster, whose keys were given', () => {
  const pod = (changes: Record<string, unknown> = {}) => ({
    iss: 'https://kubernetes.default.svc.cluster.local',
    sub: 'system:serviceaccount:shop:worker',
    aud: ['https://id.acme.test'],
    iat: seconds() - 10,
    exp: seconds() + 80_000,
    'kubernetes.io': { namespace: 'shop', serviceaccount: { name: 'worker', uid: '0af1' } },
    ...changes,
  })
  const askAsPod = async (changes: Record<string, unknown>) => ask('cluster', await platform.sign(pod(changes)))

  test('TX-22: may have tokens of a day, as its rule says', async () => {
    expect((await askAsPod({})).status).toBe(200)
    expectRefused(await askAsPod({ iat: seconds() - 10, exp: seconds() + 86_500 }), 'exp')
  })

  test.each([
    ['another namespace', { 'kubernetes.io': { namespace: 'other', serviceaccount: { uid: '0af1' } } }],
    ['no such object', { 'kubernetes.io': 'shop' }],
    ['none at all', { 'kubernetes.io': undefined }],
    ['the path as one name', { 'kubernetes.io': undefined, 'kubernetes.io/namespace': 'shop' }],
  ])('TX-17: claims in objects are compared too: %s', async (_what, changes) => {
    expectRefused(await askAsPod(changes), 'kubernetes.io/namespace')
  })

  test('TX-19: and the audience is its own', async () => {
    expectRefused(await askAsPod({ aud: world.issuer }), 'aud')
  })
})

test.each(databases)('doctor examines the clients of the database, on %s', async (database) => {
  const other = await openTestWorld({}, { database })
  const made = { client_name: 'CI', federated_issuer: platform.url, federated_subject: 'repo:acme/app:pull_request' }
  await createClient(other.deps, manager, { ...made, federated_preset: null }, 'stored')
  await createClient(other.deps, manager, { ...made, federated_issuer: stranger.url }, 'disabled')
  await disableClient(other.deps, manager, 'disabled', true)
  const found = (await diagnose(other.deps.config, async () => [])).filter(({ what }) => what.includes('FEDERATED'))
  expect(found).toEqual([
    {
      state: 'ok',
      what: `${platform.url} (FEDERATED_ISSUER of client stored) gives its keys: ${(await platform.publicKeys()).length}.`,
    },
  ])
  await other.close()
})

test('openid-client sends the token by a function of ours', async () => {
  const config = await openid.discovery(
    new URL(world.issuer),
    'ci',
    undefined,
    async (_server, client, body) => {
      body.set('client_id', client.client_id)
      body.set('client_assertion_type', assertionType)
      body.set('client_assertion', await platform.sign(job()))
    },
    { execute: [openid.allowInsecureRequests] },
  )
  const tokens = await openid.clientCredentialsGrant(config, { scope: 'orders:read' })
  expect([tokens.scope, tokens.expires_in]).toEqual(['orders:read', 300])
})

test('the workflow of docs/workloads.md gets a token', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/workloads.md'), 'utf8')
  const [, indented = ''] = /run: \|\n((?: {10}.*\n)+)/.exec(page) ?? []
  // What GitHub's runner gives a job: its own token, and the address that makes one for an audience.
  const github = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://runner.test')
    const allowed = request.headers.authorization === 'Bearer of-the-job' && searchParams.has('api-version')
    response.writeHead(allowed ? 200 : 401)
    response.end(JSON.stringify({ value: await platform.sign(job({ aud: searchParams.get('audience') })) }))
  })
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
  const { port } = github.address() as { port: number }
  const script = indented.replaceAll('https://id.example.com', world.issuer).replace('client_id=deploy', 'client_id=ci')
  // GitHub's machines have jq, and others may not.
  const jq = `jq() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8'))$2"; }`
  const lines = [jq, script, 'echo "$token"'].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines], {
    env: {
      PATH: process.env.PATH,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
      GITHUB_ENV: '/dev/null',
    },
  })
  github.close()
  expect(stdout).toContain('::add-mask::')
  expect(claimsOf(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ client_id: 'ci' })
})

test('introspection and revocation take the token too', async () => {
  const { body } = await askWith('ci', {})
  const call = async (path: string) =>
    fetch(`${world.issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams({
        token: body.access_token,
        client_id: 'ci',
        client_assertion_type: assertionType,
        client_assertion: await platform.sign(job()),
      }),
    })
  expect((await call('/introspect')).status).toBe(200)
  expect((await call('/revoke')).status).toBe(200)
})

test('the metadata names what the standard has a name for', async () => {
  const metadata = await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()
  expect(JSON.stringify(metadata)).not.toContain('federated')
  expect(metadata.token_endpoint_auth_methods_supported).toContain('private_key_jwt')
})

describe('without a restart', () => {
  const made = {
    client_name: 'Made',
    grant_types: ['client_credentials'],
    scope: 'orders:read',
    federated_issuer: 'https://token.actions.githubusercontent.com',
    federated_subject: subject,
  }
  const create = (changes: Record<string, unknown>) => createClient(world.deps, manager, { ...made, ...changes })

  test('the management API shows what it was given, and refuses a pattern with the reason of a start', async () => {
    const members = { federated_issuer: platform.url, federated_subject: subject, federated_preset: 'github' }
    const { body } = await api('GET', '/clients/stored-ci')
    expect(body).toMatchObject({ ...members, token_endpoint_auth_method: 'federated_jwt', federated_max_life: 3600 })
    expect(body.federated_claims).toContain('repository_id=5678')
    expect((await api('GET', '/clients/ci')).body).toMatchObject(members)
    const refused = await api('PATCH', '/clients/stored-ci', { federated_claims: ['repository_id=*'] })
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('contains a *')])
    expect((await api('GET', '/clients/plain')).body).not.toHaveProperty('federated_max_life')
  })

  test('a client with federated_issuer has this method, and no secret', async () => {
    const { id, secret } = await create({})
    expect(secret).toBeNull()
    expect(world.deps.clients.find(id)).toMatchObject({ tokenAuthMethods: ['federated_jwt'], accessTokenTtl: 300 })
  })

  test.each([
    ['TX-16: a pattern in the subject', { federated_subject: 'repo:acme/*' }, 'federated_subject: contains a *'],
    ['TX-16: nothing but a pattern', { federated_subject: '*' }, 'federated_subject: contains a *'],
    ['TX-16: a pattern in a claim', { federated_claims: ['ref=refs/heads/*'] }, 'federated_claims: contains a *'],
    ['TX-16: a pattern in the audience', { federated_audience: '*' }, 'federated_audience: contains a *'],
    ['no subject', { federated_subject: null }, 'federated_subject: is missing'],
    ['a claim without a value', { federated_claims: ['repository_id'] }, 'name=value'],
    ['a claim twice', { federated_claims: ['a=1', 'a=2'] }, 'names a claim twice'],
    ['a refresh token', { grant_types: ['client_credentials', 'refresh_token'] }, 'contains refresh_token'],
    ['tokens of an hour', { access_token_ttl: 3600 }, 'from 30 to 300'],
    ['names without ids', { federated_subject: 'repo:acme/app:ref:x', federated_preset: 'github' }, 'no repository_id'],
    ['another method', { token_endpoint_auth_method: 'client_secret_basic' }, 'TOKEN_AUTH_METHOD is client_secret'],
    [
      'keys of its own',
      {
        jwks: { keys: [generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })] },
        token_endpoint_auth_method: 'federated_jwt',
      },
      'FEDERATED_JWKS',
    ],
  ])('%s is refused', async (_what, changes, why) => {
    await expect(create(changes)).rejects.toThrow(why)
  })

  test('this server itself is no issuer of workloads', async () => {
    await expect(create({ federated_issuer: world.issuer })).rejects.toThrow('federated_issuer: is this server')
  })

  test('a changed rule is in force at once', async () => {
    expect((await askWith('stored-ci', {})).status).toBe(200)
    const other = 'repo:acme@1234/app@5678:environment:staging'
    await updateClient(world.deps, manager, 'stored-ci', { metadata: { federated_subject: other } })
    expectRefused(await askWith('stored-ci', {}), 'sub')
    expect((await askWith('stored-ci', { sub: other })).status).toBe(200)
    await updateClient(world.deps, manager, 'stored-ci', { metadata: { federated_subject: subject } })
  })

  test('the console shows it, changes it, and says why a pattern is refused', async () => {
    const browser: PlainBrowser = (await world.signIn({ email: 'operator@example.test' })).browser
    const address = `${world.issuer}/admin/applications/stored-ci`
    const page = await browser.go(address)
    const shownIn = (name: string) => page.html.querySelector(`[name=${name}]`)?.getAttribute('value')
    expect(shownIn('federated_subject')).toBe(subject)
    expect(page.html.querySelector('[name=federated_claims]')?.text).toContain('repository_id=5678')
    const refused = await browser.submit({ federated_subject: 'repo:acme/*', action: 'save' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('contains a *, but is compared character by character')
    await browser.go(address)
    await browser.submit({ federated_max_life: '600', action: 'save' })
    expect(world.deps.clients.find('stored-ci')?.federated?.maxLife).toBe(600)
    const shown = await browser.go(`${world.issuer}/admin/applications/ci`)
    expect(shown.text).toContain(subject)
  })
})
