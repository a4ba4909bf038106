import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf, linkTo, type Signed } from './support/account.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A change of addresses can be undone from the mailboxes of before for 72 hours, and a removed address waits as long.

const hours = 3600_000
let world: TestWorld
let at: ReturnType<typeof accountOf>
beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: 'operator@example.test',
    OIDC_CLIENT_ID_7: 'admin',
    OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: 'users:read,users:write',
  })
  at = accountOf(world)
})
afterAll(() => world?.close())

const undoIn = (mail: string): string => linkTo(mail, '/account/undo') ?? ''
const undo = async (link: string) => {
  const browser = world.browser()
  await browser.go(link)
  return browser.go(link, { method: 'POST', body: '' })
}

/** A thief who reads the mail of an account without a passkey moves it to a mailbox of their own. */
async function stolen() {
  const victim = await at.byMail()
  const thief = await at.byMail(victim.email)
  const mine = `thief-${victim.email}`
  await at.addAddress(thief, mine)
  const added = undoIn(await at.notice(victim.email, 'An address was added'))
  const told = await at.notice(mine, 'An address was added')
  await at.post(thief.browser, '/account/addresses/primary', { address: mine })
  const changed = undoIn(await at.notice(victim.email, 'new primary address'))
  await at.post(thief.browser, '/account/addresses/remove', { address: victim.email })
  const removed = undoIn(await at.notice(victim.email, 'An address was removed'))
  const thiefs = undoIn(await at.notice(mine, 'An address was removed'))
  expect(await at.addresses(victim.id)).toEqual([mine])
  return { victim, thief, mine, told, added, changed, removed, thiefs }
}

const signedIn = async ({ browser }: Pick<Signed, 'browser'>) =>
  !(await browser.go(`${world.issuer}/account/sessions`)).location.includes('/sign-in/')

