import { afterAll, beforeAll, describe, test } from 'vitest'
import { applyPermissions } from '../../src/flows/management/rights/permissions.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { readPermissionsDocument } from '../../src/oidc/permissions-document.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: permissions and roles.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  const apply = (document: object) => () =>
    applyPermissions(world.deps, system, readPermissionsDocument(document), { allowRemoval: true })
  const declared = { permissions: { 'invoice.read': {}, 'invoice.approve': {} } }
  const clerk = { clerk: { permissions: ['invoice.read'] } }
  const operations: Operation[] = [
    ['declare permissions and a role', ['permission.declared', 'role.created'], apply({ ...declared, roles: clerk })],
    [
      'change a role',
      ['role.updated'],
      apply({ ...declared, roles: { clerk: { permissions: ['invoice.read', 'invoice.approve'] } } }),
    ],
    ['delete a role', ['role.deleted'], apply(declared)],
    ['withdraw a permission', ['permission.deprecated'], apply({ permissions: { 'invoice.read': {} } })],
  ]
  for (const operation of operations) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
