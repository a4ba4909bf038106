/**
 * The clock of a test server: the machine's, moved forward by `advance`. Applications in other processes keep theirs.
 *
 * @example
 * ```ts
 * import { startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * await vestibule.clock.advance(8 * 86_400) // whoever was idle for a week has to sign in again
 * ```
 */
export interface Clock {
  now(): Date
  /** Seconds. A clock never goes back: what was issued would be from the future. */
  advance(seconds: number): Promise<void>
}

/** @param advanced does what a server does as time passes */
export function createClock(advanced: () => Promise<unknown>): Clock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    async advance(seconds) {
      if (!(Number.isFinite(seconds) && seconds >= 0))
        throw new RangeError(`clock.advance takes seconds, from 0 on; it was given ${seconds}`)
      offset += seconds * 1000
      await advanced()
    },
  }
}
