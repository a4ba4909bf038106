import { exportPerson, findSoleOwnerships, LastOwner, type SoleOwnership } from '../../store/prisma/people.ts'
import { notify } from '../delivery/notices.ts'
import { deletePersonWithEvents } from '../identity/person-deletion.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof } from '../identity/step-up.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'

export type { SoleOwnership } from '../../store/prisma/people.ts'

/** Everything stored about a person, as one object (GDPR article 20), except the digests of secrets. */
export async function exportData(deps: Deps, { person }: SignedIn, visitor: Visitor): Promise<Record<string, unknown>> {
  const actor = userActor(person.id, visitor.network)
  await inTransaction(deps, async (tx) => {
    await tx.record(actor, { action: 'user.exported', target: ['user', person.id] })
    await notify(deps, tx, { person, visitor, event: 'data-exported' })
  })
  // After the event: nothing is exported that is not recorded, and the export has its own event.
  const data = await exportPerson(deps.db, person.id)
  return { exportedAt: deps.now().toISOString(), issuer: deps.config.issuer, subject: person.id, ...data }
}

/** The organizations of which this person is the only owner, with the members who could be the next. */
export const soleOwnerships = (deps: Deps, { person }: SignedIn): Promise<SoleOwnership[]> =>
  findSoleOwnerships(deps.db, person.id)

/**
 * Deletes a person with everything that is theirs. An organization of which they are the only owner goes to the
 * successor that was named, or ends with them when nobody else is in it. Returns the organizations that still need one.
 */
export async function deleteAccount(
  deps: Deps,
  signedIn: SignedIn,
  successors: ReadonlyMap<string, string>,
  visitor: Visitor,
): Promise<SoleOwnership[]> {
  const { person } = signedIn
  const actor = userActor(person.id, visitor.network)
  try {
    await inTransaction(deps, async (tx) => {
      // Otherwise, anyone who reads the mail could open the account again, without the passkeys that protect it.
      if ((await lockedProof(deps, tx, signedIn, 'account')).missing) throw new OperationRefused('forbidden')
      await deletePersonWithEvents(deps, tx, actor, { person, successors, visitor })
    })
  } catch (error) {
    if (error instanceof LastOwner) return findSoleOwnerships(deps.db, person.id)
    throw error
  }
  return []
}
