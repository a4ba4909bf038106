import { auditEventOperations } from './audit-events.ts'
import { clientOperations } from './clients.ts'
import { mailOperations } from './deliveries/mail.ts'
import { webhookDeliveryOperations } from './deliveries/webhook-deliveries.ts'
import { webhookEndpointOperations } from './deliveries/webhook-endpoints.ts'
import { grantOperations } from './grants.ts'
import type { Operation } from './operation.ts'
import { apiKeyOperations } from './organizations/api-keys.ts'
import { applicationOperations } from './organizations/applications.ts'
import { domainOperations } from './organizations/domains.ts'
import { invitationOperations } from './organizations/invitations.ts'
import { joinRequestOperations } from './organizations/join-requests.ts'
import { memberOperations } from './organizations/members.ts'
import { organizationOperations } from './organizations/organizations.ts'
import { teamOperations } from './organizations/teams.ts'
import { organizationTermsOperations } from './organizations/terms.ts'
import { clientRuleOperations } from './registration/client-rules.ts'
import { initialAccessTokenOperations } from './registration/initial-access-tokens.ts'
import { registeredClientOperations } from './registration/registered-clients.ts'
import { resourceOperations } from './resources.ts'
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
  ...invitationOperations,
  ...joinRequestOperations,
  ...domainOperations,
  ...applicationOperations,
  ...apiKeyOperations,
  ...organizationTermsOperations,
  ...clientOperations,
  ...resourceOperations,
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
