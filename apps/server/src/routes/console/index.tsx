import { Hono } from 'hono'
import { checkHealth } from '../../flows/management/server/server-health.ts'
import { page } from '../../http/responses.ts'
import { HealthPage } from '../../pages/console/health.tsx'
import type { PageContext } from '../page-context.ts'
import { apiKeyRoutes } from './api-keys.tsx'
import { applicationRoutes } from './applications/application.tsx'
import { applicationListRoutes } from './applications/list.tsx'
import { newApplicationRoutes } from './applications/new.tsx'
import { auditRoutes } from './audit.tsx'
import { confirmationRoutes } from './confirmations.tsx'
import { connectingRoutes } from './connecting.tsx'
import { connectionRoutes } from './connections.tsx'
import { mailRoutes } from './deliveries/mail.tsx'
import { webhookRoutes } from './deliveries/webhooks.tsx'
import { fieldRoutes } from './fields/index.tsx'
import { findRoutes } from './find.tsx'
import { impersonationRoutes } from './impersonations.tsx'
import { keyRoutes } from './keys.tsx'
import { operatorRoutes } from './operators.tsx'
import { organizationPageRoutes } from './organization.tsx'
import { organizationRoutes } from './organizations.tsx'
import { overviewRoutes } from './overview.tsx'
import { editPersonRoutes } from './people/edit.tsx'
import { personFieldRoutes } from './people/fields.tsx'
import { mergeRoutes } from './people/merge.tsx'
import { peopleRoutes } from './people/people.tsx'
import { personRoutes } from './people/person.tsx'
import { previewRoutes } from './preview.tsx'
import { initialAccessTokenRoutes } from './registration/initial-access-tokens.tsx'
import { registeredClientRoutes } from './registration/registered-clients.tsx'
import { openConsole } from './request.ts'
import { resourceRoutes } from './resources/index.tsx'
import { permissionRoutes } from './rights/permissions.tsx'
import { whyRoutes } from './sign-ins/why.tsx'
import { termsRoutes } from './terms.tsx'
import { themeRoutes } from './themes.tsx'

/** The console of operators. What changes something requires a recent sign-in, by passkey if the operator has one. Anyone else gets 404. */
export const consoleRoutes = (context: PageContext) =>
  new Hono()
    .route('/', overviewRoutes(context))
    .route('/', findRoutes(context))
    .route('/', peopleRoutes(context))
    .route('/', editPersonRoutes(context))
    .route('/', mergeRoutes(context))
    .route('/', personFieldRoutes(context))
    .route('/', personRoutes(context))
    .route('/', whyRoutes(context))
    .route('/', organizationRoutes(context))
    .route('/', organizationPageRoutes(context))
    .route('/', applicationListRoutes(context))
    .route('/', newApplicationRoutes(context))
    .route('/', applicationRoutes(context))
    .route('/', registeredClientRoutes(context))
    .route('/', initialAccessTokenRoutes(context))
    .route('/', resourceRoutes(context))
    .route('/', fieldRoutes(context))
    .route('/', permissionRoutes(context))
    .route('/', apiKeyRoutes(context))
    .route('/', connectingRoutes(context))
    .route('/', connectionRoutes(context))
    .route('/', mailRoutes(context))
    .route('/', webhookRoutes(context))
    .route('/', auditRoutes(context))
    .route('/', operatorRoutes(context))
    .route('/', confirmationRoutes(context))
    .route('/', keyRoutes(context))
    .route('/', previewRoutes(context))
    .route('/', themeRoutes(context))
    .route('/', termsRoutes(context))
    .route('/', impersonationRoutes(context))
    .get('/admin/health', async (c) => {
      const { frame } = await openConsole(context, c, 'health:read')
      return page(<HealthPage frame={frame} {...(await checkHealth(context.deps))} />)
    })
