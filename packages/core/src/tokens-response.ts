import * as oauth from 'oauth4webapi'
import type { Context } from './context.ts'
import type { StoredTokens } from './stores.ts'

/** What is kept of an answer of the token endpoint. */
export function tokensOf(
  response: oauth.TokenEndpointResponse,
  before: StoredTokens | null,
  seconds: number,
): StoredTokens {
  // A client must not use a token whose type it does not understand (RFC 6749 section 7.1): one that is bound to a key
  // (DPoP) would be refused everywhere.
  if (response.token_type !== 'bearer') throw new Error(`tokens of type ${response.token_type} are not understood`)
  return {
    accessToken: response.access_token,
    expiresAt: seconds + (response.expires_in ?? 60),
    refreshToken: response.refresh_token ?? before?.refreshToken,
    idToken: response.id_token ?? before?.idToken ?? '',
  }
}

/** A token that is dead on arrival must not send a browser in a circle: seconds that a session is fresh at least. */
const freshAtLeast = 10

export const freshUntil = (tokens: StoredTokens, seconds: number): number =>
  Math.max(tokens.expiresAt, seconds + freshAtLeast)

/** The claims of the person. A provider without the endpoint has put them into the ID token. */
export async function userInfo(
  { client, http }: Context,
  as: oauth.AuthorizationServer,
  sub: string,
  token: string,
): Promise<Record<string, unknown>> {
  if (!as.userinfo_endpoint) return {}
  return oauth.processUserInfoResponse(as, client, sub, await oauth.userInfoRequest(as, client, token, http))
}
