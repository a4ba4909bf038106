import { createError, defineEventHandler, getQuery, getRequestHeader, type H3Event, sendRedirect } from 'h3'
import { rules } from '#vestibule-options'
import { isIsland, normalised, requirementsFor, requirementsForIsland } from '../rules'
import { auth } from './auth'
import { httpError, markPrivate, requestOf, writeCookies } from './request'

/** Enforces `routeRules.auth` on the server: documents are redirected to the sign-in, everything else gets 401 or 403. */
export default defineEventHandler(async (event) => {
  if (rules.length === 0 || import.meta.prerender) return
  const island = isIsland(event.path)
  const requirements = island
    ? requirementsForIsland(rules, event.path, getQuery(event).url)
    : requirementsFor(rules, event.path)
  if (requirements === null) throw createError({ statusCode: 400, statusMessage: 'Bad Request' })
  // The routes of sign-in are always open, whatever the rules say.
  if (requirements.length === 0 || isOwnRoute(event.path)) return
  markPrivate(event)
  const as = isDocument(event) && !island ? 'page' : 'api'
  for (const requirement of requirements) {
    const options = { as, returnTo: event.path } as const
    const result = await auth().guard(requestOf(event), requirement === true ? {} : requirement, options)
    if (result.outcome === 'refused') throw httpError(event, result.error)
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
