import type { OrganizationRules, SsoPolicy } from '../../oidc/organization-rules.ts'
import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'

/** What an organization asks of the sign-ins that act for it. */
export const rulesOf = ({
  id,
  requirePasskey,
  ssoPolicy,
  allowedNetworks,
}: Pick<OrganizationRecord, 'id' | 'requirePasskey' | 'ssoPolicy' | 'allowedNetworks'>): OrganizationRules => ({
  organizationId: id,
  requirePasskey,
  ssoPolicy: ssoPolicy as SsoPolicy,
  allowedNetworks: allowedNetworks?.split(',') ?? null,
})
