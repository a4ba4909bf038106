import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createRemoteJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  claimsOf,
  type Given,
  headerOf,
  hybridAuth,
  openTestWorld,
  pkce,
  redirectUri,
  type TestWorld,
  webAuth,
} from './support/world.ts'

// The forty behaviours that OpenID providers most often get wrong, by the numbers of docs/security/conformance.md.
// 15, 31, 36 and 37 are about dynamic registration, request_uri documents and signed userinfo, which are not offered.

let world: TestWorld
let machineKey: Awaited<ReturnType<typeof generateKeyPair>>
const frontTypes = ['id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token']

/** Receives logout tokens over HTTP. */
const received: { type: string; body: URLSearchParams }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.push({ type: request.headers['content-type'] ?? '', body: new URLSearchParams(body) })
    response.end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  machineKey = await generateKeyPair('RS256', { extractable: true })
  const { port } = receiver.address() as { port: number }
  world = await openTestWorld({
    OIDC_CLIENT_ID_6: 'assert',
    OIDC_CLIENT_6_JWKS: JSON.stringify({ keys: [await exportJWK(machineKey.publicKey)] }),
    OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
    OIDC_CLIENT_6_ASSERTION_AUDIENCE: 'issuer,token_endpoint',
    OIDC_CLIENT_ID_7: 'strict',
    OIDC_CLIENT_7_JWKS: JSON.stringify({ keys: [await exportJWK(machineKey.publicKey)] }),
    OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
    OIDC_CLIENT_ID_8: 'leaving',
    OIDC_CLIENT_8_SECRET: 'leaving-secret-0123456789',
    OIDC_CLIENT_8_REDIRECT_URIS: redirectUri,
    OIDC_CLIENT_8_POST_LOGOUT_REDIRECT_URIS: 'https://rp.example.test/bye',
    OIDC_CLIENT_8_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${port}/backchannel`,
    OIDC_CLIENT_8_FRONTCHANNEL_LOGOUT_URI: 'https://rp.example.test/frontchannel',
  })
})
afterAll(async () => {
  await world.close()
  receiver.close()
})

const tokensFor = async (params: Given = {}) => {
  const signedIn = await world.signIn({}, params)
  const { body } = await world.redeem(signedIn.code)
  return { ...signedIn, tokens: body }
}
const metadata = async () =>
  (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json() as Promise<Record<string, unknown>>

describe('foundations', () => {
  test('1 discovery is served as JSON, names the issuer byte for byte and lists only registered members', async () => {
    const response = await fetch(`${world.issuer}/.well-known/openid-configuration`)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const document = (await response.json()) as Record<string, unknown>
    expect(document).toMatchObject({
      issuer: world.issuer,
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    })
    for (const [name, value] of Object.entries(document))
      if (/_endpoint$|jwks_uri/.test(name)) expect(value).toMatch(new RegExp(`^${world.issuer}/`))
    for (const absent of [
      'registration_endpoint',
      'dpop_signing_alg_values_supported',
      'tls_client_certificate_bound_access_tokens',
    ])
      expect(document).not.toHaveProperty(absent)
  })

  test('2 keys are public, distinct and complete; after a rotation there is one more and the old one stays', async () => {
    // JK-01, JK-02
    const other = await openTestWorld()
    const keys = async () =>
      ((await (await fetch(`${other.issuer}/jwks`)).json()) as { keys: Record<string, string>[] }).keys
    const before = await keys()
    expect(new Set(before.map((key) => key.kid)).size).toBe(before.length)
    for (const key of before) {
      expect(key).toMatchObject({
        kid: expect.any(String),
        alg: expect.any(String),
        use: 'sig',
        kty: expect.stringMatching(/^(RSA|EC|OKP)$/),
      })
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']) expect(key).not.toHaveProperty(secret)
    }
    await expect(other.deps.keys.rotate()).rejects.toThrow(/clients may not know it/)
    const signing = other.deps.keys.signer('RS256').kid
    other.pass(3601_000)
    const rotated = await other.deps.keys.rotate()
    expect(rotated).toHaveLength(3)
    await other.minute()
    const after = await keys()
    expect(after.filter((key) => !before.some((old) => old.kid === key.kid))).toHaveLength(3)
    expect(after.map((key) => key.kid)).toEqual(expect.arrayContaining(before.map((key) => key.kid)))
    expect(other.deps.keys.signer('RS256').kid).toBe(signing)
    other.pass(121_000)
    expect(other.deps.keys.signer('RS256').kid).not.toBe(signing)
    expect(before.map((key) => key.kid)).toContain(other.deps.keys.signer('RS256').kid)
    await other.close()
  })

  test('3 an ID token is RS256 and its kid picks exactly one key', async () => {
    const { tokens } = await tokensFor()
    expect(headerOf(tokens.id_token)).toMatchObject({ alg: 'RS256', typ: 'JWT' })
    await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(`${world.issuer}/jwks`)), {
      issuer: world.issuer,
      audience: 'web',
    })
    expect(headerOf(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  })

  test('4 an ID token of openid alone holds what it must and nothing of the person', async () => {
    const { tokens } = await tokensFor({ nonce: 'n-0S6_WzA2Mj', scope: 'openid' })
    const claims = claimsOf(tokens.id_token)
    expect(Object.keys(claims).sort()).toEqual([
      'acr',
      'amr',
      'at_hash',
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'nonce',
      'sid',
      'sub',
    ])
    expect(claims).toMatchObject({
      iss: world.issuer,
      aud: 'web',
      nonce: 'n-0S6_WzA2Mj',
      auth_time: expect.any(Number),
    })
    expect(Math.abs(world.deps.now().getTime() / 1000 - Number(claims.iat))).toBeLessThan(300)
  })

  test('5 the Basic header is form-decoded in both its parts', async () => {
    // TK-14
    const { code } = await world.signIn()
    expect((await world.redeem(code)).status).toBe(200)
    const raw = await fetch(`${world.issuer}/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from('web:%zz').toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=authorization_code',
    })
    expect(raw.status).toBe(400)
  })

  test('6 neither PKCE nor nonce is needed by a confidential client; with a challenge the verifier is', async () => {
    // AZ-07
    const plain = await world.signIn({}, { nonce: '' })
    expect(claimsOf((await world.redeem(plain.code)).body.id_token)).not.toHaveProperty('nonce')
    const { verifier, challenge } = pkce()
    const one = await world.signIn({}, { code_challenge: challenge, code_challenge_method: 'S256' })
    expect((await world.redeem(one.code)).body.error).toBe('invalid_grant')
    expect((await world.redeem(one.code, { code_verifier: `${verifier}x` })).body.error).toBe('invalid_grant')
    expect((await world.redeem(one.code, { code_verifier: verifier })).status).toBe(200)
  })

  test.each(['query', 'form_post'])('7 state and nonce come back as they were sent (%s)', async (mode) => {
    // AZ-20
    const state = `${'aZ09'.repeat(31)}-._~`
    const nonce = `${'bY18'.repeat(9)}abc-._~`
    const { params, code, browser } = await world.signIn({}, { state, nonce, response_mode: mode })
    expect(params.get('state')).toBe(state)
    expect(claimsOf((await world.redeem(code)).body.id_token).nonce).toBe(nonce)
    const refused = await world.authorize(browser, { state, scope: 'openid nonsense' })
    expect(refused.callback?.searchParams.get('state')).toBe(state)
    expect((await world.authorize(browser, { state: '' })).callback?.searchParams.has('state')).toBe(false)
  })

  test.each(frontTypes)('8 %s answers in the fragment and nowhere else', async (type) => {
    const { visited, params } = await world.signIn(
      {},
      {
        client_id: 'hybrid',
        response_type: type,
        redirect_uri: `${redirectUri}?bar=foo`,
        scope: 'openid profile email',
      },
    )
    expect(visited.callback?.search).toBe('?bar=foo')
    expect(params.has('code')).toBe(type.includes('code'))
    expect(params.has('id_token')).toBe(type.includes('id_token'))
    const wantsToken = type.split(' ').includes('token')
    expect(params.has('access_token')).toBe(wantsToken)
    if (wantsToken) {
      expect(params.get('token_type')).toBe('Bearer')
      expect(Number(params.get('expires_in'))).toBeGreaterThan(0)
      expect((await world.userinfo(params.get('access_token') ?? '')).status).toBe(200)
    }
    expect(params.get('iss')).toBe(world.issuer)
  })

  test.each(frontTypes.filter((type) => type.includes('id_token')))(
    '9 at_hash and c_hash of %s are right',
    async (type) => {
      const { params } = await world.signIn({}, { client_id: 'hybrid', response_type: type })
      const half = (value: string | null) =>
        createHash('sha256')
          .update(value ?? '')
          .digest()
          .subarray(0, 16)
          .toString('base64url')
      const claims = claimsOf(params.get('id_token') ?? '')
      expect(claims.at_hash).toBe(params.has('access_token') ? half(params.get('access_token')) : undefined)
      expect(claims.c_hash).toBe(params.has('code') ? half(params.get('code')) : undefined)
      if (params.has('code')) {
        const { body } = await world.token(
          { grant_type: 'authorization_code', code: params.get('code') ?? '', redirect_uri: redirectUri },
          hybridAuth,
        )
        expect(claimsOf(body.id_token)).toMatchObject({
          sub: claims.sub,
          iss: claims.iss,
          at_hash: half(body.access_token),
        })
      }
    },
  )

  test('10 codes and tokens are random enough and printable', async () => {
    const { code, tokens } = await tokensFor()
    for (const value of [code, tokens.access_token, tokens.refresh_token] as string[]) {
      const counts = new Map<string, number>()
      for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
      const entropy = [...counts.values()].reduce(
        (sum, count) => sum - (count / value.length) * Math.log2(count / value.length),
        0,
      )
      expect(entropy * value.length).toBeGreaterThan(128)
      expect(value).toMatch(/^[\x20-\x7e]+$/)
    }
  })

  test('11 the token response is JSON that nobody stores', async () => {
    // TK-24, TK-36
    const { code } = await world.signIn()
    const { status, headers, body } = await world.redeem(code)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    expect(body).toMatchObject({
      access_token: expect.any(String),
      token_type: 'Bearer',
      id_token: expect.any(String),
      expires_in: expect.any(Number),
    })
    expect(claimsOf(body.access_token).exp as number).toBe(
      (claimsOf(body.access_token).iat as number) + body.expires_in,
    )
  })
})

