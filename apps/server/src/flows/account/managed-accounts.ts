import { findUndoableAddresses } from '../../store/beyond-prisma/address-changes.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findAddresses, lockPerson } from '../../store/hot/people.ts'
import { provenByDns } from '../../store/prisma/domains.ts'
import { hasOtherOrganizations, lockOrganization, rolesIn } from '../../store/prisma/managed-accounts.ts'
import { act } from '../organizations/changes.ts'
import { domainOf } from '../platform/addresses.ts'
import { type Actor, type AuditedTransaction, inTransaction, recordRefusal } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

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
  const isManaged = (candidate: string) => proven.includes(domainOf(candidate) ?? '')
  if (!addresses.every(isManaged)) throw new OperationRefused('invalid', 'user', 'not-managed')
  if (address !== undefined && !isManaged(address)) throw new OperationRefused('invalid', 'email', 'not-managed')
}

const isOperatorBy = (deps: Deps, addresses: readonly string[]): boolean =>
  addresses.some((address) => deps.config.operators.includes(address))
