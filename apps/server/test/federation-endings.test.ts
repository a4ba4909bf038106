import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOrganization, restoreOrganization } from '../src/flows/organizations/organization-lifecycle.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import type { PlainBrowser } from './support/browser.ts'
import {
  answerTxt,
  type Company,
  openCompany,
  openOrganization,
  proveDomain,
  signInByCompany,
  typeAddress,
} from './support/company.ts'
import { hasCode } from './support/mail-codes.ts'
import { recipients } from './support/mailbox.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What a company's provider made ends with what it was believed for: its organization, and its proof of a domain.

const hour = 3_600_000

describe.each(['sqlite', 'postgresql'] as const)('what ends a company sign-in, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on', PASSKEY_NUDGE: 'off' }, { database })
    upstream = await openUpstream(world.deps)
    records = answerTxt(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => {
    upstream.reset()
    world.pass(hour)
  })
  const db = () => world.deps.db.prisma
  const params = { scope: 'openid email' }

  const isSignedIn = async (browser: PlainBrowser): Promise<boolean> => {
    await browser.go('/account')
    return !browser.has('email')
  }

  let opened = 0
  /** A company, and Alice, who has signed in by it. */
  async function withAlice(options: { policy?: 'offered' | 'required' } = {}) {
    opened += 1
    const company = await openCompany(world, records, { domain: `ends-${opened}.test`, upstream, ...options })
    const email = `alice@${company.domain}`
    upstream.person = { ...upstream.person, sub: 'alice', email }
    const { browser } = await signInByCompany(world, upstream, { email, params })
    const { userId } = await db().email.findUniqueOrThrow({ where: { address: email } })
    expect(await isSignedIn(browser)).toBe(true)
    world.pass(hour)
    return { company, email, browser, userId }
  }
  const isLedAway = async (email: string): Promise<boolean> =>
    (await typeAddress(world, world.browser(), email, params)).callback?.href.startsWith(upstream.issuer) ?? false
  const codesTo = (address: string) =>
    world.mailbox.mails.filter((mail) => recipients(mail).includes(address) && hasCode(mail)).length
  /** As after a week without its record (`lostAfter`). */
  const lose = ({ domain }: Company) =>
    db().domain.updateMany({
      where: { claimed: domain },
      data: { missingSince: world.deps.now(), lostAt: world.deps.now() },
    })

  test('RV-07 a domain whose record was gone for a week leads nobody to its connection, and its mailboxes sign in again', async () => {
    const { company, email } = await withAlice()
    const newcomer = `new@${company.domain}`
    expect([await isLedAway(email), await isLedAway(newcomer), codesTo(newcomer)]).toEqual([true, true, 0])
    await db().domain.updateMany({ where: { claimed: company.domain }, data: { missingSince: world.deps.now() } })
    expect(await isLedAway(newcomer), 'gone for less than a week').toBe(true)
    await lose(company)
    expect([await isLedAway(email), await isLedAway(newcomer)]).toEqual([false, false])
    await expect.poll(() => codesTo(newcomer)).toBe(1)
    await db().domain.updateMany({ where: { claimed: company.domain }, data: { missingSince: null, lostAt: null } })
    expect(await isLedAway(newcomer), 'the record is back').toBe(true)
  })

  test('RV-07 whoever takes a domain over takes its people from the connection of the former holder', async () => {
    const { company, email, browser, userId } = await withAlice()
    const other = await db().externalIdentity.create({
      data: {
        ...{ connectionId: company.connectionId, issuer: upstream.issuer, subject: 'guest', emailAtLink: null },
        ...{ userId: company.owner.userId, linkedAt: world.deps.now(), seenAt: world.deps.now() },
      },
    })
    await lose(company)
    const next = await openOrganization(world, records, company.domain)
    await proveDomain(world, records, { ...next, browser: next.owner.browser }, company.domain)
    expect(await db().domain.findUnique({ where: { claimed: company.domain } })).toMatchObject({
      organizationId: next.id,
    })
    expect(await isSignedIn(browser), 'by the session that its connection made').toBe(false)
    const left = await db().externalIdentity.findMany({ where: { connectionId: company.connectionId } })
    expect(left.map(({ subject }) => subject)).toEqual([other.subject])
    // Its provider says that it is Alice, and is not believed.
    const attempt = world.browser()
    await world.authorize(attempt, { ...params, organization: company.slug })
    upstream.person = { ...upstream.person, sub: 'alice', email }
    await typeAddress(world, attempt, `x@${company.domain}`, { ...params, organization: company.slug })
    await upstream.follow(attempt).catch(() => null)
    expect(await db().session.count({ where: { userId, endedAt: null, connectionId: company.connectionId } })).toBe(1)
    expect(await isSignedIn(attempt)).toBe(false)
  })

  test('RV-08 deleting an organization ends the sessions that its connection made, and those under way', async () => {
    const { company, email, browser } = await withAlice({ policy: 'offered' })
    const underWay = world.browser()
    await typeAddress(world, underWay, email, params)
    expect(underWay.current?.callback?.href).toContain(upstream.issuer)
    const actor = userActor(company.owner.userId, '::/48')
    await deleteOrganization(world.deps, actor, company.id)
    expect(await isSignedIn(browser)).toBe(false)
    await upstream.follow(underWay)
    expect(await isSignedIn(underWay), 'it had gone to the provider before').toBe(false)
    expect(await isLedAway(email)).toBe(false)
    world.pass(hour)
    await restoreOrganization(world.deps, { ...actor, kind: 'operator' }, company.id)
    expect(await isSignedIn(browser), 'what has ended stays so').toBe(false)
    const again = await signInByCompany(world, upstream, { email, params })
    expect(await isSignedIn(again.browser)).toBe(true)
  })
})
