import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { type ListPosition, listPeoplePage, type PeopleQuery } from '../src/flows/management/people/people-list.ts'
import { databases } from './support/databases.ts'
import { everybody } from './support/everybody.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The list of people in the console: every order and filter goes by an index, and a page is never more than a page.

const day = 86_400_000

describe.each(databases)('the list of people in %s', (database) => {
  let world: TestWorld
  let organizationId: string
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
    const { prisma } = world.deps.db
    const now = world.deps.now()
    organizationId = newId(now)
    await prisma.organization.create({ data: { id: organizationId, slug: 'engines', name: 'Engines', createdAt: now } })
    // Fifteen of one name, two hundred others, and a few without any.
    const people = Array.from({ length: 230 }, (_, index) => ({
      id: newId(new Date(now.getTime() - (1000 - index) * 1000)),
      givenName: index < 15 ? 'Anna' : index < 225 ? `Given ${index % 7}` : null,
      familyName: index < 15 ? 'Meier' : index < 225 ? `Family ${String(index % 50).padStart(2, '0')}` : null,
      createdAt: now,
      updatedAt: now,
      disabledAt: index % 10 === 3 ? now : null,
      lastSignInAt: index % 2 === 0 ? new Date(now.getTime() - index * day) : null,
    }))
    await prisma.user.createMany({ data: people })
    await prisma.email.createMany({
      data: people.map(({ id }, index) => ({
        address: `person-${index}@example.test`,
        userId: id,
        isPrimary: true,
        verifiedAt: now,
      })),
    })
    await prisma.membership.createMany({
      data: people
        .filter((_, index) => index % 3 === 0)
        .map(({ id }) => ({ userId: id, organizationId, roles: 'member', createdAt: now })),
    })
    await indexEverybody(world)
    world.pass(1)
  })
  afterAll(() => world?.close())

  const all = async (asked: Partial<PeopleQuery>, limit = 20) => {
    const seen = []
    let after: ListPosition | null = null
    do {
      const page = await listPeoplePage(world.deps, { ...everybody, ...asked }, { after, limit })
      if (!page) throw new Error('there is no such organization')
      seen.push(...page.people)
      after = page.next
    } while (after)
    expect(new Set(seen.map(({ id }) => id)).size, 'nobody is listed twice').toBe(seen.length)
    return seen
  }
  const nameOf = ({ familyName, givenName }: { familyName: string | null; givenName: string | null }) =>
    `${familyName} ${givenName}`

  test('everybody, the newest first', async () => {
    const people = await all({})
    expect(people).toHaveLength(230)
    expect(people.map(({ id }) => id)).toEqual(
      people
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })

  test('by family name, and who has none comes last', async () => {
    const names = (await all({ order: 'name' })).map(nameOf)
    expect(names).toHaveLength(230)
    expect(names.slice(0, 225)).toEqual(names.slice(0, 225).sort())
    expect(names.slice(225).every((name) => name === 'null null')).toBe(true)
  })

  test('by the last sign-in, of those who have one', async () => {
    const people = await all({ order: 'last-sign-in' })
    const times = people.map(({ lastSignInAt }) => lastSignInAt?.getTime() ?? 0)
    expect(times).toHaveLength(115)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test.each([
    ['disabled', { state: 'disabled' }, 23],
    ['not disabled', { state: 'active' }, 207],
    ['of an organization', { organization: 'engines' }, 77],
    ['disabled, of an organization', { organization: 'engines', state: 'disabled' }, 8],
    ['signed in within a week', { signIn: '7-days' }, 4],
    ['not signed in for thirty days', { signIn: 'not-30-days' }, 100],
    ['without a sign-in', { signIn: 'never' }, 115],
    ['without a sign-in, of an organization', { signIn: 'never', organization: 'engines' }, 38],
    ['disabled, not signed in for thirty days', { signIn: 'not-30-days', state: 'disabled' }, 0],
    ['by a full name', { query: 'Anna Meier' }, 15],
    ['by the beginning of a full name', { query: 'anna mei' }, 15],
    ['by a full name, the family name first', { query: 'meier anna' }, 15],
    ['by a name, disabled', { query: 'anna', state: 'disabled' }, 2],
    ['by an address', { query: 'person-22' }, 11],
    ['by an address that one may not know', { query: 'person-22', addresses: false }, 0],
  ] as const)('%s', async (_, asked, count) => {
    expect(await all(asked)).toHaveLength(count)
    expect(await all({ ...asked, order: 'name' }, 7)).toHaveLength(count)
  })

  test('an unknown organization has no list', async () => {
    expect(
      await listPeoplePage(world.deps, { ...everybody, organization: 'none' }, { after: null, limit: 5 }),
    ).toBeNull()
  })
})
