import type { OrganizationRecord } from '../../store/prisma/organization-changes.ts'
import { addMember, isMember } from '../organizations/members.ts'
import { createOrganizationFor, OperationRefused, viewOrganization } from '../organizations/organizations.ts'
import type { Role } from '../organizations/rules.ts'
import { type AuditEvent, listEvents } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { getPerson, type Manager } from './directory.ts'

type Client = Manager & { kind: 'client' }

/** Creates an organization for an owner. A client that is limited to one organization creates no others. */
export async function createOwnedOrganization(
  deps: Deps,
  client: Client,
  { owner, name, slug }: { owner: string; name: string; slug?: string },
): Promise<OrganizationRecord> {
  if (client.organizationId !== null) throw new OperationRefused('forbidden')
  await getPerson(deps, client, owner)
  const id = await createOrganizationFor(deps, client, owner, { name, slug })
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
export async function listEventsFor(
  deps: Deps,
  client: Client,
  idOrSlug: string | undefined,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const wanted = idOrSlug ?? client.organizationId
  const organizationId = wanted && (await viewOrganization(deps, client, wanted)).organization.id
  return listEvents(deps, { organizationId, before, most: limit })
}
