import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, type Signed } from './support/account.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The signing keys and the health of the server in the console.

let world: TestWorld
let at: ReturnType<typeof accountOf>
let operator: Signed
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'operator@example.test' })
  at = accountOf(world)
  operator = await at.byMail('operator@example.test')
})
afterAll(() => world?.close())

const main = () => at.text(operator.browser).replaceAll(/\s+/g, ' ')
const current = () => world.deps.keys.list().filter(({ state }) => state === 'current')

test('keys are shown with their ages and the day on which they are replaced, and nothing of their secret', async () => {
  await operator.browser.go(`${world.issuer}/admin/keys`)
  for (const { kid } of world.deps.keys.list()) expect(main()).toContain(kid)
  const table = operator.browser.current?.html.querySelector('.table')
  const heads = table?.querySelectorAll('thead th').map(({ text }) => text) ?? []
  const replaced = new Map(
    table?.querySelectorAll('tbody tr').map((row) => {
      const cells = row.querySelectorAll('td')
      const day = cells[heads.indexOf('Replaced')]?.querySelector('time')?.getAttribute('datetime')
      return [cells[heads.indexOf('kid')]?.querySelector('code')?.text, day]
    }),
  )
  expect(current().length).toBeGreaterThan(0)
  for (const { kid } of current())
    expect(Date.parse(replaced.get(kid) ?? ''), kid).toBeGreaterThan(world.deps.now().getTime())
  const stored = (await world.deps.db.sql.read('SELECT sealed_jwk FROM signing_key', [])) as { sealed_jwk: string }[]
  for (const { sealed_jwk } of stored) expect(operator.browser.current?.text).not.toContain(sealed_jwk)
})

test('a rotation is asked first, and refused while applications may not know the next keys', async () => {
  const before = current()
  const asked = await at.post(operator.browser, '/admin/keys', {})
  expect(asked.html.querySelector('h1')?.text).toBe('Rotate the signing keys now?')
  expect((await operator.browser.submit({ confirm: 'yes' })).status).toBe(422)
  expect(main()).toContain('published less than an hour ago')
  world.pass(180_000)
  await world.minute()
  expect(current()).toEqual(before)
})

test('after a leak it can be forced, and the page says what happened', async () => {
  const before = current().map(({ kid }) => kid)
  await at.post(operator.browser, '/admin/keys', { force: 'yes' })
  expect(main()).toContain('Only after a key has leaked')
  await operator.browser.submit({ confirm: 'yes' })
  const notice = operator.browser.current?.html.querySelector('[role=status]')?.text
  expect(notice).toBe(`${before.length} new keys sign within two minutes.`)
  world.pass(121_000)
  await world.minute()
  for (const { kid } of current()) expect(before).not.toContain(kid)
  const event = await world.deps.db.prisma.auditEvent.findFirst({ where: { action: 'signing_key.rotated' } })
  expect(event).toMatchObject({ actorKind: 'operator', actorId: operator.id })
})

test('the health page says what the server runs on, and names no secret', async () => {
  await operator.browser.go(`${world.issuer}/admin/health`)
  for (const text of ['SQLite', 'The database answers', 'works']) expect(main(), text).toContain(text)
  expect(main()).toMatch(/\d+, the last one \d{4}_\w+\.sql/)
  expect(operator.browser.current?.text).not.toContain('a secret that is kept for the tests')
})
