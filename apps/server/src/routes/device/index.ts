import { Hono } from 'hono'
import { offersDeviceCodes } from '../../flows/platform/clients/device-clients.ts'
import type { PageContext } from '../page-context.ts'
import { deviceCodeRoutes } from './code.tsx'
import { deviceDecisionRoutes } from './decision.tsx'
import { deviceEndRoutes } from './end.tsx'

/**
 * The pages of the device grant (RFC 8628). As long as no client has it there is none but the link that ends a session: devices that
 * were signed in before stay signed in.
 */
export const devicePages = (context: PageContext): Hono => {
  const pages = new Hono().route('/', deviceEndRoutes(context))
  return offersDeviceCodes(context.deps)
    ? pages.route('/', deviceCodeRoutes(context)).route('/', deviceDecisionRoutes(context))
    : pages
}
