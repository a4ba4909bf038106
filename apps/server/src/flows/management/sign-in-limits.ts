import type { Limit } from '../../config/settings.ts'
import { digest } from '../../crypto/random.ts'
import { findUserByEmail } from '../../store/hot/people.ts'
import { deleteCounters, findCounters } from '../../store/hot/rate-limits.ts'
import { actOnPerson } from '../identity/operator-protection.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { type AuditedTransaction, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { codeFailureLimit, counterKey, enforceLimit, mailLimit, mailLimits } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from './managers.ts'
import type { ShownAttempt } from './sign-in-attempts.ts'

/** A limit that refuses something now. */
export interface HeldLimit {
  /** Mails to the address, wrong codes of the address, or attempts from a network. */
  kind: 'mail' | 'code' | 'network'
  /** The network, for a limit of a network. */
  network: string | null
  /** That of a network ends then at the latest. */
  until: Date
}

/** Incorrect codes that were counted, and from how many on codes are refused. */
export interface CountedFailures {
  count: number
  limit: number
}

/** Lifts of one address: each lets codes be tried again, so without a bound an operator could try them all. */
const liftLimit: Limit = { count: 5, window: day }

/** The limits that refuse an address now. */
export async function limitsInForce(
  deps: Deps,
  address: string,
  attempts: readonly ShownAttempt[],
  mayKnowAccount: boolean,
): Promise<HeldLimit[]> {
  // A device is known only for an address with an account.
  const mailBudgets = mayKnowAccount ? mailLimits(address) : [mailLimit(address)]
  const [mail, code] = await Promise.all([
    endOf(deps, mailBudgets, deps.config.limits.mailPerAddress),
    endOf(deps, [codeFailureLimit(address)], deps.config.limits.codeFailures),
  ])
  return [
    ...(mail ? [{ kind: 'mail', network: null, until: mail } as const] : []),
    ...(code ? [{ kind: 'code', network: null, until: code } as const] : []),
    ...networkLimits(deps, attempts),
  ]
}

/** The incorrect codes of the window of which most is used up, or null where there are none. */
export async function countedFailures({ db, config, now }: Deps, address: string): Promise<CountedFailures | null> {
  const limits = new Map(
    config.limits.codeFailures.map(({ count, window }) => [counterKey(codeFailureLimit(address), window), count]),
  )
  const counters = await findCounters(db, [...limits.keys()], now())
  const counted = counters.map(({ key, count }) => ({ count, limit: limits.get(key) ?? count }))
  return counted.toSorted((a, b) => b.count / b.limit - a.count / a.limit)[0] ?? null
}

/** When the last of the limits that are used up begins anew, or null if none is. */
async function endOf(deps: Deps, names: readonly string[], limits: readonly Limit[]): Promise<Date | null> {
  const counts = new Map(
    names.flatMap((name) => limits.map(({ count, window }) => [counterKey(name, window), count] as const)),
  )
  const counters = await findCounters(deps.db, [...counts.keys()], deps.now())
  const ends = counters
    .filter(({ key, count }) => count >= (counts.get(key) ?? Number.POSITIVE_INFINITY))
    .map(({ resetAt }) => resetAt.getTime())
  return ends.length > 0 ? new Date(Math.max(...ends)) : null
}

/** What the log says of networks: it has them as wide as they are shown, so their counters can't be asked. */
function networkLimits({ config, now }: Deps, attempts: readonly ShownAttempt[]): HeldLimit[] {
  const longest = Math.max(0, ...config.limits.perNetwork.map(({ window }) => window))
  const held = new Map<string, Date>()
  for (const { reason, network, at } of attempts) {
    const until = new Date(at.getTime() + longest)
    if (reason === 'network-limit' && until > now() && !held.has(network)) held.set(network, until)
  }
  return [...held].map(([network, until]) => ({ kind: 'network', network, until }))
}

/**
 * Lets mails be asked for and codes be tried again at once. The limit of a network ends by itself within its window.
 * @returns the number of counters that were started anew
 * @throws TooManyAttempts after five lifts in a day, and OperationRefused for an operator of the same role or a higher one
 */
export async function liftLimits(deps: Deps, actor: Manager, typed: string): Promise<number> {
  requireUnrestricted(actor)
  const address = canonicalAddress(typed)
  if (!address) throw new OperationRefused('invalid', 'address', 'invalid-address')
  const { mailPerAddress, codeFailures } = deps.config.limits
  const keys = [
    ...mailLimits(address).flatMap((name) => mailPerAddress.map(({ window }) => counterKey(name, window))),
    ...codeFailures.map(({ window }) => counterKey(codeFailureLimit(address), window)),
  ]
  await enforceLimit(deps, `lift:${digest(address)}`, [liftLimit])
  const user = await findUserByEmail(deps.db, address)
  const lift = async (tx: AuditedTransaction) => {
    const lifted = await deleteCounters(tx, keys)
    await tx.record(actor, {
      action: 'limit.lifted',
      ...(user ? { target: ['user', user.id] as const } : {}),
      detail: { address, lifted },
    })
    return lifted
  }
  return user ? actOnPerson(deps, actor, { userId: user.id, action: 'limit.lifted' }, lift) : inTransaction(deps, lift)
}
