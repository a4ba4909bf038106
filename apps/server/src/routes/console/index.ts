import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { addressRoutes } from './addresses.tsx'
import { applicationsRoutes } from './applications/index.ts'
import { auditRoutes } from './audit.tsx'
import { confirmationRoutes } from './confirmations.tsx'
import { connectingRoutes } from './connecting.tsx'
import { mailRoutes } from './deliveries/mail.tsx'
import { webhookRoutes } from './deliveries/webhooks.tsx'
import { findRoutes } from './find.tsx'
import { healthRoutes } from './health.tsx'
import { impersonationRoutes } from './impersonations.tsx'
import { keyRoutes } from './keys.tsx'
import { operatorRoutes } from './operators.tsx'
import { organizationPageRoutes } from './organization.tsx'
import { organizationRoutes } from './organizations.tsx'
import { overviewRoutes } from './overview.tsx'
import { consolePeopleRoutes } from './people/index.ts'
import { previewRoutes } from './preview.tsx'
import { initialAccessTokenRoutes } from './registration/initial-access-tokens.tsx'
import { registeredClientRoutes } from './registration/registered-clients.tsx'
import { resourceRoutes } from './resources/index.tsx'
import { whyRoutes } from './sign-ins/why.tsx'
import { themeRoutes } from './themes.tsx'

/** The console of operators. What changes something requires a recent sign-in, by passkey if the operator has one. Anyone else gets 404. */
export const consoleRoutes = (context: PageContext) =>
  new Hono()
    .route('/', overviewRoutes(context))
    .route('/', findRoutes(context))
    .route('/', consolePeopleRoutes(context))
    .route('/', whyRoutes(context))
    .route('/', organizationRoutes(context))
    .route('/', organizationPageRoutes(context))
    .route('/', applicationsRoutes(context))
    .route('/', registeredClientRoutes(context))
    .route('/', initialAccessTokenRoutes(context))
    .route('/', resourceRoutes(context))
    .route('/', connectingRoutes(context))
    .route('/', mailRoutes(context))
    .route('/', webhookRoutes(context))
    .route('/', auditRoutes(context))
    .route('/', addressRoutes(context))
    .route('/', operatorRoutes(context))
    .route('/', confirmationRoutes(context))
    .route('/', keyRoutes(context))
    .route('/', healthRoutes(context))
    .route('/', previewRoutes(context))
    .route('/', themeRoutes(context))
    .route('/', impersonationRoutes(context))
