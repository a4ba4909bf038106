/** Cookie headers with something waiting. The oldest goes first: core brings a refresh again, and a lost stamp asks once more. */
const limit = 1000

/**
 * Cookies that a guard has made, until something that sees the answer writes them. Routers call loaders with requests of their
 * own making, so the two meet by the Cookie header: whoever sends the same one is the same browser.
 */
export class WaitingCookies {
  readonly #all = new Map<string, readonly string[]>()

  put(cookieHeader: string | null, setCookies: readonly string[]): void {
    if (!cookieHeader || setCookies.length === 0) return
    this.#all.delete(cookieHeader)
    this.#all.set(cookieHeader, setCookies)
    if (this.#all.size > limit) this.#all.delete(this.#all.keys().next().value ?? '')
  }

  take(cookieHeader: string | null): readonly string[] {
    const setCookies = this.#all.get(cookieHeader ?? '') ?? []
    this.#all.delete(cookieHeader ?? '')
    return setCookies
  }
}
