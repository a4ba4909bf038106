import { createError, defineEventHandler, getRequestHeader, type H3Event, sendRedirect } from 'h3'
import { rules } from '#vestibule-options'
import { demandsOf, normalised } from '../rules.ts'
import { auth } from './auth.ts'
import { markPrivate, refusal, requestOf, writeCookies } from './request.ts'

/** Enforces `routeRules.auth` on the server: documents of strangers go to the login, everything else is 401 or 403. */
export default defineEventHandler(async (event) => {
  if (rules.length === 0 || import.meta.prerender) return
  const demands = demandsOf(rules, event.path)
  if (demands === null) throw createError({ statusCode: 400, statusMessage: 'Bad Request' })
  // The way in stays open, whatever the rules say.
  if (demands.length === 0 || isOwnRoute(event.path)) return
  markPrivate(event)
  const as = isDocument(event) ? 'page' : 'api'
  for (const demand of demands) {
    const requirement = demand === true ? {} : demand
    const result = await auth().guard(requestOf(event), requirement, { as, returnTo: event.path })
    if (result.outcome === 'refused') throw refusal(event, result.error)
    writeCookies(event, result.setCookies)
    if (result.outcome === 'redirect') return sendRedirect(event, result.location, 302)
  }
})

const isDocument = (event: H3Event): boolean =>
  event.method === 'GET' && /text\/html/.test(getRequestHeader(event, 'accept') ?? '')

function isOwnRoute(path: string): boolean {
  const own = `${auth().basePath}/`
  return path.startsWith(own) && Boolean(normalised(path)?.startsWith(own.toLowerCase()))
}
