import { AuthError, type GuardResult, type Requirement, type Session } from '@vestibule/core'
import { defineEventHandler, getRequestHeader, type H3Event } from 'h3'
import { getRouteRules } from '#imports'
import { auth } from './auth.ts'
import { markPrivate, requestOf, writeCookies } from './request.ts'

/** What the app asks while it renders on the server. Absent where one answer is served to everyone. */
export interface SessionContext {
  session(): Promise<Session | null>
  guard(requirement: Requirement, returnTo: string): Promise<GuardResult>
}

declare module 'h3' {
  interface H3EventContext {
    vestibule?: SessionContext
  }
}

/** Prerendered, or from a cache: such an answer carries nobody's session. */
function isShared(event: H3Event): boolean {
  const { cache, isr } = getRouteRules(event)
  return Boolean(import.meta.prerender || cache || isr)
}

/**
 * Gives the app the session of its request, keeps one that is in use from becoming idle, asks the provider again when its
 * access token has died, and brings the browser what a refresh has made. Decides nothing.
 */
export default defineEventHandler(async (event) => {
  if (isShared(event)) return
  event.context.vestibule = contextOf(event)
  if (!/vestibule_session_/.test(getRequestHeader(event, 'cookie') ?? '')) return
  // Before anything is rendered: an answer that is streamed has sent its headers.
  markPrivate(event)
  if (event.method !== 'GET') return
  try {
    writeCookies(event, (await auth().update(requestOf(event))).setCookies)
  } catch (error) {
    // A page that needs nobody does not fail because sign-in is not set up; what is guarded says so.
    if (!(error instanceof AuthError)) throw error
  }
})

function contextOf(event: H3Event): SessionContext {
  let session: Promise<Session | null> | undefined
  return {
    session() {
      markPrivate(event)
      session ??= auth().read(getRequestHeader(event, 'cookie'))
      return session
    },
    async guard(requirement, returnTo) {
      markPrivate(event)
      const result = await auth().guard(requestOf(event), requirement, { as: 'page', returnTo })
      if (result.outcome !== 'refused') writeCookies(event, result.setCookies)
      return result
    },
  }
}
