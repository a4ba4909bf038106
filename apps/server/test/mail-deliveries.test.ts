import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailContext } from '../src/flows/delivery/mail-context.ts'
import { queueMail } from '../src/flows/delivery/outbox.ts'
import {
  liftSuppression,
  listMailDeliveries,
  listMailQueue,
  listSuppressions,
  type MailFilter,
  sendTestMail,
} from '../src/flows/management/deliveries/mail.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { accountOf } from './support/account.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What became of each mail, for operators: with the mail server's answer, without the address and without the code.

const day = 86_400_000
const operator = { kind: 'operator', id: 'op', network: '::/48' } as const
const unknownUser = { responseCode: 550, message: '5.1.1 <someone@example.test> user unknown' }

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
    await world.signIn({ email: 'operator@example.test' })
  })
  afterAll(() => world?.close())
  beforeEach(async () => {
    world.mailbox.refuses = null
    world.mailbox.down = false
    await world.deps.db.sql.write('DELETE FROM outbox_message', [])
    await world.deps.db.sql.write('DELETE FROM mail_delivery', [])
    await world.deps.db.sql.write('DELETE FROM mail_suppression', [])
  })

  const deliveries = (filter: Partial<MailFilter> = {}) =>
    listMailDeliveries(world.deps, operator, {
      ...{ outcome: null, kind: null, address: null, before: null, limit: 50 },
      ...filter,
    })
  const suppressions = () => listSuppressions(world.deps, operator, { before: null, limit: 50 })
  const asksForCode = async (email: string) => {
    const browser = world.browser()
    await world.authorize(browser)
    const page = await browser.submit({ email })
    return { browser, shown: async () => (await browser.go(page.location)).html.text }
  }
  const sendsNotice = (to: string) =>
    queueMail(
      world.deps,
      world.deps.db,
      {
        kind: 'invitation',
        ...mailContext(world.deps, to, { locales: ['en'] }),
        organization: 'Engines',
        inviter: { kind: 'organization' },
        link: `${world.issuer}/invitations/x`,
      },
      new Date(world.deps.now().getTime() + day),
    )

  test('a mail that was sent is listed with the answer of the mail server, and nothing of what it says', async () => {
    await asksForCode('grace@example.test')
    const code = await nextCode(world.mailbox, 'grace@example.test')
    await expect.poll(async () => (await deliveries()).length).toBe(1)
    const [mail] = await deliveries()
    expect(mail).toMatchObject({
      kind: 'sign-in-code',
      addressShown: 'g…@example.test',
      outcome: 'sent',
      attempts: 1,
      replyCode: 250,
    })
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{32}@/)
    const rows = JSON.stringify(await world.deps.db.sql.read('SELECT * FROM mail_delivery', []))
    expect(rows).not.toContain('grace@')
    expect(rows).not.toContain(code)
  })

  test('a mail that waits is listed with each attempt, and then as sent', async () => {
    world.mailbox.down = true
    await asksForCode('linus@example.test')
    await expect.poll(async () => (await deliveries({ outcome: 'deferred' }))[0]?.replyCode).toBe(451)
    expect(await listMailQueue(world.deps, operator)).toMatchObject([{ lane: 'code', waiting: 1 }])
    world.mailbox.down = false
    world.pass(60_000)
    world.deps.wake()
    await expect.poll(async () => (await deliveries())[0]?.outcome).toBe('sent')
    expect((await deliveries())[0]?.attempts).toBeGreaterThan(1)
  })

  test('CO-60: a refusal is listed without the address that the server repeats', async () => {
    world.mailbox.refuses = unknownUser
    await asksForCode('eve@example.test')
    await expect.poll(async () => (await deliveries())[0]?.outcome).toBe('refused')
    expect((await deliveries())[0]).toMatchObject({ replyCode: 550, replyText: '5.1.1 <…> user unknown' })
    expect(await deliveries({ outcome: 'sent' })).toEqual([])
    expect(await deliveries({ address: 'Eve@example.test' })).toHaveLength(1)
    expect(await deliveries({ address: 'other@example.test' })).toEqual([])
    expect(await deliveries({ kind: 'notice' })).toEqual([])
  })

  test('nobody waits for an invitation: after one refusal the address gets none, until an operator lifts it', async () => {
    world.mailbox.refuses = unknownUser
    await sendsNotice('bob@example.test')
    await expect.poll(async () => (await suppressions()).length).toBe(1)
    world.mailbox.refuses = null
    await sendsNotice('bob@example.test')
    await expect.poll(async () => (await deliveries()).map(({ outcome }) => outcome)).toEqual(['suppressed', 'refused'])
    expect(world.mailbox.mails.some((mail) => mail.to?.some(({ address }) => address === 'bob@example.test'))).toBe(
      false,
    )

    const [suppression] = await suppressions()
    expect(suppression).toMatchObject({ addressShown: 'b…@example.test', refusals: 1, reply: '550 5.1.1' })
    expect(await liftSuppression(world.deps, operator, suppression?.id ?? '')).toBe('b…@example.test')
    await expect(liftSuppression(world.deps, operator, suppression?.id ?? '')).rejects.toMatchObject({
      reason: 'not-found',
    })
    await sendsNotice('bob@example.test')
    await world.mailbox.take('bob@example.test')
    const events = await world.deps.db.sql.read(
      "SELECT detail FROM audit_event WHERE action = 'mail.suppression_lifted'",
      [],
    )
    expect(JSON.stringify(events)).not.toContain('bob@')
  })

  test('a code is sent until the third refusal in a row, and the page says what happened each time', async () => {
    world.mailbox.refuses = unknownUser
    for (let refusal = 1; refusal <= 3; refusal += 1) {
      const { shown } = await asksForCode('mia@example.test')
      await expect.poll(shown).toContain('We could not deliver an email to this address')
      world.pass(60_000)
    }
    expect((await suppressions())[0]).toMatchObject({ refusals: 3 })
    world.mailbox.refuses = null
    const { shown } = await asksForCode('mia@example.test')
    await expect.poll(shown).toContain('We could not deliver an email to this address')
    const ofMia = await deliveries({ address: 'mia@example.test' })
    expect(ofMia.map(({ outcome }) => outcome)).toEqual(['suppressed', 'refused', 'refused', 'refused'])
    // After a day it is tried again by itself, and what arrives ends it.
    world.pass(day)
    await asksForCode('mia@example.test')
    expect(await nextCode(world.mailbox, 'mia@example.test')).toMatch(/^\d{6}$/)
    await expect.poll(async () => (await suppressions()).length).toBe(0)
  })

  test('CO-61: a full mailbox, a refused content and a refused sender suppress nothing', async () => {
    for (const [email, refuses] of [
      ['full@example.test', { responseCode: 552, message: '5.2.2 mailbox full' }],
      ['policy@example.test', { responseCode: 550, message: '5.7.1 not now' }],
    ] as const) {
      world.mailbox.refuses = refuses
      await asksForCode(email)
      await expect.poll(async () => (await deliveries({ address: email }))[0]?.outcome).toBe('refused')
    }
    expect(await suppressions()).toEqual([])
  })

  test('CO-62: a test mail goes to an operator and to nobody else, five times an hour', async () => {
    await expect(sendTestMail(world.deps, operator, 'stranger@example.test', ['en'])).rejects.toMatchObject({
      problem: 'operators-only',
    })
    await expect(sendTestMail(world.deps, operator, 'no address', ['en'])).rejects.toMatchObject({
      problem: 'invalid-address',
    })
    for (let sent = 0; sent < 5; sent += 1) await sendTestMail(world.deps, operator, 'operator@example.test', ['de'])
    await expect(sendTestMail(world.deps, operator, 'operator@example.test', ['de'])).rejects.toThrow('too many')
    const mail = await world.mailbox.take('operator@example.test')
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining('Test-E-Mail'),
      expect.stringContaining('angefordert'),
    ])
  })

  test('CO-63: a client of one organization sees nothing', async () => {
    const bound = { kind: 'client', id: 'acme', network: '::/48', organizationId: 'org' } as const
    for (const look of [
      () => listMailQueue(world.deps, bound),
      () => listSuppressions(world.deps, bound, { before: null, limit: 50 }),
      () => liftSuppression(world.deps, bound, 'x'),
      () => sendTestMail(world.deps, bound, 'operator@example.test', []),
      () =>
        listMailDeliveries(world.deps, bound, { outcome: null, kind: null, address: null, before: null, limit: 50 }),
    ])
      await expect((async () => look())()).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('what became of a mail is forgotten after 30 days, and with the person', async () => {
    const { browser } = await world.signIn({ email: 'leaving@example.test', organization: 'Leaving' })
    await expect.poll(async () => (await deliveries({ address: 'leaving@example.test' })).length).toBe(1)
    await accountOf(world).post(browser, '/account/data/delete', { confirm: 'yes' })
    await expect
      .poll(async () => (await deliveries({ address: 'leaving@example.test' })).map(({ kind }) => kind))
      .toEqual(['notice'])
    world.pass(32 * day)
    await new Sweeper(world.deps).sweep()
    expect(await deliveries()).toEqual([])
  })
})
