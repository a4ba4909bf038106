import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'
import { findOrganization, findRoles } from '../../store/prisma/organizations/organizations.ts'
import { type Actor, type Refusal, recordRefusal } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { consumeLimit } from '../platform/limits.ts'
import { OperationRefused, type RefusalReason } from '../platform/operation-refused.ts'
import { may, type Operation } from './rules.ts'

/** The roles with which someone acts. Clients and operators act as owners of what they may act on at all. */
export async function rolesOfActor(
  actor: Actor,
  organizationId: string,
  find: (userId: string) => Promise<string[] | null>,
): Promise<string[] | null> {
  if (actor.kind === 'client')
    return actor.organizationId === null || actor.organizationId === organizationId ? ['owner'] : null
  return actor.kind === 'user' ? find(actor.id) : ['owner']
}

export interface OrganizationView {
  organization: OrganizationRecord
  roles: string[]
}

/** Opens an organization for someone who may look at it, and writes nothing but a refusal. @throws OperationRefused */
export async function viewOrganization(
  deps: Deps,
  actor: Actor,
  idOrSlug: string,
  operation: Operation = 'see',
): Promise<OrganizationView> {
  const organization = await findOrganization(deps.db, idOrSlug)
  const roles =
    organization && (await rolesOfActor(actor, organization.id, (id) => findRoles(deps.db, organization.id, id)))
  const reason = !organization || !roles ? 'not-found' : may(roles, operation, organization) ? null : 'forbidden'
  if (reason === null && organization && roles) return { organization, roles }
  await recordRefusedLook(deps, actor, { action: 'organization.see', organizationId: organization?.id ?? null }, reason)
  throw new OperationRefused(reason ?? 'not-found')
}

/** Views are cheap to repeat, so a refused one is recorded once an hour for each actor and organization. */
export async function recordRefusedLook(
  deps: Deps,
  actor: Actor,
  event: Refusal,
  reason: RefusalReason | null,
): Promise<void> {
  const key = `refused-look:${actor.kind}:${actor.id}:${event.action}:${event.organizationId ?? ''}`
  if ((await consumeLimit(deps, key, [{ count: 1, window: hour }])) !== null) return
  await recordRefusal(deps, actor, event, reason ?? 'not-found')
}
