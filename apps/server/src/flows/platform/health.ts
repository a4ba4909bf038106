import type { Logger } from 'pino'
import type { Database } from '../../store/connections/database.ts'
import { isDatabaseUnavailable } from '../../store/connections/errors.ts'
import { ping } from '../../store/connections/sql.ts'
import { incrementCounter } from '../../store/hot/rate-limits.ts'
import { minute } from './durations.ts'

/** Milliseconds that a probe of the database stays valid: asking more often costs nothing more. */
const probeHolds = 2000
/** Milliseconds between two log lines about an unavailable database. */
const logEvery = 10_000

/** Whether the database is available, and what is logged while it is not. */
export class Health {
  #probe: { at: number; serves: Promise<boolean> } | null = null
  #asking = false
  #unlogged = 0
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly now: () => Date,
  ) {}

  /** True while the database reads and writes. A full or read-only one still answers, but nobody could sign in. */
  serves(): Promise<boolean> {
    const now = performance.now()
    if (this.#probe && (this.#asking || now - this.#probe.at < probeHolds)) return this.#probe.serves
    this.#asking = true
    const serves = this.#ask().finally(() => {
      this.#asking = false
    })
    this.#probe = { at: now, serves }
    return serves
  }

  async #ask(): Promise<boolean> {
    try {
      await ping(this.db)
      await incrementCounter(this.db, 'health', minute, this.now())
      await this.db.checkSpace()
      return true
    } catch (error) {
      this.#note(error)
      return false
    }
  }

  /**
   * Takes an error that means that the database is unavailable. That is no bug: it is logged as a warning, once in a while,
   * with the number of what failed. False for any other error.
   */
  report(error: unknown): boolean {
    if (!isDatabaseUnavailable(error)) return false
    // The earlier result is outdated.
    if (!this.#asking) this.#probe = null
    this.#note(error)
    return true
  }

  #note(error: unknown): void {
    this.#unlogged += 1
    const now = performance.now()
    if (now - this.#loggedAt < logEvery) return
    this.log.warn({ failed: this.#unlogged, reason: reasonOf(error) }, 'the database is unavailable')
    this.#unlogged = 0
    this.#loggedAt = now
  }
}

/** A driver's message may repeat the query. */
const reasonOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: string }
  return [name, code].filter(Boolean).join(' ')
}
