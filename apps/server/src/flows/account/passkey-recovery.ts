import { digest, newLinkSecret } from '../../crypto/random.ts'
import {
  deleteRecovery,
  deleteRecoveryByToken,
  findRecovery,
  findRecoveryByToken,
  insertRecovery,
  type Recovery,
  shortenRecovery,
} from '../../store/beyond-prisma/recoveries.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { noteRecoveryReviewed } from '../../store/hot/interactions.ts'
import { hasPasskey } from '../../store/hot/passkeys.ts'
import { findPerson, lockPerson } from '../../store/hot/people.ts'
import type { OpenInteraction } from '../authorization/interactions.ts'
import { notify } from '../delivery/notices.ts'
import { isRecent } from '../identity/sessions.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { OperationRefused } from '../organizations/organizations.ts'
import { type Actor, type AuditedTransaction, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit, TooManyAttempts } from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'
import { requireManaged } from './recovery.ts'

export type { Recovery } from '../../store/beyond-prisma/recoveries.ts'

/** How long a recovery that is ready can be used, in milliseconds. */
const readyTtl = 72 * 3600_000
/** Every request writes to every mailbox of the account. */
const requestsPerPerson = [{ count: 5, window: 86_400_000 }]

/** The open recovery of a person, with whether its time has come. */
export async function recoveryOf(deps: Deps, userId: string): Promise<(Recovery & { ready: boolean }) | null> {
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
  const wait = await consumeLimit(deps, `recovery:${person.id}`, requestsPerPerson)
  if (wait !== null) throw new TooManyAttempts(wait)
  const token = newLinkSecret()
  await inTransaction(deps, async (tx) => {
    const requestedAt = deps.now()
    const readyAt = new Date(requestedAt.getTime() + deps.config.passkeyRecoveryDelay * 1000)
    const expiresAt = new Date(readyAt.getTime() + readyTtl)
    const recovery = { userId: person.id, tokenDigest: digest(token), requestedAt, readyAt, expiresAt }
    if (!(await insertRecovery(tx, recovery))) return
    const actor = { kind: 'user', id: person.id, network: visitor.network } as const
    await tx.record(actor, { action: 'recovery.requested', target: ['user', person.id] })
    const cancel = `${deps.config.issuer}/account/recovery/cancel/${token}`
    const ready = `${readyAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    await notify(deps, person, visitor, 'recovery-requested', ready, [], tx, { cancel })
  })
}

/** Cancels the recovery of someone who is signed in, by whatever method: nothing is lost by it. */
export async function cancelRecovery(
  deps: Deps,
  { person }: Pick<SignedIn, 'person'>,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (await deleteRecovery(tx, person.id)) await cancelled(deps, tx, person.id, visitor)
  })
}

/** The person who signed in with a passkey has seen the recovery, and lets it wait. */
export const reviewed = (deps: Deps, { interaction }: OpenInteraction): Promise<void> =>
  noteRecoveryReviewed(deps.db, interaction.id)

/** True while the recovery of a link can be cancelled. A GET uses nothing up. */
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
    if (userId !== null) await cancelled(deps, tx, userId, visitor)
    return userId !== null
  })

async function cancelled(
  deps: Deps,
  tx: AuditedTransaction,
  userId: string,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<void> {
  const actor = { kind: 'user', id: userId, network: visitor.network } as const
  await tx.record(actor, { action: 'recovery.cancelled', target: ['user', userId] })
  const person = await findPerson(tx, userId)
  if (person) await notify(deps, person, visitor, 'recovery-cancelled', '', [], tx)
}

/** The recovery has done what it was asked for: the person has a passkey again, or none of the old ones is left. */
export async function completeRecovery(tx: AuditedTransaction, actor: Actor, userId: string): Promise<void> {
  if (await deleteRecovery(tx, userId))
    await tx.record(actor, { action: 'recovery.completed', target: ['user', userId] })
}

/** An operator who knows the person makes their recovery ready at once. Nobody shortens their own. */
export async function shortenByOperator(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
): Promise<void> {
  if (actor.id === userId) throw new OperationRefused('invalid', 'user', 'own-recovery')
  await inTransaction(deps, (tx) => shorten(deps, tx, actor, userId))
}

/** An owner makes the recovery of a member ready whose account their organization manages (see `resetMember`). */
export const shortenByOwner = (
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
): Promise<void> =>
  requireManaged(deps, actor, { organizationId, userId, action: 'recovery.shortened' }, (tx) =>
    shorten(deps, tx, actor, userId, organizationId),
  )

async function shorten(
  deps: Deps,
  tx: AuditedTransaction & SqlStore,
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
  await notify(deps, person, { network: actor.network ?? '', languages: [] }, 'recovery-shortened', '', [], tx)
}
