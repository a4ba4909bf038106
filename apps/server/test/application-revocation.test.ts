import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokePersonGrants } from '../src/flows/management/person-access.ts'
import { system } from '../src/flows/platform/audit.ts'
import { openCode } from '../src/flows/tokens/authorization-codes.ts'
import { insertGrant } from '../src/store/hot/grants.ts'
import { findLiveGrant } from '../src/store/hot/live-grants.ts'
import { databases } from './support/databases.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// Revoking an application ends what it holds of a person, for good. The session at the provider goes on.

describe.each(databases)('an application that is revoked, on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  const scope = 'openid email offline_access'
  const refresh = (refresh_token: string) => world.token({ grant_type: 'refresh_token', refresh_token }, webAuth)

  /** Someone whose application holds offline tokens, and a code that it has not redeemed yet. */
  async function someone() {
    const first = await world.signIn({}, { scope })
    const tokens = (await world.redeem(first.code)).body
    const unusedCode = await world.signIn(first.person, { scope }, first.browser)
    return { ...first, unusedCode: unusedCode.code, tokens, userId: String(claimsOf(tokens.access_token).sub) }
  }
  type Someone = Awaited<ReturnType<typeof someone>>

  const ways: [string, (who: Someone) => Promise<unknown>][] = [
    [
      'by the person, on their page',
      async ({ browser }) => {
        await browser.go(`${world.issuer}/account/applications`)
        await browser.submit({ client: 'web' })
      },
    ],
    ['by an operator or a command', ({ userId }) => revokePersonGrants(world.deps, system, userId, 'web')],
  ]
  test.each(ways)('%s: codes, access tokens and refresh tokens end, offline ones too', async (_way, revoke) => {
    const who = await someone()
    await revoke(who)
    expect((await world.redeem(who.unusedCode)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(who.tokens.access_token)).status).toBe(401)
    expect((await refresh(who.tokens.refresh_token)).body.error).toBe('invalid_grant')

    // They are still signed in here, and what is granted from now on works.
    world.pass(1)
    const visited = await world.authorize(who.browser, { scope, prompt: 'none' })
    const again = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    expect(again.status).toBe(200)
    expect((await world.userinfo(again.body.access_token)).status).toBe(200)
  })

  test('another application keeps what it has', async () => {
    const who = await someone()
    await revokePersonGrants(world.deps, system, who.userId, 'spa')
    expect((await world.userinfo(who.tokens.access_token)).status).toBe(200)
    expect((await world.redeem(who.unusedCode)).status).toBe(200)
  })

  test('a code that is redeemed at the same moment brings nothing that lives', async () => {
    // TK-44
    const who = await someone()
    const code = openCode(world.deps, who.unusedCode)
    if (!code) throw new Error('not a code')
    const now = world.deps.now()
    // The redemption has asked already, and writes only after the revocation.
    await revokePersonGrants(world.deps, system, who.userId, 'web')
    await insertGrant(world.deps.db, {
      ...code,
      id: code.grantId,
      offline: true,
      claims: null,
      authenticatedAt: now,
      createdAt: new Date(code.expiresAt - 60_000),
      rotatedAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    })
    expect(await findLiveGrant(world.deps.db, code.grantId, world.deps.now())).toBeNull()
  })
})
