import type { Worker } from 'node:cluster'
import { on } from 'node:events'
import type { AggregatorRegistry } from 'prom-client'
import type { MetricsReport, ToParent, ToWorker } from './messages.ts'

/** Milliseconds that a worker has to report its metrics. A scrape goes on without one that is stuck. */
const timeout = 2000

/**
 * The metrics of all workers, added up by the parent. `clusterMetrics()` of prom-client forgets what an ended worker had
 * counted, and fails if one is stuck.
 */
export class CollectedMetrics {
  readonly #last = new Map<Worker, MetricsReport>()
  /** What workers that have ended had counted: a counter never goes down, or Prometheus would count from zero again. */
  #ended: MetricsReport = []
  #sumOf: typeof AggregatorRegistry.aggregate | null = null

  /** In the text format of Prometheus. */
  async text(workers: readonly Worker[]): Promise<string> {
    // Imported only where metrics are served.
    const { AggregatorRegistry } = await import('prom-client')
    this.#sumOf = AggregatorRegistry.aggregate
    await Promise.all(workers.map((worker) => this.#ask(worker)))
    return this.#sumOf([...this.#last.values(), this.#ended]).metrics()
  }

  /** The worker has ended. */
  retire(worker: Worker): void {
    const report = this.#last.get(worker)
    this.#last.delete(worker)
    if (!report || !this.#sumOf) return
    const counted = report.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    this.#ended = this.#sumOf([this.#ended, counted]).getMetricsAsArray() as unknown as MetricsReport
  }

  async #ask(worker: Worker): Promise<void> {
    if (!worker.isConnected()) return
    const messages = on(worker, 'message', { close: ['exit'], signal: AbortSignal.timeout(timeout) })
    const question: ToWorker = { kind: 'report' }
    worker.send(question, () => {})
    try {
      for await (const [message] of messages as AsyncIterable<[ToParent]>)
        if (message.kind === 'report' && worker.isConnected()) {
          this.#last.set(worker, message.metrics)
          return
        }
    } catch {
      // It didn't answer in time: what it reported last counts.
    }
  }
}
