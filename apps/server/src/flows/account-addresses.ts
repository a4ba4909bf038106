import { digest, newLinkSecret } from '../crypto/random.ts'
import type { Mail } from '../mail/messages.ts'
import { AddressReserved, findReservation, reserveAddress } from '../store/reserved-addresses.ts'
import { deleteAddress, findAddresses, findUserByEmail, insertAddress, setPrimaryAddress } from '../store/users.ts'
import type { Here } from './account.ts'
import { keepUndo, undoTtl } from './address-changes.ts'
import { canonicalAddress } from './addresses.ts'
import { inTransaction } from './audit.ts'
import type { Deps } from './deps.ts'
import {
  type CodeProblem,
  type CodeTarget,
  type LinkView,
  linkTtl,
  newCode,
  redeemCode,
  redeemLink,
  viewLink,
} from './email-codes.ts'
import { spend, TooManyAttempts } from './limits.ts'
import { notify } from './notices.ts'
import { queueMail } from './outbox.ts'
import type { Visitor } from './sessions.ts'
import { lockedProof } from './step-up.ts'

/** Mailboxes of one person. */
const maxAddresses = 10

/** A code for a mailbox can be typed in the session that asked for it, and nowhere else. */
const targetOf = ({ session, person }: Here, address: string): CodeTarget => ({
  address,
  purpose: `address:${person.id}`,
  browserDigest: digest(session.id),
  subject: session.id,
})

export type AddressProblem = 'invalid-address' | 'too-many-addresses'

/**
 * Mails a code to an address that is to be added. Whether it belongs to someone already is told to that mailbox only:
 * here both look the same.
 */
export async function askForAddress(
  deps: Deps,
  here: Here,
  input: string,
  visitor: Visitor,
): Promise<{ ok: true; address: string } | { ok: false; problem: AddressProblem }> {
  const address = canonicalAddress(input)
  if (!address) return { ok: false, problem: 'invalid-address' }
  const own = await findAddresses(deps.db, here.person.id)
  if (own.length >= maxAddresses) return { ok: false, problem: 'too-many-addresses' }
  const wait = await spend(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  if (wait !== null) throw new TooManyAttempts(wait)
  if ((await spend(deps, `mail:${digest(address)}`, deps.config.limits.mailPerAddress)) !== null)
    return { ok: true, address }
  const { code, token } = await newCode(deps, targetOf(here, address))
  const now = deps.now()
  const context = {
    to: address,
    application: deps.config.brand.name,
    at: now.toISOString(),
    network: visitor.network,
    locales: [...(here.person.locale ? [here.person.locale] : []), ...visitor.languages],
  }
  const link = `${deps.config.issuer}/account/addresses/link/${token}`
  const [holder, reservation] = await Promise.all([
    findUserByEmail(deps.db, address),
    findReservation(deps.db, address, now),
  ])
  const mail: Mail = holder
    ? { kind: 'address-taken', ...context }
    : reservation && reservation.userId !== here.person.id
      ? { kind: 'address-reserved', ...context, until: reservation.expiresAt.toISOString() }
      : { kind: 'address-code', ...context, code, link }
  await queueMail(deps, mail, new Date(now.getTime() + linkTtl))
  return { ok: true, address }
}

/** Adds a mailbox by its typed code. Null when it was added. */
export async function confirmAddress(
  deps: Deps,
  here: Here,
  address: string,
  code: string,
  visitor: Visitor,
): Promise<CodeProblem | null> {
  const wait = await spend(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  if (wait !== null) throw new TooManyAttempts(wait)
  const problem = await redeemCode(deps, targetOf(here, address), code)
  return problem ?? add(deps, here, address, visitor)
}

/** What the mailed link shows, to the one who asked or to anyone else. A GET consumes nothing. */
export const viewAddressLink = (deps: Deps, here: Here | null, token: string): Promise<LinkView> =>
  viewLink(deps, token, { subject: null, browserDigest: here && digest(here.session.id) })

/** Adds a mailbox by the button of its link. */
export async function confirmAddressLink(
  deps: Deps,
  here: Here,
  token: string,
  visitor: Visitor,
): Promise<CodeProblem | null> {
  const proof = await redeemLink(deps, token, { subject: here.session.id, browserDigest: digest(here.session.id) })
  return proof?.purpose === `address:${here.person.id}` ? add(deps, here, proof.address, visitor) : 'wrong'
}

async function add(deps: Deps, here: Here, address: string, visitor: Visitor): Promise<CodeProblem | null> {
  const { person } = here
  const token = newLinkSecret()
  try {
    return await inTransaction(deps, async (tx) => {
      const proof = await lockedProof(deps, tx, here, 'addresses')
      if (proof.missing) return 'wrong'
      const before = await findAddresses(tx, person.id)
      if (before.length >= maxAddresses || !(await insertAddress(tx, person.id, address, deps.now()))) return 'wrong'
      const links = await keepUndo(deps, tx, { userId: person.id, before, token, final: proof.final })
      const actor = { kind: 'user', id: person.id, network: visitor.network } as const
      await tx.record(actor, { action: 'user.address_added', target: ['user', person.id] })
      await notify(deps, person, visitor, 'address-added', address, [], tx, links)
      return null
    })
  } catch (error) {
    if (error instanceof AddressReserved) return 'wrong'
    throw error
  }
}

/** Makes an address the primary one, and tells it. */
export async function makePrimary(deps: Deps, here: Here, address: string, visitor: Visitor): Promise<void> {
  const { person } = here
  const token = newLinkSecret()
  await inTransaction(deps, async (tx) => {
    const proof = await lockedProof(deps, tx, here, 'addresses')
    const before = await findAddresses(tx, person.id)
    const isOther = before.some((own) => own.address === address && !own.primary)
    if (proof.missing || !isOther || !(await setPrimaryAddress(tx, person.id, address, deps.now()))) return
    const links = await keepUndo(deps, tx, { userId: person.id, before, token, final: proof.final })
    const actor = { kind: 'user', id: person.id, network: visitor.network } as const
    await tx.record(actor, { action: 'user.address_changed', target: ['user', person.id] })
    await notify(deps, person, visitor, 'primary-changed', address, [], tx, links)
  })
}

/** Removes an address, never the primary one, and tells it. It stays reserved as long as the removal can be undone. */
export async function removeAddress(deps: Deps, here: Here, address: string, visitor: Visitor): Promise<void> {
  const { person } = here
  const token = newLinkSecret()
  await inTransaction(deps, async (tx) => {
    const proof = await lockedProof(deps, tx, here, 'addresses')
    const before = await findAddresses(tx, person.id)
    if (proof.missing || !(await deleteAddress(tx, person.id, address))) return
    await reserveAddress(tx, person.id, address, new Date(deps.now().getTime() + undoTtl))
    const links = await keepUndo(deps, tx, { userId: person.id, before, token, final: proof.final })
    const actor = { kind: 'user', id: person.id, network: visitor.network } as const
    await tx.record(actor, { action: 'user.address_removed', target: ['user', person.id] })
    await notify(deps, person, visitor, 'address-removed', address, [address], tx, links)
  })
}
