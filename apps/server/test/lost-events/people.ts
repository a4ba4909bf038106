import { afterAll, beforeAll, describe, test } from 'vitest'
import { exportPeople } from '../../src/flows/management/people/people-list.ts'
import { mergePeople } from '../../src/flows/management/people/person-merge.ts'
import { sendSignInMail } from '../../src/flows/management/people/sign-in-mail.ts'
import { accountOf } from '../support/account.ts'
import { everybody } from '../support/everybody.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: what operators do with people in the console.

describe.each(['sqlite', 'postgresql'] as const)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
  })
  afterAll(() => world?.close())

  test('asking to sign in, downloading the list, and merging two accounts', async () => {
    const at = accountOf(world)
    const operator = { kind: 'operator', id: (await at.byMail('operator@example.test')).id, network: '::/48' } as const
    const [from, into] = [await at.byMail(), await at.byMail()]
    await failsWithoutItsEvent(world, [
      'ask to sign in',
      ['user.sign_in_mail_sent'],
      () => sendSignInMail(world.deps, operator, from.id),
    ])
    await failsWithoutItsEvent(world, [
      'download the list',
      ['users.exported'],
      () => exportPeople(world.deps, operator, everybody),
    ])
    await failsWithoutItsEvent(world, [
      'merge',
      ['user.merged', 'user.deleted', 'user.signed_out'],
      () => mergePeople(world.deps, operator, from.id, into.id),
    ])
  })
})
