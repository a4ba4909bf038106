import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What takes something away asks first, on a page that works without scripts, and is done by the answer.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'operator@example.test' })
})
afterAll(() => world?.close())

const prisma = () => world.deps.db.prisma
const main = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
  browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })

async function place() {
  const { browser, person } = await world.signIn()
  const { id, slug } = await prisma().organization.findFirstOrThrow({ where: { name: person.organization } })
  const at = world.deps.now()
  const userId = `member-${id}`
  await prisma().user.create({ data: { id: userId, givenName: 'Grace', createdAt: at, updatedAt: at } })
  await prisma().membership.create({ data: { organizationId: id, userId, roles: 'member', createdAt: at } })
  await prisma().team.create({ data: { id: `team-${id}`, organizationId: id, slug: 't', name: 'Navy', createdAt: at } })
  await prisma().teamMembership.create({ data: { teamId: `team-${id}`, userId, createdAt: at } })
  await prisma().domain.create({ data: { organizationId: id, name: `${slug}.test`, token: 't', createdAt: at } })
  await prisma().invitation.create({
    data: {
      id: `invitation-${id}`,
      email: 'invited@example.test',
      organizationId: id,
      roles: 'member',
      createdAt: at,
      expiresAt: new Date(at.getTime() + 864e5),
    },
  })
  return { browser, id, userId, slug, name: person.organization, path: `/organizations/${slug}` }
}

const state = async (id: string) =>
  JSON.stringify([
    await prisma().organization.findUnique({ where: { id } }),
    await prisma().membership.findMany({ where: { organizationId: id } }),
    await prisma().team.findMany({ where: { organizationId: id }, include: { members: true } }),
    await prisma().domain.findMany({ where: { organizationId: id } }),
    await prisma().invitation.findMany({ where: { organizationId: id } }),
  ])

type Place = Awaited<ReturnType<typeof place>>
test.each<[string, (at: Place) => Record<string, string>, string]>([
  ['/members/remove', ({ userId }) => ({ user: userId }), 'Remove Grace from'],
  ['/transfer', ({ userId }) => ({ user: userId }), 'Make Grace the owner of'],
  ['/teams/remove', ({ id, userId }) => ({ team: `team-${id}`, user: userId }), 'Remove Grace from Navy?'],
  ['/teams/delete', ({ id }) => ({ team: `team-${id}` }), 'Delete the team Navy?'],
  [
    '/invitations/revoke',
    ({ id }) => ({ id: `invitation-${id}` }),
    'Withdraw the invitation for invited@example.test?',
  ],
  ['/domains/remove', ({ slug }) => ({ domain: `${slug}.test` }), 'Remove the domain'],
])('%s asks first', async (path, fieldsOf, title) => {
  const here = await place()
  const before = await state(here.id)
  const asked = await post(here.browser, `${here.path}${path}`, fieldsOf(here))
  expect(asked.status).toBe(200)
  expect(main(here.browser)).toContain(title)
  expect(await state(here.id)).toBe(before)
  // The way back is a link, and the button is the same form with the answer in it.
  expect(asked.html.querySelector('main a')?.getAttribute('href')).toContain(here.path)
  await here.browser.submit({ confirm: 'yes' })
  expect(here.browser.current?.status).toBe(200)
  expect(await state(here.id)).not.toBe(before)
})

test('leaving asks too, and the last owner stays on the page with the reason', async () => {
  const { browser, path } = await place()
  await post(browser, `${path}/leave`, {})
  expect(main(browser)).toContain('Leave ')
  const refused = await browser.submit({ confirm: 'yes' })
  expect(refused.status).toBe(409)
  expect(main(browser)).toContain('An organization needs an owner')
  expect(browser.current?.html.querySelector('nav.sections')).not.toBeNull()
})

test('nothing of a page of operators is gone at one click', async () => {
  const here = await place()
  const { browser } = await world.signIn({ email: 'operator@example.test' })
  await post(browser, '/admin/organizations', { organization: here.id, action: 'delete' })
  expect(main(browser)).toContain(`Delete ${here.name}?`)
  expect((await prisma().organization.findUniqueOrThrow({ where: { id: here.id } })).disabledAt).toBeNull()
  await browser.submit({ confirm: 'yes' })
  expect((await prisma().organization.findUniqueOrThrow({ where: { id: here.id } })).disabledAt).not.toBeNull()

  const at = `/admin/people/${here.userId}`
  for (const [action, title] of [
    ['sign-out', 'Sign Grace out everywhere?'],
    ['disable', 'Disable the account of Grace?'],
    ['delete', 'Delete the account of Grace?'],
  ] as const) {
    const events = await prisma().auditEvent.count({ where: { targetId: here.userId } })
    await post(browser, at, { action })
    expect(main(browser)).toContain(title)
    expect(await prisma().auditEvent.count({ where: { targetId: here.userId } })).toBe(events)
    await browser.submit({ confirm: 'yes' })
    expect(await prisma().auditEvent.count({ where: { targetId: here.userId } })).toBeGreaterThan(events)
  }
  expect(await prisma().user.findUnique({ where: { id: here.userId } })).toBeNull()
})
