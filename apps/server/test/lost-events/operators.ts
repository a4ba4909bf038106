import { afterAll, beforeAll, describe, test } from 'vitest'
import { exportActivity } from '../../src/flows/management/activity.ts'
import { giveOperatorRole, takeOperatorRole } from '../../src/flows/management/operator-roles.ts'
import { showAddresses } from '../../src/flows/management/person-access.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: what operators do with each other, and with the log itself.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  test('nobody takes a copy of the log without being recorded', () =>
    failsWithoutItsEvent(world, ['export', ['audit.exported'], () => exportActivity(world.deps, operator, {})]))

  test('roles of operators, and looks at addresses', async () => {
    await world.signIn({ email: 'ada@example.test' })
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'ada@example.test' } })
    const operations: Operation[] = [
      ['give a role', ['operator.role_granted'], () => giveOperatorRole(world.deps, system, userId, 'viewer')],
      ['change it', ['operator.role_changed'], () => giveOperatorRole(world.deps, system, userId, 'support')],
      ['take it', ['operator.role_revoked'], () => takeOperatorRole(world.deps, system, userId)],
      ['look', ['user.addresses_shown'], () => showAddresses(world.deps, operator, userId)],
    ]
    for (const operation of operations) await failsWithoutItsEvent(world, operation)
  })
})