describe('userinfo and claims', () => {
  test('12 userinfo by GET, by POST with an empty body, and by a form', async () => {
    // UI-08
    const { tokens } = await tokensFor()
    const url = `${world.issuer}/userinfo`
    const headers = { Authorization: `Bearer ${tokens.access_token}` }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all([
      fetch(url, { headers }),
      fetch(url, { method: 'POST', headers: { ...headers, ...form }, body: '' }),
      fetch(url, { method: 'POST', headers }),
      fetch(url, { method: 'POST', headers: form, body: `access_token=${tokens.access_token}` }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(((await answer.json()) as { sub: string }).sub).toBe(claimsOf(tokens.id_token).sub)
    }
  })

  test('13 each scope brings its claims, with the right types, and no others', async () => {
    // UI-07
    const { tokens, person } = await tokensFor({ scope: 'email address phone profile openid' })
    await world.deps.db.prisma.user.update({
      where: { id: String(claimsOf(tokens.id_token).sub) },
      data: {
        middleName: 'King',
        nickname: 'ada',
        preferredUsername: 'ada',
        profile: 'https://example.test/ada',
        picture: 'https://example.test/ada.png',
        website: 'https://example.test',
        gender: 'female',
        birthdate: '1815-12-10',
        zoneinfo: 'Europe/London',
        locale: 'en-GB',
        phone: '+441234567',
        address: JSON.stringify({ country: 'GB' }),
      },
    })
    const info = (await (await world.userinfo(tokens.access_token)).json()) as Record<string, unknown>
    for (const claim of [
      'name',
      'family_name',
      'given_name',
      'middle_name',
      'nickname',
      'preferred_username',
      'profile',
      'picture',
      'website',
      'gender',
      'birthdate',
      'zoneinfo',
      'locale',
      'updated_at',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'address',
    ]) {
      expect(info, claim).toHaveProperty(claim)
    }
    expect(info).toMatchObject({
      email_verified: true,
      phone_number_verified: false,
      phone: '+441234567',
      phone_verified: false,
      address: { country: 'GB' },
      updated_at: expect.any(Number),
    })
    const small = await tokensFor({ scope: 'openid email' })
    expect(Object.keys((await (await world.userinfo(small.tokens.access_token)).json()) as object).sort()).toEqual([
      'email',
      'email_verified',
      'sub',
    ])
    expect(claimsOf(small.tokens.id_token)).not.toHaveProperty('phone_number')
    expect(person.email).toBeTruthy()
  })

  test('14 the claims parameter asks for single claims, in userinfo and in the ID token', async () => {
    // UI-07
    const { tokens } = await tokensFor({
      scope: 'openid',
      claims: JSON.stringify({ userinfo: { name: { essential: true } } }),
    })
    expect(await (await world.userinfo(tokens.access_token)).json()).toMatchObject({ name: 'Ada Lovelace' })
    expect(claimsOf(tokens.id_token)).not.toHaveProperty('name')
    const { params } = await world.signIn(
      {},
      {
        client_id: 'hybrid',
        response_type: 'id_token',
        scope: 'openid',
        claims: JSON.stringify({ id_token: { name: { essential: true } } }),
      },
    )
    expect(claimsOf(params.get('id_token') ?? '')).toMatchObject({ name: 'Ada Lovelace' })
    const front = await world.signIn({}, { client_id: 'hybrid', response_type: 'id_token', scope: 'openid email' })
    expect(claimsOf(front.params.get('id_token') ?? '')).toMatchObject({
      email: front.person.email,
      email_verified: true,
    })
  })
})

describe('sessions, prompts, hints', () => {
  test('16 prompt=none without a session is login_required, in each response mode', async () => {
    // AZ-11
    const code = await world.authorize(world.browser(), { prompt: 'none' })
    expect(code.callback?.searchParams.get('error')).toBe('login_required')
    expect(code.callback?.searchParams.get('state')).toBe('the-state')
    const fragment = await world.authorize(world.browser(), {
      prompt: 'none',
      client_id: 'hybrid',
      response_type: 'id_token',
    })
    expect(fragment.callback?.hash).toContain('error=login_required')
    const posted = await world.authorize(world.browser(), { prompt: 'none', response_mode: 'form_post' })
    expect(posted.html.querySelector('[name=error]')?.getAttribute('value')).toBe('login_required')
  })

  test('17 and 18 prompt=none with a session answers at once with the same sub and auth_time; a hint may go along', async () => {
    // AZ-26
    const { browser, tokens } = await tokensFor()
    const first = claimsOf(tokens.id_token)
    world.pass(1500)
    for (const extra of [{}, { id_token_hint: tokens.id_token }]) {
      const again = await world.authorize(browser, { prompt: 'none', ...extra })
      const { body } = await world.redeem(again.callback?.searchParams.get('code') ?? '')
      expect(claimsOf(body.id_token)).toMatchObject({ sub: first.sub, auth_time: first.auth_time })
    }
    const other = await tokensFor()
    const wrong = await world.authorize(browser, { prompt: 'none', id_token_hint: other.tokens.id_token })
    expect(wrong.callback?.searchParams.get('error')).toBe('login_required')
  })

  test.each([{ prompt: 'login' }, { max_age: '1' }, { max_age: '0' }])(
    '19 and 20 %j asks again and auth_time moves',
    async (params) => {
      // AZ-13
      const { browser, tokens, person } = await tokensFor()
      world.pass(2500)
      await world.authorize(browser, params)
      expect(browser.has('email')).toBe(true)
      const again = await world.finish(browser, person)
      const { body } = await world.redeem(again.callback?.searchParams.get('code') ?? '')
      expect(Number(claimsOf(body.id_token).auth_time)).toBeGreaterThan(Number(claimsOf(tokens.id_token).auth_time))
    },
  )

  test('21 max_age that is not reached asks nothing and keeps auth_time', async () => {
    const { browser, tokens } = await tokensFor({ max_age: '15000' })
    world.pass(1500)
    const again = await world.authorize(browser, { max_age: '10000' })
    const { body } = await world.redeem(again.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(body.id_token).auth_time).toBe(claimsOf(tokens.id_token).auth_time)
  })

  test('22 acr_values is voluntary and answered truthfully; an essential acr that cannot be met is an error', async () => {
    // AZ-28
    const { acr_values_supported } = await metadata()
    const { tokens, browser } = await tokensFor({ acr_values: `${(acr_values_supported as string[]).join(' ')} phr` })
    expect(acr_values_supported).toContain(claimsOf(tokens.id_token).acr)
    const essential = await world.authorize(browser, {
      claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } }),
    })
    // It can be met, by a passkey; who has none may say so.
    expect(essential.location).toMatch(/\/passkey$/)
    const declined = await browser.submit({ decision: 'decline' })
    expect(declined.callback?.searchParams.get('error')).toBe('unmet_authentication_requirements')
    const impossible = await world.authorize(browser, {
      claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['urn:mace:incommon:iap:silver'] } } }),
    })
    expect(impossible.callback?.searchParams.get('error')).toBe('unmet_authentication_requirements')
  })

  test('23 harmless parameters do no harm, in any order, by GET or by POST', async () => {
    const { browser } = await tokensFor()
    for (const extra of [
      { extra: 'foobar' },
      { display: 'page' },
      { display: 'popup' },
      { ui_locales: 'se' },
      { claims_locales: 'se' },
      { login_hint: 'buffy@host.test' },
      { scope: 'email openid' },
    ]) {
      expect((await world.authorize(browser, extra)).callback?.searchParams.has('code'), JSON.stringify(extra)).toBe(
        true,
      )
    }
    const form = new URLSearchParams({
      state: 's',
      scope: 'openid',
      response_type: 'code',
      redirect_uri: redirectUri,
      client_id: 'web',
    })
    const posted = await browser.go(`${world.issuer}/authorize`, {
      method: 'POST',
      body: form.toString(),
      headers: { Origin: 'https://rp.example.test' },
    })
    expect(posted.callback?.searchParams.get('state')).toBe('s')
  })
})

