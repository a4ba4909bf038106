/** Seconds that `iat` of a proof may be before or after the clock (RFC 9449 section 11.1). */
export const proofWindow = 300

interface Proof {
  /** Whose access token it is for: a caller has as many keys as they like. */
  caller: string
  /** Of the proof, among all of this caller's. */
  id: string
  iat: number
}

interface ProofsOfCaller {
  /** `iat` by `id`, in the order of their arrival. */
  issued: Map<string, number>
  /** Proofs as old as this are refused: some of them were forgotten. */
  refusedUntil: number
}

/**
 * Remembers proofs until their `iat` is too old to be accepted, so that this process accepts none twice (RFC 9449 section 11.1).
 *
 * If there are too many, each caller with more than its share of them forgets the older half, and from then on accepts only what was
 * issued after those. So no replay is ever accepted, and a flood costs the caller that sends it: refusing every new proof instead
 * would let one caller lock out all others, and forgetting the oldest of all would let it replay theirs.
 */
export class SeenProofs {
  readonly #callers = new Map<string, ProofsOfCaller>()
  readonly #limit: number
  /** Of proofs and callers. */
  #count = 0
  #sweptAt = Number.NEGATIVE_INFINITY

  /** @param limit of proofs and callers, of about a hundred bytes each */
  constructor(limit = 100_000) {
    this.#limit = limit
  }

  /** Returns false for a proof that was seen before, or that may have been; and for every new one if there are too many callers. */
  add({ caller, id, iat }: Proof, seconds: number): boolean {
    if (this.#count >= this.#limit && this.#sweptAt !== seconds) this.#sweep(seconds)
    const known = this.#callers.get(caller)
    const proofs = known ?? { issued: new Map<string, number>(), refusedUntil: Number.NEGATIVE_INFINITY }
    if (iat <= proofs.refusedUntil || proofs.issued.has(id) || this.#count >= this.#limit) return false
    proofs.issued.set(id, iat)
    this.#callers.set(caller, proofs)
    this.#count += known ? 1 : 2
    return true
  }

  #sweep(seconds: number): void {
    this.#sweptAt = seconds
    const isOver = (iat: number) => iat < seconds - proofWindow
    for (const [caller, { issued, refusedUntil }] of this.#callers) {
      for (const [id, iat] of issued) if (isOver(iat)) issued.delete(id)
      if (issued.size === 0 && isOver(refusedUntil)) this.#callers.delete(caller)
    }
    this.#countAgain()
    if (this.#count < this.#limit * 0.75) return
    const share = this.#limit / 2 / this.#callers.size
    for (const proofs of this.#callers.values()) if (proofs.issued.size > share) forgetHalf(proofs)
    this.#countAgain()
  }

  #countAgain(): void {
    this.#count = this.#callers.size
    for (const { issued } of this.#callers.values()) this.#count += issued.size
  }
}

function forgetHalf(proofs: ProofsOfCaller): void {
  const older = [...proofs.issued].slice(0, Math.ceil(proofs.issued.size / 2))
  for (const [id, iat] of older) {
    proofs.issued.delete(id)
    proofs.refusedUntil = Math.max(proofs.refusedUntil, iat)
  }
}
