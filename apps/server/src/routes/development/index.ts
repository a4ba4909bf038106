import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { firstOperatorRoutes } from './first-operator.tsx'
import { mailboxRoutes } from './mailbox.tsx'
import { playgroundRoutes } from './playground.tsx'

/** What helps a developer on their own machine. Anyone else gets 404. */
export const developmentRoutes = (context: PageContext) =>
  new Hono()
    .route('/', mailboxRoutes(context))
    .route('/', playgroundRoutes(context))
    .route('/', firstOperatorRoutes(context))
