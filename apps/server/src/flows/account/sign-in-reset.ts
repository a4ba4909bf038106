import { insertAddress, lockPerson, renewAddresses, setPrimaryAddress } from '../../store/beyond-prisma/accounts.ts'
import { endAddressChanges, findUndoableAddresses } from '../../store/beyond-prisma/address-changes.ts'
import { deleteIdentitiesSince } from '../../store/beyond-prisma/people/external-identities.ts'
import { deleteRecovery } from '../../store/beyond-prisma/recoveries.ts'
import { AddressReserved } from '../../store/beyond-prisma/reserved-addresses.ts'
import { findPerson, findUserByEmail } from '../../store/hot/people.ts'
import { deletePasskeysOf } from '../../store/prisma/passkeys.ts'
import { notify } from '../delivery/notices.ts'
import { actingRole, actOnPerson } from '../identity/operator-protection.ts'
import { findOperatorRole } from '../identity/operator-roles.ts'
import { actsAlone } from '../identity/second-operator.ts'
import { signOutEverywhere } from '../identity/sign-out.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import type { Actor, AuditedTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { requireManaged } from './managed-accounts.ts'

/**
 * Resets how a person signs in who lost their mailbox and passkeys: sessions, grants, passkeys and identities at providers are
 * revoked, and the typed address becomes the primary one. All previous addresses are notified. The caller has checked the permission.
 */
export async function resetSignIn(deps: Deps, actor: Actor, userId: string, typed: string): Promise<void> {
  const address = parseAddress(typed)
  const act = { userId, action: 'user.sign_in_reset' } as const
  await refuseReserved(() => actOnPerson(deps, actor, act, (tx) => reset(deps, tx, actor, userId, address)))
}

/**
 * An owner resets the sign-in of a member whose account the organization manages. This must never give an owner access to
 * what belongs to another organization, to the whole server, or to the person alone.
 */
export async function resetMember(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
  typed: string,
): Promise<void> {
  const address = parseAddress(typed)
  const managed = { organizationId, userId, action: 'user.sign_in_reset', address } as const
  await refuseReserved(() =>
    requireManaged(deps, actor, managed, async (tx) => {
      await tx.record(actor, { action: 'member.sign_in_reset', organizationId, target: ['user', userId] })
      await reset(deps, tx, actor, userId, address)
    }),
  )
}

function parseAddress(typed: string): string {
  const address = canonicalAddress(typed)
  if (!address) throw new OperationRefused('invalid', 'email', 'invalid-address')
  return address
}

async function refuseReserved(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof AddressReserved ? new OperationRefused('invalid', 'email', 'address-reserved') : error
  }
}

async function reset(deps: Deps, tx: AuditedTransaction, actor: Actor, userId: string, address: string): Promise<void> {
  const now = deps.now()
  await lockPerson(tx, userId)
  const person = await findPerson(tx, userId)
  if (!person) throw new OperationRefused('not-found')
  await refuseOperatorAddress(deps, tx, actor, userId, address)
  const holder = await findUserByEmail(tx, address)
  if (holder ? holder.id !== userId : !(await insertAddress(tx, userId, address, now)))
    throw new OperationRefused('invalid', 'email', 'taken')
  await setPrimaryAddress(tx, userId, address, now)
  // The others are no older than the new one from here on: they would outrank it when a change is undone.
  await renewAddresses(tx, userId, now)
  await deletePasskeysOf(tx, userId)
  await deleteIdentitiesSince(tx, userId, new Date(0))
  await deleteRecovery(tx, userId)
  const former = await findUndoableAddresses(tx, userId, now)
  // Otherwise, the links of earlier changes could remove the new address.
  await endAddressChanges(tx, userId, now)
  await tx.record(actor, { action: 'user.sign_in_reset', target: ['user', userId] })
  await signOutEverywhere(deps, tx, actor, userId)
  await notify(deps, tx, {
    person,
    visitor: { network: actor.network ?? '' },
    event: 'sign-in-reset',
    detail: address,
    also: former,
  })
}

/**
 * An address that OPERATORS names makes its holder a root, and a reset gives it without a mail to it. So only a root or
 * a command gives one to someone who is not yet a root.
 */
async function refuseOperatorAddress(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  userId: string,
  address: string,
): Promise<void> {
  if (!deps.config.operators.includes(address)) return
  const acting = await actingRole(deps, tx, actor)
  // With FOUR_EYES, a root who made another one alone would be both pairs of eyes.
  if (
    acting === 'system' ||
    (acting === 'root' && !actsAlone(deps, actor)) ||
    (await findOperatorRole(deps, tx, userId)) === 'root'
  )
    return
  throw new OperationRefused('invalid', 'email', 'not-allowed-here')
}
