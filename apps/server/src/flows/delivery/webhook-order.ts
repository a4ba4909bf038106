import {
  type EventParties,
  type WaitingDelivery,
  waitingDeliveries,
} from '../../store/beyond-prisma/delivery/webhook-deliveries.ts'
import type { SqlStore } from '../../store/connections/sql.ts'

/** Deliveries to an endpoint that one process has under way at the same time, and how many of them were tried before. */
export const mostUnderWay = 16
const mostRepeated = 8

/** Deliveries that are read at first, then at a time, and at most. Few are read while nothing is held up. */
const firstPage = 64
const page = 1000
const mostRead = 10_000

/**
 * The subjects of an event. Two events that share a subject arrive in order: those of an organization, and those of a
 * person, who acts or is acted upon. Events about nothing in particular share one subject.
 */
export function subjectsOf({ organizationId, actorKind, actorId, targetKind, targetId }: EventParties): string[] {
  const subjects = [
    organizationId === null ? '' : `organization:${organizationId}`,
    actorKind === 'user' ? `user:${actorId}` : '',
    targetKind === null ? '' : `${targetKind}:${targetId}`,
  ].filter(Boolean)
  return subjects.length > 0 ? subjects : ['']
}

/** Deliveries that wait for no other one, by the ids of their events, the oldest first. */
interface FreeDeliveries {
  /** Never tried. */
  fresh: string[]
  tried: string[]
}

/**
 * Sorts out the waiting deliveries that may begin. They are added in their order: each one holds up those after it that are
 * about the same, whether it begins now, was postponed, is under way, or waits itself.
 */
export class DeliveryOrder {
  readonly free: FreeDeliveries = { fresh: [], tried: [] }
  readonly #held = new Set<string>()

  add(delivery: WaitingDelivery, isDue: boolean): void {
    const subjects = subjectsOf(delivery)
    if (isDue && !subjects.some((subject) => this.#held.has(subject)))
      this.free[delivery.attempts === 0 ? 'fresh' : 'tried'].push(delivery.eventId)
    for (const subject of subjects) this.#held.add(subject)
  }
}

/**
 * Which of them begin. Those that were tried before take half of the places at most, so that events which an endpoint never
 * accepts leave some for others. `probes`: the endpoint accepts nothing, so one that was never tried says more than one
 * that it may never accept.
 */
export function chooseDeliveries(
  { fresh, tried }: FreeDeliveries,
  { places, probes, repeated }: { places: number; probes: boolean; repeated: number },
): string[] {
  const chosen = probes ? [...fresh, ...tried] : [...tried.slice(0, Math.max(0, mostRepeated - repeated)), ...fresh]
  return chosen.slice(0, places)
}

/** Reads the queue of an endpoint. */
export class QueueReader {
  #readsOnFrom = 0

  /** `elapsed`: milliseconds of a clock that nobody sets. */
  constructor(
    private readonly db: SqlStore,
    private readonly endpointId: string,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /**
   * Reads until `limit` deliveries are found that were never tried, or the oldest 10,000 are read. If many wait for one
   * subject, reading on for each of them would be all that this process does, so it takes a tenth of the time at most.
   */
  async readFree(now: Date, underWay: { has(eventId: string): boolean }, limit: number): Promise<FreeDeliveries> {
    const order = new DeliveryOrder()
    const began = this.elapsed()
    let after = ''
    let read = 0
    for (let size = firstPage; read < mostRead; size = page) {
      const waiting = await waitingDeliveries(this.db, { endpointId: this.endpointId, after, limit: size })
      for (const delivery of waiting) {
        const isDue = delivery.dueAt === null || delivery.dueAt <= now
        order.add(delivery, isDue && !underWay.has(delivery.eventId))
      }
      read += waiting.length
      if (order.free.fresh.length >= limit || waiting.length < size || began < this.#readsOnFrom) break
      after = waiting.at(-1)?.eventId ?? after
    }
    if (read > firstPage) this.#readsOnFrom = this.elapsed() + 9 * (this.elapsed() - began)
    return order.free
  }
}
