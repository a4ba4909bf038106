import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ClientDirectory } from '../src/flows/platform/clients/client-directory.ts'
import { deviceCode } from '../src/oidc/response-types.ts'
import { normalizeUserCode } from '../src/oidc/user-codes.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { deviceClients, devicesOf, mainOf, requestIn, tvAuth } from './support/device-grant.ts'
import { newProofKey } from './support/dpop.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

// What a hostile reader of RFC 8628 tries beside the catalogue (device-grant.test.ts, device-page.test.ts).

test('DV-41 letters that only look like those of a code are no letters of it', () => {
  // Cyrillic, Greek, mathematical and full-width letters.
  for (const typed of ['ВCDFGHJK', 'ΒCDFGHJK', '𝐁CDFGHJK', 'ＢCDFGHJK', 'BCDFGHJı'])
    expect(normalizeUserCode(typed), typed).toBeNull()
  expect(normalizeUserCode('B\u200bC\u200bD\u00adF\u2010G\u00a0HJK')).toBe('BCDFGHJK')
})

describe.each(databases)('devices on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof devicesOf>
  let allClients: TestWorld['deps']['clients']
  beforeAll(async () => {
    world = await openTestWorld(
      {
        ...deviceClients,
        DPOP: 'on',
        TRUST_PROXY: '1',
        OIDC_CLIENT_ID_22: 'bound',
        OIDC_CLIENT_22_GRANT_TYPES: `${deviceCode},refresh_token`,
        OIDC_CLIENT_22_SCOPES: 'openid,profile,email,offline_access',
        OIDC_CLIENT_22_DPOP: 'required',
      },
      { database },
    )
    allClients = world.deps.clients
    at = devicesOf(world)
  })
  beforeEach(() => {
    world.deps.clients = allClients
  })
  afterAll(() => world?.close())

  let networks = 0
  const begin = async (params = {}) => {
    const network = `203.0.${Math.floor(networks / 200)}.${(networks++ % 200) + 1}`
    return (await at.begin(params, { 'X-Forwarded-For': network })).body
  }
  const decide = (browser: PlainBrowser, fields: Record<string, string>, method = 'POST') =>
    browser.go(`${world.issuer}/device/decision`, { method, body: new URLSearchParams(fields).toString() })

  test('DV-42 the tokens of a device are bound to its key, and a poll without a proof spends nothing', async () => {
    const [a, b] = [await newProofKey(), await newProofKey()]
    const proof = async (key: typeof a) => ({
      headers: { DPoP: await key.proof({ url: `${world.issuer}/token`, now: world.deps.now() }) },
    })
    const ada = await at.member()
    const { device_code, user_code } = await begin({ client_id: 'bound' })
    await at.approve(ada.browser, user_code)
    const form = { grant_type: deviceCode, client_id: 'bound', device_code }
    expect((await world.token(form)).body.error).toBe('invalid_dpop_proof')
    const answers = await Promise.all([a, b].map(async (key) => world.token(form, await proof(key))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { body } = answers.find(({ status }) => status === 200) ?? answers[0] ?? { body: {} }
    const [own, other] = answers[0]?.status === 200 ? [a, b] : [b, a]
    expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['DPoP', { jkt: own.jkt }])
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    const refresh = { grant_type: 'refresh_token', client_id: 'bound', refresh_token: body.refresh_token }
    expect((await world.token(refresh, await proof(other))).body.error).toBe('invalid_grant')
    expect((await world.token(refresh, await proof(own))).status).toBe(200)
  })

  test('DV-43 polls slow a device down to five minutes, and no further', async () => {
    const { device_code } = await begin()
    for (let poll = 0; poll < 65; poll += 1) await at.poll(device_code)
    const slowest = await at.db.deviceRequest.findFirst({ orderBy: { intervalSeconds: 'desc' } })
    expect(slowest?.intervalSeconds).toBe(300)
    expect((await at.poll(device_code)).body.error).toBe('slow_down')
  })

  test('DV-44 another client that has the code gets nothing, and takes nothing away, before and after the decision', async () => {
    const ada = await at.member()
    const { device_code, user_code } = await begin()
    const asTv = () => world.token({ grant_type: deviceCode, device_code }, tvAuth)
    const asBound = () => world.token({ grant_type: deviceCode, client_id: 'bound', device_code })
    for (const ask of [asTv, asBound]) expect((await ask()).status).toBe(400)
    await at.approve(ada.browser, user_code)
    expect((await asTv()).body.error).toBe('invalid_grant')
    for (const name of ['code', 'user_code', 'refresh_token'])
      expect(
        (await world.token({ grant_type: 'refresh_token', client_id: 'cli', [name]: device_code })).body.access_token,
      ).toBeUndefined()
    expect((await at.poll(device_code)).status).toBe(200)
  })

  test('DV-45 Cancel and Sign in at once: one of them counts, and the device learns which', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ada = await at.member()
      const { device_code, user_code } = await begin()
      await at.enter(ada.browser, user_code)
      const form = { request: requestIn(ada.browser), organization: ada.organizationId }
      const clones = ['allow', 'cancel'].map((decision) => {
        const clone = world.browser()
        for (const [name, value] of ada.browser.cookies) clone.cookies.set(name, value)
        return decide(clone, { ...form, decision })
      })
      const [allowed, cancelled] = await Promise.all(clones)
      expect([allowed?.status, cancelled?.status].sort()).toEqual([200, 400])
      const answer = await at.poll(device_code)
      expect(answer.body.error).toBe(allowed?.status === 200 ? undefined : 'access_denied')
      const events = { actorId: ada.id, action: { in: ['device.approved', 'device.denied'] } }
      expect(await at.db.auditEvent.count({ where: events })).toBe(1)
    }
  })

  test('DV-46 what changed between the page and the decision counts: the organization, the membership, the sign-in', async () => {
    const ends: [number, (person: Awaited<ReturnType<typeof at.member>>) => Promise<unknown>][] = [
      [403, ({ organizationId: id }) => at.db.organization.update({ where: { id }, data: { deviceCodes: false } })],
      [403, ({ id }) => at.db.membership.deleteMany({ where: { userId: id } })],
      [
        403,
        ({ organizationId: id }) =>
          at.db.organization.update({ where: { id }, data: { disabledAt: world.deps.now() } }),
      ],
      [200, ({ id }) => at.db.session.updateMany({ where: { userId: id }, data: { endedAt: world.deps.now() } })],
    ]
    for (const [status, end] of ends) {
      const ada = await at.member()
      const { device_code, user_code } = await begin()
      await at.enter(ada.browser, user_code)
      const form = { request: requestIn(ada.browser), organization: ada.organizationId, decision: 'allow' }
      await end(ada)
      const page = await decide(ada.browser, form)
      expect(page.status).toBe(status)
      expect(mainOf(page)).not.toContain('The device is signed in')
      expect((await at.poll(device_code)).body.error).toBe('authorization_pending')
    }
  })

  test('DV-47 a client that lost the grant or is gone gets nothing for a code that was approved before', async () => {
    const ada = await at.member()
    const { device_code, user_code } = await begin()
    await at.approve(ada.browser, user_code)
    const without = async (change: (known: Map<string, never>) => void) => {
      const known = new Map(world.deps.config.clients)
      change(known as never)
      const config = { ...world.deps.config, clients: known }
      world.deps.clients = await ClientDirectory.load({ ...world.deps, config })
    }
    const cli = world.deps.config.clients.get('cli')
    const other = { ...cli, grantTypes: new Set(['refresh_token']) }
    await without((known) => known.set('cli', other as never))
    expect((await at.poll(device_code)).body.error).toBe('unauthorized_client')
    await without((known) => known.delete('cli'))
    expect((await at.poll(device_code)).body.error).toBe('invalid_client')
    world.deps.clients = allClients
    expect((await at.poll(device_code)).status).toBe(200)
  })

  test('DV-48 no address approves anything: a decision is a form, and the complete address is typed for nobody', async () => {
    const ada = await at.member()
    const { device_code, user_code } = await begin()
    await ada.browser.go(`${world.issuer}/device?user_code=${user_code}&decision=allow`)
    await ada.browser.go(`${world.issuer}/device?user_code=${user_code}&user_code=BCDF-GHJK`)
    await at.enter(ada.browser, user_code)
    const request = requestIn(ada.browser)
    for (const method of ['GET', 'HEAD', 'PUT'])
      await fetch(`${world.issuer}/device/decision?request=${request}&decision=allow`, {
        method,
        headers: { Cookie: [...ada.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
    expect((await at.poll(device_code)).body.error).toBe('authorization_pending')
  })

  test('DV-49 a request for a device with a repeated parameter, a query or too much is refused', async () => {
    const send = (body: string, query = '') =>
      fetch(`${world.issuer}/device_authorization${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '198.51.100.99' },
        body,
      })
    for (const [body, query] of [
      ['client_id=cli&client_id=tv&scope=openid', ''],
      ['client_id=cli&scope=openid&scope=email', ''],
      ['', '?client_id=cli&scope=openid'],
    ] as const)
      expect([body, (await send(body, query)).status >= 400]).toEqual([body, true])
    expect((await send(`client_id=cli&scope=${'x'.repeat(70_000)}`)).status).toBe(413)
  })
})
