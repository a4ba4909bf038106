import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { addressConfirmationRoutes } from './address-confirmation.tsx'
import { addressRoutes } from './addresses.tsx'
import { applicationRoutes } from './applications.tsx'
import { dataRoutes } from './data.tsx'
import { noticeLinkRoutes } from './notice-links.tsx'
import { accountOrganizationRoutes } from './organizations.tsx'
import { passkeyRoutes } from './passkeys.tsx'
import { profileRoutes } from './profile.tsx'
import { reauthenticationRoutes } from './reauthentication.ts'
import { recoveryRoutes } from './recovery.tsx'
import { sessionRoutes } from './sessions.tsx'

/** What people see and change about themselves. Every page is theirs alone: ids of others lead nowhere. */
export const accountRoutes = (context: PageContext) =>
  new Hono()
    .route('/', profileRoutes(context))
    .route('/', reauthenticationRoutes(context))
    .route('/', addressRoutes(context))
    .route('/', addressConfirmationRoutes(context))
    .route('/', passkeyRoutes(context))
    .route('/', recoveryRoutes(context))
    .route('/', noticeLinkRoutes(context))
    .route('/', sessionRoutes(context))
    .route('/', applicationRoutes(context))
    .route('/', accountOrganizationRoutes(context))
    .route('/', dataRoutes(context))
