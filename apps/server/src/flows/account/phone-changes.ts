import type { Person } from '../../oidc/claims.ts'
import { deletePhoneChallenge, deletePhoneMessage } from '../../store/beyond-prisma/people/phone-challenges.ts'
import { findPerson } from '../../store/hot/people.ts'
import { updatePhone } from '../../store/prisma/accounts.ts'
import { type Notice, notify } from '../delivery/notices.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof } from '../identity/step-up.ts'
import { type Actor, type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { shortenedNumber } from './phone-numbers.ts'

interface PhoneChange {
  before: Person
  after: Pick<Person, 'phone' | 'phoneVerified'>
  /** How a number was verified: by a typed code, or on the actor's word. */
  by: 'code' | 'actor'
  /** Null: the person is not notified. */
  visitor: Notice['visitor'] | null
}

/**
 * Records that a number was verified, or that a verified one is gone, and notifies the person. An unverified number is
 * a part of the profile like any other. Neither event says the number.
 */
export async function recordPhoneChange(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  { before, after, by, visitor }: PhoneChange,
): Promise<void> {
  const target = ['user', before.id] as const
  const same = before.phone === after.phone
  if (after.phoneVerified && after.phone !== null && !(same && before.phoneVerified)) {
    await tx.record(actor, { action: 'user.phone_verified', target, detail: { by } })
    if (visitor)
      await notify(deps, tx, { person: before, visitor, event: 'phone-verified', detail: shortenedNumber(after.phone) })
  } else if (before.phoneVerified && before.phone !== null && !after.phoneVerified) {
    await tx.record(actor, { action: 'user.phone_removed', target })
    if (visitor)
      await notify(deps, tx, { person: before, visitor, event: 'phone-removed', detail: shortenedNumber(before.phone) })
  }
}

/** Removes the number of a person, and any code that was sent. Returns the number, or null when there was none. */
export const removePhone = (deps: Deps, signedIn: SignedIn, visitor: Visitor): Promise<string | null> =>
  inTransaction(deps, async (tx) => {
    const { id } = signedIn.person
    if ((await lockedProof(deps, tx, signedIn, 'phone')).missing) return null
    const before = await findPerson(tx, id)
    if (!before?.phone) return null
    const after = { phone: null, phoneVerified: false }
    await updatePhone(tx, id, after, deps.now())
    await deletePhoneMessage(tx, id)
    await deletePhoneChallenge(tx, id)
    await recordPhoneChange(deps, tx, userActor(id, visitor.network), { before, after, by: 'actor', visitor })
    return before.phone
  })
