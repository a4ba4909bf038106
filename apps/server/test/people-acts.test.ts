import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What an operator does with several people of the list at once, without a script.

const root = 'root@example.test'
const minute = 60_000

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  let operator: Signed
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: root, LIMIT_PER_NETWORK: '100000/1m' }, { database })
    at = accountOf(world)
    operator = await at.byMail(root)
  })
  afterAll(() => world?.close())

  const send = (
    browser: PlainBrowser,
    action: string,
    ids: readonly string[],
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const body = new URLSearchParams({ action, ...fields })
    for (const id of ids) body.append('person', id)
    return browser.go(`${world.issuer}/admin/people`, { method: 'POST', body: body.toString(), headers })
  }
  const confirmed = (action: string, ids: readonly string[], browser = operator.browser) =>
    send(browser, action, ids, { confirm: 'yes' })
  const isDisabled = async (id: string) =>
    (await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id } })).disabledAt !== null
  const text = (browser = operator.browser) => at.text(browser).replaceAll(/\s+/g, ' ')
  const status = () => operator.browser.current?.html.querySelector('.said [role=status]')?.text
  const events = async (id: string, action: string) =>
    (await at.actions(id)).filter((recorded) => recorded === action).length
  const personWithRole = async (role: 'viewer' | 'support') => {
    const person = await at.byMail()
    await giveOperatorRole(world.deps, system, person.id, role)
    return person
  }

  test('the list has a checkbox for each person, in one form with the acts', async () => {
    const person = await at.byMail()
    await operator.browser.go(`${world.issuer}/admin/people`)
    const box = operator.browser.current?.html.querySelector(`tbody input[name=person][value="${person.id}"]`)
    expect(box?.getAttribute('aria-label')).toContain(person.email)
    const form = operator.browser.current?.html.querySelectorAll('form').find((one) => one.querySelector('tbody'))
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.querySelectorAll('form')).toHaveLength(0)
    const acts = form?.querySelectorAll('button[name=action]').map((button) => button.getAttribute('value'))
    expect(acts).toEqual(['disable', 'enable', 'sign-out'])
    // Only the script shows it.
    expect(form?.querySelector('[data-choose-all]')?.hasAttribute('hidden')).toBe(true)
  })

  test('asks, naming everybody, and then disables, enables and signs out each with an event of their own', async () => {
    const people = [await at.byMail(), await at.byMail()]
    const ids = people.map(({ id }) => id)
    const asked = await send(operator.browser, 'disable', ids, { state: 'active', sort: 'oldest' })
    expect(asked.status).toBe(200)
    expect(text()).toContain('For each of the people chosen (2):')
    for (const { email } of people) expect(text()).toContain(email)
    for (const id of ids) expect(await isDisabled(id), 'the question changes nothing').toBe(false)
    await operator.browser.submit({ confirm: 'yes' })
    expect(status()).toBe('Disable account: done for 2 of 2.')
    expect(operator.browser.current?.location, 'the same list').toContain('state=active&sort=oldest')
    for (const id of ids) {
      expect(await isDisabled(id)).toBe(true)
      expect(await events(id, 'user.disabled')).toBe(1)
    }
    await confirmed('enable', ids)
    await confirmed('sign-out', ids)
    expect(status()).toBe('Sign out everywhere: done for 2 of 2.')
    for (const id of ids) {
      expect(await isDisabled(id)).toBe(false)
      expect(await events(id, 'user.enabled')).toBe(1)
      expect(await at.actions(id)).toContain('user.signed_out')
    }
  })

  test('oneself, an equal operator, and who is disabled already are left out and named, with the reason', async () => {
    const support = await personWithRole('support')
    const equal = await personWithRole('support')
    const [person, disabled] = [await at.byMail(), await at.byMail()]
    await confirmed('disable', [disabled.id])
    await confirmed('disable', [support.id, equal.id, person.id, disabled.id], support.browser)
    expect(text(support.browser)).toContain('Disable account: done for 1 of 4.')
    for (const { email } of [support, equal])
      expect(text(support.browser)).toContain(`${email}: This person is an operator`)
    expect(text(support.browser)).toContain(`${disabled.email}: Disabled`)
    expect([await isDisabled(support.id), await isDisabled(equal.id), await isDisabled(person.id)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await events(disabled.id, 'user.disabled')).toBe(1)
    const refused = await world.deps.db.prisma.auditEvent.findMany({
      where: { actorId: support.id, action: 'user.disabled', result: 'refused' },
    })
    // Refusals of one operator are counted in one event an hour.
    expect(refused).toHaveLength(1)
  })

  test('an error in the middle ends nothing: the page says to whom it was done, and to whom it was not', async () => {
    const people = [await at.byMail(), await at.byMail(), await at.byMail()] as const
    const [first, second, third] = people
    const { db } = world.deps
    const transaction = db.transaction.bind(db)
    let acts = 0
    const spy = vi.spyOn(db, 'transaction').mockImplementation(async (run) => {
      acts += 1
      if (acts === 2) throw new Error('the second one fails')
      return transaction(run)
    })
    try {
      await confirmed('disable', [first.id, second.id, third.id])
    } finally {
      spy.mockRestore()
    }
    expect(status()).toBe('Disable account: done for 2 of 3.')
    const states = await Promise.all(people.map(async ({ id, email }) => [await isDisabled(id), email] as const))
    const failed = states.filter(([disabled]) => !disabled)
    expect(failed).toHaveLength(1)
    for (const [disabled, email] of states)
      expect(text().includes(`${email}: Something went wrong`), email).toBe(!disabled)
  })

  test('repeated ids count once, and ids of nobody are ignored and counted', async () => {
    const person = await at.byMail()
    const forged = ["' OR 1=1 --", '../x', newId(world.deps.now()), 'x'.repeat(500)]
    await send(operator.browser, 'disable', [person.id, person.id, ...forged])
    expect(text()).toContain('(1):')
    await confirmed('disable', [person.id, person.id, ...forged])
    expect(status()).toBe('Disable account: done for 1 of 5.')
    expect(text()).toContain('4: There is no account with this address or ID.')
    expect(await events(person.id, 'user.disabled')).toBe(1)
  })

  test('50 people are done at once, 51 are refused, and nobody is said to be nobody', async () => {
    const now = world.deps.now()
    const ids = Array.from({ length: 51 }, () => newId(now))
    await world.deps.db.prisma.user.createMany({ data: ids.map((id) => ({ id, createdAt: now, updatedAt: now })) })
    expect((await confirmed('disable', ids)).status).toBe(400)
    expect(await world.deps.db.prisma.user.count({ where: { id: { in: ids }, disabledAt: { not: null } } })).toBe(0)
    await confirmed('disable', ids.slice(1))
    expect(status()).toBe('Disable account: done for 50 of 50.')
    // The longest notice still fits in its link.
    await confirmed('disable', ids.slice(1))
    expect(status()).toBe('Disable account: done for 0 of 50.')
    await confirmed('disable', [])
    expect(status()).toBe('Nobody was chosen. Choose people in the list first.')
    expect((await confirmed('delete', ids.slice(1, 3))).status).toBe(400)
  })

  test('a viewer sees none of it, and is refused', async () => {
    const viewer = await personWithRole('viewer')
    const person = await at.byMail()
    await viewer.browser.go(`${world.issuer}/admin/people`)
    expect(viewer.browser.current?.html.querySelectorAll('main [name=person], main [name=action]')).toHaveLength(0)
    for (const action of ['disable', 'enable', 'sign-out'])
      expect((await confirmed(action, [person.id], viewer.browser)).status, action).toBe(403)
    const member = await at.byMail()
    expect((await confirmed('disable', [person.id], member.browser)).status).toBe(404)
    expect(await isDisabled(person.id)).toBe(false)
  })

  test('a form of another site is refused, and a link says nothing that was not done', async () => {
    const person = await at.byMail()
    for (const origin of ['https://evil.example', 'null'])
      expect(
        (await send(operator.browser, 'disable', [person.id], { confirm: 'yes' }, { Origin: origin })).status,
      ).toBe(403)
    expect(await isDisabled(person.id)).toBe(false)
    await operator.browser.go(`${world.issuer}/admin/people?acted=disable`)
    expect(operator.browser.current?.status).toBe(200)
    expect(status()).toBeUndefined()
  })

  test('is kept while the operator confirms that it is them, and asks then', async () => {
    const people = [await at.byMail(), await at.byMail()]
    world.pass(6 * minute)
    await send(
      operator.browser,
      'disable',
      people.map(({ id }) => id),
    )
    expect(text()).toContain('Disable account')
    await operator.browser.submit({ email: root })
    await operator.browser.submit({ code: await nextCode(world.mailbox, root) })
    const kept = operator.browser.current?.location ?? ''
    expect(kept).toContain('/kept-forms/')
    await operator.browser.go(kept, { method: 'POST', body: '' })
    for (const { email } of people) expect(text()).toContain(email)
    await operator.browser.submit({ confirm: 'yes' })
    expect(status()).toBe('Disable account: done for 2 of 2.')
  })
})
