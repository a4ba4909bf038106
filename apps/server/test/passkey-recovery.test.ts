import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf, linkTo } from './support/account.ts'
import type { Authenticator } from './support/authenticator.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Who has lost their passkeys asks for recovery from the mailbox. It waits, every mailbox is told, and who has a passkey can stop it.

const hours = 3600_000
let world: TestWorld
let at: ReturnType<typeof accountOf>
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'operator@example.test,other-operator@example.test' })
  at = accountOf(world)
})
afterAll(() => world?.close())

/** Someone with a passkey and a second address, and who reads their mail, who has asked for recovery. */
async function asked() {
  const { email, id, authenticator } = await at.withPasskey()
  const own = await at.byPasskey(authenticator, email)
  await at.addAddress(own, `second-${email}`)
  const mailed = await at.byMail(email)
  await mailed.browser.go(`${world.issuer}/account/recovery`)
  await at.post(mailed.browser, '/account/recovery')
  const told = await at.notice(email, 'recovery without a passkey was requested')
  return { email, id, authenticator, mailed, told, cancel: linkTo(told, '/account/recovery/cancel') ?? '' }
}

const signInPath = async (authenticator: Authenticator) => {
  const browser = world.browser()
  await world.authorize(browser, { scope: 'openid' })
  const path = new URL(browser.current?.location ?? '').pathname
  const given = await at.ask(browser, `${path}/passkey/options`)
  await at.post(browser, `${path}/passkey`, { credential: authenticator.get(given) })
  return { browser, path }
}

test('it has no effect before its time: the passkeys of before count, and every mailbox is told', async () => {
  const { email, id, authenticator, mailed, told } = await asked()
  expect(await at.notice(`second-${email}`, 'recovery without a passkey was requested')).toContain('/recovery/cancel/')
  const readyAt = new Date(world.deps.now().getTime() + 24 * hours)
  expect(told).toContain(readyAt.toISOString().slice(0, 13).replace('T', ' '))
  expect(at.text(mailed.browser)).toContain('A recovery was requested')
  expect((await at.addPasskey(mailed)).status).toBe(403)
  world.pass(24 * hours - 60_000)
  expect((await at.addPasskey(await at.byMail(email))).status).toBe(403)
  // The old passkey still opens everything.
  const own = await at.byPasskey(authenticator, email)
  await at.post(own.browser, new URL(own.browser.current?.location ?? '').pathname, { decision: 'keep' })
  expect((await at.addPasskey(own)).status).toBe(200)
  expect(await at.passkeys(id)).toBe(2)
})

test('after its time, a mailed sign-in of a moment ago adds a passkey, once, and changes no address', async () => {
  const { email, id } = await asked()
  world.pass(24 * hours + 1000)
  const mailed = await at.byMail(email)
  expect(at.text(mailed.browser)).toContain('Your recovery is ready')
  await at.post(mailed.browser, '/account/addresses', { email: `thief-${email}` })
  expect(mailed.browser.current?.location).toMatch(/\/sign-in\/.*\/passkey$/)
  const { status, authenticator } = await at.addPasskey(mailed)
  expect(status).toBe(200)
  expect((await at.addPasskey(mailed)).status).toBe(403)
  // With the new one, the old one goes.
  const own = await at.byPasskey(authenticator, email)
  const [old] = await world.deps.db.prisma.passkey.findMany({ where: { userId: id }, orderBy: { createdAt: 'asc' } })
  await at.post(own.browser, '/account/passkeys/remove', { id: old?.id ?? '' })
  expect(await at.passkeys(id)).toBe(1)
  const actions = await at.actions(id)
  expect(actions.filter((action) => action.startsWith('recovery.'))).toEqual([
    'recovery.requested',
    'recovery.completed',
  ])
})

