import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endForged } from '../../src/flows/identity/bound-sessions/forgery.ts'
import { registerKey } from '../../src/flows/identity/bound-sessions/registration.ts'
import { accountOf } from '../support/account.ts'
import { boundBrowsers, boundEnv, newKey, sessionName, signProof } from '../support/bound-browser.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: sessions that are bound to a device.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(boundEnv, { database })
  })
  afterAll(() => world?.close())

  test('a session is bound, and ends when its proof is forged', async () => {
    const browsers = boundBrowsers(world)
    const { browser, id: userId } = await accountOf(world).byMail(undefined, browsers.browser())
    const sessionCookie = browser.cookies.get(sessionName) ?? ''
    const visitor = { sessionCookie, network: '::/48', languages: [], userAgent: 'a browser' } as never
    const key = await newKey()
    const { challenge, authorization } = browsers.offerOf(browser)
    const jws = await signProof(key, { jwk: key.jwk, payload: { jti: challenge, authorization } })
    await failsWithoutItsEvent(world, ['bind', ['session.bound'], () => registerKey(world.deps, visitor, jws)])
    const id = sessionCookie.split('.')[0] ?? ''
    expect(await world.deps.db.prisma.session.findUnique({ where: { id } })).toMatchObject({ endedAt: null })
    const end = () => endForged(world.deps, visitor, { id, userId }, 'signature')
    await failsWithoutItsEvent(world, ['forge', ['session.ended', 'session.binding_failed'], end])
  })
})
