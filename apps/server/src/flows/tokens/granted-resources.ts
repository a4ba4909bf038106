import { satisfies } from '../../oidc/acr.ts'
import { type Client, isDynamic } from '../../oidc/clients.ts'
import { isThirdParty } from '../../oidc/dynamic-clients/third-party-clients.ts'
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
import { findRememberedConsent } from '../platform/clients/remembered-consents.ts'
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
  // A third-party client gets nothing later that it did not ask the person for.
  if (isBeyond(resource, grant) && (grant.resource.length > 0 || isThirdParty(client)))
    throw new OAuthError('invalid_target', notGranted)
  meetDemands(deps, resource, grant)
  return resource
}

/** Whether resources are named that were not asked for when the person was there. */
export const isBeyond = (resource: readonly string[], grant: Pick<GrantedTo, 'resource'>): boolean =>
  resource.some((wanted) => !grant.resource.some((granted) => isSameResource(granted, wanted)))

/** What a token is asked for, of a grant. */
interface WantedOfGrant {
  scope: readonly string[]
  resource: readonly string[]
  organizationId: string | null
}

/**
 * A request at the token endpoint may lead to an API or an organization that the authorization request did not name.
 * The person was not asked about it then, so they must have allowed it earlier: the token endpoint cannot ask.
 */
export async function requireConsent(
  deps: Deps,
  client: Client,
  grant: GrantedTo & Pick<Grant, 'userId' | 'scope'> & { claims?: Grant['claims'] | undefined },
  wanted: WantedOfGrant,
): Promise<void> {
  const moves = wanted.organizationId !== grant.organizationId
  if (!moves && !isBeyond(wanted.resource, grant)) return
  const hasConsent = await findRememberedConsent(deps, client, grant.userId, {
    // The whole grant moves, and not only this token.
    scope: moves ? grant.scope : [...wanted.scope],
    claims: grant.claims ?? null,
    resource: [...new Set([...grant.resource, ...wanted.resource])],
  })
  if (hasConsent(wanted.organizationId)) return
  if (moves)
    throw new OAuthError('invalid_grant', 'the person has not allowed the client this for the requested organization')
  throw new OAuthError('invalid_target', 'the person has not allowed the client this resource')
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
