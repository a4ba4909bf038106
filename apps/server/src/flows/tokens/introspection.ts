import { idOfApiKey } from '../../crypto/api-keys.ts'
import type { Client } from '../../oidc/clients.ts'
import { audiencesOf } from '../../oidc/resources.ts'
import { findLiveGrant } from '../../store/hot/live-grants.ts'
import { findMemberships } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import { type AccessClaims, isAlive, isFor, organizationOf, verifyAccessToken } from './access-tokens.ts'
import { introspectKey } from './api-keys.ts'
import { readRefreshToken, refreshLifetimes } from './refresh-tokens.ts'

type Introspection = { active: false } | ({ active: true } & Record<string, unknown>)

/**
 * RFC 7662. Active only for the client that owns the token, or whose id or AUDIENCES is in its audience. `clientIp` is who
 * showed the token to the client: a key may be bound to networks.
 */
export async function introspect(
  deps: Deps,
  client: Client,
  { token, clientIp }: { token: string; clientIp: string | null },
): Promise<Introspection> {
  // By its checksum: a refresh token may begin with the same letters.
  if (idOfApiKey(deps.config.apiKeyPrefix, token)) return introspectKey(deps, client, token, clientIp)
  const refreshToken = readRefreshToken(deps, token)
  if (refreshToken) {
    const grant = await findLiveGrant(deps.db, refreshToken.grantId, deps.now())
    const idleSince = deps.now().getTime() - refreshLifetimes(deps, client).idle * 1000
    if (
      !grant ||
      grant.clientId !== client.id ||
      grant.generation !== refreshToken.generation ||
      grant.rotatedAt.getTime() <= idleSince
    )
      return { active: false }
    return {
      active: true,
      iss: deps.config.issuer,
      sub: grant.userId,
      client_id: grant.clientId,
      scope: grant.scope.join(' '),
      token_type: 'refresh_token',
      exp: Math.floor(grant.expiresAt.getTime() / 1000),
    }
  }
  const claims = verifyAccessToken(deps, token)
  if (!claims) return { active: false }
  const mayKnow =
    claims.clientId === client.id ||
    [client.id, ...audiencesOf(client, deps.resources)].some((audience) => isFor(claims, audience))
  if (!mayKnow || !(await isAlive(deps, claims))) return { active: false }
  return { active: true, ...claims.all, ...(await rolesNow(deps, claims)), token_type: 'Bearer' }
}

/** The roles that the person has now: those that the token was issued with may be gone. */
async function rolesNow(deps: Deps, claims: AccessClaims): Promise<{ organization_roles?: readonly string[] }> {
  if (claims.all.organization_roles === undefined) return {}
  const memberships = await findMemberships(deps.db, claims.sub)
  const membership = memberships.find(({ organizationId }) => organizationId === organizationOf(claims))
  return { organization_roles: membership?.roles ?? [] }
}
