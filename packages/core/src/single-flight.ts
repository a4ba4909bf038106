import type { Session } from './session.ts'

/** A token that dies within this many seconds is refreshed. */
export const refreshEarly = 30
/** A result serves at least this long those who come late with the same refresh token, in seconds, and while its token is good. */
const resultAge = 30
/** Results in memory, of some kilobytes each. The oldest goes first. */
const resultLimit = 5000

/** What a refresh has made. `expiresAt` in seconds since the epoch. */
export interface Refreshed {
  session: Session
  token: string
  /** The refresh token that came with it, or stayed. */
  refreshToken: string | undefined
  setCookies: readonly string[]
  expiresAt: number
}

interface Refresh {
  running: Promise<Refreshed>
  /** Once it has succeeded. */
  result?: Refreshed
  /** Seconds since the epoch. */
  until: number
}

/** One refresh at a time per refresh token, and its result for whoever comes late with the same one. */
export class Refreshes {
  readonly #all = new Map<string, Refresh>()
  readonly #seconds: () => number

  constructor(seconds: () => number) {
    this.#seconds = seconds
  }

  /** True when nothing can be found: then nobody needs to decrypt a token to ask. */
  get none(): boolean {
    return this.#all.size === 0
  }

  /** The refresh on which a token is being spent, or was. */
  find(refreshToken: string | undefined): Refresh | undefined {
    const entry = refreshToken === undefined ? undefined : this.#all.get(refreshToken)
    return entry && entry.until > this.#seconds() ? entry : undefined
  }

  begin(refreshToken: string, running: Promise<Refreshed>): Refresh {
    const entry: Refresh = { running, until: Number.POSITIVE_INFINITY }
    for (const [key, { until }] of this.#all) {
      if (until > this.#seconds() && this.#all.size < resultLimit) break
      this.#all.delete(key)
    }
    this.#all.set(refreshToken, entry)
    running.then(
      (result) => {
        entry.result = result
        entry.until = Math.max(this.#seconds() + resultAge, result.expiresAt - refreshEarly)
      },
      // A failure is forgotten at once.
      () => this.#all.get(refreshToken) === entry && this.#all.delete(refreshToken),
    )
    return entry
  }

  /** After a logout: a request that is still on its way brings nothing back. */
  forget(refreshToken: string | undefined): void {
    if (refreshToken === undefined) return
    this.#all.delete(refreshToken)
    // Nor does one that was sent with the token before.
    for (const [before, { result }] of this.#all) if (result?.refreshToken === refreshToken) this.forget(before)
  }
}
