import { auditEventOperations } from './audit-events.ts'
import { clientOperations } from './clients.ts'
import { mailOperations } from './deliveries/mail.ts'
import { webhookDeliveryOperations } from './deliveries/webhook-deliveries.ts'
import { webhookEndpointOperations } from './deliveries/webhook-endpoints.ts'
import { grantOperations } from './grants.ts'
import { invitationOperations } from './invitations.ts'
import { memberOperations } from './members.ts'
import type { Operation } from './operation.ts'
import { organizationOperations } from './organizations.ts'
import { sessionOperations } from './sessions.ts'
import { signInCheckOperations } from './sign-in-checks.ts'
import { teamOperations } from './teams.ts'
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
  ...clientOperations,
  ...mailOperations,
  ...webhookEndpointOperations,
  ...webhookDeliveryOperations,
  ...themeOperations,
  ...auditEventOperations,
]
