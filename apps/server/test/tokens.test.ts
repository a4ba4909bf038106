import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { makeRefreshToken } from '../src/flows/refresh-tokens.ts'
import { acceptInvitation, createInvitation } from '../src/store/invitations.ts'
import { createUser } from '../src/store/users.ts'
import { basic, claimsOf, clients, hybridAuth, openTestWorld, pkce, redirectUri, type TestWorld, thirdAuth, webAuth } from './support/world.ts'

const rounds = process.env.TEST_ALL ? 100 : 3

describe.each(['sqlite', 'postgresql'] as const)('races on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  test('forty redemptions of one code: one success, thirty-nine invalid_grant, and its tokens are revoked', async () => {
    const { browser } = await world.signIn()
    for (let round = 0; round < rounds; round++) {
      const { callback } = await world.authorize(browser)
      const code = callback?.searchParams.get('code') ?? ''
      const answers = await Promise.all(Array.from({ length: 40 }, () => world.redeem(code)))
      const won = answers.filter((one) => one.status === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter((one) => one.status === 400 && one.body.error === 'invalid_grant')).toHaveLength(39)
      for (const { body } of won) {
        expect((await world.userinfo(body.access_token)).status).toBe(401)
        expect((await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)).body.error).toBe('invalid_grant')
      }
    }
  })

  test('eight sign-ups of one address make one account, eight acceptances of one invitation one membership', async () => {
    const { db } = world.deps
    for (let round = 0; round < rounds; round++) {
      const now = new Date()
      const address = `race${round}@example.test`
      const users = await Promise.all(Array.from({ length: 8 }, () => createUser(db, { id: newId(now), address, locale: null, now })))
      const [user] = users
      expect(new Set(users.map((one) => one.id)).size).toBe(1)
      expect(await db.prisma.user.count({ where: { emails: { some: { address } } } })).toBe(1)
      const [organizationId, id] = [newId(now), newId(now)]
      await db.prisma.organization.create({ data: { id: organizationId, slug: `race-${round}`, name: 'Race', createdAt: now } })
      await createInvitation(db, { id, email: address, organizationId, roles: 'member', createdAt: now, expiresAt: new Date(now.getTime() + 60_000) })
      const accepted = await Promise.all(Array.from({ length: 8 }, () => acceptInvitation(db, id, address, user?.id ?? '', new Date())))
      expect(accepted.filter(Boolean)).toHaveLength(1)
      expect(await db.prisma.membership.count({ where: { organizationId } })).toBe(1)
    }
  })

  test('forty refreshes of one token: one successor for all', async () => {
    const { code } = await world.signIn()
    let { body } = await world.redeem(code)
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)))
      expect(answers.map((one) => one.status)).toEqual(Array(40).fill(200))
      expect(new Set(answers.map((one) => one.body.refresh_token)).size).toBe(1)
      body = answers[0]?.body
    }
    expect((await world.userinfo(body.access_token)).status).toBe(200)
  })
})

