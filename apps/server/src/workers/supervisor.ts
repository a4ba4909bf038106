import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import type { Logger } from 'pino'
import type { AggregatorRegistry } from 'prom-client'
import type { MetricsReport, ToParent, ToWorker } from './messages.ts'

/** Milliseconds before a worker that failed is replaced: at once, and later each time that one lives shorter than `longLife`. */
const pauses = [0, 1000, 2000, 5000, 10_000, 30_000]
const longLife = 60_000
/** The longest of these pauses while no worker listens: nobody is served meanwhile. */
const pauseWithoutWorkers = 2000
/** Milliseconds until a worker that was asked to end is killed: longer than it lets requests finish. */
const endTimeout = 32_000

/**
 * The parent of processes that share a port (node:cluster): it starts them, replaces those that end, and passes on what
 * concerns all. It opens no database and answers no request.
 */
export class Supervisor {
  readonly #metrics = new CollectedMetrics()
  readonly #listening = new Set<Worker>()
  readonly #startedAt = new Map<Worker, number>()
  #shortLives = 0
  #complete = false
  #ended: (() => void) | null = null

  /** @param wanted how many workers */
  constructor(
    private readonly wanted: number,
    private readonly log: Logger,
  ) {}

  /**
   * Starts the first worker, which migrates the database, and the others when it listens. Ends this process if the first one
   * can't start: it has said why.
   */
  async start(): Promise<void> {
    // All accept from one queue, which outlives each of them, and the parent holds no connection (docs/decisions/0020).
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal))
    cluster.on('listening', (worker) => this.#onListening(worker))
    cluster.on('message', (worker, { kind }: ToParent) => {
      if (kind === 'metrics') this.#sendMetrics(worker)
    })
    const first = this.#fork()
    await new Promise((resolve) => first.once('listening', resolve))
    for (let started = 1; started < this.wanted; started++) this.#fork()
  }

  /** The metrics of all workers together, in the text format of Prometheus. */
  metrics(): Promise<string> {
    return this.#metrics.text([...this.#listening])
  }

  /** Lets every worker finish what it is doing. Resolves when all have ended. */
  async end(): Promise<void> {
    if (this.#ended) return
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve
    })
    if (this.#startedAt.size === 0) return
    this.#signal('SIGTERM')
    const late = setTimeout(() => this.kill(), endTimeout)
    await ended
    clearTimeout(late)
  }

  /** Ends every worker at once. */
  kill(): void {
    this.#signal('SIGKILL')
  }

  #signal(name: NodeJS.Signals): void {
    for (const worker of this.#startedAt.keys()) worker.process.kill(name)
  }

  #fork(): Worker {
    const worker = cluster.fork()
    worker.on('error', (error) => this.log.warn({ err: error }, 'a message to a worker was lost'))
    this.#startedAt.set(worker, performance.now())
    return worker
  }

  #onListening(worker: Worker): void {
    this.#listening.add(worker)
    this.#complete ||= this.#listening.size >= this.wanted
    this.#tellCount()
  }

  #onExit(worker: Worker, code: number | null, signal: string | null): void {
    const startedAt = this.#startedAt.get(worker) ?? 0
    const neverServed = this.#listening.size === 0 && !this.#complete && this.#startedAt.size === 1
    this.#startedAt.delete(worker)
    const asked = this.#listening.delete(worker) && code === 0
    this.#metrics.retire(worker)
    if (this.#ended) {
      if (this.#startedAt.size === 0) this.#ended()
      return
    }
    if (neverServed) process.exit(code ?? 1)
    const pause = asked ? 0 : this.#pauseAfter(performance.now() - startedAt)
    this.log.warn({ pid: worker.process.pid, code, signal, pause }, 'a worker ended; another one starts')
    setTimeout(() => {
      if (!this.#ended) this.#fork()
    }, pause)
    this.#tellCount()
  }

  /** Milliseconds until a worker is replaced that nobody asked to end. */
  #pauseAfter(life: number): number {
    this.#shortLives = life < longLife ? this.#shortLives + 1 : 0
    const pause = pauses[Math.min(this.#shortLives, pauses.length) - 1] ?? 0
    return this.#listening.size === 0 ? Math.min(pause, pauseWithoutWorkers) : pause
  }

  #tellCount(): void {
    const count = { wanted: this.wanted, listening: this.#listening.size, complete: this.#complete }
    for (const worker of this.#listening) send(worker, { kind: 'count', count })
  }

  async #sendMetrics(worker: Worker): Promise<void> {
    const text = await this.metrics().catch((error: unknown) => {
      this.log.error({ err: error }, 'collecting the metrics of the workers failed')
      return null
    })
    send(worker, { kind: 'metrics', text })
  }
}

/** A worker that ends meanwhile hears nothing, and needs to hear nothing. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

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
