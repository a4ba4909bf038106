import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from './support/databases.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// The machine's clock is set: forward by hours, then back. Nothing used becomes good again, and nothing breaks for good.

const hour = 3600_000

describe.each(databases)('a clock that jumps, on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ LIMIT_MAIL_PER_ADDRESS: '2/1m' }, { database })
  })
  afterAll(() => world.close())
  const refresh = (token: string) => world.token({ grant_type: 'refresh_token', refresh_token: token }, webAuth)

  test('back: a code that was used stays used, and its second use revokes its tokens', async () => {
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    world.pass(-2 * hour)
    expect((await world.redeem(code)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    world.pass(2 * hour)
  })

  test('back: a refresh token that was replaced long ago is no successor’s twin', async () => {
    const { code } = await world.signIn()
    const first = (await world.redeem(code)).body.refresh_token
    const second = (await refresh(first)).body.refresh_token
    const third = (await refresh(second)).body.refresh_token
    world.pass(-hour)
    // Two generations back is stolen whatever the clock says: the family ends.
    expect((await refresh(first)).status).toBe(400)
    expect((await refresh(third)).status).toBe(400)
    world.pass(hour)
  })

  test('back: sign-ins go on, sessions and their tokens stay, and limits still end', async () => {
    // CF-12
    const { browser, code } = await world.signIn()
    const { body } = await world.redeem(code)
    world.pass(-3 * hour)
    expect((await world.authorize(browser)).callback?.searchParams.get('code')).toBeTruthy()
    expect((await refresh(body.refresh_token)).body).toMatchObject({ token_type: 'Bearer' })
    const again = await world.signIn()
    const { iat, exp } = claimsOf((await world.redeem(again.code)).body.id_token) as { iat: number; exp: number }
    expect(exp - iat).toBe(600)
    world.pass(3 * hour)
    expect((await world.signIn()).code).toBeTruthy()
  })

  test('forward: what lives for minutes is over, what lives for days goes on', async () => {
    const { browser, code } = await world.signIn()
    const { body } = await world.redeem(code)
    const unused = (await world.authorize(browser)).callback?.searchParams.get('code') ?? ''
    world.pass(5 * hour)
    expect((await world.redeem(unused)).body.error).toBe('invalid_grant')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect((await refresh(body.refresh_token)).body).toMatchObject({ token_type: 'Bearer' })
    expect((await world.authorize(browser)).callback?.searchParams.get('code')).toBeTruthy()
    world.pass(-5 * hour)
  })
})
