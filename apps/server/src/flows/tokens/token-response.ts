import { type Membership, type Person, speaksOfPerson } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Grant, NewGrant } from '../../store/hot/grants.ts'
import { findMemberships, findPerson } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import type { CodePayload } from './authorization-codes.ts'
import { issueIdToken } from './id-tokens.ts'
import { issueAccessToken, type TokenResponse } from './issue-tokens.ts'
import { makeRefreshToken } from './refresh-tokens.ts'

/** The scopes whose plain claims go into the ID token, for libraries that read nothing else (ID_TOKEN_CLAIMS). */
const idTokenScope = (
  { config }: Pick<Deps, 'config'>,
  { idTokenClaims }: Client,
  scope: readonly string[],
): readonly string[] => ((idTokenClaims ?? config.idTokenClaims) === 'scopes' && scope.includes('openid') ? scope : [])

/**
 * The person that the tokens of a grant describe, read in parallel with the checks of the grant. What no claim needs is not
 * read: a grant is only valid while its person exists.
 */
export async function findSubject(
  deps: Pick<Deps, 'config' | 'db'>,
  client: Client,
  { userId, organizationId, claims, scope }: Pick<Grant, 'userId' | 'organizationId' | 'claims' | 'scope'>,
): Promise<{ person: Person | null; memberships: readonly Membership[] }> {
  const asked = Object.keys(claims?.idToken ?? {}).length > 0
  const [person, memberships] = await Promise.all([
    asked || speaksOfPerson(idTokenScope(deps, client, scope)) ? findPerson(deps.db, userId) : null,
    asked || organizationId ? findMemberships(deps.db, userId) : [],
  ])
  return { person, memberships }
}

/** The tokens of a grant. An ID token goes with them whenever openid was granted. */
export async function issueTokenResponse(
  deps: Deps,
  client: Client,
  grant: NewGrant & Pick<Grant, 'generation'>,
  { person, memberships }: { person: Person | null; memberships: readonly Membership[] },
  { scope, code = null }: { scope: readonly string[]; code?: CodePayload | null },
): Promise<TokenResponse> {
  const organization = memberships.find(({ organizationId }) => organizationId === grant.organizationId)
  if (organization?.sessionMax != null && !code) {
    const age = deps.now().getTime() - grant.authenticatedAt.getTime()
    if (age > organization.sessionMax * 1000)
      throw new OAuthError('invalid_grant', 'the organization requires a more recent sign-in')
  }
  const active = { memberships, organizationId: grant.organizationId, teamId: grant.teamId }
  const authentication = code?.impersonation ? { ...grant, impersonation: code.impersonation } : grant
  const access = await issueAccessToken(deps, client, {
    id: grant.id,
    userId: grant.userId,
    scope,
    resource: grant.resource,
    active,
    authentication,
  })
  const idToken = scope.includes('openid')
    ? await issueIdToken(deps, client, {
        userId: grant.userId,
        subject: person && { ...active, person, issuer: deps.config.issuer },
        authentication,
        nonce: code?.nonce,
        claims: grant.claims,
        scope: [],
        plainScope: idTokenScope(deps, client, scope),
        accessToken: access.token,
      })
    : undefined
  return {
    access_token: access.token,
    token_type: 'Bearer',
    expires_in: access.expiresIn,
    scope: scope.join(' '),
    ...(idToken ? { id_token: idToken } : {}),
    ...(client.grantTypes.has('refresh_token') && !code?.impersonation
      ? { refresh_token: makeRefreshToken(deps, grant.id, grant.generation) }
      : {}),
  }
}
