import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readClientMetadata } from '../src/config/client-metadata.ts'
import type { Environment } from '../src/config/environment.ts'
import { readConfig } from '../src/config/read.ts'
import type { ConfigError } from '../src/config/settings.ts'
import { clientOfDocument, readClientDocument } from '../src/flows/platform/clients/client-document.ts'
import { readResourceMetadata } from '../src/flows/platform/resources/resource-metadata.ts'
import { SeenProofs } from '../src/flows/platform/seen-proofs.ts'
import { comparableHtu } from '../src/oidc/dpop.ts'
import { newProofKey } from './support/dpop.ts'
import { basic, claimsOf, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// What DPOP turns on, and that nothing is there while it is off.

const machine = {
  readFile: () => '',
  keptSecret: () => 'a secret that is kept: 0123456789abcdef',
  cwd: '/',
  processors: 1,
}
const sound = { OIDC_CLIENT_ID_0: 'web', OIDC_CLIENT_0_REDIRECT_URIS: 'https://app.example/cb' }
const read = (env: Environment) => readConfig({ ...sound, ...env }, machine)
const faultsOf = (env: Environment): string[] => {
  try {
    read(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems.map(({ variable, fault }) => `${variable} ${fault}`)
  }
}

describe('settings', () => {
  test('are off, and optional for each client and resource', () => {
    expect(read({}).dpop).toBe(false)
    const { dpop, clients } = read({ DPOP: 'on' })
    expect([dpop, clients.get('web')?.dpop, clients.get('web')?.dpopNonce]).toEqual([true, 'optional', 'optional'])
    expect(read({ DPOP: 'on', OIDC_CLIENT_0_DPOP: 'required' }).clients.get('web')?.dpop).toBe('required')
  })

  test('that cannot be met are refused at start', () => {
    expect(faultsOf({ OIDC_CLIENT_0_DPOP: 'required' })).toEqual(['OIDC_CLIENT_0_DPOP is required, but DPOP is off'])
    expect(faultsOf({ OIDC_RESOURCE_3: 'https://api.example', OIDC_RESOURCE_3_DPOP: 'required' })).toEqual([
      'OIDC_RESOURCE_3_DPOP is required, but DPOP is off',
    ])
    expect(faultsOf({ DPOP: 'maybe' })).toEqual([expect.stringMatching(/^DPOP must be/)])
    expect(faultsOf({ DPOP: 'on', OIDC_CLIENT_0_DPOP: 'yes' })).toEqual([expect.stringMatching(/^OIDC_CLIENT_0_DPOP/)])
    expect(
      faultsOf({
        ...{ DPOP: 'on', OIDC_CLIENT_0_DPOP: 'required', OIDC_CLIENT_0_GRANT_TYPES: 'implicit' },
        OIDC_CLIENT_0_RESPONSE_TYPES: 'id_token token',
      }),
    ).toEqual([expect.stringMatching(/^OIDC_CLIENT_0_DPOP is required, but RESPONSE_TYPES/)])
  })

  test('of stored clients and resources are refused while DPOP is off', () => {
    const server = { production: true, issuer: 'https://id.example' }
    const metadata = { client_name: 'A', redirect_uris: ['https://app.example/cb'], dpop_bound_access_tokens: true }
    for (const dpop of [true, false]) {
      const client = readClientMetadata({ ...server, dpop }, 'a', metadata, [])
      const resource = readResourceMetadata({ ...server, dpop }, { resource: 'https://api.example', dpop: 'required' })
      expect([client.faults, resource.faults]).toEqual(
        dpop
          ? [[], []]
          : [
              [{ member: 'dpop_bound_access_tokens', fault: 'is true, but DPOP is off' }],
              [{ member: 'dpop', fault: 'is required, but DPOP is off' }],
            ],
      )
      expect([client.client.dpop, resource.resource.dpop]).toEqual(['required', 'required'])
    }
  })

  test('of a metadata document count while DPOP is on', () => {
    const url = 'https://app.example/client.json'
    const rules = { mayKeepKeys: () => false, mayUsePort: () => true }
    const text = JSON.stringify({
      ...{ client_id: url, client_name: 'App', redirect_uris: ['https://app.example/cb'] },
      dpop_bound_access_tokens: true,
    })
    const document = readClientDocument(url, text, rules)
    expect(clientOfDocument(url, document, { dpop: true }).dpop).toBe('required')
    expect(clientOfDocument(url, document, { dpop: false }).dpop).toBe('optional')
  })
})

test('what htu is compared by', () => {
  for (const [given, compared] of [
    ['https://id.example/token', 'https://id.example/token'],
    ['HTTPS://ID.EXAMPLE:443/token?a=b#c', 'https://id.example/token'],
    ['http://id.example:80/base/token', 'http://id.example/base/token'],
    ['http://id.example:8080/token', 'http://id.example:8080/token'],
    ['https://id.example/TOKEN', 'https://id.example/TOKEN'],
    ['https://user@id.example/token', null],
    ['https:/id.example/token', null],
    ['https:\\\\id.example\\token', null],
    ['https://id.example/a\\b', null],
    ['https://id.example/to\tken', null],
    ['ftp://id.example/token', null],
    ['/token', null],
  ] as const)
    expect(comparableHtu(given), given).toBe(compared)
})

test('proofs that were used are remembered in bounded memory', () => {
  const seen = new SeenProofs()
  expect(seen.add('a', { now: 0, until: 10 })).toBe(true)
  expect(seen.add('a', { now: 5, until: 15 })).toBe(false)
  // It may be forgotten: its time is over.
  expect(seen.add('b', { now: 11, until: 21 })).toBe(true)
  expect(seen.add('a', { now: 11, until: 21 })).toBe(true)
  for (let n = 0; n < 50_000; n += 1) seen.add(`filler ${n}`, { now: 12, until: 1000 })
  expect(seen.add('a', { now: 12, until: 1000 })).toBe(true)
  expect(seen.add('filler 49999', { now: 12, until: 1000 })).toBe(false)
})

describe('while DPOP is off', () => {
  let off: TestWorld
  beforeAll(async () => {
    off = await openTestWorld({ PASSKEY_NUDGE: 'off', REGISTRATION: 'open' })
  })
  afterAll(() => off?.close())

  test('a proof is not looked at, and nothing names DPoP', async () => {
    const key = await newProofKey()
    const { code } = await off.signIn({}, { dpop_jkt: 'whatever' })
    const { body } = await off.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { ...webAuth, headers: { DPoP: 'not a proof' } },
    )
    expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['Bearer', undefined])
    const metadata = await (await fetch(`${off.issuer}/.well-known/openid-configuration`)).text()
    expect(metadata).not.toContain('dpop')
    expect((await off.userinfo(body.access_token)).status).toBe(200)
    const shown = await fetch(`${off.issuer}/userinfo`, {
      headers: {
        Authorization: `DPoP ${body.access_token}`,
        DPoP: await key.proof({ method: 'GET', url: `${off.issuer}/userinfo`, token: body.access_token }),
      },
    })
    expect([shown.status, shown.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="vestibule"'])
    const preflight = await fetch(`${off.issuer}/token`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.example' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).not.toContain('DPoP')
    const registered = await fetch(`${off.issuer}/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://app.example/cb'], dpop_bound_access_tokens: 'what' }),
    })
    expect([registered.status, await registered.text()]).toEqual([201, expect.not.stringContaining('dpop')])
  })
})

test('tokens and codes that were bound need their key even after DPOP was turned off', async () => {
  const on = await openTestWorld({ DPOP: 'on', PASSKEY_NUDGE: 'off' })
  try {
    const key = await newProofKey()
    const proof = () => key.proof({ url: `${on.issuer}/token`, now: on.deps.now() })
    const { code } = await on.signIn()
    const { body } = await on.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { ...webAuth, headers: { DPoP: await proof() } },
    )
    const pending = (await on.signIn({}, { dpop_jkt: key.jkt })).code
    Object.assign(on.deps.config, { dpop: false })
    expect((await on.userinfo(body.access_token)).status).toBe(401)
    const late = await on.token(
      { grant_type: 'authorization_code', code: pending, redirect_uri: redirectUri },
      { ...webAuth, headers: { DPoP: await proof() } },
    )
    expect(late.body.error).toBe('invalid_grant')
  } finally {
    await on.close()
  }
})

describe('a client that registers itself', () => {
  let open: TestWorld
  beforeAll(async () => {
    open = await openTestWorld({ DPOP: 'on', REGISTRATION: 'open' })
  })
  afterAll(() => open?.close())
  const register = async (demand: unknown) => {
    const answer = await fetch(`${open.issuer}/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ redirect_uris: ['https://app.example/cb'], token_endpoint_auth_method: 'none', client_name: 'A' },
        dpop_bound_access_tokens: demand,
      }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('may say that its tokens have to be bound', async () => {
    const { status, body } = await register(true)
    expect([status, body.dpop_bound_access_tokens]).toEqual([201, true])
    const refused = await open.token({
      ...{ grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/cb' },
      client_id: String(body.client_id),
    })
    expect(refused.body.error).toBe('invalid_dpop_proof')
    expect((await register('yes')).body.error).toBe('invalid_client_metadata')
  })
})

describe('behind a proxy, below a path', () => {
  let proxied: TestWorld
  const issuer = 'https://id.example.test/auth'
  beforeAll(async () => {
    proxied = await openTestWorld({
      ...{ DPOP: 'on', ISSUER: issuer, NODE_ENV: 'production', MAIL_FROM: 'sign-in@example.test' },
      SECRET: 'R8vJ2kQ0pX5sT7uYwZ1aB3cD6eF9gH4i',
      OIDC_CLIENT_4_SCOPES: 'users:read',
    })
  })
  afterAll(() => proxied?.close())

  test('DP-05 DP-06 the URL is that of the issuer with its path, and never that of the Host header', async () => {
    const key = await newProofKey()
    const now = proxied.deps.now()
    const ask = (htu: string) =>
      key.proof({ url: htu, now }).then((proof) =>
        fetch(`${proxied.address}/auth/token`, {
          method: 'POST',
          headers: {
            ...{ DPoP: proof, 'X-Forwarded-Host': 'evil.example.test', 'X-Forwarded-Proto': 'https' },
            'Content-Type': 'application/x-www-form-urlencoded',
            Authorization: basic('machine', 'machine-secret-0123456789'),
          },
          body: 'grant_type=client_credentials',
        }),
      )
    for (const htu of [
      `${proxied.address}/auth/token`,
      'https://id.example.test/token',
      'http://id.example.test/auth/token',
      'https://evil.example.test/auth/token',
      'https://id.example.test:8443/auth/token',
    ])
      expect((await ask(htu)).status, htu).toBe(400)
    for (const htu of [`${issuer}/token`, 'HTTPS://ID.example.test:443/auth/token?x#y']) {
      const answer = await ask(htu)
      expect(answer.status, htu).toBe(200)
      const { access_token: token } = (await answer.json()) as { access_token: string }
      const call = async (url: string) =>
        fetch(`${proxied.address}/auth/api/v1/users`, {
          headers: { Authorization: `DPoP ${token}`, DPoP: await key.proof({ method: 'GET', url, token, now }) },
        })
      expect((await call(`${issuer}/api/v1/users`)).status).toBe(200)
      expect((await call(`${proxied.address}/auth/api/v1/users`)).status).toBe(401)
    }
  })
})
