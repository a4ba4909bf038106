import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Circuits } from '../src/flows/delivery/circuits.ts'
import { MailConnections } from '../src/flows/delivery/lanes.ts'
import { queueLogout, queueMail } from '../src/flows/delivery/outbox.ts'
import type { Mail } from '../src/mail/messages.ts'
import { leaseMessages } from '../src/store/beyond-prisma/outbox.ts'
import { openDatabase } from '../src/store/connections/database.ts'
import { databases } from './support/databases.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// Mails, logout tokens and webhooks leave from lanes of their own: what hangs in one of them delays nobody in another,
// and a destination that hangs delays only itself (docs/operations.md).

/** A client's server on loopback: `hangs` takes requests and never answers. */
async function openReceiver() {
  const receiver = { hangs: false, taken: 0, open: 0, most: 0, url: '', server: null as Server | null }
  const server = createServer((request, response) => {
    receiver.taken += 1
    receiver.open += 1
    receiver.most = Math.max(receiver.most, receiver.open)
    response.once('close', () => {
      receiver.open -= 1
    })
    request.resume()
    if (!receiver.hangs) response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`
  receiver.server = server
  return receiver
}
type Receiver = Awaited<ReturnType<typeof openReceiver>>

const client = (index: number, id: string, url: string) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  [`OIDC_CLIENT_${index}_SECRET`]: 'a-client-secret-0123456789',
  [`OIDC_CLIENT_${index}_REDIRECT_URIS`]: redirectUri,
  [`OIDC_CLIENT_${index}_BACKCHANNEL_LOGOUT_URI`]: url,
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let stuck: Receiver
  let healthy: Receiver
  beforeAll(async () => {
    stuck = await openReceiver()
    healthy = await openReceiver()
    world = await openTestWorld(
      { ...client(10, 'stuck', stuck.url), ...client(11, 'healthy', healthy.url) },
      { database },
    )
  })
  afterEach(() => {
    stuck.hangs = false
  })
  afterAll(async () => {
    stuck?.server?.closeAllConnections()
    healthy?.server?.closeAllConnections()
    await world?.close()
    stuck?.server?.close()
    healthy?.server?.close()
  })

  const logout = (clientId: string, sessionId = 'session') =>
    queueLogout(world.deps, { clientId, userId: 'user', sessionId }, world.deps.db)
  const waiting = async (clientHost: string) =>
    (await world.deps.db.sql.read('SELECT id FROM outbox_message WHERE destination = $1', [clientHost])).length

  test('a sign-in code and another client’s logout leave behind ten thousand stuck logouts', async () => {
    // LO-09, OWN-06
    stuck.hangs = true
    await logout('stuck')
    await world.deps.db.sql.write(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
       INSERT INTO outbox_message (id, kind, payload, attempts, created_at, due_at, expires_at, lane, destination)
       SELECT 'copy-' || n.i, kind, payload, 0, created_at, created_at, expires_at, lane, destination FROM n, outbox_message
       WHERE destination = $1`,
      [new URL(stuck.url).host],
    )
    world.deps.wake()
    await expect.poll(() => stuck.taken).toBeGreaterThan(0)

    // Behind ten thousand requests of five seconds each, four at a time, neither would leave before hours have passed.
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: 'ada@example.test' })
    expect(codeIn(await world.mailbox.take('ada@example.test'))).toMatch(/^\d{6}$/)
    const before = healthy.taken
    await logout('healthy')
    await expect.poll(() => healthy.taken).toBe(before + 1)
    // No more than its own limit hang at the same time.
    expect(stuck.most).toBeLessThanOrEqual(4)
    expect(await waiting(new URL(stuck.url).host)).toBe(10_000)
  })

  test('a destination that hung is probed by one message, and then gets all of them', async () => {
    // LO-09
    await world.deps.db.sql.write('DELETE FROM outbox_message', [])
    stuck.hangs = true
    for (let index = 0; index < 12; index++) await logout('stuck', `probe${index}`)
    // The first requests give up after five seconds.
    await expect.poll(() => stuck.open).toBe(0)
    const tried = stuck.taken
    world.deps.wake()
    await new Promise((resolve) => setImmediate(resolve))
    expect(stuck.taken).toBe(tried)
    stuck.hangs = false
    world.pass(2 * 60_000)
    world.deps.wake()
    await expect.poll(() => waiting(new URL(stuck.url).host)).toBe(0)
  })

  const codeMail = (to: string): Mail => ({
    kind: 'sign-in-code',
    to,
    application: 'Web App',
    at: world.deps.now().toISOString(),
    network: '127.0.0.0/24',
    locales: ['en'],
    code: '123456',
    link: `${world.issuer}/sign-in/x/link/y`,
  })

  test.each([12, 60])('A-4 a code leaves while the mails to %i domains hang at the mail server', async (count) => {
    // OWN-06
    const { mailbox } = world
    const queue = async (to: string) => {
      const until = new Date(world.deps.now().getTime() + 300_000)
      await world.deps.db.transaction((tx) => queueMail(world.deps, tx, codeMail(to), until))
    }
    mailbox.stalls = (address) => address.endsWith('.stalling.test')
    try {
      for (let domain = 0; domain < count; domain++)
        for (let mail = 0; mail < 3; mail++) await queue(`a${mail}@d${domain}.stalling.test`)
      world.deps.wake()
      const held = () => new Set(mailbox.stalled.map(({ address }) => address.split('@')[1])).size
      await expect.poll(held, { timeout: 14_000 }).toBe(count)
      await queue(`ada${count}@good.example.test`)
      world.deps.wake()
      expect(codeIn(await mailbox.take(`ada${count}@good.example.test`))).toBe('123456')
      // Nobody has answered those. No domain has more than its places.
      expect(mailbox.stalled.length).toBeLessThanOrEqual(count + 3 * 16)
    } finally {
      mailbox.stalls = null
      for (const { end } of mailbox.stalled.splice(0)) end()
      await world.deps.db.sql.write('DELETE FROM outbox_message', [])
    }
  })

  test('what a process had under way when it died is taken up within ten seconds', async () => {
    const mail = codeMail('grace@example.test')
    // Another process took the mail in the very transaction that queued it, and was killed.
    const id = 'fffffffffffffffffffff001'
    await world.deps.db.transaction(async (tx) => {
      await queueMail(world.deps, tx, mail, new Date(world.deps.now().getTime() + 300_000), id)
      await tx.sql.write('UPDATE outbox_message SET attempts = 1, leased_until = $2 WHERE id = $1', [
        id,
        new Date(world.deps.now().getTime() + 8000),
      ])
    })
    world.pass(7000)
    world.deps.wake()
    expect(world.mailbox.mails.filter((one) => one.to?.[0]?.address === mail.to)).toEqual([])
    world.pass(1500)
    expect(codeIn(await world.mailbox.take(mail.to))).toBe('123456')
  })

  test('MA-07 of two processes that take from the queue at once, each message goes to one', async () => {
    const migrations = join(import.meta.dirname, '../migrations')
    const other = await openDatabase(world.deps.config.database, migrations)
    // Nothing that is due yet for the process that the world runs.
    const now = new Date(world.deps.now().getTime() + 3_600_000)
    const until = new Date(now.getTime() + 8000)
    const all = Array.from({ length: 40 }, (_, index) => `shared-${index}`)
    try {
      for (const id of all)
        await world.deps.db.sql.write(
          `INSERT INTO outbox_message (id, kind, payload, attempts, created_at, due_at, expires_at, lane, destination)
           VALUES ($1, 'mail', '', 0, $2, $2, $3, 'mail', 'shared.example.test')`,
          [id, now, until],
        )
      const queue = { lane: 'mail', destination: 'shared.example.test', limit: 7 } as const
      const take = async (db: typeof other) => {
        const taken: string[] = []
        for (let tries = 0; tries < 40; tries++)
          taken.push(...(await leaseMessages(db, queue, now, until)).map(({ id }) => id))
        return taken
      }
      const [first = [], ...rest] = await Promise.all([world.deps.db, other, world.deps.db, other].map(take))
      expect([...first, ...rest.flat()].sort()).toEqual(all.sort())
      // A lease that ran out is taken over, again by one.
      const again = await Promise.all(
        [world.deps.db, other].map((db) => leaseMessages(db, { ...queue, limit: 40 }, until, new Date(+until + 8000))),
      )
      expect(
        again
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(all)
    } finally {
      await world.deps.db.sql.write("DELETE FROM outbox_message WHERE destination = 'shared.example.test'", [])
      await other.close()
    }
  })

  test('the statements of a lane go by its index, however much waits', async () => {
    // MA-08
    const plan =
      database === 'sqlite'
        ? await world.deps.db.sql.read(
            `EXPLAIN QUERY PLAN SELECT id FROM outbox_message WHERE lane = 'logout' AND destination = 'x' AND due_at <= 1
             AND (leased_until IS NULL OR leased_until <= 1) ORDER BY due_at LIMIT 4`,
            [],
          )
        : await world.deps.db.sql.read(
            "SELECT indexname AS detail FROM pg_indexes WHERE tablename = 'outbox_message' AND indexdef LIKE '%(lane, destination, due_at)%'",
            [],
          )
    expect(String(plan[0]?.detail)).toContain('outbox_message_lane_destination_due_at_idx')
    expect(plan).toHaveLength(1)
  })
})

