import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { ToWorker } from '../src/workers/messages.ts'
import { CollectedMetrics } from '../src/workers/supervisor.ts'

/** A worker as far as its parent sees it. */
function openWorker(requests: number) {
  const registry = new Registry()
  new Counter({ name: 'requests_total', help: 'Requests.', registers: [registry] }).inc(requests)
  new Gauge({ name: 'waiting', help: 'Waiting.', registers: [registry] }).set(requests)
  const worker = new EventEmitter() as EventEmitter & { connected: boolean }
  worker.connected = true
  return Object.assign(worker, {
    isConnected: () => worker.connected,
    send: async ({ kind }: ToWorker) => worker.emit('message', { kind, metrics: await registry.getMetricsAsJSON() }),
  }) as unknown as Worker & { connected: boolean }
}

const sampleOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])

test('what workers have counted stays when they end, also when all end at once and while somebody asks', async () => {
  const metrics = new CollectedMetrics()
  const workers = [openWorker(1), openWorker(20), openWorker(300)]
  expect(sampleOf(await metrics.text(workers), 'requests_total')).toBe(321)
  const [first, ...others] = workers
  const asked = metrics.text(first ? [first] : [])
  for (const worker of others) {
    Object.assign(worker, { connected: false })
    metrics.retire(worker)
  }
  expect(sampleOf(await asked, 'requests_total')).toBe(321)
  const after = await metrics.text(first ? [first] : [])
  expect([sampleOf(after, 'requests_total'), sampleOf(after, 'waiting')]).toEqual([321, 1])
})