describe('refresh tokens', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())
  const refresh = (token: string, extra: Record<string, string> = {}) => world.token({ grant_type: 'refresh_token', refresh_token: token, ...extra }, webAuth)
  const fresh = async (params: Record<string, string> = {}) => {
    const signedIn = await world.signIn({}, params)
    return { ...signedIn, tokens: (await world.redeem(signedIn.code)).body }
  }

  test('after ten seconds the old one is a theft: the family ends', async () => {
    const { tokens } = await fresh()
    const next = (await refresh(tokens.refresh_token)).body
    world.pass(9000)
    expect((await refresh(tokens.refresh_token)).body.refresh_token).toBe(next.refresh_token)
    world.pass(2000)
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(next.refresh_token)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(next.access_token)).status).toBe(401)
  })

  test('an older generation ends the family at once', async () => {
    const { tokens } = await fresh()
    const second = (await refresh(tokens.refresh_token)).body
    const third = (await refresh(second.refresh_token)).body
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('idle for too long, or past its absolute life though used every day, it is dead', async () => {
    const idle = await fresh({ scope: 'openid offline_access' })
    world.pass(14 * 86_400_000 + 1000)
    expect((await refresh(idle.tokens.refresh_token)).body.error).toBe('invalid_grant')
    let { tokens } = await fresh({ scope: 'openid offline_access' })
    for (let i = 0; i < 9; i++) {
      world.pass(9.9 * 86_400_000)
      const { status, body } = await refresh(tokens.refresh_token)
      expect(status).toBe(200)
      tokens = body
    }
    world.pass(1.5 * 86_400_000)
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('the scope may shrink and never grow', async () => {
    const { tokens } = await fresh()
    const less = (await refresh(tokens.refresh_token, { scope: 'openid' })).body
    expect(less.scope).toBe('openid')
    expect(Object.keys((await (await world.userinfo(less.access_token)).json()) as object)).toEqual(['sub'])
    expect((await refresh(less.refresh_token, { scope: 'openid phone' })).body.error).toBe('invalid_scope')
    expect((await refresh(less.refresh_token)).body.scope).toBe('openid profile email')
  })

  test('organization moves the grant to another organization of the same person, and to no other', async () => {
    const { tokens } = await fresh({ scope: 'openid organization' })
    const userId = String(claimsOf(tokens.id_token).sub)
    const now = new Date()
    const { prisma } = world.deps.db
    await prisma.organization.create({ data: { id: 'two', slug: 'two', name: 'Two', createdAt: now, memberships: { create: { userId, roles: 'admin', createdAt: now } } } })
    await prisma.organization.create({ data: { id: 'not-mine', slug: 'not-mine', name: 'Not mine', createdAt: now } })
    expect((await refresh(tokens.refresh_token, { organization: 'not-mine' })).body.error).toBe('invalid_grant')
    const moved = (await refresh(tokens.refresh_token, { organization: 'two' })).body
    expect(claimsOf(moved.access_token)).toMatchObject({ organization: 'two', organization_roles: ['admin'] })
    expect(await (await world.userinfo(moved.access_token)).json()).toMatchObject({ organization: 'two' })
    await prisma.membership.deleteMany({ where: { organizationId: 'two', userId } })
    expect((await world.userinfo(moved.access_token)).status).toBe(401)
    expect((await refresh(moved.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('a disabled person has no tokens, no session and no way in', async () => {
    const { tokens, browser } = await fresh({ scope: 'openid offline_access' })
    await world.deps.db.prisma.user.update({ where: { id: String(claimsOf(tokens.id_token).sub) }, data: { disabledAt: new Date() } })
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe('login_required')
  })

  test('offline_access outlives sign-out, the rest does not', async () => {
    const online = await fresh()
    const offline = await world.redeem((await world.authorize(online.browser, { scope: 'openid offline_access' })).callback?.searchParams.get('code') ?? '')
    await online.browser.go(`${world.issuer}/logout?id_token_hint=${online.tokens.id_token}`)
    expect((await refresh(online.tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(offline.body.refresh_token)).status).toBe(200)
  })

  test('a made-up, cut or decorated token is nothing', async () => {
    const { tokens } = await fresh()
    const token = tokens.refresh_token as string
    const [grant] = token.split('.') as [string]
    for (const variant of [
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      token.toUpperCase(),
      `${grant}.1.${'A'.repeat(43)}`,
      `${grant}.00.${token.split('.')[2]}`,
      'x'.repeat(5000),
    ]) {
      expect((await refresh(variant)).body.error, variant.slice(0, 80)).toBe('invalid_grant')
    }
    // A genuine token of a generation that is not there yet neither works nor harms.
    expect((await refresh(makeRefreshToken(world.deps, grant, 5))).body.error).toBe('invalid_grant')
    expect((await refresh(token)).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${world.issuer}/token`, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: basic(...webAuth.basic), ...headers } })

  test('another client can neither redeem a code nor spoil it', async () => {
    const { code } = await world.signIn()
    expect((await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, hybridAuth)).body.error).toBe('invalid_grant')
    expect((await world.redeem(code)).status).toBe(200)
  })

  test('redirect_uri must be the same, and a wrong one does not burn the code', async () => {
    const { code } = await world.signIn()
    for (const uri of ['', `${redirectUri}?bar=foo`, `${redirectUri}/`]) expect((await world.redeem(code, { redirect_uri: uri })).status).toBe(400)
    expect((await world.redeem(code)).status).toBe(200)
  })

  test('a verifier is checked to the letter, and refused where there was no challenge', async () => {
    const { verifier, challenge } = pkce()
    const { code } = await world.signIn({}, { code_challenge: challenge, code_challenge_method: 'S256' })
    for (const wrong of ['', challenge, verifier.slice(0, 42), `${verifier}=`, `${verifier}${'a'.repeat(129)}`])
      expect((await world.redeem(code, { code_verifier: wrong })).status).toBe(400)
    expect((await world.redeem(code, { code_verifier: verifier })).status).toBe(200)
    expect((await world.redeem((await world.signIn()).code, { code_verifier: verifier })).body.error).toBe('invalid_grant')
  })

  test('a public client needs PKCE and no secret', async () => {
    const uri = 'https://spa.example.test/cb'
    const without = await world.authorize(world.browser(), { client_id: 'spa', redirect_uri: uri })
    expect(without.callback?.searchParams.get('error')).toBe('invalid_request')
    const { verifier, challenge } = pkce()
    const { code } = await world.signIn({}, { client_id: 'spa', redirect_uri: uri, code_challenge: challenge, code_challenge_method: 'S256' })
    const body = { grant_type: 'authorization_code', code, redirect_uri: uri, client_id: 'spa', code_verifier: verifier }
    expect((await world.token({ ...body, client_secret: 'x' })).body.error).toBe('invalid_client')
    const answer = await world.token(body, { headers: { Origin: 'https://spa.example.test' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://spa.example.test')
    expect((await world.token(body, { headers: { Origin: 'https://evil.test' } })).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('loopback redirect URIs match with any port, and only those', async () => {
    const { challenge } = pkce()
    const at = (uri: string) => world.authorize(world.browser(), { client_id: 'spa', redirect_uri: uri, code_challenge: challenge, code_challenge_method: 'S256' })
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

  test('a client authenticates by its one method', async () => {
    const body = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
    expect((await world.token(body)).body.error).toBe('invalid_client')
    expect((await world.token({ ...body, client_id: 'web' })).status).toBe(401)
    expect((await world.token({ ...body, client_id: 'web', client_secret: clients.OIDC_CLIENT_0_SECRET })).status).toBe(401)
    expect((await world.token(body, { basic: ['post', clients.OIDC_CLIENT_3_SECRET] })).status).toBe(401)
    expect((await world.token({ ...body, client_id: 'post', client_secret: clients.OIDC_CLIENT_3_SECRET })).body.error).toBe('invalid_grant')
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
    for (const body of ['grant_type=%zz', 'grant_type=authorization_code&code=%ff&redirect_uri=x', 'grant_type=authorization_code&code=%00&redirect_uri=x', ''])
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
    const auth: { basic: [string, string] } = { basic: ['machine', clients.OIDC_CLIENT_4_SECRET] }
    const { status, body } = await world.token({ grant_type: 'client_credentials', scope: 'orders:read' }, auth)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('refresh_token')
    expect(body).not.toHaveProperty('id_token')
    expect(claimsOf(body.access_token)).toMatchObject({ sub: 'machine', client_id: 'machine', aud: 'https://api.example.test', scope: 'orders:read' })
    for (const scope of ['openid', 'orders:delete', 'profile']) expect((await world.token({ grant_type: 'client_credentials', scope }, auth)).body.error).toBe('invalid_scope')
    expect((await world.token({ grant_type: 'client_credentials', resource: 'https://other.test' }, auth)).body.error).toBe('invalid_target')
    expect((await world.token({ grant_type: 'client_credentials' }, webAuth)).body.error).toBe('unauthorized_client')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect((await world.authorize(world.browser(), { client_id: 'machine' })).status).toBe(400)
  })

  test('a token is active for its owner and its audience, dead at once when revoked, and alone', async () => {
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
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    const get = (headers: Record<string, string>, query = '') => fetch(`${world.issuer}/userinfo${query}`, { headers })
    const bare = await get({})
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="vestibule"'])
    for (const token of [body.id_token, body.refresh_token, `${body.access_token}A`, body.access_token.slice(0, -3)]) {
      const answer = await get({ Authorization: `Bearer ${token}` })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')])
    }
    expect((await get({ Authorization: 'Bearer' })).status).toBe(400)
    expect((await get({ Authorization: `Bearer ${body.access_token}` }, `?access_token=${body.access_token}`)).status).toBe(400)
    expect(
      (
        await fetch(`${world.issuer}/userinfo`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: `access_token=${body.access_token}`,
        })
      ).status,
    ).toBe(400)
    expect(
      (await fetch(`${world.issuer}/userinfo`, { method: 'POST', headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' }, body: '{}' }))
        .status,
    ).toBe(415)
    expect((await fetch(`${world.issuer}/userinfo`, { method: 'PUT' })).status).toBe(405)
    expect((await fetch(`${world.issuer}/userinfo`, { method: 'OPTIONS' })).status).toBe(204)
    world.pass(601_000)
    expect((await get({ Authorization: `Bearer ${body.access_token}` })).status).toBe(401)
  })

  test('consent is asked by a client that wants it, remembered, and asked again for more or on demand', async () => {
    const { browser, code, visited } = await world.signIn({}, { client_id: 'third' })
    expect(visited.callback).not.toBeNull()
    expect((await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, thirdAuth)).status).toBe(200)
    expect((await world.authorize(browser, { client_id: 'third', prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
    const more = { client_id: 'third', scope: 'openid profile email offline_access' }
    expect((await world.authorize(browser, { ...more, prompt: 'none' })).callback?.searchParams.get('error')).toBe('consent_required')
    await world.authorize(browser, { ...more, prompt: 'consent' })
    expect(browser.current?.text).toContain('Third Party')
    expect((await browser.submit({ decision: 'deny' })).callback?.searchParams.get('error')).toBe('access_denied')
    await world.authorize(browser, more)
    expect((await browser.submit({ decision: 'allow' })).callback?.searchParams.has('code')).toBe(true)
    expect((await world.authorize(browser, { ...more, prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
  })

  test('a pushed request is used once, alone, by the client that pushed it', async () => {
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
    const go = (extra: Record<string, string> = {}) => browser.go(`${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', request_uri, ...extra })}`)
    expect((await browser.go(`${world.issuer}/authorize?${new URLSearchParams({ client_id: 'hybrid', request_uri })}`)).status).toBe(400)
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

describe('what the world may send to /authorize', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())

  test.each([
    [{ max_age: '1e3' }, 'invalid_request'],
    [{ max_age: '99999999999999999999' }, 'invalid_request'],
    [{ prompt: 'bogus' }, 'invalid_request'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: 'profile' }, 'invalid_scope'],
    [{ scope: 'openid admin' }, 'invalid_scope'],
    [{ scope: Array.from({ length: 1500 }, (_, i) => `s${i}`).join(' ') }, 'invalid_scope'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(43) }, 'invalid_request'],
    [{ claims: '{"userinfo":{"__proto__":{"x":1}}}' }, 'invalid_request'],
    [{ claims: '[]' }, 'invalid_request'],
    [{ claims: `${'{"a":'.repeat(300)}1${'}'.repeat(300)}` }, 'none'],
    [{ resource: 'https://api-not-registered.test' }, 'invalid_target'],
    [{ id_token_hint: 'eyJhbGciOiJub25lIn0.e30.' }, 'invalid_request'],
    [{ nonce: 'n'.repeat(4096) }, 'invalid_request'],
  ] as const)('%o is %s', async (extra, error) => {
    const { callback, status } = await world.authorize(world.browser(), extra as Record<string, string>)
    if (error === 'none') return expect(status).toBe(200)
    if (callback === null) return expect(status).toBe(400)
    expect(callback.searchParams.get('error')).toBe(error)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('a parameter that comes twice is refused by its name; a doubled state is not sent back', async () => {
    const base = `client_id=web&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=openid`
    for (const name of ['state', 'scope', 'nonce', 'response_type', 'response_mode', 'prompt', 'max_age', 'code_challenge', 'code_challenge_method', 'id_token_hint']) {
      const { callback } = await world.browser().go(`${world.issuer}/authorize?${base}&${name}=x&${name}=y`)
      expect(callback?.searchParams.get('error'), name).toBe('invalid_request')
      expect(callback?.searchParams.get('error_description')).toContain(name)
      expect(callback?.searchParams.has('state')).toBe(false)
    }
    for (const name of ['client_id', 'redirect_uri']) expect((await world.browser().go(`${world.issuer}/authorize?${base}&${name}=x`)).status).toBe(400)
  })

  test('unreadable bytes are refused, readable ones come back as they were', async () => {
    const base = `client_id=web&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=openid&prompt=none`
    for (const bad of ['state=%ff', 'state=%c0%af', 'state=%ed%a0%80', 'client_id=w%zz', 'state=%00'])
      expect((await world.browser().go(`${world.issuer}/authorize?${base}&${bad}`)).status, bad).toBe(400)
    for (const state of ['a&code=evil', '#x', '\u2028', '%0d%0aX: y', 'ü+ %']) {
      const { callback } = await world.browser().go(`${world.issuer}/authorize?${base}&state=${encodeURIComponent(state)}`)
      expect(callback?.searchParams.getAll('state')).toEqual([state])
      expect(callback?.searchParams.has('code')).toBe(false)
    }
  })

  test('unknown, missing and unusable clients look the same', async () => {
    const pages = await Promise.all([{ client_id: 'nobody' }, { client_id: '__proto__' }, { client_id: 'machine' }].map((extra) => world.authorize(world.browser(), extra)))
    expect(pages.map((one) => [one.status, one.callback])).toEqual(Array(3).fill([400, null]))
    expect(new Set(pages.map((one) => one.text)).size).toBe(1)
  })

  test('methods and bodies that are not ours, and no CORS', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await fetch(`${world.issuer}/authorize`, { method })).status).toBe(405)
    expect((await fetch(`${world.issuer}/authorize`, { method: 'OPTIONS', headers: { Origin: 'https://spa.example.test' } })).headers.get('access-control-allow-origin')).toBeNull()
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
      expect((await fetch(`${world.issuer}/authorize`, { method: 'POST', body: '{}', headers: { 'Content-Type': type } })).status).toBe(415)
  })

  test('every answer carries the security headers, and no Host header changes anything', async () => {
    const { issuer } = world
    for (const path of [
      '/',
      '/nothing',
      '/.well-known/openid-configuration',
      '/jwks',
      '/authorize',
      '/token',
      '/userinfo',
      '/logout',
      '/health/live',
      '/health/ready',
      '/assets/icon.svg',
      '/assets/nothing',
    ]) {
      const answer = await fetch(`${issuer}${path}`)
      for (const [name, value] of Object.entries({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      }))
        expect(answer.headers.get(name), `${path} ${name}`).toBe(value)
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
    const plain = await (await fetch(`${issuer}/.well-known/openid-configuration`)).text()
    const odd = await (
      await fetch(`${issuer}/.well-known/openid-configuration`, { headers: { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.test' } })
    ).text()
    expect(odd).toBe(plain)
    expect((await fetch(`${issuer}/nothing`, { headers: { Accept: 'text/html' } })).headers.get('content-type')).toContain('text/html')
    expect((await fetch(`${issuer}/nothing`)).headers.get('content-type')).toBe('application/json')
  })
})
