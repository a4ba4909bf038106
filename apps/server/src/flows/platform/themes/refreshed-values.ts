import { second } from '../durations.ts'

/** How long what was read counts as current. */
const freshFor = 3 * second
/** Entries that are held; the one that was read longest ago goes first. */
const capacity = 2000

interface Entry<T> {
  value: T
  /** Milliseconds since 1970. */
  readAt: number
  reading: Promise<void> | null
}

/** Values by name in memory, read again when they are asked for and older than some seconds. */
export class RefreshedValues<T> {
  readonly #entries = new Map<string, Entry<T>>()

  /** `absent` stands for what has not been read yet. */
  constructor(
    private readonly read: (name: string) => Promise<T>,
    private readonly absent: T,
    private readonly now: () => Date,
  ) {}

  /** What is held, for callers that can't wait. If it is old, reading it again begins. */
  held(name: string): T {
    void this.load(name)
    return this.#entries.get(name)?.value ?? this.absent
  }

  /** The value, read at most some seconds ago. If it can't be read, the one that was read last. */
  async load(name: string): Promise<T> {
    let entry = this.#entries.get(name)
    if (entry && Math.abs(this.now().getTime() - entry.readAt) < freshFor) return entry.value
    entry ??= { value: this.absent, readAt: 0, reading: null }
    entry.reading ??= this.#refresh(name, entry)
    await entry.reading
    return entry.value
  }

  /** The next caller reads it again. A read that is under way may still return the former value. */
  outdate(name: string): void {
    const entry = this.#entries.get(name)
    if (entry) this.#entries.set(name, { value: entry.value, readAt: 0, reading: null })
  }

  async #refresh(name: string, entry: Entry<T>): Promise<void> {
    // Written last: the least recently read entry comes first.
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > capacity && oldest !== undefined) this.#entries.delete(oldest)
    try {
      entry.value = await this.read(name)
      entry.readAt = this.now().getTime()
    } catch {
      // A missing database is reported by whatever else the request reads.
    } finally {
      entry.reading = null
    }
  }
}
