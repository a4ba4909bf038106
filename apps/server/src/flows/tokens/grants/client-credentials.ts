import { signJwt } from '../../../crypto/jws.ts'
import { newId } from '../../../crypto/random.ts'
import type { Client } from '../../../oidc/clients.ts'
import { confirmation, tokenTypeOf } from '../../../oidc/dpop.ts'
import { OAuthError, requireScopes } from '../../../oidc/errors.ts'
import { type Params, spaceSeparated } from '../../../oidc/params.ts'
import { audiencesOf, resolveResources } from '../../../oidc/resources.ts'
import { isServerScope, isStandardScope } from '../../../oidc/scopes.ts'
import type { OrganizationRecord } from '../../../store/prisma/organizations/organization-changes.ts'
import { findOrganization } from '../../../store/prisma/organizations/organizations.ts'
import { noteRegisteredUse } from '../../platform/clients/registration-sweep.ts'
import type { Deps } from '../../platform/deps.ts'
import { isServerAudience, serverAudiences } from '../api-audience.ts'
import { bindTokens } from '../dpop/binding.ts'
import { audience, newTokenId, type TokenResponse, tokenTtl } from '../issue-tokens.ts'
import type { RequestOrigin } from '../token-response.ts'

/** RFC 6749 section 4.4: the client acts for itself. No user, no refresh token, and only scopes of the client's own. */
export async function clientCredentials(
  deps: Deps,
  client: Client,
  params: Params,
  { proof }: RequestOrigin,
): Promise<TokenResponse> {
  const own = [...client.scopes].filter((name) => !isStandardScope(name))
  const asked = params.get('scope') === undefined ? own : spaceSeparated(params.get('scope'))
  requireScopes(asked, (name) => own.includes(name), 'a requested scope is not registered for the client')
  const targets = params.all('resource')
  const others = targets.filter((target) => !isServerAudience(deps.config, target))
  await deps.resources.lookFor(client, others)
  const resource = audienceOfClient(deps, client, asked, targets)
  const organization = await organizationOfClient(deps, client, resource, params.get('organization'))
  const jkt = await bindTokens(deps, { client, resource }, proof)
  if (client.source === 'registered') await noteRegisteredUse(deps, client.id)
  const expiresIn = tokenTtl(deps, client, resource)
  const now = deps.now()
  const iat = Math.floor(now.getTime() / 1000)
  const token = await signJwt(deps.keys.signer('ES256'), 'at+jwt', {
    iss: deps.config.issuer,
    sub: client.id,
    aud: audience(deps, resource),
    client_id: client.id,
    ...(asked.length > 0 ? { scope: asked.join(' ') } : {}),
    ...(organization ? { organization: organization.id } : {}),
    iat,
    exp: iat + expiresIn,
    jti: newTokenId(newId(now)),
    ...confirmation(jkt),
  })
  return { access_token: token, token_type: tokenTypeOf(jkt), expires_in: expiresIn, scope: asked.join(' ') }
}

/**
 * The organization that a client's own token names. At the APIs of this server it only narrows what the client may do; to
 * any other resource server it would say that the client acts for this organization, which its operator has to allow.
 */
async function organizationOfClient(
  deps: Deps,
  { organizationAccess }: Client,
  resource: readonly string[],
  wanted: string | undefined,
): Promise<OrganizationRecord | null> {
  if (wanted === undefined) return null
  const organization = await findOrganization(deps.db, wanted)
  const forServerAlone = resource.length > 0 && resource.every((audience) => isServerAudience(deps.config, audience))
  if (!forServerAlone && organizationAccess !== 'any') {
    // The same error for an organization that doesn't exist: the client learns nothing about those it has no access to.
    if (!organization || ![organization.id, organization.slug].some((name) => organizationAccess.includes(name)))
      throw new OAuthError('unauthorized_client', 'the client may not name this organization (ORGANIZATION_ACCESS)')
  }
  if (!organization) throw new OAuthError('invalid_request', 'there is no such organization')
  return organization
}

/**
 * Who a client's own token is for. Scopes of this server's APIs are for those alone (docs/reference.md); a token with them
 * and with others is for both. `resource` narrows it.
 */
function audienceOfClient(deps: Deps, client: Client, scope: readonly string[], asked: readonly string[]): string[] {
  const ofServer = serverAudiences(deps.config, scope)
  if (asked.length > 0)
    return [
      ...resolveResources(
        asked.filter((resource) => !ofServer.includes(resource)),
        client,
        deps.resources,
      ),
      ...ofServer.filter((api) => asked.includes(api)),
    ]
  const audiences = audiencesOf(client, deps.resources)
  const others = scope.every(isServerScope) ? [] : audiences.length > 0 ? audiences : [deps.config.issuer]
  return ofServer.length > 0 ? [...others, ...ofServer] : [...audiences]
}
