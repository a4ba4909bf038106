import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayRange } from '../src/flows/management/deliveries/webhook-deliveries.ts'
import { system } from '../src/flows/platform/audit.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Events told to an application: in order, signed, again when it was away (Standard Webhooks).

const key = Buffer.alloc(32, 7).toString('base64')
let world: TestWorld
let server: Server
let status = 200
const received: { id: string; type: string; valid: boolean; body: string }[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const id = String(request.headers['webhook-id'])
    const signed = `${id}.${request.headers['webhook-timestamp']}.${body}`
    const expected = `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64')}`
    if (status === 200)
      received.push({ id, type: JSON.parse(body).type, valid: request.headers['webhook-signature'] === expected, body })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await openTestWorld({
    WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    WEBHOOK_SECRET: `whsec_${key}`,
  })
})
afterAll(async () => {
  await world?.close()
  server?.closeAllConnections()
  server?.close()
})

const waiting = async () =>
  (await world.deps.db.prisma.auditEvent.count({ where: { pending: true } })) +
  (await world.deps.db.prisma.webhookDelivery.count({ where: { state: 'waiting' } }))
const types = () => received.map(({ type }) => type)

test('what happens is told in its order, signed, and without a secret', async () => {
  const { person } = await world.signIn()
  await expect
    .poll(types)
    .toEqual(expect.arrayContaining(['user.created', 'session.created', 'terms.accepted', 'organization.created']))
  expect(types().indexOf('user.created')).toBeLessThan(types().indexOf('organization.created'))
  expect(received.every(({ valid }) => valid)).toBe(true)
  expect(received.map(({ id }) => id)).toEqual([...received.map(({ id }) => id)].sort())
  expect(received.map(({ body }) => body).join()).not.toMatch(/token|secret/i)
  expect(person).toBeTruthy()
})

test('away for a while: nothing is lost, nothing overtakes, and it can all be told again', async () => {
  await expect.poll(waiting).toBe(0)
  received.length = 0
  status = 503
  await world.signIn()
  await expect
    .poll(async () => world.deps.db.prisma.webhookDelivery.count({ where: { state: 'waiting', attempts: { gt: 0 } } }))
    .toBeGreaterThan(0)
  expect(received).toEqual([])
  status = 200
  world.pass(60_000)
  world.deps.wake()
  await expect.poll(types).toEqual(expect.arrayContaining(['user.created', 'organization.created']))
  expect(types()[0]).toBe('user.created')
  await expect.poll(waiting).toBe(0)
  const told = received.map(({ id }) => id)
  received.length = 0
  const range = { from: told[0] ?? '', to: null }
  expect(await replayRange(world.deps, system, world.deps.webhookEndpoints.list(), range)).toEqual({
    count: told.length,
    next: null,
  })
  const again = () => received.filter(({ type }) => type !== 'webhook.replayed').map(({ id }) => id)
  await expect.poll(again).toEqual(told)
  // And that it was asked for, which is not about the person and may come at any time.
  await expect.poll(types).toContain('webhook.replayed')
})

test('an address inside is refused in production', async () => {
  // LO-10
  const { outboundFetch } = await import('../src/outbound/fetch.ts')
  const guarded = outboundFetch({ allowedHosts: [], allowLoopback: false })
  await expect(guarded('http://169.254.169.254/hook', { method: 'POST', body: '{}' })).rejects.toThrow()
})
