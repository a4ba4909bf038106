import { type Client, isPublic } from '../../../oidc/clients.ts'
import { isThirdParty } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError, requireScopes } from '../../../oidc/errors.ts'
import { missingRule } from '../../../oidc/organization-rules.ts'
import { type Params, spaceSeparated } from '../../../oidc/params.ts'
import { isDeviceSession } from '../../../store/beyond-prisma/device-requests.ts'
import { organizationOfConnection } from '../../../store/hot/company-sign-in.ts'
import { findGrant, type Grant, revokeGrant } from '../../../store/hot/grants.ts'
import { findLiveGrant, rotateGrant, rotatePlainGrant } from '../../../store/hot/live-grants.ts'
import { findMemberships } from '../../../store/hot/people.ts'
import { mayConnect } from '../../platform/clients/third-party-clients.ts'
import type { Deps } from '../../platform/deps.ts'
import { governing } from '../../platform/rights/held-scope.ts'
import { findOpenTerms, haveTerms } from '../../platform/terms.ts'
import { keepsMethod } from '../access-tokens.ts'
import { bindTokens } from '../dpop/binding.ts'
import { grantedResources, isBeyond, requireConsent } from '../granted-resources.ts'
import type { TokenResponse } from '../issue-tokens.ts'
import { isProven, readRefreshToken, refreshLifetimes } from '../refresh-tokens.ts'
import { revokeFamily } from '../token-family.ts'
import { findSubject, issueTokenResponse, type RequestOrigin, scopeHeldBy } from '../token-response.ts'

/**
 * Milliseconds during which a rotated refresh token still yields its successor, so that legitimate parallel requests
 * succeed. The tabs or processes of a public client have no server that could combine their requests.
 */
const successorWindow = ({ config }: Pick<Deps, 'config'>, client: Client): number =>
  1000 * (config.ttl.refreshReuse ?? (isPublic(client) ? 90 : 10))

const badRefresh = () => new OAuthError('invalid_grant', 'the refresh token is unknown, expired or revoked')

export async function refreshTokens(
  deps: Deps,
  client: Client,
  params: Params,
  from: RequestOrigin,
): Promise<TokenResponse> {
  const token = readRefreshToken(deps, params.required('refresh_token'))
  if (!token) throw badRefresh()
  const { proof = null } = from
  // The family goes on: otherwise a thief without the key could end it.
  if (!isProven(token.boundTo, proof?.jkt))
    throw new OAuthError(
      'invalid_grant',
      deps.config.dpop
        ? 'the refresh token is bound to a key, and the request has no DPoP proof of it'
        : 'the refresh token is bound to a key, and DPoP is switched off at this server: it can be used again once it is on',
    )
  const times = () => {
    const now = deps.now()
    return { now, idleSince: new Date(now.getTime() - refreshLifetimes(deps, client).idle * 1000) }
  }
  // Most refreshes change nothing but the tokens: then one statement asks and rotates.
  const isPlainRequest = isPlain(deps, client, params)
  const bound = isPlainRequest ? await bindTokens(deps, { client, resource: [] }, proof) : null
  const plain = isPlainRequest
    ? await rotatePlainGrant(deps.db, { ...token, id: token.grantId, clientId: client.id, ...times() })
    : null
  if (plain?.connectionId && !deps.config.sso) throw badRefresh()
  const keys = { jkt: bound, boundTo: token.boundTo }
  if (plain)
    return issueTokenResponse(deps, client, plain, await findSubject(deps, client, plain), {
      ...{ scope: plain.scope, from, ...keys },
    })

  // The clock is read again: the previous statement may have waited for a lock.
  const { now, idleSince } = times()
  const grant = await findLiveGrant(deps.db, token.grantId, now)
  // The token of another client is refused, and its family is left alone.
  if (!grant || grant.clientId !== client.id) throw badRefresh()
  if (grant.connectionId !== null && !deps.config.sso) throw badRefresh()
  if (grant.authMethod === 'private_key_jwt') await checkMethod(deps, client, grant, params)
  if (isThirdParty(client) && !(await mayConnect(deps, client, grant))) throw badRefresh()
  const scope = narrowScope(params.get('scope'), grant.scope)
  const resource = await wantedResources(deps, client, params, grant)
  const { organizationId, teamId } = await switchOrganization(deps, grant, client, params.get('organization'))
  await requireConsent(deps, client, grant, { scope, resource, organizationId })
  keys.jkt ??= await bindTokens(deps, { client, resource }, proof)

  const reading = findSubject(deps, client, { ...grant, scope, organizationId })
  // A refusal leaves the grant as it was: the token that the client has must stay the last one.
  if (grant.generation === token.generation && governing(deps, resource).length > 0)
    scopeHeldBy(deps, { ...grant, resource, organizationId }, (await reading).memberships, scope)
  const [rotated, subject] = await Promise.all([
    rotateGrant(deps.db, { id: grant.id, generation: token.generation, now, idleSince, organizationId, teamId }),
    reading,
  ])
  if (!rotated) await checkReuse(deps, client, grant.id, token.generation, idleSince)
  const current: Grant = { ...grant, organizationId, teamId, resource, generation: token.generation + 1 }
  return issueTokenResponse(deps, client, current, subject, { scope, from, ...keys })
}

