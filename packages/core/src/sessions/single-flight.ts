import type { Session } from '../model/session.ts'
import type { LoadedSession } from './session-storage.ts'

/** Access tokens are refreshed this many seconds before they expire. */
export const refreshEarly = 30
/** Seconds for which the result of a refresh serves later requests with the same refresh token, at least. */
const resultAge = 30
/** Maximum number of results in memory, of a few kilobytes each. The oldest is removed first. */
const resultLimit = 5000

/** The result of a refresh. `expiresAt` is in seconds since the epoch. */
export interface Refreshed {
  session: Session
  token: string
  /** The new refresh token, or the same if the provider does not rotate them. */
  refreshToken: string | undefined
  setCookies: readonly string[]
  expiresAt: number
}

interface Refresh {
  /** The session that the token belongs to. */
  owner: string
  running: Promise<Refreshed>
  /** Present when the refresh has succeeded. */
  result?: Refreshed
  /** Seconds since the epoch. */
  until: number
}

/** A person could put the session of one cookie and the tokens of another together. What their refresh brings belongs to one session. */
export const ownerOf = ({ session: { user, sid }, mark }: LoadedSession): string =>
  JSON.stringify([user.sub, sid, mark?.id])

/** Runs one refresh per refresh token at a time, and serves its result to later requests that still carry the old token. */
export class Refreshes {
  readonly #entries = new Map<string, Refresh>()
  readonly #seconds: () => number

  constructor(seconds: () => number) {
    this.#seconds = seconds
  }

  /** True when there are no entries: callers need not decrypt a token to look for one. */
  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** The refresh that is using a token, or has used it. */
  find(refreshToken: string | undefined): Refresh | undefined {
    const entry = refreshToken === undefined ? undefined : this.#entries.get(refreshToken)
    return entry && entry.until > this.#seconds() ? entry : undefined
  }

  begin(refreshToken: string, owner: string, running: Promise<Refreshed>): Refresh {
    const entry: Refresh = { owner, running, until: Number.POSITIVE_INFINITY }
    for (const [key, { until }] of this.#entries) {
      if (until > this.#seconds() && this.#entries.size < resultLimit) break
      this.#entries.delete(key)
    }
    this.#entries.set(refreshToken, entry)
    running.then(
      (result) => {
        entry.result = result
        const { refreshToken: next, expiresAt, session } = result
        entry.until = Math.max(this.#seconds() + resultAge, expiresAt - refreshEarly)
        // A provider that does not rotate refresh tokens is asked again as soon as the session is stale.
        if (next === refreshToken) entry.until = Math.min(entry.until, session.freshUntil)
      },
      // A failed refresh is not remembered.
      () => this.#entries.get(refreshToken) === entry && this.#entries.delete(refreshToken),
    )
    return entry
  }

  /** Called at logout, so that a request still in flight cannot bring the session back. */
  forget(refreshToken: string | undefined): void {
    if (refreshToken === undefined) return
    this.#entries.delete(refreshToken)
    // Nor can a request that carries the token before it.
    for (const [previous, { result }] of this.#entries) if (result?.refreshToken === refreshToken) this.forget(previous)
  }
}
