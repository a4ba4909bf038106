import { Hono } from 'hono'
import { listEvents } from '../../flows/platform/audit.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import { AuditPage } from '../../pages/console/audit.tsx'
import { perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { openConsole } from './request.tsx'

export const auditRoutes = (context: PageContext) =>
  new Hono().get('/admin/audit', async (c) => {
    const { frame } = await openConsole(context, c, 'audit:read')
    const before = queryParams(c.req.raw).get('before') ?? null
    const { events, next } = await listEvents(context.deps, { organizationId: null, before, limit: perPage })
    const named = events.map((event) => ({
      ...event,
      actor: `${event.actorKind} ${event.actorId ?? ''}`.trim(),
      target: `${event.targetKind ?? ''} ${event.targetId ?? ''}`.trim(),
    }))
    const path = `${context.base}/admin/audit`
    return page(
      <AuditPage frame={frame} events={named} older={next && `${path}?before=${next}`} newest={before && path} />,
    )
  })
