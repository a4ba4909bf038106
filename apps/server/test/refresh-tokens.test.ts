import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRefreshToken } from '../src/flows/tokens/refresh-tokens.ts'
import { claimsOf, openTestWorld, pkce, type TestWorld, webAuth } from './support/world.ts'

describe('refresh tokens', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())
  const refresh = (token: string, extra: Record<string, string> = {}) =>
    world.token({ grant_type: 'refresh_token', refresh_token: token, ...extra }, webAuth)
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

  test('a public client has a minute and a half, and REFRESH_REUSE_WINDOW says otherwise', async () => {
    const { verifier, challenge } = pkce()
    const again = async (server: TestWorld, after: number) => {
      const { code } = await server.signIn(
        {},
        {
          client_id: 'spa',
          redirect_uri: 'https://spa.example.test/cb',
          code_challenge: challenge,
          code_challenge_method: 'S256',
        },
      )
      const own = { client_id: 'spa', redirect_uri: 'https://spa.example.test/cb' }
      const { body } = await server.token({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        ...own,
      })
      const use = () =>
        server.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: 'spa' })
      const next = (await use()).body.refresh_token
      server.pass(after)
      return (await use()).body.refresh_token === next
    }
    expect(await again(world, 85_000)).toBe(true)
    expect(await again(world, 95_000)).toBe(false)
    const strict = await openTestWorld({ REFRESH_REUSE_WINDOW: '0' })
    expect(await again(strict, 1000)).toBe(false)
    await strict.close()
  })

  test('an older generation ends the family at once', async () => {
    const { tokens } = await fresh()
    const second = (await refresh(tokens.refresh_token)).body
    const third = (await refresh(second.refresh_token)).body
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('idle for too long, or past its absolute life though used every day, it is dead', async () => {
    // TK-33
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
    expect((await refresh(less.refresh_token, { scope: 'openid phone' })).body).toEqual({
      error: 'invalid_scope',
      error_description: 'a requested scope was not granted: phone',
    })
    expect((await refresh(less.refresh_token)).body.scope).toBe('openid profile email')
  })

  test('organization moves the grant to another organization of the same person, and to no other', async () => {
    const { tokens } = await fresh({ scope: 'openid organization' })
    const userId = String(claimsOf(tokens.id_token).sub)
    const now = world.deps.now()
    const { prisma } = world.deps.db
    await prisma.organization.create({
      data: {
        id: 'two',
        slug: 'two',
        name: 'Two',
        createdAt: now,
        memberships: { create: { userId, roles: 'admin', createdAt: now } },
      },
    })
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
    // SE-08, TK-32, UI-04
    const { tokens, browser } = await fresh({ scope: 'openid offline_access' })
    await world.deps.db.prisma.user.update({
      where: { id: String(claimsOf(tokens.id_token).sub) },
      data: { disabledAt: world.deps.now() },
    })
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  test('offline_access outlives sign-out, the rest does not', async () => {
    // LO-07
    const online = await fresh()
    const offline = await world.redeem(
      (await world.authorize(online.browser, { scope: 'openid offline_access' })).callback?.searchParams.get('code') ??
        '',
    )
    await online.browser.go(`${world.issuer}/logout?id_token_hint=${online.tokens.id_token}`)
    expect((await refresh(online.tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(offline.body.refresh_token)).status).toBe(200)
  })

  test('a made-up, cut or decorated token is nothing', async () => {
    // TK-41
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
