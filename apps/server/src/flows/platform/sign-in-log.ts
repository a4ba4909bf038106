import { newId } from '../../crypto/random.ts'
import {
  addDailyCounts,
  type DailyCount,
  insertAttempts,
  rowsPerBound,
  type StoredAttempt,
} from '../../store/beyond-prisma/sign-in-log.ts'
import type { Database } from '../../store/connections/database.ts'
import type { AddressKeys } from './address-keys.ts'
import type { SignInMethod } from './counters.ts'
import { hour } from './durations.ts'

/** Why an attempt failed, or was refused. Few and fixed: they are counted by day, and each has words in every language. */
export const signInReasons = [
  'wrong-code',
  'code-spent',
  'code-expired',
  'code-replaced',
  'malformed-code',
  'too-many-failures',
  'link-expired',
  'passkey-unknown',
  'passkey-refused',
  'mail-limit',
  'network-limit',
  'disabled',
  'sign-up-closed',
  'address-reserved',
  'proof-gone',
  'needs-passkey',
  'company-sign-in',
] as const

export type SignInReason = (typeof signInReasons)[number]

/** Failed proofs, as opposed to proofs of people who were not let in, and attempts that were not examined. */
const failures: ReadonlySet<SignInReason> = new Set([
  'wrong-code',
  'code-spent',
  'code-expired',
  'code-replaced',
  'malformed-code',
  'link-expired',
  'passkey-unknown',
  'passkey-refused',
])

export type SignInOutcome = 'succeeded' | 'failed' | 'refused'

/** An attempt to sign in: its method, client, network and result. */
interface SignInAttempt {
  method: SignInMethod
  /** Null for a success. */
  reason: SignInReason | null
  /** In canonical form; null where none was named. */
  address: string | null
  userId: string | null
  clientId: string
  organizationId: string | null
  interactionId: string
  /** As limits count it. */
  network: string
  userAgent: string
}

/** Milliseconds between an attempt and its row: until then, others join the batch. */
const flushAfter = 1000
/** Rows of one batch, and so the longest that a write takes. What comes beyond them before it is written is only counted. */
const rowsPerFlush = 500

interface SignInLogDeps {
  db: Database
  addressKeys: AddressKeys
  now(): Date
  /** How a user agent is shown. */
  deviceLabel(userAgent: string): Promise<string>
  report(error: unknown): void
}

type PendingAttempt = Omit<StoredAttempt, 'device'> & { userAgent: string }

/**
 * What became of every attempt to sign in. Nobody waits for it: an attempt is noted in memory and written within a
 * second, with everything else of that second. An address gets at most 20 rows in an hour, so that a flood costs neither
 * space nor time; the counts of the day have every attempt.
 */
export class SignInLog {
  #rows: PendingAttempt[] = []
  /** Rows of the batch by what limits them. */
  readonly #bounds = new Map<string, number>()
  #counts = new Map<string, DailyCount>()
  readonly #unexplained = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(private readonly deps: SignInLogDeps) {}

  record(attempt: SignInAttempt): void {
    const now = this.deps.now()
    const outcome = outcomeOf(attempt.reason)
    this.#count(now, attempt, outcome)
    const { addressKeys } = this.deps
    const addressKey = attempt.address === null ? null : addressKeys.of(attempt.address)
    // What a network's limit refuses may name a new address each time.
    const isOfNetwork = addressKey === null || attempt.reason === 'network-limit'
    const key = isOfNetwork ? addressKeys.of(`network ${attempt.network}`) : addressKey
    const bound = `${key}/${Math.floor(now.getTime() / hour)}`
    const rows = this.#bounds.get(bound) ?? 0
    if (rows < rowsPerBound && this.#rows.length < rowsPerFlush) {
      this.#bounds.set(bound, rows + 1)
      const { address, reason, userAgent, network, ...rest } = attempt
      this.#rows.push({
        ...rest,
        id: newId(now),
        bound,
        addressKey,
        outcome,
        reason: reason ?? '',
        network: wideNetwork(network),
        userAgent: userAgent.slice(0, 256),
      })
    }
    this.#timer ??= setTimeout(() => void this.flush(), flushAfter).unref()
  }

  /** Records an attempt once its reason is known. The caller answers meanwhile. */
  recordLater(attempt: Omit<SignInAttempt, 'reason'>, reason: Promise<SignInReason>): void {
    const explained = reason
      .then((found) => this.record({ ...attempt, reason: found }))
      .catch((error) => this.deps.report(error))
      .finally(() => this.#unexplained.delete(explained))
    this.#unexplained.add(explained)
  }

  /** Writes what was recorded. */
  async flush(): Promise<void> {
    await Promise.all(this.#unexplained)
    this.#flushing = this.#flushing.then(() => this.#write().catch((error) => this.deps.report(error)))
    await this.#flushing
  }

  #count(now: Date, { method, reason, clientId }: SignInAttempt, outcome: SignInOutcome): void {
    const day = now.toISOString().slice(0, 10)
    const key = [day, method, reason, clientId].join('\n')
    const counted = this.#counts.get(key)
    if (counted) counted.count += 1
    else this.#counts.set(key, { day, method, outcome, reason: reason ?? '', clientId, count: 1 })
  }

  /** Rows that can't be written are lost: the log never grows in memory, and never gets in the way of signing in. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = [...this.#counts.values()]
    const pending = this.#rows
    this.#counts = new Map()
    this.#rows = []
    this.#bounds.clear()
    if (counts.length > 0) await addDailyCounts(this.deps.db, counts)
    if (pending.length === 0) return
    // A flood comes from few user agents.
    const devices = new Map<string, string>()
    for (const userAgent of new Set(pending.map((row) => row.userAgent)))
      devices.set(userAgent, (await this.deps.deviceLabel(userAgent)).slice(0, 80))
    const rows = pending.map(({ userAgent, ...row }) => ({ ...row, device: devices.get(userAgent) ?? '' }))
    await insertAttempts(this.deps.db, rows)
  }
}

const outcomeOf = (reason: SignInReason | null): SignInOutcome =>
  reason === null ? 'succeeded' : failures.has(reason) ? 'failed' : 'refused'

/** A network as operators see it: the /24 of an IPv4 address, the /48 of an IPv6 network (http/visitor.ts). */
export function wideNetwork(network: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(network)) return network.replace(/\.\d+$/, '.0/24')
  if (!network.endsWith('::/64')) return network
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}
