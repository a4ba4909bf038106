import { afterAll, beforeAll, expect, test } from 'vitest'
import { removePerson } from '../src/flows/management/directory.ts'
import { system } from '../src/flows/platform/audit.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Whoever goes leaves organizations behind, and the audit log of each says what became of it.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({})
})
afterAll(() => world?.close())

const prisma = () => world.deps.db.prisma

/** Someone who signed in and made an organization. */
async function founder() {
  const { browser, person } = await world.signIn()
  const organization = await prisma().organization.findFirstOrThrow({ where: { name: person.organization } })
  const { userId } = await prisma().membership.findFirstOrThrow({ where: { organizationId: organization.id } })
  return { browser, userId, organizationId: organization.id }
}

async function addMember(organizationId: string, roles: string): Promise<string> {
  const userId = `${roles}-${organizationId}`
  const at = world.deps.now()
  await prisma().user.create({ data: { id: userId, givenName: 'Grace', createdAt: at, updatedAt: at } })
  await prisma().membership.create({ data: { organizationId, userId, roles, createdAt: at } })
  return userId
}

const eventsOf = async (organizationId: string) =>
  (
    await prisma().auditEvent.findMany({
      where: { organizationId, detail: { contains: 'user-deleted' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, targetId }) => [action, targetId])

test('the organization of its last person ends with them, and its log says so', async () => {
  const { browser, userId, organizationId } = await founder()
  await browser.go(`${world.issuer}/account/data/delete`, { method: 'POST', body: 'confirm=yes' })
  expect(await prisma().user.findUnique({ where: { id: userId } })).toBeNull()
  expect(await prisma().organization.findUnique({ where: { id: organizationId } })).toBeNull()
  expect(await eventsOf(organizationId)).toEqual([['organization.deleted', organizationId]])
})

test('a successor who was named becomes the owner, and the log names both', async () => {
  const { browser, userId, organizationId } = await founder()
  const successor = await addMember(organizationId, 'member')
  const body = new URLSearchParams({ confirm: 'yes', [`owner_${organizationId}`]: successor }).toString()
  await browser.go(`${world.issuer}/account/data/delete`, { method: 'POST', body })
  expect(await prisma().user.findUnique({ where: { id: userId } })).toBeNull()
  expect(await eventsOf(organizationId)).toEqual([
    ['organization.transferred', successor],
    ['member.removed', userId],
  ])
  const [left] = await prisma().membership.findMany({ where: { organizationId } })
  expect([left?.userId, left?.roles]).toEqual([successor, 'owner member'])
})

test('a member whom the server deletes leaves the log of their organization', async () => {
  const { organizationId } = await founder()
  const member = await addMember(organizationId, 'member')
  await removePerson(world.deps, system, member)
  expect(await eventsOf(organizationId)).toEqual([['member.removed', member]])
})
