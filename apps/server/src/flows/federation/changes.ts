import type { PrismaStore } from '../../store/connections/database.ts'
import { findPasskeys } from '../../store/hot/passkeys.ts'
import { type ConnectionRecord, findConnection } from '../../store/prisma/federation/connections.ts'
import type { Actor, AuditedTransaction } from '../platform/audit.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

/** A connection of an organization. */
export interface NamedConnection {
  organizationId: string
  id: string
}

/** One of another organization does not exist for this one. @throws OperationRefused */
export async function requireConnection(
  store: PrismaStore,
  { organizationId, id }: NamedConnection,
): Promise<ConnectionRecord> {
  const found = await findConnection(store, id)
  if (found?.organizationId !== organizationId) throw new OperationRefused('not-found')
  return found
}

/**
 * An owner decides whom the organization trusts with a passkey only: a mailed code is worth no more than the mailbox.
 * That they used it just now is asked of the session (routes/organizations/request.ts).
 * @throws OperationRefused
 */
export async function requirePasskeyOwner(tx: AuditedTransaction, actor: Actor): Promise<void> {
  if (actor.kind === 'user' && (await findPasskeys(tx, actor.id)).length === 0)
    throw new OperationRefused('forbidden', 'passkey', 'no-passkey')
}
