import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, disablePerson, updatePerson } from '../src/flows/management/directory.ts'
import { changeOrganization } from '../src/flows/organizations/changes.ts'
import { chooseJoining, type Joining } from '../src/flows/organizations/domains/domains.ts'
import { joinByDomain } from '../src/flows/organizations/members/joining.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { type AuditedTransaction, system, userActor } from '../src/flows/platform/audit.ts'
import { OperationRefused } from '../src/flows/platform/operation-refused.ts'
import {
  asStoreError,
  isDatabaseUnavailable,
  isUniqueViolation,
  OutsideTransaction,
} from '../src/store/connections/errors.ts'
import { SqliteConnection } from '../src/store/connections/sqlite/sqlite.ts'
import type { Transaction } from '../src/store/connections/transaction.ts'
import { findPerson } from '../src/store/hot/people.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What two do at once, and what a database refuses in the middle of a change.

describe.each(['sqlite', 'postgresql'] as const)('changes on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  const person = async (email: string) => createPerson(world.deps, system, email, { form: { given_name: 'Ada' } })

  test('two changes of a profile that know the same version: one is refused, and nothing is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await person(`round-${round}@example.test`)
      const version = (await findPerson(world.deps.db, id))?.updatedAt.getTime()
      world.pass(1000)
      const done = await Promise.allSettled([
        updatePerson(world.deps, system, id, { form: { given_name: 'Grace' } }, version),
        updatePerson(world.deps, system, id, { form: { family_name: 'Hopper' } }, version),
      ])
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const refused = done.find((result) => result.status === 'rejected')
      expect(refused?.reason).toMatchObject({ reason: 'changed-meanwhile' })
    }
  })

  test('changes of different fields, without a version, are both kept', async () => {
    const id = await person('both@example.test')
    await Promise.all([
      updatePerson(world.deps, system, id, { form: { given_name: 'Grace' } }),
      updatePerson(world.deps, system, id, { form: { family_name: 'Hopper' } }),
    ])
    expect(await findPerson(world.deps.db, id)).toMatchObject({ givenName: 'Grace', familyName: 'Hopper' })
  })

  test('a client that is limited to an organization adds nobody to it, whatever was asked before the lock', async () => {
    const { person: owner } = await world.signIn()
    const { id: organizationId } = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: owner.organization },
    })
    const id = await person('stranger@example.test')
    const client = { kind: 'client', id: 'api', network: '', organizationId } as const
    await expect(addMember(world.deps, client, organizationId, id, ['member'])).rejects.toMatchObject({
      reason: 'not-a-member',
    })
  })

  test('a rule that ends, or an address that goes, between the look and the lock lets nobody in', async () => {
    const { person: owner } = await world.signIn()
    const { prisma } = world.deps.db
    const { id: organizationId } = await prisma.organization.findFirstOrThrow({ where: { name: owner.organization } })
    const name = `late.${database}.test`
    const now = world.deps.now()
    const proven = { token: 't', claimed: name, method: 'dns', verifiedAt: now, joining: 'automatic', createdAt: now }
    await prisma.domain.create({ data: { organizationId, name, ...proven } })
    const id = await person(`joiner@${name}`)
    const joinAfter = (before: () => Promise<unknown>) =>
      joinByDomain(
        {
          ...world.deps,
          db: {
            ...world.deps.db,
            transaction: async (work, timeout) => {
              await before()
              return world.deps.db.transaction(work, timeout)
            },
          },
        },
        userActor(id, '::/48'),
        organizationId,
      )
    const chooses = (joining: Joining) => () => chooseJoining(world.deps, system, organizationId, name, joining)
    expect(await joinAfter(chooses('off'))).toBeNull()
    expect(await joinAfter(() => Promise.reject(new Error('no rule, so no transaction')))).toBeNull()
    await chooses('automatic')()
    expect(await joinAfter(chooses('suggest'))).toBe('asked')
    await chooses('automatic')()
    expect(await joinAfter(() => prisma.email.deleteMany({ where: { userId: id } }))).toBeNull()
    const membership = { userId_organizationId: { userId: id, organizationId } }
    expect(await prisma.membership.findUnique({ where: membership })).toBeNull()
    // Whoever becomes a member no longer asks to.
    expect(await prisma.joinRequest.count({ where: { organizationId, userId: id } })).toBe(1)
    await addMember(world.deps, { kind: 'operator', id: 'op', network: '' }, organizationId, id, ['member'])
    expect(await prisma.joinRequest.count({ where: { organizationId, userId: id } })).toBe(0)
  })

  test('only the index of a slug says that a slug is taken, and only that of domains that a domain is', async () => {
    const { person: owner } = await world.signIn()
    const { prisma } = world.deps.db
    const { id, slug } = await prisma.organization.findFirstOrThrow({ where: { name: owner.organization } })
    const now = world.deps.now()
    const other = `${slug}-other`
    await prisma.organization.create({ data: { id: other, slug: other, name: 'Other', createdAt: now } })
    await prisma.team.create({ data: { id: slug, organizationId: id, slug: 'team', name: 'Team', createdAt: now } })
    const proven = { name: 'example.test', token: 't', claimed: 'example.test', createdAt: now }
    await prisma.domain.create({ data: { organizationId: other, ...proven } })
    const refusalOf = (change: (tx: AuditedTransaction['prisma']) => Promise<unknown>) =>
      changeOrganization(world.deps, system, id, 'organization.updated', ({ tx }) => change(tx.prisma)).catch(
        (error: unknown) => error,
      )
    const slugTaken = { reason: 'taken', field: 'slug' }
    expect(await refusalOf((tx) => tx.organization.update({ where: { id }, data: { slug: other } }))).toMatchObject(
      slugTaken,
    )
    const sameTeam = { organizationId: id, slug: 'team', name: 'Team', createdAt: now }
    expect(await refusalOf((tx) => tx.team.create({ data: { id: other, ...sameTeam } }))).toMatchObject(slugTaken)
    expect(await refusalOf((tx) => tx.domain.create({ data: { organizationId: id, ...proven } }))).toMatchObject({
      reason: 'taken',
      field: 'domain',
      problem: 'domain-taken',
    })
    // A row that is there already is a bug of ours, which nobody mends by another slug.
    const sameId = await refusalOf((tx) => tx.team.create({ data: { ...sameTeam, id: slug, slug: 'another' } }))
    expect(sameId).not.toBeInstanceOf(OperationRefused)
    expect(isUniqueViolation(sameId)).toBe(true)
  })

  test('a transaction within a transaction is refused', async () => {
    const nested = world.deps.db.transaction(() => world.deps.db.transaction(async () => {}))
    await expect(nested).rejects.toThrow(OutsideTransaction)
  })
})

