import { auditEventOperations } from './audit-events.ts'
import { clientOperations } from './clients.ts'
import { declaredFieldOperations } from './declared-fields/fields.ts'
import { mailOperations } from './deliveries/mail.ts'
import { webhookDeliveryOperations } from './deliveries/webhook-deliveries.ts'
import { webhookEndpointOperations } from './deliveries/webhook-endpoints.ts'
import { grantOperations } from './grants.ts'
import type { Operation } from './operation.ts'
import { apiKeyOperations } from './organizations/api-keys.ts'
import { applicationOperations } from './organizations/applications.ts'
import { connectionAttemptOperations } from './organizations/connection-attempts.ts'
import { connectionMappingOperations } from './organizations/connection-mappings.ts'
import { connectionOperations } from './organizations/connections.ts'
import { directoryOperations } from './organizations/directory.ts'
import { directoryMappingOperations } from './organizations/directory-mappings.ts'
import { domainOperations } from './organizations/domains.ts'
import { invitationOperations } from './organizations/invitations.ts'
import { joinRequestOperations } from './organizations/join-requests.ts'
import { memberOperations } from './organizations/members.ts'
import { organizationOperations } from './organizations/organizations.ts'
import { organizationRoleOperations } from './organizations/roles.ts'
import { setupLinkOperations } from './organizations/setup-links.ts'
import { teamOperations } from './organizations/teams.ts'
import { organizationTermsOperations } from './organizations/terms.ts'
import { permissionOperations } from './permissions.ts'
import { clientRuleOperations } from './registration/client-rules.ts'
import { initialAccessTokenOperations } from './registration/initial-access-tokens.ts'
import { registeredClientOperations } from './registration/registered-clients.ts'
import { resourceOperations } from './resources.ts'
import { roleOperations } from './rights/roles.ts'
import { signingKeyOperations } from './server/signing-keys.ts'
import { termsVersionOperations } from './server/terms-versions.ts'
import { sessionOperations } from './sessions.ts'
import { signInCheckOperations } from './sign-in-checks.ts'
import { themeOperations } from './themes/themes.ts'
import { userOperations } from './users.ts'

/** Every operation of the management API, in the order of its document. */
export const operations: readonly Operation[] = [
  ...userOperations,
  ...sessionOperations,
  ...signInCheckOperations,
  ...grantOperations,
  ...organizationOperations,
  ...memberOperations,
  ...teamOperations,
  ...organizationRoleOperations,
  ...invitationOperations,
  ...joinRequestOperations,
  ...domainOperations,
  ...connectionOperations,
  ...connectionMappingOperations,
  ...connectionAttemptOperations,
  ...setupLinkOperations,
  ...directoryOperations,
  ...directoryMappingOperations,
  ...applicationOperations,
  ...apiKeyOperations,
  ...organizationTermsOperations,
  ...clientOperations,
  ...resourceOperations,
  ...declaredFieldOperations,
  ...permissionOperations,
  ...roleOperations,
  ...registeredClientOperations,
  ...initialAccessTokenOperations,
  ...clientRuleOperations,
  ...mailOperations,
  ...webhookEndpointOperations,
  ...webhookDeliveryOperations,
  ...themeOperations,
  ...signingKeyOperations,
  ...termsVersionOperations,
  ...auditEventOperations,
]
