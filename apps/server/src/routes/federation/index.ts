import { Hono } from 'hono'
import { hasFederation } from '../../flows/federation/upstream/upstream-client.ts'
import type { PageContext } from '../page-context.ts'
import { backchannelLogoutRoutes } from './backchannel-logout.ts'
import { callbackFormRoutes, callbackRoutes } from './callback.tsx'
import { signedOutRoutes } from './signed-out.tsx'
import { startRoutes } from './start.tsx'

/** Where browsers go to identity providers, and come back. There are no such paths unless somebody can sign in so. */
export const federationPages = (context: PageContext): Hono => {
  const routes = new Hono()
  return hasFederation(context.deps.config)
    ? routes.route('/', startRoutes(context)).route('/', callbackRoutes(context)).route('/', signedOutRoutes(context))
    : routes
}

/** What identity providers call, or have a browser send from their own pages. */
export const federationEndpoints = (context: PageContext): Hono => {
  const routes = new Hono()
  return hasFederation(context.deps.config)
    ? routes.route('/', callbackFormRoutes(context)).route('/', backchannelLogoutRoutes(context))
    : routes
}
