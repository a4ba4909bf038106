import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { deviceCode } from '../src/oidc/response-types.ts'
import { normalizeUserCode, userCodeAlphabet, userCodeOf } from '../src/oidc/user-codes.ts'
import { databases } from './support/databases.ts'
import { deviceClients, devicesOf, mainOf, requestIn, tvAuth } from './support/device-grant.ts'
import { basic, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// The device grant (RFC 8628), from the side of the device: its endpoint, its polls and its tokens.

const minute = 60_000
const api = 'https://orders.example.test'

test('DV-05: a code is the same in any case, with or without blanks and the dash; others are none', () => {
  for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bc df - gh jk ', 'B0C1D-F I G.H,J/K O', 'ｂ BCDFGHJK'])
    expect(normalizeUserCode(typed), typed).toBe('BCDFGHJK')
  for (const typed of ['', 'BCDFGHJ', 'BCDFGHJKL', 'AEIOU', `BCDFGHJK${' '.repeat(100)}`])
    expect(normalizeUserCode(typed), typed).toBeNull()
  expect(userCodeAlphabet).toHaveLength(20)
  expect(userCodeOf([240, 255, 0, 20, 19, 239, 1, 2, 3, 4])).toBe('BBZZCDFG')
  expect(userCodeOf([240, 1])).toBeNull()
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof devicesOf>
  const log: string[] = []
  beforeAll(async () => {
    world = await openTestWorld(
      {
        ...deviceClients,
        OIDC_CLIENT_20_AUDIENCES: api,
        TRUST_PROXY: '1',
        OIDC_CLIENT_ID_22: 'strict',
        OIDC_CLIENT_22_GRANT_TYPES: deviceCode,
        OIDC_CLIENT_22_REQUIRE_PASSKEY: 'true',
      },
      { database, log: (line) => log.push(line) },
    )
    at = devicesOf(world)
  })
  afterAll(() => world?.close())

  /** Each story has a network of its own: they would use up each other's limits. */
  let networks = 0
  const elsewhere = () => ({ 'X-Forwarded-For': `203.0.${Math.floor(networks / 200)}.${(networks++ % 200) + 1}` })

  test('a device gets the tokens of the person who types its code', async () => {
    const ada = await at.member()
    const begun = await at.begin({ scope: 'openid email organization' }, elsewhere())
    expect(begun.status).toBe(200)
    expect(begun.headers.get('cache-control')).toBe('no-store')
    expect(begun.body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${world.issuer}/device`,
      expires_in: 600,
      interval: 5,
    })
    expect((await at.poll(begun.body.device_code)).body.error).toBe('authorization_pending')
    expect(mainOf(await at.approve(ada.browser, begun.body.user_code))).toContain('The device is signed in')
    const { status, body } = await at.poll(begun.body.device_code)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'openid email organization' })
    const about = await (await world.userinfo(body.access_token)).json()
    expect(about).toMatchObject({ sub: ada.id, email: ada.person.email, organization: ada.organizationId })
    const refreshed = await world.token({
      grant_type: 'refresh_token',
      client_id: 'cli',
      refresh_token: body.refresh_token,
    })
    expect(refreshed.status).toBe(200)
    for (const secret of [begun.body.device_code, begun.body.user_code, body.access_token, body.refresh_token])
      expect(log.join('\n')).not.toContain(secret)
  })

  test('only digests are stored, and nothing that opens a session', async () => {
    const { body } = await at.begin({}, elsewhere())
    const rows = await at.db.deviceRequest.findMany()
    const text = JSON.stringify(rows)
    expect(text).not.toContain(body.device_code)
    expect(text).not.toContain(body.user_code.replace('-', ''))
  })

  test('the tokens of a device live no longer than ten minutes, and thirty days with refresh tokens', async () => {
    const ada = await at.member()
    const { refresh_token, access_token } = await at.signInDevice(ada.browser)
    expect(access_token).toBeTruthy()
    const grant = await at.db.grant.findFirstOrThrow({ where: { userId: ada.id, clientId: 'cli' } })
    expect(grant.expiresAt.getTime() - grant.rotatedAt.getTime()).toBe(30 * 24 * 60 * minute)
    const session = await at.db.session.findUniqueOrThrow({ where: { id: grant.sessionId } })
    expect(session).toMatchObject({ deviceClientId: 'cli', expiresAt: grant.expiresAt, endedAt: null })
    expect(refresh_token).toBeTruthy()
    const { body } = await at.begin({ client_id: undefined }, { ...elsewhere(), Authorization: basic(...tvAuth.basic) })
    await at.approve(ada.browser, body.user_code)
    const tokens = await world.token({ grant_type: deviceCode, device_code: body.device_code }, tvAuth)
    expect(tokens.body).toMatchObject({ expires_in: 600 })
    expect(tokens.body.refresh_token).toBeUndefined()
  })

  test('DV-02: the complete address is answered only to a client with DEVICE_QR', async () => {
    expect((await at.begin({}, elsewhere())).body.verification_uri_complete).toBeUndefined()
    const headers = { ...elsewhere(), Authorization: basic(...tvAuth.basic) }
    const { body } = await at.begin({ client_id: undefined }, headers)
    expect(body.verification_uri_complete).toBe(`${world.issuer}/device?user_code=${body.user_code}`)
  })

  test('DV-03: a client without the grant gets no code, and its own name for none', async () => {
    const web = await at.begin({ client_id: undefined }, { ...elsewhere(), Authorization: basic(...webAuth.basic) })
    expect([web.status, web.body.error]).toEqual([400, 'unauthorized_client'])
    const { body } = await at.begin({}, elsewhere())
    expect((await world.token({ grant_type: deviceCode, device_code: body.device_code }, webAuth)).body.error).toBe(
      'unauthorized_client',
    )
    const headers = { ...elsewhere(), Authorization: basic('tv', 'wrong') }
    expect((await at.begin({ client_id: undefined }, headers)).status).toBe(401)
    expect((await at.begin({ client_id: 'nobody' }, elsewhere())).status).toBe(401)
  })

  test('DV-06: polls that come too early slow the device down, and stay slow', async () => {
    const { body } = await at.begin({}, elsewhere())
    const ask = async () => (await at.poll(body.device_code)).body.error
    expect(await ask()).toBe('authorization_pending')
    world.pass(1000)
    expect(await ask()).toBe('slow_down')
    world.pass(5000)
    expect(await ask()).toBe('slow_down')
    world.pass(10_000)
    expect(await ask()).toBe('slow_down')
    const row = await at.db.deviceRequest.findFirstOrThrow({
      orderBy: { createdAt: 'desc' },
      where: { intervalSeconds: 20 },
    })
    expect(row.intervalSeconds).toBe(20)
    world.pass(20_000)
    expect(await ask()).toBe('authorization_pending')
  })

  test('DV-06: of ten polls at once after the approval, one gets tokens', async () => {
    const ada = await at.member()
    const { body } = await at.begin({}, elsewhere())
    await at.approve(ada.browser, body.user_code)
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.poll(body.device_code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: { error } }) => error === 'invalid_grant')).toHaveLength(9)
    const { access_token } = answers.find(({ status }) => status === 200)?.body ?? {}
    expect((await world.userinfo(access_token)).status).toBe(200)
  })

  test('a code of another client, an unknown one and a redeemed one are answered alike', async () => {
    const ada = await at.member()
    const { body } = await at.begin({}, elsewhere())
    const other = await world.token({ grant_type: deviceCode, device_code: body.device_code }, tvAuth)
    const unknown = await at.poll('x'.repeat(43))
    const long = await at.poll('x'.repeat(5000))
    await at.approve(ada.browser, body.user_code)
    expect((await at.poll(body.device_code)).status).toBe(200)
    const again = await at.poll(body.device_code)
    for (const answer of [other, unknown, long, again]) expect(answer.body).toEqual(unknown.body)
    expect(unknown.body.error).toBe('invalid_grant')
    expect((await world.token({ grant_type: deviceCode, client_id: 'cli' })).body.error).toBe('invalid_request')
  })

  test('DV-08: a code that has expired is answered as such, approved or not', async () => {
    const ada = await at.member()
    const [waiting, approved] = [await at.begin({}, elsewhere()), await at.begin({}, elsewhere())]
    await at.approve(ada.browser, approved.body.user_code)
    world.pass(10 * minute)
    for (const { body } of [waiting, approved])
      expect((await at.poll(body.device_code)).body.error).toBe('expired_token')
  })

  test('a device that its person refuses is told so', async () => {
    const ada = await at.member()
    const { body } = await at.begin({}, elsewhere())
    await at.enter(ada.browser, body.user_code)
    await ada.browser.submit({ request: requestIn(ada.browser), decision: 'cancel' })
    expect((await at.poll(body.device_code)).body.error).toBe('access_denied')
    expect(await at.db.auditEvent.count({ where: { action: 'device.denied', actorId: ada.id } })).toBe(1)
  })

  test('DV-12: a scope beyond the client is refused at once, and so is a resource', async () => {
    const scope = await at.begin({ scope: 'openid offline_access users:write' }, elsewhere())
    expect([scope.status, scope.body.error]).toEqual([400, 'invalid_scope'])
    expect(scope.body.error_description).toContain('users:write')
    expect((await at.begin({ scope: 'offline_access users:write' }, elsewhere())).body.error).toBe('invalid_scope')
    expect((await at.begin({ scope: undefined }, elsewhere())).body.error).toBe('invalid_scope')
    const resource = await at.begin({ resource: 'https://api.example.test' }, elsewhere())
    expect(resource.body.error).toBe('invalid_target')
    expect((await at.begin({ acr_values: 'gold' }, elsewhere())).body.error).toBe('invalid_request')
    const organization = { client_id: undefined, organization: 'acme' }
    const headers = { ...elsewhere(), Authorization: basic(...tvAuth.basic) }
    expect((await at.begin(organization, headers)).body.error).toBe('invalid_request')
  })

  test('DV-15: nobody who is disabled, removed or signed out everywhere signs in a device', async () => {
    const ends: ((person: Awaited<ReturnType<typeof at.member>>) => Promise<unknown>)[] = [
      ({ id }) => at.db.user.update({ where: { id }, data: { disabledAt: world.deps.now() } }),
      ({ id }) => at.db.membership.deleteMany({ where: { userId: id } }),
      ({ organizationId }) =>
        at.db.organization.update({ where: { id: organizationId }, data: { disabledAt: world.deps.now() } }),
      ({ organizationId }) =>
        at.db.organization.update({ where: { id: organizationId }, data: { deviceCodes: false } }),
      ({ organizationId }) =>
        at.db.organization.update({ where: { id: organizationId }, data: { requirePasskey: true } }),
      ({ browser }) => browser.go(`${world.issuer}/account/sessions/end-others`, { method: 'POST', body: '' }),
    ]
    for (const end of ends) {
      const person = await at.member()
      const { body } = await at.begin({ scope: 'openid email organization' }, elsewhere())
      await at.approve(person.browser, body.user_code)
      await end(person)
      const answer = await at.poll(body.device_code)
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
      expect(answer.body.access_token).toBeUndefined()
      expect(
        await at.db.grant.count({
          where: { userId: person.id, clientId: 'cli', revokedAt: null, expiresAt: { gt: world.deps.now() } },
        }),
      ).toBe(0)
    }
  })

  test('DV-12: a poll gets no API that the page did not name', async () => {
    const { browser } = await at.member()
    const { body } = await at.begin({ scope: 'openid offline_access' }, elsewhere())
    await at.approve(browser, body.user_code)
    expect((await at.poll(body.device_code, { resource: api })).body.error).toBe('invalid_target')
    const { body: tokens } = await at.poll(body.device_code)
    const refreshed = { grant_type: 'refresh_token', client_id: 'cli', refresh_token: tokens.refresh_token }
    expect((await world.token({ ...refreshed, resource: api })).body.error).toBe('invalid_target')
    expect((await world.token(refreshed)).status).toBe(200)
  })

  test('DV-17: requests are limited by network and client, and those that wait by client', async () => {
    const here = elsewhere()
    for (let n = 0; n < 10; n += 1) expect((await at.begin({}, here)).status).toBe(200)
    const refused = await at.begin({}, here)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await at.begin({}, elsewhere())).status).toBe(200)

    world.pass(11 * minute)
    for (let n = 0; n < 100; n += 1) {
      const answer = await at.begin({}, elsewhere())
      expect(answer.status).toBe(200)
    }
    expect((await at.begin({}, elsewhere())).status).toBe(429)
    const headers = { ...elsewhere(), Authorization: basic(...tvAuth.basic) }
    expect((await at.begin({ client_id: undefined }, headers)).status).toBe(200)
    world.pass(11 * minute)
    expect((await at.begin({}, elsewhere())).status).toBe(200)
    world.pass(24 * 60 * minute)
    await new Sweeper(world.deps).sweep()
    expect(await at.db.deviceRequest.count()).toBe(1)
  })

  test('DV-18: what acr_values ask for is a demand, and so is what the client requires', async () => {
    const asked = await at.begin({ acr_values: 'phrh phr' }, elsewhere())
    const weaker = await at.begin({ acr_values: 'phr urn:vestibule:acr:mail' }, elsewhere())
    const strict = await at.begin({ client_id: 'strict' }, elsewhere())
    expect([asked.status, weaker.status, strict.status]).toEqual([200, 200, 200])
    const demands = await at.db.deviceRequest.findMany({ orderBy: { createdAt: 'asc' } })
    expect(
      demands
        .map(({ demandedAcr }) => demandedAcr)
        .filter(Boolean)
        .sort(),
    ).toEqual(['phr', 'phr', 'urn:vestibule:acr:mail'])
  })
})

test('where no client has the grant there is no endpoint, no page and no metadata', async () => {
  const world = await openTestWorld()
  try {
    const at = devicesOf(world)
    for (const path of ['/device_authorization', '/device', '/device/decision'])
      for (const method of ['GET', 'POST']) {
        const headers = { Origin: new URL(world.issuer).origin }
        expect((await fetch(`${world.issuer}${path}`, { method, headers })).status, `${method} ${path}`).toBe(404)
      }
    expect((await at.poll('x', { client_id: 'spa' })).body.error).toBe('unsupported_grant_type')
    const metadata = await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()
    expect(JSON.stringify(metadata)).not.toContain('device')
  } finally {
    await world.close()
  }
})

test('the metadata names the endpoint and the grant where a client has it', async () => {
  const world = await openTestWorld(deviceClients)
  try {
    const metadata = await (await fetch(`${world.issuer}/.well-known/oauth-authorization-server`)).json()
    expect(metadata.device_authorization_endpoint).toBe(`${world.issuer}/device_authorization`)
    expect(metadata.grant_types_supported).toContain(deviceCode)
  } finally {
    await world.close()
  }
})
