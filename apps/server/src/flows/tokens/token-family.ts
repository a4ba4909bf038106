import { endDeviceSession } from '../../store/beyond-prisma/device-requests.ts'
import { type Grant, revokeGrant } from '../../store/hot/grants.ts'
import { inTransaction, system } from '../platform/audit.ts'
import { offersDeviceCodes } from '../platform/clients/device-clients.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * A code or a refresh token was used twice, so it may have been stolen. Everything issued from it is revoked, with an
 * event; only the first repetition is recorded.
 */
export async function revokeFamily(
  deps: Deps,
  { id, clientId, userId, sessionId }: Pick<Grant, 'id' | 'clientId' | 'userId' | 'sessionId'>,
  action: 'code.reused' | 'refresh_token.reused',
): Promise<void> {
  const ended = await inTransaction(deps, async (tx) => {
    if (!(await revokeGrant(tx, id, deps.now()))) return false
    if (offersDeviceCodes(deps)) await endDeviceSession(tx, sessionId, deps.now())
    await tx.record(system, { action, target: ['user', userId], detail: { client: clientId, grant: id } })
    return true
  })
  if (ended) deps.log.warn({ client: clientId, grant: id }, `${action}: everything that came from it is revoked`)
}
