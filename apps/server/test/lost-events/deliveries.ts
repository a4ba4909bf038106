import { afterAll, beforeAll, describe, test } from 'vitest'
import { liftSuppression, sendTestMail } from '../../src/flows/management/deliveries/mail.ts'
import { replayDelivery, replayFailed, testEndpoint } from '../../src/flows/management/deliveries/webhook-deliveries.ts'
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../src/flows/management/deliveries/webhook-endpoints.ts'
import { countRefusal } from '../../src/store/beyond-prisma/delivery/mail-deliveries.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: webhook endpoints and mails.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
    await world.signIn({ email: 'operator@example.test' })
  })
  afterAll(() => world?.close())

  const fails = (...operation: Operation) => failsWithoutItsEvent(world, operation)
  const endpointId = async () => (await world.deps.db.prisma.webhookEndpoint.findFirstOrThrow()).id

  test('webhook endpoints', async () => {
    const form = { name: '', url: 'http://localhost:9/hook', actions: [], disabled: false }
    await fails('create one', ['webhook.endpoint_created'], () => createEndpoint(world.deps, operator, form))
    await fails('change it', ['webhook.endpoint_updated'], async () =>
      changeEndpoint(world.deps, operator, await endpointId(), { name: 'Other' }),
    )
    await fails('rotate its secret', ['webhook.secret_rotated'], async () =>
      rotateEndpointSecret(world.deps, operator, await endpointId()),
    )
    await fails('send what failed again', ['webhook.replayed'], async () =>
      replayFailed(world.deps, operator, await endpointId()),
    )
    await fails('send one event again', ['webhook.replayed'], async () => {
      const { eventId } = await world.deps.db.prisma.webhookDelivery.findFirstOrThrow()
      return replayDelivery(world.deps, operator, await endpointId(), eventId)
    })
    await fails('test it', ['webhook.tested'], async () => testEndpoint(world.deps, operator, await endpointId()))
    await fails('remove it', ['webhook.endpoint_deleted'], async () =>
      removeEndpoint(world.deps, operator, await endpointId()),
    )
  })

  test('mails', async () => {
    const { db, now } = world.deps
    const at = now()
    const refusal = { addressKey: 'key', addressShown: 'a…@example.test', reply: '550', at }
    await db.transaction((tx) =>
      countRefusal(tx, { ...refusal, id: 'suppression', expiresAt: new Date(at.getTime() + 86_400_000) }),
    )
    await fails('lift a suppression', ['mail.suppression_lifted'], () =>
      liftSuppression(world.deps, operator, 'suppression'),
    )
    await fails('send a test mail', ['mail.tested'], () =>
      sendTestMail(world.deps, operator, 'operator@example.test', ['en']),
    )
  })
})
