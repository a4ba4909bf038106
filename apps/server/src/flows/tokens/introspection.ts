import { idOfApiKey } from '../../crypto/api-keys.ts'
import { rolesClaim } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { boundKeyOf, confirmation, tokenTypeOf } from '../../oidc/dpop.ts'
import { findLiveGrant } from '../../store/hot/live-grants.ts'
import { findMemberships } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import { governing, heldScope, holderIn } from '../platform/rights/held-scope.ts'
import {
  type AccessClaims,
  isAlive,
  isOfClient,
  isSentTo,
  organizationOf,
  signInOf,
  verifyAccessToken,
} from './access-tokens.ts'
import { introspectKey } from './api-keys.ts'
import { jktOfRefreshToken, readRefreshToken, refreshLifetimes } from './refresh-tokens.ts'

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
      ...confirmation(jktOfRefreshToken(refreshToken)),
      exp: Math.floor(grant.expiresAt.getTime() / 1000),
    }
  }
  const claims = verifyAccessToken(deps, token)
  if (!claims) return { active: false }
  const mayKnow = claims.clientId === client.id || isSentTo(deps, client, claims)
  if (!mayKnow || !(await isAlive(deps, claims))) return { active: false }
  const rights = await rightsNow(deps, claims)
  const tokenType = tokenTypeOf(boundKeyOf(claims.all))
  return rights ? { active: true, ...claims.all, ...rights, token_type: tokenType } : { active: false }
}

/**
 * The roles that the person has now: those that the token was issued with may be gone. Null if they may not do any more what
 * the token says.
 */
async function rightsNow(deps: Deps, claims: AccessClaims): Promise<Record<string, unknown> | null> {
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  const isGoverned = !isOfClient(claims) && governing(deps, audiences).length > 0
  if (claims.all.organization_roles === undefined && !isGoverned) return {}
  const holder = holderIn(await findMemberships(deps.db, claims.sub), organizationOf(claims))
  const rights = { holder, ...signInOf(claims) }
  if (isGoverned && heldScope(deps, audiences, claims.scope, rights).length < claims.scope.length) return null
  if (claims.all.organization_roles === undefined) return {}
  const roles = holder ? rolesClaim(holder) : { organization_roles: [] }
  return claims.all.roles === undefined ? roles : { ...roles, roles: roles.organization_roles }
}
