import { memberLabels } from '../../flows/organizations/members/members.ts'
import { type AuditEvent, listEvents } from '../../flows/platform/audit.ts'
import { page } from '../../http/responses.ts'
import { AuditPage } from '../../pages/organizations/audit.tsx'
import { listingOf, perPage } from '../listing.ts'
import { organizationFrame, tabAddress } from './request.ts'
import type { Tab } from './tab.ts'
import { tabRoutes } from './tab-routes.ts'

const show: Tab['show'] = async (request) => {
  const { deps, actor, organization, c } = request
  const before = listingOf(c).parameter('before') || null
  const { events, next } = await listEvents(deps, { organizationId: organization.id, before, limit: perPage })
  const people = events.flatMap(({ actorId, targetKind, targetId }) => [
    actorId,
    targetKind === 'user' ? targetId : null,
  ])
  const labels = await memberLabels(deps, actor, request, people)
  const path = tabAddress(request, 'audit')
  return page(
    <AuditPage
      frame={organizationFrame(request)}
      events={events.map((event) => withLabels(event, labels))}
      older={next && `${path}?before=${next}`}
      newest={before && path}
    />,
  )
}

/** Labels members by name or address, and anything else by its kind and id. */
function withLabels(event: AuditEvent, labels: ReadonlyMap<string, string>) {
  const { actorKind, actorId, targetKind, targetId } = event
  const target = targetKind === 'user' ? (targetId ?? '') : `${targetKind ?? ''} ${targetId ?? ''}`.trim()
  return {
    ...event,
    actor: labels.get(actorId ?? '') ?? `${actorKind} ${actorId ?? ''}`.trim(),
    target: (targetKind === 'user' && labels.get(targetId ?? '')) || target,
  }
}

export const auditRoutes = tabRoutes({ name: 'audit', show, forms: [] })
