import type { AuthorizationRequest } from '../../../oidc/authorization-request.ts'
import type { Membership } from '../../../oidc/claims.ts'
import { type Holder, judge } from '../../../oidc/permissions.ts'
import { type Resource, registeredResources } from '../../../oidc/resources.ts'
import { isStandardScope } from '../../../oidc/scopes.ts'
import type { Deps } from '../deps.ts'

/** Whether scopes of these resources are cut to what people hold. Most servers have none, so this is asked first. */
export const governing = ({ resources }: Pick<Deps, 'resources'>, resource: readonly string[]): Resource[] =>
  resource.length === 0 || resources.size === 0
    ? []
    : registeredResources(resources, resource).filter(({ permissions }) => permissions)

/**
 * The scope that is left of one by what the person holds in the organization: decided here alone, for codes, refresh tokens,
 * tokens in use, consent and API keys. A scope of several APIs has to be held at each of them that asks.
 */
export function heldScope(
  deps: Pick<Deps, 'resources' | 'permissions'>,
  resource: readonly string[],
  scope: readonly string[],
  rights: Holder,
): readonly string[] {
  const asking = governing(deps, resource)
  if (asking.length === 0) return scope
  const isHeld = (api: Resource, name: string): boolean => judge(deps.permissions.ofScope(api, name), rights) === 'held'
  return scope.filter(
    (name) => isStandardScope(name) || asking.every((api) => !api.scopes.includes(name) || isHeld(api, name)),
  )
}

/** Whether nothing is left of what was asked for: a token of it could do nothing. */
export const isNothing = (asked: readonly string[], left: readonly string[]): boolean =>
  left.length < asked.length && left.every((name) => name === 'offline_access')

/** The scope of a request that its person holds, by the organization that it would be for. */
export const scopeByOrganization =
  (
    deps: Pick<Deps, 'resources' | 'permissions'>,
    { resource, scope }: Pick<AuthorizationRequest, 'resource' | 'scope'>,
    memberships: readonly Membership[],
    rights: Omit<Holder, 'holder'>,
  ) =>
  (organizationId: string | null): readonly string[] =>
    heldScope(deps, resource, scope, { holder: holderIn(memberships, organizationId), ...rights })

/** Somebody's membership as `heldScope` takes it. */
export const holderIn = (memberships: readonly Membership[], organizationId: string | null): Membership | null =>
  memberships.find((membership) => membership.organizationId === organizationId) ?? null
