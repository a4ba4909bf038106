import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsOfMembers } from '../src/config/client-metadata.ts'
import { clientSettings } from '../src/config/client-settings.ts'
import { ClientDirectory } from '../src/flows/platform/clients/client-directory.ts'
import type { ClientSource } from '../src/flows/platform/clients/client-source.ts'
import { RowsInMemory } from '../src/flows/platform/rows-in-memory.ts'
import type { Client } from '../src/oidc/clients.ts'
import { nextChangeNumber } from '../src/store/beyond-prisma/change-numbers.ts'
import { insertClient, updateClient } from '../src/store/prisma/clients/clients.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Every process holds the clients in memory, and takes over what another one changed.

const record = (id: string, changes: object = {}) => ({
  id,
  metadata: JSON.stringify({ client_name: `App ${id}`, redirect_uris: ['https://app.example.test/cb'] }),
  secretDigest: null,
  secretAt: null,
  nextSecretDigest: null,
  nextSecretAt: null,
  createdAt: new Date(),
  createdByKind: 'system',
  createdById: null,
  disabledAt: null,
  deleteAfter: null,
  ...changes,
})

describe.each(databases)('the client directory on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  const add = (id: string, changes: object = {}) =>
    changeStore(world.deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'client')
      await insertClient(tx, { ...record(id, changes), changeNumber })
    })
  const change = (id: string, changes: object) =>
    changeStore(world.deps, async (tx) =>
      updateClient(tx, id, { ...changes, changeNumber: await nextChangeNumber(tx, 'client') }),
    )

  test('takes over what another process changed, each client as often as it was changed', async () => {
    const { clients } = world.deps
    const other = await ClientDirectory.load(world.deps)
    await add('a')
    await add('b')
    expect(await other.refresh()).toBe(2)
    expect([other.find('a')?.name, other.find('a')?.variable]).toEqual(['App a', null])
    const first = other.find('a')
    await change('b', { disabledAt: new Date() })
    expect(await other.refresh()).toBe(1)
    expect([other.find('b'), other.findEvenDisabled('b')?.name]).toEqual([undefined, 'App b'])
    expect(other.find('a')).toBe(first)
    await change('b', { disabledAt: null })
    await change('a', { deleteAfter: new Date() })
    await other.refresh()
    expect([other.has('a'), other.has('b')]).toEqual([false, true])
    await change('a', { deleteAfter: null, metadata: null })
    await other.refresh()
    expect([other.findStored('a'), other.findEvenDisabled('a')]).toEqual([undefined, undefined])
    // The other runtime does so by itself.
    await expect.poll(() => clients.has('b')).toBe(true)
  })

  test('a client of the environment wins over a stored one of the same id', async () => {
    await add('web', { metadata: JSON.stringify({ client_name: 'Stored', redirect_uris: ['https://evil.test/cb'] }) })
    await world.deps.clients.refresh()
    expect(world.deps.clients.find('web')).toMatchObject({ name: 'Web App', variable: 'OIDC_CLIENT_ID_0' })
    expect(world.deps.clients.findStored('web')?.client.name).toBe('Stored')
    await change('web', { disabledAt: new Date() })
    await world.deps.clients.refresh()
    expect(world.deps.clients.has('web')).toBe(true)
  })

  test('a stored client that this configuration refuses may do nothing', async () => {
    await add('plain', { metadata: JSON.stringify({ redirect_uris: ['http://public.example.test/cb'] }) })
    const config = { ...world.deps.config, production: true }
    const directory = await ClientDirectory.load({ ...world.deps, config })
    expect(directory.has('plain')).toBe(false)
    expect(directory.findStored('plain')?.faults).toMatchObject([
      { member: 'redirect_uris', fault: expect.stringContaining('plain http in production') },
    ])
  })

  test('one lookup for every kind of client: the environment first, then the source whose id it is', async () => {
    const asked: string[] = []
    const documents: ClientSource = {
      owns: (id) => id.startsWith('https://'),
      find: async (id, use) => {
        asked.push(`${use} ${id}`)
        return id.endsWith('/known')
          ? ({ ...(await directory.lookUp('web', use)), id, source: 'document' } as Client)
          : undefined
      },
    }
    const directory = await ClientDirectory.load({ ...world.deps, sources: [documents] })
    expect(await directory.lookUp('web', 'token')).toMatchObject({ id: 'web', source: 'environment', trust: 'own' })
    expect(asked).toEqual([])
    const client = await directory.lookUp('https://client.example.test/known', 'authorization')
    expect(client).toMatchObject({ id: 'https://client.example.test/known', source: 'document' })
    expect(await directory.lookUp('https://client.example.test/unknown', 'token')).toBeUndefined()
    expect(asked).toEqual([
      'authorization https://client.example.test/known',
      'token https://client.example.test/unknown',
    ])
    await add('made-elsewhere')
    expect(await directory.lookUp('made-elsewhere', 'token')).toMatchObject({ source: 'console', trust: 'own' })
  })

  test('changes that are made at once have numbers in the order of their commits', async () => {
    const seen: number[] = []
    const directory = await ClientDirectory.load(world.deps)
    let reading = true
    const reader = (async () => {
      while (reading) {
        await directory.refresh()
        seen.push([...directory.allStored()].length)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })()
    await Promise.all(Array.from({ length: 30 }, (_, index) => add(`at-once-${index}`)))
    reading = false
    await reader
    await directory.refresh()
    for (let index = 0; index < 30; index++) expect(directory.has(`at-once-${index}`), `at-once-${index}`).toBe(true)
  })
})

test('whatever the environment says of a client, the metadata of a stored one can say', () => {
  const missing = clientSettings.filter((setting) => !settingsOfMembers.includes(setting))
  // Secrets are made here, and stored as digests. The device grant is for clients of the environment.
  expect(missing).toEqual(['SECRET', 'SECRET_NEXT', 'DEVICE_QR'])
})

test('CO-43: what requests miss is looked for twice a second on average, however many ask', async () => {
  let reads = 0
  let time = 0
  const readAfter = async () => {
    reads += 1
    return []
  }
  const rows = new RowsInMemory({ readAfter, apply: () => {}, now: () => new Date(time) })
  for (let index = 0; index < 100; index++) await rows.refreshForMiss()
  expect(reads).toBe(20)
  time = 10_000
  await rows.refreshForMiss()
  expect(reads).toBe(21)
})

test('a read that fails loses nothing: the next one begins where the last good one ended', async () => {
  const applied: number[] = []
  let broken = false
  const all = [1, 2, 3].map((changeNumber) => ({ changeNumber }))
  const rows = new RowsInMemory<{ changeNumber: number }>({
    readAfter: async (after) => {
      if (broken) throw new Error('the database is away')
      return all.filter(({ changeNumber }) => changeNumber > after)
    },
    apply: ({ changeNumber }) => applied.push(changeNumber),
    now: () => new Date(),
  })
  await rows.refresh()
  all.push({ changeNumber: 4 })
  broken = true
  await expect(rows.refresh()).rejects.toThrow('away')
  broken = false
  expect(await rows.refresh()).toBe(1)
  expect(applied).toEqual([1, 2, 3, 4])
})
