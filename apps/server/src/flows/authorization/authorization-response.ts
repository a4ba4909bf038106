import { newId } from '../../crypto/random.ts'
import { acrClaim } from '../../oidc/acr.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { ResponseMembers } from '../../oidc/authorization-response.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { noConsent, scopesOf } from '../../oidc/consent.ts'
import { needsConsent } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { leastAcr, type Resource } from '../../oidc/resources.ts'
import { type ResponseType, responseTypes } from '../../oidc/response-types.ts'
import { findConsents } from '../../store/hot/consents.ts'
import { insertGrant, type NewGrant } from '../../store/hot/grants.ts'
import type { Session } from '../../store/hot/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import { claimsOfAccessToken, claimsOfClient, fieldClaimsOfToken } from '../platform/fields/field-claims.ts'
import { governing, scopeByOrganization } from '../platform/rights/held-scope.ts'
import { subjectOf } from '../platform/rights/subject.ts'
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
  const { request, client, memberships, organizationId } = authorization
  const type = responseTypes.get(request.responseType)
  if (!type) throw new Error(`unknown response type ${request.responseType}`)
  const now = deps.now()
  const acr = acrClaim(request, authorization.session.acr, leastAcr(authorization.resources))
  const held = scopeByOrganization(deps, request, memberships, { acr })(organizationId)
  const granted = needsConsent(client) ? await allowedOf(deps, authorization, held) : held
  // The right that a person gets later is theirs with the next refresh, unless they have to be asked about it.
  const ceiling = needsConsent(client) ? granted : request.scope
  const code = type.code ? issueCode(deps, authorization, ceiling, acr, now) : undefined
  const tokens =
    type.token || type.idToken
      ? await issueFrontChannelTokens(
          deps,
          authorization,
          type,
          frontChannelGrant(deps, authorization, granted, acr, now),
          code,
        )
      : {}
  return { ...(code ? { code } : {}), ...tokens, state: request.state, iss: deps.config.issuer }
}

/**
 * What of a scope the person has allowed. They were shown what they held then; a role or a stronger sign-in that came
 * between the page and the answer adds nothing to it.
 */
async function allowedOf(
  deps: Deps,
  { request, client, person, organizationId }: Authorization,
  held: readonly string[],
): Promise<readonly string[]> {
  if (governing(deps, request.resource).length === 0) return held
  const consents = await findConsents(deps.db, person.id, client.id)
  const given = consents.find((consent) => consent.organizationId === organizationId)?.consent ?? noConsent
  const allowed = new Set(scopesOf(given))
  return held.filter((name) => allowed.has(name))
}

const issueCode = (
  deps: Deps,
  { request, client, session, person, organizationId, teamId }: Authorization,
  scope: readonly string[],
  acr: string,
  now: Date,
): string =>
  sealCode(deps, {
    grantId: newId(now),
    clientId: client.id,
    redirectUriDigest: redirectUriDigest(request.redirectUri),
    codeChallenge: request.codeChallenge,
    jkt: request.dpopJkt,
    userId: person.id,
    sessionId: session.id,
    scope: [...scope],
    nonce: request.nonce,
    claims: request.claims,
    resource: request.resource,
    organizationId,
    teamId,
    acr,
    amr: session.amr,
    authenticatedAt: session.authenticatedAt.getTime(),
    expiresAt: now.getTime() + codeTtl * 1000,
    ...(session.connection
      ? {
          connectionId: session.connection.id,
          connectedUntil: session.connection.upstreamExpiresAt?.getTime(),
          upstreamSid: session.connection.upstreamSid,
          connectedSince: session.connection.upstreamAuthenticatedAt.getTime(),
        }
      : {}),
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
  const subject = subjectOf(deps, person, { memberships, organizationId, teamId }, { acr: grant.acr })
  const authentication = {
    authenticatedAt: session.authenticatedAt,
    acr: grant.acr,
    amr: session.amr,
    sessionId: session.id,
    connectedUntil: session.connection?.upstreamExpiresAt,
  }
  const members: ResponseMembers = {}
  let accessToken: string | undefined
  if (type.token) {
    deps.counters.tokens('implicit')
    const access = await issueAccessToken(deps, client, {
      ...{ ...grant, active: subject, authentication },
      fields: fieldClaimsOfToken(deps, client, claimsOfAccessToken(deps, client, grant.resource), subject),
    })
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
      fields: type.name === 'id_token' ? fieldClaimsOfToken(deps, client, claimsOfClient(client), subject) : {},
      accessToken,
      code,
    })
  return members
}

/** The grant of the tokens in the response. A code makes a grant of its own when it is redeemed. */
const frontChannelGrant = (
  deps: Deps,
  { request, client, session, person, organizationId, teamId }: Authorization,
  scope: readonly string[],
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
  scope: scope.filter((name) => name !== 'offline_access'),
  claims: request.claims ?? null,
  resource: request.resource,
  acr,
  amr: session.amr,
  authenticatedAt: session.authenticatedAt,
  createdAt: now,
  rotatedAt: now,
  expiresAt: new Date(
    Math.min(
      now.getTime() + (tokenTtl(deps, client, request.resource) + 60) * 1000,
      session.connection?.upstreamExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    ),
  ),
  connectionId: session.connection?.id ?? null,
  upstreamSid: session.connection?.upstreamSid ?? null,
  upstreamAuthenticatedAt: session.connection?.upstreamAuthenticatedAt ?? null,
})
