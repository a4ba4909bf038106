import { AuthError } from '../model/errors.ts'
import { refreshEarly } from '../sessions/single-flight.ts'
import { type Context, reportOnce } from './context.ts'
import { notSignedIn } from './guard.ts'
import { type CanWrite, isStale, refreshSession } from './refresh.ts'

/**
 * An access token, and the cookies to set on the response if it was refreshed.
 *
 * @example
 * ```ts
 * import type { AccessToken } from '@vestibule/core'
 *
 * const authorizationOf = ({ token }: AccessToken) => ({ Authorization: `Bearer ${token}` })
 * ```
 */
export interface AccessToken {
  token: string
  setCookies: readonly string[]
}

/** The access token of a session, refreshed if it is about to expire. */
export async function accessToken(context: Context, header: string | null, canWrite?: CanWrite): Promise<AccessToken> {
  const loaded = await context.sessions.load(header)
  const tokens = await loaded?.tokens()
  if (!loaded || !tokens) throw notSignedIn()
  const secondsLeft = tokens.expiresAt - context.seconds()
  if (secondsLeft > refreshEarly) return { token: tokens.accessToken, setCookies: [] }
  try {
    const { token, setCookies } = await refreshSession(context, loaded, header, canWrite)
    return { token, setCookies }
  } catch (error) {
    if (!(error instanceof AuthError) || !error.refreshPath) throw error
    reportOnce(context, error)
    // If only a redirect of the browser could refresh the token, it is used until it expires.
    if (secondsLeft > 0) return { token: tokens.accessToken, setCookies: [] }
    // A refresh that failed a moment ago is not attempted again.
    if (!isStale(context, loaded)) error.refreshPath = undefined
    throw error
  }
}