describe('undoing', () => {
  test('the first link brings the account back: addresses, no session, no grant, no passkey or identity added since', async () => {
    // AC-03
    const victim = await world.signIn({}, { scope: 'openid offline_access' })
    const tokens = await world.redeem(victim.code)
    const id = await at.idOf(victim.person.email)
    const thief = await at.byMail(victim.person.email)
    const mine = `thief-${victim.person.email}`
    await at.addAddress(thief, mine)
    const link = undoIn(await at.notice(victim.person.email, 'An address was added'))
    await at.post(thief.browser, '/account/addresses/primary', { address: mine })
    await at.post(thief.browser, '/account/addresses/remove', { address: victim.person.email })
    expect((await at.addPasskey(thief)).status).toBe(200)
    const { externalIdentity } = world.deps.db.prisma
    const google = { connectionId: 'google', issuer: 'https://accounts.google.com', userId: id }
    for (const linkedAt of [new Date(0), world.deps.now()])
      await externalIdentity.create({
        data: { ...google, subject: linkedAt.toISOString(), linkedAt, seenAt: linkedAt },
      })

    expect((await undo(link)).text).toContain('The change has been undone')
    expect(await at.addresses(id)).toEqual([victim.person.email])
    expect(await at.passkeys(id)).toBe(0)
    expect(await externalIdentity.findMany({ where: { userId: id } })).toMatchObject([{ linkedAt: new Date(0) }])
    expect(await signedIn(thief)).toBe(false)
    expect(await signedIn(victim)).toBe(false)
    expect((await world.userinfo(tokens.body.access_token)).status).toBe(401)
    const refreshed = await world.token(
      { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token },
      { basic: ['web', 'web secret with ~ + / = : % in it'] },
    )
    expect(refreshed.body.error).toBe('invalid_grant')
    await at.notice(mine, 'was undone')
    await at.notice(victim.person.email, 'was undone')
    expect(await at.actions(id)).toContain('address.undone')
    // The mailbox of before opens the account again, and the thief's a new one.
    expect((await at.byMail(victim.person.email)).id).toBe(id)
    expect((await at.byMail(mine)).id).not.toBe(id)
  })

  test('each change has its own link: the last one undone gives the address back and leaves the others', async () => {
    const { victim, mine, added, removed } = await stolen()
    await undo(removed)
    expect(await at.addresses(victim.id)).toEqual([mine, victim.email])
    await undo(added)
    expect(await at.addresses(victim.id)).toEqual([victim.email])
  })

  test('what the thief was sent does not undo the undoing, nor bring their address back', async () => {
    const { victim, added, changed, thiefs, told } = await stolen()
    expect(undoIn(told)).toBe('')
    expect(thiefs).not.toBe('')
    await undo(added)
    for (const link of [thiefs, changed, added]) expect((await undo(link)).status).toBe(400)
    expect(await at.addresses(victim.id)).toEqual([victim.email])
  })

  test('a GET uses nothing up, another site can not press the button, and it works once', async () => {
    const { victim, mine, added } = await stolen()
    const scanner = world.browser()
    for (let opened = 0; opened < 3; opened += 1) expect((await scanner.go(added)).status).toBe(200)
    const foreign = await scanner.go(added, { method: 'POST', body: '', headers: { Origin: 'https://evil.test' } })
    expect(foreign.status).toBe(403)
    expect(await at.addresses(victim.id)).toEqual([mine])
    expect(scanner.cookies.size).toBe(0)
    const page = await scanner.go(added)
    expect(page.html.querySelector('script')).toBeNull()
    await scanner.submit({})
    expect(await at.addresses(victim.id)).toEqual([victim.email])
    expect((await scanner.go(added)).status).toBe(400)
    expect((await scanner.go(`${world.issuer}/account/undo/made-up`)).status).toBe(400)
  })

  test('after 72 hours it is too late', async () => {
    const { victim, mine, added } = await stolen()
    world.pass(72 * hours + 1000)
    expect((await undo(added)).status).toBe(400)
    expect(await at.addresses(victim.id)).toEqual([mine])
  })

  test('it ends a recovery, and a passkey that was too young to outrank the mailbox', async () => {
    const victim = await at.byMail()
    const thief = await at.byMail(victim.email)
    // The passkey comes first, so that the changes are confirmed by it.
    const { authenticator } = await at.addPasskey(thief)
    const strong = await at.byPasskey(authenticator, victim.email)
    await at.addAddress(strong, `thief-${victim.email}`)
    const link = undoIn(await at.notice(victim.email, 'An address was added'))
    await at.post((await at.byMail(victim.email)).browser, '/account/recovery')
    await undo(link)
    expect(await at.passkeys(victim.id)).toBe(0)
    expect(await world.deps.db.prisma.recovery.count({ where: { userId: victim.id } })).toBe(0)
    expect(await at.addresses(victim.id)).toEqual([victim.email])
  })

  test('a change that an old passkey confirmed can not be undone, nor can one before it', async () => {
    const { email, id, authenticator } = await at.withPasskey()
    const young = await at.byPasskey(authenticator, email)
    await at.addAddress(young, `second-${email}`)
    const before = undoIn(await at.notice(email, 'An address was added'))
    expect(before).not.toBe('')
    world.pass(24 * hours + 1000)
    const own = await at.byPasskey(authenticator, email)
    await at.addAddress(own, `third-${email}`)
    expect(undoIn(await at.notice(email, `third-${email}`))).toBe('')
    expect((await undo(before)).status).toBe(400)
    expect(await at.addresses(id)).toHaveLength(3)
  })

  test('a reset by an operator can not be undone, nor can the changes before it', async () => {
    const { victim, mine, added, thiefs } = await stolen()
    const { browser } = await at.byMail('operator@example.test')
    const path = `/admin/people/${victim.id}`
    expect(
      (await at.post(browser, path, { action: 'reset', confirm: 'yes', email: `new-${victim.email}` })).status,
    ).toBe(200)
    expect(undoIn(await at.notice(mine, 'was reset'))).toBe('')
    for (const link of [added, thiefs]) expect((await undo(link)).status).toBe(400)
    expect((await at.addresses(victim.id))[0]).toBe(`new-${victim.email}`)
  })

  test('an address that is someone else’s by now stays theirs', async () => {
    const { victim, mine, removed, added } = await stolen()
    await world.deps.db.prisma.reservedAddress.deleteMany({ where: { address: victim.email } })
    const other = await at.byMail(victim.email)
    expect((await undo(removed)).status).toBe(200)
    expect(await at.addresses(victim.id)).toEqual([mine])
    // Where none of the addresses can come back, nothing happens.
    expect((await undo(added)).status).toBe(400)
    expect(await at.addresses(victim.id)).toEqual([mine])
    expect(await at.addresses(other.id)).toEqual([victim.email])
  })
})

