import { Hono } from 'hono'
import type { SensitiveChange } from '../../flows/identity/step-up.ts'
import { formParams } from '../../http/forms.ts'
import { seeOther } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { addressConfirmationRoutes } from './address-confirmation.tsx'
import { addressRoutes } from './addresses.tsx'
import { apiKeyRoutes } from './api-keys.tsx'
import { applicationRoutes } from './applications.tsx'
import { dataRoutes } from './data.tsx'
import { fieldRoutes } from './fields.tsx'
import { impersonationRoutes } from './impersonations.tsx'
import { noticeLinkRoutes } from './notice-links.tsx'
import { organizationRoutes } from './organizations.tsx'
import { overviewRoutes } from './overview.tsx'
import { passkeyRoutes } from './passkeys.tsx'
import { phoneRoutes } from './phone.tsx'
import { profileRoutes } from './profile.tsx'
import { recoveryRoutes } from './recovery.tsx'
import { sessionRoutes } from './sessions.tsx'

/** The pages of a person's own account. An id that belongs to someone else is not found. */
export const accountRoutes = (context: PageContext) =>
  new Hono()
    .route('/', overviewRoutes(context))
    .route('/', profileRoutes(context))
    .route('/', fieldRoutes(context))
    .route('/', addressRoutes(context))
    .route('/', addressConfirmationRoutes(context))
    .route('/', phoneRoutes(context))
    .route('/', passkeyRoutes(context))
    .route('/', recoveryRoutes(context))
    .route('/', noticeLinkRoutes(context))
    .route('/', sessionRoutes(context))
    .route('/', impersonationRoutes(context))
    .route('/', applicationRoutes(context))
    .route('/', organizationRoutes(context))
    .route('/', apiKeyRoutes(context))
    .route('/', dataRoutes(context))
    // Signs in again and returns. The page is named by a word, never by a URL from the request.
    .post('/account/confirm', async (c) => {
      const wanted = (await formParams(c.req.raw)).get('back') ?? ''
      const name = guardedPages.has(wanted) ? wanted : 'passkeys'
      const back = `/account/${name}`
      await requireSignedIn(context, c, { back, recent: true, change: guardedPages.get(name) })
      return seeOther(`${context.base}${back}`)
    })

/** Pages that require another sign-in before they show their forms, with what those forms change. */
const guardedPages: ReadonlyMap<string, SensitiveChange | undefined> = new Map([
  ['addresses', 'addresses'],
  ['phone', 'phone'],
  ['passkeys', 'passkeys'],
  ['data', undefined],
])
