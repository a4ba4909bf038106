import { deletePasskeysOf } from '../store/passkeys.ts'
import {
  findAddresses,
  findMemberships,
  findPerson,
  findUserByEmail,
  insertAddress,
  setPrimaryAddress,
} from '../store/users.ts'
import { canonicalAddress } from './addresses.ts'
import { type Actor, eventOf, inTransaction } from './audit.ts'
import type { Deps } from './deps.ts'
import { notify } from './notices.ts'
import { act, Refused } from './organizations.ts'
import { signOutEverywhere } from './sign-out.ts'

/**
 * Resets how someone signs in, for who lost mailbox and passkeys: sessions and passkeys end, and the typed address becomes
 * the primary one. Every address that was theirs is told. Whoever calls this has checked that they may.
 */
export async function resetSignIn(deps: Deps, actor: Actor, userId: string, typed: string): Promise<void> {
  const address = canonicalAddress(typed)
  if (!address) throw new Refused('invalid', 'email', 'invalid-address')
  const [person, holder] = await Promise.all([findPerson(deps.db, userId), findUserByEmail(deps.db, address)])
  if (!person) throw new Refused('not-found')
  if (holder && holder.id !== userId) throw new Refused('invalid', 'email', 'taken')
  const now = deps.now()
  if (!holder && !(await insertAddress(deps.db, userId, address, now))) throw new Refused('invalid', 'email', 'taken')
  await setPrimaryAddress(deps.db, userId, address, now)
  await deletePasskeysOf(deps.db, userId)
  await inTransaction(deps, async (tx) => {
    await signOutEverywhere(deps, tx, actor, userId)
    await tx.record(actor, { action: 'user.sign_in_reset', target: ['user', userId] })
  })
  await notify(deps, person, { network: actor.network ?? '', languages: [] }, 'sign-in-reset', address)
}

/**
 * An owner resets a member's sign-in. Only someone who belongs to this organization alone, and no operator: an owner of
 * one must never come into what belongs to another, or to the whole server, by it.
 */
export async function resetMember(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
  typed: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'user.sign_in_reset', 'own', async (change) => {
    if (userId === actor.id || !(await change.rolesOf(userId))) throw new Refused('not-a-member')
    const [memberships, operates] = await Promise.all([findMemberships(deps.db, userId), isOperator(deps, userId)])
    if (operates || memberships.some((one) => one.organizationId !== organizationId))
      throw new Refused('invalid', 'user', 'belongs-elsewhere')
    await change.record(
      eventOf(deps, actor, { action: 'member.sign_in_reset', organizationId, target: ['user', userId] }),
    )
  })
  await resetSignIn(deps, actor, userId, typed)
}

/** By any verified address: a reset leaves the others, so it would hand over this right too. */
export async function isOperator(deps: Deps, userId: string): Promise<boolean> {
  const addresses = await findAddresses(deps.db, userId)
  return addresses.some(({ address }) => deps.config.operators.includes(address))
}
