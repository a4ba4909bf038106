import { AuthError } from '@vestibule/core'
import { appendResponseHeader, defineEventHandler, getRequestHeader, setResponseHeaders, toWebRequest } from 'h3'
import { getRouteRules } from '#imports'
import { auth } from './auth'

/** Keeps a session that is in use from becoming idle, and brings the browser what a refresh has made. Decides nothing. */
export default defineEventHandler(async (event) => {
  if (event.method !== 'GET' || !/vestibule_session_/.test(getRequestHeader(event, 'cookie') ?? '')) return
  // One answer for everyone carries nobody's cookie.
  const { cache, isr } = getRouteRules(event)
  if (cache || isr) return
  try {
    const { setCookies } = await auth().update(toWebRequest(event))
    if (setCookies.length === 0) return
    setResponseHeaders(event, { 'Cache-Control': 'private, no-store', Vary: 'Cookie' })
    for (const cookie of setCookies) appendResponseHeader(event, 'Set-Cookie', cookie)
  } catch (error) {
    // A page that needs nobody does not fail because sign-in is not set up; what is guarded says so.
    if (!(error instanceof AuthError)) throw error
  }
})
