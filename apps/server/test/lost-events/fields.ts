import { afterAll, beforeAll, describe, test } from 'vitest'
import { updatePerson } from '../../src/flows/management/directory.ts'
import { declareField, removeField, updateField } from '../../src/flows/management/fields/fields.ts'
import { changeMemberFields } from '../../src/flows/organizations/member-fields.ts'
import { updateOrganization } from '../../src/flows/organizations/organization-settings.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { RemovedFields } from '../../src/flows/platform/fields/removed-fields.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: declared fields and their values.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let userId = ''
  let organizationId = ''
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
    await world.signIn()
    ;({ userId, organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow())
    for (const of of ['organization', 'membership'])
      await declareField(world.deps, system, {
        ...declaration,
        of,
        unique: of === 'membership' ? 'organization' : 'server',
      })
  })
  afterAll(() => world?.close())

  const declaration = { key: 'code', of: 'person', type: 'text', unique: 'server', search: true, names: { en: 'Code' } }
  const fields = { code: 'A' }
  const operations: Operation[] = [
    ['declare a field', ['field.declared'], () => declareField(world.deps, system, declaration)],
    [
      'change it',
      ['field.updated'],
      () => updateField(world.deps, system, 'person.code', { claim: false, personal: false }),
    ],
    [
      'set a value of a person',
      ['person.fields_changed'],
      () => updatePerson(world.deps, system, userId, { form: {}, fields }),
    ],
    [
      'set one of an organization',
      ['organization.fields_changed'],
      () => updateOrganization(world.deps, system, organizationId, { fields }),
    ],
    [
      'set one of a member',
      ['member.fields_changed'],
      () => changeMemberFields(world.deps, system, { organizationId, userId }, fields),
    ],
    // Values are deleted batch by batch; what is told is that the last one is gone.
    [
      'take the value away',
      ['person.fields_changed'],
      () => updatePerson(world.deps, system, userId, { form: {}, fields: { code: null } }),
    ],
    ['remove the field', ['field.deprecated'], () => removeField(world.deps, system, 'person.code')],
    [
      'delete what it had',
      ['field.removed'],
      async () => {
        const now = () => new Date(world.deps.now().getTime() + 31 * 86_400_000)
        await new RemovedFields({ ...world.deps, now }).sweep(500)
      },
    ],
  ]
  for (const operation of operations) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
