import { signJwt } from '../../crypto/jws.ts'
import type { Deps } from '../platform/deps.ts'
import { findLogoutClient } from './logout-clients.ts'
import type { LogoutPayload } from './outbox.ts'

/** Sends a logout token to its client. Throws when the client did not take it. */
export async function sendLogoutToken(deps: Deps, { clientId, userId, sessionId, jti }: LogoutPayload): Promise<void> {
  const client = await findLogoutClient(deps, clientId, deps.db)
  if (!client?.backchannelLogoutUri) return
  const iat = Math.floor(deps.now().getTime() / 1000)
  const token = await signJwt(deps.keys.signer(client.idTokenSignedResponseAlg), 'logout+jwt', {
    iss: deps.config.issuer,
    aud: client.id,
    iat,
    exp: iat + 120,
    jti,
    sub: userId,
    sid: sessionId,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const answer = await deps.outbound(client.backchannelLogoutUri, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  })
  // Back-Channel Logout 2.8: 200 is success; 400 means that the request was invalid, and repeating it would not help.
  if (answer.status >= 300 && answer.status !== 400)
    throw Object.assign(new Error('refused'), { name: 'LogoutRefused', responseCode: answer.status })
}
