import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  createInitialAccessToken,
  findUsableInitialAccessToken,
  listInitialAccessTokens,
  revokeInitialAccessToken,
} from '../../src/flows/management/registration/initial-access-tokens.ts'
import {
  changeRegisteredClient,
  removeRegisteredClient,
} from '../../src/flows/management/registration/registered-clients.ts'
import { registerClient } from '../../src/flows/management/registration/registrations.ts'
import { openPolicy } from '../../src/oidc/dynamic-clients/registration.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: clients that register themselves, and who may.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ REGISTRATION: 'open' }, { database })
  })
  afterAll(() => world?.close())

  const manager = { actor: { kind: 'operator', id: 'op', network: '::/48' }, apiScopes: 'all' } as const
  const request = {
    members: { redirect_uris: ['https://app.example.test/cb'] },
    token: null,
    network: '192.0.2.0/24',
  }
  const clientId = async () =>
    (await world.deps.db.prisma.registeredClient.findFirstOrThrow({ orderBy: { id: 'asc' } })).id
  const tokenId = async () =>
    (await listInitialAccessTokens(world.deps, manager, { before: null, limit: 1 }))[0]?.id ?? ''
  const change = async (changes: { disabled?: boolean; listed?: boolean }) =>
    changeRegisteredClient(world.deps, manager, await clientId(), changes)

  let secret = ''
  const operations: Operation[] = [
    [
      'invite clients',
      ['initial_access_token.created'],
      async () => {
        const given = { name: 'partner', policy: openPolicy, uses: 5, expiresIn: 3600 }
        secret = (await createInitialAccessToken(world.deps, manager, given)).secret
      },
    ],
    [
      'register by invitation',
      ['client.registered'],
      async () =>
        registerClient(world.deps, { ...request, token: await findUsableInitialAccessToken(world.deps, secret) }),
    ],
    [
      'no longer invite',
      ['initial_access_token.revoked'],
      async () => revokeInitialAccessToken(world.deps, manager, await tokenId()),
    ],
    ['register', ['client.registered'], () => registerClient(world.deps, request)],
    ['vouch for it', ['client.listed'], () => change({ listed: true })],
    ['no longer vouch for it', ['client.unlisted'], () => change({ listed: false })],
    ['disable it', ['client.disabled'], () => change({ disabled: true })],
    ['enable it', ['client.enabled'], () => change({ disabled: false })],
    ['remove it', ['client.deleted'], async () => removeRegisteredClient(world.deps, manager, await clientId())],
  ]
  for (const operation of operations) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
