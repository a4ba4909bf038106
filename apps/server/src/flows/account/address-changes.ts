import { digest, newId } from '../../crypto/random.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import {
  type AddressBefore,
  endAddressChanges,
  findAddressChange,
  findChangedPerson,
  insertAddressChange,
  redeemAddressChange,
  restoreAddresses,
} from '../../store/beyond-prisma/address-changes.ts'
import { deleteRecovery } from '../../store/beyond-prisma/recoveries.ts'
import { findAddresses, findPerson } from '../../store/hot/people.ts'
import { deletePasskeysSince } from '../../store/prisma/passkeys.ts'
import { type NoticeLinks, notify } from '../delivery/notices.ts'
import { signOutEverywhere } from '../identity/sign-out.ts'
import { type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'

/** How long a change of addresses can be undone and a removed address stays reserved, in milliseconds. */
export const undoTtl = 72 * hour

/**
 * Stores the previous addresses, so that whoever has one of their mailboxes can restore them by the link in the
 * notice. `final`: a passkey that outranks the mailbox confirmed the change, so neither it nor an earlier one can be
 * undone by mail any more.
 */
export async function storeAddressChange(
  deps: Deps,
  tx: AuditedTransaction,
  change: { userId: string; before: readonly AddressBefore[]; token: string; final: boolean },
): Promise<NoticeLinks> {
  const now = deps.now()
  if (change.final) {
    await endAddressChanges(tx, change.userId, '', now)
    return {}
  }
  await insertAddressChange(tx, {
    id: newId(now),
    userId: change.userId,
    addresses: [...change.before],
    tokenDigest: digest(change.token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + undoTtl),
  })
  const link = `${deps.config.issuer}/account/undo/${change.token}`
  return { undo: { link, to: change.before.map(({ address }) => address) } }
}

/** When the change of a link was made, or null if it can't be undone. Viewing it changes nothing. */
export const viewUndo = (deps: Deps, token: string): Promise<Date | null> =>
  findAddressChange(deps.db, digest(token), deps.now())

/** None of the addresses can be restored. */
class NothingRestored extends Error {}

/**
 * Undoes a change, once, for whoever holds its link: the addresses are as they were before it, every session and grant
 * ends, a recovery is cancelled, and passkeys go that were added since, or were too young at the change to outrank the
 * mailbox. The changes that came after it can't be undone any more: their links went to the addresses that leave now.
 */
export async function undoAddressChange(
  deps: Deps,
  token: string,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<boolean> {
  const now = deps.now()
  try {
    return await inTransaction(deps, async (tx) => {
      // The person's row is locked first, as in every other change of an account, so two changes never deadlock.
      const userId = await findChangedPerson(tx, digest(token), now)
      if (userId === null) return false
      await lockPerson(tx, userId)
      const change = await redeemAddressChange(tx, digest(token), now)
      if (!change) return false
      const taken = (await findAddresses(tx, userId)).map(({ address }) => address)
      await endAddressChanges(tx, userId, change.id, now)
      if ((await restoreAddresses(tx, userId, change.addresses, now)).length === 0) throw new NothingRestored()
      const young = new Date(change.createdAt.getTime() - deps.config.passkeyRecoveryDelay * 1000)
      const passkeys = await deletePasskeysSince(tx, userId, young)
      await deleteRecovery(tx, userId)
      const actor = userActor(userId, visitor.network)
      await tx.record(actor, { action: 'address.undone', target: ['user', userId], detail: { passkeys } })
      await signOutEverywhere(deps, tx, actor, userId)
      const person = await findPerson(tx, userId)
      if (person) await notify(deps, person, visitor, 'change-undone', person.email ?? '', taken, tx)
      return true
    })
  } catch (error) {
    if (error instanceof NothingRestored) return false
    throw error
  }
}
