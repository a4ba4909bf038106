import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isOwnNonce } from '../src/flows/tokens/dpop/nonces.ts'
import { type DatabaseKind, databases } from './support/databases.ts'
import { newProofKey, type ProofKey, type ProofOf, withHeader, withOtherSignature } from './support/dpop.ts'
import { basic, claimsOf, type Given, openTestWorld, pkce, type TestWorld, webAuth } from './support/world.ts'

// DPoP (RFC 9449): tokens that are bound to a key of their holder (docs/dpop.md). The ids are those of docs/security.

const machineAuth: { basic: [string, string] } = { basic: ['machine', 'machine-secret-0123456789'] }
const boundAuth: { basic: [string, string] } = { basic: ['bound', 'bound-secret-0123456789'] }
const noncedAuth: { basic: [string, string] } = { basic: ['nonced', 'nonced-secret-0123456789'] }
const managerAuth: { basic: [string, string] } = { basic: ['manager', 'manager-secret-0123456789'] }
const spaRedirect = 'https://spa.example.test/cb'
const callback = 'https://rp.example.test/cb'

const settings = {
  DPOP: 'on',
  PASSKEY_NUDGE: 'off',
  OIDC_CLIENT_ID_10: 'bound',
  OIDC_CLIENT_10_SECRET: 'bound-secret-0123456789',
  OIDC_CLIENT_10_REDIRECT_URIS: callback,
  OIDC_CLIENT_10_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_10_SCOPES: 'openid,profile,email,offline_access,orders:read',
  OIDC_CLIENT_10_DPOP: 'required',
  OIDC_CLIENT_ID_11: 'nonced',
  OIDC_CLIENT_11_SECRET: 'nonced-secret-0123456789',
  OIDC_CLIENT_11_REDIRECT_URIS: callback,
  OIDC_CLIENT_11_DPOP_NONCE: 'required',
  OIDC_CLIENT_ID_12: 'manager',
  OIDC_CLIENT_12_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_12_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_12_SCOPES: 'users:read,clients:read,clients:write,orders:read,exact:read',
  OIDC_CLIENT_12_AUDIENCES: 'https://strict.example.test,https://exact.example.test',
  OIDC_CLIENT_ID_13: 'strict-spa',
  OIDC_CLIENT_13_REDIRECT_URIS: spaRedirect,
  OIDC_CLIENT_13_GRANT_TYPES: 'implicit',
  OIDC_CLIENT_13_RESPONSE_TYPES: 'id_token token',
  OIDC_CLIENT_13_AUDIENCES: 'https://strict.example.test',
  OIDC_RESOURCE_0: 'https://strict.example.test',
  OIDC_RESOURCE_0_SCOPES: 'orders:read',
  OIDC_RESOURCE_0_ORGANIZATION: 'none',
  OIDC_RESOURCE_0_DPOP: 'required',
  OIDC_RESOURCE_1: 'https://exact.example.test',
  OIDC_RESOURCE_1_SCOPES: 'exact:read',
  OIDC_RESOURCE_1_ORGANIZATION: 'none',
  OIDC_RESOURCE_1_DPOP: 'required',
  OIDC_RESOURCE_1_DPOP_NONCE: 'required',
}

