import { equalsInConstantTime, newLinkSecret } from './random.ts'

/** A link that this process made and that works once. It is in memory only. */
export class OneTimeLink {
  readonly secret = newLinkSecret()
  readonly #expiresAt: number
  readonly #now: () => Date
  #redeemed = false

  /** @param lifetime in milliseconds */
  constructor(now: () => Date, lifetime: number) {
    this.#now = now
    this.#expiresAt = now().getTime() + lifetime
  }

  opens(secret: string): boolean {
    return !this.#redeemed && this.#now().getTime() < this.#expiresAt && equalsInConstantTime(secret, this.secret)
  }

  /** True for the one who redeems it. */
  redeem(secret: string): boolean {
    if (!this.opens(secret)) return false
    this.#redeemed = true
    return true
  }
}
