import { endAddressChanges, findUndoableAddresses } from '../../store/beyond-prisma/address-changes.ts'
import { deleteRecovery } from '../../store/beyond-prisma/recoveries.ts'
import { AddressReserved } from '../../store/beyond-prisma/reserved-addresses.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { deletePasskeysOf } from '../../store/hot/passkeys.ts'
import {
  findAddresses,
  findPerson,
  findUserByEmail,
  insertAddress,
  lockPerson,
  setPrimaryAddress,
} from '../../store/hot/people.ts'
import { provenByDns } from '../../store/prisma/domains.ts'
import { hasOtherOrganizations, lockOrganization, rolesIn } from '../../store/prisma/managed-accounts.ts'
import { notify } from '../delivery/notices.ts'
import { signOutEverywhere } from '../identity/sign-out.ts'
import { act, OperationRefused } from '../organizations/organizations.ts'
import { canonicalAddress, domainOf } from '../platform/addresses.ts'
import { type Actor, type AuditedTransaction, inTransaction, recordRefusal } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * Resets how someone signs in, for who lost mailbox and passkeys: sessions, grants and passkeys end, and the typed
 * address becomes the primary one. Every address that was theirs is told. Whoever calls this has checked that they may.
 */
export async function resetSignIn(deps: Deps, actor: Actor, userId: string, typed: string): Promise<void> {
  const address = parseAddress(typed)
  await untilReserved(() => inTransaction(deps, (tx) => reset(deps, tx, actor, userId, address)))
}

/**
 * An owner resets a member's sign-in, where the organization manages the account. An owner of one organization must
 * never come into what belongs to another, to the whole server, or to the person alone by it.
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
  await untilReserved(() =>
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

async function untilReserved(work: () => Promise<void>): Promise<void> {
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
  const holder = await findUserByEmail(tx, address)
  if (holder ? holder.id !== userId : !(await insertAddress(tx, userId, address, now)))
    throw new OperationRefused('invalid', 'email', 'taken')
  await setPrimaryAddress(tx, userId, address, now)
  await deletePasskeysOf(tx, userId)
  await deleteRecovery(tx, userId)
  const former = await findUndoableAddresses(tx, userId, now)
  // Links of earlier changes would take the new address away again.
  await endAddressChanges(tx, userId, '', now)
  await tx.record(actor, { action: 'user.sign_in_reset', target: ['user', userId] })
  await signOutEverywhere(deps, tx, actor, userId)
  await notify(deps, person, { network: actor.network ?? '', languages: [] }, 'sign-in-reset', address, former, tx)
}

interface Managed {
  organizationId: string
  userId: string
  action: ChangeAction
  /** The new address, where there is to be one. */
  address?: string
}

/**
 * Does something to the account of a member that this organization manages: every address of it, and the new one, lies
 * under a domain that the organization has proven by DNS; it belongs to no other organization, one that is being
 * deleted included; it is no operator's and not the actor's own. All of it is true while the work is done: the rows of
 * the organization and the person are held.
 */
export async function requireManaged(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  managed: Managed,
  work: (tx: AuditedTransaction) => Promise<void>,
): Promise<void> {
  const { organizationId, userId, action } = managed
  // Tells who has no right to it, and keeps that in the audit log.
  await act(deps, actor, organizationId, action, 'own', async (change) => {
    if (userId === actor.id || !(await change.rolesOf(userId))) throw new OperationRefused('not-a-member')
    // Asking changes nothing.
    return change.unchanged(undefined)
  })
  try {
    await inTransaction(deps, async (tx) => {
      await refuseUnmanaged(deps, tx, actor, managed)
      await work(tx)
    })
  } catch (error) {
    if (error instanceof OperationRefused) await recordRefusal(deps, actor, { action, organizationId }, error.reason)
    throw error
  }
}

async function refuseUnmanaged(
  deps: Deps,
  tx: SqlStore,
  actor: Actor & { kind: 'user' },
  { organizationId, userId, address }: Managed,
): Promise<void> {
  if (!(await lockOrganization(tx, organizationId))) throw new OperationRefused('not-found')
  await lockPerson(tx, userId)
  if (!(await rolesIn(tx, organizationId, actor.id))?.includes('owner')) throw new OperationRefused('forbidden')
  if (!(await rolesIn(tx, organizationId, userId))) throw new OperationRefused('not-a-member')
  // An address that was removed a moment ago may come back, and with it who the account belongs to.
  const undoable = await findUndoableAddresses(tx, userId, deps.now())
  const addresses = [...(await findAddresses(tx, userId)).map(({ address }) => address), ...undoable]
  if (isOperatorBy(deps, addresses) || (await hasOtherOrganizations(tx, organizationId, userId)))
    throw new OperationRefused('invalid', 'user', 'belongs-elsewhere')
  const proven = await provenByDns(tx, organizationId, deps.now())
  const isManaged = (one: string) => proven.includes(domainOf(one) ?? '')
  if (!addresses.every(isManaged)) throw new OperationRefused('invalid', 'user', 'not-managed')
  if (address !== undefined && !isManaged(address)) throw new OperationRefused('invalid', 'email', 'not-managed')
}

const isOperatorBy = (deps: Deps, addresses: readonly string[]): boolean =>
  addresses.some((address) => deps.config.operators.includes(address))
