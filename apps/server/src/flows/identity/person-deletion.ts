import type { Person } from '../../oidc/claims.ts'
import { deleteMailsTo } from '../../store/beyond-prisma/delivery/mail-deliveries.ts'
import { deletePhoneMessage } from '../../store/beyond-prisma/people/phone-challenges.ts'
import { deleteAttemptsOf } from '../../store/beyond-prisma/sign-in-log.ts'
import { endSetupLinksBy } from '../../store/prisma/federation/setup-links.ts'
import { type Departure, deletePerson } from '../../store/prisma/people.ts'
import { notify } from '../delivery/notices.ts'
import type { Actor, AuditedTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { signOutEverywhere } from './sign-out.ts'

/**
 * Deletes a person with everything that is theirs, in the transaction that decided it, and notifies their mailboxes.
 * `successors`: the next owner of each organization that would have none.
 * @throws LastOwner when a successor is missing.
 */
export async function deletePersonWithEvents(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  {
    person,
    successors,
    visitor,
  }: {
    person: Person
    successors: ReadonlyMap<string, string>
    visitor: Pick<Visitor, 'network' | 'languages'>
  },
): Promise<void> {
  await signOutEverywhere(deps, tx, actor, person.id)
  await deletePhoneMessage(tx, person.id)
  const { addresses, departures } = await deletePerson(tx, person.id, successors)
  const addressKeys = addresses.map((address) => deps.addressKeys.of(address))
  await deleteAttemptsOf(tx, person.id, addressKeys)
  await deleteMailsTo(tx, addressKeys)
  if (deps.config.sso)
    for (const { organizationId } of departures)
      await endSetupLinksBy(tx, { organizationId, createdBy: person.id }, deps.now())
  for (const departure of departures) await recordDeparture(tx, actor, person.id, departure)
  await tx.record(actor, { action: 'user.deleted', target: ['user', person.id] })
  await notify(deps, tx, { person, visitor, event: 'account-deleted', also: addresses })
}

/** An organization that loses its last person ends; one that loses its only owner is handed over first. */
async function recordDeparture(
  tx: AuditedTransaction,
  actor: Actor,
  userId: string,
  { organizationId, outcome, successorId }: Departure,
): Promise<void> {
  const detail = { reason: 'user-deleted' }
  if (outcome === 'ended') {
    await tx.record(actor, {
      action: 'organization.deleted',
      organizationId,
      target: ['organization', organizationId],
      detail,
    })
    return
  }
  if (successorId)
    await tx.record(actor, {
      action: 'organization.transferred',
      organizationId,
      target: ['user', successorId],
      detail,
    })
  await tx.record(actor, { action: 'member.removed', organizationId, target: ['user', userId], detail })
}
