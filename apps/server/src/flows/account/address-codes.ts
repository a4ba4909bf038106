import { digest } from '../../crypto/random.ts'
import type { Mail } from '../../mail/messages.ts'
import { insertAddress } from '../../store/beyond-prisma/accounts.ts'
import { AddressReserved, findReservation } from '../../store/beyond-prisma/reserved-addresses.ts'
import { findAddresses, findUserByEmail } from '../../store/hot/people.ts'
import { mailContext } from '../delivery/mail-context.ts'
import { notify } from '../delivery/notices.ts'
import { queueMail } from '../delivery/outbox.ts'
import { isEnforced } from '../federation/discovery.ts'
import {
  type CodeProblem,
  type CodeTarget,
  type LinkView,
  linkTtl,
  newCode,
  redeemCode,
  redeemMailedLink,
  viewMailedLink,
} from '../identity/email-codes.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof } from '../identity/step-up.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit, enforceLimit, mailLimit } from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'
import { storeAddressChange } from './address-changes.ts'

/** Addresses of one person. */
const maxAddresses = 10

/** A code for a mailbox is only accepted in the session that requested it. */
const codeTarget = ({ session, person }: SignedIn, address: string): CodeTarget => ({
  address,
  purpose: `address:${person.id}`,
  browserDigest: digest(session.id),
  subject: session.id,
})

export type AddressProblem = 'invalid-address' | 'too-many-addresses' | 'company-address'

/**
 * Mails a code to an address that is to be added. Only that mailbox learns whether the address already has an account: the
 * page looks the same.
 */
export async function askForAddress(
  deps: Deps,
  signedIn: SignedIn,
  input: string,
  visitor: Visitor,
): Promise<{ ok: true; address: string } | { ok: false; problem: AddressProblem }> {
  const address = canonicalAddress(input)
  if (!address) return { ok: false, problem: 'invalid-address' }
  const own = await findAddresses(deps.db, signedIn.person.id)
  if (own.length >= maxAddresses) return { ok: false, problem: 'too-many-addresses' }
  await enforceLimit(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  // Otherwise whoever reads a mailbox of the company could have its owner's first sign-in lead to their own account.
  if (await isEnforced(deps, address)) return { ok: false, problem: 'company-address' }
  if ((await consumeLimit(deps, mailLimit(address), deps.config.limits.mailPerAddress)) !== null)
    return { ok: true, address }
  const { code, token } = await newCode(deps, codeTarget(signedIn, address))
  const now = deps.now()
  const context = mailContext(deps, address, {
    network: visitor.network,
    userAgent: visitor.userAgent,
    locales: [signedIn.person.locale, ...visitor.languages],
  })
  const link = `${deps.config.issuer}/account/addresses/link/${token}`
  const [holder, reservation] = await Promise.all([
    findUserByEmail(deps.db, address),
    findReservation(deps.db, address, now),
  ])
  const mail: Mail = holder
    ? { kind: 'address-taken', ...context }
    : reservation && reservation.userId !== signedIn.person.id
      ? { kind: 'address-reserved', ...context, until: reservation.expiresAt.toISOString() }
      : // The others go to somebody else, to whom the time zone of this person means nothing.
        { kind: 'address-code', ...context, zone: signedIn.person.zoneinfo, code, link }
  await queueMail(deps, deps.db, mail, new Date(now.getTime() + linkTtl))
  return { ok: true, address }
}

/** Adds an address by its typed code. Null if it was added. */
export async function confirmAddress(
  deps: Deps,
  signedIn: SignedIn,
  address: string,
  code: string,
  visitor: Visitor,
): Promise<CodeProblem | null> {
  await enforceLimit(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  const problem = await redeemCode(deps, codeTarget(signedIn, address), code)
  return problem ?? addAddress(deps, signedIn, address, visitor)
}

/** What the mailed link shows, to the person who requested it or to anyone else. Viewing it changes nothing. */
export const viewAddressLink = (deps: Deps, signedIn: SignedIn | null, token: string): Promise<LinkView> =>
  viewMailedLink(deps, token, { subject: null, browserDigest: signedIn && digest(signedIn.session.id) })

/** Adds an address by the button of its link. */
export async function confirmAddressLink(
  deps: Deps,
  signedIn: SignedIn,
  token: string,
  visitor: Visitor,
): Promise<CodeProblem | null> {
  const proof = await redeemMailedLink(deps, token, {
    subject: signedIn.session.id,
    browserDigest: digest(signedIn.session.id),
  })
  return proof?.purpose === `address:${signedIn.person.id}`
    ? addAddress(deps, signedIn, proof.address, visitor)
    : 'wrong'
}

async function addAddress(
  deps: Deps,
  signedIn: SignedIn,
  address: string,
  visitor: Visitor,
): Promise<CodeProblem | null> {
  const { session, person } = signedIn
  if (await isEnforced(deps, address)) return 'wrong'
  try {
    return await inTransaction(deps, async (tx) => {
      const proof = await lockedProof(deps, tx, signedIn, 'addresses')
      if (proof.missing) return 'wrong'
      const before = await findAddresses(tx, person.id)
      if (before.length >= maxAddresses || !(await insertAddress(tx, person.id, address, deps.now()))) return 'wrong'
      const links = await storeAddressChange(deps, tx, { session, before, permanent: proof.permanent })
      const actor = userActor(person.id, visitor.network)
      await tx.record(actor, { action: 'user.address_added', target: ['user', person.id] })
      await notify(deps, tx, { person, visitor, event: 'address-added', detail: address, ...links })
      return null
    })
  } catch (error) {
    if (error instanceof AddressReserved) return 'wrong'
    throw error
  }
}