describe('refusing bad authorization requests', () => {
  test.each(
    [
      `${redirectUri}/abcdefghij`,
      `${redirectUri}?foo=bar`,
      `${redirectUri}/`,
      'https://rp.example.test/CB',
      'https://rp.example.test:443/cb',
      'HTTPS://rp.example.test/cb',
      `${redirectUri}#`,
      'https://rp.example.test/cb/../evil',
      'https://rp.example.test@evil.test/cb',
      'https:rp.example.test/cb',
      'https://rp.exam\tple.test/cb',
      'javascript:alert(1)//',
      '',
      `${redirectUri}${'a'.repeat(8192)}`,
    ].map((uri) => [uri.slice(0, 60), uri] as const),
  )('24 and 25 redirect_uri %j: a page of ours and no redirect, whatever else is wrong', async (_shown, uri) => {
    for (const extra of [{}, { scope: 'bogus' }, { response_type: 'bogus' }, { prompt: 'none' }]) {
      const answer = await world.authorize(world.browser(), { redirect_uri: uri, ...extra })
      expect(answer.status).toBe(400)
      expect(answer.callback).toBeNull()
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.text).toContain('invalid_request')
    }
  })

  test('24 a registered query is kept', async () => {
    const { visited } = await world.signIn({}, { redirect_uri: `${redirectUri}?bar=foo` })
    expect(visited.callback?.href.startsWith(`${redirectUri}?bar=foo&code=`)).toBe(true)
  })

  test('26 no nonce for an ID token in front: invalid_request in the fragment', async () => {
    const { callback } = await world.authorize(world.browser(), {
      client_id: 'hybrid',
      response_type: 'code id_token',
      nonce: '',
    })
    expect(callback?.search).toBe('')
    expect(callback?.hash).toContain('error=invalid_request')
    expect(callback?.hash).toContain('state=the-state')
  })

  test('27 no response_type: an error in the query, or by form', async () => {
    // AZ-04, AZ-05
    const { callback } = await world.authorize(world.browser(), { response_type: '' })
    expect(callback?.searchParams.get('error')).toBe('invalid_request')
    const posted = await world.authorize(world.browser(), { response_type: '', response_mode: 'form_post' })
    expect(posted.html.querySelector('[name=error]')?.getAttribute('value')).toBe('invalid_request')
    const disabled = await world.authorize(world.browser(), { response_type: 'id_token' })
    expect(disabled.callback?.hash).toContain('error=unauthorized_client')
    const unknown = await world.authorize(world.browser(), { response_type: 'CODE' })
    expect(unknown.callback?.searchParams.get('error')).toBe('unsupported_response_type')
  })

  test('28 an error holds only what it may, in allowed characters, and reflects nothing', async () => {
    // AC-12
    for (const extra of [
      { scope: 'openid ümlaut"\\' },
      { prompt: 'none login' },
      { max_age: '-1' },
      { claims: '{"x' },
      { code_challenge: 'x' },
      { response_mode: 'bogus' },
      { prompt: 'x"\n' },
    ]) {
      const { callback } = await world.authorize(world.browser(), extra as Given)
      const params = callback?.searchParams as URLSearchParams
      expect([...params.keys()].sort(), JSON.stringify(extra)).toEqual(['error', 'error_description', 'iss', 'state'])
      expect(params.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    }
  })

  test('29 and 30 a request object is request_not_supported, but only at a proven redirect URI', async () => {
    // AZ-14
    const { callback } = await world.authorize(world.browser(), { request: 'eyJhbGciOiJub25lIn0.e30.' })
    expect(callback?.searchParams.get('error')).toBe('request_not_supported')
    const unproven = await world.authorize(world.browser(), {
      request: 'eyJhbGciOiJub25lIn0.e30.',
      redirect_uri: `${redirectUri}_invalid`,
    })
    expect([unproven.status, unproven.callback]).toEqual([400, null])
    const byUri = await world.authorize(world.browser(), { request_uri: 'http://169.254.169.254/' })
    expect(byUri.callback?.searchParams.get('error')).toBe('request_uri_not_supported')
  })
})

