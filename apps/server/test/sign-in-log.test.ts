import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Keyring } from '../src/crypto/keyring.ts'
import { newId } from '../src/crypto/random.ts'
import { deletePersonWithEvents } from '../src/flows/identity/person-deletion.ts'
import { AddressKeys } from '../src/flows/platform/address-keys.ts'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { findAttemptsAt, findAttemptsOf, insertAttempts } from '../src/store/beyond-prisma/sign-in-log.ts'
import { findPerson } from '../src/store/hot/people.ts'
import { accountOf } from './support/account.ts'
import { databases } from './support/databases.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const day = 24 * 60 * 60_000
const secret = (name: string) => `the ${name} secret of this test is long enough`

const attemptsAt = async ({ deps }: TestWorld, address: string) => {
  await deps.signInLog.flush()
  return findAttemptsAt(deps.db, deps.addressKeys.of(address), 1000)
}

/** Types a wrong code. */
async function mistype(world: TestWorld, email: string, times: number) {
  const browser = world.browser({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' })
  await world.authorize(browser)
  await browser.submit({ email })
  const code = codeIn(await world.mailbox.take(email))
  for (let time = 0; time < times; time++) await browser.submit({ code: code === '000000' ? '111111' : '000000' })
  return { browser, code }
}

describe.each(databases)('the sign-in log on %s', (database) => {
  let world: TestWorld
  const lines: string[] = []
  beforeAll(async () => {
    world = await openTestWorld({ SIGN_UP: 'domains:example.test' }, { database, log: (line) => lines.push(line) })
  })
  afterAll(() => world?.close())

  const someAttempt = (address: string | null, network = '192.0.2.7') => ({
    method: 'code' as const,
    reason: 'wrong-code' as const,
    address,
    userId: null,
    clientId: 'web',
    organizationId: null,
    interactionId: 'interaction',
    network,
    userAgent: 'curl',
  })
  const countOf = async (table: string) => {
    const [row] = await world.deps.db.sql.read<{ count: number }>(`SELECT count(*) AS count FROM ${table}`, [])
    return Number(row?.count)
  }
  const daily = async (): Promise<Record<string, number>> => {
    await world.deps.signInLog.flush()
    const rows = await world.deps.db.prisma.signInDaily.findMany()
    // Of all days: a test may begin before midnight and end after it.
    const counts: Record<string, number> = {}
    for (const row of rows) {
      const name = `${row.method} ${row.outcome} ${row.reason}`.trim()
      counts[name] = (counts[name] ?? 0) + row.count
    }
    return counts
  }

  test('five wrong codes are found with their reason', async () => {
    const email = 'five@example.test'
    await mistype(world, email, 5)
    const attempts = await attemptsAt(world, email)
    expect(attempts.map(({ reason }) => reason)).toEqual([
      'code-spent',
      'wrong-code',
      'wrong-code',
      'wrong-code',
      'wrong-code',
    ])
    expect(attempts[0]).toMatchObject({
      method: 'code',
      outcome: 'failed',
      clientId: 'web',
      userId: null,
      network: '127.0.0.0/24',
      device: 'Firefox · Windows',
    })
  })

  test('each way of failing has its reason', async () => {
    const email = 'ways@example.test'
    const { browser, code } = await mistype(world, email, 0)
    await browser.submit({ code: 'hello' })
    // Another browser asks for a code, so this one's is replaced.
    world.pass(31_000)
    await mistype(world, email, 0)
    await browser.submit({ code })
    world.pass(6 * 60_000)
    await browser.submit({ code })
    await world.signIn({ email })
    const reasons = (await attemptsAt(world, email)).map(({ reason }) => reason)
    expect(reasons).toEqual(['', 'code-expired', 'code-replaced', 'malformed-code'])
  })

  test('who may not sign up, and who is disabled, is refused for operators to see', async () => {
    const stranger = 'stranger@elsewhere.test'
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: stranger })
    await world.mailbox.take(stranger)
    expect(await attemptsAt(world, stranger)).toMatchObject([{ outcome: 'refused', reason: 'sign-up-closed' }])

    const { person } = await world.signIn({ email: 'disabled@example.test' })
    const { code } = await mistype(world, person.email, 0)
    expect(code).toMatch(/^\d{6}$/)
    const user = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    await world.deps.db.prisma.user.update({ where: { id: user.userId }, data: { disabledAt: world.deps.now() } })
    world.pass(31_000)
    const again = world.browser()
    await world.authorize(again)
    await again.submit({ email: person.email })
    await again.submit({ code: codeIn(await world.mailbox.take(person.email)) })
    expect((await attemptsAt(world, person.email))[0]).toMatchObject({ reason: 'disabled', userId: user.userId })
    expect(await findAttemptsOf(world.deps.db, user.userId, 20)).toHaveLength(2)
  })

  test('CO-24: 10,000 tries at one address leave 20 rows an hour, and are all counted', async () => {
    const address = 'flooded@example.test'
    const before = (await daily())['code failed wrong-code'] ?? 0
    for (let batch = 0; batch < 4; batch++) {
      for (let time = 0; time < 2500; time++) world.deps.signInLog.record(someAttempt(address))
      await world.deps.signInLog.flush()
    }
    expect(await attemptsAt(world, address)).toHaveLength(20)
    expect((await daily())['code failed wrong-code']).toBe(before + 10_000)
    world.pass(61 * 60_000)
    world.deps.signInLog.record(someAttempt(address))
    expect(await attemptsAt(world, address)).toHaveLength(21)
  })

  test('CO-24: 10,000 addresses past the limit of one network leave 20 rows', async () => {
    const before = await countOf('sign_in_attempt')
    for (let time = 0; time < 10_000; time++)
      world.deps.signInLog.record({ ...someAttempt(`a${time}@example.test`, '203.0.113.9'), reason: 'network-limit' })
    for (let time = 0; time < 100; time++) world.deps.signInLog.record(someAttempt(null, '203.0.113.9'))
    await world.deps.signInLog.flush()
    expect((await countOf('sign_in_attempt')) - before).toBe(20)
  })

  test('two replicas that write at once stay within 20 rows together', async () => {
    const address = 'replicas@example.test'
    const key = world.deps.addressKeys.of(address)
    const rows = () =>
      Array.from({ length: 20 }, () => ({
        ...someAttempt(address),
        id: newId(world.deps.now()),
        bound: `${key}/1`,
        addressKey: key,
        outcome: 'failed',
        device: '',
      }))
    await Promise.all([1, 2, 3].map(() => insertAttempts(world.deps.db, rows())))
    expect(await attemptsAt(world, address)).toHaveLength(20)
  })

  test('the limit of a network is logged before anything is looked at', async () => {
    const address = 'network@example.test'
    for (let time = 0; time < 60; time++)
      await world.deps.db.sql.write(
        `INSERT INTO rate_limit (key, count, reset_at) VALUES ($1, 100, $2)
         ON CONFLICT (key) DO UPDATE SET count = 100, reset_at = excluded.reset_at`,
        ['network:127.0.0.1/60000', new Date(world.deps.now().getTime() + 60_000)],
      )
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: address })
    expect(browser.current?.status).toBe(429)
    world.pass(61_000)
    expect(await attemptsAt(world, address)).toMatchObject([{ outcome: 'refused', reason: 'network-limit' }])
  })

  test('entries go after SIGN_IN_LOG_RETENTION, and with their person', async () => {
    const { person } = await world.signIn({ email: 'leaver@example.test' })
    expect(await attemptsAt(world, person.email)).toHaveLength(1)
    const { deps } = world
    const { userId } = await deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const found = await findPerson(deps.db, userId)
    if (!found) throw new Error('there is no such person')
    await inTransaction(deps, (tx) =>
      deletePersonWithEvents(deps, tx, system, {
        person: found,
        successors: new Map(),
        visitor: { network: '', languages: [] },
      }),
    )
    expect(await attemptsAt(world, person.email)).toEqual([])

    expect(await countOf('sign_in_attempt')).toBeGreaterThan(0)
    world.pass(31 * day)
    world.deps.signInLog.record(someAttempt('young@example.test'))
    await world.deps.signInLog.flush()
    await new Sweeper(world.deps).sweep()
    expect(await countOf('sign_in_attempt')).toBe(1)
    // The numbers of days name nobody and stay.
    expect(Object.keys(await daily()).length).toBeGreaterThan(5)
  })

  test('nothing of an address is in the log of the process or in the tables', async () => {
    const rows = await world.deps.db.prisma.signInAttempt.findMany()
    expect([...lines, JSON.stringify(rows)].filter((line) => line.includes('@example.test'))).toEqual([])
  })
})

