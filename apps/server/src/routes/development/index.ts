import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { developerOnly } from './developer-only.ts'
import { mailboxRoutes } from './mailbox.tsx'

/** What helps a developer on their own machine. Anyone else gets 404. */
export const developmentRoutes = (context: PageContext) =>
  new Hono().use('/dev/*', developerOnly(context.deps.config)).route('/', mailboxRoutes(context))