test('after its time, the old passkeys can be removed too; with the last one it is complete', async () => {
  const { email, id } = await asked()
  world.pass(24 * hours + 1000)
  const mailed = await at.byMail(email)
  const [old] = await world.deps.db.prisma.passkey.findMany({ where: { userId: id } })
  await at.post(mailed.browser, '/account/passkeys/remove', { id: old?.id ?? '' })
  expect(await at.passkeys(id)).toBe(0)
  expect(await world.deps.db.prisma.recovery.count({ where: { userId: id } })).toBe(0)
})

test('one that nobody used in 72 hours is over', async () => {
  const { email } = await asked()
  world.pass(97 * hours)
  expect((await at.addPasskey(await at.byMail(email))).status).toBe(403)
})

test('asking again neither restarts it nor sends another mail', async () => {
  const { id, mailed } = await asked()
  const before = await world.deps.db.prisma.recovery.findUniqueOrThrow({ where: { userId: id } })
  await at.post(mailed.browser, '/account/recovery')
  expect(await world.deps.db.prisma.recovery.findUniqueOrThrow({ where: { userId: id } })).toEqual(before)
  expect((await at.actions(id)).filter((action) => action === 'recovery.requested')).toHaveLength(1)
})

test('asking is limited: each request writes to every mailbox', async () => {
  const { mailed } = await asked()
  const statuses: number[] = []
  for (let tried = 0; tried < 5; tried += 1) {
    await at.post(mailed.browser, '/account/recovery/cancel')
    statuses.push((await at.post(mailed.browser, '/account/recovery')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test('it needs a sign-in of a moment ago, and an account with a passkey', async () => {
  const { email } = await at.withPasskey()
  const stale = await at.byMail(email)
  world.pass(6 * 60_000)
  await at.post(stale.browser, '/account/recovery')
  expect(stale.browser.current?.location).toContain('/sign-in/')
  const without = await at.byMail()
  await at.post(without.browser, '/account/recovery')
  expect(without.browser.current?.location).toBe(`${world.issuer}/account/passkeys`)
  expect(await world.deps.db.prisma.recovery.count({ where: { userId: without.id } })).toBe(0)
})

describe('cancelling', () => {
  test('the link of any mailbox cancels it, once, for who is not signed in; a scanner does not', async () => {
    const { email, id, mailed, cancel } = await asked()
    const scanner = world.browser()
    expect((await scanner.go(cancel)).status).toBe(200)
    expect((await scanner.go(cancel)).status).toBe(200)
    const foreign = await scanner.go(cancel, { method: 'POST', body: '', headers: { Origin: 'https://evil.test' } })
    expect(foreign.status).toBe(403)
    expect(await world.deps.db.prisma.recovery.count({ where: { userId: id } })).toBe(1)
    await scanner.go(cancel)
    await scanner.submit({})
    expect(at.text(scanner)).toContain('Your passkeys work as before')
    expect((await scanner.go(cancel)).status).toBe(400)
    expect((await scanner.go(cancel, { method: 'POST', body: '' })).status).toBe(400)
    await at.notice(email, 'recovery of your account was canceled')
    expect(await at.actions(id)).toContain('recovery.cancelled')
    world.pass(25 * hours)
    expect((await at.addPasskey(await at.byMail(email, mailed.browser))).status).toBe(403)
  })

  test('a sign-in with a passkey shows it before the application, and cancels it', async () => {
    const { id, authenticator } = await asked()
    const { browser, path } = await signInPath(authenticator)
    expect(browser.current?.location).toBe(`${world.issuer}${path}/recovery`)
    expect(at.text(browser)).toContain('Did you request a recovery?')
    // No address skips the step.
    await browser.go(`${world.issuer}${path}/continue`)
    expect(browser.current?.location).toBe(`${world.issuer}${path}/recovery`)
    await at.post(browser, `${path}/recovery`, { decision: 'cancel' })
    expect(browser.current?.location).not.toContain('/recovery')
    expect(await world.deps.db.prisma.recovery.count({ where: { userId: id } })).toBe(0)
  })

  test('who has asked themselves goes on, and is not asked twice in one sign-in', async () => {
    const { id, authenticator } = await asked()
    const { browser, path } = await signInPath(authenticator)
    await at.post(browser, `${path}/recovery`, { decision: 'keep' })
    expect(browser.current?.location).not.toContain('/recovery')
    expect(await world.deps.db.prisma.recovery.count({ where: { userId: id } })).toBe(1)
    expect((await signInPath(authenticator)).browser.current?.location).toContain('/recovery')
  })

  test('a mailed sign-in is not shown it on the way', async () => {
    const { email } = await asked()
    const browser = world.browser()
    await browser.go(`${world.issuer}/account`)
    await at.byMail(email, browser)
    expect(browser.current?.location).toBe(`${world.issuer}/account/passkeys`)
  })

  test('someone else’s recovery is not in reach of a session', async () => {
    const { id } = await asked()
    const other = await at.byMail()
    await at.post(other.browser, '/account/recovery/cancel')
    expect(await world.deps.db.prisma.recovery.count({ where: { userId: id } })).toBe(1)
  })
})

describe('shortening', () => {
  const shorten = async (operator: string, id: string) => {
    const { browser } = await at.byMail(operator)
    return at.post(browser, `/admin/people/${id}`, { action: 'shorten-recovery', confirm: 'yes' })
  }

  test('an operator makes it ready at once, and every mailbox is told', async () => {
    const { email, id } = await asked()
    expect((await shorten('operator@example.test', id)).status).toBe(200)
    await at.notice(`second-${email}`, 'let the recovery of your account take effect')
    expect((await at.addPasskey(await at.byMail(email))).status).toBe(200)
    expect(await at.actions(id)).toContain('recovery.shortened')
  })

  test('nobody shortens their own: an operator needs another one', async () => {
    const { id, authenticator } = await at.withPasskey('other-operator@example.test')
    const mailed = await at.byMail('other-operator@example.test')
    await at.post(mailed.browser, '/account/recovery')
    const own = await at.byPasskey(authenticator, 'other-operator@example.test')
    await at.post(own.browser, new URL(own.browser.current?.location ?? '').pathname, { decision: 'keep' })
    expect(
      (await at.post(own.browser, `/admin/people/${id}`, { action: 'shorten-recovery', confirm: 'yes' })).status,
    ).toBe(422)
    expect((await at.addPasskey(await at.byMail('other-operator@example.test'))).status).toBe(403)
    expect((await shorten('operator@example.test', id)).status).toBe(200)
  })

  test('where nothing waits there is nothing to shorten', async () => {
    const { id } = await at.withPasskey()
    expect((await shorten('operator@example.test', id)).status).toBe(422)
  })

  test('an owner may, for an account that the organization manages, and for no other', async () => {
    const owner = await world.signIn()
    const db = world.deps.db.prisma
    const { organizationId, organization } = await db.membership.findFirstOrThrow({
      where: { user: { emails: { some: { address: owner.person.email } } } },
      include: { organization: true },
    })
    const { email, id } = await asked()
    await db.membership.create({ data: { organizationId, userId: id, roles: 'member', createdAt: world.deps.now() } })
    const path = `/organizations/${organization.slug}/members/recovery`
    const tried = await at.post(owner.browser, path, { user: id })
    expect(tried.status).toBe(422)
    expect((await at.addPasskey(await at.byMail(email))).status).toBe(403)
    const verified = { verifiedAt: world.deps.now(), method: 'dns', claimed: 'example.test' }
    await db.domain.create({
      data: { organizationId, name: 'example.test', token: 't', createdAt: world.deps.now(), ...verified },
    })
    expect((await at.post(owner.browser, path, { user: id })).status).toBe(200)
    expect((await at.addPasskey(await at.byMail(email))).status).toBe(200)
    await db.domain.deleteMany({ where: { name: 'example.test' } })
  })
})
