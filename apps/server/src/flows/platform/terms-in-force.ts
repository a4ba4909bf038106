import type { Config } from '../../config/settings.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findTermsInForce } from '../../store/hot/terms.ts'
import { RefreshedValues } from './themes/refreshed-values.ts'

/** The terms of the server: what people accept before they go on. */
export interface Terms {
  version: string
  /** Null if we have the text. */
  url: string | null
  /** Markdown. */
  text: string | null
  /** Until then, those who accepted an earlier version may go on. */
  graceUntil: Date | null
}

/**
 * The terms in force, in memory, because every sign-in asks for them: those of the environment, else those that were published
 * in the console. What is published on another replica is in force within seconds.
 */
export class TermsInForce {
  readonly #published: RefreshedValues<Terms | null>
  readonly #config: Pick<Config, 'terms'>

  constructor({ db, config, now }: { db: SqlStore; config: Pick<Config, 'terms'>; now(): Date }) {
    const read = async () => {
      const found = await findTermsInForce(db)
      return found && { ...found, url: null }
    }
    this.#published = new RefreshedValues(read, null, now)
    this.#config = config
  }

  /** What is held, for callers that can't wait. */
  held(): Terms | null {
    return this.#config.terms ?? this.#published.held('')
  }

  async load(): Promise<Terms | null> {
    return this.#config.terms ?? this.#published.load('')
  }

  /** This process has changed them. */
  outdate(): void {
    this.#published.outdate('')
  }
}
