import { Circuits } from '../flows/delivery/circuits.ts'
import { mostUnderWay, QueueReader } from '../flows/delivery/webhook-order.ts'
import { deliverEvent, takeDeliveries } from '../flows/delivery/webhooks.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { second } from '../flows/platform/durations.ts'
import type { WebhookEndpoint } from '../flows/platform/webhook-endpoints.ts'
import type { WebhookDelivery } from '../store/beyond-prisma/delivery/webhook-deliveries.ts'
import { RepeatedTask } from './repeated-task.ts'

/** How long an endpoint is left alone at most, by this process, that accepts nothing. */
const longestPause = 60 * second

/** Delivers the events of one endpoint: several at a time, those about the same one after the other. */
export class WebhookLane {
  readonly #taking: RepeatedTask
  readonly #queue: QueueReader
  readonly #underWay = new Map<string, WebhookDelivery>()
  readonly #ending = new Set<Promise<void>>()
  /** An event that fails holds up its subject only; many in a row that fail say something about the endpoint. */
  readonly #circuits = new Circuits(longestPause, mostUnderWay - 1)

  constructor(
    private readonly deps: Deps,
    private readonly endpointId: string,
    lookEvery: number,
    private readonly report: (error: unknown) => void,
  ) {
    this.#queue = new QueueReader(deps.db, endpointId)
    this.#taking = new RepeatedTask(() => this.#take(), lookEvery, report)
  }

  begin(): void {
    this.#taking.begin()
  }

  wake(): void {
    this.#taking.wake()
  }

  /** Resolves when what was under way has been settled. */
  async end(): Promise<void> {
    await this.#taking.end()
    await Promise.all(this.#ending)
  }

  /** Starts as many deliveries as there are places for. Returns how many. */
  async #take(): Promise<number> {
    // The endpoint as it is now: its URL and secret may have changed since the last event.
    const endpoint = this.deps.webhookEndpoints.enabled().find(({ id }) => id === this.endpointId)
    if (!endpoint) return 0
    const limit = this.#circuits.limit(endpoint.url, mostUnderWay, this.deps.now())
    const places = limit - this.#underWay.size
    if (places <= 0) return 0
    const state = { queue: this.#queue, places, probes: limit < mostUnderWay, underWay: this.#underWay }
    const deliveries = await takeDeliveries(this.deps, endpoint, state)
    for (const delivery of deliveries) this.#start(endpoint, delivery)
    return deliveries.length
  }

  #start(endpoint: WebhookEndpoint, delivery: WebhookDelivery): void {
    this.#underWay.set(delivery.eventId, delivery)
    const done = this.#deliver(endpoint, delivery)
      .catch(this.report)
      .then(() => {
        this.#underWay.delete(delivery.eventId)
        this.#ending.delete(done)
        this.#taking.wake()
      })
    this.#ending.add(done)
  }

  async #deliver(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Promise<void> {
    if (await deliverEvent(this.deps, endpoint, delivery)) this.#circuits.answered(endpoint.url)
    else this.#circuits.failed(endpoint.url, this.deps.now())
  }
}
