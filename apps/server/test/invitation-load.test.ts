import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// PostgreSQL has eight connections here: who holds an organization's row must not need a second one to let go of it.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({}, { database: 'postgresql' })
})
afterAll(() => world.close())

test('forty invitations at once all succeed, and nobody else waits for them', async () => {
  const owner = await world.signIn()
  const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: owner.person.email } })
  const actor = { kind: 'operator', id: userId, network: '' } as const
  const organizationId = await createOrganization(world.deps, actor, userId, { name: 'Crowd' })
  const invitations = Array.from({ length: 40 }, (_, index) =>
    invite(world.deps, actor, organizationId, {
      email: `invited${index}@example.test`,
      roles: ['member'],
      teamIds: [],
      clientId: null,
      languages: [],
    }),
  )
  const other = world.deps.db.sql.read('SELECT id FROM user_account WHERE id = $1', [userId])
  const results = await Promise.allSettled([...invitations, other])
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
})
