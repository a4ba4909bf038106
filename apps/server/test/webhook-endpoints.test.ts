import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Keyring } from '../src/crypto/keyring.ts'
import { newId } from '../src/crypto/random.ts'
import {
  getDelivery,
  listDeliveries,
  replayDelivery,
  replayFailed,
  replayLimit,
  replayTo,
  testEndpoint,
} from '../src/flows/management/deliveries/webhook-deliveries.ts'
import {
  changeEndpoint,
  createEndpoint,
  type EndpointForm,
  listEndpoints,
  removeEndpoint,
  rotateEndpointSecret,
} from '../src/flows/management/deliveries/webhook-endpoints.ts'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Several webhook endpoints: each in its own order, so that one that does not answer holds up only itself.

const day = 86_400_000
const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

/** An application that notes what it is sent, and answers as it is told to. */
interface Receiver {
  url: string
  server: Server
  status: number
  answer: string
  received: { id: string; type: string; headers: IncomingMessage['headers']; body: string }[]
}

async function openReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (receiver.status === 200)
      receiver.received.push({
        id: String(request.headers['webhook-id']),
        type: JSON.parse(body).type,
        headers: request.headers,
        body,
      })
    response.writeHead(receiver.status).end(receiver.answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    server,
    status: 200,
    answer: 'thank you',
    received: [],
  }
  return receiver
}

