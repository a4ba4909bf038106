import { timeOfId } from '../../crypto/random.ts'
import { findAttemptsAt, findAttemptsOf, type StoredAttempt } from '../../store/beyond-prisma/sign-in-log.ts'
import { findClientNames } from '../platform/clients/client-names.ts'
import { firstPartyClientId } from '../platform/clients/first-party-client.ts'
import type { SignInMethod } from '../platform/counters.ts'
import type { Deps } from '../platform/deps.ts'
import type { SignInOutcome, SignInReason } from '../platform/sign-in-log.ts'
import { type Manager, requireUnrestricted } from './managers.ts'

/** How many attempts are shown at once. */
const shownAttempts = 20

/** An attempt to sign in, as operators see it. */
export interface ShownAttempt {
  id: string
  at: Date
  method: SignInMethod
  outcome: SignInOutcome
  /** Null for a success. */
  reason: SignInReason | null
  client: { id: string; name: string }
  network: string
  device: string
}

/** How attempts end that are the same with and without an account. */
const independentReasons: readonly SignInReason[] = [
  'wrong-code',
  'code-spent',
  'code-expired',
  'code-replaced',
  'malformed-code',
  'link-expired',
  'too-many-failures',
  'mail-limit',
  'network-limit',
]

/**
 * The last attempts at an address, newest first. A reader who may not know whether there is an account sees only
 * attempts that do not reveal it: whether someone was let in would.
 */
export async function attemptsAt(deps: Deps, address: string, mayKnowAccount: boolean): Promise<ShownAttempt[]> {
  const key = deps.addressKeys.of(address)
  const attempts = await findAttemptsAt(deps.db, key, shownAttempts, mayKnowAccount ? null : independentReasons)
  return withClientNames(deps, attempts)
}

/** The last attempts of a person: at each of their addresses, and by their passkeys. Newest first. */
export async function attemptsOf(
  deps: Deps,
  actor: Manager,
  userId: string,
  addresses: readonly string[],
): Promise<ShownAttempt[]> {
  requireUnrestricted(actor)
  const found = await Promise.all([
    findAttemptsOf(deps.db, userId, shownAttempts),
    ...addresses.map((address) => findAttemptsAt(deps.db, deps.addressKeys.of(address), shownAttempts)),
  ])
  const attempts = new Map(found.flat().map((attempt) => [attempt.id, attempt]))
  const newest = [...attempts.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, shownAttempts)
  return withClientNames(deps, newest)
}

/** Our own pages are signed in to under the name of the brand. */
async function withClientNames(deps: Deps, attempts: readonly StoredAttempt[]): Promise<ShownAttempt[]> {
  const names = await findClientNames(
    deps,
    attempts.map(({ clientId }) => clientId),
  )
  const nameOf = (id: string) => (id === firstPartyClientId ? deps.config.brand.name : (names.get(id) ?? id))
  return attempts.map((attempt) => toShown(attempt, nameOf(attempt.clientId)))
}

const toShown = (attempt: StoredAttempt, clientName: string): ShownAttempt => ({
  id: attempt.id,
  at: timeOfId(attempt.id),
  method: attempt.method as SignInMethod,
  outcome: attempt.outcome as SignInOutcome,
  reason: attempt.reason ? (attempt.reason as SignInReason) : null,
  client: { id: attempt.clientId, name: clientName },
  network: attempt.network,
  device: attempt.device,
})
