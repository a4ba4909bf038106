import { type Claims, claimsFor, speaksOfOrganizations } from '../../oidc/claims.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { findSubjectOfToken } from '../../store/hot/live-grants.ts'
import { findMemberships } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import { claimsOfClient, fieldClaims } from '../platform/fields/field-claims.ts'
import { subjectOf } from '../platform/rights/subject.ts'
import { isFor, isOfClient, keepsMethod, signInOf, tokenOfGrant } from './access-tokens.ts'
import { type PresentedToken, verifyPresentedToken } from './dpop/presented-tokens.ts'

const invalidToken = () => new OAuthError('invalid_token', 'the access token is unknown, expired or revoked')

/** The claims about the person of an access token (OIDC Core 5.3). Whether the grant is valid is read each time. */
export async function userinfo(deps: Deps, presented: PresentedToken): Promise<Claims> {
  const claims = await verifyPresentedToken(deps, presented)
  if (!claims || !isFor(claims, deps.config.issuer)) throw invalidToken()
  if (isOfClient(claims)) throw invalidToken()
  if (!claims.scope.includes('openid'))
    throw new OAuthError('insufficient_scope', 'the access token was not granted openid')
  const client = deps.clients.find(claims.clientId) ?? (await deps.clients.lookUpElsewhere(claims.clientId, 'access'))
  if (!client) throw invalidToken()
  const token = tokenOfGrant(claims)
  if (!token) throw invalidToken()
  const ofToken = token.organizationId
  // Both at once, since the token names the person. Only a revoked token makes the second one unnecessary.
  const [found, early] = await Promise.all([
    findSubjectOfToken(deps.db, token, deps.now()),
    ofToken !== null || speaksOfOrganizations(claims.scope, undefined) ? findMemberships(deps.db, claims.sub) : null,
  ])
  if (!found || found.grant.clientId !== claims.clientId || found.grant.userId !== claims.sub) throw invalidToken()
  const { grant, person } = found
  if (!keepsMethod(client, grant)) throw invalidToken()
  // The organization of the token, not of the grant: a refresh may have moved the grant on.
  const organizationId = ofToken ?? grant.organizationId
  const asked = grant.claims?.userinfo
  const needed = organizationId !== null || speaksOfOrganizations([], asked)
  const memberships = early ?? (needed ? await findMemberships(deps.db, person.id) : [])
  const teamId = organizationId === grant.organizationId ? grant.teamId : null
  const subject = subjectOf(deps, person, { memberships, organizationId, teamId }, signInOf(claims))
  if (organizationId && !memberships.some((membership) => membership.organizationId === organizationId))
    throw invalidToken()
  const fields = fieldClaims(deps, claimsOfClient(client), subject)
  const answer: Claims = { ...fields, sub: person.id, ...claimsFor(subject, claims.scope, asked, client.scopes) }
  // An operator acts as the person: a client that reads nothing but userinfo has to see it (RFC 8693 section 4.1).
  if (claims.all.act !== undefined) answer.act = claims.all.act
  return answer
}
