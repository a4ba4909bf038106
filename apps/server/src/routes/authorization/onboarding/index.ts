import { Hono } from 'hono'
import type { PageContext } from '../../page-context.ts'
import { organizationChoiceRoutes } from './organization.tsx'
import { organizationTermsRoutes } from './organization-terms.tsx'
import { passkeyOfferRoutes } from './passkey.tsx'
import { profileRoutes } from './profile.tsx'
import { teamChoiceRoutes } from './team.tsx'
import { termsRoutes } from './terms.tsx'

/** The steps between sign-in and consent. Each page is available only while its step is open. */
export const onboardingRoutes = (context: PageContext) =>
  new Hono()
    .route('/', termsRoutes(context))
    .route('/', profileRoutes(context))
    .route('/', organizationChoiceRoutes(context))
    .route('/', organizationTermsRoutes(context))
    .route('/', teamChoiceRoutes(context))
    .route('/', passkeyOfferRoutes(context))
