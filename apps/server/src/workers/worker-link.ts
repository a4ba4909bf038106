import cluster from 'node:cluster'
import type { WorkerCount, Workers } from '../flows/platform/deps.ts'
import type { MetricsReport, RequestMessage, ResponseMessage, ToParent, ToWorker } from './messages.ts'
import { requestMessage, requestOf, responseMessage, responseOf } from './request-messages.ts'

/** Answers a request of a connection, as an app's `fetch`. */
type Fetch = (
  request: Request,
  env: { incoming: { socket: { remoteAddress: string } } },
) => Response | Promise<Response>

/** A worker's side of the connection to its parent (supervisor.ts). */
export class WorkerLink implements Workers {
  /** The first worker speaks for all where one is enough: in the terminal, at start. */
  readonly first: boolean
  #count: WorkerCount = { wanted: 1, listening: 0, complete: false }
  #oldest = false
  #requests = 0
  readonly #scrapes = new Map<number, (text: string | null) => void>()
  readonly #asked = new Map<number, (response: ResponseMessage | null) => void>()

  #end: () => void = () => process.exit(0)
  #replaceOldest: () => void = () => {}
  #fetch: Fetch = () => new Response(null, { status: 503 })

  constructor(report: () => Promise<MetricsReport>) {
    this.first = cluster.worker?.id === 1
    // What can't be sent to a parent that was killed. `disconnect` follows, at which node:cluster ends this process.
    cluster.worker?.on('error', () => {})
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'end') this.#end()
      else if (message.kind === 'count') this.#note(message)
      else if (message.kind === 'metrics') resolveRequest(this.#scrapes, message.request, message.text)
      else if (message.kind === 'answered') resolveRequest(this.#asked, message.request, message.response)
      else if (message.kind === 'answer') this.#answer(message.request, message.message)
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

  /** What to do when this worker is the oldest one because the one before it has ended. */
  onReplacingOldest(act: () => void): void {
    this.#replaceOldest = act
  }

  /** What answers the requests that other workers got for the oldest one. */
  answerWith(fetch: Fetch): void {
    this.#fetch = fetch
  }

  /** Of the last message about it. */
  count(): WorkerCount {
    return this.#count
  }

  async askOldest(request: Request, remoteAddress: string): Promise<Response | null> {
    if (this.#oldest) return null
    const message = await requestMessage(request, remoteAddress)
    const response = await this.#ask(this.#asked, (id) => ({ kind: 'answer', request: id, message }))
    return response && responseOf(response)
  }

  /** The metrics of all workers together, as text. Rejects if the parent can't collect them. */
  async allMetrics(): Promise<string> {
    const text = await this.#ask(this.#scrapes, (request) => ({ kind: 'metrics', request }))
    if (text === null) throw new Error('the metrics of all workers could not be collected')
    return text
  }

  #note({ count, oldest }: { count: WorkerCount; oldest: boolean }): void {
    this.#count = count
    if (oldest && !this.#oldest && !this.first) this.#replaceOldest()
    this.#oldest = oldest
  }

  async #answer(request: number, message: RequestMessage): Promise<void> {
    const env = { incoming: { socket: { remoteAddress: message.remoteAddress } } }
    const response = await Promise.resolve(this.#fetch(requestOf(message), env))
      .then(responseMessage)
      .catch(() => null)
    this.#send({ kind: 'answered', request, response })
  }

  #ask<Answer>(
    waiting: Map<number, (answer: Answer) => void>,
    question: (request: number) => ToParent,
  ): Promise<Answer> {
    const request = ++this.#requests
    return new Promise((resolve) => {
      waiting.set(request, resolve)
      this.#send(question(request))
    })
  }

  #send(message: ToParent): void {
    process.send?.(message)
  }
}

function resolveRequest<Answer>(waiting: Map<number, (answer: Answer) => void>, request: number, answer: Answer): void {
  waiting.get(request)?.(answer)
  waiting.delete(request)
}
