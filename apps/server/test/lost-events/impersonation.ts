import { afterAll, beforeAll, describe, test } from 'vitest'
import { decideImpersonation } from '../../src/flows/account/impersonations.ts'
import { findSignedIn } from '../../src/flows/identity/signed-in.ts'
import {
  askForImpersonation,
  confirmImpersonation,
  startImpersonation,
  stopImpersonation,
} from '../../src/flows/management/impersonations.ts'
import {
  confirmOwnerAct,
  listWaitingActs,
  resetByOperator,
  withdrawOwnerAct,
} from '../../src/flows/management/people/owner-acts.ts'
import { createOrganization } from '../../src/flows/organizations/organization-creation.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { accountOf } from '../support/account.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: operators who act as a person.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test,second@example.test',
        IMPERSONATION: 'consent',
        FOUR_EYES: 'on',
        OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
      },
      { database },
    )
  })
  afterAll(() => world?.close())

  test('what an operator asks, what is answered, and what they do', async () => {
    const { deps } = world
    const at = accountOf(world)
    const actorOf = async (email: string) =>
      ({ kind: 'operator', id: (await at.byMail(email)).id, network: '::/48' }) as const
    const operator = await actorOf('operator@example.test')
    const second = await actorOf('second@example.test')
    const { person, browser } = await world.signIn()
    const userId = await at.idOf(person.email)
    const { organizationId } = await deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
    const visitor = {
      sessionCookie: browser.cookies.get('vestibule_session'),
      flowCookie: undefined,
      deviceCookie: undefined,
      impersonationCookie: undefined,
      userAgent: '',
      languages: [],
      network: '::/48',
    }
    const signedIn = await findSignedIn(deps, visitor)
    if (!signedIn) throw new Error('nobody is signed in')
    const request = { userId, clientId: 'web', organizationId, reason: 'the board stays empty', ticket: null }
    let id = ''
    const ask = async () => {
      id = (await askForImpersonation(deps, operator, request)).id
    }
    const decide = (decision: 'allow' | 'decline') => () => decideImpersonation(deps, signedIn, id, decision, '::/48')
    const fails = (name: string, actions: readonly string[], run: () => Promise<unknown>) =>
      failsWithoutItsEvent(world, [name, actions, run])

    await fails('ask', ['impersonation.asked'], ask)
    await fails('decline', ['impersonation.declined'], decide('decline'))
    await ask()
    await fails('confirm', ['impersonation.confirmed'], () => confirmImpersonation(deps, second, id))
    await fails('allow', ['impersonation.allowed'], decide('allow'))
    const operatorSession = await deps.db.prisma.session.findFirstOrThrow({ where: { userId: operator.id } })
    await fails('start', ['impersonation.started'], () =>
      startImpersonation(deps, operator, { id, operatorSessionId: operatorSession.id, userAgent: '' }),
    )
    await fails('end', ['impersonation.ended', 'session.ended'], () => stopImpersonation(deps, operator, id))
  })

  test('what waits for a second operator', async () => {
    const { deps } = world
    const at = accountOf(world)
    const actorOf = async (email: string) =>
      ({ kind: 'operator', id: (await at.byMail(email)).id, network: '::/48' }) as const
    const operator = await actorOf('operator@example.test')
    const second = await actorOf('second@example.test')
    const owner = await at.byMail()
    await createOrganization(deps, system, owner.id, { name: 'Engines of two' })
    const fails = (name: string, actions: readonly string[], run: () => Promise<unknown>) =>
      failsWithoutItsEvent(world, [name, actions, run])
    const ask = () => resetByOperator(deps, operator, owner.id, `new-${owner.email}`)
    const act = async () => (await listWaitingActs(deps, { after: null, limit: 10 }))[0]?.id ?? ''
    await fails('ask', ['operator.act_asked'], ask)
    await fails('withdraw', ['operator.act_withdrawn'], async () => withdrawOwnerAct(deps, operator, await act()))
    await ask()
    await fails('confirm', ['operator.act_confirmed', 'user.sign_in_reset'], async () =>
      confirmOwnerAct(deps, second, await act()),
    )
  })
})
