import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { addressConfirmationRoutes } from './address-confirmation.tsx'
import { addressRoutes } from './addresses.tsx'
import { applicationRoutes } from './applications.tsx'
import { dataRoutes } from './data.tsx'
import { impersonationRoutes } from './impersonations.tsx'
import { noticeLinkRoutes } from './notice-links.tsx'
import { accountOrganizationRoutes } from './organizations.tsx'
import { passkeyRoutes } from './passkeys.tsx'
import { phoneRoutes } from './phone.tsx'
import { profileRoutes } from './profile.tsx'
import { reauthenticationRoutes } from './reauthentication.ts'
import { recoveryRoutes } from './recovery.tsx'
import { sessionRoutes } from './sessions.tsx'

/** The pages of a person's own account. An id that belongs to someone else is not found. */
export const accountRoutes = (context: PageContext) =>
  new Hono()
    .route('/', profileRoutes(context))
    .route('/', reauthenticationRoutes(context))
    .route('/', addressRoutes(context))
    .route('/', addressConfirmationRoutes(context))
    .route('/', phoneRoutes(context))
    .route('/', passkeyRoutes(context))
    .route('/', recoveryRoutes(context))
    .route('/', noticeLinkRoutes(context))
    .route('/', sessionRoutes(context))
    .route('/', impersonationRoutes(context))
    .route('/', applicationRoutes(context))
    .route('/', accountOrganizationRoutes(context))
    .route('/', dataRoutes(context))
