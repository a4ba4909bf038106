import { AuthError, type GuardResult, type Requirement, type Session } from '@vestibule/core'
import { defineEventHandler, getRequestHeader, type H3Event, sendRedirect } from 'h3'
import { getRouteRules } from '#imports'
import { auth } from './auth'
import { markPrivate, requestOf, writeCookies } from './request'

/** For the app while it renders on the server. Absent where one response is served to everyone. */
export interface SessionContext {
  session(): Promise<Session | null>
  guard(requirement: Requirement, returnTo: string): Promise<GuardResult>
}

declare module 'h3' {
  interface H3EventContext {
    vestibule?: SessionContext
  }
}

/** A prerendered or cached response must contain nobody's session. */
function isShared(event: H3Event): boolean {
  const { cache, isr } = getRouteRules(event)
  return Boolean(import.meta.prerender || cache || isr)
}

/**
 * Provides the session of the request to the app, restarts the idle time of a session in use, refreshes a stale session, and
 * delivers the cookies of refreshes. It guards nothing.
 */
export default defineEventHandler(async (event) => {
  if (isShared(event)) return
  event.context.vestibule = contextOf(event)
  if (!/vestibule_session_/.test(getRequestHeader(event, 'cookie') ?? '')) return
  // Before anything is rendered, because a streamed response sends its headers first.
  markPrivate(event)
  if (event.method !== 'GET') return
  try {
    const { setCookies, location } = await auth().update(requestOf(event))
    writeCookies(event, setCookies)
    // The browser proves first that its session is bound to it.
    if (location) return sendRedirect(event, location, 302)
  } catch (error) {
    // A public page works even if sign-in is not configured; guarded pages report the error.
    if (!(error instanceof AuthError)) throw error
  }
})

function contextOf(event: H3Event): SessionContext {
  let session: Promise<Session | null> | undefined
  return {
    session() {
      markPrivate(event)
      session ??= auth().read(requestOf(event))
      return session
    },
    async guard(requirement, returnTo) {
      markPrivate(event)
      const result = await auth().guard(requestOf(event), requirement, { as: 'page', returnTo })
      writeCookies(event, result.outcome === 'refused' ? result.error.setCookies : result.setCookies)
      return result
    },
  }
}
