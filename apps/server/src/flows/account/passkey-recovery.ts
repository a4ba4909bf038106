import { digest, newLinkSecret } from '../../crypto/random.ts'
import { findUndoLinkById } from '../../store/beyond-prisma/address-changes.ts'
import {
  deletePasskeyRecovery,
  findRecovery,
  insertRecovery,
  type Recovery,
} from '../../store/beyond-prisma/recoveries.ts'
import type { Change } from '../../store/connections/database.ts'
import { noteRecoveryReviewed } from '../../store/hot/interactions.ts'
import { hasPasskey } from '../../store/hot/passkeys.ts'
import type { OpenInteraction } from '../authorization/interactions.ts'
import { notify } from '../delivery/notices.ts'
import { isRecent } from '../identity/sessions.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { type CancellingSession, mayCancelRecovery } from '../identity/step-up.ts'
import { type Actor, type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day, hour } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'

export type { Recovery } from '../../store/beyond-prisma/recoveries.ts'

/** How long a recovery can be used after its delay, in milliseconds. */
export const readyTtl = 72 * hour
/** Every request is mailed to every mailbox of the account. */
const requestsPerPerson = [{ count: 5, window: day }]

export interface OpenRecovery extends Recovery {
  /** Its delay is over. */
  ready: boolean
  /** The address that asks to undo a change. */
  undoBy: string | null
  mayCancel: boolean
}

/** The open recovery of a person, and what a session may do about it. */
export async function findOpenRecovery(
  deps: Deps,
  userId: string,
  session: CancellingSession | null = null,
): Promise<OpenRecovery | null> {
  const now = deps.now()
  const recovery = await findRecovery(deps.db, userId, now)
  if (!recovery) return null
  const link = recovery.changeId === null ? null : await findUndoLinkById(deps.db, recovery.changeId, now)
  const mayCancel = session !== null && (await mayCancelRecovery(deps, deps.db, recovery, session))
  return { ...recovery, ready: recovery.readyAt <= now, undoBy: link?.address ?? null, mayCancel }
}

/**
 * Requests to change passkeys without one, from the mailbox. The recovery takes effect after PASSKEY_RECOVERY_DELAY. Every
 * mailbox is notified, and any of them, or a sign-in with a passkey, can cancel it. An open recovery stays as it is.
 */
export async function askForRecovery(deps: Deps, { session, person }: SignedIn, visitor: Visitor): Promise<void> {
  if (!isRecent(deps, session) || !(await hasPasskey(deps.db, person.id))) return
  if (await findRecovery(deps.db, person.id, deps.now())) return
  await enforceLimit(deps, `recovery:${person.id}`, requestsPerPerson)
  await inTransaction(deps, async (tx) => {
    const asked = await openRecovery(deps, tx, person.id, null)
    if (!asked) return
    const actor = userActor(person.id, visitor.network)
    await tx.record(actor, { action: 'recovery.requested', target: ['user', person.id] })
    const notice = { event: 'recovery-requested', takesEffectAt: asked.recovery.readyAt } as const
    await notify(deps, tx, { person, visitor, ...notice, cancel: { link: asked.cancel } })
  })
}

/** Stores what has to wait: a recovery of the passkeys, or the undoing of a change. Null where something waits already. */
export async function openRecovery(deps: Deps, tx: Change, userId: string, changeId: string | null) {
  const token = newLinkSecret()
  const requestedAt = deps.now()
  const readyAt = new Date(requestedAt.getTime() + deps.config.passkeyRecoveryDelay * 1000)
  const expiresAt = new Date(readyAt.getTime() + readyTtl)
  const recovery = { userId, requestedAt, readyAt, expiresAt, changeId }
  if (!(await insertRecovery(tx, { ...recovery, tokenDigest: digest(token) }))) return null
  return {
    recovery,
    cancel: `${deps.config.issuer}/account/recovery/cancel/${token}`,
  }
}

/** The person who signed in with a passkey has seen the recovery, and did not cancel it. */
export const leaveRecoveryOpen = (deps: Deps, { interaction }: OpenInteraction): Promise<void> =>
  noteRecoveryReviewed(deps.db, interaction.id)

/** The recovery is complete: the person has a new passkey, or has removed the last old one. */
export async function completeRecovery(tx: AuditedTransaction, actor: Actor, userId: string): Promise<void> {
  if (await deletePasskeyRecovery(tx, userId))
    await tx.record(actor, { action: 'recovery.completed', target: ['user', userId] })
}
