import { type Client, signsInDevices } from '../../oidc/clients.ts'
import { endDeviceSession } from '../../store/beyond-prisma/device-requests.ts'
import { findGrant, revokeGrant, revokeToken } from '../../store/hot/grants.ts'
import type { Deps } from '../platform/deps.ts'
import { verifyAccessToken } from './access-tokens.ts'
import { readRefreshToken } from './refresh-tokens.ts'

/**
 * RFC 7009. A refresh token takes its whole family with it; an access token ends alone. Unknown tokens and those of
 * other clients are answered like revoked ones, and nothing happens to them.
 */
export async function revoke(deps: Deps, client: Client, token: string): Promise<void> {
  const refreshToken = readRefreshToken(deps, token)
  if (refreshToken) {
    const grant = await findGrant(deps.db, refreshToken.grantId)
    if (grant?.clientId !== client.id) return
    await revokeGrant(deps.db, grant.id, deps.now())
    // The device signed out: its person sees it no more.
    if (signsInDevices(client)) await endDeviceSession(deps.db, grant.sessionId, deps.now())
    return
  }
  const claims = verifyAccessToken(deps, token)
  if (claims?.clientId === client.id) await revokeToken(deps.db, claims.jti, new Date(claims.exp * 1000))
}
