import type { Worker } from 'node:cluster'
import type { RequestMessage, ResponseMessage, ToWorker } from './messages.ts'

type Send = (worker: Worker, message: ToWorker) => void

interface RelayedRequest {
  asking: Worker
  /** The number that the asking worker gave it. */
  request: number
  oldest: Worker
}

/** In the parent: requests that a worker got, and that the oldest worker answers. */
export class RelayedRequests {
  #requests = 0
  readonly #open = new Map<number, RelayedRequest>()

  constructor(private readonly send: Send) {}

  /** Passes a request on. Without another worker, the asking one is told at once that there is no answer. */
  pass(asking: Worker, request: number, message: RequestMessage, oldest: Worker | undefined): void {
    if (!oldest || oldest === asking) {
      this.send(asking, { kind: 'answered', request, response: null })
      return
    }
    this.#requests += 1
    this.#open.set(this.#requests, { asking, request, oldest })
    this.send(oldest, { kind: 'answer', request: this.#requests, message })
  }

  answer(relayed: number, response: ResponseMessage | null): void {
    const found = this.#open.get(relayed)
    this.#open.delete(relayed)
    if (found) this.send(found.asking, { kind: 'answered', request: found.request, response })
  }

  /** The worker has ended: nobody waits for it, and it waits for nothing. */
  drop(worker: Worker): void {
    for (const [relayed, { oldest, asking }] of this.#open)
      if (oldest === worker) this.answer(relayed, null)
      else if (asking === worker) this.#open.delete(relayed)
  }
}
