import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnNonce, newestNonce } from '../src/flows/tokens/dpop/nonces.ts'
import { type DatabaseKind, databases } from './support/databases.ts'
import { newProofKey, type ProofKey, type ProofOf } from './support/dpop.ts'
import {
  basic,
  claimsOf,
  type Given,
  openTestWorld,
  pkce,
  redirectUri,
  type TestWorld,
  webAuth,
} from './support/world.ts'

// What a hostile reader of RFC 9449 tries beside the catalogue (dpop.test.ts): downgrades, neighbours of an address, borrowed nonces.

const machineAuth: { basic: [string, string] } = { basic: ['machine', 'machine-secret-0123456789'] }
const spaRedirect = 'https://spa.example.test/cb'

describe.each(databases)('DPoP on %s', (database: DatabaseKind) => {
  let world: TestWorld
  let a: ProofKey
  let b: ProofKey
  beforeAll(async () => {
    world = await openTestWorld(
      {
        DPOP: 'on',
        PASSKEY_NUDGE: 'off',
        OIDC_CLIENT_ID_10: 'nonced',
        OIDC_CLIENT_10_SECRET: 'nonced-secret-0123456789',
        OIDC_CLIENT_10_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_10_SCOPES: 'orders:read',
        OIDC_CLIENT_10_AUDIENCES: 'https://api.example.test',
        OIDC_CLIENT_10_DPOP_NONCE: 'required',
      },
      { database },
    )
    ;[a, b] = [await newProofKey(), await newProofKey()]
  })
  afterAll(() => world?.close())

  const proofOf = (key: ProofKey, path: string, of: Omit<ProofOf, 'url'> = {}) =>
    key.proof({ url: `${world.issuer}${path}`, now: world.deps.now(), ...of })
  const dpop = (proof: string) => ({ headers: { DPoP: proof } })
  const machine = async (of: Omit<ProofOf, 'url'> = {}, key = a) =>
    world.token({ grant_type: 'client_credentials' }, { ...machineAuth, ...dpop(await proofOf(key, '/token', of)) })
  const spa = async (params: Given = {}) => {
    const { verifier, challenge } = pkce()
    const request = { client_id: 'spa', redirect_uri: spaRedirect, code_challenge_method: 'S256' }
    const { code } = await world.signIn({}, { ...request, code_challenge: challenge, ...params })
    return {
      ...{ grant_type: 'authorization_code', client_id: 'spa', redirect_uri: spaRedirect },
      ...{ code, code_verifier: verifier },
    }
  }
  const boundTokens = async () =>
    (await world.token(await spa(), dpop(await proofOf(a, '/token')))).body as Record<string, string>
  const userinfo = async (token: string, of: Omit<ProofOf, 'url'> & { as?: string } = {}) => {
    const proof = await proofOf(a, '/userinfo', { method: 'GET', token, ...of })
    return fetch(`${world.issuer}/userinfo`, {
      method: of.as ?? 'GET',
      headers: { Authorization: `DPoP ${token}`, DPoP: proof },
    })
  }
  const post = (path: string, params: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${world.issuer}${path}`, { method: 'POST', headers, body: new URLSearchParams(params) })

  test('DP-41 the refresh token of a confidential client stays one for bound tokens: with any key, but never without one', async () => {
    const { code } = await world.signIn({}, { scope: 'openid offline_access' })
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const { body } = await world.token(redeem, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    let { refresh_token } = body
    for (const key of [a, b]) {
      const form = { grant_type: 'refresh_token', refresh_token }
      const bare = await world.token(form, webAuth)
      expect([bare.status, bare.body.error]).toEqual([400, 'invalid_grant'])
      const cut = refresh_token.replace('.dpop.', '.')
      expect(cut).not.toBe(refresh_token)
      for (const forged of [cut, refresh_token.replace('.dpop.', `.${key.jkt}.`)])
        expect((await world.token({ ...form, refresh_token: forged }, webAuth)).body.error).toBe('invalid_grant')
      const next = await world.token(form, { ...webAuth, ...dpop(await proofOf(key, '/token')) })
      expect([next.status, next.body.token_type]).toEqual([200, 'DPoP'])
      expect(claimsOf(next.body.access_token).cnf).toEqual({ jkt: key.jkt })
      refresh_token = next.body.refresh_token
    }
    const answer = await post('/introspect', { token: refresh_token }, { Authorization: basic(...webAuth.basic) })
    const introspected = (await answer.json()) as Record<string, unknown>
    expect([introspected.active, introspected.cnf]).toEqual([true, undefined])
    // Who began without a key may go on without one, and is bound from the first proof on.
    const plain = await world.redeem((await world.signIn({}, { scope: 'openid offline_access' })).code)
    const form = { grant_type: 'refresh_token', refresh_token: plain.body.refresh_token }
    const first = await world.token(form, webAuth)
    expect(first.body.token_type).toBe('Bearer')
    const second = { ...form, refresh_token: first.body.refresh_token }
    const bound = await world.token(second, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    expect(bound.body.token_type).toBe('DPoP')
    const third = await world.token({ ...form, refresh_token: bound.body.refresh_token }, webAuth)
    expect(third.body.error).toBe('invalid_grant')
  })

  test('DP-41 while DPOP is off, the client is told why its bound refresh token is refused, and goes on with it afterwards', async () => {
    const { code } = await world.signIn({}, { scope: 'openid offline_access' })
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const { body } = await world.token(redeem, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    Object.assign(world.deps.config, { dpop: false })
    for (const proof of [{}, dpop(await proofOf(a, '/token'))]) {
      const refused = await world.token(form, { ...webAuth, ...proof })
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
      expect(refused.body.error_description).toContain('DPoP is switched off at this server')
    }
    Object.assign(world.deps.config, { dpop: true })
    const next = await world.token(form, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    expect([next.status, next.body.token_type]).toEqual([200, 'DPoP'])
  })

  test('DP-42 a proof with ath says nothing at the token endpoint, and is none for a token', async () => {
    const { access_token: token = '' } = await boundTokens()
    const proof = await proofOf(a, '/token', { token })
    const answer = await world.token({ grant_type: 'client_credentials' }, { ...machineAuth, ...dpop(proof) })
    expect([answer.status, answer.body.token_type]).toEqual([200, 'DPoP'])
    const unused = await proofOf(a, '/token', { token, method: 'GET' })
    const shown = await fetch(`${world.issuer}/userinfo`, { headers: { Authorization: `DPoP ${token}`, DPoP: unused } })
    expect(shown.status).toBe(401)
  })

  test('DP-43 a neighbour of the address is another address', async () => {
    const { protocol, hostname, port } = new URL(world.issuer)
    for (const htu of [
      `${protocol}//${hostname}:${Number(port) + 1}/token`,
      `${protocol}//${hostname}/token`,
      `https://${hostname}:${port}/token`,
      `${protocol}//${hostname}.:${port}/token`,
      `${protocol}//127.0.0.1:${port}/token`,
      `${world.issuer}/Token`,
      `${world.issuer}/%74oken`,
      `${world.issuer}//token`,
      `${world.issuer}/token%2f`,
      `${world.issuer}/token;x=1`,
      `${world.issuer}/token\u200b`,
      [`${world.issuer}/token`],
      { href: `${world.issuer}/token` },
    ]) {
      const answer = await machine({ claims: { htu } })
      expect([htu, answer.status, answer.body.error]).toEqual([htu, 400, 'invalid_dpop_proof'])
    }
  })

  test('DP-44 a proof for GET is none for HEAD, nor the other way round', async () => {
    const { access_token = '' } = await boundTokens()
    expect((await userinfo(access_token, { as: 'HEAD' })).status).toBe(401)
    expect((await userinfo(access_token, { method: 'HEAD' })).status).toBe(401)
    expect((await userinfo(access_token)).status).toBe(200)
  })

  test('DP-45 a proof with headers that JWS has and DPoP has not is refused or read without them', async () => {
    for (const header of [{ crit: ['b64'], b64: false }, { crit: ['x'], x: 1 }, { typ: 'application/jwt' }])
      expect((await machine({ header }).catch(() => null))?.body.error ?? 'invalid_dpop_proof').toBe(
        'invalid_dpop_proof',
      )
    // Nothing is fetched, and the key in the proof is the one that counts.
    const header = { jku: 'https://evil.example.test/keys', x5u: 'https://evil.example.test/cert', kid: 'x' }
    const answer = await machine({ header })
    expect(claimsOf(answer.body.access_token).cnf).toEqual({ jkt: a.jkt })
  })

  test('DP-46 a nonce is the server’s: whoever it was given to, until its time is over, and with a new SECRET too', async () => {
    const noncedAuth: { basic: [string, string] } = { basic: ['nonced', 'nonced-secret-0123456789'] }
    const ask = async (nonce: unknown) =>
      world.token(
        { grant_type: 'client_credentials' },
        { ...noncedAuth, ...dpop(await proofOf(a, '/token', { claims: { nonce } })) },
      )
    const nonce = (await ask('made-up')).headers.get('dpop-nonce') ?? ''
    // Given to another client, and to one that need not have it.
    expect((await ask(nonce)).status).toBe(200)
    expect((await machine({ claims: { nonce } }, b)).status).toBe(200)
    for (const wrong of ['', [nonce], { nonce }, `${nonce} `, `0${nonce}`, nonce.replace(/^./, '1')]) {
      const answer = await ask(wrong)
      expect([wrong, answer.status, answer.body.error]).toEqual([wrong, 400, 'use_dpop_nonce'])
    }
    // One of the APIs of this server is none here.
    expect((await ask(newestNonce(world.deps, 'resource'))).body.error).toBe('use_dpop_nonce')
    expect(isOwnNonce(world.deps, 'token', nonce)).toBe(true)
    world.pass(4 * 60_000)
    expect((await ask(nonce)).body.error).toBe('use_dpop_nonce')
  })

  test('DP-47 a key beside a pushed request changes nothing: the code is bound to the pushed one', async () => {
    const params = { response_type: 'code', redirect_uri: redirectUri, scope: 'openid', state: 's', nonce: 'n' }
    const headers = { Authorization: basic(...webAuth.basic), DPoP: await proofOf(a, '/par') }
    const { request_uri } = (await (await post('/par', params, headers)).json()) as { request_uri: string }
    const none = { redirect_uri: '', response_type: '', scope: '', state: '', nonce: '' }
    const { code } = await world.signIn({}, { ...none, request_uri, dpop_jkt: b.jkt })
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const { body } = await world.token(redeem, { ...webAuth, ...dpop(await proofOf(a, '/token')) })
    expect(claimsOf(body.access_token).cnf).toEqual({ jkt: a.jkt })
  })

  test('DP-48 a wrong proof spends no code, and one of another key at a code without dpop_jkt binds it to that key', async () => {
    const form = await spa({ dpop_jkt: a.jkt })
    const wrong = await world.token(form, dpop(await proofOf(a, '/userinfo')))
    expect(wrong.body.error).toBe('invalid_dpop_proof')
    expect((await world.token(form, dpop(await proofOf(a, '/token')))).status).toBe(200)
    const open = await world.token(await spa(), dpop(await proofOf(b, '/token')))
    expect(claimsOf(open.body.access_token).cnf).toEqual({ jkt: b.jkt })
  })

  test('DP-49 a bound token is revoked and introspected without its proof, and refused afterwards', async () => {
    const { access_token = '' } = await boundTokens()
    expect((await userinfo(access_token)).status).toBe(200)
    expect((await post('/revoke', { token: access_token, client_id: 'spa' })).status).toBe(200)
    const refused = await userinfo(access_token)
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })])
  })

  test('DP-50 a script of a permitted origin can read why it was refused, and the nonce', async () => {
    const origin = 'https://spa.example.test'
    const seconds = Math.floor(world.deps.now().getTime() / 1000) - 3600
    const form = { grant_type: 'refresh_token', client_id: 'spa', refresh_token: 'x' }
    const late = await proofOf(a, '/token', { claims: { iat: seconds } })
    const { access_token: token = '' } = await boundTokens()
    const shown = await proofOf(a, '/userinfo', { method: 'GET', token, claims: { iat: seconds } })
    const answers = [
      await post('/token', form, { Origin: origin, DPoP: late }),
      await fetch(`${world.issuer}/userinfo`, {
        headers: { Origin: origin, Authorization: `DPoP ${token}`, DPoP: shown },
      }),
    ]
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({ error: 'use_dpop_nonce' })
      expect(answer.headers.get('dpop-nonce')).toMatch(/./)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce')
    }
  })

  test('DP-51 no API of this server takes a bound token as a bearer token, or by the wrong key', async () => {
    const { access_token: token = '' } = await boundTokens()
    for (const path of ['/userinfo', '/api/v1/users']) {
      const own = await proofOf(a, path, { method: 'GET', token })
      for (const [authorization, proof] of [
        [`Bearer ${token}`, undefined],
        [`Bearer ${token}`, own],
        [`DPoP ${token}`, undefined],
        [`DPoP ${token}`, await proofOf(b, path, { method: 'GET', token })],
        [`DPoP ${token}, Bearer ${token}`, own],
      ]) {
        const headers = { Authorization: authorization ?? '', ...(proof ? { DPoP: proof } : {}) }
        const { status } = await fetch(`${world.issuer}${path}`, { headers })
        expect([400, 401]).toContain(status)
      }
    }
  })
})
