import { afterAll, beforeAll, describe, test } from 'vitest'
import { dropClientSecret, rotateClientSecret } from '../../src/flows/management/clients/client-secrets.ts'
import { deleteClient, disableClient, restoreClient } from '../../src/flows/management/clients/client-state.ts'
import { createClient, updateClient } from '../../src/flows/management/clients/clients.ts'
import { removeClientRule, setClientRule } from '../../src/flows/management/registration/client-rules.ts'
import { createResource, deleteResource, updateResource } from '../../src/flows/management/resources/resources.ts'
import { removeDueClients } from '../../src/flows/platform/sweep.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: clients, and the APIs that tokens are for.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  const manager = { actor: { kind: 'operator', id: 'op', network: '::/48' }, apiScopes: 'all' } as const
  const metadata = { client_name: 'App', redirect_uris: ['https://app.example.test/cb'] }
  const api = { resource: 'https://api.example.test', scopes: ['a:b'] }
  const resourceId = () => [...world.deps.resources.allStored()][0]?.record.id ?? ''
  const operations: Operation[] = [
    ['register an API', ['resource.created'], () => createResource(world.deps, manager.actor, api)],
    [
      'change the API',
      ['resource.updated'],
      () => updateResource(world.deps, manager.actor, resourceId(), { name: 'Orders' }),
    ],
    ['delete the API', ['resource.deleted'], () => deleteResource(world.deps, manager.actor, resourceId())],
    ['make a client', ['client.created'], () => createClient(world.deps, manager, metadata, 'app')],
    [
      'change it',
      ['client.updated', 'client.disabled'],
      () => updateClient(world.deps, manager, 'app', { metadata: { client_name: 'B' }, disabled: true }),
    ],
    ['enable it', ['client.enabled'], () => disableClient(world.deps, manager, 'app', false)],
    ['disable it', ['client.disabled'], () => disableClient(world.deps, manager, 'app', true)],
    ['rotate its secret', ['client.secret_rotated'], () => rotateClientSecret(world.deps, manager, 'app')],
    ['drop the old one', ['client.secret_dropped'], () => dropClientSecret(world.deps, manager, 'app', 'current')],
    ['delete it', ['client.deleted'], () => deleteClient(world.deps, manager, 'app')],
    ['restore it', ['client.restored'], () => restoreClient(world.deps, manager, 'app')],
    ['delete it again', ['client.deleted'], () => deleteClient(world.deps, manager, 'app')],
    [
      'block a host',
      ['client.rule_set'],
      () => setClientRule(world.deps, manager, 'evil.example.test', { verdict: 'blocked', note: '' }),
    ],
    ['no longer', ['client.rule_removed'], () => removeClientRule(world.deps, manager, 'evil.example.test')],
    [
      'remove it',
      ['client.removed'],
      () => removeDueClients({ ...world.deps, now: () => new Date(world.deps.now().getTime() + 15 * 86_400_000) }),
    ],
  ]
  for (const operation of operations) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
