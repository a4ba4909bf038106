/** A map of bounded size: what was used longest ago makes room for what is new. */
export class LeastRecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, Value>()

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.limit) this.#entries.delete(this.#entries.keys().next().value as Key)
  }

  get size(): number {
    return this.#entries.size
  }
}
