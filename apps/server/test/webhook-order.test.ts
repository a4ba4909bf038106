import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { Circuits } from '../src/flows/delivery/circuits.ts'
import {
  chooseDeliveries,
  DeliveryOrder,
  mostUnderWay,
  QueueReader,
  subjectsOf,
} from '../src/flows/delivery/webhook-order.ts'
import { type EventDetails, inTransaction, system } from '../src/flows/platform/audit.ts'
import { lockingDatabases } from './support/databases.ts'
import { freshPostgres } from './support/postgres.ts'
import { openTestWorld, type TestWorld, type TestWorldOptions } from './support/world.ts'

// Webhooks leave several at a time: those of one subject in their order, whatever becomes of the others.

interface Request {
  id: string
  /** The person that the event is about. */
  about: string
}

/** An application that `answers` with a status, and notes what it accepted. */
class Receiver {
  readonly server: Server
  readonly accepted: Request[] = []
  /** How often each event came. */
  readonly tries = new Map<string, number>()
  /** Requests under way, and the most there were. */
  readonly open: Request[] = []
  most = 0
  /** Requests that came while another one about the same was under way. */
  readonly overlapping: Request[] = []
  answers: (request: Request, tries: number) => number | Promise<number> = () => 200

  constructor() {
    this.server = createServer(async (incoming, response) => {
      let body = ''
      for await (const chunk of incoming) body += chunk
      const request = { id: String(incoming.headers['webhook-id']), about: JSON.parse(body).data.target?.id }
      if (this.open.some(({ about }) => about === request.about)) this.overlapping.push(request)
      this.open.push(request)
      this.most = Math.max(this.most, this.open.length)
      const tries = (this.tries.get(request.id) ?? 0) + 1
      this.tries.set(request.id, tries)
      const status = await this.answers(request, tries)
      this.open.splice(this.open.indexOf(request), 1)
      if (status === 200) this.accepted.push(request)
      response.writeHead(status).end()
    })
  }

  async listen(): Promise<Record<string, string>> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const { port } = this.server.address() as AddressInfo
    return {
      WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    }
  }

  idsAbout(person: string): string[] {
    return this.accepted.filter(({ about }) => about === person).map(({ id }) => id)
  }

  get attempts(): number {
    return [...this.tries.values()].reduce((sum, tries) => sum + tries, 0)
  }
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openReceiver(): Promise<{ receiver: Receiver; env: Record<string, string> }> {
  const receiver = new Receiver()
  const env = await receiver.listen()
  closers.push(() => {
    receiver.server.closeAllConnections()
    receiver.server.close()
  })
  return { receiver, env }
}

async function openWorld(env: Record<string, string>, options: TestWorldOptions): Promise<TestWorld> {
  const world = await openTestWorld(env, options)
  closers.push(() => world.close())
  return world
}

/** Records an event about each of these people, in this order. Returns the ids. */
const record = (world: TestWorld, people: readonly string[]): Promise<string[]> =>
  inTransaction(world.deps, async (tx) => {
    const ids: string[] = []
    for (const person of people) ids.push(await tx.record(system, about(person)))
    return ids
  })
const about = (person: string): EventDetails => ({ action: 'user.updated', target: ['user', person] })

test('what an event is about: its organization, its target, and whoever acts', () => {
  const nothing = { organizationId: null, actorKind: 'system', actorId: null, targetKind: null, targetId: null }
  expect(subjectsOf(nothing)).toEqual([''])
  expect(subjectsOf({ ...nothing, organizationId: 'o', targetKind: 'user', targetId: 'u' })).toEqual([
    'organization:o',
    'user:u',
  ])
  expect(subjectsOf({ ...nothing, actorKind: 'user', actorId: 'u', targetKind: 'session', targetId: 's' })).toEqual([
    'user:u',
    'session:s',
  ])
  // One client of the management API may do everything.
  expect(subjectsOf({ ...nothing, actorKind: 'client', actorId: 'c', targetKind: 'user', targetId: 'u' })).toEqual([
    'user:u',
  ])
})

test('whatever waits holds up what comes after it and shares a subject, also by way of a third', () => {
  const order = new DeliveryOrder()
  const add = (eventId: string, organizationId: string | null, targetId: string | null, isDue = true, attempts = 0) => {
    const parties = { organizationId, actorKind: 'system', actorId: null, targetKind: targetId && 'user', targetId }
    order.add({ eventId, attempts, dueAt: null, ...parties }, isDue)
  }
  add('postponed', null, 'ada', false, 3)
  add('held by ada', 'acme', 'ada')
  add('held by acme', 'acme', 'bob')
  add('held by bob', null, 'bob')
  add('free', null, 'carol')
  add('after it', null, 'carol')
  add('again', null, 'dora', true, 1)
  expect(order.free).toEqual({ fresh: ['free'], tried: ['again'] })
})

test('what was tried before takes half of the places, and the last place of a probe only if nothing is fresh', () => {
  const free = { fresh: ['f1', 'f2', 'f3'], tried: Array.from({ length: 20 }, (_, index) => `t${index}`) }
  const choose = (places: number, probes: boolean, repeated: number, { fresh, tried } = free) =>
    chooseDeliveries({ fresh, tried }, { places, probes, repeated })
  expect(choose(16, false, 0)).toEqual([...free.tried.slice(0, 8), 'f1', 'f2', 'f3'])
  expect(choose(8, false, 8)).toEqual(['f1', 'f2', 'f3'])
  expect(choose(2, false, 6)).toEqual(['t0', 't1'])
  expect(choose(1, true, 0)).toEqual(['f1'])
  expect(choose(1, true, 0, { ...free, fresh: [] })).toEqual(['t0'])
})