describe('codes and tokens', () => {
  test('32 a code that is used twice takes its tokens with it, long after too', async () => {
    const { code, tokens } = await tokensFor()
    expect((await world.userinfo(tokens.access_token)).status).toBe(200)
    world.pass(30_000)
    const second = await world.redeem(code)
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant'])
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    const late = await tokensFor()
    world.pass(120_000)
    expect((await world.redeem(late.code)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(late.tokens.access_token)).status).toBe(401)
  })

  test('33 a refresh answers like a redemption; its ID token is of the same sign-in', async () => {
    const { tokens } = await tokensFor()
    world.pass(1500)
    for (const extra of [{ scope: 'openid profile email' }, {}]) {
      const { status, headers, body } = await world.token(
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...extra },
        webAuth,
      )
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toContain('no-store')
      const [before, after] = [claimsOf(tokens.id_token), claimsOf(body.id_token)]
      expect(after).toMatchObject({ iss: before.iss, sub: before.sub, aud: before.aud, auth_time: before.auth_time })
      expect(after).not.toHaveProperty('azp')
      expect(Number(after.iat)).toBeGreaterThan(Number(before.iat))
      expect((await world.userinfo(body.access_token)).status).toBe(200)
      tokens.refresh_token = body.refresh_token
    }
  })

  test("34 another client's refresh token is invalid_grant, and its family lives on", async () => {
    // TK-30
    const { tokens } = await tokensFor()
    const stolen = await world.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, hybridAuth)
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
    expect(
      (await world.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, webAuth)).status,
    ).toBe(200)
  })

  test('35 private_key_jwt: without a kid, for the issuer or the token endpoint as the client allows, once', async () => {
    // FA-06
    const assertion = (client: string, audience: string, jti: string = crypto.randomUUID()) =>
      new SignJWT({ jti })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(client)
        .setSubject(client)
        .setAudience(audience)
        .setIssuedAt(world.deps.now())
        .setExpirationTime(new Date(world.deps.now().getTime() + 60_000))
        .sign(machineKey.privateKey)
    const redeem = async (jwt: string, code: string) =>
      world.token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_assertion: jwt,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
    for (const [client, audience, status] of [
      ['assert', world.issuer, 200],
      ['assert', `${world.issuer}/token`, 200],
      ['strict', world.issuer, 200],
      ['strict', `${world.issuer}/token`, 401],
      ['assert', 'https://evil.test', 401],
    ] as const) {
      const { code } = await world.signIn({}, { client_id: client })
      const jwt = await assertion(client, audience)
      const answer = await redeem(jwt, code)
      expect([answer.status, answer.body.error], `${client} ${audience}`).toEqual([
        status,
        status === 200 ? undefined : 'invalid_client',
      ])
      if (status === 200) expect((await redeem(jwt, code)).body.error).toBe('invalid_client')
    }
  })
})

