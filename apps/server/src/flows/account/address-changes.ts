import { digest, newId, newLinkSecret } from '../../crypto/random.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import {
  type AddressBefore,
  endAddressChanges,
  extendUndoLink,
  extendUndoLinks,
  findOlderLinkHolders,
  findUndoLink,
  insertUndoLinks,
  redeemUndoLink,
  restoreAddresses,
  type UndoLink,
} from '../../store/beyond-prisma/address-changes.ts'
import { deleteIdentitiesSince } from '../../store/beyond-prisma/people/external-identities.ts'
import { deleteRecovery, findRecovery, type Recovery, redeemWaitingUndo } from '../../store/beyond-prisma/recoveries.ts'
import { extendReservations } from '../../store/beyond-prisma/reserved-addresses.ts'
import type { Transaction } from '../../store/connections/database.ts'
import { findPasskeys } from '../../store/hot/passkeys.ts'
import { findAddresses, findPerson } from '../../store/hot/people.ts'
import type { Session } from '../../store/hot/sessions.ts'
import { deletePasskeysSince } from '../../store/prisma/passkeys.ts'
import { type NoticeLinks, notify } from '../delivery/notices.ts'
import { signOutEverywhere } from '../identity/sign-out.ts'
import { type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'
import { openRecovery } from './passkey-recovery.ts'

/** How long a change of addresses can be undone and a removed address stays reserved, in milliseconds. */
export const undoTtl = 72 * hour

interface NewChange {
  session: Pick<Session, 'userId' | 'methodSince'>
  before: readonly AddressBefore[]
  /** The address that the change takes away. */
  removed?: AddressBefore | undefined
  /** A passkey that outranks the mailbox confirmed it: neither it nor an earlier one can be undone by mail any more. */
  permanent: boolean
}

/**
 * Stores the previous addresses, so that anyone who has one of those mailboxes can restore them with the link in the
 * notice. Each mailbox has a link of its own: how long it was there decides what the link does (`mustWait`). Once an
 * address goes, the links of those that were there before it stay good as long as its own.
 */
export async function storeAddressChange(
  deps: Deps,
  tx: AuditedTransaction,
  { session: { userId, methodSince }, before, removed, permanent }: NewChange,
): Promise<NoticeLinks> {
  const now = deps.now()
  if (permanent) {
    await endAddressChanges(tx, userId, now)
    return {}
  }
  const until = new Date(now.getTime() + undoTtl)
  if (removed) {
    await extendUndoLinks(tx, { userId, olderThan: removed.verifiedAt, now, until })
    await extendReservations(tx, userId, now, until)
  }
  const links = before.map((to) => ({ to, token: newLinkSecret() }))
  await insertUndoLinks(
    tx,
    { id: newId(now), userId, addresses: [...before], createdAt: now, expiresAt: until, methodSince },
    links.map(({ to, token }) => ({ to, tokenDigest: digest(token) })),
  )
  return { undo: new Map(links.map(({ to, token }) => [to.address, `${deps.config.issuer}/account/undo/${token}`])) }
}

/** When the change of a link was made, or null if it can't be undone. Viewing it changes nothing. */
export const viewUndo = async (deps: Deps, token: string): Promise<Date | null> =>
  (await findUndoLink(deps.db, digest(token), deps.now()))?.createdAt ?? null

type UndoVisitor = Pick<Visitor, 'network' | 'languages'>

/** `blocked`: something else waits for this account, and one thing waits at a time. */
export type UndoResult = { kind: 'undone' | 'gone' | 'blocked' } | { kind: 'waits'; readyAt: Date; expiresAt: Date }

/**
 * Undoes a change, once, for the person who holds its link: the addresses are as they were before it, every session and
 * grant ends, a recovery is cancelled, and passkeys go that were added since, or were too young at the change to
 * outrank the mailbox. The changes that came after it can't be undone any more: their links went to the addresses that
 * leave now. Where something was there before the address of the link, the first use of the link asks for it, and one
 * after PASSKEY_RECOVERY_DELAY does it.
 */
export async function undoAddressChange(deps: Deps, token: string, visitor: UndoVisitor): Promise<UndoResult> {
  const now = deps.now()
  return inTransaction(deps, async (tx): Promise<UndoResult> => {
    // The person's row is locked first, as in every other change of an account, so two changes never deadlock.
    const found = await findUndoLink(tx, digest(token), now)
    if (!found) return { kind: 'gone' }
    await lockPerson(tx, found.userId)
    const link = await findUndoLink(tx, digest(token), now)
    if (!link) return { kind: 'gone' }
    const waited = await redeemWaitingUndo(tx, link.userId, link.id, now)
    if (!waited && (await mustWait(tx, link))) return askToUndo(deps, tx, link, visitor)
    return (await undo(deps, tx, token, visitor)) ? { kind: 'undone' } : { kind: 'gone' }
  })
}

/**
 * Whoever was there longer wins. An address that came later than what made the change, or than an address or a passkey
 * that is on the account now, undoes nothing at once: else somebody who was thrown out would be back by the notice
 * about it.
 */
async function mustWait(tx: Transaction, { userId, since, methodSince }: UndoLink): Promise<boolean> {
  if (methodSince !== null && methodSince < since) return true
  const addresses = await findAddresses(tx, userId)
  const passkeys = await findPasskeys(tx, userId)
  return addresses.some(({ verifiedAt }) => verifiedAt < since) || passkeys.some(({ createdAt }) => createdAt < since)
}

/** The undoing waits as a recovery does. Those who were there before the address are sent a link that cancels it. */
async function askToUndo(
  deps: Deps,
  tx: AuditedTransaction,
  link: UndoLink,
  visitor: UndoVisitor,
): Promise<UndoResult> {
  const { userId, since } = link
  const now = deps.now()
  const open = await findRecovery(tx, userId, now)
  if (open) return open.changeId === link.id ? waiting(open) : { kind: 'blocked' }
  const asked = await openRecovery(deps, tx, userId, link.id)
  const person = await findPerson(tx, userId)
  if (!asked || !person) return { kind: 'gone' }
  const { expiresAt } = asked.recovery
  await extendUndoLink(tx, link.id, expiresAt)
  await extendUndoLinks(tx, { userId, olderThan: since, now, until: expiresAt })
  await extendReservations(tx, userId, now, expiresAt)
  const actor = userActor(userId, visitor.network)
  await tx.record(actor, { action: 'address.undo_requested', target: ['user', userId] })
  const gone = await findOlderLinkHolders(tx, { userId, olderThan: since, now })
  const older = (await findAddresses(tx, userId)).filter(({ verifiedAt }) => verifiedAt < since)
  const to = [...gone, ...older.map(({ address }) => address)]
  const notice = { event: 'undo-requested', takesEffectAt: asked.recovery.readyAt } as const
  await notify(deps, tx, { person, visitor, ...notice, also: gone, cancel: { link: asked.cancel, to } })
  return waiting(asked.recovery)
}

const waiting = ({ readyAt, expiresAt }: Pick<Recovery, 'readyAt' | 'expiresAt'>): UndoResult => ({
  kind: 'waits',
  readyAt,
  expiresAt,
})

/** False if the link was used meanwhile, or nothing of what it names can be restored. */
async function undo(deps: Deps, tx: AuditedTransaction, token: string, visitor: UndoVisitor): Promise<boolean> {
  const now = deps.now()
  const change = await redeemUndoLink(tx, digest(token), now)
  if (!change) return false
  const { userId } = change
  const taken = (await findAddresses(tx, userId)).map(({ address }) => address)
  await endAddressChanges(tx, userId, now, change)
  if ((await restoreAddresses(tx, userId, change.addresses, now)).length === 0) return tx.takeBack(false)
  const young = change.createdAt.getTime() - deps.config.passkeyRecoveryDelay * 1000
  // A passkey or an identity that was there before the address of the link stays.
  const since = new Date(Math.max(young, change.since.getTime()))
  const passkeys = await deletePasskeysSince(tx, userId, since)
  const identities = await deleteIdentitiesSince(tx, userId, since)
  await deleteRecovery(tx, userId)
  const actor = userActor(userId, visitor.network)
  await tx.record(actor, { action: 'address.undone', target: ['user', userId], detail: { passkeys, identities } })
  await signOutEverywhere(deps, tx, actor, userId)
  const person = await findPerson(tx, userId)
  if (person)
    await notify(deps, tx, { person, visitor, event: 'change-undone', detail: person.email ?? '', also: taken })
  return true
}
