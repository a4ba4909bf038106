import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type AuditedChange, changeOrganization } from './changes.ts'

/** Approves an organization or withdraws its approval: whether its invitations allow sign-up when SIGN_UP is not open. */
export async function approveOrganization(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  approved: boolean,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, actionOfApproval(approved), async (change) => {
    await changeApproval(deps, actor, change, approved)
  })
}

const actionOfApproval = (approved: boolean) => (approved ? 'organization.approved' : 'organization.approval_withdrawn')

/** Whether somebody decides for the whole server: an operator, or a client that is not limited to one organization. */
export const runsServer = (actor: Actor): boolean =>
  actor.kind === 'client' ? actor.organizationId === null : actor.kind === 'operator' || actor.kind === 'system'

/** Null if there was nothing to change. For those who run the server, and clients not limited to one organization. */
export async function changeApproval(
  deps: Deps,
  actor: Actor,
  change: AuditedChange,
  approved: boolean,
): Promise<{ approvedAt: Date | null } | null> {
  if (!runsServer(actor)) throw new OperationRefused('forbidden')
  if ((change.organization.approvedAt !== null) === approved) return null
  const approvedAt = approved ? deps.now() : null
  await change.approve(approvedAt)
  await change.record(['organization', change.organization.id], undefined, actionOfApproval(approved))
  return { approvedAt }
}
