import { type Claims, claimsFor, speaksOfOrganizations } from '../../oidc/claims.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { findMemberships, findPerson } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import { isFor, isOfClient, keepsMethod, liveGrant, organizationOf, verifyAccessToken } from './access-tokens.ts'

const invalidToken = () => new OAuthError('invalid_token', 'the access token is unknown, expired or revoked')

/** The claims about the person of an access token (OIDC Core 5.3). Whether the grant is valid is read each time. */
export async function userinfo(deps: Deps, token: string): Promise<Claims> {
  const claims = verifyAccessToken(deps, token)
  if (!claims || !isFor(claims, deps.config.issuer)) throw invalidToken()
  if (isOfClient(claims)) throw invalidToken()
  if (!claims.scope.includes('openid'))
    throw new OAuthError('insufficient_scope', 'the access token was not granted openid')
  const client = deps.clients.find(claims.clientId) ?? (await deps.clients.lookUpElsewhere(claims.clientId, 'access'))
  if (!client) throw invalidToken()
  const ofToken = organizationOf(claims)
  // All at once, since the token names the person. Only a revoked token makes some of these reads unnecessary.
  const [grant, person, early] = await Promise.all([
    liveGrant(deps, claims),
    findPerson(deps.db, claims.sub),
    ofToken !== null || speaksOfOrganizations(claims.scope, undefined) ? findMemberships(deps.db, claims.sub) : null,
  ])
  if (!grant || !person || grant.clientId !== claims.clientId || grant.userId !== claims.sub) throw invalidToken()
  if (!keepsMethod(client, grant)) throw invalidToken()
  // The organization of the token, not of the grant: a refresh may have moved the grant on.
  const organizationId = ofToken ?? grant.organizationId
  const asked = grant.claims?.userinfo
  const needed = organizationId !== null || speaksOfOrganizations([], asked)
  const memberships = early ?? (needed ? await findMemberships(deps.db, person.id) : [])
  const subject = {
    person,
    memberships,
    organizationId,
    teamId: organizationId === grant.organizationId ? grant.teamId : null,
  }
  if (organizationId && !memberships.some((membership) => membership.organizationId === organizationId))
    throw invalidToken()
  const answer: Claims = { sub: person.id, ...claimsFor(subject, claims.scope, asked, client.scopes) }
  // An operator acts as the person: whoever reads nothing else but userinfo has to see it (RFC 8693 section 4.1).
  if (claims.all.act !== undefined) answer.act = claims.all.act
  return answer
}
