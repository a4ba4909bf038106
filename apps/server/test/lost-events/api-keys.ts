import { afterAll, beforeAll, describe, test } from 'vitest'
import { newApiKey, newApiKeyId } from '../../src/crypto/api-keys.ts'
import { digest } from '../../src/crypto/random.ts'
import {
  changeKeyPolicy,
  makeOrganizationKey,
  makeOwnKey,
  ownKey,
  revokeKey,
  rotateKey,
} from '../../src/flows/api-keys/api-keys.ts'
import { endDueApiKeys } from '../../src/flows/api-keys/key-endings.ts'
import { keyPolicyOf } from '../../src/flows/api-keys/key-policy.ts'
import { takeKeyReport } from '../../src/flows/api-keys/reported-keys.ts'
import type { SignedIn } from '../../src/flows/identity/signed-in.ts'
import { day } from '../../src/flows/platform/durations.ts'
import { findPerson } from '../../src/store/hot/people.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: API keys.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let signedIn: SignedIn
  let organizationId = ''
  let keyId = ''
  let published = ''
  const resource = 'https://orders.example.test'
  beforeAll(async () => {
    const api = { OIDC_RESOURCE_0: resource, OIDC_RESOURCE_0_SCOPES: 'orders:read', OIDC_RESOURCE_0_API_KEYS: 'on' }
    world = await openTestWorld(api, { database })
    await world.signIn({ email: 'ada@keys.test' })
    const membership = await world.deps.db.prisma.membership.findFirstOrThrow()
    organizationId = membership.organizationId
    const person = await findPerson(world.deps.db, membership.userId)
    published = await keyFor({ days: 30 })
    await keyFor({ days: 0 })
    await keyFor({ days: 100, resting: 40 })
    signedIn = { person, session: { acr: 'phr' } } as unknown as SignedIn
  })
  afterAll(() => world?.close())

  /** A key in the table, as others leave them. `resting`: days since its people were told that nothing uses it. */
  const keyFor = async ({ days, resting }: { days: number; resting?: number }) => {
    const id = newApiKeyId()
    const key = newApiKey('vsk', id)
    const now = world.deps.now()
    const before = (count: number) => new Date(now.getTime() - count * day)
    await world.deps.db.prisma.apiKey.create({
      data: {
        ...{ id, organizationId, name: 'Key', resource, scope: 'orders:read', digest: digest(key) },
        ...{ createdAt: before(200), expiresAt: before(-days), warnedAt: resting ? before(resting) : now },
      },
    })
    return key
  }

  const network = '192.0.2.0'
  const request = { name: 'Key', resource, scopes: ['orders:read'], days: 30, networks: '' }
  const visitor = { network, languages: ['en'], userAgent: '' }
  const owner = () => ({ kind: 'user', id: signedIn.person.id, network }) as const
  const operations: Operation[] = [
    [
      'make a key of a person',
      ['api_key.created'],
      async () => {
        keyId = (await makeOwnKey(world.deps, signedIn, { ...request, organizationId }, visitor as never)).id
      },
    ],
    [
      'make a key of an organization',
      ['api_key.created'],
      () => makeOrganizationKey(world.deps, owner(), organizationId, request),
    ],
    ['rotate a key', ['api_key.rotated'], () => rotateKey(world.deps, ownKey(signedIn, keyId, network))],
    ['revoke a key', ['api_key.revoked'], () => revokeKey(world.deps, ownKey(signedIn, keyId, network))],
    [
      'take a report of a key',
      ['api_key.reported', 'api_key.revoked'],
      () => takeKeyReport(world.deps, { token: published, url: 'https://github.com/x' }),
    ],
    ['end keys that are due', ['api_key.expired', 'api_key.revoked'], () => endDueApiKeys(world.deps)],
    [
      'change the policy',
      ['api_key.policy_changed'],
      () => changeKeyPolicy(world.deps, owner(), organizationId, { ...keyPolicyOf(null), maxDays: 30 }),
    ],
  ]
  for (const operation of operations) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