describe('a destination that does not answer', () => {
  const at = (ms: number) => new Date(ms)

  test('rests for a time that doubles, gets a probe, and is free when it answers', () => {
    const circuits = new Circuits(60_000)
    expect(circuits.limit('host', 4, at(0))).toBe(4)
    circuits.failed('host', at(0))
    expect(circuits.limit('host', 4, at(1999))).toBe(0)
    expect(circuits.limit('host', 4, at(2000))).toBe(1)
    circuits.failed('host', at(2000))
    expect(circuits.limit('host', 4, at(5999))).toBe(0)
    expect(circuits.limit('host', 4, at(6000))).toBe(1)
    expect(circuits.limit('other', 4, at(6000))).toBe(4)
    circuits.answered('host')
    expect(circuits.limit('host', 4, at(6000))).toBe(4)
  })

  test('several that fail together count once, and no pause is longer than its limit', () => {
    const circuits = new Circuits(15_000)
    for (let index = 0; index < 4; index++) circuits.failed('host', at(0))
    expect(circuits.limit('host', 4, at(2000))).toBe(1)
    for (let time = 2000; time < 500_000; time += 20_000) circuits.failed('host', at(time))
    circuits.failed('host', at(600_000))
    expect(circuits.limit('host', 4, at(614_999))).toBe(0)
    expect(circuits.limit('host', 4, at(615_000))).toBe(1)
  })
})

test('a mail server that takes no more connections is not asked for more for a while', () => {
  const connections = new MailConnections()
  const at = (ms: number) => new Date(ms)
  const refused = Object.assign(new Error('421 too many connections'), { command: 'CONN' })
  // With a few connections it is the server that is away, and a refused recipient says nothing of connections.
  expect([connections.refused(refused, 8, at(0)), connections.refused(new Error('450'), 50, at(0))]).toEqual([
    false,
    false,
  ])
  expect(connections.limit(at(0))).toBe(Number.POSITIVE_INFINITY)
  expect(connections.refused(refused, 51, at(0))).toBe(true)
  expect(connections.limit(at(1))).toBe(50)
  connections.refused(refused, 3000, at(1))
  expect(connections.limit(at(2))).toBe(49)
  for (let time = 2; time < 100; time++) connections.refused(refused, 20, at(time))
  expect(connections.limit(at(100))).toBe(8)
  expect(connections.limit(at(700_000))).toBe(Number.POSITIVE_INFINITY)
})
