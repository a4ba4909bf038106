import * as oauth from 'oauth4webapi'

/**
 * The OAuth error in a response of the provider. invalid_client comes with a challenge (RFC 6749 section 5.2), and oauth4webapi then
 * leaves the body unread. Every other error is returned as it is.
 */
export async function readChallenge(error: unknown): Promise<unknown> {
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) return error
  const body: unknown = await error.response.json().catch(() => null)
  const { error: code } = (body ?? {}) as { error?: unknown }
  if (typeof code !== 'string') return error
  return new oauth.ResponseBodyError(error.message, { cause: body as oauth.OAuth2Error, response: error.response })
}
