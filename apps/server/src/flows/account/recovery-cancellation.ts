import { digest } from '../../crypto/random.ts'
import { deleteRecovery, deleteRecoveryByToken, findRecoveryByToken } from '../../store/beyond-prisma/recoveries.ts'
import { findPerson } from '../../store/hot/people.ts'
import { notify } from '../delivery/notices.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'

/** Cancels the recovery of someone who is signed in by any method: cancelling is harmless. */
export async function cancelRecovery(
  deps: Deps,
  { person }: Pick<SignedIn, 'person'>,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (await deleteRecovery(tx, person.id)) await recordCancellation(deps, tx, person.id, visitor)
  })
}

/** True while the recovery of a link can be cancelled. Viewing it changes nothing. */
export const viewCancelLink = async (deps: Deps, token: string): Promise<boolean> =>
  (await findRecoveryByToken(deps.db, digest(token), deps.now())) !== null

/** Cancels a recovery by the link that every mailbox was sent, once. */
export const cancelRecoveryByLink = (
  deps: Deps,
  token: string,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const userId = await deleteRecoveryByToken(tx, digest(token), deps.now())
    if (userId !== null) await recordCancellation(deps, tx, userId, visitor)
    return userId !== null
  })

async function recordCancellation(
  deps: Deps,
  tx: AuditedTransaction,
  userId: string,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<void> {
  const actor = userActor(userId, visitor.network)
  await tx.record(actor, { action: 'recovery.cancelled', target: ['user', userId] })
  const person = await findPerson(tx, userId)
  if (person) await notify(deps, person, visitor, 'recovery-cancelled', '', [], tx)
}
