/** How long nothing is sent to a destination that did not answer, in milliseconds: twice as long each time. */
const shortestPause = 2000

/**
 * Destinations that did not answer. After a failure, nothing is sent for a while, then one message as a probe; when that
 * arrives, all the others follow. Each process has its own: a replica learns of a failure by its own first timeout.
 */
export class Circuits {
  readonly #failing = new Map<string, { failures: number; until: number }>()

  /** `tolerated`: how many failures in a row are no reason to pause. */
  constructor(
    private readonly longestPause: number,
    private readonly tolerated = 0,
  ) {}

  /** How many deliveries to a destination may go on at the same time. */
  limit(destination: string, limit: number, now: Date): number {
    const failing = this.#failing.get(destination)
    if (!failing || failing.failures <= this.tolerated) return limit
    return now.getTime() < failing.until ? 0 : 1
  }

  answered(destination: string): void {
    this.#failing.delete(destination)
  }

  /** Failures of deliveries that were in progress at the same time count as one. */
  failed(destination: string, now: Date): void {
    const failures = this.#failing.get(destination) ?? { failures: 0, until: 0 }
    if (now.getTime() < failures.until) return
    const excess = failures.failures - this.tolerated
    const pause = excess < 0 ? 0 : Math.min(shortestPause * 2 ** excess, this.longestPause)
    this.#failing.set(destination, { failures: failures.failures + 1, until: now.getTime() + pause })
  }
}
