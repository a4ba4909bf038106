import { Hono } from 'hono'
import { offersDeviceCodes } from '../../flows/platform/clients/device-clients.ts'
import type { PageContext } from '../page-context.ts'
import { deviceCodeRoutes } from './code.tsx'
import { deviceDecisionRoutes } from './decision.tsx'
import { deviceEndRoutes } from './end.tsx'

/** The pages of the device grant (RFC 8628). None as long as no client has it. */
export const devicePages = (context: PageContext): Hono =>
  offersDeviceCodes(context.deps)
    ? new Hono()
        .route('/', deviceCodeRoutes(context))
        .route('/', deviceDecisionRoutes(context))
        .route('/', deviceEndRoutes(context))
    : new Hono()
