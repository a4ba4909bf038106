/** Rows that are read at a time. */
const batch = 200
/**
 * How often a process looks for what requests miss, in a window of milliseconds: what strangers make up costs no more
 * than that, and what was made a moment ago is found although somebody has just looked for something else.
 */
const looks = { limit: 20, window: 10_000 }

interface RowsInMemoryOptions<Row> {
  /** The rows that were changed after this number, in the order of their numbers. */
  readAfter(changeNumber: number, limit: number): Promise<Row[]>
  /** Takes over a row that is new or was changed. */
  apply(row: Row): void
  now(): Date
}

/**
 * The rows of a table that every request needs and that seldom change: each process holds all of them in memory, so a
 * request asks no database. Every change gets the next number (`nextChangeNumber`), and a process reads what came after
 * the last number that it knows: after its own changes, every two seconds, and when a request misses something that
 * another process may have made a moment ago. So no row may be deleted: what is gone is a change, too.
 */
export class RowsInMemory<Row extends { changeNumber: number }> {
  readonly #options: RowsInMemoryOptions<Row>
  #last = 0
  #looks = { since: Number.NEGATIVE_INFINITY, count: 0 }
  #reading: Promise<unknown> = Promise.resolve()

  constructor(options: RowsInMemoryOptions<Row>) {
    this.#options = options
  }

  /** Reads everything that was committed before the call. Returns how many rows had changed. */
  refresh(): Promise<number> {
    // One after the other: what a refresh that is under way does not see, the next one does.
    const refreshed = this.#reading.then(() => this.#read())
    this.#reading = refreshed.catch(() => {})
    return refreshed
  }

  /** The same for a request that misses something, unless that was too often of late. True if anything had changed. */
  async refreshForMiss(): Promise<boolean> {
    const now = this.#options.now().getTime()
    if (Math.abs(now - this.#looks.since) >= looks.window) this.#looks = { since: now, count: 0 }
    if (this.#looks.count >= looks.limit) return false
    this.#looks.count += 1
    return (await this.refresh()) > 0
  }

  async #read(): Promise<number> {
    let changed = 0
    for (;;) {
      const rows = await this.#options.readAfter(this.#last, batch)
      for (const row of rows) {
        this.#options.apply(row)
        this.#last = row.changeNumber
      }
      changed += rows.length
      if (rows.length < batch) return changed
    }
  }
}
