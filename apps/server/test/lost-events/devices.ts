import { afterAll, beforeAll, describe, test } from 'vitest'
import { approveDevice, denyDevice } from '../../src/flows/device-grant/decision.ts'
import { enterCode } from '../../src/flows/device-grant/entry.ts'
import { findOpenRequest, offerOf } from '../../src/flows/device-grant/offer.ts'
import { revokeClientAccess } from '../../src/flows/identity/sign-out.ts'
import { findSignedIn } from '../../src/flows/identity/signed-in.ts'
import { updateOrganization } from '../../src/flows/organizations/organization-settings.ts'
import { inTransaction, system } from '../../src/flows/platform/audit.ts'
import { databases } from '../support/databases.ts'
import { deviceClients, devicesOf } from '../support/device-grant.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type SignedIn, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: devices that are signed in by a code.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let ada: SignedIn & { id: string; organizationId: string }
  let id = ''
  beforeAll(async () => {
    world = await openTestWorld(deviceClients, { database })
    ada = await devicesOf(world).member()
  })
  afterAll(() => world?.close())

  const visitor = () => {
    const sessionCookie = [...ada.browser.cookies].find(([name]) => name.includes('session'))?.[1]
    return {
      ...{ sessionCookie, flowCookie: undefined, deviceCookie: undefined, impersonationCookie: undefined },
      ...{ userAgent: '', languages: [], network: '192.0.2.1', address: '192.0.2.1' },
    }
  }

  async function open() {
    const signedIn = await findSignedIn(world.deps, visitor())
    if (!signedIn) throw new Error('nobody is signed in')
    // A failed operation is run again, with the code that it had.
    if (id === '') {
      const { body } = await devicesOf(world).begin()
      id = (await enterCode(world.deps, signedIn, body.user_code, visitor())) ?? ''
    }
    const request = await findOpenRequest(world.deps, signedIn, id)
    if (!request) throw new Error('the request is not open')
    return { signedIn, request }
  }

  async function approve(): Promise<void> {
    const { signedIn, request } = await open()
    const offer = await offerOf(world.deps, signedIn, request, visitor())
    if ((await approveDevice(world.deps, signedIn, offer, ada.organizationId, visitor())) !== 'approved')
      throw new Error('it was not approved')
    id = ''
  }

  async function deny(): Promise<void> {
    const { signedIn, request } = await open()
    await denyDevice(world.deps, signedIn, request, visitor())
    id = ''
  }

  const operations: Operation[] = [
    ['refuse a device', ['device.denied'], deny],
    ['sign in a device', ['device.approved'], approve],
    [
      'end the access of its application',
      ['grant.revoked'],
      () => inTransaction(world.deps, (tx) => revokeClientAccess(world.deps, tx, system, ada.id, 'cli')),
    ],
    ['sign in another', ['device.approved'], approve],
    [
      'forbid devices',
      ['organization.updated'],
      () => updateOrganization(world.deps, system, ada.organizationId, { deviceCodes: false }),
    ],
  ]

  test.each(operations)('%s', (...operation) => failsWithoutItsEvent(world, operation))
})
