import { newId } from '../../crypto/random.ts'
import { acrToTell } from '../../oidc/acr.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { ResponseMembers } from '../../oidc/authorization-response.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { responseTypes } from '../../oidc/response-types.ts'
import { insertGrant, type NewGrant } from '../../store/grants.ts'
import type { Session } from '../../store/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import { codeTtl, redirectUriDigest, sealCode } from '../tokens/authorization-codes.ts'
import { issueAccessToken, issueIdToken, tokenTtl } from '../tokens/issue-tokens.ts'

/** Makes the members of a successful answer: what the response type asks for, `state` and `iss`. */
export async function answer(
  deps: Deps,
  request: AuthorizationRequest,
  client: Client,
  session: Session,
  person: Person,
  memberships: readonly Membership[],
  { organizationId, teamId }: { organizationId: string | null; teamId: string | null },
): Promise<ResponseMembers> {
  const type = responseTypes.get(request.responseType)
  if (!type) throw new Error(`unknown response type ${request.responseType}`)
  const now = deps.now()
  const members: ResponseMembers = {}
  const acr = acrToTell(request, session.acr)
  const code = type.code
    ? sealCode(deps, {
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
    : undefined
  if (code) members.code = code

  if (type.token || type.idToken) {
    const subject = { person, memberships, organizationId, teamId }
    const authentication = {
      authenticatedAt: session.authenticatedAt,
      acr,
      amr: session.amr,
      sessionId: session.id,
    }
    // The grant of the tokens that travel in front; a code makes a grant of its own when it is redeemed.
    const grant: NewGrant = {
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
      expiresAt: new Date(now.getTime() + (tokenTtl(deps, client) + 60) * 1000),
    }
    await insertGrant(deps.db, grant)
    if (type.token) deps.counters.tokens('implicit')
    const access = type.token
      ? await issueAccessToken(deps, client, { ...grant, belonging: subject, authentication })
      : undefined
    if (access)
      Object.assign(members, {
        access_token: access.token,
        token_type: 'Bearer',
        expires_in: access.expiresIn,
        scope: grant.scope.join(' '),
      })
    if (type.idToken) {
      members.id_token = await issueIdToken(deps, client, {
        userId: person.id,
        subject,
        authentication,
        nonce: request.nonce,
        claims: request.claims,
        // OIDC Core 5.4: without an access token, the claims of the scopes are in the ID token.
        scope: type.name === 'id_token' ? request.scope : [],
        accessToken: access?.token,
        code,
      })
    }
  }
  return { ...members, state: request.state, iss: deps.config.issuer }
}
