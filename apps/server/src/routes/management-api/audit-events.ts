import * as z from 'zod'
import { viewOrganization } from '../../flows/organizations/organizations.ts'
import { type AuditEvent, listEvents } from '../../flows/platform/audit.ts'
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
      const wanted = query('organization') ?? actor.organizationId
      const organizationId = wanted && (await viewOrganization(deps, actor, wanted)).organization.id
      const { events, next } = await listEvents(deps, { organizationId, before: page.after, most: page.limit })
      return { data: events.map(toAuditEvent), next_cursor: next }
    },
  }),
]