describe('PostgreSQL that refuses', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database: 'postgresql' })
  })
  afterAll(() => world.close())

  test('a failed statement that was caught is no commit', async () => {
    const claims = world.deps.db.transaction(async (tx) => {
      await tx.sql.write('INSERT INTO used_assertion (id, expires_at) VALUES ($1, $2)', ['caught', world.deps.now()])
      await tx.sql.read('SELECT 1 / 0', []).catch(() => {})
      return 'success'
    })
    await expect(claims).rejects.toThrow('rolled back')
    expect(await world.deps.db.sql.read('SELECT id FROM used_assertion WHERE id = $1', ['caught'])).toEqual([])
  })

  test('of two changes that wait for each other the victim is told to try again', async () => {
    const [first, second] = [
      await createPerson(world.deps, system, 'first@example.test', { form: {} }),
      await createPerson(world.deps, system, 'second@example.test', { form: {} }),
    ]
    const lock = (id: string) => ({ where: { id }, data: { givenName: 'Ada' } })
    let arrived = 0
    let bothHold = () => {}
    const both = new Promise<void>((resolve) => {
      bothHold = resolve
    })
    const cross = (mine: string, other: string) =>
      world.deps.db.transaction(async ({ prisma }) => {
        await prisma.user.updateMany(lock(mine))
        arrived += 1
        if (arrived === 2) bothHold()
        await both
        await prisma.user.updateMany(lock(other))
      })
    const done = await Promise.allSettled([cross(first, second), cross(second, first)])
    const [victim] = done.filter((result) => result.status === 'rejected')
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(isDatabaseUnavailable(victim?.reason)).toBe(true)
  })

  test('one that became read-only is unavailable to Prisma as to a statement', async () => {
    const id = await createPerson(world.deps, system, 'standby@example.test', { form: {} })
    const admin = new pg.Client({ connectionString: (world.deps.config.database as { url: string }).url })
    await admin.connect()
    const [{ name }] = (await admin.query('SELECT current_database() AS name')).rows
    try {
      await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      )
      await expect
        .poll(() =>
          world.deps.db.sql.read('SELECT 1', []).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
      const refused = await disablePerson(world.deps, system, id, true).catch((error: unknown) => error)
      expect(isDatabaseUnavailable(refused)).toBe(true)
    } finally {
      await admin.query('SET default_transaction_read_only = off')
      await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = off`)
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      )
      await admin.end()
    }
  })
})

describe.each(['sqlite', 'postgresql'] as const)('%s that is lost in the middle of a transaction', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  /** SQLite's file can be written no more; the connection to PostgreSQL is cut. */
  const lose = async ({ sql }: Transaction) => {
    await sql
      .read(database === 'sqlite' ? 'PRAGMA query_only = 1' : 'SELECT pg_terminate_backend(pg_backend_pid())', [])
      .catch(() => {})
  }

  test.each<[string, (tx: Transaction) => Promise<unknown>]>([
    ['a statement', ({ sql }) => sql.write('DELETE FROM used_assertion WHERE id = $1', ['lost'])],
    ['Prisma', ({ prisma }) => prisma.user.updateMany({ where: { id: 'lost' }, data: { givenName: 'Ada' } })],
  ])('is unavailable for %s', async (_what, ask) => {
    try {
      const lost = world.deps.db.transaction(async (tx) => {
        await lose(tx)
        const refused = await ask(tx).catch((error: unknown) => error)
        throw refused
      })
      expect(isDatabaseUnavailable(await lost.catch((error: unknown) => error))).toBe(true)
    } finally {
      const { sql } = world.deps.db
      if (sql instanceof SqliteConnection) sql.writer().exec('PRAGMA query_only = 0')
    }
  })
})

test.each<[string, object]>([
  ['pg, cut off', new Error('Connection terminated unexpectedly')],
  ['pg, frozen', new Error('Query read timeout')],
  ['SQLite without descriptors', Object.assign(new Error('unable to open database file'), { errcode: 14 })],
  ['the same through Prisma', { message: 'x', meta: { driverAdapterError: { cause: { originalCode: '14' } } } }],
  ['a disk that fails, extended', Object.assign(new Error('disk I/O error'), { errcode: 1546 })],
  ['Prisma, a transaction that lost', { code: 'P2034', message: '' }],
])('%s means that the database is unavailable', (_what, error) => {
  expect(isDatabaseUnavailable(asStoreError(error))).toBe(true)
})

test.each<[string, object]>([
  ['a unique value', { code: 'P2002', meta: { driverAdapterError: { cause: { originalCode: '2067' } } } }],
  ['a refused statement', Object.assign(new Error('syntax error'), { code: '42601' })],
])('%s does not', (_what, error) => {
  expect(asStoreError(error)).toBe(error)
})
