import { type Auth, AuthError, type Requirement } from '@vestibule/core'
import {
  createError,
  defineEventHandler,
  getRequestHeader,
  sendRedirect,
  setResponseHeader,
  setResponseHeaders,
} from 'h3'
import { rules } from '#vestibule-options'
import { auth } from './auth'
import { demandsOf, normalised } from './rules'

/** Enforces `routeRules.auth` on the server: documents of strangers go to the login, everything else is 401 or 403. */
export default defineEventHandler(async (event) => {
  if (rules.length === 0) return
  const demands = demandsOf(rules, event.path)
  if (demands === null) throw createError({ statusCode: 400, statusMessage: 'Bad Request' })
  if (demands.length === 0) return
  const own: Auth = auth()
  // The way in stays open, whatever the rules say.
  if (normalised(event.path)?.startsWith(`${own.basePath}/`) && event.path.startsWith(`${own.basePath}/`)) return
  setResponseHeaders(event, { 'Cache-Control': 'private, no-store', Vary: 'Cookie' })
  const session = await own.read(getRequestHeader(event, 'cookie'))
  let requirement: Requirement = {}
  try {
    for (const demand of demands) {
      requirement = demand === true ? {} : demand
      own.check(session, requirement)
    }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const document = /text\/html/.test(getRequestHeader(event, 'accept') ?? '') && event.method === 'GET'
    if (document && error.code !== 'forbidden') {
      const better = error.code === 'step_up_required' ? { acr: requirement.acr, maxAge: requirement.maxAge } : {}
      return sendRedirect(event, own.href(own.loginPath({ returnTo: event.path, ...better })), 302)
    }
    for (const [name, value] of Object.entries(error.headers)) setResponseHeader(event, name, value)
    throw createError({ statusCode: error.status, statusMessage: error.code })
  }
})
