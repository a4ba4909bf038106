import { endDevicesOfClient } from '../../store/beyond-prisma/device-requests.ts'
import {
  endSessionsOf,
  hasLogouts,
  queueSessionLogouts,
  revokeIssued,
  takeLogouts,
} from '../../store/beyond-prisma/revocations.ts'
import { deleteConsents } from '../../store/prisma/accounts.ts'
import { queueLogout } from '../delivery/outbox.ts'
import { type Actor, type AuditedTransaction, inTransaction } from '../platform/audit.ts'
import { offersDeviceCodes } from '../platform/clients/device-clients.ts'
import type { Deps } from '../platform/deps.ts'

/** Logout tokens that are queued in one transaction. */
const batch = 100

/**
 * Ends everything that a person is signed in to (docs/reference.md, "Tokens and claims"): all sessions, codes, access and
 * refresh tokens, offline ones too, each by one statement. The clients of these sessions are told afterwards, from notes that
 * are committed with it. `keptSessionId` names the session that goes on, with what came from it. Returns how many ended.
 */
export async function signOutEverywhere(
  { now }: Pick<Deps, 'now'>,
  tx: AuditedTransaction,
  actor: Actor,
  userId: string,
  keptSessionId?: string,
): Promise<number> {
  const at = now()
  const { length: sessions } = await endSessionsOf(tx, userId, at, keptSessionId)
  if (sessions > 0) await queueSessionLogouts(tx, userId, at)
  await revokeIssued(tx, { userId, clientId: null, now: at, keptSessionId })
  const kept = keptSessionId === undefined ? {} : { kept: keptSessionId }
  await tx.record(actor, { action: 'user.signed_out', target: ['user', userId], detail: { sessions, ...kept } })
  return sessions
}

/**
 * Revokes everything that a person allowed a client: the consent, codes, access and refresh tokens, offline ones too.
 * The session at this server continues; those of devices that were signed in to the client end.
 */
export async function revokeClientAccess(
  { now, config }: Pick<Deps, 'now' | 'config'>,
  tx: AuditedTransaction,
  actor: Actor,
  userId: string,
  clientId: string,
): Promise<void> {
  await deleteConsents(tx, userId, clientId)
  await revokeIssued(tx, { userId, clientId, now: now() })
  if (offersDeviceCodes({ config })) await endDevicesOfClient(tx, { userId, clientId, now: now() })
  await tx.record(actor, { action: 'grant.revoked', target: ['user', userId], detail: { client: clientId } })
}

/** Queues the logout tokens for sessions that ended together, a batch at a time. Returns how many were queued. */
export async function queueNotedLogouts(deps: Deps): Promise<number> {
  const now = deps.now()
  // Almost always there is none, and then nothing is written.
  if (!(await hasLogouts(deps.db, now))) return 0
  return inTransaction(deps, async (tx) => {
    tx.commitWithoutEvent('queue')
    const noted = await takeLogouts(tx, now, batch)
    for (const logout of noted) await queueLogout(deps, logout, tx)
    return noted.length
  })
}
