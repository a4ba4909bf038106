import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { findUndoableAddresses } from '../../store/beyond-prisma/address-changes.ts'
import type { Transaction } from '../../store/connections/database.ts'
import { findAddresses } from '../../store/hot/people.ts'
import { provenByDns } from '../../store/prisma/organizations/domains.ts'
import { hasOtherOrganizations } from '../../store/prisma/organizations/members.ts'
import { findOperatorRole } from '../identity/operator-roles.ts'
import { changeOrganization } from '../organizations/changes.ts'
import type { OrganizationAction } from '../organizations/permissions.ts'
import { domainOf } from '../platform/addresses.ts'
import type { Actor, AuditedTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

interface Managed {
  organizationId: string
  userId: string
  action: OrganizationAction
  /** The new address, if it changes. */
  address?: string
}

/**
 * Changes the account of a member that this organization manages: every address of it, and the new one, lies
 * under a domain that the organization has proven by DNS; it belongs to no other organization, one that is being
 * deleted included; it is neither an operator's nor the actor's own. All of this holds while the work is done: the rows of
 * the organization and the person are locked.
 */
export const requireManaged = (
  deps: Deps,
  actor: Actor & { kind: 'user' },
  managed: Managed,
  work: (tx: AuditedTransaction) => Promise<void>,
): Promise<void> =>
  changeOrganization(deps, actor, managed.organizationId, managed.action, async (change) => {
    const { userId } = managed
    if (userId === actor.id || !(await change.rolesOf(userId))) throw new OperationRefused('not-a-member')
    await refuseUnmanaged(deps, change.tx, managed)
    await work(change.tx)
  })

async function refuseUnmanaged(
  deps: Deps,
  tx: Transaction,
  { organizationId, userId, address }: Managed,
): Promise<void> {
  await lockPerson(tx, userId)
  // A removed address may be restored, and with it the other person's access to the account.
  const undoable = await findUndoableAddresses(tx, userId, deps.now())
  const addresses = [...(await findAddresses(tx, userId)).map(({ address }) => address), ...undoable]
  if ((await isOperator(deps, tx, userId, undoable)) || (await hasOtherOrganizations(tx, organizationId, userId)))
    throw new OperationRefused('invalid', 'user', 'belongs-elsewhere')
  const proven = await provenByDns(tx, organizationId, deps.now())
  const isManaged = (candidate: string) => proven.includes(domainOf(candidate) ?? '')
  if (!addresses.every(isManaged)) throw new OperationRefused('invalid', 'user', 'not-managed')
  if (address !== undefined && !isManaged(address)) throw new OperationRefused('invalid', 'email', 'not-managed')
}

/** By a role, or by an address that may come back. */
const isOperator = async (deps: Deps, tx: Transaction, userId: string, undoable: readonly string[]) =>
  undoable.some((address) => deps.config.operators.includes(address)) ||
  (await findOperatorRole(deps, tx, userId)) !== null
