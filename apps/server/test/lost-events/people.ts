import { afterAll, beforeAll, describe, test } from 'vitest'
import { removeAddressByOperator } from '../../src/flows/account/addresses.ts'
import { profileForm } from '../../src/flows/account/profile-form.ts'
import { editPerson, getProfile } from '../../src/flows/management/directory.ts'
import { createUnverifiedPerson } from '../../src/flows/management/people/new-person.ts'
import { exportPeople } from '../../src/flows/management/people/people-list.ts'
import { mergePeople } from '../../src/flows/management/people/person-merge.ts'
import { sendSignInMail } from '../../src/flows/management/people/sign-in-mail.ts'
import { inTransaction } from '../../src/flows/platform/audit.ts'
import { openAwaitingAccount } from '../../src/store/beyond-prisma/accounts.ts'
import { accountOf } from '../support/account.ts'
import { databases } from '../support/databases.ts'
import { everybody } from '../support/everybody.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: what operators do with people in the console.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test', SSO: 'on' }, { database })
  })
  afterAll(() => world?.close())

  test('an account that is made for somebody, changed, and opened by its mailbox, and an address that is removed', async () => {
    const at = accountOf(world)
    const operator = { kind: 'operator', id: (await at.byMail('operator@example.test')).id, network: '::/48' } as const
    const email = 'made@example.test'
    const made = { email, form: { given_name: 'Maria' }, mailed: true, languages: [] }
    await failsWithoutItsEvent(world, [
      'make an account',
      ['user.created', 'user.updated'],
      () => createUnverifiedPerson(world.deps, operator, made),
    ])
    const { userId } = await world.deps.db.prisma.unverifiedAddress.findUniqueOrThrow({ where: { address: email } })
    const form = { ...profileForm(await getProfile(world.deps, operator, userId)), nickname: 'Mia' }
    const change = { form, email: 'mended@example.test' }
    await failsWithoutItsEvent(world, [
      'mend its address',
      ['user.updated'],
      () => editPerson(world.deps, operator, userId, change),
    ])
    const opened = { address: change.email, locale: 'en', now: world.deps.now() }
    await failsWithoutItsEvent(world, [
      'open it',
      ['user.address_added'],
      () =>
        inTransaction(world.deps, async (tx) => {
          await openAwaitingAccount(tx, opened)
          await tx.record(operator, { action: 'user.address_added', target: ['user', userId] })
        }),
    ])
    const person = await at.byMail(change.email)
    await at.addAddress(person, 'further@example.test')
    await failsWithoutItsEvent(world, [
      'remove an address',
      ['user.address_removed'],
      () => removeAddressByOperator(world.deps, operator, userId, 'further@example.test'),
    ])
  })

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
    const { prisma } = world.deps.db
    const createdAt = world.deps.now()
    await prisma.organization.create({ data: { id: 'joined', slug: 'joined', name: 'Joined', createdAt } })
    for (const { id: userId } of [from, into])
      await prisma.membership.create({ data: { organizationId: 'joined', userId, roles: 'owner', createdAt } })
    await failsWithoutItsEvent(world, [
      'merge',
      ['user.merged', 'user.deleted', 'user.signed_out'],
      () => mergePeople(world.deps, operator, from.id, into.id),
    ])
  })
})
