import { idOfApiKey } from '../../crypto/api-keys.ts'
import { digest, equalDigests } from '../../crypto/random.ts'
import { type ApiKeyRecord, findApiKeyWithDigests, revokeApiKey } from '../../store/prisma/api-keys.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { recordKey } from './key-events.ts'
import { notifyOfKey } from './key-notices.ts'

/** A text that a scanner found in public, and took for a key of ours. */
export interface KeyReport {
  token: string
  /** Where it was found. Whoever published it chose this. */
  url: string
}

/**
 * Whether the text is or was a key of ours. One that still works is revoked at once. Only the whole key counts: an id is no
 * secret, so whoever reports it with another secret ends nothing.
 */
export async function takeKeyReport(deps: Deps, { token, url }: KeyReport): Promise<boolean> {
  const id = idOfApiKey(deps.config.apiKeyPrefix, token)
  const key = id === null ? null : await findApiKeyWithDigests(deps.db, id)
  if (!key) return false
  const shown = digest(token)
  const isCurrent = equalDigests(shown, key.digest)
  const isOld = key.oldDigest !== null && equalDigests(shown, key.oldDigest)
  const oldWorks = key.oldUntil !== null && key.oldUntil > deps.now()
  if (isCurrent || (isOld && oldWorks)) await revokePublished(deps, key, url)
  return isCurrent || isOld
}

/** Does nothing about a key that has ended: a report that is sent again changes nothing, and mails nobody. */
const revokePublished = (deps: Deps, key: ApiKeyRecord, url: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    if (!(await revokeApiKey(tx, key.id, deps.now(), 'published'))) return
    await recordKey(tx, system, 'api_key.reported', key, { url })
    await recordKey(tx, system, 'api_key.revoked', key, { reason: 'published' })
    await notifyOfKey(deps, tx, key, { event: 'api-key-published', publishedAt: url })
  })
