import { findLiveSetupLinksBy, revokeSetupLink } from '../../../store/prisma/federation/setup-links.ts'
import type { OrganizationChange } from '../../../store/prisma/organizations/organization-changes.ts'
import type { AuditedTransaction, EventDetails } from '../../platform/audit.ts'
import type { ChangeAction } from '../../platform/audit-actions.ts'

type Held = Pick<OrganizationChange, 'organization' | 'rolesOf' | 'setRoles' | 'removeMember'> & {
  tx: AuditedTransaction
  record(target: EventDetails['target'], detail: Record<string, unknown>, action: ChangeAction): Promise<void>
}

/**
 * The same changes, but whoever stops being an owner loses the set-up links that they have made, however they stop. A link acts for
 * whoever made it: whoever has it would go on acting for an owner who is none.
 */
export const endingSetupLinks = (change: Held): Pick<OrganizationChange, 'setRoles' | 'removeMember'> => ({
  async setRoles(userId, roles, ...more) {
    const [now] = more
    const loses = !roles.includes('owner') && (await change.rolesOf(userId))?.includes('owner')
    await change.setRoles(userId, roles, ...more)
    if (loses) await endSetupLinks(change, userId, now)
  },
  async removeMember(userId, now) {
    await change.removeMember(userId, now)
    await endSetupLinks(change, userId, now)
  },
})

async function endSetupLinks({ tx, organization, record }: Held, userId: string, now: Date): Promise<void> {
  const links = await findLiveSetupLinksBy(tx, { organizationId: organization.id, createdBy: userId }, now)
  for (const { id, email } of links)
    if (await revokeSetupLink(tx, { id, organizationId: organization.id }, now))
      await record(['setup-link', id], { email }, 'setup_link.revoked')
}
