import type { Limit } from '../../config/settings.ts'
import { digest } from '../../crypto/random.ts'
import { incrementCounter, readCounter } from '../../store/hot/rate-limits.ts'
import type { Deps } from './deps.ts'

/** Seconds until the next attempt is allowed, or null if it is allowed now. */
export type Wait = number | null

/** The name of the limit on mails to an address. Budgets of known devices begin with it. */
export const mailLimit = (address: string): string => `mail:${digest(address)}`

/** The name of the limit on wrong codes of an address. */
export const codeFailureLimit = (address: string): string => `code-failures:${digest(address)}`

/** Counts an event against every limit, stopping at the first that is exceeded. */
export async function consumeLimit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  limits: readonly Limit[],
): Promise<Wait> {
  for (const { count, window } of limits) {
    const seen = await incrementCounter(db, `${name}/${window}`, window, now())
    if (seen.count > count) return seconds(seen.resetAt, now())
  }
  return null
}

/** Counts an event against every limit. @throws TooManyAttempts when one is exceeded */
export async function enforceLimit(
  deps: Pick<Deps, 'db' | 'now'>,
  name: string,
  limits: readonly Limit[],
): Promise<void> {
  const wait = await consumeLimit(deps, name, limits)
  if (wait !== null) throw new TooManyAttempts(wait)
}

/** Whether a limit is used up, without counting. */
export async function checkLimit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  limits: readonly Limit[],
): Promise<Wait> {
  for (const { count, window } of limits) {
    const seen = await readCounter(db, `${name}/${window}`, now())
    if (seen && seen.count >= count) return seconds(seen.resetAt, now())
  }
  return null
}

const seconds = (until: Date, now: Date): number => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

/** Too many attempts. `retryAfter` in seconds. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts'
  constructor(readonly retryAfter: number) {
    super('too many attempts')
  }
}
