import { Hono } from 'hono'
import { checkHealth } from '../../flows/management/server/server-health.ts'
import { page } from '../../http/responses.ts'
import { HealthPage } from '../../pages/console/health.tsx'
import type { PageContext } from '../page-context.ts'
import { openConsole } from './request.ts'

export const healthRoutes = (context: PageContext) =>
  new Hono().get('/admin/health', async (c) => {
    const { frame } = await openConsole(context, c, 'health:read')
    return page(<HealthPage frame={frame} {...(await checkHealth(context.deps))} />)
  })
