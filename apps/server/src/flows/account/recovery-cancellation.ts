import { digest } from '../../crypto/random.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { endUndoLinksTo, findUndoLinkById } from '../../store/beyond-prisma/address-changes.ts'
import {
  deleteRecovery,
  deleteRecoveryByToken,
  findRecovery,
  findRecoveryByToken,
  type Recovery,
} from '../../store/beyond-prisma/recoveries.ts'
import { findPerson } from '../../store/hot/people.ts'
import { notify } from '../delivery/notices.ts'
import { type CancellingSession, mayCancelRecovery } from '../identity/step-up.ts'
import { type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'

type Canceller = Pick<Visitor, 'network' | 'languages'>

/** What was cancelled, or waits: a recovery of the passkeys, or the undoing of a change of addresses. */
export type RecoveryKind = 'passkeys' | 'addresses'

const kindOf = ({ changeId }: Recovery): RecoveryKind => (changeId === null ? 'passkeys' : 'addresses')

/** Cancels the recovery of someone who is signed in and may. Null where there is none, or it is not theirs to cancel. */
export const cancelRecovery = (
  deps: Deps,
  { session, person }: { session: CancellingSession; person: { id: string } },
  visitor: Canceller,
): Promise<RecoveryKind | null> =>
  inTransaction(deps, async (tx) => {
    await lockPerson(tx, person.id)
    const recovery = await findRecovery(tx, person.id, deps.now())
    if (!recovery || !(await mayCancelRecovery(deps, tx, recovery, session))) return null
    if (!(await deleteRecovery(tx, person.id))) return null
    await recordCancellation(deps, tx, recovery, visitor)
    return kindOf(recovery)
  })

/** What the link would cancel, or null. Viewing it changes nothing. */
export async function viewCancelLink(deps: Deps, token: string): Promise<RecoveryKind | null> {
  const recovery = await findRecoveryByToken(deps.db, digest(token), deps.now())
  return recovery && kindOf(recovery)
}

/** Cancels a recovery by the link that mailboxes were sent, once. */
export const cancelRecoveryByLink = (deps: Deps, token: string, visitor: Canceller): Promise<RecoveryKind | null> =>
  inTransaction(deps, async (tx) => {
    const recovery = await deleteRecoveryByToken(tx, digest(token), deps.now())
    if (!recovery) return null
    await recordCancellation(deps, tx, recovery, visitor)
    return kindOf(recovery)
  })

/** The address that asked for a cancelled undoing cannot ask again: every link that it was sent ends. */
async function recordCancellation(
  deps: Deps,
  tx: AuditedTransaction,
  recovery: Recovery,
  visitor: Canceller,
): Promise<void> {
  const { userId, changeId } = recovery
  const now = deps.now()
  const link = changeId === null ? null : await findUndoLinkById(tx, changeId, now)
  if (link) await endUndoLinksTo(tx, { userId, link, now })
  const actor = userActor(userId, visitor.network)
  const action = changeId === null ? 'recovery.cancelled' : 'address.undo_cancelled'
  await tx.record(actor, { action, target: ['user', userId] })
  const person = await findPerson(tx, userId)
  const event = changeId === null ? 'recovery-cancelled' : 'undo-cancelled'
  if (person) await notify(deps, tx, { person, visitor, event })
}