test('a digest outlives a rotation of SECRET', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-'))
  const file = join(folder, 'v.db')
  const keys: string[] = []
  for (const value of [secret('old'), `${secret('new')},${secret('old')}`]) {
    const world = await openTestWorld({ SECRET: value }, { file })
    keys.push(world.deps.addressKeys.of('a@example.test'))
    // The signing keys of before are no longer needed: docs/operations.md, "Rotating SECRET".
    if (value.includes(',')) await world.deps.db.prisma.signingKey.deleteMany()
    await world.close()
  }
  const world = await openTestWorld({ SECRET: secret('new') }, { file })
  keys.push(world.deps.addressKeys.of('a@example.test'))
  const stored = await world.deps.db.prisma.sealedKey.findMany()
  await world.close()
  expect(new Set(keys).size).toBe(1)
  expect(stored).toHaveLength(1)
  rmSync(folder, { recursive: true })
})

test('another SECRET is refused', async () => {
  const world = await openTestWorld({ SECRET: secret('first') })
  const keyring = new Keyring([secret('other')])
  await expect(AddressKeys.load({ ...world.deps, keyring })).rejects.toThrow('SECRET is not the one')
  await world.close()
})

test('what was recorded last is written at the end of the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-'))
  const file = join(folder, 'v.db')
  const first = await openTestWorld({}, { file })
  await mistype(first, 'last@example.test', 1)
  await first.close()
  const second = await openTestWorld({}, { file })
  expect(await attemptsAt(second, 'last@example.test')).toHaveLength(1)
  await second.close()
  rmSync(folder, { recursive: true })
})

test('a passkey that is refused, and one that succeeds, are logged', async () => {
  const world = await openTestWorld()
  const { withPasskey, byPasskey, idOf } = accountOf(world)
  const person = await withPasskey('key@example.test')
  await byPasskey(person.authenticator, person.email)
  await world.deps.signInLog.flush()
  const rows = await findAttemptsOf(world.deps.db, await idOf('key@example.test'), 20)
  expect(rows.map(({ method, outcome }) => `${method} ${outcome}`)).toEqual(['passkey succeeded', 'code succeeded'])
  await world.close()
})
