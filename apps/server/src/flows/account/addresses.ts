import type { Person } from '../../oidc/claims.ts'
import { setPrimaryAddress } from '../../store/beyond-prisma/accounts.ts'
import { reserveAddress } from '../../store/beyond-prisma/reserved-addresses.ts'
import { findAddresses, findPerson } from '../../store/hot/people.ts'
import type { Session } from '../../store/hot/sessions.ts'
import { deleteAddress } from '../../store/prisma/accounts.ts'
import { notify } from '../delivery/notices.ts'
import { actOnPerson } from '../identity/operator-protection.ts'
import { waitsForSecond } from '../identity/second-operator.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof } from '../identity/step-up.ts'
import { type Actor, type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { storeAddressChange, undoTtl } from './address-changes.ts'

/** Makes an address the primary one, and notifies the person. */
export async function makePrimary(deps: Deps, signedIn: SignedIn, address: string, visitor: Visitor): Promise<void> {
  const { session, person } = signedIn
  await inTransaction(deps, async (tx) => {
    const proof = await lockedProof(deps, tx, signedIn, 'addresses')
    const before = await findAddresses(tx, person.id)
    const isOther = before.some((own) => own.address === address && !own.primary)
    if (proof.missing || !isOther || !(await setPrimaryAddress(tx, person.id, address, deps.now()))) return
    const links = await storeAddressChange(deps, tx, { session, before, permanent: proof.permanent })
    const actor = userActor(person.id, visitor.network)
    await tx.record(actor, { action: 'user.address_changed', target: ['user', person.id] })
    await notify(deps, tx, { person, visitor, event: 'primary-changed', detail: address, ...links })
  })
}

/** Removes an address, but never the primary one, and notifies the person. It stays reserved while the removal can be undone. */
export async function removeAddress(deps: Deps, signedIn: SignedIn, address: string, visitor: Visitor): Promise<void> {
  const { session, person } = signedIn
  await inTransaction(deps, async (tx) => {
    const proof = await lockedProof(deps, tx, signedIn, 'addresses')
    if (proof.missing) return
    const actor = userActor(person.id, visitor.network)
    await remove(deps, tx, actor, { person, session, address, visitor, permanent: proof.permanent })
  })
}

/**
 * The same by an operator, as far as they may act on the person. Every mailbox of the person can undo it. Where a second
 * operator has to confirm a reset, one alone removes nothing either (FOUR_EYES).
 */
export async function removeAddressByOperator(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
  address: string,
): Promise<void> {
  await actOnPerson(deps, actor, { userId, action: 'user.address_removed' }, async (tx) => {
    const person = await findPerson(tx, userId)
    if (!person) throw new OperationRefused('not-found')
    if (await waitsForSecond(deps, actor, userId, tx))
      throw new OperationRefused('forbidden', 'email', 'second-operator')
    const session = { userId, methodSince: null }
    const visitor = { network: actor.network ?? '', languages: [] }
    if (!(await remove(deps, tx, actor, { person, session, address, visitor, permanent: false })))
      throw new OperationRefused('changed-meanwhile')
  })
}

interface Removal {
  person: Person
  session: Pick<Session, 'userId' | 'methodSince'>
  address: string
  visitor: Pick<Visitor, 'network' | 'languages'>
  /** See `storeAddressChange`. */
  permanent: boolean
}

async function remove(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  { person, session, address, visitor, permanent }: Removal,
): Promise<boolean> {
  const before = await findAddresses(tx, person.id)
  if (!(await deleteAddress(tx, person.id, address))) return false
  await reserveAddress(tx, person.id, address, new Date(deps.now().getTime() + undoTtl))
  const removed = before.find((own) => own.address === address)
  const links = await storeAddressChange(deps, tx, { session, before, removed, permanent })
  await tx.record(actor, { action: 'user.address_removed', target: ['user', person.id] })
  await notify(deps, tx, { person, visitor, event: 'address-removed', detail: address, also: [address], ...links })
  return true
}
