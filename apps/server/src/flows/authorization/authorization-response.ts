import { newId } from '../../crypto/random.ts'
import { acrClaim } from '../../oidc/acr.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { ResponseMembers } from '../../oidc/authorization-response.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { leastAcr, type Resource } from '../../oidc/resources.ts'
import { type ResponseType, responseTypes } from '../../oidc/response-types.ts'
import { insertGrant, type NewGrant } from '../../store/hot/grants.ts'
import type { Session } from '../../store/hot/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import { codeTtl, redirectUriDigest, sealCode } from '../tokens/authorization-codes.ts'
import { issueIdToken } from '../tokens/id-tokens.ts'
import { issueAccessToken, tokenTtl } from '../tokens/issue-tokens.ts'

/** A request that can be answered: who signed in, and for which organization. */
export interface Authorization {
  request: AuthorizationRequest
  client: Client
  session: Session
  person: Person
  memberships: readonly Membership[]
  /** Those of the request that are registered. */
  resources: readonly Resource[]
  organizationId: string | null
  teamId: string | null
}

/** Issues a successful authorization response: what the response type asks for, `state` and `iss` (RFC 9207). */
export async function issueAuthorizationResponse(deps: Deps, authorization: Authorization): Promise<ResponseMembers> {
  const { request } = authorization
  const type = responseTypes.get(request.responseType)
  if (!type) throw new Error(`unknown response type ${request.responseType}`)
  const now = deps.now()
  const acr = acrClaim(request, authorization.session.acr, leastAcr(authorization.resources))
  const code = type.code ? issueCode(deps, authorization, acr, now) : undefined
  const tokens =
    type.token || type.idToken
      ? await issueFrontChannelTokens(deps, authorization, type, frontChannelGrant(deps, authorization, acr, now), code)
      : {}
  return { ...(code ? { code } : {}), ...tokens, state: request.state, iss: deps.config.issuer }
}

const issueCode = (
  deps: Deps,
  { request, client, session, person, organizationId, teamId }: Authorization,
  acr: string,
  now: Date,
): string =>
  sealCode(deps, {
    grantId: newId(now),
    clientId: client.id,
    redirectUriDigest: redirectUriDigest(request.redirectUri),
    codeChallenge: request.codeChallenge,
    userId: person.id,
    sessionId: session.id,
    scope: request.scope,
    nonce: request.nonce,
    claims: request.claims,
    resource: request.resource,
    organizationId,
    teamId,
    acr,
    amr: session.amr,
    authenticatedAt: session.authenticatedAt.getTime(),
    expiresAt: now.getTime() + codeTtl * 1000,
  })

/** The tokens of the implicit and hybrid flows (OIDC Core 3.2.2.5, 3.3.2.5), which travel through the browser. */
async function issueFrontChannelTokens(
  deps: Deps,
  authorization: Authorization,
  type: ResponseType,
  grant: NewGrant,
  code: string | undefined,
): Promise<ResponseMembers> {
  const { request, client, session, person, memberships, organizationId, teamId } = authorization
  await insertGrant(deps.db, grant)
  const subject = { person, memberships, organizationId, teamId, issuer: deps.config.issuer }
  const authentication = {
    authenticatedAt: session.authenticatedAt,
    acr: grant.acr,
    amr: session.amr,
    sessionId: session.id,
  }
  const members: ResponseMembers = {}
  let accessToken: string | undefined
  if (type.token) {
    deps.counters.tokens('implicit')
    const access = await issueAccessToken(deps, client, { ...grant, active: subject, authentication })
    accessToken = access.token
    members.access_token = access.token
    members.token_type = 'Bearer'
    members.expires_in = access.expiresIn
    members.scope = grant.scope.join(' ')
  }
  if (type.idToken)
    members.id_token = await issueIdToken(deps, client, {
      userId: person.id,
      subject,
      authentication,
      nonce: request.nonce,
      claims: request.claims,
      // OIDC Core 5.4: without an access token, the claims of the scopes are in the ID token.
      scope: type.name === 'id_token' ? request.scope : [],
      accessToken,
      code,
    })
  return members
}

/** The grant of the tokens in the response. A code makes a grant of its own when it is redeemed. */
const frontChannelGrant = (
  deps: Deps,
  { request, client, session, person, organizationId, teamId }: Authorization,
  acr: string,
  now: Date,
): NewGrant => ({
  id: newId(now),
  clientId: client.id,
  userId: person.id,
  sessionId: session.id,
  offline: false,
  organizationId,
  teamId,
  scope: request.scope.filter((scope) => scope !== 'offline_access'),
  claims: request.claims ?? null,
  resource: request.resource,
  acr,
  amr: session.amr,
  authenticatedAt: session.authenticatedAt,
  createdAt: now,
  rotatedAt: now,
  expiresAt: new Date(now.getTime() + (tokenTtl(deps, client, request.resource) + 60) * 1000),
})
