import { setPrimaryAddress } from '../../store/beyond-prisma/accounts.ts'
import { reserveAddress } from '../../store/beyond-prisma/reserved-addresses.ts'
import { findAddresses } from '../../store/hot/people.ts'
import { deleteAddress } from '../../store/prisma/accounts.ts'
import { notify } from '../delivery/notices.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof } from '../identity/step-up.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
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
    const before = await findAddresses(tx, person.id)
    if (proof.missing || !(await deleteAddress(tx, person.id, address))) return
    await reserveAddress(tx, person.id, address, new Date(deps.now().getTime() + undoTtl))
    const removed = before.find((own) => own.address === address)
    const links = await storeAddressChange(deps, tx, { session, before, removed, permanent: proof.permanent })
    const actor = userActor(person.id, visitor.network)
    await tx.record(actor, { action: 'user.address_removed', target: ['user', person.id] })
    await notify(deps, tx, { person, visitor, event: 'address-removed', detail: address, also: [address], ...links })
  })
}
