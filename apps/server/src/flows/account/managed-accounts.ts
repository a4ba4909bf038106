import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import type { Transaction } from '../../store/connections/database.ts'
import { areOfOrganization, whyNotManaged } from '../identity/managed-people.ts'
import { changeOrganization } from '../organizations/changes.ts'
import type { OrganizationAction } from '../organizations/permissions.ts'
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
 * Changes the account of a member that this organization manages (`whyNotManaged`), and that is not the actor's own. The new
 * address is of the organization too. All of this holds while the work is done: the rows of the organization and the person
 * are locked.
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
  const problem = await whyNotManaged(deps, tx, { organizationId, userId })
  if (problem) throw new OperationRefused('invalid', 'user', problem)
  if (address !== undefined && !(await areOfOrganization(deps, tx, organizationId, [address])))
    throw new OperationRefused('invalid', 'email', 'not-managed')
}
