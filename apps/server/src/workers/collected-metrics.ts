import type { Worker } from 'node:cluster'
import type { MetricsReport, ToParent, ToWorker } from './messages.ts'

/** Milliseconds that a worker has to report its metrics. A scrape goes on without one that is stuck. */
const timeout = 2000

/** The metrics of all workers, added up by the parent. */
export class CollectedMetrics {
  #requests = 0
  readonly #last = new Map<Worker, MetricsReport>()
  /** What workers that have ended had counted: a counter never goes down, or Prometheus would count from zero again. */
  #ended: Promise<MetricsReport> = Promise.resolve([])

  /** In the text format of Prometheus. */
  async text(workers: readonly Worker[]): Promise<string> {
    await Promise.all(
      workers.map(async (worker) => {
        const report = await this.#ask(worker)
        if (report && worker.isConnected()) this.#last.set(worker, report)
      }),
    )
    // A worker that ends meanwhile leaves the one and is added to the other.
    for (;;) {
      const adding = this.#ended
      const ended = await adding
      if (adding === this.#ended) return (await sumOf([...this.#last.values(), ended])).metrics()
    }
  }

  /** The worker has ended. Several may end at once. */
  async retire(worker: Worker): Promise<void> {
    const report = this.#last.get(worker)
    this.#last.delete(worker)
    if (!report) return
    const counted = report.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    const before = this.#ended
    const after = before.then(async (ended) => (await sumOf([ended, counted])).getMetricsAsJSON())
    this.#ended = after.catch(() => before)
    await after
  }

  #ask(worker: Worker): Promise<MetricsReport | null> {
    const request = ++this.#requests
    const question: ToWorker = { kind: 'report', request }
    return new Promise((resolve) => {
      const finish = (report: MetricsReport | null) => {
        clearTimeout(late)
        worker.off('message', onMessage)
        worker.off('exit', onExit)
        resolve(report)
      }
      const onMessage = (message: ToParent) => {
        if (message.kind === 'report' && message.request === request) finish(message.metrics)
      }
      const onExit = () => finish(null)
      const late = setTimeout(onExit, timeout)
      worker.on('message', onMessage)
      worker.once('exit', onExit)
      if (worker.isConnected()) worker.send(question, () => {})
      else finish(null)
    })
  }
}

/** Imported only where metrics are served. */
async function sumOf(reports: MetricsReport[]) {
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(reports)
}
