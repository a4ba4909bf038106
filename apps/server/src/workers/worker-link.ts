import cluster from 'node:cluster'
import type { WorkerCount, Workers } from '../flows/platform/deps.ts'
import type { MetricsReport, ToParent, ToWorker } from './messages.ts'

/** A worker's side of the connection to its parent (supervisor.ts). */
export class WorkerLink implements Workers {
  /** The first worker speaks for all where one is enough: in the terminal, at start. */
  readonly first: boolean
  #count: WorkerCount = { wanted: 1, listening: 0, complete: false }
  #requests = 0
  readonly #scrapes = new Map<number, (text: string | null) => void>()

  #end: () => void = () => process.exit(0)

  constructor(report: () => Promise<MetricsReport>) {
    this.first = cluster.worker?.id === 1
    // What can't be sent to a parent that was killed. `disconnect` follows, at which node:cluster ends this process.
    cluster.worker?.on('error', () => {})
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'end') this.#end()
      else if (message.kind === 'count') this.#count = message.count
      else if (message.kind === 'metrics') this.#endScrape(message.request, message.text)
      else if (message.kind === 'report')
        report().then(
          (metrics) => this.#send({ kind: 'report', request: message.request, metrics }),
          // The parent goes on without this worker.
          () => {},
        )
    })
  }

  /** What to do when the parent asks the worker to end. Until this is said, the process exits. */
  onEnd(end: () => void): void {
    this.#end = end
  }

  /** Of the last message about it. */
  count(): WorkerCount {
    return this.#count
  }

  /** The metrics of all workers together, as text. Rejects if the parent can't collect them. */
  async allMetrics(): Promise<string> {
    const request = ++this.#requests
    const text = await new Promise<string | null>((resolve) => {
      this.#scrapes.set(request, resolve)
      this.#send({ kind: 'metrics', request })
    })
    if (text === null) throw new Error('the metrics of all workers could not be collected')
    return text
  }

  #endScrape(request: number, text: string | null): void {
    this.#scrapes.get(request)?.(text)
    this.#scrapes.delete(request)
  }

  #send(message: ToParent): void {
    process.send?.(message)
  }
}
