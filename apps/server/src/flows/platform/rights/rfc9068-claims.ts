import { type ActiveOrganization, rolesClaim } from '../../../oidc/claims.ts'
import { isShort } from '../../../oidc/permissions.ts'
import { registeredResources } from '../../../oidc/resources.ts'
import type { Deps } from '../deps.ts'
import { holderIn } from './held-scope.ts'

/**
 * What RFC 9068 section 2.2.3.1 calls `roles`, `groups` and `entitlements`, for APIs that ask for it: keys of roles, slugs of
 * teams, and what the scope has of those APIs, never more than that.
 */
export function rfc9068Claims(
  { resources }: Pick<Deps, 'resources'>,
  resource: readonly string[],
  scope: readonly string[],
  { memberships, organizationId }: ActiveOrganization,
): { roles?: readonly string[]; groups?: readonly string[]; entitlements?: readonly string[] } {
  if (resource.length === 0 || resources.size === 0) return {}
  const asking = registeredResources(resources, resource).filter(({ rfc9068 }) => rfc9068)
  const member = asking.length > 0 ? holderIn(memberships, organizationId) : null
  if (!member) return {}
  const groups = member.teams.map(({ slug }) => slug)
  const entitlements = scope.filter((name) => asking.some(({ scopes }) => scopes.includes(name)))
  return {
    roles: rolesClaim(member).organization_roles,
    ...(isShort(groups) ? { groups } : {}),
    ...(isShort(entitlements) ? { entitlements } : {}),
  }
}
