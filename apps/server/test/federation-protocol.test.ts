import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digest, newSecret } from '../src/crypto/random.ts'
import { findAttempt, listAttempts } from '../src/flows/federation/upstream/attempts.ts'
import { beginSignIn, SignInNotBegun } from '../src/flows/federation/upstream/begin-sign-in.ts'
import { isClientId } from '../src/flows/federation/upstream/client-authentication.ts'
import { callbackOf, callbackUri } from '../src/flows/federation/upstream/upstream-client.ts'
import { TooManyAttempts } from '../src/flows/platform/limits.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import type { AuthMethod } from '../src/oidc/federation/connection.ts'
import { databases } from './support/databases.ts'
import { Attempts } from './support/federation-attempts.ts'
import { claimsOf, headerOf } from './support/world.ts'

const minute = 60_000

describe.each(databases)('%s', (database) => {
  let at: Attempts
  beforeAll(async () => {
    at = await Attempts.open(database)
  })
  afterAll(() => at.close())
  beforeEach(() => at.reset())

  test('a sign-in asks with PKCE, a nonce and a state, and tells who it is', async () => {
    const finished = await at.signIn({ loginHint: 'grace@acme.test' })
    expect(finished).toMatchObject({
      ok: true,
      identity: {
        issuer: at.upstream.issuer,
        subject: 'subject-of-grace',
        email: 'grace@acme.test',
        emailVerified: true,
        givenName: 'Grace',
        groups: null,
        authenticatedAt: new Date(Math.floor(at.world.deps.now().getTime() / 1000) * 1000),
      },
    })
    expect(finished.checks.every(({ state }) => state !== 'failed')).toBe(true)
    const asked = Object.fromEntries(at.upstream.asked[0] ?? [])
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'vestibule',
      redirect_uri: callbackUri(at.world.deps, callbackOf(await at.connection())),
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      login_hint: 'grace@acme.test',
    })
    expect(asked.state).toHaveLength(43)
    expect(asked.nonce).toHaveLength(43)
    expect(asked.code_challenge).toHaveLength(43)
    expect(asked).not.toHaveProperty('prompt')
    expect((await at.connection()).lastSuccessAt).toEqual(at.world.deps.now())
  })

  test('nobody shuts out the people of a connection by beginning many attempts', async () => {
    const where = { connection: await at.connection() }
    for (let count = 0; count < 310; count++) {
      const visitor = { flowCookie: undefined, network: `192.0.2.${count % 4}` }
      await beginSignIn(at.world.deps, visitor, { at: where, purpose: 'sign-in', request: {} })
    }
    expect(await at.signIn()).toMatchObject({ ok: true })
  })

  test('private_key_jwt is an assertion of our published keys, for this provider alone', async () => {
    await at.signIn()
    const { client_assertion: assertion = '', client_assertion_type } = (at.upstream.redeemed[0]?.params ??
      {}) as Record<string, string>
    expect(client_assertion_type).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    const { keys } = (await (await fetch(`${at.world.issuer}/jwks`)).json()) as { keys: { kid: string; alg: string }[] }
    const { kid, alg } = headerOf(assertion)
    expect(keys).toContainEqual(expect.objectContaining({ kid, alg }))
    const { iat, exp, jti, ...claims } = claimsOf(assertion) as { iat: number; exp: number; jti: string }
    expect(claims).toEqual({ iss: 'vestibule', sub: 'vestibule', aud: at.upstream.issuer })
    expect(exp - iat).toBe(300)
    expect(jti).toHaveLength(43)
  })

  test('a client id that is our own issuer is none: our keys would sign tokens of it', () => {
    expect(isClientId(at.world.deps, 'vestibule')).toBe(true)
    expect(isClientId(at.world.deps, at.world.issuer)).toBe(false)
    expect(isClientId(at.world.deps, `${at.world.issuer}/`)).toBe(false)
    expect(isClientId(at.world.deps, 'two words')).toBe(false)
  })

  test.each(['client_secret_basic', 'client_secret_post'] satisfies AuthMethod[])(
    '%s sends the sealed secret',
    async (authMethod) => {
      await at.change({ authMethod, sealedSecret: at.world.deps.keyring.seal('connection-secret', 'a secret') })
      expect(await at.signIn()).toMatchObject({ ok: true })
      const { params, authorization } = at.upstream.redeemed[0] ?? {}
      if (authMethod === 'client_secret_post') expect(params).toMatchObject({ client_secret: 'a secret' })
      else expect(authorization).toBe(`Basic ${Buffer.from('vestibule:a+secret').toString('base64')}`)
    },
  )

  test('a secret that was sealed under another SECRET begins nothing', async () => {
    await at.change({ authMethod: 'client_secret_post', sealedSecret: 'sealed-elsewhere' })
    await expect(at.begin()).rejects.toMatchObject({ reason: 'secret-lost' })
  })

  test('FE-09: a state is redeemed once, and not after ten minutes', async () => {
    const first = await at.begin()
    const answer = await first.answer()
    expect(await at.finish(answer, first.flowCookie)).toMatchObject({ ok: true })
    expect(await at.finish(answer, first.flowCookie)).toMatchObject({
      ok: false,
      reason: 'replayed',
      attempt: { reference: first.reference },
    })
    expect(at.upstream.redeemed).toHaveLength(1)

    const late = await at.begin()
    const lateAnswer = await late.answer()
    at.world.pass(10 * minute)
    expect(await at.finish(lateAnswer, late.flowCookie)).toMatchObject({ ok: false, reason: 'expired' })
    expect(at.upstream.redeemed).toHaveLength(1)
  })

  test('FE-09: of the same answer, brought many times at once, one is redeemed', async () => {
    const { answer, flowCookie } = await at.begin()
    const brought = await answer()
    const all = await Promise.all(Array.from({ length: 8 }, () => at.finish(brought, flowCookie)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(at.upstream.redeemed).toHaveLength(1)
  })

  test('an answer in another browser, or in none that began, learns and ends nothing', async () => {
    const { answer, flowCookie } = await at.begin()
    const brought = await answer()
    for (const other of [newSecret(), undefined])
      expect(await at.finish(brought, other)).toEqual({ ok: false, attempt: null, reason: 'other-browser', checks: [] })
    expect(at.upstream.redeemed).toHaveLength(0)
    expect(await at.finish(brought, flowCookie)).toMatchObject({ ok: true })
  })

  test('a state that nobody made, is there twice, or is no state', async () => {
    const { answer, flowCookie } = await at.begin()
    const brought = await answer()
    const state = brought.searchParams.get('state') ?? ''
    brought.searchParams.append('state', state)
    expect(await at.finish(brought, flowCookie)).toMatchObject({ reason: 'response-invalid' })
    for (const [wrong, reason] of [
      [newSecret(), 'expired'],
      ['x'.repeat(9000), 'response-invalid'],
      ['', 'response-invalid'],
    ] as const) {
      brought.searchParams.set('state', wrong)
      expect(await at.finish(brought, flowCookie)).toMatchObject({ ok: false, attempt: null, reason })
    }
  })

  test('FE-07: an answer that names another issuer is refused before its code is sent anywhere', async () => {
    at.upstream.lies.callback = { iss: 'https://other.example.test' }
    expect(await at.refusalOf()).toMatchObject({
      reason: 'response-issuer',
      check: 'response-issuer',
      received: 'https://other.example.test',
    })
    at.upstream.lies.callback = { iss: undefined }
    expect(await at.refusalOf()).toMatchObject({ reason: 'response-issuer', received: 'none' })
    expect(at.upstream.redeemed).toHaveLength(0)
  })

  test('FE-07: an answer for a connection that became another one meanwhile is refused', async () => {
    for (const other of [{ issuer: `${at.upstream.issuer}/other` }, { clientId: 'other' }]) {
      const { answer, flowCookie } = await at.begin()
      const brought = await answer()
      await at.change(other)
      expect(await at.finish(brought, flowCookie)).toMatchObject({ ok: false, reason: 'connection-changed' })
      await at.change({ issuer: at.upstream.issuer, clientId: 'vestibule' })
    }
    expect(at.upstream.redeemed).toHaveLength(0)
  })

  test('a connection that was switched off meanwhile takes no answer, and begins nothing', async () => {
    const { answer, flowCookie } = await at.begin()
    const brought = await answer()
    await at.change({ state: 'disabled' })
    expect(await at.finish(brought, flowCookie)).toMatchObject({ ok: false, reason: 'connection-off' })
    expect(at.upstream.redeemed).toHaveLength(0)
    for (const state of ['disabled', 'draft', 'tested']) {
      await at.change({ state })
      await expect(at.begin()).rejects.toBeInstanceOf(SignInNotBegun)
    }
    await at.change({ state: 'draft' })
    expect(await at.signIn({}, 'test')).toMatchObject({ ok: true })
    await at.change({ state: 'disabled' })
    expect(await at.signIn({}, 'test')).toMatchObject({ ok: true })
  })

  test('what the provider refuses is told, and kept without control characters of its own making', async () => {
    at.upstream.lies.callback = { code: undefined, error: 'access_denied', error_description: 'x'.repeat(5000) }
    expect(await at.refusalOf()).toMatchObject({ reason: 'response-invalid' })
    at.upstream.lies.callback = { code: undefined, error: 'access_denied', error_description: 'not assigned' }
    expect(await at.refusalOf()).toMatchObject({ reason: 'upstream-refused', received: 'access_denied: not assigned' })
    at.upstream.lies.callback = { code: undefined }
    expect(await at.refusalOf()).toMatchObject({ reason: 'response-invalid', received: 'no code' })
  })

  test('FE-12: metadata of another issuer, without https or on a private network are not used', async () => {
    for (const [metadata, reason] of [
      [{ issuer: 'https://other.example.test' }, 'metadata-issuer'],
      [{ issuer: `${at.upstream.issuer}/` }, 'metadata-issuer'],
      [{ jwks_uri: 'http://keys.example.test/jwks' }, 'metadata'],
      [{ jwks_uri: 'https://169.254.169.254/latest' }, 'metadata'],
      [{ jwks_uri: 'https://[::ffff:10.0.0.1]/jwks' }, 'metadata'],
      [{ token_endpoint: 'https://10.0.0.1/token' }, 'metadata'],
      [{ token_endpoint: undefined }, 'metadata'],
      [{ userinfo_endpoint: 'file:///etc/passwd' }, 'metadata'],
      [{ id_token_signing_alg_values_supported: ['HS256', 'none'] }, 'metadata'],
    ] as const) {
      at.world.pass(11 * minute)
      at.upstream.lies.metadata = { ...metadata }
      const refused = await at.begin().catch((error: unknown) => error)
      expect(refused).toMatchObject({ name: 'SignInNotBegun', reason })
      const attempt = await findAttempt(at.world.deps, (refused as SignInNotBegun).reference ?? '')
      expect(attempt).toMatchObject({ outcome: 'failed', reason, checks: [{ name: 'metadata', state: 'failed' }] })
    }
  })

  test('FE-12: a name that leads to a private network is not called, and only its host is named', async () => {
    // The guard as it is where this server is not on loopback itself.
    at.upstream.lies.metadata = { token_endpoint: 'https://internal.localhost:1/token' }
    expect(await at.refusalOf()).toMatchObject({ reason: 'unreachable', check: 'client' })
  })

  test('a provider that is down, slow or talks without end holds up nobody for long', async () => {
    at.upstream.lies.down = true
    await expect(at.begin()).rejects.toMatchObject({ reason: 'metadata' })
    at.upstream.lies.down = false
    // It is left alone for some seconds.
    await expect(at.begin()).rejects.toMatchObject({ reason: 'metadata' })
    at.world.pass(11_000)
    expect(await at.signIn()).toMatchObject({ ok: true })

    const endless = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(' '.repeat(300 * 1024))
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as { port: number }
    await at.change({ issuer: `http://127.0.0.1:${port}` })
    await expect(at.begin()).rejects.toMatchObject({ reason: 'unreachable' })
    await at.change({ issuer: at.upstream.issuer })
    at.upstream.lies.metadata = { token_endpoint: `http://127.0.0.1:${port}/token` }
    at.world.pass(11 * minute)
    expect(await at.refusalOf()).toMatchObject({ reason: 'unreachable' })
    await new Promise((resolve) => endless.close(resolve))
  })

  test('a redirect of the token endpoint is not followed', async () => {
    at.upstream.lies.tokenStatus = 302
    expect(await at.refusalOf()).toMatchObject({ reason: 'token-response' })
  })

  test('ten failures by its own fault, and no success for a day, make a connection failing; a stranger makes none', async () => {
    await at.change({ lastSuccessAt: new Date(at.world.deps.now().getTime() - 2 * 86_400_000) })
    at.upstream.lies.callback = { iss: 'https://other.example.test' }
    for (let count = 0; count < 12; count++) await at.signIn()
    expect(await at.connection()).toMatchObject({ state: 'active', failures: 0, failingSince: null })
    at.upstream.lies.callback = {}
    at.upstream.lies.claims = { aud: 'other' }
    for (let count = 0; count < 9; count++) await at.signIn()
    expect(await at.connection()).toMatchObject({ state: 'active', failures: 9 })
    await at.signIn({}, 'test')
    expect(await at.connection()).toMatchObject({ state: 'active', failures: 9 })
    await at.signIn()
    expect(await at.connection()).toMatchObject({ state: 'failing', failures: 10, failingSince: at.world.deps.now() })
    await Promise.all([at.signIn(), at.signIn()])
    expect(await at.told()).toEqual({ events: 1, mails: 1 })
    at.upstream.lies.claims = {}
    expect(await at.signIn()).toMatchObject({ ok: true })
    expect(await at.connection()).toMatchObject({ state: 'active', failures: 0, failingSince: null })
    // It becomes failing once more only after another day, and is told once more then.
    at.upstream.lies.claims = { aud: 'other' }
    for (let count = 0; count < 11; count++) await at.signIn()
    expect(await at.connection()).toMatchObject({ state: 'active', failures: 11 })
    at.world.pass(25 * 60 * minute)
    await at.signIn()
    expect(await at.connection()).toMatchObject({ state: 'failing', failures: 12 })
    expect(await at.told()).toEqual({ events: 2, mails: 2 })
  })

  test('an attempt keeps its checks and shortened claims, sealed, and no code, token or secret', async () => {
    at.upstream.lies.claims = { aud: 'other', name: 'x'.repeat(2000) }
    const { answer, flowCookie, reference } = await at.begin()
    const brought = await answer()
    await at.finish(brought, flowCookie)
    const stored = await at.world.deps.db.prisma.federationAttempt.findUniqueOrThrow({ where: { reference } })
    expect(stored).toMatchObject({
      outcome: 'failed',
      reason: 'audience',
      sealed: '',
      browserDigest: digest(flowCookie),
    })
    expect(stored.detail).not.toContain('audience')
    const text = JSON.stringify(stored) + JSON.stringify(await findAttempt(at.world.deps, reference.toLowerCase()))
    for (const secret of [
      brought.searchParams.get('code'),
      brought.searchParams.get('state'),
      flowCookie,
      at.upstream.redeemed[0]?.params.client_assertion,
    ])
      expect(text).not.toContain(secret)
    const [latest] = await listAttempts(at.world.deps, at.company.connectionId, {
      before: new Date(at.world.deps.now().getTime() + 1),
      limit: 1,
    })
    expect(latest).toMatchObject({
      reference,
      reason: 'audience',
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'audience', state: 'failed', received: 'other' }),
      ]),
    })
  })

  test('one browser begins twenty attempts in ten minutes', async () => {
    const flowCookie = newSecret()
    for (let count = 0; count < 20; count++) await at.begin({}, 'sign-in', flowCookie)
    await expect(at.begin({}, 'sign-in', flowCookie)).rejects.toBeInstanceOf(TooManyAttempts)
    await at.begin()
  })

  test('with SSO off nothing begins and nothing ends', async () => {
    const { answer, flowCookie } = await at.begin()
    const brought = await answer()
    at.world.deps.config.sso = false
    try {
      expect(await at.finish(brought, flowCookie)).toMatchObject({ ok: false, reason: 'connection-off' })
      await expect(at.begin()).rejects.toMatchObject({ reason: 'connection-off' })
    } finally {
      at.world.deps.config.sso = true
    }
  })

  test('an attempt is known for a week', async () => {
    const { reference } = await at.begin()
    const sweeper = new Sweeper(at.world.deps)
    at.world.pass(7 * 24 * 60 * minute)
    await sweeper.sweep()
    expect(await findAttempt(at.world.deps, reference)).toMatchObject({ reference, outcome: null })
    at.world.pass(11 * minute)
    await sweeper.sweep()
    expect(await findAttempt(at.world.deps, reference)).toBeNull()
  })
})
