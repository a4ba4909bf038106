import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { shortenRecovery } from '../../store/beyond-prisma/recoveries.ts'
import { findPerson } from '../../store/hot/people.ts'
import { notify } from '../delivery/notices.ts'
import { actOnPerson } from '../identity/operator-protection.ts'
import type { Actor, AuditedTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { requireManaged } from './managed-accounts.ts'
import { readyTtl } from './passkey-recovery.ts'

/** An operator who knows the person ends the delay of their recovery. Nobody ends their own. */
export async function shortenByOperator(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
): Promise<void> {
  if (actor.id === userId) throw new OperationRefused('invalid', 'user', 'own-recovery')
  await actOnPerson(deps, actor, { userId, action: 'recovery.shortened', amongRoots: true }, (tx) =>
    shortenRecoveryOf(deps, tx, actor, userId),
  )
}

/** An owner ends the delay of a member's recovery, if the organization manages the account (see `resetMember`). */
export const shortenByOwner = (
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
): Promise<void> =>
  requireManaged(deps, actor, { organizationId, userId, action: 'recovery.shortened' }, (tx) =>
    shortenRecoveryOf(deps, tx, actor, userId, organizationId),
  )

async function shortenRecoveryOf(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  userId: string,
  organizationId: string | null = null,
): Promise<void> {
  const now = deps.now()
  await lockPerson(tx, userId)
  const person = await findPerson(tx, userId)
  if (!person || !(await shortenRecovery(tx, userId, now, new Date(now.getTime() + readyTtl))))
    throw new OperationRefused('invalid', 'user', 'no-recovery')
  await tx.record(actor, { action: 'recovery.shortened', organizationId, target: ['user', userId] })
  await notify(deps, tx, { person, visitor: { network: actor.network ?? '' }, event: 'recovery-shortened' })
}