const isSigned = ({ headers, body }: Receiver['received'][number], secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let first: Receiver
  let second: Receiver
  beforeAll(async () => {
    first = await openReceiver()
    second = await openReceiver()
    world = await openTestWorld({}, { database })
  })
  afterAll(async () => {
    await world?.close()
    for (const { server } of [first, second]) {
      server.closeAllConnections()
      server.close()
    }
  })
  beforeEach(async () => {
    for (const { id, stored } of await listEndpoints(world.deps, operator))
      if (stored) await removeEndpoint(world.deps, operator, id)
    await settled()
    for (const receiver of [first, second]) Object.assign(receiver, { status: 200, answer: 'thank you', received: [] })
  })

  const settled = () =>
    expect.poll(async () => world.deps.db.prisma.auditEvent.count({ where: { pending: true } })).toBe(0)
  const create = (form: Partial<EndpointForm> & { url: string }) =>
    createEndpoint(world.deps, operator, { name: '', actions: [], disabled: false, ...form })
  /** Records events, in their order. */
  const record = (...actions: ('member.removed' | 'member.joined' | 'team.created')[]) =>
    inTransaction(world.deps, async (tx) => {
      for (const action of actions) await tx.record(system, { action })
    })
  const types = ({ received }: Receiver) => received.map(({ type }) => type)
  const later = (ms: number) => {
    world.pass(ms)
    world.deps.wake()
  }

  test('each gets what its filter names, signed with its own secret', async () => {
    const one = await create({ url: first.url, actions: ['member.*'] })
    const other = await create({ url: second.url, actions: ['team.created'] })
    expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await record('member.joined', 'team.created', 'member.removed')
    await expect.poll(() => types(first)).toEqual(['member.joined', 'member.removed'])
    await expect.poll(() => types(second)).toEqual(['team.created'])
    expect(first.received.every((request) => isSigned(request, one.secret))).toBe(true)
    expect(second.received.every((request) => isSigned(request, other.secret))).toBe(true)
    expect(second.received.some((request) => isSigned(request, one.secret))).toBe(false)
    // The secret is not stored in a way that could be read.
    const rows = await world.deps.db.sql.read('SELECT * FROM webhook_endpoint', [])
    expect(JSON.stringify(rows)).not.toContain(one.secret.slice('whsec_'.length))
  })

  test('a dead one holds up only itself, and misses nothing', async () => {
    const dead = await create({ url: first.url, actions: ['member.*'] })
    await create({ url: second.url, actions: ['member.*'] })
    first.status = 503
    first.answer = 'we are <b>away</b>'
    await record('member.joined', 'member.removed')
    await expect.poll(() => types(second)).toEqual(['member.joined', 'member.removed'])
    await expect
      .poll(async () => (await world.deps.db.prisma.webhookAttempt.count({ where: { endpointId: dead.id } })) > 0)
      .toBe(true)
    const search = { endpointId: dead.id, state: null, before: null, limit: 10 }
    const waiting = await listDeliveries(world.deps, operator, search)
    expect(waiting.map(({ state, event }) => [state, event?.action])).toEqual([
      ['waiting', 'member.removed'],
      ['waiting', 'member.joined'],
    ])
    expect(waiting[1]?.lastAttempt).toMatchObject({ status: 503, answer: 'we are <b>away</b>' })
    first.status = 200
    await expect
      .poll(() => {
        later(60_000)
        return types(first)
      })
      .toEqual(['member.joined', 'member.removed'])
  })

  test('keeps the last five attempts, a kilobyte of each answer, and gives up after three days', async () => {
    const { id } = await create({ url: first.url, actions: ['member.*'] })
    first.status = 500
    first.answer = 'x'.repeat(5000)
    await record('member.removed')
    const attempts = () => world.deps.db.prisma.webhookAttempt.findMany({ where: { endpointId: id } })
    const delivery = () => world.deps.db.prisma.webhookDelivery.findFirst({ where: { endpointId: id } })
    await expect
      .poll(async () => {
        later(3_600_000)
        return (await delivery())?.attempts ?? 0
      })
      .toBeGreaterThan(6)
    expect((await attempts()).length).toBeLessThanOrEqual(6)
    expect((await attempts())[0]?.answer).toHaveLength(1024)
    later(3 * day)
    await expect
      .poll(async () => {
        later(3_600_000)
        return (await delivery())?.state
      })
      .toBe('failed')
    // What failed can be sent again, and then it is young again.
    first.status = 200
    expect(await replayFailed(world.deps, operator, id)).toBe(1)
    await expect.poll(() => types(first)).toEqual(['member.removed'])
    expect(await replayFailed(world.deps, operator, id)).toBe(0)
  })

  test('a secret is rotated: for a day both sign', async () => {
    const { id, secret } = await create({ url: first.url, actions: ['member.*'] })
    const next = await rotateEndpointSecret(world.deps, operator, id)
    expect(next).not.toBe(secret)
    await record('member.joined')
    await expect.poll(() => first.received.length).toBe(1)
    expect(first.received.map((request) => [isSigned(request, next), isSigned(request, secret)])).toEqual([
      [true, true],
    ])
    world.pass(day + 1)
    await record('member.removed')
    await expect.poll(() => first.received.length).toBe(2)
    expect(first.received.map((request) => isSigned(request, secret))).toEqual([true, false])
    expect(isSigned(first.received[1] as Receiver['received'][number], next)).toBe(true)
  })

  test('changes at the same moment do not undo each other, and a form sent twice makes one secret', async () => {
    // It must not want the events of its own changes: they would arrive or not, by the order of the three.
    const { id, secret } = await create({ url: first.url, actions: ['team.*'] })
    const before = (await listEndpoints(world.deps, operator)).find((endpoint) => endpoint.id === id)?.stored
    await Promise.all([
      changeEndpoint(world.deps, operator, id, { url: second.url }),
      changeEndpoint(world.deps, operator, id, { disabled: true }),
      changeEndpoint(world.deps, operator, id, { actions: ['member.*'] }),
    ])
    const row = await world.deps.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ url: second.url, actions: 'member.*', disabledAt: expect.any(Date) })

    await changeEndpoint(world.deps, operator, id, { disabled: false })
    const shown = (await listEndpoints(world.deps, operator)).find((endpoint) => endpoint.id === id)?.stored?.updatedAt
    world.pass(1000)
    const next = await rotateEndpointSecret(world.deps, operator, id, shown)
    world.pass(1000)
    for (const readAt of [shown, before?.updatedAt])
      await expect(rotateEndpointSecret(world.deps, operator, id, readAt)).rejects.toMatchObject({
        reason: 'changed-meanwhile',
      })
    await record('member.removed')
    await expect.poll(() => types(second)).toEqual(['member.removed'])
    const [received] = second.received
    expect(received && [secret, next].map((signer) => isSigned(received, signer))).toEqual([true, true])
  })

  test('one delivery is sent again, with the same id; a test event is sent at once', async () => {
    const { id } = await create({ url: first.url, actions: ['member.*'] })
    await record('member.joined')
    await expect.poll(() => first.received.length).toBe(1)
    const eventId = first.received[0]?.id ?? ''
    await replayDelivery(world.deps, operator, id, eventId)
    await expect.poll(() => first.received.map((request) => request.id)).toEqual([eventId, eventId])
    await expect.poll(async () => (await getDelivery(world.deps, operator, id, eventId)).attemptsMade.length).toBe(2)
    const details = await getDelivery(world.deps, operator, id, eventId)
    expect(details).toMatchObject({ payload: first.received[0]?.body })
    expect(details.attemptsMade[0]).toMatchObject({ status: 200, answer: 'thank you' })

    const tested = await testEndpoint(world.deps, operator, id)
    expect(tested.accepted).toBe(true)
    expect(types(first)).toEqual(['member.joined', 'member.joined', 'webhook.tested'])
    expect(await getDelivery(world.deps, operator, id, tested.eventId)).toMatchObject({ state: 'delivered' })
    first.status = 410
    const refused = await testEndpoint(world.deps, operator, id)
    expect(refused.accepted).toBe(false)
    expect(await getDelivery(world.deps, operator, id, refused.eventId)).toMatchObject({ state: 'failed' })
  })

  test('CO-13: 1,000 events of 50,000 are sent again at most, and it says where to go on', async () => {
    const { prisma } = world.deps.db
    const { id } = await create({ url: first.url, actions: ['team.created'], disabled: false })
    const begin = new Date(world.deps.now().getTime() - 40 * day)
    const events = Array.from({ length: replayLimit + 5 }, (_, index) => {
      const at = new Date(begin.getTime() + index)
      return { id: newId(at), at, action: 'team.created', actorKind: 'system', result: 'ok' }
    })
    await prisma.auditEvent.createMany({ data: events })
    // Nobody is called meanwhile: this is about the queue.
    first.status = 500
    const range = { from: begin, to: new Date(begin.getTime() + day) }
    const replayed = await replayTo(world.deps, operator, id, range)
    expect(replayed).toEqual({ count: replayLimit, next: events[replayLimit]?.id })
    expect(await prisma.webhookDelivery.count({ where: { endpointId: id, state: 'waiting' } })).toBe(replayLimit)
    const rest = await replayTo(world.deps, operator, id, { ...range, from: replayed.next ?? '' })
    expect(rest).toEqual({ count: 5, next: null })
    await prisma.auditEvent.deleteMany({ where: { id: { in: events.map((event) => event.id) } } })
  })

  test.each([
    ['http://169.254.169.254/latest', 'private-host'],
    ['http://10.0.0.7/hook', 'private-host'],
    ['http://[fd00::1]/hook', 'private-host'],
    ['ftp://example.com/hook', 'invalid-url'],
    ['https://user:secret@example.com/hook', 'invalid-url'],
    ['https://example.com/hook#part', 'invalid-url'],
    ['not a url', 'invalid-url'],
    ['', 'required'],
    [`https://example.com/${'x'.repeat(3000)}`, 'too-long'],
  ])('CO-13: the URL %s is refused', async (url, problem) => {
    await expect(create({ url })).rejects.toMatchObject({ field: 'url', problem })
    const { id } = await create({ url: first.url })
    await expect(changeEndpoint(world.deps, operator, id, { url })).rejects.toMatchObject({ problem })
  })

  test('CO-13: a name that leads into a private network is refused when it is called', async () => {
    const { id } = await create({ url: first.url, actions: ['member.*'] })
    // As if it had been entered before the guard knew it, or by someone who writes to the database.
    await world.deps.db.prisma.webhookEndpoint.updateMany({ where: { id }, data: { url: 'http://10.1.2.3/hook' } })
    const tested = await testEndpoint(world.deps, operator, id)
    expect(tested.accepted).toBe(false)
    const { attemptsMade } = await getDelivery(world.deps, operator, id, tested.eventId)
    expect(attemptsMade[0]).toMatchObject({ status: null, answer: 'the host is on a private network' })
  })

  test('unknown actions, long names and one endpoint too many are refused', async () => {
    await expect(create({ url: first.url, actions: ['member.eaten'] })).rejects.toMatchObject({
      field: 'actions',
      problem: 'unknown-action',
    })
    await expect(create({ url: first.url, name: 'x'.repeat(101) })).rejects.toMatchObject({ problem: 'too-long' })
    await expect(create({ url: first.url, name: 'a\u202eb' })).rejects.toMatchObject({ problem: 'unreadable' })
    for (let count = 0; count < 20; count += 1) await create({ url: first.url, disabled: true })
    await expect(create({ url: first.url })).rejects.toMatchObject({ problem: 'too-many-endpoints' })
  })

  test('a disabled one is not called and gets nothing new; a removed one neither', async () => {
    const { id } = await create({ url: first.url, actions: ['member.*'] })
    await changeEndpoint(world.deps, operator, id, { disabled: true })
    await record('member.joined')
    await expect(testEndpoint(world.deps, operator, id)).rejects.toMatchObject({ reason: 'forbidden' })
    await changeEndpoint(world.deps, operator, id, { disabled: false })
    await record('member.removed')
    await expect.poll(() => types(first)).toEqual(['member.removed'])
    await removeEndpoint(world.deps, operator, id)
    await record('member.joined')
    await settled()
    expect(types(first)).toEqual(['member.removed'])
    await expect(testEndpoint(world.deps, operator, id)).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('CO-63: a client of one organization may see and change none', async () => {
    const bound = { kind: 'client', id: 'acme', network: '::/48', organizationId: 'org' } as const
    await expect(listEndpoints(world.deps, bound)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(
      createEndpoint(world.deps, bound, { name: '', url: first.url, actions: [], disabled: false }),
    ).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('what was delivered is forgotten after 30 days', async () => {
    const { prisma } = world.deps.db
    const { id } = await create({ url: first.url, actions: ['member.*'] })
    await record('member.joined')
    await expect.poll(() => types(first)).toEqual(['member.joined'])
    world.pass(31 * day)
    await new Sweeper(world.deps).sweep()
    expect(await prisma.webhookDelivery.count({ where: { endpointId: id } })).toBe(0)
    expect(await prisma.webhookAttempt.count({ where: { endpointId: id } })).toBe(0)
  })
})

test('a secret outlives the SECRET that it was sealed under, if a server has run with both', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-webhooks-'))
  const file = join(folder, 'vestibule.db')
  const [old, young] = ['an old secret of at least 32 bytes: 01', 'a new secret of at least 32 bytes: 02']
  const first = await openTestWorld({ SECRET: old }, { file })
  const form = { name: '', url: 'http://127.0.0.1:9/hook', actions: ['member.*'], disabled: false }
  const { id, secret } = await createEndpoint(first.deps, operator, form)
  const rotated = await rotateEndpointSecret(first.deps, operator, id)
  await first.close()
  const second = await openTestWorld({ SECRET: `${young},${old}` }, { file })
  const stored = await second.deps.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } })
  const open = (sealed: string | null) => `whsec_${new Keyring([young]).open('webhook-secret', sealed ?? '')}`
  expect([open(stored.secret), open(stored.previousSecret)]).toEqual([rotated, secret])
  await second.close()
  rmSync(folder, { recursive: true, force: true })
})