/** The resources of the new access token. A device gets none that its person was not shown. */
async function wantedResources(deps: Deps, client: Client, params: Params, grant: Grant): Promise<string[]> {
  const asked = params.all('resource')
  await deps.resources.lookFor(client, asked)
  const resource = grantedResources(deps, client, asked, grant, 'the resource was not granted')
  if (isBeyond(resource, grant) && (await isDeviceSession(deps.db, grant.sessionId)))
    throw new OAuthError('invalid_target', 'the device did not ask for the resource')
  return resource
}

/** Nothing to check but the grant itself: the request asks for no change, and the client for no resource. */
const isPlain = ({ resources }: Pick<Deps, 'resources'>, client: Client, params: Params): boolean =>
  !isThirdParty(client) &&
  resources.size === 0 &&
  client.audiences.length === 0 &&
  !['scope', 'resource', 'organization'].some((name) => params.get(name) !== undefined)

/** A grant that came from a private key is refreshed with one, even if the client's metadata allows less by now. */
async function checkMethod(deps: Deps, client: Client, grant: Grant, params: Params): Promise<void> {
  if (!keepsMethod(client, grant)) {
    await revokeGrant(deps.db, grant.id, deps.now())
    deps.log.warn({ client: client.id, grant: grant.id }, 'a client has no key any more: its grant is revoked')
    throw badRefresh()
  }
  if (params.get('client_assertion') === undefined)
    throw new OAuthError('invalid_client', 'the grant was made to the client with private_key_jwt')
}

/**
 * Another request rotated this token. Shortly after that, the same successor is issued again; later, or for an older
 * generation, the token was stolen or copied, and the whole family is revoked (RFC 9700 section 4.14.2).
 */
async function checkReuse(
  deps: Deps,
  client: Client,
  grantId: string,
  generation: number,
  idleSince: Date,
): Promise<void> {
  const now = deps.now()
  const grant = await findGrant(deps.db, grantId)
  if (!grant || grant.revokedAt || grant.expiresAt <= now) throw badRefresh()
  if (grant.generation === generation + 1 && now.getTime() - grant.rotatedAt.getTime() <= successorWindow(deps, client))
    return
  if (grant.generation > generation) {
    await revokeFamily(deps, grant, 'refresh_token.reused')
  } else if (grant.rotatedAt <= idleSince) {
    deps.log.info({ client: grant.clientId, grant: grantId }, 'a refresh token was idle for too long')
  }
  throw badRefresh()
}

/** RFC 6749 section 6: the same scope or less. */
function narrowScope(asked: string | undefined, granted: readonly string[]): string[] {
  if (asked === undefined) return [...granted]
  const scope = spaceSeparated(asked)
  requireScopes(scope, (name) => granted.includes(name), 'a requested scope was not granted')
  return scope
}

/** `organization=<id|slug>` on a refresh moves the grant to another organization of the same person. */
async function switchOrganization(
  deps: Deps,
  grant: Grant,
  client: Client,
  wanted: string | undefined,
): Promise<{ organizationId: string | null; teamId: string | null }> {
  if (wanted === undefined) return { organizationId: grant.organizationId, teamId: grant.teamId }
  if (client.organization === 'none') throw new OAuthError('invalid_request', 'this client does not use organizations')
  if (isThirdParty(client)) throw new OAuthError('invalid_grant', 'the connection is for one organization')
  const memberships = await findMemberships(deps.db, grant.userId)
  const membership = memberships.find(({ organizationId, slug }) => organizationId === wanted || slug === wanted)
  if (!membership) throw new OAuthError('invalid_grant', 'the person is not a member of the requested organization')
  const moves = membership.organizationId !== grant.organizationId
  if (moves && (await isDeviceSession(deps.db, grant.sessionId)))
    throw new OAuthError('invalid_grant', 'the device was signed in for one organization')
  const asksConnection = membership.ssoPolicy === 'required' || membership.requirePasskey
  const connected = asksConnection && grant.connectionId
  const missing = missingRule(membership, {
    acr: grant.amr.includes('pop') ? 'phr' : grant.acr,
    connectedOrganizationId: connected ? await organizationOfConnection(deps.db, connected) : null,
    // Asked with the tokens, of whatever organization they are for.
    isIn: () => true,
  })
  if (missing === 'company-sign-in')
    throw new OAuthError('invalid_grant', 'the requested organization requires its own sign-in')
  if (missing) throw new OAuthError('invalid_grant', 'the requested organization requires a sign-in with a passkey')
  const openTerms = haveTerms([membership]) && (await findOpenTerms(deps, grant.userId)).get(membership.organizationId)
  if (openTerms && !openTerms.postponableUntil)
    throw new OAuthError('invalid_grant', 'the person has not accepted the terms of the requested organization')
  return {
    organizationId: membership.organizationId,
    teamId: !moves ? grant.teamId : membership.teams.length === 1 ? (membership.teams[0]?.id ?? null) : null,
  }
}
