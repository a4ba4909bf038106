import { queuePendingEvents } from '../flows/delivery/webhooks.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { RepeatedTask } from './repeated-task.ts'
import { WebhookLane } from './webhook-lane.ts'

/** Milliseconds between two looks at the queues, without being woken: for what is due again, or was queued elsewhere. */
const lookEvery = 2000

/** Queues events for the webhook endpoints, and delivers them: each endpoint has a lane, so none waits for another. */
export class WebhookLanes {
  readonly #queueing: RepeatedTask
  readonly #lanes = new Map<string, WebhookLane>()
  /** Lanes of endpoints that are gone, and the look at the endpoints that is under way. */
  readonly #ending = new Set<Promise<void>>()
  #known: ReturnType<Deps['webhookEndpoints']['list']> = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly deps: Deps,
    private readonly report: (error: unknown) => void,
  ) {
    this.#queueing = new RepeatedTask(() => this.#queue(), lookEvery, report)
  }

  begin(): void {
    this.#timer = setInterval(() => this.#refresh(), lookEvery).unref()
    this.#queueing.begin()
    this.#open()
  }

  /** An event was recorded, perhaps. */
  wake(): void {
    this.#open()
    if (this.#lanes.size > 0) this.#queueing.wake()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#queueing.end()
    await Promise.all(this.#ending)
    for (const lane of this.#lanes.values()) await lane.end()
  }

  async #queue(): Promise<number> {
    const queued = await queuePendingEvents(this.deps)
    for (const lane of this.#lanes.values()) lane.wake()
    return queued
  }

  /** Endpoints are added, changed and removed while the server runs, by any process. */
  #refresh(): void {
    this.#follow(this.deps.webhookEndpoints.refresh().then(() => this.#open()))
  }

  #follow(work: Promise<void>): void {
    const done = work.catch(this.report).then(() => void this.#ending.delete(done))
    this.#ending.add(done)
  }

  /** A lane for each endpoint that is enabled, and for no other. */
  #open(): void {
    const endpoints = this.deps.webhookEndpoints.list()
    if (endpoints === this.#known || this.#timer === undefined) return
    this.#known = endpoints
    const enabled = new Set(this.deps.webhookEndpoints.enabled().map(({ id }) => id))
    for (const [id, lane] of this.#lanes)
      if (!enabled.has(id)) {
        this.#lanes.delete(id)
        this.#follow(lane.end())
      }
    for (const id of enabled)
      if (!this.#lanes.has(id)) {
        const lane = new WebhookLane(this.deps, id, lookEvery, this.report)
        this.#lanes.set(id, lane)
        lane.begin()
      }
  }
}
