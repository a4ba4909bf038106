import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeOfId } from '../src/crypto/random.ts'
import { inOneTransaction, inTransaction, system, type WithoutEvent } from '../src/flows/platform/audit.ts'
import { lockPerson } from '../src/store/beyond-prisma/accounts.ts'
import { OutsideTransaction } from '../src/store/connections/errors.ts'
import { lockOrganization } from '../src/store/prisma/organizations/organization-changes.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A change and its audit event are kept together or not at all (store/connections/sql.ts, flows/platform/audit.ts).

describe.each(['sqlite', 'postgresql'] as const)('a transaction on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  const note = (key: string, count: number) =>
    [
      'INSERT INTO rate_limit (key, count, reset_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET count = $2',
      [key, count, new Date(world.deps.now().getTime() + 60_000)],
    ] as const
  const noted = async (key: string) => {
    const [row] = await world.deps.db.sql.read('SELECT count FROM rate_limit WHERE key = $1', [key])
    return row ? Number(row.count) : null
  }
  const events = async (action: string) =>
    (await world.deps.db.sql.read('SELECT id FROM audit_event WHERE action = $1', [action])).length

  test('keeps the change and its event', async () => {
    const done = await inTransaction(world.deps, async (tx) => {
      await tx.sql.write(...note('kept', 1))
      await tx.record(system, { action: 'team.created' })
      return 'done'
    })
    expect(done).toBe('done')
    expect(await noted('kept')).toBe(1)
    expect(await events('team.created')).toBe(1)
  })

  test('refuses a change that has no event, unless a reason is given, and returns the value where nothing changed', async () => {
    const changes = (key: string, reason?: WithoutEvent) =>
      inTransaction(world.deps, async (tx) => {
        await tx.sql.write(...note(key, 1))
        if (reason) tx.commitWithoutEvent(reason)
        return key
      })
    // By a statement or by Prisma.
    await expect(changes('forgotten')).rejects.toThrow('recorded nothing, so this is undone: INSERT INTO rate_limit')
    expect(await noted('forgotten')).toBeNull()
    const byPrisma = inTransaction(world.deps, (tx) => tx.prisma.rateLimit.create({ data: row('forgotten', 1) }))
    await expect(byPrisma).rejects.toThrow('recorded nothing, so this is undone: rateLimit.create')
    // Where nothing matched, or a row was only locked, there was nothing to change.
    const { person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
    const nothing = inTransaction(world.deps, async (tx) => {
      await tx.sql.write('UPDATE rate_limit SET count = 2 WHERE key = $1 RETURNING key', ['nobody'])
      await tx.prisma.rateLimit.deleteMany({ where: { key: 'nobody' } })
      return [await lockPerson(tx, userId), (await lockOrganization(tx, organizationId))?.organization.id]
    })
    expect(await nothing).toEqual([true, organizationId])
    const takenBack = inTransaction(world.deps, async (tx) => {
      await tx.sql.write(...note('taken back', 1))
      return tx.takeBack('on purpose')
    })
    expect(await takenBack).toBe('on purpose')
    expect(await noted('taken back')).toBeNull()
    expect(await changes('reasoned', 'queue')).toBe('reasoned')
    expect(await noted('reasoned')).toBe(1)
    // Of several flows in one transaction, each is undone by itself.
    await inOneTransaction(world.deps, async (within) => {
      const forgotten = inTransaction(within, async (tx) => {
        await tx.sql.write(...note('forgotten within', 1))
      })
      await expect(forgotten).rejects.toThrow('a transaction recorded nothing')
      await inTransaction(within, (tx) => tx.record(system, { action: 'team.member_added' }))
    })
    expect(await noted('forgotten within')).toBeNull()
    expect(await events('team.member_added')).toBe(1)
  })

  test('undoes all of it when one part fails, and nothing of its neighbours', async () => {
    const undone = inTransaction(world.deps, async (tx) => {
      await tx.sql.write(...note('undone', 1))
      await tx.record(system, { action: 'team.updated' })
      throw new Error('the second half fails')
    })
    const neighbour = world.deps.db.sql.write(...note('neighbour', 1))
    const [first] = await Promise.allSettled([undone, neighbour])
    expect(first.status).toBe('rejected')
    expect(await noted('undone')).toBeNull()
    expect(await events('team.updated')).toBe(0)
    expect(await noted('neighbour')).toBe(1)
  })

  test('undoes the change when its event cannot be written', async () => {
    const [taken] = await world.deps.db.sql.read('SELECT id FROM audit_event LIMIT 1', [])
    const undone = world.deps.db.transaction(async (tx) => {
      await tx.sql.write(...note('eventless', 1))
      await tx.sql.write(
        "INSERT INTO audit_event (id, at, action, actor_kind, result, pending) VALUES ($1, $2, 'x', 'system', 'ok', false)",
        [String(taken?.id), world.deps.now()],
      )
    })
    await expect(undone).rejects.toThrow()
    expect(await noted('eventless')).toBeNull()
  })

  test('reads what it wrote, and its rows are its own until the commit', async () => {
    await world.deps.db.transaction(async (tx) => {
      await tx.sql.write(...note('own', 7))
      expect(await tx.sql.read('SELECT count FROM rate_limit WHERE key = $1', ['own'])).toHaveLength(1)
    })
    expect(await noted('own')).toBe(7)
  })

  test('refuses a write that goes past it, instead of waiting for itself', async () => {
    const past = inTransaction(world.deps, async () => {
      await world.deps.db.sql.write(...note('past', 1))
    })
    await expect(past).rejects.toBeInstanceOf(OutsideTransaction)
    expect(await noted('past')).toBeNull()
  })

  test('refuses statements after its end', async () => {
    const late = await world.deps.db.transaction(async (tx) => tx)
    await expect(late.sql.write(...note('late', 1))).rejects.toThrow('has ended')
  })

  test('many at once each keep their own', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        inTransaction(world.deps, async (tx) => {
          await tx.sql.write(...note(`many-${index}`, index))
          if (index % 3 === 0) throw new Error('every third fails')
          await tx.record(system, { action: 'team.deleted' })
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
    expect(await events('team.deleted')).toBe(40)
    expect(await noted('many-3')).toBeNull()
    expect(await noted('many-4')).toBe(4)
  })

  const seen = async (prisma: Pick<typeof world.deps.db.prisma, 'rateLimit'>, key: string) =>
    (await prisma.rateLimit.findUnique({ where: { key } }))?.count ?? null
  const row = (key: string, count: number) => ({ key, count, resetAt: new Date(world.deps.now().getTime() + 60_000) })

  test('statements and Prisma see each other before the commit, and nobody else does', async () => {
    await world.deps.db.transaction(async (tx) => {
      await tx.sql.write(...note('by-statement', 1))
      await tx.prisma.rateLimit.create({ data: row('by-prisma', 2) })
      expect(await seen(tx.prisma, 'by-statement')).toBe(1)
      expect(await tx.sql.read('SELECT count FROM rate_limit WHERE key = $1', ['by-prisma'])).toHaveLength(1)
      expect(await noted('by-prisma')).toBeNull()
    })
    expect(await noted('by-statement')).toBe(1)
    expect(await noted('by-prisma')).toBe(2)
  })

  test('undoes what Prisma did with the rest, whichever half fails', async () => {
    const undone = world.deps.db.transaction(async (tx) => {
      await tx.prisma.rateLimit.create({ data: row('half', 1) })
      await tx.sql.write('INSERT INTO rate_limit (key, count, reset_at) VALUES ($1, 1, $2)', ['half', world.deps.now()])
    })
    await expect(undone).rejects.toThrow()
    expect(await noted('half')).toBeNull()
    const other = world.deps.db.transaction(async (tx) => {
      await tx.sql.write(...note('other-half', 1))
      await tx.prisma.rateLimit.create({ data: row('other-half', 1) })
    })
    await expect(other).rejects.toMatchObject({ code: 'P2002' })
    expect(await noted('other-half')).toBeNull()
  })

  test("Prisma's queries of many transactions at once stay in their own", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        world.deps.db.transaction(async (tx) => {
          await tx.prisma.rateLimit.create({ data: row(`apart-${index}`, index) })
          const [own, next] = await Promise.all([
            seen(tx.prisma, `apart-${index}`),
            seen(tx.prisma, `apart-${index + 12}`),
          ])
          expect([own, next]).toEqual([index, null])
          await tx.prisma.rateLimit.upsert({
            where: { key: `apart-${index}` },
            create: row('none', 0),
            update: { count: index + 100 },
          })
          if (index % 4 === 0) throw new Error('every fourth fails')
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(await noted('apart-4')).toBeNull()
    expect(await noted('apart-5')).toBe(105)
  })

  test('refuses a write of Prisma that goes past it, and one after its end', async () => {
    const past = world.deps.db.transaction(() => world.deps.db.prisma.rateLimit.create({ data: row('past-prisma', 1) }))
    await expect(past).rejects.toThrow()
    expect(await noted('past-prisma')).toBeNull()
    const late = await world.deps.db.transaction(async (tx) => {
      await tx.prisma.rateLimit.create({ data: row('early-prisma', 1) })
      return tx
    })
    await expect(late.prisma.rateLimit.create({ data: row('late-prisma', 1) })).rejects.toThrow()
    const unused = await world.deps.db.transaction(async (tx) => tx)
    await expect(unused.prisma.rateLimit.create({ data: row('late-prisma', 1) })).rejects.toThrow('has ended')
    expect(await noted('late-prisma')).toBeNull()
  })

  test('and the next one of the same millisecond leave their events in order', async () => {
    const actions = ['terms.accepted', 'user.created', 'session.created'] as const
    const ids: string[] = []
    for (let round = 0; round < 3; round++)
      await inTransaction(world.deps, async (tx) => {
        for (const action of actions) ids.push(await tx.record(system, { action }))
      })
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids.map((id) => timeOfId(id).getTime()))).toEqual(new Set([world.deps.now().getTime()]))
  })

  test('ends in time, and what it still does then goes nowhere', async () => {
    let late: Promise<unknown> | undefined
    const slow = world.deps.db.transaction(async (tx) => {
      await tx.prisma.rateLimit.create({ data: row('slow', 1) })
      late = new Promise((resolve) => setTimeout(resolve, 400)).then(() =>
        tx.prisma.rateLimit.create({ data: row('slower', 1) }),
      )
      late.catch(() => {})
      await late
    }, 200)
    await expect(slow).rejects.toThrow('took too long')
    await expect(late).rejects.toThrow()
    expect(await noted('slow')).toBeNull()
    expect(await noted('slower')).toBeNull()
  })
})