test('a long queue of one subject is read on for a tenth of the time at most', async () => {
  const row = { attempts: 0, due_at: null, organization_id: 'acme', actor_kind: 'system' }
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ ...row, event_id: String(index).padStart(5, '0') }))
  let [elapsed, read] = [0, 0]
  const sql = {
    read: async (_statement: unknown, [, after, limit]: readonly unknown[]) => {
      const from = after === '' ? 0 : Number(after) + 1
      const page = rows.slice(from, from + Number(limit))
      elapsed += 10
      read += page.length
      return page as never[]
    },
    write: async () => [],
    heldRoles: new Map(),
  }
  const queue = new QueueReader({ sql }, 'endpoint', () => elapsed)
  const readOnce = async () => {
    read = 0
    expect(await queue.readFree(new Date(), new Map(), 16)).toEqual({ fresh: ['00000'], tried: [] })
    return read
  }
  expect(await readOnce()).toBeGreaterThanOrEqual(10_000)
  const thorough = elapsed
  expect(await readOnce()).toBeLessThan(100)
  elapsed += 9 * thorough
  expect(await readOnce()).toBeGreaterThanOrEqual(10_000)
})

test('failures that are tolerated pause nothing; one success starts the count again', () => {
  const circuits = new Circuits(60_000, 2)
  const now = new Date()
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) circuits.failed('x', now)
    return circuits.limit('x', 16, now)
  }
  expect(fail(2)).toBe(16)
  circuits.answered('x')
  expect(fail(2)).toBe(16)
  expect(fail(1)).toBe(0)
  expect(circuits.limit('x', 16, new Date(now.getTime() + 2000))).toBe(1)
})

describe.each(lockingDatabases)('on %s', (database) => {
  test('two processes send several at a time: each person’s in their order, none twice, none lost', async () => {
    const { receiver, env } = await openReceiver()
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-order-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const url = database === 'postgresql' ? await freshPostgres() : `file:${join(folder, 'v.db')}`
    // Two processes share a file as two workers do.
    const options: TestWorldOptions = { url, clock: 'running' }
    const worlds = [
      await openWorld({ ...env, WORKERS: '2' }, options),
      await openWorld({ ...env, WORKERS: '2' }, options),
    ] as const
    const people = Array.from({ length: 20 }, (_, index) => `person-${index}`)
    receiver.answers = async ({ id }, tries) => {
      await sleep(Number.parseInt(id.slice(-2), 16) / 10 || 1)
      return tries === 1 && /[05]$/.test(id) ? 500 : 200
    }
    const recorded: string[][] = []
    for (let round = 0; round < 10; round++) recorded.push(await record(worlds[round % 2] ?? worlds[0], people))
    await expect.poll(() => receiver.accepted.length).toBe(200)
    for (const [index, person] of people.entries())
      expect(receiver.idsAbout(person)).toEqual(recorded.map((ids) => ids[index]))
    expect(receiver.overlapping).toEqual([])
    expect(receiver.most).toBeGreaterThan(2)
    expect(receiver.most).toBeLessThanOrEqual(2 * mostUnderWay)
  })

  test('an event that fails holds up what is about the same, and nothing else', async () => {
    const { receiver, env } = await openReceiver()
    const world = await openWorld(env, { database })
    receiver.answers = ({ about }) => (about === 'ada' ? 500 : 200)
    const ids = await record(
      world,
      Array.from({ length: 100 }, () => 'ada'),
    )
    await expect.poll(() => receiver.tries.get(ids[0] ?? '')).toBe(1)
    const others = await record(world, ['bob', 'carol', 'bob'])
    await expect.poll(() => receiver.accepted.map(({ id }) => id).sort()).toEqual(others)
    expect(receiver.idsAbout('bob')).toEqual([others[0], others[2]])
    expect([...receiver.tries.keys()].filter((id) => ids.includes(id))).toEqual([ids[0]])

    receiver.answers = () => 200
    await expect
      .poll(() => {
        world.pass(2000)
        world.deps.wake()
        return receiver.idsAbout('ada')
      })
      .toEqual(ids)
  })

  test('an endpoint that accepts nothing is asked with one event after each pause, and then gets all', async () => {
    const { receiver, env } = await openReceiver()
    const world = await openWorld(env, { database })
    receiver.answers = () => 503
    const people = Array.from({ length: 100 }, (_, index) => `person-${index}`)
    const ids = await record(world, people)
    await expect.poll(() => receiver.attempts).toBeGreaterThanOrEqual(mostUnderWay)
    let pauses = 0
    await expect
      .poll(() => {
        world.pass(2000)
        world.deps.wake()
        pauses += 1
        return pauses > 10 && receiver.attempts > mostUnderWay + 2
      })
      .toBe(true)
    // Those that were under way when the sixteenth failed were tried too.
    expect(receiver.attempts).toBeLessThan(2 * mostUnderWay + pauses)

    receiver.answers = () => 200
    await expect
      .poll(() => {
        world.pass(2000)
        world.deps.wake()
        return receiver.accepted.map(({ id }) => id).sort()
      })
      .toEqual(ids)
  })
})
