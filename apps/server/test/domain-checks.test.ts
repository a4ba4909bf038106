import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterCheck, checkDueDomains } from '../src/flows/organizations/domains/domain-checks.ts'
import { joinableOrganizations } from '../src/flows/organizations/members/joining.ts'
import { provenByDns } from '../src/store/prisma/organizations/domains.ts'
import { lockingDatabases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A proven domain is looked at again each day (attack OWN-31). Only a clear answer of the DNS counts against it.

const day = 86_400_000

describe.each(lockingDatabases)('domains in %s', (database) => {
  let world: TestWorld
  /** TXT records by name; null where the DNS gives no clear answer. */
  const records = new Map<string, string[] | null>()
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
    world.deps.txtRecords = async (name) => (records.has(name) ? (records.get(name) ?? null) : [])
  })
  afterAll(() => world?.close())

  const prisma = () => world.deps.db.prisma
  const domainOf = (organizationId: string) => prisma().domain.findFirstOrThrow({ where: { organizationId } })

  async function post(browser: Awaited<ReturnType<typeof owner>>['browser'], path: string, fields: object) {
    return browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams({ ...fields }).toString() })
  }

  async function owner() {
    const { browser, person } = await world.signIn()
    const organization = await prisma().organization.findFirstOrThrow({ where: { name: person.organization } })
    return { browser, email: person.email, id: organization.id, at: `/organizations/${organization.slug}/domains` }
  }

  /** Proves a domain and lets people of it in by themselves. */
  async function prove(one: Awaited<ReturnType<typeof owner>>, domain: string) {
    await post(one.browser, one.at, { domain })
    const { token } = await prisma().domain.findFirstOrThrow({ where: { organizationId: one.id, name: domain } })
    records.set(`_vestibule.${domain}`, [`vestibule-verification=${token}`])
    const checked = await post(one.browser, `${one.at}/check`, { domain })
    await post(one.browser, `${one.at}/joining`, { domain, joining: 'automatic' })
    return checked
  }

  /** A day goes by, with the looks that are due in it. */
  async function daysPass(days: number) {
    for (let passed = 0; passed < days; passed++) {
      world.pass(day + 2 * 3_600_000)
      while ((await checkDueDomains(world.deps)) > 0);
    }
  }

  async function joins(domain: string) {
    const id = `joiner-${domain}`
    const at = world.deps.now()
    const known = await prisma().user.findUnique({ where: { id } })
    if (!known) {
      await prisma().user.create({ data: { id, createdAt: at, updatedAt: at } })
      await prisma().email.create({ data: { address: `a@${domain}`, userId: id, isPrimary: true, verifiedAt: at } })
    }
    return (await joinableOrganizations(world.deps, id)).map(({ organizationId }) => organizationId)
  }

  test('a change of a domain counts as one of its organization, and a check that finds nothing new does not', async () => {
    const acme = await owner()
    const name = `counted.${database}.test`
    await prove(acme, name)
    const version = async (id = acme.id) => (await prisma().organization.findUniqueOrThrow({ where: { id } })).version
    const before = await version()
    await daysPass(2)
    expect(await version()).toBe(before)
    records.set(`_vestibule.${name}`, [])
    await daysPass(1)
    expect(await version(), 'missing').toBe(before + 1)
    await daysPass(7)
    expect(await version(), 'lost').toBe(before + 2)
    const other = await owner()
    await prove(other, name)
    expect(await version(), 'taken over').toBe(before + 3)
    expect(await prisma().domain.findFirst({ where: { organizationId: acme.id, name } })).toMatchObject({
      claimed: null,
    })
  })

  test('a week without its record: nobody new gets in, owners are told; with it again, as before', async () => {
    // OWN-31
    const acme = await owner()
    const name = `lost.${database}.test`
    await prove(acme, name)
    expect(await joins(name)).toEqual([acme.id])
    expect(await provenByDns(world.deps.db, acme.id, world.deps.now())).toEqual([name])
    const proof = records.get(`_vestibule.${name}`) ?? null
    records.set(`_vestibule.${name}`, ['vestibule-verification=of-somebody-else'])

    await daysPass(1)
    const missing = await world.mailbox.take(acme.email)
    expect(missing.subject).toContain('is missing')
    expect(missing.text).toContain(name)
    expect(await joins(name)).toEqual([acme.id])
    // An owner’s reset asks for a proof that is valid today.
    expect(await provenByDns(world.deps.db, acme.id, world.deps.now())).toEqual([])

    await daysPass(7)
    expect((await world.mailbox.take(acme.email)).subject).toContain('no longer confirmed')
    expect(await joins(name)).toEqual([])
    const visited = await world.signIn({ email: acme.email }, {})
    await visited.browser.go(`${world.issuer}${acme.at}`)
    expect(visited.browser.current?.text).toContain('has been missing for a week')

    records.set(`_vestibule.${name}`, proof)
    await daysPass(1)
    expect((await world.mailbox.take(acme.email)).subject).toContain('confirmed again')
    expect(await joins(name)).toEqual([acme.id])
    const events = await prisma().auditEvent.findMany({ where: { organizationId: acme.id, actorKind: 'system' } })
    expect(events.map(({ action }) => action)).toEqual(['domain.record_missing', 'domain.lost', 'domain.restored'])
  })

  test('a DNS that fails loses nothing, however long', async () => {
    const acme = await owner()
    const name = `silent.${database}.test`
    await prove(acme, name)
    records.set(`_vestibule.${name}`, null)
    await daysPass(20)
    expect(await joins(name)).toEqual([acme.id])
    expect(await domainOf(acme.id)).toMatchObject({ missingSince: null, lostAt: null })
  })

  test('whoever has the domain now proves it when the old proof is lost, and not before', async () => {
    // OWN-31
    const before = await owner()
    const name = `sold.${database}.test`
    await prove(before, name)
    const now = await owner()
    // The record now names the new owner.
    expect((await prove(now, name)).status).toBe(422)
    await daysPass(8)
    const fresh = await world.signIn({ email: now.email })
    await post(fresh.browser, `${now.at}/check`, { domain: name })
    await post(fresh.browser, `${now.at}/joining`, { domain: name, joining: 'automatic' })
    expect(await joins(name)).toEqual([now.id])
    expect(await domainOf(before.id)).toMatchObject({ claimed: null, verifiedAt: null, joining: 'off' })
    const events = await prisma().auditEvent.findMany({ where: { organizationId: before.id } })
    expect(events.map(({ action }) => action)).toContain('domain.taken_over')
  })

  test('a domain that is due is looked at once, whatever the number of processes', async () => {
    const acme = await owner()
    const name = `once.${database}.test`
    await prove(acme, name)
    let looks = 0
    const answer = world.deps.txtRecords
    world.deps.txtRecords = async (asked) => {
      if (asked === `_vestibule.${name}`) looks += 1
      return answer(asked)
    }
    world.pass(day + 2 * 3_600_000)
    await Promise.all(Array.from({ length: 4 }, () => checkDueDomains(world.deps)))
    world.deps.txtRecords = answer
    expect(looks).toBe(1)
  })

  test.each(['127.0.0.1', '10.0.0.1', 'example.123', 'localhost'])('%s is no domain', async (domain) => {
    const acme = await owner()
    expect((await post(acme.browser, acme.at, { domain })).status).toBe(422)
    expect(await prisma().domain.count({ where: { organizationId: acme.id } })).toBe(0)
  })
})

test('the week begins when the record was last seen, or at the first look', () => {
  const now = new Date('2027-01-10')
  const never = { seenAt: null, missingSince: null, lostAt: null }
  expect(afterCheck(never, false, now)).toMatchObject({ missingSince: now, lostAt: null })
  const longAgo = { ...never, seenAt: new Date('2027-01-02') }
  expect(afterCheck(longAgo, false, now)).toMatchObject({ missingSince: longAgo.seenAt, lostAt: now })
  expect(afterCheck({ ...longAgo, lostAt: now }, null, now)).toMatchObject({ lostAt: now })
  expect(afterCheck({ ...longAgo, lostAt: now }, true, now)).toMatchObject({ missingSince: null, lostAt: null })
})
