import { digest, newLinkSecret } from '../../crypto/random.ts'
import { deleteRecovery, findRecovery, insertRecovery, type Recovery } from '../../store/beyond-prisma/recoveries.ts'
import { noteRecoveryReviewed } from '../../store/hot/interactions.ts'
import { hasPasskey } from '../../store/hot/passkeys.ts'
import type { OpenInteraction } from '../authorization/interactions.ts'
import { notify } from '../delivery/notices.ts'
import { isRecent } from '../identity/sessions.ts'
import type { SignedIn } from '../identity/signed-in.ts'
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

/** The open recovery of a person, and whether its delay is over. */
export async function findOpenRecovery(deps: Deps, userId: string): Promise<(Recovery & { ready: boolean }) | null> {
  const recovery = await findRecovery(deps.db, userId, deps.now())
  return recovery && { ...recovery, ready: recovery.readyAt <= deps.now() }
}

/**
 * Requests to change passkeys without one, from the mailbox. The recovery takes effect after PASSKEY_RECOVERY_DELAY. Every
 * mailbox is notified, and any of them, or a sign-in with a passkey, can cancel it. An open recovery stays as it is.
 */
export async function askForRecovery(deps: Deps, { session, person }: SignedIn, visitor: Visitor): Promise<void> {
  if (!isRecent(deps, session) || !(await hasPasskey(deps.db, person.id))) return
  if (await findRecovery(deps.db, person.id, deps.now())) return
  await enforceLimit(deps, `recovery:${person.id}`, requestsPerPerson)
  const token = newLinkSecret()
  await inTransaction(deps, async (tx) => {
    const requestedAt = deps.now()
    const readyAt = new Date(requestedAt.getTime() + deps.config.passkeyRecoveryDelay * 1000)
    const expiresAt = new Date(readyAt.getTime() + readyTtl)
    const recovery = { userId: person.id, tokenDigest: digest(token), requestedAt, readyAt, expiresAt }
    if (!(await insertRecovery(tx, recovery))) return
    const actor = userActor(person.id, visitor.network)
    await tx.record(actor, { action: 'recovery.requested', target: ['user', person.id] })
    const cancel = `${deps.config.issuer}/account/recovery/cancel/${token}`
    const ready = `${readyAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    await notify(deps, person, visitor, 'recovery-requested', ready, [], tx, { cancel, takesEffectAt: readyAt })
  })
}

/** The person who signed in with a passkey has seen the recovery, and did not cancel it. */
export const leaveRecoveryOpen = (deps: Deps, { interaction }: OpenInteraction): Promise<void> =>
  noteRecoveryReviewed(deps.db, interaction.id)

/** The recovery is complete: the person has a new passkey, or has removed the last old one. */
export async function completeRecovery(tx: AuditedTransaction, actor: Actor, userId: string): Promise<void> {
  if (await deleteRecovery(tx, userId))
    await tx.record(actor, { action: 'recovery.completed', target: ['user', userId] })
}
