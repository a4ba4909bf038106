import * as oauth from 'oauth4webapi'
import type { DPoP } from '../model/dpop.ts'
import type { StoredTokens } from '../sessions/session-store.ts'
import { checkTokenType } from './token-type.ts'

/** RFC 8707 section 2.2: the APIs that the access token is for. */
export const resourceParameters = (resources: readonly string[]): URLSearchParams =>
  new URLSearchParams(resources.map((resource) => ['resource', resource]))

/** The tokens of a token response. Tokens that the response omits are taken from the previous ones. */
export function tokensOf(
  response: oauth.TokenEndpointResponse,
  previous: StoredTokens | null,
  seconds: number,
  dpop: DPoP | undefined,
): StoredTokens {
  checkTokenType(response, dpop)
  return {
    accessToken: response.access_token,
    expiresAt: seconds + (response.expires_in ?? 60),
    refreshToken: response.refresh_token ?? previous?.refreshToken,
    idToken: response.id_token ?? previous?.idToken ?? '',
  }
}

/** Minimum seconds for which a session is fresh, so that an access token that is already expired causes no redirect loop. */
const minimumFreshness = 10

/** @param maximumAge seconds after which the session is not fresh any more, whatever its access token says */
export const freshUntil = (tokens: StoredTokens, seconds: number, maximumAge: number): number =>
  Math.max(Math.min(tokens.expiresAt, seconds + maximumAge), seconds + minimumFreshness)

/**
 * The claims of the userinfo endpoint, or null if it does not take the access token, which is for other APIs (RFC 8707). What there is of
 * them is then in the ID token, as at a provider without the endpoint.
 */
export async function userInfo(
  { client, http, settings }: { client: oauth.Client; http: object; settings: { resources: readonly string[] } },
  server: oauth.AuthorizationServer,
  sub: string,
  accessToken: string,
): Promise<Record<string, unknown> | null> {
  if (!server.userinfo_endpoint) return {}
  const response = await oauth.userInfoRequest(server, client, accessToken, http)
  return response.status === 401 && settings.resources[0]
    ? null
    : oauth.processUserInfoResponse(server, client, sub, response)
}