describe.each(databases)('at the same moment, on %s', (database) => {
  let own: TestWorld
  beforeAll(async () => {
    own = await openTestWorld({}, { database })
  })
  afterAll(() => own?.close())

  test('eight presses of the button undo once', async () => {
    const here = accountOf(own)
    const person = await here.byMail()
    await here.addAddress(person, `second-${person.email}`)
    const link = undoIn(await here.notice(person.email, 'An address was added'))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => own.browser().go(link, { method: 'POST', body: '' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect(await here.addresses(person.id)).toEqual([person.email])
  })

  test('a sign-in with an address that an undoing takes away leaves nobody signed in', async () => {
    const here = accountOf(own)
    for (let round = 0; round < 5; round += 1) {
      const person = await here.byMail()
      const thiefs = `thief-${person.email}`
      await here.addAddress(person, thiefs)
      const link = undoIn(await here.notice(person.email, 'An address was added'))
      const browser = own.browser()
      await browser.go(`${own.issuer}/account`)
      await browser.submit({ email: thiefs })
      const code = await nextCode(own.mailbox, thiefs)
      await Promise.all([own.browser().go(link, { method: 'POST', body: '' }), browser.submit({ code })])
      const living = await own.deps.db.prisma.session.count({ where: { userId: person.id, endedAt: null } })
      expect(living).toBe(0)
    }
  })

  test('an address that is removed while its mailbox signs up opens no second account', async () => {
    const here = accountOf(own)
    for (let round = 0; round < 3; round += 1) {
      const person = await here.byMail()
      await here.addAddress(person, `kept-${person.email}`)
      await here.post(person.browser, '/account/addresses/primary', { address: `kept-${person.email}` })
      const browser = own.browser()
      await browser.go(`${own.issuer}/account`)
      await browser.submit({ email: person.email })
      const code = await nextCode(own.mailbox, person.email)
      await Promise.all([
        here.post(person.browser, '/account/addresses/remove', { address: person.email }),
        browser.submit({ code }),
      ])
      expect(await own.deps.db.prisma.email.count({ where: { address: person.email } })).toBe(0)
    }
  })
})

describe('a removed address', () => {
  /** Someone who has removed the address that they came with. */
  async function moved() {
    const person = await at.byMail()
    const next = `next-${person.email}`
    await at.addAddress(person, next)
    await at.post(person.browser, '/account/addresses/primary', { address: next })
    await at.post(person.browser, '/account/addresses/remove', { address: person.email })
    return { ...person, next }
  }

  test('opens no account for 72 hours: the same page, and a mail that says why, without a code', async () => {
    const { email } = await moved()
    const pages = await Promise.all(
      [email, 'never-seen@example.test'].map(async (typed) => {
        const browser = world.browser()
        await browser.go(`${world.issuer}/account`)
        await browser.submit({ email: typed })
        return at.text(browser).replaceAll(typed, '')
      }),
    )
    expect(pages[0]).toBe(pages[1])
    const mail = await at.notice(email, 'was recently removed from an account')
    expect(mail).not.toMatch(/\d{6}|https?:/)
    expect(await world.deps.db.prisma.email.count({ where: { address: email } })).toBe(0)
    world.pass(72 * hours + 1000)
    expect((await at.byMail(email)).id).toBeTruthy()
  })

  test('is not added to another account meanwhile, and may come back to its own', async () => {
    const { browser, email, id } = await moved()
    const other = await at.byMail()
    await at.post(other.browser, '/account/addresses', { email })
    expect(await at.notice(email, 'added to another one')).not.toMatch(/\d{6}/)
    await at.addAddress({ browser }, email)
    expect(await at.addresses(id)).toContain(email)
  })

  test('is taken for the management API and for an operator’s reset', async () => {
    const { email } = await moved()
    const { body } = await world.token(
      { grant_type: 'client_credentials', scope: 'users:write' },
      { basic: ['admin', 'admin-secret-0123456789'] },
    )
    const made = await fetch(`${world.issuer}/api/v1/users`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(made.status).toBe(409)
    const other = await at.byMail()
    const { browser } = await at.byMail('operator@example.test')
    expect(
      (await at.post(browser, `/admin/people/${other.id}`, { action: 'reset', confirm: 'yes', email })).status,
    ).toBe(422)
    expect(await at.addresses(other.id)).toEqual([other.email])
  })

  test('is told with the person’s data, and the links of mails are not', async () => {
    const { browser, email } = await moved()
    const data = JSON.parse((await at.post(browser, '/account/data/export')).text)
    expect(data.reservedAddresses).toMatchObject([{ address: email }])
    // A link for each address of before: one of the first change, two of each that came after.
    expect(data.addressChanges).toHaveLength(5)
    expect(JSON.stringify(data)).not.toContain('tokenDigest')
  })

  test('goes free with the account that it was removed from', async () => {
    const { browser, email, id } = await moved()
    await at.post(browser, '/account/data/delete', { confirm: 'yes' })
    expect((await at.byMail(email)).id).not.toBe(id)
  })
})

describe('a change whose event can not be written', () => {
  let own: TestWorld
  beforeAll(async () => {
    own = await openTestWorld({}, { database: 'sqlite' })
  })
  afterAll(() => own?.close())

  test.each([
    ['user.address_removed', '/account/addresses/remove'],
    ['user.address_changed', '/account/addresses/primary'],
  ])('is not made: %s', async (action, path) => {
    const here = accountOf(own)
    const person = await here.byMail(`${action.slice(-7)}@example.test`)
    await here.addAddress(person, `second-${person.email}`)
    await own.deps.db.sql.write(
      `CREATE TRIGGER refuse_event BEFORE INSERT ON audit_event WHEN NEW.action = '${action}'
       BEGIN SELECT RAISE(ABORT, 'no event'); END`,
      [],
    )
    try {
      expect((await here.post(person.browser, path, { address: `second-${person.email}` })).status).toBe(500)
    } finally {
      await own.deps.db.sql.write('DROP TRIGGER refuse_event', [])
    }
    expect(await here.addresses(person.id)).toEqual([person.email, `second-${person.email}`])
    expect(await own.deps.db.prisma.reservedAddress.count()).toBe(0)
  })
})
