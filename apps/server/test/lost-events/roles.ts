import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  changeOperatorRole,
  deleteOperatorRole,
  makeOperatorRole,
} from '../../src/flows/management/rights/operator-roles.ts'
import { applyPermissions } from '../../src/flows/management/rights/permissions.ts'
import { setRoles } from '../../src/flows/organizations/members/member-roles.ts'
import { changeRole, deleteRole, makeRole } from '../../src/flows/organizations/roles/own-roles.ts'
import { setTeamRoles } from '../../src/flows/organizations/roles/team-roles.ts'
import { createTeam } from '../../src/flows/organizations/teams.ts'
import { type Actor, system } from '../../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../../src/oidc/permissions-document.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// Nobody answers there: events are waited for all the same.
const webhook = {
  WEBHOOK_URL: 'http://127.0.0.1:9/',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

// An audit event that cannot be written undoes its change: permissions, roles, and who holds them.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let ada: Actor & { kind: 'user' }
  let organizationId = ''
  let teamId = ''
  let own = ''
  let ofOperator = ''
  beforeAll(async () => {
    world = await openTestWorld({ CUSTOM_ROLES: 'on', ...webhook }, { database })
    await world.signIn({ email: 'ada@roles.test' })
    const membership = await world.deps.db.prisma.membership.findFirstOrThrow()
    organizationId = membership.organizationId
    ada = { kind: 'user', id: membership.userId, network: '::/48' }
    teamId = await createTeam(world.deps, ada, organizationId, { name: 'Engine' })
  })
  afterAll(() => world?.close())

  const operator = { kind: 'operator', id: 'op', network: '::/48' } as const
  const declare = (document: object, allowRemoval = false) =>
    applyPermissions(world.deps, system, parsePermissionsDocument(JSON.stringify(document)), { allowRemoval })
  const permissions = { 'invoice.read': {}, 'invoice.write': {} }
  const operations: Operation[] = [
    [
      'declare permissions',
      ['permission.declared', 'role.created'],
      () => declare({ permissions, roles: { clerk: { permissions: ['invoice.read'] } } }),
    ],
    [
      'declare less',
      ['permission.declared', 'permission.deprecated', 'role.deleted', 'member.rights_changed'],
      () => declare({ permissions: { 'invoice.read': { level: 'basic' } }, roles: {} }, true),
    ],
    [
      'make a role of the operator',
      ['role.created'],
      async () => {
        ofOperator = await makeOperatorRole(world.deps, operator, { key: 'clerk', permissions: ['invoice.read'] })
      },
    ],
    [
      'change it',
      ['role.updated'],
      () => changeOperatorRole(world.deps, operator, { id: ofOperator, names: { en: 'Clerk' } }),
    ],
    [
      'make a role of an organization',
      ['role.created'],
      async () => {
        own = await makeRole(world.deps, ada, organizationId, { names: { en: 'Own' }, permissions: ['invoice.read'] })
      },
    ],
    ['change it', ['role.updated'], () => changeRole(world.deps, ada, organizationId, { id: own, permissions: [] })],
    [
      'give roles to a member',
      ['member.roles_changed'],
      () => setRoles(world.deps, ada, organizationId, ada.id, { others: [own, 'clerk'] }),
    ],
    [
      'give a role to a team',
      ['team.roles_changed'],
      () => setTeamRoles(world.deps, ada, organizationId, teamId, [own]),
    ],
    ['delete it', ['role.deleted'], () => deleteRole(world.deps, ada, organizationId, own)],
    ['delete the one of the operator', ['role.deleted'], () => deleteOperatorRole(world.deps, operator, ofOperator)],
  ]
  for (const operation of operations) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
