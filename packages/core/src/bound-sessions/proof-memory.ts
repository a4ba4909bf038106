/** Maximum number of entries of either kind, of a hundred bytes each. The oldest is removed first. */
const limit = 20_000

/**
 * What this process remembers of the keys and the proofs of bound sessions, where there is no store to remember it for all
 * processes.
 */
export class ProofMemory {
  /** Until when, in seconds since the epoch. */
  readonly #entries = new Map<string, number>()
  /** Of sessions that have ended: apart, since proofs are many. */
  readonly #ended = new Map<string, number>()

  /** Records a name. Returns false if it was already recorded. */
  once(name: string, until: number, seconds: number): boolean {
    if ((this.#entries.get(name) ?? 0) > seconds) return false
    record(this.#entries, name, until)
    return true
  }

  end(id: string, until: number): void {
    record(this.#ended, id, until)
  }

  isEnded(id: string, seconds: number): boolean {
    return (this.#ended.get(id) ?? 0) > seconds
  }
}

function record(entries: Map<string, number>, name: string, until: number): void {
  entries.delete(name)
  entries.set(name, until)
  if (entries.size > limit) entries.delete(entries.keys().next().value ?? '')
}
