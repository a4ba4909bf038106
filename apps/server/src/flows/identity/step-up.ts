import { isFederatedAcr } from '../../oidc/acr.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { findUndoLinkById } from '../../store/beyond-prisma/address-changes.ts'
import { findRecovery, type Recovery } from '../../store/beyond-prisma/recoveries.ts'
import type { Reads, Transaction } from '../../store/connections/database.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findPasskeys, type Passkey } from '../../store/hot/passkeys.ts'
import { isSessionAlive, type Session } from '../../store/hot/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import { whyNotManaged } from './managed-people.ts'
import { findOperatorRole } from './operator-roles.ts'
import { isRecent } from './sessions.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * What a person has to do before they may make a sensitive change. `own-sign-in`: by a code, since what signed them in, at
 * their company or elsewhere, does not decide about the account.
 */
export type MissingProof = 'sign-in-again' | 'passkey-needed' | 'own-sign-in'

/**
 * What is to be changed: how one signs in, a number that is known to be one's own, whether the account exists, or who owns
 * an organization. A recovery that is ready stands in for the passkey where passkeys are changed, and nowhere else.
 */
export type SensitiveChange = 'addresses' | 'phone' | 'passkeys' | 'account' | 'ownership'

type Owner = Pick<SignedIn, 'session' | 'person'>

export interface Proof {
  missing: MissingProof | null
  /** A recovery was used instead of the passkey. */
  recovered: boolean
  /** The change is confirmed by a passkey that is older than PASSKEY_RECOVERY_DELAY: the mailbox can't undo it. */
  permanent: boolean
}

/**
 * Who may change how they sign in: someone who signed in in the last five minutes, and with a passkey where the account
 * has one. Otherwise anyone who reads their mail could add a passkey of their own and pass for someone who had one.
 */
export async function proofOf(
  deps: Deps,
  { session, person }: Owner,
  change: SensitiveChange,
  store: Reads = deps.db,
): Promise<Proof> {
  const none = { recovered: false, permanent: false }
  const passkeys = await findPasskeys(store, person.id)
  const recent = isRecent(deps, session)
  if (passkeys.length === 0) {
    if (!(await decidesAboutAccount(deps, store, { session, person }))) return { ...none, missing: 'own-sign-in' }
    return { ...none, missing: recent ? null : 'sign-in-again' }
  }
  // A session that began with a passkey proves nothing once that passkey is removed.
  const used = recent && passkeys.find(({ id }) => id === session.passkeyId)
  if (used) return { ...none, missing: null, permanent: isOlderThanRecoveryDelay(deps, used) }
  if (recent && change === 'passkeys' && (await isRecovered(deps, store, person.id))) {
    const decides = await decidesAboutAccount(deps, store, { session, person })
    return decides ? { ...none, missing: null, recovered: true } : { ...none, missing: 'own-sign-in' }
  }
  return { ...none, missing: 'passkey-needed' }
}

/**
 * Whether what made the session decides about the account: what is read of the account's own mailboxes does, and an organization
 * about the accounts that it manages. Of any other, its provider could take over what is not the organization's. Nothing but this
 * server decides about operators: a provider, social or of a company, is none of theirs.
 */
async function decidesAboutAccount(
  deps: Deps,
  store: Reads,
  { session: { connection, acr }, person: { id: userId, email } }: Owner,
): Promise<boolean> {
  if (connection) {
    const { organizationId } = connection
    return email !== null && (await whyNotManaged(deps, store, { organizationId, userId })) === null
  }
  return !isFederatedAcr(acr) || (await findOperatorRole(deps, store, userId)) === null
}

/** The same, while the person's row is held: nobody else changes how they sign in until the transaction ends. */
export async function lockedProof(deps: Deps, tx: Transaction, owner: Owner, change: SensitiveChange): Promise<Proof> {
  await lockPerson(tx, owner.person.id)
  if (!(await isSessionAlive(tx, owner.session.id)))
    return { missing: 'sign-in-again', recovered: false, permanent: false }
  return proofOf(deps, owner, change, tx)
}

/** A passkey that was made with a mailed code is worth no more than the mailbox until this long after. */
export const isOlderThanRecoveryDelay = (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  passkey: Pick<Passkey, 'createdAt'>,
) => passkey.createdAt.getTime() <= now().getTime() - config.passkeyRecoveryDelay * 1000

export type CancellingSession = Pick<Session, 'methodSince'>

/**
 * Who may cancel what waits. A recovery of the passkeys: anyone who is signed in to the account. The undoing of a
 * change: only a person who signed in with an address or passkey that was there before the address which asks for it.
 */
export async function mayCancelRecovery(
  { now }: Pick<Deps, 'now'>,
  store: SqlStore,
  { changeId }: Pick<Recovery, 'changeId'>,
  { methodSince }: CancellingSession,
): Promise<boolean> {
  if (changeId === null) return true
  const link = await findUndoLinkById(store, changeId, now())
  return !link || (methodSince !== null && methodSince < link.since)
}

async function isRecovered({ now }: Deps, store: SqlStore, userId: string): Promise<boolean> {
  const recovery = await findRecovery(store, userId, now())
  return recovery !== null && recovery.changeId === null && recovery.readyAt <= now()
}