describe('form_post and logout', () => {
  test.each(['code', ...frontTypes])('38 form_post of %s is a form that sends itself', async (type) => {
    const { visited, params } = await world.signIn(
      {},
      {
        client_id: 'hybrid',
        response_type: type,
        response_mode: 'form_post',
        redirect_uri: `${redirectUri}?bar=foo`,
        state: 'a"<b>&',
      },
    )
    const form = visited.html.querySelector('form#answer')
    expect(form?.getAttribute('action')).toBe(`${redirectUri}?bar=foo`)
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.hasAttribute('enctype')).toBe(false)
    expect(visited.text).toContain('value="a&quot;&lt;b&gt;&amp;"')
    expect(params.has('code')).toBe(type.includes('code'))
    expect(visited.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  test('39 RP-initiated logout ends the session and goes back with state, exactly', async () => {
    const { browser, tokens } = await tokensFor()
    const state = `<>"'%&#=?/\\{}|^~ ${'x'.repeat(70)}`
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://rp.example.test/bye',
      state,
    })
    const out = await browser.go(`${world.issuer}/logout?${query}`)
    expect(out.callback?.searchParams.get('state')).toBe(state)
    expect([...(out.callback?.searchParams.keys() ?? [])]).toEqual(['state'])
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'login_required',
    )
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    expect(
      (await world.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, webAuth)).body.error,
    ).toBe('invalid_grant')
  })

  test('39 never a redirect without proof, and never a silent logout', async () => {
    // LO-01, LO-04, LO-13
    const { browser, tokens } = await tokensFor()
    const [header, payload] = tokens.id_token.split('.') as [string, string]
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const uri = 'https://rp.example.test/bye'
    for (const query of [
      { id_token_hint: none, post_logout_redirect_uri: uri },
      { id_token_hint: `${header}.${payload}.AAAA`, post_logout_redirect_uri: uri },
      { id_token_hint: tokens.access_token, post_logout_redirect_uri: uri },
    ]) {
      const answer = await browser.go(`${world.issuer}/logout?${new URLSearchParams(query as Record<string, string>)}`)
      expect([answer.status, answer.callback], JSON.stringify(query).slice(0, 80)).toEqual([400, null])
    }
    const encoded = encodeURIComponent(uri)
    for (const query of [
      '',
      '?state=only',
      `?post_logout_redirect_uri=${encoded}`,
      `?client_id=web&post_logout_redirect_uri=${encoded}`,
    ]) {
      await browser.go(`${world.issuer}/logout${query}`)
      expect(browser.current?.text).toContain('Do you want to sign out')
    }
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
    await browser.go(`${world.issuer}/logout`)
    await browser.submit({ decision: 'stay' })
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
    await browser.go(`${world.issuer}/logout?client_id=web&post_logout_redirect_uri=${encodeURIComponent(uri)}`)
    const out = await browser.submit({ decision: 'logout' })
    expect(out.callback?.href).toBe(uri)
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'login_required',
    )
    await browser.go(`${world.issuer}/logout`)
    expect((await browser.submit({ decision: 'logout' })).text).toContain('You are signed out')
  })

  test('39 a URI that is not registered is not redirected to, and leaves a way to sign out', async () => {
    // LO-02
    const { browser, tokens } = await tokensFor()
    const leave = (query: Record<string, string>) => browser.go(`${world.issuer}/logout?${new URLSearchParams(query)}`)
    const hints: Record<string, string>[] = [{ id_token_hint: tokens.id_token }, { client_id: 'web' }]
    for (const uri of ['https://evil.test/', 'https://rp.example.test/bye?foo=bar']) {
      for (const hint of hints) {
        const asked = await leave({ ...hint, post_logout_redirect_uri: uri, state: 's' })
        expect([asked.status, asked.callback]).toEqual([200, null])
        expect(asked.text).toContain('Do you want to sign out')
        expect(asked.text).not.toContain('evil.test')
        expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
      }
    }
    await leave({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://evil.test/' })
    const out = await browser.submit({ decision: 'logout' })
    expect([out.callback, out.html.querySelector('#go-on')]).toEqual([null, null])
    expect(out.text).toContain('You are signed out')
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  test('39 an expired hint of a known session still works', async () => {
    // LO-04
    const { browser, tokens } = await tokensFor()
    world.pass(3600_000)
    const out = await browser.go(
      `${world.issuer}/logout?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://rp.example.test/bye' })}`,
    )
    expect(out.callback?.href).toBe('https://rp.example.test/bye')
  })

  test('40 logout tells the clients, in front by frames and behind by a logout token', async () => {
    // LO-08
    const { browser, code } = await world.signIn({}, { client_id: 'leaving' })
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['leaving', 'leaving-secret-0123456789'] },
    )
    const { sid, sub } = claimsOf(body.id_token)
    const out = await browser.go(
      `${world.issuer}/logout?${new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: 'https://rp.example.test/bye', state: 'x' })}`,
    )
    const frame = new URL(out.html.querySelector('iframe')?.getAttribute('src')?.replaceAll('&amp;', '&') ?? '')
    expect(Object.fromEntries(frame.searchParams)).toEqual({ iss: world.issuer, sid })
    expect(out.headers.get('content-security-policy')).toContain('frame-src https://rp.example.test')
    expect(out.html.querySelector('#go-on')?.getAttribute('href')).toBe('https://rp.example.test/bye?state=x')
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]?.type).toBe('application/x-www-form-urlencoded')
    expect([...(received[0]?.body.keys() ?? [])]).toEqual(['logout_token'])
    const token = received[0]?.body.get('logout_token') ?? ''
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(`${world.issuer}/jwks`)), {
      issuer: world.issuer,
      audience: 'leaving',
      typ: 'logout+jwt',
    })
    expect(payload).toMatchObject({
      sub,
      sid,
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(payload).not.toHaveProperty('nonce')
    expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(120)
    expect(decodeProtectedHeader(token).kid).toBeTruthy()
  })
})

describe('what is not offered is absent and refused', () => {
  test('DPoP, dynamic registration, device codes, token exchange', async () => {
    // AZ-41, TK-17, TK-38, UI-05
    const document = await metadata()
    expect(document.grant_types_supported).toEqual([
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'implicit',
    ])
    expect(Object.keys(document).filter((name) => name.includes('dpop'))).toEqual([])
    // A key for DPoP is ignored, as every unknown parameter is.
    expect((await world.authorize(world.browser(), { dpop_jkt: 'x'.repeat(43) })).status).toBe(200)
    expect((await fetch(`${world.issuer}/register`, { method: 'POST' })).status).toBe(404)
    for (const grant of [
      'password',
      'urn:ietf:params:oauth:grant-type:device_code',
      'Authorization_Code',
      '__proto__',
      'constructor',
    ]) {
      expect((await world.token({ grant_type: grant }, webAuth)).body.error).toBe('unsupported_grant_type')
    }
  })
})
