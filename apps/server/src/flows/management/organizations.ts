import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'
import { viewOrganization } from '../organizations/access.ts'
import { addMember } from '../organizations/members/member-roles.ts'
import { isMember } from '../organizations/members/members.ts'
import { createOrganization } from '../organizations/organization-creation.ts'
import type { Role } from '../organizations/rules.ts'
import { type AuditEvent, listEvents } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { eventAsReadBy } from '../platform/fields/field-events.ts'
import type { FieldChange } from '../platform/fields/field-values.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { getPerson } from './directory.ts'
import type { Manager } from './managers.ts'

type Client = Manager & { kind: 'client' }

/** Creates an organization for an owner. A client that is limited to one organization creates no others. */
export async function createOwnedOrganization(
  deps: Deps,
  client: Client,
  { owner, ...organization }: { owner: string; name: string; slug?: string; fields?: FieldChange | undefined },
): Promise<OrganizationRecord> {
  if (client.organizationId !== null) throw new OperationRefused('forbidden')
  await getPerson(deps, client, owner)
  const id = await createOrganization(deps, client, owner, organization)
  return (await viewOrganization(deps, client, id)).organization
}

/**
 * Adds a member or changes their roles. A client that is limited to one organization changes the roles of members; it
 * can invite others, but not add them.
 */
export async function putMember(
  deps: Deps,
  client: Client,
  idOrSlug: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  const view = await viewOrganization(deps, client, idOrSlug)
  if (client.organizationId === null) await getPerson(deps, client, userId)
  else if (!(await isMember(deps, view, userId))) throw new OperationRefused('not-a-member')
  await addMember(deps, client, view.organization.id, userId, roles)
}

/** A page of the events of an organization, or of all that the client may see, newest first. */
export async function listManagedEvents(
  deps: Deps,
  client: Client,
  idOrSlug: string | undefined,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const wanted = idOrSlug ?? client.organizationId
  const organizationId = wanted && (await viewOrganization(deps, client, wanted)).organization.id
  const { events, next } = await listEvents(deps, { organizationId, before, limit })
  return { events: events.map((event) => eventAsReadBy(deps, client, event)), next }
}
