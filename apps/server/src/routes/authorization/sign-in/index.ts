import { Hono } from 'hono'
import { proceed } from '../../../flows/authorization/interactions.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { sendOutcome } from '../../outcomes.tsx'
import type { PageContext } from '../../page-context.ts'
import { accountChoiceRoutes } from './account.tsx'
import { codeRoutes } from './code.tsx'
import { companyRoutes } from './company.tsx'
import { connectRoutes } from './connect.tsx'
import { emailRoutes } from './email.tsx'
import { languageRoutes } from './language.ts'
import { leaveRoutes } from './leave.ts'
import { linkRoutes } from './link.tsx'
import { passkeyRoutes } from './passkey.tsx'
import { recoveryReviewRoutes } from './recovery.tsx'

/** Sign-in by email code or link or by passkey, and the choice of an account. */
export const signInRoutes = (context: PageContext) =>
  new Hono()
    .route('/', emailRoutes(context))
    .route('/', codeRoutes(context))
    .route('/', companyRoutes(context))
    .route('/', connectRoutes(context))
    .route('/', linkRoutes(context))
    .route('/', passkeyRoutes(context))
    .route('/', recoveryReviewRoutes(context))
    .route('/', accountChoiceRoutes(context))
    .route('/', leaveRoutes(context))
    .route('/', languageRoutes(context))
    // The path of the step `answer`, which has no page.
    .get('/sign-in/:handle/continue', async (c) =>
      sendOutcome(context, c, await proceed(context.deps, pathParameter(c, 'handle'), context.visitor(c))),
    )
