import { LeastRecentlyUsed } from './clients/least-recently-used.ts'

const limit = 50_000
/** How many keys are kept. */
const keyLimit = 1000

/** A public key with its thumbprint. */
export interface ProofKey {
  jkt: string
  key: CryptoKey
}

/**
 * The DPoP proofs that were used at the resources of this process. They are not stored: they are of
 * requests that change nothing (`verifyClientToken`). The oldest makes room for a new one.
 */
export class SeenProofs {
  /**
   * The keys of proofs whose signature was right, by the header that they came in: a client makes one, and to import it and to take
   * its thumbprint costs as much as to verify a signature by it.
   */
  readonly keys = new LeastRecentlyUsed<string, ProofKey>(keyLimit)
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
