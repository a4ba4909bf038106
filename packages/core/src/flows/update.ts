import { AuthError } from '../model/errors.ts'
import { type AuthRequest, isNavigation } from '../model/responses.ts'
import type { Session } from '../model/session.ts'
import { cookieHeaderAfter } from '../sessions/cookies.ts'
import { ownerOf } from '../sessions/single-flight.ts'
import type { Context } from './context.ts'
import { freshen } from './guard.ts'
import { provenAs } from './refresh.ts'

/**
 * The result of `update`.
 *
 * @example
 * ```ts
 * import type { Update } from '@vestibule/core'
 *
 * const headersOf = ({ setCookies }: Update) => new Headers(setCookies.map((cookie) => ['Set-Cookie', cookie]))
 * ```
 */
export interface Update {
  session: Session | null
  setCookies: readonly string[]
  /** The Cookie header that the browser will send next, for the request that is passed on to the application. */
  cookieHeader: string
  /**
   * Where to redirect the browser first, so that it proves that its session is bound to it: a document that another site has opened.
   * Absent for everything else.
   */
  location?: string
}

/**
 * For middleware that sees every request: rolls the session, refreshes it for documents, and delivers the cookies of refreshes
 * whose own response could not.
 */
export async function update(context: Context, request: AuthRequest): Promise<Update> {
  const header = request.headers.get('cookie')
  const result = (session: Session | null, setCookies: readonly string[]): Update => ({
    session,
    setCookies,
    cookieHeader: setCookies.length > 0 ? cookieHeaderAfter(header, setCookies) : (header ?? ''),
  })
  const loaded = await context.sessions.load(header)
  if (!loaded && context.bound && context.addresses.routeOf(request) === '') {
    const path = await (await context.bound()).pathToProof(request, context.addresses.pathOf(request))
    if (path !== null && path !== 'unbound')
      return { ...result(null, []), location: context.addresses.href(path, request) }
  }
  // The SDK's routes set their own cookies: after a logout, nothing may be set again.
  if (!loaded || context.addresses.routeOf(request) !== '') return result(loaded?.session ?? null, [])
  const tokens = context.refreshes.isEmpty ? null : await loaded.tokens()
  const refresh = context.refreshes.find(tokens?.refreshToken)
  const refreshed = refresh?.owner === ownerOf(loaded) ? refresh.result : undefined
  // Not every provider rotates refresh tokens: the access token shows whether the browser already has the result.
  if (refreshed && refreshed.token !== tokens?.accessToken)
    return result(provenAs(loaded, refreshed.session), refreshed.setCookies)
  if (!isNavigation(request)) return result(loaded.session, [])
  const current = await freshen(context, request, loaded)
  // The page itself redirects the browser to `/auth/refresh`.
  if (current instanceof AuthError)
    return current.refreshPath ? result(loaded.session, []) : result(null, current.setCookies)
  if (current.setCookies.length > 0) return result(current.session, current.setCookies)
  const isDue = context.seconds() - loaded.writtenAt >= context.settings.idle / 10
  return result(loaded.session, isDue ? await context.sessions.roll(loaded, header) : [])
}
