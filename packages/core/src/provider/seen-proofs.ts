/** Seconds that `iat` of a proof may be before or after the clock (RFC 9449 section 11.1). */
export const proofWindow = 300

interface Proof {
  thumbprint: string
  jti: string
  iat: number
}

/** The proofs of one key. */
interface ProofsOfKey {
  /** `iat` by `jti`, in the order of their arrival. */
  issued: Map<string, number>
  /** Proofs as old as this are refused: some of them were forgotten. */
  refusedUntil: number
}

/**
 * Remembers proofs until their `iat` is too old to be accepted, so that this process accepts none twice (RFC 9449 section 11.1).
 *
 * If there are too many, each key with more than its share of them forgets the older half, and from then on accepts only what was
 * issued after those. So no replay is ever accepted, and a flood costs the caller that sends it: refusing every new proof instead
 * would let one caller lock out all others, and forgetting the oldest of all would let it replay theirs.
 */
export class SeenProofs {
  readonly #keys = new Map<string, ProofsOfKey>()
  readonly #limit: number
  /** Of proofs and keys. */
  #count = 0
  #sweptAt = Number.NEGATIVE_INFINITY

  /** @param limit of proofs and keys, of about a hundred bytes each */
  constructor(limit = 100_000) {
    this.#limit = limit
  }

  /** Returns false for a proof that was seen before, or that may have been; and for every new one if there are too many keys. */
  add({ thumbprint, jti, iat }: Proof, seconds: number): boolean {
    if (this.#count >= this.#limit && this.#sweptAt !== seconds) this.#sweep(seconds)
    const known = this.#keys.get(thumbprint)
    const key = known ?? { issued: new Map<string, number>(), refusedUntil: Number.NEGATIVE_INFINITY }
    if (iat <= key.refusedUntil || key.issued.has(jti) || this.#count >= this.#limit) return false
    key.issued.set(jti, iat)
    this.#keys.set(thumbprint, key)
    this.#count += known ? 1 : 2
    return true
  }

  #sweep(seconds: number): void {
    this.#sweptAt = seconds
    const isOver = (iat: number) => iat < seconds - proofWindow
    for (const [thumbprint, { issued, refusedUntil }] of this.#keys) {
      for (const [jti, iat] of issued) if (isOver(iat)) issued.delete(jti)
      if (issued.size === 0 && isOver(refusedUntil)) this.#keys.delete(thumbprint)
    }
    this.#countAgain()
    if (this.#count < this.#limit * 0.75) return
    const share = this.#limit / 2 / this.#keys.size
    for (const key of this.#keys.values()) if (key.issued.size > share) forgetHalf(key)
    this.#countAgain()
  }

  #countAgain(): void {
    this.#count = this.#keys.size
    for (const { issued } of this.#keys.values()) this.#count += issued.size
  }
}

function forgetHalf(key: ProofsOfKey): void {
  const older = [...key.issued].slice(0, Math.ceil(key.issued.size / 2))
  for (const [jti, iat] of older) {
    key.issued.delete(jti)
    key.refusedUntil = Math.max(key.refusedUntil, iat)
  }
}
