import type { Context } from './context.ts'
import { cookieHeaderAfter } from './cookies.ts'
import { AuthError } from './errors.ts'
import { freshen } from './guard.ts'
import { type AuthRequest, isNavigation } from './responses.ts'
import type { Session } from './session.ts'

export interface Update {
  session: Session | null
  setCookies: readonly string[]
  /** The Cookie header that the browser will send next: for the request that goes on to the application. */
  cookieHeader: string
}

/** For a place that sees every request: rolls the session, refreshes it for documents, and delivers a refresh of others. */
export async function update(context: Context, request: AuthRequest): Promise<Update> {
  const header = request.headers.get('cookie')
  const result = (session: Session | null, setCookies: readonly string[]): Update => ({
    session,
    setCookies,
    cookieHeader: setCookies.length > 0 ? cookieHeaderAfter(header, setCookies) : (header ?? ''),
  })
  const loaded = await context.sessions.load(header)
  // Our own routes write their cookies themselves: after a logout nothing is written again.
  if (!loaded || context.addresses.routeOf(request) !== '') return result(loaded?.session ?? null, [])
  const known = context.refreshes.none ? null : await loaded.tokens()
  const made = context.refreshes.find(known?.refreshToken)?.result
  // Not every provider rotates refresh tokens: it is the access token that tells whether the browser has the result.
  if (made && made.token !== known?.accessToken) return result(made.session, made.setCookies)
  if (!isNavigation(request)) return result(loaded.session, [])
  const current = await freshen(context, request, loaded)
  // A page sends its browser on the round trip itself.
  if (current instanceof AuthError)
    return current.refreshPath ? result(loaded.session, []) : result(null, current.setCookies)
  if (current.setCookies.length > 0) return result(current.session, current.setCookies)
  const isOld = context.seconds() - loaded.writtenAt >= context.settings.idle / 10
  return result(loaded.session, isOld ? await context.sessions.roll(loaded, header) : [])
}
