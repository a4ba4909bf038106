import { satisfies } from '../../../oidc/acr.ts'
import { type Client, isDynamic } from '../../../oidc/clients.ts'
import {
  acceptsClient,
  isThirdParty,
  namesOfClient,
  needsConsent,
} from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { IdentityAssertion } from '../../../oidc/federation/identity-assertion.ts'
import { type Params, spaceSeparated } from '../../../oidc/params.ts'
import {
  defaultResource,
  isSameResource,
  leastAcr,
  mayHaveScope,
  type Resource,
  resolveResources,
} from '../../../oidc/resources.ts'
import { isServerScope, isStandardScope } from '../../../oidc/scopes.ts'
import { findAcceptances } from '../../../store/hot/connected-applications.ts'
import type { TrustedIssuerRecord } from '../../../store/prisma/federation/trusted-issuers.ts'
import type { Deps } from '../../platform/deps.ts'
import { heldScope } from '../../platform/rights/held-scope.ts'
import { AssertionRefused } from '../assertions.ts'
import type { AssertedPerson } from './person.ts'

/**
 * Whether a client may use the grant at all: one that authenticates, or brings a metadata document whose host the operator vouches
 * for. Never one that registered itself: the issuer writes an id into the assertion that has to stand for somebody.
 */
export function requireUsableClient(client: Client, isAuthenticated: boolean): void {
  const usable =
    client.source === 'document' ? isAuthenticated || client.trust === 'listed' : !isDynamic(client) && isAuthenticated
  if (!usable) throw new OAuthError('unauthorized_client', 'this grant_type is not enabled for the client')
}

/**
 * Whether the organization lets its members use the client by this issuer. What its owners chose stands for the consent of the
 * members: for a client that asks for consent, they have to have chosen it by its name.
 */
export async function requireAcceptedClient(
  { db }: Deps,
  client: Client,
  { trust, organizationId }: TrustedIssuerRecord,
  { userId }: AssertedPerson,
): Promise<void> {
  const acceptance = (await findAcceptances(db, userId, namesOfClient(client.id))).get(organizationId)
  const isNamed = trust.clients.includes(client.id)
  const byPolicy = isThirdParty(client)
    ? acceptance && acceptsClient(acceptance.policy, acceptance.verdicts, client)
    : !needsConsent(client)
  const accepted = trust.clients.length > 0 ? isNamed : byPolicy
  if (!accepted || acceptance?.verdicts.includes('blocked'))
    throw new OAuthError('unauthorized_client', 'the organization does not accept this client')
}

/** The one API that a token is for (RFC 8707): what the assertion and the request name, or the only one open to the client. */
export async function resourceOf(
  deps: Deps,
  client: Client,
  params: Params,
  { resource: claimed }: IdentityAssertion,
): Promise<Resource> {
  const asked = params.all('resource')
  await deps.resources.lookFor(client, [...asked, ...claimed])
  // Other resources in the claim are those of other servers.
  const ours = claimed.filter((identifier) => deps.resources.find(identifier))
  if (claimed.length > 0 && ours.length !== 1)
    throw new OAuthError('invalid_target', 'the assertion has to name one resource of this server')
  const wanted = ours[0] ?? asked[0]
  if (asked.length > 1 || asked.some((identifier) => !isSameResource(identifier, wanted ?? '')))
    throw new OAuthError('invalid_target', 'the resource is not that of the assertion')
  const [identifier] = wanted === undefined ? [] : resolveResources([wanted], client, deps.resources)
  const resource = identifier === undefined ? defaultResource(client, deps.resources) : deps.resources.find(identifier)
  if (!resource || resource.organization === 'none')
    throw new OAuthError('invalid_target', 'there is no one resource that is open to this client')
  return resource
}

/**
 * What of the scope is left: what the assertion and the request name, as far as the organization allows it to the issuer, the API
 * to the client, and the person holds it.
 */
export function scopeOf(
  deps: Deps,
  client: Client,
  params: Params,
  {
    assertion,
    issuer: { trust },
    resource,
    person,
    acr,
  }: {
    assertion: IdentityAssertion
    issuer: TrustedIssuerRecord
    resource: Resource
    person: AssertedPerson
    acr: string
  },
): readonly string[] {
  const least = leastAcr([resource])
  if ((least && !satisfies(acr, least)) || (client.requirePasskey && !satisfies(acr, 'phr')))
    throw new AssertionRefused('acr')
  // Scopes of OpenID Connect are sent by habit: these tokens are for an API.
  const asked = spaceSeparated(params.get('scope')).filter((name) => !isStandardScope(name))
  const trusted = trust.resources.find(({ identifier }) => isSameResource(identifier, resource.identifier))?.scope ?? []
  const may = (name: string): boolean =>
    !isStandardScope(name) &&
    !isServerScope(name) &&
    trusted.includes(name) &&
    (asked.length === 0 || asked.includes(name)) &&
    mayHaveScope(client, [resource], name)
  const scope = heldScope(deps, [resource.identifier], (assertion.scope ?? resource.defaultScopes).filter(may), {
    holder: person.membership,
    acr,
    impersonated: false,
  })
  if (scope.length === 0)
    throw new OAuthError('invalid_scope', 'nothing of the scope is left for this client and person')
  return scope
}
