import {
  type ApiKeyRecord,
  listAllApiKeys,
  noteApiKeyExpiry,
  noteApiKeyWarning,
  removeEndedApiKeys,
  revokeIdleApiKey,
} from '../../store/prisma/api-keys.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { recordKey } from './key-events.ts'
import { notifyOfKey } from './key-notices.ts'

/** How long before a key expires its people are told, and told again. */
const warnings = [14 * day, 3 * day]
/** How long a key that nothing uses still works after its people were told. */
const idleNotice = 30 * day
/** How long a key that has ended stays in the lists. The audit log remembers it for longer. */
const retention = 30 * day
const batch = 500

type Due = 'warn' | 'warn-idle' | 'revoke-idle' | 'expire' | 'remove'
type DatedKey = Pick<ApiKeyRecord, 'createdAt' | 'usedAt' | 'expiresAt' | 'warnedAt' | 'revokedAt' | 'reason'>

/** What has to be done about a key now, if anything. `idleDays`: 0 if keys may rest for as long as they live. */
export function dueOf(key: DatedKey, now: Date, idleDays: number): Due | null {
  const { createdAt, usedAt, expiresAt, warnedAt, revokedAt, reason } = key
  const ended = revokedAt ?? (expiresAt <= now ? expiresAt : null)
  if (ended && reason === null && !revokedAt) return 'expire'
  if (ended) return since(ended, now) >= retention ? 'remove' : null
  const wasToldAfter = (at: number) => warnedAt !== null && warnedAt.getTime() >= at
  const isDue = (before: number) => {
    const at = expiresAt.getTime() - before
    return at <= now.getTime() && at > createdAt.getTime() && !wasToldAfter(at)
  }
  if (warnings.some(isDue)) return 'warn'
  const lastUse = usedAt ?? createdAt
  if (idleDays === 0 || since(lastUse, now) < idleDays * day) return null
  if (warnedAt !== null && warnedAt >= lastUse) return since(warnedAt, now) >= idleNotice ? 'revoke-idle' : null
  // It expires sooner than it would be revoked: that is what its people are told.
  return since(now, expiresAt) > idleNotice ? 'warn-idle' : null
}

const since = (from: Date, to: Date): number => to.getTime() - from.getTime()

/**
 * Does what is due of every key: warns, revokes what nothing uses, records what has expired, and removes what ended long
 * ago. Processes do it at the same time: each act is one conditional statement. One that fails keeps none of the others
 * waiting. Returns how many keys it did something about.
 */
export async function endDueApiKeys(deps: Deps): Promise<number> {
  let done = 0
  const failures: unknown[] = []
  for (let after = ''; ; ) {
    const keys = await listAllApiKeys(deps.db, { after, limit: batch })
    const old: string[] = []
    for (const key of keys) {
      const due = dueOf(key, deps.now(), deps.config.apiKeysIdleDays)
      if (due === 'remove') old.push(key.id)
      else if (due)
        await acts[due](deps, key).then(
          (did) => {
            if (did) done += 1
          },
          (error) => failures.push(error),
        )
    }
    if (old.length > 0) await removeEndedApiKeys(deps.db, old, new Date(deps.now().getTime() - retention))
    done += old.length
    const last = keys.at(-1)
    if (!last || keys.length < batch) break
    after = last.id
  }
  if (failures.length > 0) throw failures[0]
  return done
}

/** False if another process did it, or it is no longer to be done. */
const acts: Record<Exclude<Due, 'remove'>, (deps: Deps, key: ApiKeyRecord) => Promise<boolean>> = {
  warn: (deps, key) => warn(deps, key, 'api-key-expiring', key.expiresAt),
  'warn-idle': (deps, key) => warn(deps, key, 'api-key-idle', new Date(deps.now().getTime() + idleNotice)),
  'revoke-idle': (deps, key) =>
    inTransaction(deps, async (tx) => {
      if (!(await revokeIdleApiKey(tx, key, deps.now()))) return false
      await recordKey(tx, system, 'api_key.revoked', key, { reason: 'idle' })
      return true
    }),
  expire: (deps, key) =>
    inTransaction(deps, async (tx) => {
      if (!(await noteApiKeyExpiry(tx, key.id, deps.now()))) return false
      await recordKey(tx, system, 'api_key.expired', key)
      return true
    }),
}

const warn = (
  deps: Deps,
  key: ApiKeyRecord,
  event: 'api-key-expiring' | 'api-key-idle',
  endsAt: Date,
): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    if (!(await noteApiKeyWarning(tx, key, deps.now()))) return false
    await notifyOfKey(deps, tx, key, { event, endsAt })
    tx.commitWithoutEvent('warning')
    return true
  })
