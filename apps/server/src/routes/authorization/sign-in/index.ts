import { Hono } from 'hono'
import { proceed } from '../../../flows/authorization/interactions.ts'
import { sendOutcome } from '../../outcomes.tsx'
import type { PageContext } from '../../page-context.ts'
import { accountChoiceRoutes } from './account.tsx'
import { codeRoutes } from './code.tsx'
import { emailRoutes } from './email.tsx'
import { linkRoutes } from './link.tsx'
import { passkeyRoutes } from './passkey.tsx'

/** Signing in: the address, its code or link, a passkey, and the choice of an account. Each page is at its own path. */
export const signInRoutes = (context: PageContext) =>
  new Hono()
    .route('/', emailRoutes(context))
    .route('/', codeRoutes(context))
    .route('/', linkRoutes(context))
    .route('/', passkeyRoutes(context))
    .route('/', accountChoiceRoutes(context))
    // Where a page sends a person when no step is open any more.
    .get('/sign-in/:handle/continue', async (c) =>
      sendOutcome(context, c, await proceed(context.deps, c.req.param('handle'), context.visitor(c))),
    )
