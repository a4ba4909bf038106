import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { mergePeople } from '../src/flows/management/people/person-merge.ts'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { system } from '../src/flows/platform/audit.ts'
import { PeopleIndex } from '../src/flows/platform/people-index.ts'
import { createUser, insertAddress } from '../src/store/beyond-prisma/accounts.ts'
import { findPeoplePage } from '../src/store/beyond-prisma/people/people-list.ts'
import { isIndexComplete } from '../src/store/beyond-prisma/people/person-search.ts'
import { foldedWords, searchTextOf, termsOf } from '../src/store/beyond-prisma/people/search-terms.ts'
import { deleteAddress, updateNames } from '../src/store/prisma/accounts.ts'
import { deletePerson } from '../src/store/prisma/people.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What people are found by follows each change of their names and addresses, and nothing of it outlives them.

const day = 86_400_000
const runs = process.env.TEST_ALL ? 200 : 20

test.each([
  ['Müller', 'muller'],
  ['Søren Ærø', 'soren aero'],
  ['Amélie-Charlotte Groß', 'amelie charlotte gross'],
  ['İpek Işık', 'ipek isik'],
  ['Łukasz Đorđević', 'lukasz dordevic'],
  ['ΟΔΥΣΣΕΥΣ Ὀδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['Ёлкин', 'елкин'],
  ["O'Brien D’Angelo", 'obrien dangelo'],
  ['ﬁnn 𝕬nna', 'finn anna'],
  ['\u200fמֹשֶׁה\u200e', 'משה'],
  ['مُحَمَّد محـــمد', 'محمد محمد'],
  ['ﺍﺣﻤﺪ', 'احمد'],
  ['می\u200cخواهم', 'میخواهم'],
  ['शर्मा', 'शर्मा'],
  ['김민수', '김민수'],
  ['\u1100\u1161\u11a8', '각'],
  ['山田 太郎', '山田 太郎'],
  ['ガクト', 'ガクト'],
  ['Anna 🌸', 'anna 🌸'],
  ['a\u200bb\ufeffc\u00add', 'abcd'],
  ['\ud800abc%_!', 'abc'],
  ['ﷺ', 'صلى الله عليه وسلم'],
  ['--- ... @', ''],
])('%j is folded to %j', (text, folded) => {
  expect(foldedWords(text).join(' ')).toBe(folded.normalize('NFC'))
})

test('is linear in what a stranger sends, and bounded', () => {
  const hostile = ['ﷺ', 'a\u0300', '\u1112\u1161\u11ab', 'a ', '🌸\u200d', "a'", '\u0301', 'aa-', '\ud800', 'ΐ']
  const timeOf = (length: number) => {
    const started = performance.now()
    for (const part of hostile) {
      const text = part.repeat(length)
      const terms = termsOf(searchTextOf({ givenName: text, familyName: text }, [`${text}@${text}.test`]))
      expect(terms.length).toBeLessThanOrEqual(1000)
      for (const term of terms) expect(term.length).toBeLessThanOrEqual(33)
    }
    return performance.now() - started
  }
  timeOf(100)
  expect(timeOf(1_000_000)).toBeLessThan(2000)
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  let made = 0
  const add = async (names: [string, string | null], local = `somebody${made++}`): Promise<string> => {
    const now = world.deps.now()
    const id = newId(now)
    await changeStore(world.deps, async (tx) => {
      await createUser(tx, { id, address: `${local}@search.example.test`, locale: null, now })
      await updateNames(tx, id, names[0], names[1], now)
    })
    return id
  }
  const found = async (query: string, addresses = true): Promise<string[]> => {
    const page = { order: 'newest', after: null, limit: 2000 } as const
    return (await findPeoplePage(world.deps.db, { query, addresses }, page)).ids
  }

  /** The index is exactly what follows from the accounts. */
  async function expectIndexToFollow(): Promise<void> {
    const { sql, prisma } = world.deps.db
    const people = await prisma.user.findMany({ include: { emails: { orderBy: { address: 'asc' } } } })
    const rows = await prisma.personSearch.findMany()
    const numbers = new Map(rows.map(({ userId, number }) => [userId, number]))
    expect([...numbers.keys()].sort()).toEqual(people.map(({ id }) => id).sort())
    const terms = await sql.read<{ term: string; person: number }>('SELECT term, person FROM person_term', [])
    const wanted = people.flatMap((person) => {
      const addresses = person.emails.map(({ address }) => address)
      return [...new Set(termsOf(searchTextOf(person, addresses)))].map((term) => `${numbers.get(person.id)} ${term}`)
    })
    expect(terms.map(({ term, person }) => `${person} ${term}`).sort()).toEqual(wanted.sort())
  }

  test('whatever is stored is found by each beginning of each of its words, and by its middles', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      fc.constantFrom('Anna', 'ﷺ', '山田', '김민수', "O'Brien", 'Groß Straße', 'x'.repeat(100), '🌸🌺', '%_', 'ΑΣ'),
    )
    await fc.assert(
      fc.asyncProperty(name, fc.option(name), async (given, family) => {
        const stored = (text: string) => text.toWellFormed().replaceAll('\0', '')
        const id = await add([stored(given), family === null ? null : stored(family)])
        for (const word of [given, family ?? ''].flatMap((text) => foldedWords(stored(text)))) {
          const letters = [...word]
          for (const length of [1, 2, 3, letters.length - 1, letters.length].filter((length) => length > 0)) {
            const start = letters.slice(0, length).join('')
            // What folding would change again, such as one half of a pair, nobody types.
            if (foldedWords(start).join(' ') === start) expect(await found(start, false), start).toContain(id)
          }
          const middle = letters.slice(1, 5).join('')
          if (letters.length >= 5 && foldedWords(middle).join(' ') === middle)
            expect(await found(middle), middle).toContain(id)
        }
      }),
      { numRuns: runs },
    )
  })

  test.each([
    ['muller', ['Jürgen', 'Müller']],
    ['mueller', null],
    ['MÜLLER jür', ['Jürgen', 'Müller']],
    ['soren', ['Søren', 'Kierkegaard']],
    ['charlotte', ['Amélie-Charlotte', 'Groß']],
    ['gross', ['Amélie-Charlotte', 'Groß']],
    ['groß amelie', ['Amélie-Charlotte', 'Groß']],
    ['amélie groß', ['Amélie-Charlotte', 'Groß']],
    ['erkegaa', ['Søren', 'Kierkegaard']],
    ['山', ['太郎', '山田']],
    ['山田', ['太郎', '山田']],
    ['田', null],
    ['obrien', ['Conan', "O'Brien"]],
    ["o'b", ['Conan', "O'Brien"]],
  ] as const)('%s finds %j', async (query, names) => {
    const others = await add(['Somebody', 'Else'])
    const id = names ? await add([names[0], names[1]]) : null
    const ids = await found(query)
    if (id) expect(ids).toContain(id)
    else expect(ids).toEqual([])
    expect(ids).not.toContain(others)
  })

  test('a part of an address finds nobody for those who may not know addresses', async () => {
    const id = await add(['Anna', 'Meier'], 'person-xmeier1200')
    for (const query of ['person-xmeier1200@', 'xmeier1200', 'eier1200', 'meier1200@search.ex', 'person meier anna']) {
      expect(await found(query), query).toContain(id)
      expect(await found(query, false), query).not.toContain(id)
    }
    expect(await found('anna meier', false)).toContain(id)
    expect(await found('@search.example'), 'of all').toContain(id)
    expect(await found('person-xmeier@')).toEqual([])
  })

  test('it follows every change, and a deletion leaves nothing', async () => {
    const { deps } = world
    const now = deps.now()
    const id = await add(['Before', 'Rename'], 'old-mailbox')
    await changeStore(deps, async (tx) => {
      await updateNames(tx, id, 'After', 'Marriage', now)
      await insertAddress(tx, id, 'new-mailbox@search.example.test', now)
      await insertAddress(tx, id, 'third-mailbox@search.example.test', now)
    })
    expect(await found('before rename')).toEqual([])
    expect(await found('marriage')).toEqual([id])
    expect(await found('third-mailbox')).toEqual([id])
    await changeStore(deps, (tx) => deleteAddress(tx, id, 'third-mailbox@search.example.test'))
    expect(await found('third-mailbox')).toEqual([])
    const other = await add(['Second', 'Account'], 'second-mailbox')
    await mergePeople(deps, system, other, id)
    expect(await found('second-mailbox')).toEqual([id])
    expect(await found('second account')).toEqual([])
    async function* lines() {
      yield JSON.stringify({ sub: 'imported', email: 'i@i.example', email_verified: true, given_name: 'Imported' })
    }
    const options = { dryRun: false, unverified: false, refused: () => {}, progress: () => {} }
    expect(await importUsers(deps, lines(), options)).toMatchObject({ made: 1 })
    const imported = (await deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'i@i.example' } })).userId
    expect(await found('imported')).toEqual([imported])
    await expectIndexToFollow()
    for (const gone of [id, imported]) await changeStore(deps, (tx) => deletePerson(tx, gone, new Map()))
    expect(await found('marriage')).toEqual([])
    await expectIndexToFollow()
  })

  test('what is undone leaves no words behind', async () => {
    const { deps } = world
    const id = newId(deps.now())
    const address = 'undone@search.example.test'
    await deps.db
      .transaction(async (tx) => {
        await createUser(tx as never, { id, address, locale: null, now: deps.now() })
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await found('undone')).toEqual([])
    await expectIndexToFollow()
  })

  test('people of an older version are indexed, and again when it has changed them', async () => {
    const { prisma, sql } = world.deps.db
    const [oldest] = await prisma.user.findMany({ orderBy: { id: 'asc' }, take: 1 })
    await sql.write('DELETE FROM person_term', [])
    await sql.write('DELETE FROM person_search', [])
    expect(await isIndexComplete(world.deps.db)).toBe(false)
    const replicas = [new PeopleIndex(world.deps), new PeopleIndex(world.deps)]
    while (!replicas.every(({ waits }) => waits)) await Promise.all(replicas.map((replica) => replica.step()))
    expect(await isIndexComplete(world.deps.db)).toBe(true)
    await expectIndexToFollow()
    await prisma.user.update({
      where: { id: oldest?.id ?? '' },
      data: { givenName: 'Renamed', updatedAt: new Date(world.deps.now().getTime() + 1) },
    })
    expect(await found('renamed')).toEqual([])
    world.pass(day)
    while (!replicas.every(({ waits }) => waits)) await Promise.all(replicas.map((replica) => replica.step()))
    expect(await found('renamed')).toEqual([oldest?.id])
    await expectIndexToFollow()
  })

  test('of many changes of a person at once, the last one is found', async () => {
    const id = await add(['Racing', null])
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        changeStore(world.deps, async (tx) => {
          if (index % 2) await updateNames(tx, id, `Racer${index}`, null, world.deps.now())
          else await insertAddress(tx, id, `race${index}@search.example.test`, world.deps.now())
        }),
      ),
    )
    await expectIndexToFollow()
  })
})
