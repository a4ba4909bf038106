import type { Context } from './context.ts'
import { AuthError } from './errors.ts'
import { notSignedIn } from './guard.ts'
import { type CanWrite, isStale, refreshSession } from './refresh.ts'
import { refreshEarly } from './single-flight.ts'

/** An access token, and the cookies that must go out with the answer when it was refreshed. */
export interface AccessToken {
  token: string
  setCookies: readonly string[]
}

/** A token for an API, refreshed when it is about to die. */
export async function accessToken(context: Context, header: string | null, canWrite?: CanWrite): Promise<AccessToken> {
  const loaded = await context.sessions.load(header)
  const tokens = await loaded?.tokens()
  if (!loaded || !tokens) throw notSignedIn()
  const left = tokens.expiresAt - context.seconds()
  if (left > refreshEarly) return { token: tokens.accessToken, setCookies: [] }
  try {
    const { token, setCookies } = await refreshSession(context, loaded, header, canWrite)
    return { token, setCookies }
  } catch (error) {
    if (!(error instanceof AuthError) || !error.refreshPath) throw error
    // Where only the browser's round trip could bring another, a token serves until its end.
    if (left > 0) return { token: tokens.accessToken, setCookies: [] }
    // What was tried just now is not tried again.
    if (!isStale(context, loaded)) error.refreshPath = undefined
    throw error
  }
}
