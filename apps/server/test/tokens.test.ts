import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  basic,
  claimsOf,
  clients,
  hybridAuth,
  openTestWorld,
  pkce,
  redirectUri,
  type TestWorld,
  thirdAuth,
  webAuth,
} from './support/world.ts'

describe('the token endpoint', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${world.issuer}/token`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: basic(...webAuth.basic),
        ...headers,
      },
    })

  test('another client can neither redeem a code nor spoil it', async () => {
    // TK-03
    const { code } = await world.signIn()
    expect(
      (await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, hybridAuth)).body.error,
    ).toBe('invalid_grant')
    expect((await world.redeem(code)).status).toBe(200)
  })

  test('redirect_uri must be the same, and a wrong one does not burn the code', async () => {
    // TK-05
    const { code } = await world.signIn()
    for (const uri of ['', `${redirectUri}?bar=foo`, `${redirectUri}/`])
      expect((await world.redeem(code, { redirect_uri: uri })).status).toBe(400)
    expect((await world.redeem(code)).status).toBe(200)
  })

  test('a verifier is checked to the letter, and refused where there was no challenge', async () => {
    // TK-06, TK-08
    const { verifier, challenge } = pkce()
    const { code } = await world.signIn({}, { code_challenge: challenge, code_challenge_method: 'S256' })
    for (const wrong of ['', challenge, verifier.slice(0, 42), `${verifier}=`, `${verifier}${'a'.repeat(129)}`])
      expect((await world.redeem(code, { code_verifier: wrong })).status).toBe(400)
    for (const name of ['code_verifier[]', 'code_verifier[0]', 'code_verifier[not]'])
      expect((await world.redeem(code, { [name]: verifier })).status).toBe(400)
    expect((await world.redeem(code, { code_verifier: verifier })).status).toBe(200)
    expect((await world.redeem((await world.signIn()).code, { code_verifier: verifier })).body.error).toBe(
      'invalid_grant',
    )
  })

  test('a public client needs PKCE and no secret', async () => {
    // AZ-07
    const uri = 'https://spa.example.test/cb'
    const without = await world.authorize(world.browser(), { client_id: 'spa', redirect_uri: uri })
    expect(without.callback?.searchParams.get('error')).toBe('invalid_request')
    const { verifier, challenge } = pkce()
    const { code } = await world.signIn(
      {},
      { client_id: 'spa', redirect_uri: uri, code_challenge: challenge, code_challenge_method: 'S256' },
    )
    const body = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: uri,
      client_id: 'spa',
      code_verifier: verifier,
    }
    expect((await world.token({ ...body, client_secret: 'x' })).body.error).toBe('invalid_client')
    const answer = await world.token(body, { headers: { Origin: 'https://spa.example.test' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://spa.example.test')
    expect(
      (await world.token(body, { headers: { Origin: 'https://evil.test' } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull()
  })

  test('loopback redirect URIs match with any port, and only those', async () => {
    // RU-35
    const { challenge } = pkce()
    const at = (uri: string) =>
      world.authorize(world.browser(), {
        client_id: 'spa',
        redirect_uri: uri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
    expect((await at('http://127.0.0.1:49152/cb')).status).toBe(200)
    for (const uri of [
      'http://127.0.0.1:49152/CB',
      'http://localhost:49152/cb',
      'http://127.0.0.1.evil.test:49152/cb',
      'http://127.0.0.1:49152@evil.test/cb',
      'http://0x7f.1:49152/cb',
      'http://127.0.0.1:99999/cb',
    ]) {
      expect((await at(uri)).status, uri).toBe(400)
    }
  })

  test('a client authenticates by a method of its own', async () => {
    // TK-09, TK-11, TK-12, TK-15
    const body = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
    expect((await world.token(body)).body.error).toBe('invalid_client')
    expect((await world.token({ ...body, client_id: 'web' })).status).toBe(401)
    // Without a named method the secret may be in the body too (test/client-libraries.test.ts).
    expect(
      (await world.token({ ...body, client_id: 'web', client_secret: clients.OIDC_CLIENT_0_SECRET })).body.error,
    ).toBe('invalid_grant')
    expect((await world.token(body, { basic: ['post', clients.OIDC_CLIENT_3_SECRET] })).status).toBe(401)
    expect(
      (await world.token({ ...body, client_id: 'post', client_secret: clients.OIDC_CLIENT_3_SECRET })).body.error,
    ).toBe('invalid_grant')
    const wrong = await world.token(body, { basic: ['web', 'wrong'] })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic realm=/)])
    const unknown = await world.token(body, { basic: ['nobody', 'wrong'] })
    expect(unknown.body).toEqual(wrong.body)
    expect((await world.token({ ...body, client_id: 'web2' }, webAuth)).body.error).toBe('invalid_request')
    expect((await world.token({ ...body, client_secret: 'x' }, webAuth)).body.error).toBe('invalid_request')
  })

  test('while a secret is being replaced both are accepted', async () => {
    const other = await openTestWorld({ OIDC_CLIENT_0_SECRET_NEXT: 'the-next-secret-0123456789' })
    const body = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
    for (const secret of [clients.OIDC_CLIENT_0_SECRET, 'the-next-secret-0123456789'])
      expect((await other.token(body, { basic: ['web', secret] })).body.error).toBe('invalid_grant')
    expect((await other.token(body, { basic: ['web', 'neither'] })).body.error).toBe('invalid_client')
    await other.close()
  })

  test('repeated parameters, foreign content types, bad encodings and large bodies are refused', async () => {
    // HT-06, HT-13, TK-17, TK-18, TK-20, TK-21, TK-23, TK-24
    for (const name of ['code', 'code_verifier', 'client_id', 'redirect_uri', 'refresh_token', 'scope', 'grant_type']) {
      expect((await post(`grant_type=authorization_code&${name}=a&${name}=b`)).status, name).toBe(400)
    }
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded; charset=utf-7',
      'application/x-www-form-urlencoded; charset=ISO-8859-1',
    ]) {
      expect((await post('grant_type=authorization_code&code=x', { 'Content-Type': type })).status, type).toBe(415)
    }
    expect((await post('grant_type=authorization_code', { 'Content-Encoding': 'gzip' })).status).toBe(415)
    for (const body of [
      'grant_type=%zz',
      'grant_type=authorization_code&code=%ff&redirect_uri=x',
      'grant_type=authorization_code&code=%00&redirect_uri=x',
      '',
    ])
      expect((await post(body)).status, body).toBe(400)
    expect((await post(`grant_type=${'a'.repeat(70_000)}`)).status).toBe(413)
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
      const answer = await fetch(`${world.issuer}/token`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
    }
    const cleared = await post('grant_type=authorization_code&code=x&redirect_uri=y')
    expect(cleared.headers.get('cache-control')).toContain('no-store')
    expect(cleared.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('client_credentials: its own scopes and audience, no person, no refresh token', async () => {
    // AZ-40, TK-17
    const auth: { basic: [string, string] } = { basic: ['machine', clients.OIDC_CLIENT_4_SECRET] }
    const { status, body } = await world.token({ grant_type: 'client_credentials', scope: 'orders:read' }, auth)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('refresh_token')
    expect(body).not.toHaveProperty('id_token')
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: 'machine',
      client_id: 'machine',
      aud: 'https://api.example.test',
      scope: 'orders:read',
    })
    for (const scope of ['openid', 'orders:delete', 'profile'])
      expect((await world.token({ grant_type: 'client_credentials', scope }, auth)).body).toEqual({
        error: 'invalid_scope',
        error_description: `a requested scope is not registered for the client: ${scope}`,
      })
    const garbage = await world.token({ grant_type: 'client_credentials', scope: 'a"b\\c\u00e9' }, auth)
    expect(garbage.body.error_description).toBe('a requested scope is not registered for the client: a?b?c?')
    expect(
      (await world.token({ grant_type: 'client_credentials', resource: 'https://other.test' }, auth)).body.error,
    ).toBe('invalid_target')
    expect((await world.token({ grant_type: 'client_credentials' }, webAuth)).body.error).toBe('unauthorized_client')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect((await world.authorize(world.browser(), { client_id: 'machine' })).status).toBe(400)
  })

  test('a token is active for its owner and its audience, dead at once when revoked, and alone', async () => {
    // JK-14, TK-35, UI-10
    const call = async (path: string, token: string, auth: [string, string]) => {
      const answer = await fetch(`${world.issuer}${path}`, {
        method: 'POST',
        headers: { Authorization: basic(...auth), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }).toString(),
      })
      const text = await answer.text()
      return { status: answer.status, body: text ? JSON.parse(text) : null }
    }
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    expect((await call('/introspect', body.access_token, webAuth.basic)).body).toMatchObject({
      active: true,
      client_id: 'web',
      sub: claimsOf(body.id_token).sub,
      token_type: 'Bearer',
    })
    expect((await call('/introspect', body.refresh_token, webAuth.basic)).body).toMatchObject({ active: true })
    expect((await call('/introspect', body.access_token, hybridAuth.basic)).body).toEqual({ active: false })
    for (const nothing of ['x', body.id_token, `${body.access_token}x`, '']) {
      const { status, body: answer } = await call('/introspect', nothing, webAuth.basic)
      expect(nothing === '' ? status : answer).toEqual(nothing === '' ? 400 : { active: false })
    }
    expect((await call('/revoke', body.access_token, hybridAuth.basic)).status).toBe(200)
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    expect((await call('/revoke', body.access_token, webAuth.basic)).status).toBe(200)
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect((await call('/introspect', body.access_token, webAuth.basic)).body).toEqual({ active: false })
    const next = (await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)).body
    expect((await call('/revoke', next.refresh_token, webAuth.basic)).status).toBe(200)
    expect((await world.userinfo(next.access_token)).status).toBe(401)
    expect((await call('/revoke', 'unknown', webAuth.basic)).status).toBe(200)
    expect((await call('/introspect', 'x', ['web', 'wrong'])).status).toBe(401)
  })

  test('userinfo takes an access token of ours, by one way, and nothing else', async () => {
    // JK-14, TK-36, TK-41, UI-01, UI-02, UI-08
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    const get = (headers: Record<string, string>, query = '') => fetch(`${world.issuer}/userinfo${query}`, { headers })
    const bare = await get({})
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="vestibule"'])
    for (const token of [body.id_token, body.refresh_token, `${body.access_token}A`, body.access_token.slice(0, -3)]) {
      const answer = await get({ Authorization: `Bearer ${token}` })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ])
    }
    expect((await get({ Authorization: 'Bearer' })).status).toBe(400)
    expect(
      (await get({ Authorization: `Bearer ${body.access_token}` }, `?access_token=${body.access_token}`)).status,
    ).toBe(400)
    expect(
      (
        await fetch(`${world.issuer}/userinfo`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${body.access_token}`,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: `access_token=${body.access_token}`,
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await fetch(`${world.issuer}/userinfo`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(415)
    expect((await fetch(`${world.issuer}/userinfo`, { method: 'PUT' })).status).toBe(405)
    expect((await fetch(`${world.issuer}/userinfo`, { method: 'OPTIONS' })).status).toBe(204)
    world.pass(601_000)
    expect((await get({ Authorization: `Bearer ${body.access_token}` })).status).toBe(401)
  })

  test('consent is asked by a client that wants it, remembered, and asked again for more or on demand', async () => {
    const { browser, code, visited } = await world.signIn({}, { client_id: 'third' })
    expect(visited.callback).not.toBeNull()
    expect(
      (await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, thirdAuth)).status,
    ).toBe(200)
    expect(
      (await world.authorize(browser, { client_id: 'third', prompt: 'none' })).callback?.searchParams.has('code'),
    ).toBe(true)
    const more = { client_id: 'third', scope: 'openid profile email offline_access' }
    expect((await world.authorize(browser, { ...more, prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'consent_required',
    )
    await world.authorize(browser, { ...more, prompt: 'consent' })
    expect(browser.current?.text).toContain('Third Party')
    expect((await browser.submit({ decision: 'deny' })).callback?.searchParams.get('error')).toBe('access_denied')
    await world.authorize(browser, more)
    expect((await browser.submit({ decision: 'allow' })).callback?.searchParams.has('code')).toBe(true)
    expect((await world.authorize(browser, { ...more, prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
  })

  test('a pushed request is used once, alone, by the client that pushed it', async () => {
    // AZ-16, AZ-17, FA-05
    const push = (body: Record<string, string>, auth: [string, string] = webAuth.basic) =>
      fetch(`${world.issuer}/par`, {
        method: 'POST',
        headers: { Authorization: basic(...auth), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body).toString(),
      })
    const request = { redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 'pushed' }
    const pushed = await push(request)
    expect(pushed.status).toBe(201)
    const { request_uri, expires_in } = (await pushed.json()) as { request_uri: string; expires_in: number }
    expect(request_uri).toMatch(/^urn:ietf:params:oauth:request_uri:/)
    expect(expires_in).toBeLessThanOrEqual(90)
    const { browser } = await world.signIn()
    const go = (extra: Record<string, string> = {}) =>
      browser.go(`${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', request_uri, ...extra })}`)
    expect(
      (await browser.go(`${world.issuer}/authorize?${new URLSearchParams({ client_id: 'hybrid', request_uri })}`))
        .status,
    ).toBe(400)
    const answer = await go({ scope: 'openid admin', redirect_uri: 'https://evil.test/cb', response_type: 'token' })
    expect(answer.callback?.href.startsWith(`${redirectUri}?code=`)).toBe(true)
    expect(answer.callback?.searchParams.get('state')).toBe('pushed')
    expect((await go()).status).toBe(400)
    expect((await push({ ...request, request_uri: 'x' })).status).toBe(400)
    expect((await push({ ...request, redirect_uri: 'https://evil.test/' })).status).toBe(400)
    expect((await push(request, ['web', 'wrong'])).status).toBe(401)
    expect((await fetch(`${world.issuer}/par`)).status).toBe(405)
  })
})
