import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf, linkTo, type Signed } from './support/account.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Who was there longer wins: who may undo a change of addresses, and when. The table is in docs/sign-in.md; each of its
// cells is a test (attack A-3).

const hour = 3600_000
const day = 24 * hour
const second = 1000

const undoIn = (mail: string): string => linkTo(mail, '/account/undo') ?? ''
const cancelIn = (mail: string): string => linkTo(mail, '/account/recovery/cancel') ?? ''

/** What people do, with the clock going on between two of their changes. */
function ladderOf(world: TestWorld) {
  const at = accountOf(world)

  const press = (link: string) => world.browser().go(link, { method: 'POST', body: '' })

  /** Adds an address, and returns the link that another one gets about it. */
  async function add(person: Pick<Signed, 'browser'>, address: string, told: string): Promise<string> {
    world.pass(second)
    await at.addAddress(person, address)
    return undoIn(await at.notice(told, 'An address was added'))
  }

  /** Removes an address, and returns the link that it gets about that. */
  async function remove(person: Pick<Signed, 'browser'>, address: string): Promise<string> {
    world.pass(second)
    await at.post(person.browser, '/account/addresses/remove', { address })
    return undoIn(await at.notice(address, 'An address was removed'))
  }

  const makePrimary = ({ browser }: Pick<Signed, 'browser'>, address: string) =>
    at.post(browser, '/account/addresses/primary', { address })

  /** The owner of an account throws out an address that a thief added in a stolen session. */
  async function thrownOut() {
    const owner = await at.byMail()
    const thiefs = `thief-${owner.email}`
    const added = await add(owner, thiefs, owner.email)
    const link = await remove(owner, thiefs)
    return { owner, thiefs, added, link }
  }

  return { ...at, press, add, remove, makePrimary, thrownOut }
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof ladderOf>
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
    at = ladderOf(world)
  })
  afterAll(() => world?.close())

  describe('the address that was there first', () => {
    test('undoes at once what a thief with a stolen session did, and their passkey goes', async () => {
      // AC-16
      const owner = await at.byMail()
      const thiefs = `thief-${owner.email}`
      const added = await at.add(owner, thiefs, owner.email)
      await at.makePrimary(owner, thiefs)
      await at.remove(owner, owner.email)
      await at.addPasskey(owner)
      expect((await at.press(added)).status).toBe(200)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
      expect(await at.passkeys(owner.id)).toBe(0)
    })

    test('undoes at once what a thief did from the address that they added', async () => {
      const { email, id, browser } = await at.byMail()
      const thiefs = `thief-${email}`
      await at.add({ browser }, thiefs, email)
      const thief = await at.byMail(thiefs)
      await at.makePrimary(thief, thiefs)
      const link = await at.remove(thief, email)
      expect((await at.press(link)).status).toBe(200)
      expect(await at.addresses(id)).toEqual([thiefs, email])
    })

    test('still undoes the addition after the thief waited 71 hours and was thrown out', async () => {
      // AC-16
      const owner = await at.byMail()
      const thiefs = `thief-${owner.email}`
      const added = await at.add(owner, thiefs, owner.email)
      world.pass(71 * hour)
      const again = await at.byMail(owner.email)
      const link = await at.remove(again, thiefs)
      // The thief asks, nobody cancels, and a day later they are back.
      expect((await at.press(link)).status).toBe(202)
      world.pass(day + second)
      expect((await at.press(link)).status).toBe(200)
      expect(await at.addresses(owner.id)).toContain(thiefs)
      world.pass(45 * hour)
      expect((await at.press(added)).status).toBe(200)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
    })

    test('wins over two thieves, of whom the second threw out the first', async () => {
      // AC-16
      const owner = await at.byMail()
      const [first, second] = [`first-${owner.email}`, `second-${owner.email}`]
      const added = await at.add(owner, first, owner.email)
      const one = await at.byMail(first)
      await at.add(one, second, owner.email)
      const two = await at.byMail(second)
      await at.makePrimary(two, second)
      await at.remove(two, owner.email)
      await at.notice(first, 'An address was removed')
      const firsts = await at.remove(two, first)
      // Of the two, the first was there longer.
      expect((await at.press(firsts)).status).toBe(200)
      expect((await at.addresses(owner.id)).sort()).toEqual([first, second].sort())
      expect((await at.press(added)).status).toBe(200)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
    })
  })

  describe('an address that came later than what removed it', () => {
    test('is not back at once, and keeps nobody out: passkey, sessions and addresses stay', async () => {
      const { owner, link } = await at.thrownOut()
      expect((await at.addPasskey(owner)).status).toBe(200)
      const answers = await Promise.all(Array.from({ length: 8 }, () => at.press(link)))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202))
      expect(await at.addresses(owner.id)).toEqual([owner.email])
      expect(await at.passkeys(owner.id)).toBe(1)
      expect((await owner.browser.go(`${world.issuer}/account/sessions`)).location).not.toContain('/sign-in/')
      const asked = (await at.actions(owner.id)).filter((action) => action === 'address.undo_requested')
      expect(asked).toHaveLength(1)
    })

    test('has to wait to the second, and then undoes once', async () => {
      const { owner, thiefs, link } = await at.thrownOut()
      await at.press(link)
      world.pass(day - second)
      expect((await at.press(link)).status).toBe(202)
      world.pass(second)
      expect((await world.browser().go(link)).status).toBe(200)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
      const answers = await Promise.all(Array.from({ length: 8 }, () => at.press(link)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
      expect(await at.addresses(owner.id)).toEqual([owner.email, thiefs])
    })

    test('is too late 72 hours after the wait', async () => {
      const { owner, link } = await at.thrownOut()
      await at.press(link)
      world.pass(day + 72 * hour + second)
      expect((await at.press(link)).status).toBe(400)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
    })

    test('stays reserved while its request can still be used', async () => {
      const { thiefs, link, owner } = await at.thrownOut()
      world.pass(71 * hour)
      await at.press(link)
      world.pass(2 * day)
      const browser = world.browser()
      await browser.go(`${world.issuer}/account`)
      await browser.submit({ email: thiefs })
      await at.notice(thiefs, 'was recently removed from an account')
      expect(await at.addresses(owner.id)).toEqual([owner.email])
    })

    test('is cancelled by the link that the older address gets, with every other link that it was sent', async () => {
      const owner = await at.byMail()
      const [thiefs, other] = [`thief-${owner.email}`, `other-${owner.email}`]
      await at.add(owner, thiefs, owner.email)
      await at.notice(thiefs, 'An address was added')
      const more = await at.add(owner, other, thiefs)
      const link = await at.remove(owner, thiefs)
      expect((await at.press(link)).status).toBe(202)
      expect(cancelIn(await at.notice(other, 'the request has to wait'))).toBe('')
      const cancel = cancelIn(await at.notice(owner.email, 'the request has to wait'))
      const scanner = world.browser()
      expect((await scanner.go(cancel)).status).toBe(200)
      expect((await at.press(cancel)).status).toBe(200)
      expect((await at.press(cancel)).status).toBe(400)
      world.pass(day + second)
      for (const ended of [link, more]) expect((await at.press(ended)).status).toBe(400)
      expect(await at.addresses(owner.id)).not.toContain(thiefs)
      expect(await at.actions(owner.id)).toContain('address.undo_cancelled')
    })

    test('is cancelled on the account pages by a session of what is older', async () => {
      const { owner, thiefs, link } = await at.thrownOut()
      await at.press(link)
      const page = await owner.browser.go(`${world.issuer}/account/addresses`)
      expect(page.html.querySelector('main')?.text).toContain(`${thiefs} asked to undo`)
      await at.post(owner.browser, '/account/recovery/cancel')
      world.pass(day + second)
      expect((await at.press(link)).status).toBe(400)
    })

    test('is not cancelled by a session of what is younger', async () => {
      // AC-17
      // The owner has two addresses; a thief has a third, and removed the second in a session of the first.
      const owner = await at.byMail()
      const [second, thiefs] = [`second-${owner.email}`, `thief-${owner.email}`]
      await at.add(owner, second, owner.email)
      await at.add(owner, thiefs, owner.email)
      const link = await at.remove(owner, second)
      const thief = await at.byMail(thiefs)
      expect((await at.press(link)).status).toBe(202)
      const page = await thief.browser.go(`${world.issuer}/account/addresses`)
      expect(page.html.querySelector('form[action$="/recovery/cancel"]')).toBeNull()
      await at.post(thief.browser, '/account/recovery/cancel')
      world.pass(day + 1000)
      expect((await at.press(link)).status).toBe(200)
      expect(await at.addresses(owner.id)).toContain(second)
    })

    test('is shown to whoever signs in with an older passkey, who can cancel it', async () => {
      const { email, id, authenticator } = await at.withPasskey()
      const young = await at.byPasskey(authenticator, email)
      const other = `other-${email}`
      await at.add(young, other, email)
      const link = await at.remove(young, other)
      expect((await at.press(link)).status).toBe(202)
      const again = world.browser()
      await at.byPasskey(authenticator, email, again).catch(() => null)
      expect(again.current?.location).toContain('/recovery')
      expect(at.text(again)).toContain(`${other} asked to undo`)
      await at.post(again, new URL(again.current?.location ?? '').pathname, { decision: 'cancel' })
      world.pass(day + second)
      expect((await at.press(link)).status).toBe(400)
      expect(await at.addresses(id)).toEqual([email])
    })

    test('gives no right to change passkeys by mail, as a recovery would', async () => {
      // AC-17
      const { owner, link } = await at.thrownOut()
      await at.addPasskey(owner)
      await at.press(link)
      world.pass(day + second)
      expect((await at.addPasskey(await at.byMail(owner.email))).status).not.toBe(200)
      expect(await at.passkeys(owner.id)).toBe(1)
    })

    test('is not ended early by an operator: it waits for those who were there before', async () => {
      // AC-17
      const { owner, link } = await at.thrownOut()
      await at.press(link)
      const { browser } = await at.byMail('operator@example.test')
      await at.post(browser, `/admin/people/${owner.id}`, { action: 'shorten-recovery', confirm: 'yes' })
      expect((await at.press(link)).status).toBe(202)
    })
  })

  describe('an address that came later than what is on the account', () => {
    test('is not back at once where the owner threw it out with a passkey made afterwards', async () => {
      const owner = await at.byMail()
      const thiefs = `thief-${owner.email}`
      await at.add(owner, thiefs, owner.email)
      const { authenticator } = await at.addPasskey(owner)
      const link = await at.remove(await at.byPasskey(authenticator, owner.email), thiefs)
      expect((await at.press(link)).status).toBe(202)
      expect(await at.passkeys(owner.id)).toBe(1)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
    })

    test('is not back at once where it was removed in a session of its own, as an employer’s on the last day', async () => {
      // AC-16
      const { email, id, browser } = await at.byMail()
      const work = `work-${email}`
      await at.add({ browser }, work, email)
      const link = await at.remove(await at.byMail(work), work)
      expect((await at.press(link)).status).toBe(202)
      expect(await at.addresses(id)).toEqual([email])
    })
  })

  test('one thing waits at a time: another request is told so, and may be made later', async () => {
    const owner = await at.byMail()
    const [first, second] = [`first-${owner.email}`, `second-${owner.email}`]
    await at.add(owner, first, owner.email)
    await at.add(owner, second, owner.email)
    const [one, two] = [await at.remove(owner, first), await at.remove(owner, second)]
    expect((await at.press(one)).status).toBe(202)
    expect((await at.press(two)).status).toBe(409)
    await at.post(owner.browser, '/account/recovery/cancel')
    expect((await at.press(two)).status).toBe(202)
  })

  test('a removal that a passkey confirmed which outranks the mailbox gives nobody a link', async () => {
    const { email, id, authenticator } = await at.withPasskey()
    world.pass(second)
    const work = `work-${email}`
    const young = await at.byPasskey(authenticator, email)
    await at.addAddress(young, work)
    world.pass(day)
    const owner = await at.byPasskey(authenticator, email)
    expect(await at.remove(owner, work)).toBe('')
    expect(await at.addresses(id)).toEqual([email])
  })

  test('it also ends an undoing that waits', async () => {
    const { email, id, authenticator } = await at.withPasskey()
    const young = await at.byPasskey(authenticator, email)
    const other = `other-${email}`
    await at.add(young, other, email)
    const link = await at.remove(young, other)
    await at.press(link)
    world.pass(day - 2 * second)
    const browser = world.browser()
    await at.byPasskey(authenticator, email, browser).catch(() => null)
    await at.post(browser, new URL(browser.current?.location ?? '').pathname, { decision: 'keep' })
    world.pass(2 * second)
    await at.addAddress({ browser }, `new-${email}`)
    world.pass(second)
    expect((await at.press(link)).status).toBe(400)
    expect(await world.deps.db.prisma.recovery.count({ where: { userId: id } })).toBe(0)
  })

  test('after a reset no address counts as older: the new one undoes at once', async () => {
    const { id, email } = await at.byMail()
    world.pass(second)
    const { browser } = await at.byMail('operator@example.test')
    const given = `given-${email}`
    await at.post(browser, `/admin/people/${id}`, { action: 'reset', confirm: 'yes', email: given })
    const thief = await at.byMail(email)
    await at.makePrimary(thief, email)
    const link = await at.remove(thief, given)
    expect((await at.press(link)).status).toBe(200)
    expect(await at.addresses(id)).toContain(given)
  })
})
