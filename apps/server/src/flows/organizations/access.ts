import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'
import { findOrganization, findRoles } from '../../store/prisma/organizations/organizations.ts'
import { type Actor, recordRefusal } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { may, type Operation } from './rules.ts'

/**
 * The roles with which someone acts. Clients and operators act as owners of what they may act on at all; a set-up link
 * has none, and its acts have a flow of their own.
 */
export async function rolesOfActor(
  actor: Actor,
  organizationId: string,
  find: (userId: string) => Promise<string[] | null>,
): Promise<string[] | null> {
  if (actor.kind === 'client')
    return actor.organizationId === null || actor.organizationId === organizationId ? ['owner'] : null
  if (actor.kind === 'setup_link') return null
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
  if (organization && roles && may(roles, operation, organization)) return { organization, roles }
  const reason = roles ? 'forbidden' : 'not-found'
  await recordRefusal(deps, actor, { action: 'organization.see', organizationId: organization?.id ?? null }, reason)
  throw new OperationRefused(reason)
}
