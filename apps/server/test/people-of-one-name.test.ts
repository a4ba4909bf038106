import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Two people of one organization have the same name. Wherever one of them is chosen, the address tells which one it is.

const addresses = ['helen@engines.test', 'helen.p@engines.test']

let world: TestWorld
let owner: PlainBrowser
let operator: PlainBrowser
let organization: { id: string; slug: string }

beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'root@example.test', ONBOARDING: 'terms,profile,organization,team' })
  operator = (await world.signIn({ email: 'root@example.test', organization: 'Root' })).browser
  owner = (await world.signIn({ email: 'owner@engines.test', organization: 'Engines', team: 'Research' })).browser
  const { prisma } = world.deps.db
  organization = await prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
  const createdAt = world.deps.now()
  for (const [index, address] of addresses.entries()) {
    const userId = `helen-${index}`
    await prisma.user.create({
      data: { id: userId, givenName: 'Helen', familyName: 'Papas', createdAt, updatedAt: createdAt },
    })
    await prisma.email.create({ data: { address, userId, isPrimary: true, verifiedAt: createdAt } })
    await prisma.membership.create({
      data: { userId, organizationId: organization.id, roles: 'member', createdAt },
    })
  }
})
afterAll(() => world?.close())

const both = addresses.map((address) => `Helen Papas · ${address}`)

test.each([
  ['to hand an organization over', () => operator.go(`/admin/organizations/${organization.id}`)],
  ['to transfer it', () => owner.go(`/organizations/${organization.slug}`)],
  ['to add them to a team', () => owner.go(`/organizations/${organization.slug}/teams`)],
  ['to name the next owner', () => owner.go('/account/data')],
])('%s, each is offered with their address', async (_, open) => {
  const { html } = await open()
  const offered = html.querySelectorAll('option').map(({ text }) => text)
  expect(offered).toEqual(expect.arrayContaining(both))
  expect(offered).not.toContain('Helen Papas')
})

test('the menus of two rows have different names', async () => {
  const { html } = await owner.go(`/organizations/${organization.slug}`)
  const labels = html.querySelectorAll('[aria-label]').map((element) => element.getAttribute('aria-label'))
  for (const label of both) expect(labels.some((text) => text?.includes(label))).toBe(true)
})

test('a team shows the addresses of its people', async () => {
  const { prisma } = world.deps.db
  const team = await prisma.team.findFirstOrThrow({ where: { organizationId: organization.id } })
  await prisma.teamMembership.createMany({
    data: addresses.map((_, index) => ({ userId: `helen-${index}`, teamId: team.id, createdAt: world.deps.now() })),
  })
  const path = `/organizations/${organization.slug}/teams`
  for (const address of [path, `${path}?team=${team.id}`]) {
    const rows = (await owner.go(address)).html.querySelectorAll('.table tbody small').map(({ text }) => text)
    expect(rows).toEqual(expect.arrayContaining(addresses))
  }
})
