import { type Grant, revokeGrant } from '../../store/hot/grants.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * A code or a refresh token came a second time: whoever holds what it became, may have stolen it. All of it ends, with
 * its event, and only the first repetition is noted.
 */
export async function revokeFamily(
  deps: Deps,
  { id, clientId, userId }: Pick<Grant, 'id' | 'clientId' | 'userId'>,
  action: 'code.reused' | 'refresh_token.reused',
): Promise<void> {
  const ended = await inTransaction(deps, async (tx) => {
    if (!(await revokeGrant(tx, id, deps.now()))) return false
    await tx.record(system, { action, target: ['user', userId], detail: { client: clientId, grant: id } })
    return true
  })
  if (ended) deps.log.warn({ client: clientId, grant: id }, `${action}: everything that came from it is revoked`)
}
