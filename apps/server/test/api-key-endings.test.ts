import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newApiKey, newApiKeyId } from '../src/crypto/api-keys.ts'
import { digest } from '../src/crypto/random.ts'
import { dueOf, endDueApiKeys } from '../src/flows/api-keys/key-endings.ts'
import { restoreOrganization } from '../src/flows/organizations/organization-lifecycle.ts'
import { day, hour, minute } from '../src/flows/platform/durations.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { lockingDatabases } from './support/databases.ts'
import { recipients } from './support/mailbox.ts'
import { until } from './support/until.ts'
import { basic, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// How API keys end (docs/api-keys.md): they expire, rest for too long, are published, or their organization is deleted.

const orders = 'https://orders.example.test'

/** A real server with the keys of GitHub's reports, as GitHub lists them. */
class ReportSigner {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #server: Server
  readonly keyId = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d'
  fetched = 0

  constructor() {
    this.#server = createServer((_request, response) => {
      this.fetched += 1
      const key = this.#pair.publicKey.export({ type: 'spki', format: 'pem' })
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ public_keys: [{ key_identifier: this.keyId, key, is_current: true }] }))
    })
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/meta/public_keys/secret_scanning`
  }

  close(): void {
    this.#server.close()
  }

  headers(body: string, { key = this.#pair.privateKey, id = this.keyId }: { key?: KeyObject; id?: string } = {}) {
    return {
      'Content-Type': 'application/json',
      'Github-Public-Key-Identifier': id,
      'Github-Public-Key-Signature': sign('sha256', Buffer.from(body), key).toString('base64'),
    }
  }
}

describe.each(lockingDatabases)('on %s', (database) => {
  let world: TestWorld
  const signer = new ReportSigner()
  // The clock of each story begins where the keys of the one before are forgotten.
  beforeAll(async () => {
    const env = {
      PASSKEY_NUDGE: 'off',
      OPERATORS: 'operator@example.test',
      OIDC_RESOURCE_0: orders,
      OIDC_RESOURCE_0_SCOPES: 'orders:read',
      OIDC_RESOURCE_0_API_KEYS: 'on',
      OIDC_CLIENT_ID_6: 'orders-api',
      OIDC_CLIENT_6_SECRET: 'orders-secret-0123456789',
      OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_6_AUDIENCES: orders,
      SECRET_SCANNING: 'github',
      SECRET_SCANNING_KEYS_URL: await signer.open(),
    }
    world = await openTestWorld(env, { database })
  })
  afterAll(async () => {
    signer.close()
    await world?.close()
  })
  let ada: { userId: string; organizationId: string; email: string }
  beforeEach(async () => {
    const { person } = await world.signIn()
    const { prisma } = world.deps.db
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const { organizationId } = await prisma.membership.findFirstOrThrow({ where: { userId } })
    ada = { userId, organizationId, email: person.email }
  })
  afterEach(() => world.deps.db.prisma.apiKey.deleteMany())

  const makeKey = async ({ days = 30, personal = true } = {}) => {
    const id = newApiKeyId()
    const key = newApiKey('vsk', id)
    const now = world.deps.now()
    await world.deps.db.prisma.apiKey.create({
      data: {
        ...{ id, digest: digest(key), name: 'Nightly export', resource: orders, scope: 'orders:read' },
        ...{ userId: personal ? ada.userId : null, organizationId: ada.organizationId },
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + days * day) },
      },
    })
    return { id, key }
  }
  const stored = (id: string) => world.deps.db.prisma.apiKey.findUnique({ where: { id } })
  /** What every process of a cluster does at the same time. */
  const tend = () => Promise.all([1, 2, 3].map(() => endDueApiKeys(world.deps)))
  const events = async (id: string) =>
    (await world.deps.db.prisma.auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } })).map(
      ({ action, detail }) => ({ action, detail: JSON.parse(String(detail)) as Record<string, unknown> }),
    )
  const mailsTo = (email: string) =>
    world.mailbox.mails.filter((mail) => recipients(mail).includes(email) && mail.subject?.includes('API key'))
  const mailed = (email: string, count: number) =>
    until(
      () => mailsTo(email).length >= count,
      () => `${mailsTo(email).length} mails`,
    )
  const isActive = async (token: string) => {
    const answer = await fetch(`${world.address}/introspect`, {
      method: 'POST',
      headers: { Authorization: basic('orders-api', 'orders-secret-0123456789') },
      body: new URLSearchParams({ token }),
    })
    return ((await answer.json()) as { active: boolean }).active
  }

  test('every mailbox is told 14 and 3 days before a key expires, once, and the list forgets it 30 days later', async () => {
    const { prisma } = world.deps.db
    const second = `second-${ada.email}`
    await prisma.email.create({
      data: { address: second, userId: ada.userId, isPrimary: false, verifiedAt: world.deps.now() },
    })
    const { id } = await makeKey()
    world.pass(15 * day)
    await tend()
    expect((await stored(id))?.warnedAt).toBeNull()
    world.pass(day)
    await tend()
    await tend()
    for (const email of [ada.email, second]) await mailed(email, 1)
    const [mail] = mailsTo(second)
    expect(mail?.subject).toBe('An API key at Vestibule expires soon')
    expect(mail?.text).toContain(`vsk_${id}`)
    expect(mail?.text).toContain(`${world.issuer}/account/keys`)
    world.pass(11 * day)
    await tend()
    await tend()
    await mailed(second, 2)
    world.pass(3 * day)
    await tend()
    await tend()
    expect(await events(id)).toEqual([
      { action: 'api_key.expired', detail: expect.objectContaining({ resource: orders }) },
    ])
    expect((await stored(id))?.reason).toBe('expired')
    world.pass(30 * day)
    await tend()
    expect(await stored(id)).toBeNull()
    expect([mailsTo(ada.email).length, mailsTo(second).length]).toEqual([2, 2])
  })

  test('the owners are told of a key of their organization', async () => {
    await makeKey({ days: 10, personal: false })
    world.pass(8 * day)
    await tend()
    await mailed(ada.email, 1)
    expect(mailsTo(ada.email)[0]?.text).toContain(`/organizations/${ada.organizationId}/keys`)
  })

  test('a key that nothing uses is revoked 30 days after its people were told, unless something uses it', async () => {
    const [idle, used] = [await makeKey({ days: 300 }), await makeKey({ days: 300 })]
    world.pass(90 * day)
    await tend()
    await mailed(ada.email, 2)
    expect(mailsTo(ada.email)[0]?.subject).toBe('An API key at Vestibule is no longer used')
    world.pass(29 * day)
    expect(await isActive(used.key)).toBe(true)
    await tend()
    expect(await isActive(idle.key)).toBe(true)
    await world.deps.db.prisma.apiKey.update({ where: { id: idle.id }, data: { usedAt: null } })
    world.pass(day)
    await tend()
    expect([await isActive(idle.key), await isActive(used.key)]).toEqual([false, true])
    expect(await stored(idle.id)).toMatchObject({ reason: 'idle', revokedAt: expect.any(Date) })
    expect(await events(idle.id)).toEqual([
      { action: 'api_key.revoked', detail: expect.objectContaining({ reason: 'idle' }) },
    ])
    expect(mailsTo(ada.email)).toHaveLength(2)
  })

  const report = (body: string, headers: Record<string, string> = signer.headers(body)) =>
    fetch(`${world.address}/api-keys/reported`, { method: 'POST', body, headers })
  const url = 'https://github.com/octocat/Hello-World/blob/main/<b>.txt'
  const bodyOf = (...tokens: string[]) =>
    JSON.stringify(tokens.map((token) => ({ token, type: 'acme_api_key', url, source: 'content' })))

  test('a published key is revoked at once, its person is told where it was, and a replay does nothing more', async () => {
    const { id, key } = await makeKey()
    const body = bodyOf(key)
    const answer = await report(body)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
    expect(await answer.json()).toEqual([
      {
        token_hash: Buffer.from(digest(key), 'base64url').toString('hex'),
        token_type: 'acme_api_key',
        label: 'true_positive',
      },
    ])
    expect(await isActive(key)).toBe(false)
    expect(await stored(id)).toMatchObject({ reason: 'published' })
    expect(await (await report(body)).json()).toMatchObject([{ label: 'true_positive' }])
    expect((await events(id)).map(({ action }) => action)).toEqual(['api_key.reported', 'api_key.revoked'])
    expect((await events(id))[0]?.detail).toMatchObject({ url })
    await mailed(ada.email, 1)
    const [mail] = mailsTo(ada.email)
    expect(mail?.subject).toBe('A published API key at Vestibule was revoked')
    // As text that no mail program makes a link of, and as no markup.
    expect(mail?.text?.replaceAll('\u200b', '')).toContain(url.slice('https://'.length))
    expect(mail?.text).not.toContain('github.com')
    expect(mail?.html).not.toContain('<b>.txt')
    expect(mailsTo(ada.email)).toHaveLength(1)
  })

  test('KE-25 a report that GitHub did not sign is refused, and large ones are', async () => {
    const { key } = await makeKey()
    const body = bodyOf(key)
    const spaced = JSON.stringify(JSON.parse(body), null, 1)
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey
    const { 'Github-Public-Key-Signature': signature, ...unsigned } = signer.headers(body)
    for (const headers of [
      {},
      unsigned,
      { ...unsigned, 'Github-Public-Key-Signature': 'none' },
      { ...unsigned, 'Github-Public-Key-Signature': `${signature.slice(0, -8)}AAAAAAA=` },
      signer.headers(spaced),
      signer.headers(body, { key: other }),
      signer.headers(body, { key: curve }),
    ])
      expect((await report(body, headers)).status, JSON.stringify(headers)).toBe(401)
    expect((await report(spaced, signer.headers(body))).status).toBe(401)
    // A key that is not known is looked for once in five minutes.
    world.pass(5 * minute)
    const before = signer.fetched
    for (const id of ['unknown-1', 'unknown-2'])
      expect((await report(body, signer.headers(body, { id }))).status).toBe(401)
    expect(signer.fetched - before).toBeLessThanOrEqual(1)
    expect(await isActive(key)).toBe(true)
    const huge = bodyOf('x'.repeat(2 * 1024 * 1024))
    expect((await report(huge)).status).toBe(413)
    for (const wrong of [
      bodyOf(...Array.from({ length: 501 }, () => key)),
      '{}',
      '[1]',
      '[{"token":1,"type":"x"}]',
      '[',
    ])
      expect((await report(wrong)).status, wrong.slice(0, 40)).toBe(400)
    expect(await isActive(key)).toBe(true)
  })

  test('KE-26 whoever reports the id of a key with a made-up secret ends nothing', async () => {
    const { id, key } = await makeKey()
    const made = newApiKey('vsk', id)
    const answer = await report(bodyOf(made, `${key.slice(0, -1)}_`, newApiKey('vsk', newApiKeyId()), '', 'ghp_other'))
    expect((await answer.json()) as { label: string }[]).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ label: 'false_positive' })),
    )
    expect(await isActive(key)).toBe(true)
    expect(await events(id)).toEqual([])
  })

  test('keys rest with a disabled person, and those of the organization do not', async () => {
    const keys = [await makeKey(), await makeKey({ personal: false })]
    const states = () => Promise.all(keys.map(({ key }) => isActive(key)))
    const { prisma } = world.deps.db
    await prisma.user.update({ where: { id: ada.userId }, data: { disabledAt: world.deps.now() } })
    expect(await states()).toEqual([false, true])
    await prisma.user.update({ where: { id: ada.userId }, data: { disabledAt: null } })
    expect(await states()).toEqual([true, true])
  })

  test('KE-29 keys rest with a deleted organization, come back with it, and end with it', async () => {
    const keys = [await makeKey({ days: 90 }), await makeKey({ days: 90, personal: false })]
    const states = () => Promise.all(keys.map(({ key }) => isActive(key)))
    const owner = world.browser()
    await world.signIn({ email: ada.email }, {}, owner)
    const remove = async () => {
      await world.signIn({ email: ada.email }, {}, owner)
      await owner.go(`${world.issuer}/organizations/${ada.organizationId}/delete`, {
        method: 'POST',
        body: 'confirm=yes',
      })
    }
    await remove()
    expect(await states()).toEqual([false, false])
    world.pass(13 * day)
    await restoreOrganization(world.deps, { kind: 'operator', id: 'op', network: '::/48' }, ada.organizationId)
    expect(await states()).toEqual([true, true])
    await world.deps.db.prisma.organization.update({
      where: { id: ada.organizationId },
      data: { disabledAt: world.deps.now(), deleteAfter: new Date(world.deps.now().getTime() + 14 * day) },
    })
    world.pass(15 * day)
    await new Sweeper(world.deps).sweep()
    expect(await Promise.all(keys.map(({ id }) => stored(id)))).toEqual([null, null])
  })
})

describe('what is due of a key', () => {
  const start = Date.parse('2026-01-01T00:00:00Z')
  const at = (days: number) => new Date(start + days * day)
  const key = (given: Partial<Parameters<typeof dueOf>[0]> = {}) => ({
    ...{ createdAt: at(0), expiresAt: at(300), usedAt: null, warnedAt: null, revokedAt: null, reason: null },
    ...given,
  })
  test.each([
    ['nothing of a new one', key(), 1, 90, null],
    ['a warning 14 days before it expires', key({ usedAt: at(285) }), 286, 90, 'warn'],
    ['none again', key({ usedAt: at(285), warnedAt: at(286) }), 290, 90, null],
    ['another one 3 days before', key({ usedAt: at(285), warnedAt: at(286) }), 297, 90, 'warn'],
    ['one warning where both are due', key({ warnedAt: at(297) }), 298, 0, null],
    ['none of what its maker knew', key({ expiresAt: at(2) }), 1, 90, null],
    ['its end', key({ warnedAt: at(297) }), 300, 90, 'expire'],
    ['nothing until it is removed', key({ reason: 'expired' }), 329, 90, null],
    ['its removal', key({ reason: 'expired' }), 330, 90, 'remove'],
    ['the removal of a revoked one', key({ revokedAt: at(10) }), 40, 90, 'remove'],
    ['a warning that nothing uses it', key(), 90, 90, 'warn-idle'],
    ['none where keys may rest', key(), 90, 0, null],
    ['none where it expires sooner', key({ expiresAt: at(110) }), 90, 90, null],
    ['nothing while its people have time', key({ warnedAt: at(90) }), 119, 90, null],
    ['its end after that', key({ warnedAt: at(90) }), 120, 90, 'revoke-idle'],
    ['nothing if it was used', key({ warnedAt: at(90), usedAt: at(100) }), 120, 90, null],
    ['another warning if it rests again', key({ warnedAt: at(90), usedAt: at(100) }), 190, 90, 'warn-idle'],
  ] as const)('%s', (_name, given, days, idleDays, due) => {
    expect(dueOf(given, at(days), idleDays)).toBe(due)
  })
  test('the hour of use is exact enough', () => {
    const usedAt = new Date(at(100).getTime() - hour)
    expect(dueOf(key({ warnedAt: at(90), usedAt }), at(120), 90)).toBeNull()
  })
})

test('without SECRET_SCANNING there is no such path', async () => {
  const world = await openTestWorld()
  const answer = await fetch(`${world.address}/api-keys/reported`, { method: 'POST', body: '[]' })
  expect(answer.status).toBe(404)
  await world.close()
})
