import * as z from 'zod'
import { listManagedEvents } from '../../flows/management/organizations.ts'
import type { AuditEvent } from '../../flows/platform/audit.ts'
import { at, id } from './fields.ts'
import { list } from './operation.ts'

const auditEvent = z
  .object({
    id,
    at,
    action: z.string(),
    actor: z.object({ kind: z.string(), id: z.string().nullable() }),
    organization: id.nullable(),
    target: z.object({ kind: z.string(), id: z.string().nullable() }).nullable(),
    network: z.string().nullable(),
    result: z.enum(['ok', 'refused']),
    detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditEvent' })

const toAuditEvent = (record: AuditEvent): z.input<typeof auditEvent> => ({
  id: record.id,
  at: record.at.toISOString(),
  action: record.action,
  actor: { kind: record.actorKind, id: record.actorId },
  organization: record.organizationId,
  target: record.targetKind === null ? null : { kind: record.targetKind, id: record.targetId },
  network: record.network,
  result: record.result,
  detail: record.detail,
})

export const auditEventOperations = [
  list({
    path: '/audit-events',
    id: 'listAuditEvents',
    summary: 'List audit events, newest first',
    refuses: [404],
    scope: 'audit:read',
    query: { organization: 'Only events of this organization (id or slug).' },
    item: auditEvent,
    run: async ({ deps, actor, query, page }) => {
      const range = { before: page.after, limit: page.limit }
      const { events, next } = await listManagedEvents(deps, actor, query('organization'), range)
      return { data: events.map(toAuditEvent), next_cursor: next }
    },
  }),
]
