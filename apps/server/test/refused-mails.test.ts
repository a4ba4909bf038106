import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// RFC 5321 section 4.2.1: what a mail server refuses with 5yz is not sent again, and the person is told so. The page
// depends on the mail server alone: it tells nobody whether an address has an account.

const refused = 'We could not deliver an email to this address. Check that it is spelled correctly.'

let world: TestWorld
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await openTestWorld({}, { log: (line) => lines.push(JSON.parse(line)) })
})
afterAll(() => world?.close())

const outbox = () =>
  world.deps.db.sql.read('SELECT lane, payload, refusal, attempts, destination FROM outbox_message ORDER BY id', [])
const clear = () => world.deps.db.sql.write('DELETE FROM outbox_message', [])

/** Asks for a code, and opens the page again once the mail server has said what it thinks of the mail. */
async function asksForCode(email: string) {
  const browser = world.browser()
  await world.authorize(browser)
  const page = await browser.submit({ email })
  await expect.poll(async () => (await outbox()).every(({ attempts }) => Number(attempts) > 0)).toBe(true)
  await expect
    .poll(
      async () =>
        (await world.deps.db.sql.read('SELECT id FROM outbox_message WHERE leased_until IS NOT NULL', [])).length,
    )
    .toBe(0)
  return { browser, page: await browser.go(page.location) }
}

describe('a mail that is refused for good', () => {
  test.each(['ada@example.test', 'nobody@example.test'])(
    'is told to %s, with a way to another address',
    async (email) => {
      if (email.startsWith('ada')) await world.signIn({ email })
      await clear()
      world.mailbox.refuses = { responseCode: 550, message: '5.1.1 <x@example.test> user unknown' }
      const { page } = await asksForCode(email)
      expect(page.html.querySelector('[role=alert]')?.text).toContain(refused)
      // It asks for an address, that one filled in, and for nothing else: no code will come.
      const form = page.html.querySelector('form:has([name=email])')
      expect(form?.querySelector('[name=email]')?.getAttribute('value')).toBe(email)
      expect(new URL(form?.getAttribute('action') ?? '', page.location).pathname).toBe(
        new URL(page.location).pathname.replace(/\/code$/, ''),
      )
      expect(page.html.querySelector('[name=code]')).toBeNull()
      expect(page.html.querySelector('main')?.text).not.toContain('We sent')
      world.mailbox.refuses = null
    },
  )

  test('is not sent again, keeps no body, and leaves its reason in log and audit, without an address', async () => {
    await clear()
    world.mailbox.refuses = { responseCode: 550, message: '5.1.1 <eve@example.test> user unknown' }
    await asksForCode('eve@example.test')
    world.mailbox.refuses = null
    expect(await outbox()).toEqual([
      { lane: 'refused', payload: '', refusal: '550 5.1.1', attempts: 1, destination: '' },
    ])
    world.pass(60_000)
    world.deps.wake()
    expect((await outbox())[0]).toMatchObject({ attempts: 1 })
    const line = lines.find(({ msg, reply }) => msg === 'the mail server refused a mail for good' && reply)
    expect(line).toMatchObject({ reply: '550 5.1.1' })
    const events = await world.deps.db.sql.read(
      "SELECT * FROM audit_event WHERE action = 'mail.refused' ORDER BY id DESC",
      [],
    )
    expect(JSON.parse(String(events[0]?.detail))).toMatchObject({ kind: 'sign-in-code', reply: '550 5.1.1' })
    expect(JSON.stringify([lines, events])).not.toContain('eve@')
  })

  test('does not stand in the way of the next one', async () => {
    await clear()
    world.mailbox.refuses = { responseCode: 550, message: '5.1.1 no' }
    const { browser } = await asksForCode('grace@example.test')
    world.mailbox.refuses = null
    await browser.go((browser.current?.location ?? '').replace(/\/code$/, ''))
    await browser.submit({ email: 'grace@example.test' })
    expect(await nextCode(world.mailbox, 'grace@example.test')).toMatch(/^\d{6}$/)
  })
})

test('a mail that is refused for now waits, and the page says so', async () => {
  await clear()
  world.mailbox.down = true
  const { page } = await asksForCode('linus@example.test')
  expect(page.html.querySelector('[role=alert]')?.text).toContain('Our mail server is not responding')
  world.mailbox.down = false
  world.pass(60_000)
  world.deps.wake()
  expect(await nextCode(world.mailbox, 'linus@example.test')).toMatch(/^\d{6}$/)
})
