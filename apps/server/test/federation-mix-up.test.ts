import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateConnection } from '../src/flows/federation/activation.ts'
import { changeConnection } from '../src/flows/federation/connections.ts'
import { beginSignIn } from '../src/flows/federation/upstream/begin-sign-in.ts'
import { finishSignIn } from '../src/flows/federation/upstream/finish-sign-in.ts'
import { callbackOf } from '../src/flows/federation/upstream/upstream-client.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import { defaultSettings } from '../src/oidc/federation/connection.ts'
import { findConnection, insertConnection } from '../src/store/prisma/federation/connections.ts'
import { changeStore } from './support/change-store.ts'
import { answerTxt, type Company, openCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { broughtTo, openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// RV-06: whoever has a provider at an organization, in draft or in use, brings the answers of another provider of it to theirs
// (RFC 9700 section 4.4). Nobody sends `iss`: the redirect URI alone says whose an answer is.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let honest: Upstream
  let hostile: Upstream
  let records: Map<string, string[]>
  let count = 0

  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    const now = () => world.deps.now()
    ;[honest, hostile] = [await openUpstream({ now }), await openUpstream({ now })]
    records = answerTxt(world)
  })
  afterAll(async () => {
    await honest?.close()
    await hostile?.close()
    await world?.close()
  })
  beforeEach(() => {
    world.pass(20 * 60_000)
    for (const upstream of [honest, hostile]) {
      upstream.reset()
      upstream.lies.metadata = {
        authorization_response_iss_parameter_supported: undefined,
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
      }
      upstream.lies.callback = { iss: undefined }
    }
  })

  const db = () => world.deps.db.prisma
  const visitor = (flowCookie?: string) => ({ network: '127.0.0.1', flowCookie })

  /** A company that signs its people in at the honest provider, and whose owner has a passkey. */
  async function company(organizationCallback = false): Promise<Company> {
    count += 1
    const opened = await openCompany(world, records, { domain: `mixed-${count}.test`, upstream: honest })
    const { userId } = opened.owner
    await db().connection.update({ where: { id: opened.connectionId }, data: { organizationCallback } })
    await db().passkey.create({
      data: {
        ...{ id: `passkey-of-${userId}`, userId, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
        ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: world.deps.now() },
      },
    })
    return opened
  }

  /** Another connection of the company. */
  async function add(
    { id: organizationId }: Company,
    { issuer }: Pick<Upstream, 'issuer'>,
    state = 'draft',
    replacesId: string | null = null,
  ) {
    count += 1
    const id = `added-${count}`
    const settings = defaultSettings
    await changeStore(world.deps, (change) =>
      insertConnection(change, {
        ...{ id, organizationId, provider: 'generic', name: 'Subsidiary', issuer, clientId: 'vestibule' },
        ...{ authMethod: 'private_key_jwt', sealedSecret: null, settings, createdAt: world.deps.now(), replacesId },
      }),
    )
    await db().connection.update({ where: { id }, data: { state } })
    return id
  }

  async function connectionOf(id: string) {
    const found = await findConnection(world.deps.db, id)
    if (!found) throw new Error('there is no connection')
    return found
  }
  const callback = async (id: string) => callbackOf(await connectionOf(id))

  async function begin(id: string, purpose: 'sign-in' | 'test') {
    const begun = await beginSignIn(world.deps, visitor(), {
      at: { connection: await connectionOf(id) },
      purpose,
      request: {},
    })
    return { ...begun, url: new URL(begun.url) }
  }

  /** Everything that leaves this server while something is done. */
  async function sentBy(work: () => Promise<unknown>): Promise<string> {
    const sent: string[] = []
    const { outbound } = world.deps
    world.deps.outbound = (url, init) => {
      sent.push(`${url} ${init?.body ?? ''}`)
      return outbound(url, init)
    }
    await work().finally(() => {
      world.deps.outbound = outbound
    })
    return sent.join('\n')
  }

  test.each([false, true])(
    'RV-06 the owner tests the draft of a stranger, whose provider leads on to the one in use: its code goes to nobody (at the address of the organization: %s)',
    async (organizationCallback) => {
      const acme = await company(organizationCallback)
      const draft = await add(acme, hostile)
      const strangers = await begin(acme.connectionId, 'sign-in')
      const owners = await begin(draft, 'test')
      const mixed = new URL(strangers.url)
      mixed.searchParams.set('state', owners.url.searchParams.get('state') ?? '')
      const answer = await honest.answer(mixed)
      const code = answer.searchParams.get('code') ?? ''
      expect(code).not.toBe('')
      let ended: Awaited<ReturnType<typeof finishSignIn>> | undefined
      const sent = await sentBy(async () => {
        ended = await finishSignIn(world.deps, broughtTo(answer), visitor(owners.flowCookie))
      })
      expect(ended).toMatchObject({ ok: false, reason: 'response-issuer' })
      expect(sent).not.toContain(code)
      expect([honest.redeemed, hostile.redeemed]).toEqual([[], []])
    },
  )

  test.each([false, true])(
    'RV-06 nor does it help to name the authorization endpoint of the other provider (at the address of the organization: %s)',
    async (organizationCallback) => {
      const acme = await company(organizationCallback)
      const theirs = await begin(acme.connectionId, 'sign-in')
      const authorization = `${theirs.url.origin}${theirs.url.pathname}`
      Object.assign(hostile.lies.metadata, { authorization_endpoint: authorization })
      const { url } = await begin(await add(acme, hostile), 'test')
      expect(`${url.origin}${url.pathname}`).toBe(authorization)
      // It is registered for the other one only.
      expect(url.searchParams.get('redirect_uri')).not.toBe(theirs.url.searchParams.get('redirect_uri'))
    },
  )

  test('RV-06 two issuers have two addresses, and an issuer keeps its address when it is added anew', async () => {
    const acme = await company()
    const other = await company()
    const [draft, again] = [await add(acme, hostile), await add(acme, honest)]
    const addresses = await Promise.all([acme.connectionId, draft, other.connectionId].map(callback))
    expect(new Set(addresses).size).toBe(3)
    for (const address of addresses) expect(address).toMatch(/^[0-9a-f-]+-[\w-]{22}$/)
    expect(await callback(again)).toBe(addresses[0])
    const at = (issuer: string) => callbackOf({ organizationId: 'o', issuer, organizationCallback: false })
    // With and without a slash, it is one document of metadata, and one issuer in it.
    expect(at('https://a.test/x/')).toBe(at('https://a.test/x'))
    expect(at('https://a.test/x//')).not.toBe(at('https://a.test/x'))
    expect(at('https://a.test/y')).not.toBe(at('https://a.test/x'))
  })

  const trust = ({ issuer }: Upstream, clientId = 'vestibule') => ({
    ...{ issuer, clientId, authMethod: 'private_key_jwt' as const },
  })
  const change = ({ id, owner }: Company, connection: string, given: ReturnType<typeof trust>) =>
    changeConnection(
      world.deps,
      userActor(owner.userId, '127.0.0.1'),
      { organizationId: id, id: connection },
      { trust: given },
    )

  test('RV-06 what is registered at the provider goes on: the address of the organization stays with its issuer', async () => {
    const acme = await company(true)
    expect(await callback(acme.connectionId)).toBe(acme.id)
    const successor = await change(acme, acme.connectionId, trust(honest, 'another-client'))
    expect(await callback(successor.id)).toBe(acme.id)
    // The successor that waits is for another issuer from now on.
    expect(await change(acme, acme.connectionId, trust(hostile))).toEqual(successor)
    expect(await callback(successor.id)).not.toBe(acme.id)
    expect(await callback(acme.connectionId)).toBe(acme.id)
    await change(acme, acme.connectionId, trust(honest, 'another-client'))
    expect(await callback(successor.id)).toBe(acme.id)
  })

  test('RV-06 a draft that is pointed at another issuer leaves the address of the organization, and does not come back', async () => {
    const acme = await company(true)
    const draft = await add(acme, honest)
    await db().connection.update({ where: { id: draft }, data: { organizationCallback: true } })
    await change(acme, draft, trust(hostile))
    expect(await callback(draft)).not.toBe(acme.id)
    await change(acme, draft, trust(honest))
    expect(await callback(draft)).not.toBe(acme.id)
  })

  test('RV-06 of two issuers that shared the address of the organization before, a successor leaves it, and is activated there', async () => {
    const acme = await company(true)
    const other = await add(acme, hostile, 'active')
    await db().connection.update({
      where: { id: other },
      data: { organizationCallback: true, authMethod: 'client_secret_basic', sealedSecret: 'unused' },
    })
    // Only how we authenticate differs, so that the connection takes it over.
    const successor = await change(acme, other, trust(hostile))
    expect(successor.successor).toBe(true)
    const own = await callback(successor.id)
    expect([own === acme.id, await callback(other), await callback(acme.connectionId)]).toEqual([
      false,
      acme.id,
      acme.id,
    ])
    await db().connection.update({
      where: { id: successor.id },
      data: { state: 'tested', testedAt: world.deps.now(), testedBy: acme.owner.userId },
    })
    await db().connectionDomain.update({ where: { domain: acme.domain }, data: { connectionId: other } })
    const named = { organizationId: acme.id, id: successor.id }
    const activated = await activateConnection(world.deps, { ...userActor(acme.owner.userId, '127.0.0.1') }, named)
    expect(activated.id).toBe(other)
    expect(await callback(other)).toBe(own)
  })

  test('RV-06 the migration breaks nothing that works, and leaves no draft beside another issuer', async () => {
    const [alone, mixed] = [await company(), await company()]
    const begun = await company()
    await db().connection.update({ where: { id: begun.connectionId }, data: { state: 'draft' } })
    const stay = [
      ...[alone.connectionId, await add(alone, honest), begun.connectionId, mixed.connectionId],
      await add(mixed, hostile, 'failing'),
      await add(mixed, honest, 'draft', mixed.connectionId),
    ]
    const leave = [
      await add(mixed, hostile),
      await add(mixed, honest, 'disabled'),
      await add(mixed, hostile, 'tested', mixed.connectionId),
    ]
    const trusted = await add(alone, hostile, 'active')
    await db().connection.update({ where: { id: trusted }, data: { protocol: 'id-jag' } })
    const file = join(import.meta.dirname, '../migrations', database, '0044_callback_addresses.sql')
    const sql = readFileSync(file, 'utf8')
    await world.deps.db.sql.write(sql.slice(sql.indexOf('UPDATE')).replace(/;\s*$/, ''), [])
    const rows = await db().connection.findMany({ where: { organizationCallback: true }, select: { id: true } })
    const found = rows.map(({ id }) => id)
    expect([...stay, ...leave, trusted].filter((id) => found.includes(id))).toEqual(stay)
  })
})
