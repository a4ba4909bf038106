import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const day = 86_400_000

describe.each(['sqlite', 'postgresql'] as const)('sweeping %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ AUDIT_RETENTION: '864000' }, { database, background: false })
  })
  afterAll(() => world.close())

  const from = (days: number) => new Date(world.deps.now().getTime() + days * day)

  test('thousands of dead rows go in one go, and none of the living', async () => {
    // EC-32, ST-19
    const { sql, prisma } = world.deps.db
    const add = (id: string, expiresAt: Date) =>
      sql.write('INSERT INTO revoked_token (id, expires_at) VALUES ($1, $2)', [id, expiresAt])
    // Keys that do not sort by time, living ones among the dead.
    await Promise.all(Array.from({ length: 3000 }, (_, i) => add(`row-${i}`, from(i % 10 === 0 ? 1 : -2))))
    await new Sweeper(world.deps).sweep()
    const left = await prisma.revokedToken.findMany({ where: { id: { startsWith: 'row-' } } })
    expect(left).toHaveLength(300)
    expect(left.every((one) => one.expiresAt > world.deps.now())).toBe(true)
  })

  test('what died today is still known: a second use is recognised', async () => {
    // ST-19
    const { sql, prisma } = world.deps.db
    await sql.write('INSERT INTO used_assertion (id, expires_at) VALUES ($1, $2)', ['today', from(-0.5)])
    await sql.write('INSERT INTO used_assertion (id, expires_at) VALUES ($1, $2)', ['long-ago', from(-1.5)])
    await new Sweeper(world.deps).sweep()
    expect((await prisma.usedAssertion.findMany()).map(({ id }) => id)).toEqual(['today'])
  })

  test('of the ways around company sign-in, those that expired go', async () => {
    const { prisma } = world.deps.db
    const organizationId = newId(world.deps.now())
    await prisma.organization.create({
      data: { id: organizationId, name: 'Acme', slug: 'acme', createdAt: world.deps.now() },
    })
    const data = Array.from({ length: 700 }, (_, count) => ({
      ...{ sessionId: `session-${count}`, organizationId, userId: 'ada', createdAt: from(-3) },
      expiresAt: from(count < 2 ? 1 : -2),
    }))
    await prisma.ssoBypass.createMany({ data })
    await new Sweeper(world.deps).sweep()
    const left = await prisma.ssoBypass.findMany({ orderBy: { sessionId: 'asc' } })
    expect(left.map(({ sessionId }) => sessionId)).toEqual(['session-0', 'session-1'])
  })

  test('the audit log is kept for AUDIT_RETENTION, and whatever still waits for the webhook', async () => {
    const { prisma } = world.deps.db
    const add = async (days: number, pending: boolean, count = 1) => {
      const at = from(days)
      const data = Array.from({ length: count }, () => ({
        id: newId(at),
        at,
        action: 'x',
        actorKind: 'system',
        result: 'ok',
        pending,
      }))
      await prisma.auditEvent.createMany({ data })
      return data.map(({ id }) => id)
    }
    const old = await add(-11, false, 1200)
    const waiting = await add(-11, true)
    const young = await add(-9, false)
    await new Sweeper(world.deps).sweep()
    const left = new Set((await prisma.auditEvent.findMany({ select: { id: true } })).map(({ id }) => id))
    expect(old.filter((id) => left.has(id))).toEqual([])
    expect([...waiting, ...young].map((id) => left.has(id))).toEqual([true, true])
  })
})
