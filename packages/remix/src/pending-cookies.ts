/** Maximum number of entries. The oldest is removed first: core delivers a refresh again, and a lost stamp costs one more attempt. */
const limit = 1000

/**
 * Cookies of guards that have not been set on a response yet. Routers call loaders with requests of their own, so that the loader
 * and the middleware find each other by the Cookie header: the same header means the same browser.
 */
export class PendingCookies {
  readonly #entries = new Map<string, readonly string[]>()

  put(cookieHeader: string | null, setCookies: readonly string[]): void {
    if (!cookieHeader || setCookies.length === 0) return
    this.#entries.delete(cookieHeader)
    this.#entries.set(cookieHeader, setCookies)
    if (this.#entries.size > limit) this.#entries.delete(this.#entries.keys().next().value ?? '')
  }

  take(cookieHeader: string | null): readonly string[] {
    const setCookies = this.#entries.get(cookieHeader ?? '') ?? []
    this.#entries.delete(cookieHeader ?? '')
    return setCookies
  }
}
