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

/** How long a recovery that is ready can be used, in milliseconds. */
export const readyTtl = 72 * hour
/** Every request writes to every mailbox of the account. */
const requestsPerPerson = [{ count: 5, window: day }]

/** The open recovery of a person, with whether its time has come. */
export async function findOpenRecovery(deps: Deps, userId: string): Promise<(Recovery & { ready: boolean }) | null> {
  const recovery = await findRecovery(deps.db, userId, deps.now())
  return recovery && { ...recovery, ready: recovery.readyAt <= deps.now() }
}

/**
 * Asks to change passkeys without one, from the mailbox. It waits PASSKEY_RECOVERY_DELAY and has no effect until then:
 * every mailbox is told, and any of them, or a sign-in with a passkey, can cancel it. One that is open stays as it is.
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
    await notify(deps, person, visitor, 'recovery-requested', ready, [], tx, { cancel })
  })
}

/** The person who signed in with a passkey has seen the recovery, and lets it wait. */
export const leaveRecoveryOpen = (deps: Deps, { interaction }: OpenInteraction): Promise<void> =>
  noteRecoveryReviewed(deps.db, interaction.id)

/** The recovery has done what it was asked for: the person has a passkey again, or none of the old ones is left. */
export async function completeRecovery(tx: AuditedTransaction, actor: Actor, userId: string): Promise<void> {
  if (await deleteRecovery(tx, userId))
    await tx.record(actor, { action: 'recovery.completed', target: ['user', userId] })
}
