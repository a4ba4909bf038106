import { satisfies } from '../../oidc/acr.ts'
import { type Client, isDynamic } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import {
  isOpenTo,
  isSameResource,
  leastAcr,
  organizationDemand,
  registeredResources,
  resolveResources,
} from '../../oidc/resources.ts'
import type { Grant } from '../../store/hot/grants.ts'
import type { Deps } from '../platform/deps.ts'

type GrantedTo = Pick<Grant, 'resource' | 'acr' | 'organizationId'>

/**
 * The resources of an access token: those that the request names of what was granted (RFC 8707 section 2.2), else all of
 * that. What the resources demand is asked at every token, since the operator may have changed it.
 * `notGranted` is the error for a resource beyond the grant.
 */
export function grantedResources(
  deps: Pick<Deps, 'resources'>,
  client: Client,
  asked: readonly string[],
  grant: GrantedTo,
  notGranted: string,
): string[] {
  if (asked.length === 0 && grant.resource.length === 0) return grant.resource
  const resource =
    asked.length > 0 ? resolveResources(asked, client, deps.resources) : ownResources(deps, client, grant)
  const beyond = resource.some((wanted) => !grant.resource.some((granted) => isSameResource(granted, wanted)))
  // What a client that nobody here configured did not ask the person for, it does not get later.
  if (beyond && (grant.resource.length > 0 || isDynamic(client))) throw new OAuthError('invalid_target', notGranted)
  meetDemands(deps, resource, grant)
  return resource
}

/** Everything that was granted, as it is registered now. */
function ownResources({ resources }: Pick<Deps, 'resources'>, client: Client, { resource }: GrantedTo): string[] {
  return resource.map((granted) => {
    const registered = resources.find(granted)
    if (isDynamic(client) && !(registered && isOpenTo(registered, client)))
      throw new OAuthError('invalid_grant', 'the resource of the grant is not open to this client any more')
    return registered?.identifier ?? granted
  })
}

function meetDemands(
  { resources }: Pick<Deps, 'resources'>,
  resource: readonly string[],
  { acr, organizationId }: GrantedTo,
): void {
  const registered = registeredResources(resources, resource)
  const least = leastAcr(registered)
  if (least && !satisfies(acr, least))
    throw new OAuthError('invalid_grant', 'the resource demands a stronger sign-in than that of the grant')
  if (organizationId === null && registered.length > 0 && organizationDemand(registered) === 'required')
    throw new OAuthError('invalid_grant', 'the resource demands an organization, and the grant has none')
}
