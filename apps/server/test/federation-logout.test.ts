import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerTxt, type Company, openCompany, signInByCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openUpstream, type Upstream, unknownKey } from './support/upstream.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// An identity provider says that a session there has ended (OpenID Connect Back-Channel Logout 1.0).

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }

describe.each(databases)('a logout at the identity provider, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let company: Company
  let other: Company
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    const records = answerTxt(world)
    company = await openCompany(world, records, { domain: 'acme.test', upstream })
    other = await openCompany(world, records, { domain: 'globex.test', upstream, clientId: 'another-client' })
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })

  let people = 0
  async function arrive(sid: string, name = `grace-${++people}`) {
    const email = `${name}@acme.test`
    upstream.person = { ...upstream.person, sub: name, email, sid }
    const params = { scope: 'openid offline_access organization', organization: company.slug }
    const { browser, code } = await signInByCompany(world, upstream, { email, params })
    return { sub: name, browser, tokens: (await world.redeem(code ?? '')).body }
  }
  type Arrived = Awaited<ReturnType<typeof arrive>>

  async function isSignedIn({ browser }: Arrived): Promise<boolean> {
    const { callback } = await world.authorize(browser, { scope: 'openid', prompt: 'none' })
    return callback?.searchParams.has('code') ?? false
  }
  const refreshes = async ({ tokens }: Arrived) => {
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    return (await world.token(refresh, webAuth)).status === 200
  }

  let tokens = 0
  function logoutClaims(claims: Record<string, unknown>): Record<string, unknown> {
    const iat = Math.floor(world.deps.now().getTime() / 1000)
    return {
      iss: upstream.issuer,
      aud: 'vestibule',
      iat,
      exp: iat + 120,
      jti: `jti-${++tokens}`,
      events: event,
      ...claims,
    }
  }
  const send = (token: string, { connectionId } = company) =>
    fetch(`${world.issuer}/sso/oidc/${connectionId}/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
  const signed = (claims: Record<string, unknown>) => upstream.sign(logoutClaims(claims), { typ: 'logout+jwt' })

  test('ends the session that it names, and what was issued in it', async () => {
    const [ended, going] = [await arrive('sid-1'), await arrive('sid-2')]
    const answer = await send(signed({ sub: ended.sub, sid: 'sid-1' }))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect([await isSignedIn(ended), await refreshes(ended)]).toEqual([false, false])
    expect([await isSignedIn(going), await refreshes(going)]).toEqual([true, true])
  })

  test('ends what was issued in the session that it names, though another sign-in took over here', async () => {
    const [first, going] = [await arrive('sid-first'), await arrive('sid-going')]
    const { sub, browser } = first
    // The same browser, by another session at the provider.
    upstream.person = { ...upstream.person, sub, email: `${sub}@acme.test`, sid: 'sid-second' }
    const params = { scope: 'openid offline_access organization', organization: company.slug, prompt: 'login' }
    const { code } = await signInByCompany(world, upstream, { email: `${sub}@acme.test`, params, browser })
    const second = { ...first, tokens: (await world.redeem(code ?? '')).body }
    const session = await world.deps.db.prisma.session.findFirstOrThrow({ where: { upstreamSid: 'sid-second' } })
    const ofSession = 'SELECT id FROM token_grant WHERE session_id = $1'
    expect(await world.deps.db.sql.read(ofSession, [session.id])).toHaveLength(2)
    // By the session alone, and not by whoever else has one.
    expect((await send(signed({ sub: going.sub, sid: 'sid-first' }))).status).toBe(200)
    expect((await send(signed({ sub: undefined, sid: 'sid-first' }), other)).status).toBe(400)
    expect((await send(signed({ sub: undefined, sid: 'sid-first' }))).status).toBe(200)
    expect([await refreshes(first), await refreshes(second), await isSignedIn(second)]).toEqual([false, true, true])
    // By a code too, which says nothing of a provider.
    const arrived = await arrive('sid-third')
    const { id } = await world.deps.db.prisma.session.findFirstOrThrow({ where: { upstreamSid: 'sid-third' } })
    await world.deps.db.prisma.session.update({ where: { id }, data: { connectionId: null, upstreamSid: null } })
    expect((await send(signed({ sub: arrived.sub, sid: 'sid-third' }))).status).toBe(200)
    expect(await refreshes(arrived)).toBe(false)
    expect(await world.deps.db.prisma.session.findUniqueOrThrow({ where: { id } })).toMatchObject({ endedAt: null })
  })

  test('ends every session of somebody who is named without one, and nobody else’s', async () => {
    const first = await arrive('sid-3', 'alan')
    const second = await arrive('sid-4', 'alan')
    const going = await arrive('sid-5')
    expect((await send(signed({ sub: 'alan' }))).status).toBe(200)
    expect([await isSignedIn(first), await isSignedIn(second), await refreshes(second)]).toEqual([false, false, false])
    expect(await isSignedIn(going)).toBe(true)
  })

  test('a session that nobody knows ends what is of no known one, sessions and tokens alike, and no other', async () => {
    const known = await arrive('sid-known', 'hedy')
    expect((await send(signed({ sub: 'hedy', sid: 'sid-nobody-knows' }))).status).toBe(200)
    expect([await isSignedIn(known), await refreshes(known)]).toEqual([true, true])
    // A provider that says which session it is only when it ends.
    const unnamed = await arrive('', 'hedy')
    expect(
      await world.deps.db.prisma.session.count({ where: { upstreamSid: null, connectionId: company.connectionId } }),
    ).toBe(1)
    expect((await send(signed({ sub: 'hedy', sid: 'sid-late' }))).status).toBe(200)
    expect([await isSignedIn(unnamed), await refreshes(unnamed)]).toEqual([false, false])
    expect([await isSignedIn(known), await refreshes(known)]).toEqual([true, true])
  })

  test('is taken once, and of nobody else', async () => {
    const arrived = await arrive('sid-6')
    const claims = { sub: arrived.sub, sid: 'sid-6' }
    const forged = [
      send(upstream.sign(logoutClaims(claims), { typ: 'logout+jwt', alg: 'none' })),
      send(signed({ ...claims, aud: 'another-client' })),
      send(signed({ ...claims, iss: 'https://other.example.test' })),
      send(signed({ ...claims, nonce: 'n' })),
      send(signed({ ...claims, events: {} })),
      send(signed({ ...claims, events: undefined })),
      send(signed({ ...claims, jti: undefined })),
      send(signed({ ...claims, iat: 1 })),
      send(signed({ sub: undefined, sid: undefined })),
      send(upstream.sign(logoutClaims(claims), { typ: 'at+jwt' })),
      send('no token'),
      send(''),
      // For another connection of the same provider.
      send(signed(claims), other),
    ]
    for (const answer of await Promise.all(forged)) expect(answer.status).toBe(400)
    upstream.lies.signedBy = unknownKey()
    expect(await isSignedIn(arrived)).toBe(true)
    upstream.lies.signedBy = undefined
    const token = signed(claims)
    expect((await send(token)).status).toBe(200)
    expect(await isSignedIn(arrived)).toBe(false)
    const again = await arrive('sid-6', arrived.sub)
    expect((await send(token)).status).toBe(400)
    expect(await isSignedIn(again)).toBe(true)
  })

  test('tokens that are refused shut out no other connection', async () => {
    const arrived = await arrive('sid-limit')
    for (let count = 0; count < 61; count++) await send('no token', other)
    expect((await send('no token', other)).status).toBe(429)
    expect((await send(signed({ sub: arrived.sub, sid: 'sid-limit' }))).status).toBe(200)
  })

  test('ends nothing that was begun otherwise', async () => {
    const own = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: own.person.email } })
    const arrived = await arrive('sid-7')
    await world.deps.db.prisma.externalIdentity.updateMany({ where: { subject: arrived.sub }, data: { userId } })
    expect((await send(signed({ sub: arrived.sub }))).status).toBe(200)
    const { callback } = await world.authorize(own.browser, { prompt: 'none' })
    expect(callback?.searchParams.has('code')).toBe(true)
  })
})
