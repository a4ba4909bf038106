import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digest, newId } from '../src/crypto/random.ts'
import { resetSignIn } from '../src/flows/account/sign-in-reset.ts'
import { currentSession, startSession } from '../src/flows/identity/sessions.ts'
import { disablePerson, removePerson } from '../src/flows/management/directory.ts'
import { signOutPerson } from '../src/flows/management/person-access.ts'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { endSessionsOf, queueSessionLogouts } from '../src/store/beyond-prisma/revocations.ts'
import { insertGrant } from '../src/store/hot/grants.ts'
import { findLiveGrant } from '../src/store/hot/live-grants.ts'
import { insertSession } from '../src/store/hot/sessions.ts'
import type { PlainBrowser } from './support/browser.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { claimsOf, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// "Everywhere" means everything, however much there is: no list, no limit, and nothing that comes back (docs/reference.md).

const many = 300

describe.each(databases)('everywhere, on %s', (database) => {
  let world: TestWorld
  let receiver: Server
  /** The sessions that the client `bell` was told of, each with how often. */
  const told = new Map<string, number>()

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { sid } = claimsOf(new URLSearchParams(body).get('logout_token') ?? '')
      told.set(String(sid), (told.get(String(sid)) ?? 0) + 1)
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as { port: number }
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test',
        OIDC_CLIENT_ID_20: 'bell',
        OIDC_CLIENT_20_SECRET: 'bell-secret-0123456789',
        OIDC_CLIENT_20_REDIRECT_URIS: redirectUri,
        OIDC_CLIENT_20_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${port}/backchannel`,
        OIDC_CLIENT_ID_21: 'admin',
        OIDC_CLIENT_21_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_21_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_21_SCOPES: 'users:read,users:write,sessions:write',
      },
      { database },
    )
  })
  afterAll(async () => {
    await world?.close()
    receiver?.close()
  })

  const api = async (method: string, path: string, body?: object) => {
    const { body: token } = await world.token(
      { grant_type: 'client_credentials' },
      { basic: ['admin', 'admin-secret-0123456789'] },
    )
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
  }
  const post = (browser: PlainBrowser, path: string, fields: Record<string, string> = {}) =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })

  /** Someone with offline tokens, a code in hand, and 299 other sessions, each with a grant of `bell`. */
  async function someoneWithMany() {
    const scope = 'openid email offline_access'
    const first = await world.signIn({}, { scope })
    const tokens = (await world.redeem(first.code)).body
    const userId = String(claimsOf(tokens.access_token).sub)
    const cookies: string[] = []
    const grants: string[] = []
    const visitor = {
      flowCookie: undefined,
      deviceCookie: undefined,
      impersonationCookie: undefined,
      userAgent: 'x',
      languages: [],
      network: '::/48',
    }
    for (let index = 1; index < many; index += 1) {
      const cookie =
        (await startSession(
          world.deps,
          { ...visitor, sessionCookie: undefined },
          { userId, acr: 'urn:vestibule:acr:mail', amr: ['email'], methodSince: async () => world.deps.now() },
        )) ?? ''
      const now = world.deps.now()
      const id = newId(now)
      await insertGrant(world.deps.db, {
        id,
        clientId: 'bell',
        userId,
        sessionId: cookie.split('.')[0] ?? '',
        offline: index % 2 === 0,
        organizationId: null,
        teamId: null,
        scope: ['openid'],
        claims: null,
        resource: [],
        acr: 'urn:vestibule:acr:mail',
        amr: ['email'],
        authenticatedAt: now,
        createdAt: now,
        rotatedAt: now,
        expiresAt: new Date(now.getTime() + 3_600_000),
      })
      cookies.push(cookie)
      grants.push(id)
    }
    // Of the oldest session, and offline: the one that a list of the last used would forget.
    const unusedCode = await world.signIn(first.person, { scope }, first.browser)
    return { ...first, unusedCode: unusedCode.code, tokens, userId, cookies, grants }
  }
  type Someone = Awaited<ReturnType<typeof someoneWithMany>>

  const aliveSessions = async ({ cookies }: Someone) =>
    (await Promise.all(cookies.map((cookie) => currentSession(world.deps, { sessionCookie: cookie })))).filter(Boolean)
      .length
  const aliveGrants = async ({ grants }: Someone) =>
    (await Promise.all(grants.map((id) => findLiveGrant(world.deps.db, id, world.deps.now())))).filter(Boolean).length

  async function expectNothingAlive(someone: Someone) {
    expect(await aliveSessions(someone)).toBe(0)
    expect(await aliveGrants(someone)).toBe(0)
    const { refresh_token, access_token } = someone.tokens
    expect((await world.userinfo(access_token)).status).toBe(401)
    expect((await world.token({ grant_type: 'refresh_token', refresh_token }, webAuth)).body.error).toBe(
      'invalid_grant',
    )
    expect((await world.redeem(someone.unusedCode)).body.error).toBe('invalid_grant')
    await someone.browser.go(`${world.issuer}/account`)
    expect(someone.browser.current?.location).toContain('/sign-in/')
  }

  /** The clients are told of each session that ended, once. */
  const expectAllTold = async ({ cookies }: Someone) => {
    const ids = cookies.map((cookie) => cookie.split('.')[0] ?? '')
    await expect.poll(() => ids.filter((id) => told.get(id) === 1).length).toBe(ids.length)
  }

  test('the API signs a person out of all sessions, and their clients are told of each', async () => {
    // SE-15
    const someone = await someoneWithMany()
    expect((await api('DELETE', `/users/${someone.userId}/sessions`)).status).toBe(204)
    await expectNothingAlive(someone)
    await expectAllTold(someone)
    const { body } = await api('GET', `/users/${someone.userId}/sessions`)
    expect(body.data).toHaveLength(0)
  })

  test('disabling ends everything, and enabling brings nothing back', async () => {
    // SE-08, UI-04
    const someone = await someoneWithMany()
    await api('PATCH', `/users/${someone.userId}`, { disabled: true })
    await api('PATCH', `/users/${someone.userId}`, { disabled: false })
    await expectNothingAlive(someone)
  })

  test('a command does the same as the API', async () => {
    const [disabled, signedOut] = [await someoneWithMany(), await someoneWithMany()]
    await disablePerson(world.deps, system, disabled.userId, true)
    await disablePerson(world.deps, system, disabled.userId, false)
    await signOutPerson(world.deps, system, signedOut.userId)
    await expectNothingAlive(disabled)
    await expectNothingAlive(signedOut)
    await expectAllTold(signedOut)
  })

  test('an operator resets how a person signs in', async () => {
    const someone = await someoneWithMany()
    await resetSignIn(world.deps, system, someone.userId, `new-${someone.person.email}`)
    await expectNothingAlive(someone)
  })

  test('a person who is deleted takes everything along, and their clients are told', async () => {
    const someone = await someoneWithMany()
    await removePerson(world.deps, system, someone.userId)
    await expectNothingAlive(someone)
    await expectAllTold(someone)
  })

  test('a person ends all other sessions, and this one goes on', async () => {
    // LO-14, OWN-05
    const someone = await someoneWithMany()
    await post(someone.browser, '/account/sessions/end-others')
    expect(someone.browser.current?.html.querySelectorAll('.table tbody tr')).toHaveLength(1)
    expect(await aliveSessions(someone)).toBe(0)
    expect(await aliveGrants(someone)).toBe(0)
    // What came from the session that stays is untouched: its tokens, and its code.
    expect((await world.userinfo(someone.tokens.access_token)).status).toBe(200)
    expect((await world.redeem(someone.unusedCode)).status).toBe(200)
    await expectAllTold(someone)
  })

  test('all sessions are listed, page by page, on the page and in the API', async () => {
    const someone = await someoneWithMany()
    const { browser } = someone
    const seen = new Set<string>()
    await browser.go(`${world.issuer}/account/sessions`)
    expect(browser.current?.html.querySelector('main')?.text).toContain(`Active sessions: ${many}`)
    expect(browser.current?.html.querySelector('.table tbody tr')?.text).toContain('This browser')
    for (let pages = 0; pages < 10; pages += 1) {
      for (const input of browser.current?.html.querySelectorAll('.table [name=id]') ?? [])
        seen.add(input.getAttribute('value') ?? '')
      const older = browser.current?.html.querySelector('a[href*="before="]')?.getAttribute('href')
      if (!older) break
      await browser.go(older)
    }
    expect(seen.size).toBe(many - 1)

    const listed = new Set<string>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await api('GET', `/users/${someone.userId}/sessions?limit=100${cursor && `&cursor=${cursor}`}`)
      for (const { id } of body.data) listed.add(id)
      cursor = body.next_cursor
    }
    expect(listed.size).toBe(many)

    // An application is shown once, however many grants it has.
    const { body } = await api('GET', `/users/${someone.userId}/grants`)
    expect(body.data.map(({ client_id }: { client_id: string }) => client_id).sort()).toEqual(['bell', 'web'])
  })

  test('signing out of everything is one event that says how many sessions ended', async () => {
    // OWN-05, SE-15
    const { userId } = await someoneWithMany()
    await signOutPerson(world.deps, system, userId)
    const events = await world.deps.db.sql.read(
      "SELECT detail FROM audit_event WHERE target_id = $1 AND action = 'user.signed_out'",
      [userId],
    )
    expect(events.map(({ detail }) => JSON.parse(String(detail)))).toEqual([{ sessions: many }])
  })
})

describe('at the edges of the moment', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())

  test('a session that begins while everything ends has ended too, also when the person is enabled again', async () => {
    // TK-44
    const { code } = await world.signIn()
    const userId = String(claimsOf((await world.redeem(code)).body.access_token).sub)
    const authenticatedAt = world.deps.now()
    await disablePerson(world.deps, system, userId, true)
    // The sign-in had been accepted already, and is written only now.
    const late = {
      id: 'late',
      secretDigest: digest('secret'),
      userId,
      authenticatedAt,
      acr: 'urn:vestibule:acr:mail',
      amr: ['email'],
      userAgent: 'x',
      network: '::/48',
      expiresAt: new Date(authenticatedAt.getTime() + 3_600_000),
      passkeyId: null,
      methodSince: null,
    }
    await inTransaction(world.deps, async (tx) => {
      await insertSession(tx, late)
      await tx.record(system, { action: 'session.created', target: ['session', late.id] })
    })
    await disablePerson(world.deps, system, userId, false)
    world.pass(1)
    expect(await currentSession(world.deps, { sessionCookie: 'late.secret' })).toBeNull()
  })

  test('people sign in again after a clock that was ahead is set back', async () => {
    const { person, code } = await world.signIn()
    const { sub } = claimsOf((await world.redeem(code)).body.access_token)
    world.pass(3_600_000)
    await signOutPerson(world.deps, system, String(sub))
    world.pass(-3_600_000)
    const again = await world.signIn(person)
    const { body } = await world.redeem(again.code)
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    expect((await again.browser.go(`${world.issuer}/account`)).location).toBe(`${world.issuer}/account`)
  })

  test('clients that a process noted before it died are told by the next one', async () => {
    const told: string[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      told.push(String(claimsOf(new URLSearchParams(body).get('logout_token') ?? '').sid))
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-'))
    const env = {
      OIDC_CLIENT_0_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`,
    }
    const file = join(folder, 'vestibule.db')
    const first = await openTestWorld(env, { file })
    const { code } = await first.signIn()
    const { sub, sid } = claimsOf((await first.redeem(code)).body.access_token)
    // The transaction of a sign-out, and then nothing wakes the queue any more.
    await changeStore(first.deps, async (tx) => {
      const now = first.deps.now()
      await endSessionsOf(tx, String(sub), now)
      await queueSessionLogouts(tx, String(sub), now)
    })
    await first.close()
    const second = await openTestWorld(env, { file })
    await expect.poll(() => told).toEqual([sid])
    await second.close()
    receiver.close()
    rmSync(folder, { recursive: true })
  })
})