describe.each(databases)('DPoP on %s', (database: DatabaseKind) => {
  let world: TestWorld
  let a: ProofKey
  let b: ProofKey
  beforeAll(async () => {
    world = await openTestWorld(settings, { database })
    ;[a, b] = [await newProofKey(), await newProofKey()]
  })
  afterAll(() => world?.close())

  const now = () => world.deps.now()
  const proofOf = (key: ProofKey, path: string, of: Omit<ProofOf, 'url'> = {}) =>
    key.proof({ url: `${world.issuer}${path}`, now: now(), ...of })
  const dpop = (proof: string) => ({ headers: { DPoP: proof } })
  const spa = async (params: Given = {}) => {
    const { verifier, challenge } = pkce()
    const { code } = await world.signIn(
      {},
      {
        ...{ client_id: 'spa', redirect_uri: spaRedirect, code_challenge: challenge, code_challenge_method: 'S256' },
        ...params,
      },
    )
    return {
      grant_type: 'authorization_code',
      client_id: 'spa',
      redirect_uri: spaRedirect,
      code,
      code_verifier: verifier,
    }
  }
  /** The tokens of a public client, bound to a key. */
  const boundTokens = async (key: ProofKey) => {
    const { body } = await world.token(await spa(), dpop(await proofOf(key, '/token')))
    return body as { access_token: string; refresh_token: string; token_type: string }
  }
  const get = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(`${world.issuer}${path}`, { method, headers })
  const present = async (
    key: ProofKey,
    token: string,
    of: Omit<ProofOf, 'url'> = {},
    path = '/userinfo',
    method = 'GET',
  ) => get(path, { Authorization: `DPoP ${token}`, DPoP: await proofOf(key, path, { method, token, ...of }) }, method)
  const machine = (proof: string) =>
    world.token({ grant_type: 'client_credentials' }, { ...machineAuth, ...dpop(proof) })
  const count = async (table: string) =>
    Number((await world.deps.db.sql.read<{ n: number }>(`SELECT count(*) AS n FROM ${table}`, []))[0]?.n)
  const refusedEverywhere = async (
    makeProof: (of: { path: string; token?: string; method: string }) => Promise<string>,
  ) => {
    const answer = await machine(await makeProof({ path: '/token', method: 'POST' }))
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_dpop_proof'])
    const { access_token: token } = await boundTokens(a)
    const refused = await get('/userinfo', {
      Authorization: `DPoP ${token}`,
      DPoP: await makeProof({ path: '/userinfo', token, method: 'GET' }),
    })
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([401, 'invalid_dpop_proof'])
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^DPoP algs="ES256 PS256 EdDSA", error="invalid_dpop_proof"/,
    )
  }

  test('a code becomes tokens that need the key', async () => {
    const tokens = await boundTokens(a)
    expect(tokens.token_type).toBe('DPoP')
    expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt: a.jkt })
    for (let use = 0; use < 2; use += 1) expect((await present(a, tokens.access_token)).status).toBe(200)
    const lower = await get('/userinfo', {
      Authorization: `dpop ${tokens.access_token}`,
      DPoP: await proofOf(a, '/userinfo', { method: 'GET', token: tokens.access_token }),
    })
    expect(lower.status).toBe(200)
    expect((await present(b, tokens.access_token)).status).toBe(401)
    const metadata = (await (await get('/.well-known/openid-configuration', {})).json()) as Record<string, unknown>
    expect(metadata.dpop_signing_alg_values_supported).toEqual(['ES256', 'PS256', 'EdDSA', 'Ed25519'])
  })

  test('a bound userinfo costs one verification of a signature, and the key of the proof is imported once', async () => {
    const { access_token: token } = await boundTokens(a)
    await present(a, token)
    const proof = await proofOf(a, '/userinfo', { method: 'GET', token })
    const verify = vi.spyOn(crypto.subtle, 'verify')
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    try {
      const answer = await get('/userinfo', { Authorization: `DPoP ${token}`, DPoP: proof })
      expect([answer.status, verify.mock.calls.length, importKey.mock.calls.length]).toEqual([200, 1, 0])
    } finally {
      verify.mockRestore()
      importKey.mockRestore()
    }
  })

  test.each(['ES256', 'PS256', 'EdDSA', 'Ed25519'])('a proof may be signed in %s', async (alg) => {
    const key = await newProofKey(alg)
    const answer = await machine(await proofOf(key, '/token'))
    expect([answer.status, answer.body.token_type]).toEqual([200, 'DPoP'])
    expect(claimsOf(answer.body.access_token).cnf).toEqual({ jkt: key.jkt })
  })

  test('DP-01 two headers, two proofs in one, an empty header and a long proof are refused', async () => {
    const tokenProof = () => proofOf(a, '/token')
    for (const proof of [
      `${await tokenProof()}, ${await tokenProof()}`,
      `${await tokenProof()},${await tokenProof()}`,
      '',
      'x.y',
      'a.b.c',
      await proofOf(a, '/token', { claims: { padding: 'x'.repeat(5 * 1024) } }),
    ]) {
      const answer = await machine(proof)
      expect([answer.status, answer.body.error], proof.slice(0, 40)).toEqual([400, 'invalid_dpop_proof'])
    }
    const doubled = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      void Promise.all([tokenProof(), tokenProof()]).then((proofs) => {
        const sent = httpRequest(
          `${world.address}/token`,
          {
            method: 'POST',
            headers: {
              'Content-Type': 'application/x-www-form-urlencoded',
              Authorization: basic(...machineAuth.basic),
              DPoP: proofs,
            },
          },
          (response) => {
            let body = ''
            response.on('data', (chunk) => {
              body += chunk
            })
            response.on('end', () => resolve({ status: response.statusCode, body }))
          },
        )
        sent.on('error', reject)
        sent.end('grant_type=client_credentials')
      })
    })
    expect(doubled).toEqual({ status: 400, body: expect.stringContaining('invalid_dpop_proof') })
    await refusedEverywhere(({ path, ...of }) => proofOf(a, path, { ...of, claims: { padding: 'x'.repeat(5 * 1024) } }))
  })

  test('DP-02 wrong typ, missing jwk, a private or symmetric jwk, RS256, HS256, none and small RSA keys are refused', async () => {
    const rsa = await newProofKey('RS256')
    for (const make of [
      (of: ProofOf) => a.proof({ ...of, header: { typ: 'JWT' } }),
      (of: ProofOf) => a.proof({ ...of, header: { typ: undefined } }),
      (of: ProofOf) => a.proof({ ...of, header: { jwk: undefined } }),
      (of: ProofOf) => a.proof({ ...of, header: { jwk: { ...a.jwk, d: a.jwk.x } } }),
      (of: ProofOf) => a.proof({ ...of, header: { jwk: { kty: 'oct', k: 'AAAA' } } }),
      (of: ProofOf) => a.proof({ ...of, header: { jwk: { ...a.jwk, note: 'x'.repeat(2048) } } }),
      (of: ProofOf) => rsa.proof(of),
      async (of: ProofOf) => withHeader(await a.proof(of), (header) => ({ ...header, alg: 'HS256' })),
      async (of: ProofOf) => withHeader(await a.proof(of), (header) => ({ ...header, alg: 'none' })),
      async (of: ProofOf) =>
        withHeader(await a.proof(of), (header) => ({
          ...header,
          ...{ alg: 'PS256', jwk: { kty: 'RSA', n: 'A'.repeat(171), e: 'AQAB' } },
        })),
      async (of: ProofOf) =>
        withHeader(await a.proof(of), (header) => ({
          ...header,
          alg: 'PS256',
          jwk: { ...rsa.jwk, e: 'A'.repeat(300) },
        })),
    ]) {
      const answer = await machine(await make({ url: `${world.issuer}/token`, now: now() }))
      expect([answer.status, answer.body.error], make.toString()).toEqual([400, 'invalid_dpop_proof'])
    }
  })

  test('DP-03 the signature has to be of the key in the proof', async () => {
    await refusedEverywhere(async ({ path, ...of }) => withOtherSignature(await proofOf(a, path, of)))
    await refusedEverywhere(async ({ path, ...of }) =>
      withHeader(await proofOf(b, path, of), (header) => ({ ...header, jwk: a.jwk })),
    )
    // WebCrypto reads it as the text that is in the list.
    await refusedEverywhere(({ path, ...of }) =>
      proofOf(a, path, { ...of, header: { jwk: { ...a.jwk, x: [a.jwk.x] } } }),
    )
  })

  test('DP-04 the method has to be the same, to the letter', async () => {
    for (const htm of [undefined, 'PUT', 'post', ''])
      await refusedEverywhere(({ path, ...of }) => proofOf(a, path, { ...of, claims: { htm } }))
    const { access_token: token } = await boundTokens(a)
    const answer = await get(
      '/userinfo',
      { Authorization: `DPoP ${token}`, DPoP: await proofOf(a, '/userinfo', { method: 'GET', token }) },
      'POST',
    )
    expect(answer.status).toBe(401)
    expect((await present(a, token, {}, '/userinfo', 'POST')).status).toBe(200)
  })

  test('DP-05 the URL has to be that of the configured issuer, whatever the Host header says', async () => {
    for (const htu of [
      undefined,
      '',
      42,
      'https://other.example.test/token',
      `${world.issuer}/token/`,
      `${world.issuer}/`,
      `${world.issuer.replace('://', '://user@')}/token`,
      `${world.issuer.replace('http://', 'http:')}/token`,
      `${world.issuer}\\token`,
      `${world.address}/token`,
      '/token',
    ])
      await refusedEverywhere(({ path, ...of }) => proofOf(a, path, { ...of, claims: { htu } }))
  })

  test('DP-06 query and fragment of htu do not matter, nor the case of scheme and host', async () => {
    const { host } = new URL(world.issuer)
    for (const htu of [
      `${world.issuer}/token?a=b`,
      `${world.issuer}/token#part`,
      `HTTP://${host.toUpperCase()}/token`,
      `${world.issuer}/token?a=b#c`,
    ]) {
      const answer = await machine(await proofOf(a, '/token', { claims: { htu } }))
      expect(answer.status, htu).toBe(200)
    }
  })

  test('DP-07 a proof is of now, and a nonce is as good as a clock', async () => {
    const seconds = Math.floor(now().getTime() / 1000)
    for (const claims of [
      { iat: undefined },
      { iat: String(seconds) },
      { nbf: seconds + 3600 },
      { exp: seconds - 3600 },
      { exp: seconds - 60 },
    ]) {
      const answer = await machine(await proofOf(a, '/token', { claims }))
      expect([answer.status, answer.body.error], JSON.stringify(claims)).toEqual([400, 'invalid_dpop_proof'])
    }
    for (const iat of [seconds - 3600, seconds + 3600, seconds - 301, seconds + 302]) {
      const answer = await machine(await proofOf(a, '/token', { claims: { iat } }))
      expect([answer.status, answer.body.error]).toEqual([400, 'use_dpop_nonce'])
      expect(answer.headers.get('dpop-nonce')).toMatch(/^[\w.-]+$/)
    }
    for (const iat of [seconds - 10, seconds + 10, seconds - 299])
      expect((await machine(await proofOf(a, '/token', { claims: { iat } }))).status).toBe(200)
    const { access_token: token } = await boundTokens(a)
    const late = await present(a, token, { claims: { iat: seconds - 3600 } })
    expect(late.status).toBe(401)
    expect(late.headers.get('www-authenticate')).toMatch(/^DPoP .*error="use_dpop_nonce"/)
    const nonce = late.headers.get('dpop-nonce') ?? ''
    expect((await present(a, token, { claims: { iat: seconds - 3600, nonce } })).status).toBe(200)
    // The authorization server has nonces of its own.
    const elsewhere = await machine(await proofOf(a, '/token', { claims: { nonce } }))
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'use_dpop_nonce'])
  })

  test('DP-08 a proof is good for one request', async () => {
    const proof = await proofOf(a, '/token')
    expect((await machine(proof)).status).toBe(200)
    const again = await machine(proof)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_dpop_proof'])
    // At the same time too.
    const parallel = await proofOf(a, '/token')
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => machine(parallel)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // The same jti of another key is another proof.
    const jti = 'the-same'
    for (const key of [a, b])
      expect((await machine(await proofOf(key, '/token', { claims: { jti } }))).status).toBe(200)
    for (const wrong of [undefined, '', 'x'.repeat(257), 42])
      expect((await machine(await proofOf(a, '/token', { claims: { jti: wrong } }))).body.error).toBe(
        'invalid_dpop_proof',
      )
    const { access_token: token } = await boundTokens(a)
    const shown = { Authorization: `DPoP ${token}`, DPoP: await proofOf(a, '/userinfo', { method: 'GET', token }) }
    expect((await get('/userinfo', shown)).status).toBe(200)
    const replayed = await get('/userinfo', shown)
    expect([replayed.status, await replayed.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'invalid_dpop_proof' }),
    ])
  })

  const push = (proof: string | null, params: Given = {}, auth = webAuth) =>
    fetch(`${world.issuer}/par`, {
      method: 'POST',
      headers: {
        Authorization: basic(...auth.basic),
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(proof === null ? {} : { DPoP: proof }),
      },
      body: new URLSearchParams({
        ...{ response_type: 'code', redirect_uri: callback, scope: 'openid profile', state: 's', nonce: 'n' },
        ...(params as Record<string, string>),
      }),
    })

  test('DP-09 a proof for /par is none for /token', async () => {
    const proof = await proofOf(a, '/par')
    expect((await push(proof)).status).toBe(201)
    expect((await machine(proof)).body.error).toBe('invalid_dpop_proof')
    const fresh = await proofOf(a, '/par')
    expect((await machine(fresh)).body.error).toBe('invalid_dpop_proof')
    expect((await push(proof)).status).toBe(400)
  })

  test('DP-10 strangers write nothing, and are counted', async () => {
    const before = await count('used_assertion')
    const wrong: { basic: [string, string] } = { basic: ['machine', 'a wrong secret'] }
    const statuses = new Set<number>()
    for (let n = 0; n < 110; n += 1) {
      const key = n % 20 === 0 ? await newProofKey() : a
      const answer = await world.token(
        { grant_type: 'client_credentials' },
        { ...wrong, ...dpop(await proofOf(key, '/token')) },
      )
      statuses.add(answer.status)
    }
    expect([...statuses].sort()).toEqual([401, 429])
    // A public client does not authenticate: only what this server gave it is proof enough.
    for (const form of [
      { grant_type: 'authorization_code', code: 'x', redirect_uri: spaRedirect, client_id: 'spa' },
      { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'spa' },
    ])
      expect((await world.token(form, dpop(await proofOf(a, '/token')))).body.error).toBe('invalid_grant')
    expect(await count('used_assertion')).toBe(before)
    const limited = new Set<number>()
    for (let n = 0; n < 110; n += 1)
      limited.add((await world.token({ grant_type: 'refresh_token', client_id: 'spa' }, dpop('x.y.z'))).status)
    expect(limited.has(429)).toBe(true)
    world.pass(61_000)
  })

  test('DP-11 what is remembered of a proof is removed', async () => {
    await machine(await proofOf(a, '/token'))
    const [row] = await world.deps.db.prisma.usedAssertion.findMany({ orderBy: { expiresAt: 'desc' }, take: 1 })
    expect(row?.expiresAt.getTime()).toBe(now().getTime() + 600_000)
  })

  test('DP-12 a code of dpop_jkt ends if it is redeemed with another key, or without a proof', async () => {
    for (const proof of [await proofOf(b, '/token'), null]) {
      const form = await spa({ dpop_jkt: a.jkt })
      const refused = await world.token(form, proof === null ? {} : dpop(proof))
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
      const late = await world.token(form, dpop(await proofOf(a, '/token')))
      expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
    }
    const form = await spa({ dpop_jkt: a.jkt })
    const { body } = await world.token(form, dpop(await proofOf(a, '/token')))
    expect((await present(a, body.access_token)).status).toBe(200)
    expect((await world.token(form, dpop(await proofOf(b, '/token')))).body.error).toBe('invalid_grant')
    expect((await present(a, body.access_token)).status).toBe(401)
  })

  test('DP-13 the key of a pushed request is that of its proof, or of dpop_jkt', async () => {
    const differing = await push(await proofOf(a, '/par'), { dpop_jkt: b.jkt })
    expect([differing.status, await differing.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ])
    for (const wrong of [a.jkt.slice(1), `${a.jkt}A`, `${a.jkt.slice(1)}=`]) {
      const answer = await push(null, { dpop_jkt: wrong })
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
    }
    const repeated = await fetch(`${world.issuer}/par`, {
      method: 'POST',
      headers: { Authorization: basic(...webAuth.basic), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `response_type=code&redirect_uri=${encodeURIComponent(callback)}&scope=openid&dpop_jkt=${a.jkt}&dpop_jkt=${a.jkt}`,
    })
    expect([repeated.status, await repeated.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ])
    for (const [proof, jkt] of [
      [await proofOf(a, '/par'), undefined],
      [await proofOf(a, '/par'), a.jkt],
      [null, a.jkt],
    ] as const) {
      const pushed = (await (await push(proof, jkt ? { dpop_jkt: jkt } : {})).json()) as { request_uri: string }
      const none = { redirect_uri: '', response_type: '', scope: '', state: '', nonce: '' }
      const { code } = await world.signIn({}, { ...none, request_uri: pushed.request_uri })
      const refused = await world.redeem(code)
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    }
  })

  test('DP-14 a confidential client may refresh with another key, and its new tokens are bound to that', async () => {
    const { code } = await world.signIn({}, { scope: 'openid offline_access' })
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: callback }
    const { body } = await world.token(redeem, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    expect(body.token_type).toBe('DPoP')
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    const next = await world.token(refresh, { ...webAuth, ...dpop(await proofOf(b, '/token')) })
    expect([next.status, claimsOf(next.body.access_token).cnf]).toEqual([200, { jkt: b.jkt }])
  })

  test('DP-15 the refresh token of a public client needs its key, and whoever lacks it ends nothing', async () => {
    const { refresh_token } = await boundTokens(a)
    const form = { grant_type: 'refresh_token', client_id: 'spa', refresh_token }
    const wrong: Record<string, string>[] = [{ DPoP: await proofOf(b, '/token') }, {}]
    for (const headers of wrong) {
      const refused = await world.token(form, { headers })
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    }
    const first = await world.token(form, dpop(await proofOf(a, '/token')))
    expect([first.status, first.body.token_type]).toEqual([200, 'DPoP'])
    // Its successors are bound too, and so are those that a lost answer is asked for again.
    const again = await world.token(form, dpop(await proofOf(a, '/token')))
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
    const second = { ...form, refresh_token: first.body.refresh_token }
    expect((await world.token(second)).body.error).toBe('invalid_grant')
    expect((await world.token(second, dpop(await proofOf(b, '/token')))).body.error).toBe('invalid_grant')
    expect((await world.token(second, dpop(await proofOf(a, '/token')))).status).toBe(200)
    // Nothing of the token can be taken off.
    const [grant, generation, , mac] = refresh_token.split('.')
    for (const forged of [`${grant}.${generation}.${mac}`, `${grant}.${generation}.${b.jkt}.${mac}`])
      expect((await world.token({ ...form, refresh_token: forged }, dpop(await proofOf(b, '/token')))).body.error).toBe(
        'invalid_grant',
      )
  })

  test('a public client that begins to send proofs has a bound refresh token from then on', async () => {
    const { body } = await world.token(await spa())
    expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['Bearer', undefined])
    const form = { grant_type: 'refresh_token', client_id: 'spa' }
    const next = await world.token({ ...form, refresh_token: body.refresh_token }, dpop(await proofOf(a, '/token')))
    expect(next.body.token_type).toBe('DPoP')
    expect((await world.token({ ...form, refresh_token: next.body.refresh_token })).body.error).toBe('invalid_grant')
  })

  test('DP-16 what was bound stays bound when the client need not bind any more', async () => {
    const manager = await world.token(
      { grant_type: 'client_credentials', scope: 'clients:read clients:write' },
      managerAuth,
    )
    const api = async (method: string, path: string, body: object, version?: number) => {
      const answer = await fetch(`${world.issuer}/api/v1${path}`, {
        method,
        headers: {
          ...{ Authorization: `Bearer ${manager.body.access_token}`, 'Content-Type': 'application/json' },
          ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
        },
        body: JSON.stringify(body),
      })
      // biome-ignore lint/suspicious/noExplicitAny: a JSON answer
      return { status: answer.status, body: (await answer.json()) as any }
    }
    const made = await api('POST', '/clients', {
      ...{ client_name: 'Phone app', redirect_uris: [spaRedirect], token_endpoint_auth_method: 'none' },
      grant_types: ['authorization_code', 'refresh_token'],
      dpop_bound_access_tokens: true,
    })
    expect([made.status, made.body.dpop_bound_access_tokens]).toEqual([201, true])
    const { client_id } = made.body
    const form = { ...(await spa({ client_id })), client_id }
    expect((await world.token(form)).body.error).toBe('invalid_dpop_proof')
    const { body } = await world.token(form, dpop(await proofOf(a, '/token')))
    const changed = await api('PATCH', `/clients/${client_id}`, { dpop_bound_access_tokens: null }, made.body.version)
    expect([changed.status, changed.body.dpop_bound_access_tokens]).toEqual([200, undefined])
    const refresh = { grant_type: 'refresh_token', client_id, refresh_token: body.refresh_token }
    expect((await world.token(refresh)).body.error).toBe('invalid_grant')
    const next = await world.token(refresh, dpop(await proofOf(a, '/token')))
    expect([next.status, next.body.token_type]).toEqual([200, 'DPoP'])
    // A grant that begins now may be one of bearer tokens.
    expect((await world.token({ ...(await spa({ client_id })), client_id })).body.token_type).toBe('Bearer')
  })

  test('DP-17 a proof for another access token, or for none, is refused', async () => {
    const [one, other] = [await boundTokens(a), await boundTokens(a)]
    for (const ath of [undefined, '', claimsOf(other.access_token).jti]) {
      const answer = await present(a, one.access_token, { claims: { ath } })
      expect([answer.status, await answer.json()]).toEqual([
        401,
        expect.objectContaining({ error: 'invalid_dpop_proof' }),
      ])
    }
    const swapped = await get('/userinfo', {
      Authorization: `DPoP ${one.access_token}`,
      DPoP: await proofOf(a, '/userinfo', { method: 'GET', token: other.access_token }),
    })
    expect(swapped.status).toBe(401)
    const foreign = await present(b, one.access_token)
    expect([foreign.status, await foreign.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'invalid_dpop_proof' }),
    ])
  })

  test('DP-18 a bound token is no bearer token anywhere', async () => {
    const { access_token: token } = await boundTokens(a)
    const proof = await proofOf(a, '/userinfo', { method: 'GET', token })
    const shown = { Authorization: `Bearer ${token}` }
    for (const headers of [shown, { ...shown, DPoP: proof }]) {
      const refused = await get('/userinfo', headers)
      expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })])
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token".*, DPoP algs="/)
    }
    const form = await fetch(`${world.issuer}/userinfo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', DPoP: await proofOf(a, '/userinfo', { token }) },
      body: new URLSearchParams({ access_token: token }),
    })
    expect([form.status, await form.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })])
    // Where it is verified, it is so for every API of this server.
    const own = await world.token(
      { grant_type: 'client_credentials', scope: 'users:read' },
      { ...managerAuth, ...dpop(await proofOf(a, '/token')) },
    )
    const api = await get('/api/v1/users', { Authorization: `Bearer ${own.body.access_token}` })
    expect([api.status, await api.json()]).toEqual([401, expect.objectContaining({ code: 'invalid_token' })])
    const called = await present(a, own.body.access_token, {}, '/api/v1/users')
    expect(called.status).toBe(200)
    const withQuery = await get('/api/v1/users?limit=1', {
      Authorization: `DPoP ${own.body.access_token}`,
      DPoP: await proofOf(a, '/api/v1/users', { method: 'GET', token: own.body.access_token }),
    })
    expect(withQuery.status).toBe(200)
    const otherPath = await get('/api/v1/organizations', {
      Authorization: `DPoP ${own.body.access_token}`,
      DPoP: await proofOf(a, '/api/v1/users', { method: 'GET', token: own.body.access_token }),
    })
    expect([otherPath.status, await otherPath.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'invalid_dpop_proof' }),
    ])
    expect(otherPath.headers.get('www-authenticate')).toMatch(/^DPoP algs=.*resource_metadata=/)
  })

  test('DP-19 a bearer token is no bound one', async () => {
    const { body } = await world.redeem((await world.signIn()).code)
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    const refused = await present(a, body.access_token)
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })])
  })

  test('DP-20 a bound token without a proof is refused with a challenge, and both schemes are offered', async () => {
    const { access_token: token } = await boundTokens(a)
    const bare = await get('/userinfo', { Authorization: `DPoP ${token}` })
    expect(bare.status).toBe(401)
    expect(bare.headers.get('www-authenticate')).toMatch(/^DPoP algs="ES256 PS256 EdDSA", error="invalid_token"/)
    const nothing = await get('/userinfo', {})
    expect([nothing.status, nothing.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="vestibule", DPoP algs="ES256 PS256 EdDSA"',
    ])
  })

  test('DP-21 a client that requires DPoP gets no tokens without a proof', async () => {
    const { code } = await world.signIn({}, { client_id: 'bound' })
    const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
    const refused = await world.token(form, boundAuth)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_dpop_proof'])
    // Nothing was spent.
    const { body } = await world.token(form, { ...boundAuth, ...dpop(await proofOf(a, '/token')) })
    expect(body.token_type).toBe('DPoP')
    for (const grant of [
      { grant_type: 'refresh_token', refresh_token: body.refresh_token },
      { grant_type: 'client_credentials' },
    ])
      expect((await world.token(grant, boundAuth)).body.error).toBe('invalid_dpop_proof')
  })

  test('a resource requires DPoP of every client, and a nonce where it says so', async () => {
    const ask = async (resource: string, proof: string | null) =>
      world.token(
        {
          grant_type: 'client_credentials',
          resource,
          scope: resource.includes('exact') ? 'exact:read' : 'orders:read',
        },
        { ...managerAuth, ...(proof === null ? {} : dpop(proof)) },
      )
    const [strict, exact] = ['https://strict.example.test', 'https://exact.example.test']
    expect((await ask(strict, null)).body.error).toBe('invalid_dpop_proof')
    expect((await ask(strict, await proofOf(a, '/token'))).body.token_type).toBe('DPoP')
    const asked = await ask(exact, await proofOf(a, '/token'))
    expect([asked.status, asked.body.error]).toEqual([400, 'use_dpop_nonce'])
    const nonce = asked.headers.get('dpop-nonce')
    expect((await ask(exact, await proofOf(a, '/token', { claims: { nonce } }))).status).toBe(200)
  })

  test('DP-22 introspection says that a token is bound, and to which key', async () => {
    const { code } = await world.signIn()
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: callback }
    const { body } = await world.token(redeem, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    const introspect = async (token: string) => {
      const answer = await fetch(`${world.issuer}/introspect`, {
        method: 'POST',
        headers: { Authorization: basic(...webAuth.basic), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }),
      })
      return (await answer.json()) as Record<string, unknown>
    }
    expect(await introspect(body.access_token)).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: a.jkt } })
    const bearer = (await world.redeem((await world.signIn()).code)).body.access_token
    const found = await introspect(bearer)
    expect([found.active, found.token_type, found.cnf]).toEqual([true, 'Bearer', undefined])
  })

  test('DP-23 nonces are of the last minutes, and renewed before they end', async () => {
    const refused = await world.token(
      { grant_type: 'authorization_code', code: 'x', redirect_uri: callback },
      { ...noncedAuth, ...dpop(await proofOf(a, '/token')) },
    )
    expect([refused.status, refused.body.error]).toEqual([400, 'use_dpop_nonce'])
    const nonce = refused.headers.get('dpop-nonce') ?? ''
    const redeem = async (given: string) => {
      const { code } = await world.signIn({}, { client_id: 'nonced' })
      return world.token(
        { grant_type: 'authorization_code', code, redirect_uri: callback },
        { ...noncedAuth, ...dpop(await proofOf(a, '/token', { claims: { nonce: given } })) },
      )
    }
    const first = await redeem(nonce)
    expect(first.status).toBe(200)
    expect(isOwnNonce(world.deps, 'token', nonce)).toBe(true)
    expect(isOwnNonce(world.deps, 'resource', nonce)).toBe(false)
    // At userinfo, its tokens need a nonce too.
    const shown = await present(a, first.body.access_token)
    expect(shown.status).toBe(401)
    const own = shown.headers.get('dpop-nonce') ?? ''
    expect(shown.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"')
    const answered = await present(a, first.body.access_token, { claims: { nonce: own } })
    expect([answered.status, answered.headers.get('dpop-nonce')]).toEqual([200, null])
    world.pass(61_000)
    const renewed = await present(a, first.body.access_token, { claims: { nonce: own } })
    expect(renewed.status).toBe(200)
    expect(renewed.headers.get('dpop-nonce')).not.toBe(own)
    expect(renewed.headers.get('dpop-nonce')).toMatch(/./)
    world.pass(180_000)
    for (const old of [nonce, 'x', `${nonce}x`, nonce.toUpperCase(), 42 as unknown as string]) {
      const answer = await redeem(old)
      expect([answer.status, answer.body.error]).toEqual([400, 'use_dpop_nonce'])
    }
  })

  test('DP-24 scripts of permitted origins may send proofs and read nonces', async () => {
    const origin = 'https://spa.example.test'
    for (const path of ['/token', '/userinfo']) {
      const preflight = await fetch(`${world.issuer}${path}`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'dpop' },
      })
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\bDPoP\b/)
      const answer = await get(path, { Origin: origin, Authorization: 'DPoP x' }, 'POST')
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce')
      expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
      const stranger = await get(path, { Origin: 'https://evil.example.test', Authorization: 'DPoP x' }, 'POST')
      expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('DP-25 a client whose clock is 20 minutes slow succeeds at its second try', async () => {
    const slow = new Date(now().getTime() - 20 * 60_000)
    const first = await machine(await proofOf(a, '/token', { now: slow }))
    expect([first.status, first.body.error]).toEqual([400, 'use_dpop_nonce'])
    const nonce = first.headers.get('dpop-nonce')
    expect((await machine(await proofOf(a, '/token', { now: slow, claims: { nonce } }))).status).toBe(200)
  })

  test('front-channel access tokens are refused where they would have to be bound', async () => {
    const params = { client_id: 'strict-spa', response_type: 'id_token token', redirect_uri: spaRedirect }
    const bearer = await world.signIn({}, params)
    expect(bearer.params.get('token_type')).toBe('Bearer')
    const visited = await world.authorize(world.browser(), {
      ...{ ...params, scope: 'openid profile', resource: 'https://strict.example.test' },
    })
    expect(new URLSearchParams(visited.callback?.hash.slice(1)).get('error')).toBe('invalid_request')
  })
})
