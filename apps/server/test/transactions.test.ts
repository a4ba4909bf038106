import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { OutsideTransaction } from '../src/store/sql.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A change and its audit event are kept together or not at all (store/sql.ts, flows/platform/audit.ts).

describe.each(['sqlite', 'postgresql'] as const)('a transaction on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  const note = (key: string, count: number) =>
    [
      'INSERT INTO rate_limit (key, count, reset_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET count = $2',
      [key, count, new Date(Date.now() + 60_000)],
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
      await tx.record(system, { action: 'test.kept' })
      return 'done'
    })
    expect(done).toBe('done')
    expect(await noted('kept')).toBe(1)
    expect(await events('test.kept')).toBe(1)
  })

  test('undoes all of it when one part fails, and nothing of its neighbours', async () => {
    const undone = inTransaction(world.deps, async (tx) => {
      await tx.sql.write(...note('undone', 1))
      await tx.record(system, { action: 'test.undone' })
      throw new Error('the second half fails')
    })
    const neighbour = world.deps.db.sql.write(...note('neighbour', 1))
    const [first] = await Promise.allSettled([undone, neighbour])
    expect(first.status).toBe('rejected')
    expect(await noted('undone')).toBeNull()
    expect(await events('test.undone')).toBe(0)
    expect(await noted('neighbour')).toBe(1)
  })

  test('undoes the change when its event cannot be written', async () => {
    const [taken] = await world.deps.db.sql.read('SELECT id FROM audit_event LIMIT 1', [])
    const undone = world.deps.db.sql.transaction(async (tx) => {
      await tx.write(...note('eventless', 1))
      await tx.write(
        "INSERT INTO audit_event (id, at, action, actor_kind, result, pending) VALUES ($1, $2, 'x', 'system', 'ok', false)",
        [String(taken?.id), new Date()],
      )
    })
    await expect(undone).rejects.toThrow()
    expect(await noted('eventless')).toBeNull()
  })

  test('reads what it wrote, and its rows are its own until the commit', async () => {
    await world.deps.db.sql.transaction(async (tx) => {
      await tx.write(...note('own', 7))
      expect(await tx.read('SELECT count FROM rate_limit WHERE key = $1', ['own'])).toHaveLength(1)
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
    const late = await world.deps.db.sql.transaction(async (tx) => tx)
    await expect(late.write(...note('late', 1))).rejects.toThrow('has ended')
  })

  test('many at once each keep their own', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        inTransaction(world.deps, async (tx) => {
          await tx.sql.write(...note(`many-${index}`, index))
          if (index % 3 === 0) throw new Error('every third fails')
          await tx.record(system, { action: 'test.many' })
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
    expect(await events('test.many')).toBe(40)
    expect(await noted('many-3')).toBeNull()
    expect(await noted('many-4')).toBe(4)
  })
})
