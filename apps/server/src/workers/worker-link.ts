import cluster from 'node:cluster'
import type { WorkerCount, Workers } from '../flows/platform/deps.ts'
import type { MetricsReport, ToParent, ToWorker } from './messages.ts'

/** A worker's side of the connection to its parent (supervisor.ts). */
export class WorkerLink implements Workers {
  /** The first worker speaks for all where one is enough: in the terminal, at start. */
  readonly first = cluster.worker?.id === 1
  #count: WorkerCount = { wanted: 1, listening: 0, complete: false }
  readonly #scrapes: ((text: string | null) => void)[] = []

  constructor(report: () => Promise<MetricsReport>) {
    // What can't be sent to a parent that was killed. `disconnect` follows, at which node:cluster ends this process.
    cluster.worker?.on('error', () => {})
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'count') this.#count = message.count
      else if (message.kind === 'metrics') this.#scrapes.shift()?.(message.text)
      else if (message.kind === 'report')
        report().then(
          (metrics) => send({ kind: 'report', metrics }),
          // The parent goes on without this worker.
          () => {},
        )
    })
  }

  /** Of the last message about it. */
  count(): WorkerCount {
    return this.#count
  }

  /** The metrics of all workers together, as text. Rejects if the parent can't collect them. */
  async allMetrics(): Promise<string> {
    const text = await new Promise<string | null>((resolve) => {
      this.#scrapes.push(resolve)
      send({ kind: 'metrics' })
    })
    if (text === null) throw new Error('the metrics of all workers could not be collected')
    return text
  }
}

const send = (message: ToParent) => process.send?.(message)
