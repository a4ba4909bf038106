import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeLockedOrganization } from '../src/flows/organizations/changes.ts'
import { claimLocked } from '../src/flows/organizations/domains/domain-proofs.ts'
import { addDomain, removeDomain } from '../src/flows/organizations/domains/domains.ts'
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
    expect(await db().session.count({ where: { userId, endedAt: null, connectionId: company.connectionId } })).toBe(0)
    expect(await isSignedIn(attempt)).toBe(false)
  })

  const linkedAt = (connectionId: string) => db().externalIdentity.count({ where: { connectionId } })
  const endOf = (id: string, name: string, owner: Company['owner']) =>
    removeDomain(world.deps, userActor(owner.userId, '::/48'), id, name)

  test('RV-07 removing a domain that nobody proved ends nothing, whoever has an address of it', async () => {
    const { company, browser, userId } = await withAlice()
    const mailbox = `mailbox-${opened}.test`
    await db().email.create({
      data: { address: `alice@${mailbox}`, userId, isPrimary: false, verifiedAt: world.deps.now() },
    })
    const actor = userActor(company.owner.userId, '::/48')
    await addDomain(world.deps, actor, company.id, mailbox)
    await removeDomain(world.deps, actor, company.id, mailbox)
    expect([await isSignedIn(browser), await linkedAt(company.connectionId)]).toEqual([true, 1])
    // A code to its postmaster made nobody known either.
    await addDomain(world.deps, actor, company.id, mailbox)
    await db().domain.update({
      where: { organizationId_name: { organizationId: company.id, name: mailbox } },
      data: { verifiedAt: world.deps.now(), claimed: mailbox, method: 'email' },
    })
    await removeDomain(world.deps, actor, company.id, mailbox)
    expect([await isSignedIn(browser), await linkedAt(company.connectionId)]).toEqual([true, 1])
  })

  test('RV-07 removing a proven domain ends the sign-ins of its people, and of nobody else', async () => {
    const { company, browser, userId } = await withAlice({ policy: 'offered' })
    const second = `second-${opened}.test`
    await proveDomain(world, records, { ...company, browser: company.owner.browser }, second)
    const email = `bob@${company.domain}`
    upstream.person = { ...upstream.person, sub: 'bob', email }
    const bob = await signInByCompany(world, upstream, { email, params })
    const { userId: bobId } = await db().email.findUniqueOrThrow({ where: { address: email } })
    await db().email.create({
      data: { address: `bob@${second}`, userId: bobId, isPrimary: false, verifiedAt: world.deps.now() },
    })
    expect(await isSignedIn(bob.browser)).toBe(true)
    const grants = (user: string) => db().grant.count({ where: { userId: user, revokedAt: null } })
    world.pass(1000)
    const before = world.deps.now()
    await endOf(company.id, second, company.owner)
    expect([await isSignedIn(browser), await isSignedIn(bob.browser)]).toEqual([true, false])
    const left = await db().externalIdentity.findMany({ where: { connectionId: company.connectionId } })
    expect(left.map(({ subject }) => subject)).toEqual(['alice'])
    expect(await grants(bobId)).toBe(0)
    const events = await db().auditEvent.findMany({ where: { at: { gte: before } }, orderBy: { id: 'asc' } })
    const told = events.map(({ action, targetId, actorId }) => [action, targetId, actorId])
    const owner = company.owner.userId
    expect(told).toContainEqual(['identity.unlinked', bobId, owner])
    expect(told.filter(([action]) => action === 'session.ended')).toHaveLength(1)
    expect(events.some(({ targetId }) => targetId === userId)).toBe(false)
  })

  test('RV-07 a mailbox proves less than the record that was lost: its people are known no more', async () => {
    const { company, browser } = await withAlice()
    await lose(company)
    expect(await linkedAt(company.connectionId)).toBe(1)
    const { token } = await db().domain.findUniqueOrThrow({ where: { claimed: company.domain } })
    const actor = userActor(company.owner.userId, '::/48')
    await changeLockedOrganization(world.deps, actor, company.id, 'domain.verified', (change) =>
      claimLocked(world.deps, change, { name: company.domain, token }, 'email'),
    )
    expect([await isSignedIn(browser), await linkedAt(company.connectionId)]).toEqual([false, 0])
  })

  test('RV-07 thousands of people of a domain are forgotten in one transaction, each with an event', async () => {
    const { company } = await withAlice({ policy: 'offered' })
    const [at, many, { connectionId, domain }] = [world.deps.now(), 3000, company]
    const ids = Array.from(
      { length: many },
      (_, n) => `${String(opened).padStart(4, '0')}${String(n).padStart(28, '0')}`,
    )
    await db().user.createMany({ data: ids.map((id) => ({ id, createdAt: at, updatedAt: at })) })
    await db().externalIdentity.createMany({
      data: ids.map((userId) => ({
        ...{ connectionId, issuer: upstream.issuer, subject: userId, userId },
        ...{ emailAtLink: `${userId}@${domain}`, linkedAt: at, seenAt: at },
      })),
    })
    await db().connection.update({ where: { id: connectionId }, data: { state: 'disabled' } })
    await endOf(company.id, domain, company.owner)
    expect(await linkedAt(connectionId)).toBe(0)
    const events = { action: 'identity.unlinked', organizationId: company.id }
    expect(await db().auditEvent.count({ where: events })).toBe(many + 1)
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
