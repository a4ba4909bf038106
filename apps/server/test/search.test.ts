import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import type { ListPosition } from '../src/store/beyond-prisma/date-order.ts'
import type { UserSearch } from '../src/store/beyond-prisma/people/user-search.ts'
import { listUsers } from '../src/store/prisma/directory.ts'
import { listOrganizations } from '../src/store/prisma/organizations/organizations.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Those who run the server look people up by how a word of a name or an address begins and by its middles, from an index
// of these (docs/decisions/0021), and organizations by how a name begins (docs/decisions/0007).

describe.each(['sqlite', 'postgresql'] as const)('looking up in %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
    const { prisma } = world.deps.db
    const at = world.deps.now()
    const acme = newId(at)
    await prisma.organization.createMany({
      data: [
        { id: acme, slug: 'acme', name: 'ACME Rockets', createdAt: at },
        { id: newId(at), slug: 'rocket-science', name: 'Émigrés & Co', createdAt: at },
      ],
    })
    const add = async (givenName: string, familyName: string | null, addresses: string[], organizationId?: string) => {
      const id = newId(at)
      await prisma.user.create({
        data: {
          id,
          givenName,
          familyName,
          createdAt: at,
          updatedAt: at,
          emails: {
            create: addresses.map((address, index) => ({ address, isPrimary: index === 0, verifiedAt: at })),
          },
          ...(organizationId ? { memberships: { create: { organizationId, roles: 'member', createdAt: at } } } : {}),
        },
      })
    }
    await add('Ada', 'Lovelace', ['ada@example.test', 'countess@example.test'], acme)
    await add('Grace', 'Hopper', ['grace@example.test'])
    await add('Émile', null, ['emile+x_y%z@example.test'])
    await add('adam', "O'Brien", ['first@example.test'])
    for (let i = 0; i < 60; i++) await add(`Many ${i}`, null, [`many-${i}@example.test`])
    await indexEverybody(world)
  })
  afterAll(() => world.close())

  const page = (search: Omit<UserSearch, 'order' | 'after'>, after: ListPosition | null = null) =>
    listUsers(world.deps.db, { order: 'oldest', after, ...search })
  const found = async (search: Parameters<typeof page>[0]) => (await page(search)).people

  const names = async (query: string, organizationId?: string) =>
    (await found({ limit: 100, query, ...(organizationId ? { organizationId } : {}) }))
      .map((one) => one.givenName)
      .sort()

  test.each([
    ['ada', ['Ada', 'adam']],
    ['ADA', ['Ada', 'adam']],
    ['Ada', ['Ada', 'adam']],
    ['count', ['Ada']],
    ['hop', ['Grace']],
    ["o'b", ['adam']],
    ['Émi', ['Émile']],
    ['emile+x_y%', ['Émile']],
    // From the middle: three characters and more.
    ['lace', ['Ada']],
    ['elac', ['Ada']],
    ['ac', []],
    // No wildcards.
    ['%', []],
    ['_da', []],
    ["'; DROP TABLE email; --", []],
    ['\ud800', []],
    ['a'.repeat(10_000), []],
  ])('%j finds %j', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  test('by id, by an address exactly, and only among the members of an organization', async () => {
    const { db } = world.deps
    const [ada] = await found({ limit: 5, email: 'ada@example.test' })
    expect(await names(ada?.id ?? '')).toEqual(['Ada'])
    expect(await found({ limit: 5, email: 'ad' })).toEqual([])
    const acme = (await db.prisma.organization.findFirstOrThrow({ where: { slug: 'acme' } })).id
    expect(await names('ad', acme)).toEqual(['Ada'])
    expect(await names('cou', acme)).toEqual(['Ada'])
    expect(await names('grace', acme)).toEqual([])
    expect(await found({ limit: 5, email: 'grace@example.test', organizationId: acme })).toEqual([])
    expect(await found({ limit: 5, email: 'ada@example.test', organizationId: acme })).toHaveLength(1)
  })

  test('page by page, each person once', async () => {
    const seen: string[] = []
    let after: ListPosition | null = null
    do {
      const { people, next }: Awaited<ReturnType<typeof page>> = await page({ limit: 25, query: 'many' }, after)
      seen.push(...people.map(({ id }) => id))
      after = next
    } while (after)
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })

  test.each([
    ['acme', ['ACME Rockets']],
    ['Acme r', ['ACME Rockets']],
    ['rocket', ['Émigrés & Co']],
    ['É', ['Émigrés & Co']],
    ['ockets', []],
  ])('organizations: %j finds %j', async (query, found) => {
    const rows = await listOrganizations(world.deps.db, { after: null, limit: 10, query })
    expect(rows.map(({ name }) => name)).toEqual(found)
  })
})
