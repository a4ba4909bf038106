import { hash } from 'node:crypto'
import type { Limit } from '../../config/settings.ts'
import { digest } from '../../crypto/random.ts'
import type { SqlWrites } from '../../store/connections/sql.ts'
import { incrementCounter, readCounter } from '../../store/hot/rate-limits.ts'
import type { Deps } from './deps.ts'

/** Seconds until the next attempt is allowed, or null if it is allowed now. */
export type Wait = number | null

/** How many budgets the known devices of one address have together: few enough to lift them all. */
const deviceBudgets = '0123456789abcdef'

/**
 * The name of the limit on mails to an address. A device that is known for the address has a budget that nobody else
 * can use up; two of them may share one.
 */
export const mailLimit = (address: string, device: string | null = null): string =>
  `mail:${digest(address)}${device === null ? '' : `:${hash('sha256', device, 'hex')[0]}`}`

/** The limits on mails to an address, from wherever they are asked for. */
export const mailLimits = (address: string): string[] => [
  mailLimit(address),
  ...[...deviceBudgets].map((budget) => `${mailLimit(address)}:${budget}`),
]

/** The name of the limit on wrong codes of an address. */
export const codeFailureLimit = (address: string): string => `code-failures:${digest(address)}`

/**
 * A site usually has 65,536 IPv6 networks (RIPE-690 section 4.2): where there are too many requests from everywhere, they are
 * counted as one.
 */
export const siteOf = (network: string): string => network.replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48')

/** Under what a limit is counted. */
export const counterKey = (name: string, window: number): string => `${name}/${window}`

/** Counts an event against every limit, stopping at the first that is exceeded. */
export async function consumeLimit(
  { db, now }: Pick<Deps, 'now'> & { db: SqlWrites },
  name: string,
  limits: readonly Limit[],
): Promise<Wait> {
  for (const { count, window } of limits) {
    const seen = await incrementCounter(db, counterKey(name, window), window, now())
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

export type NamedLimits = readonly [name: string, limits: readonly Limit[]]

/** How many more events none of these limits refuses now, without counting. */
export async function remainingWithin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  named: readonly NamedLimits[],
): Promise<number> {
  let remaining = Number.POSITIVE_INFINITY
  for (const [name, limits] of named)
    for (const { count, window } of limits) {
      const seen = await readCounter(db, counterKey(name, window), now())
      remaining = Math.min(remaining, Math.max(0, count - (seen?.count ?? 0)))
    }
  return remaining
}

/**
 * Counts an event against limits of several names, if none of them is used up: what is refused for one uses up nothing of
 * another. @throws TooManyAttempts
 */
export async function enforceLimits(deps: Pick<Deps, 'db' | 'now'>, named: readonly NamedLimits[]): Promise<void> {
  for (const [name, limits] of named) {
    const wait = await checkLimit(deps, name, limits)
    if (wait !== null) throw new TooManyAttempts(wait)
  }
  for (const [name, limits] of named) await enforceLimit(deps, name, limits)
}

/** Whether a limit is used up, without counting. */
export async function checkLimit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  limits: readonly Limit[],
): Promise<Wait> {
  for (const { count, window } of limits) {
    const seen = await readCounter(db, counterKey(name, window), now())
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
