import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { applicationRoutes } from './applications/applications.tsx'
import { auditRoutesAt } from './audit.tsx'
import { domainRoutes } from './domains.tsx'
import { invitationRoutes } from './invitation.tsx'
import { invitationImportRoutesAt } from './invitation-import.tsx'
import { invitationsRoutes } from './invitations.tsx'
import { joinRequestRoutes } from './join-requests.tsx'
import { memberRoutes } from './members.tsx'
import { memberEntrance } from './request.ts'
import { settingsRoutes } from './settings.tsx'
import { teamRoutes } from './teams.tsx'
import { termsRoutes } from './terms.tsx'
import { themeRoutes } from './theme.tsx'

/**
 * The pages of an organization for its members, and the page of a mailed invitation. What members may not do is not
 * shown to them and is refused if they request it.
 */
export const organizationRoutes = (context: PageContext) =>
  new Hono()
    .route('/', memberRoutes(context))
    .route('/', teamRoutes(context))
    .route('/', invitationsRoutes(context))
    .route('/', invitationImportRoutesAt(memberEntrance, context))
    .route('/', joinRequestRoutes(context))
    .route('/', domainRoutes(context))
    .route('/', termsRoutes(context))
    .route('/', applicationRoutes(context))
    .route('/', themeRoutes(context))
    .route('/', settingsRoutes(context))
    .route('/', auditRoutesAt(memberEntrance, context))
    .route('/', invitationRoutes(context))
