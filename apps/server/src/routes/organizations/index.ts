import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { invitationRoutes } from './invitation.tsx'
import { memberEntrance } from './request.ts'
import { tabRoutesAt } from './tab-routes.ts'
import { themeRoutes } from './theme.tsx'

/**
 * The pages of an organization for its members, and the page of a mailed invitation. What members may not do is not
 * shown to them and is refused if they request it.
 */
export const organizationRoutes = (context: PageContext) =>
  new Hono()
    .route('/', tabRoutesAt(memberEntrance, context))
    .route('/', themeRoutes(context))
    .route('/', invitationRoutes(context))
