/** Maximum number of entries, of a hundred bytes each. The oldest is removed first. */
const limit = 20_000

/**
 * What this process remembers of the keys and the proofs of bound sessions, where there is no store to remember it for all
 * processes.
 */
export class ProofMemory {
  /** Until when, in seconds since the epoch. */
  readonly #entries = new Map<string, number>()

  /** Records a name. Returns false if it was already recorded. */
  once(name: string, until: number, seconds: number): boolean {
    if (this.has(name, seconds)) return false
    this.#entries.delete(name)
    this.#entries.set(name, until)
    if (this.#entries.size > limit) this.#entries.delete(this.#entries.keys().next().value ?? '')
    return true
  }

  has(name: string, seconds: number): boolean {
    return (this.#entries.get(name) ?? 0) > seconds
  }
}
