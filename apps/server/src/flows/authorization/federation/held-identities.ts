import type { SocialProvider, UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import {
  deleteIdentitiesOfPeople,
  findHeldIdentity,
  holdIdentity,
  insertIdentity,
  isKnownByAnotherSubject,
  redeemHeldIdentity,
} from '../../../store/beyond-prisma/people/external-identities.ts'
import { noteFederationAttempt } from '../../../store/hot/interactions.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { notify } from '../../delivery/notices.ts'
import { offeredSocial } from '../../federation/upstream/upstream-client.ts'
import { type AuditedTransaction, inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'

/** Somebody whom a provider named, and who has to show that an account here is theirs before it is linked. */
export interface HeldIdentity {
  /** Of a connection of an organization, or the name of a social provider. */
  connectionId: string
  social: SocialProvider | null
  /** Who we were to the connection: a provider may call the same person otherwise to another client. Null for social sign-in. */
  clientId: string | null
  /** How pages and mails name it. */
  name: string
  identity: Omit<UpstreamIdentity, 'authenticatedAt' | 'sessionExpiresAt'>
  /** Milliseconds since the epoch. */
  authenticatedAt: number
  sessionExpiresAt: number | null
  /** The account that it would be linked to; null for whichever has the address. */
  userId: string | null
  /** Where a code is mailed to. */
  address: string
}

/** A held identity and how it is stored, by which it is redeemed once. */
export interface OpenedIdentity extends HeldIdentity {
  attemptId: string
  sealed: string
}

type Waiting = Pick<OpenInteraction, 'interaction'>

/** Keeps an identity for the person who is signing in in this interaction, as long as that waits. */
export async function keepIdentity(
  deps: Deps,
  { interaction }: Waiting,
  attemptId: string,
  held: HeldIdentity,
): Promise<void> {
  await holdIdentity(deps.db, attemptId, deps.keyring.seal('federation-identity', JSON.stringify(held)))
  await noteFederationAttempt(deps.db, interaction.id, attemptId)
}

/** The identity that waits in this interaction. Null if there is none, or it was linked. */
export async function openIdentity(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  { interaction: { attemptId } }: Waiting,
): Promise<OpenedIdentity | null> {
  const sealed = attemptId === null ? null : await findHeldIdentity(db, attemptId)
  const text = sealed === null ? null : keyring.open('federation-identity', sealed)
  return attemptId && sealed && text ? { ...(JSON.parse(text) as HeldIdentity), attemptId, sealed } : null
}

/** Links an identity to a person. False if it is linked already. */
export async function linkIdentityIn(
  deps: Deps,
  tx: AuditedTransaction,
  { connectionId, identity }: Pick<HeldIdentity, 'connectionId' | 'identity'>,
  userId: string,
  visitor: Visitor,
): Promise<boolean> {
  const { issuer, subject, email } = identity
  const key = { connectionId, issuer, subject }
  if (!(await insertIdentity(tx, { ...key, userId, email, now: deps.now() }))) return false
  const actor = userActor(userId, visitor.network)
  await tx.record(actor, {
    action: 'identity.linked',
    target: ['user', userId],
    detail: { connection: connectionId, issuer },
  })
  return true
}

/**
 * Links what waited to the account that was shown to be theirs, once, and tells every mailbox of it. Whom the provider knew
 * already is linked anew. Not to an account that its connection knows by another subject: who has an address there now is
 * not who had it before.
 */
export const linkHeldIdentity = (
  deps: Deps,
  held: OpenedIdentity,
  userId: string,
  visitor: Visitor,
): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    if (!(await redeemHeldIdentity(tx, held.attemptId, held.sealed))) return tx.takeBack(false)
    await lockPerson(tx, userId)
    const person = await findPerson(tx, userId)
    const key = { connectionId: held.connectionId, issuer: held.identity.issuer, subject: held.identity.subject }
    if (!held.social && (await isKnownByAnotherSubject(tx, key, userId))) return tx.takeBack(false)
    // Their own is linked anew.
    await deleteIdentitiesOfPeople(tx, { connectionIds: [key.connectionId], userIds: [userId] }, key)
    if (!person || !(await linkIdentityIn(deps, tx, held, userId, visitor))) return tx.takeBack(false)
    const { name, identity } = held
    const detail = identity.email ? `${name} · ${identity.email}` : name
    await notify(deps, tx, { person, visitor, event: 'identity-linked', detail })
    return true
  })

/**
 * A mailed code has shown that the address is theirs which a social provider named without being believed: what waited is
 * linked. The code that signs in to an address of a company links nothing.
 */
export async function linkProvenAddress(
  deps: Deps,
  waiting: Waiting,
  { userId, address }: { userId: string; address: string },
  visitor: Visitor,
): Promise<void> {
  const held = await openIdentity(deps, waiting)
  // The operator may have stopped offering it since.
  if (!held?.social || !offeredSocial(deps.config.social).includes(held.social)) return
  if (held.address === address) await linkHeldIdentity(deps, held, userId, visitor)
}
