const limit = 50_000

/**
 * The DPoP proofs that were used at the resources of this process. They are not stored: they are of
 * requests that change nothing (`verifyClientToken`). The oldest makes room for a new one.
 */
export class SeenProofs {
  /** When each may be forgotten, in milliseconds since the epoch, the oldest first. */
  readonly #until = new Map<string, number>()

  /** False if it is there already. */
  add(id: string, { now, until }: { now: number; until: number }): boolean {
    if (this.#until.has(id)) return false
    for (const [oldest, end] of this.#until) {
      if (end > now && this.#until.size < limit) break
      this.#until.delete(oldest)
    }
    this.#until.set(id, until)
    return true
  }
}
