import type { BoundSessions } from '../bound-sessions/bound-sessions.ts'
import type { Context } from '../flows/context.ts'
import { forbidden } from '../flows/guard.ts'
import { AuthError } from '../model/errors.ts'
import { helpWith } from '../model/mistakes.ts'
import { textResponse } from '../model/responses.ts'
import { requireVariables } from '../options/environment.ts'
import { backchannelLogout } from './backchannel-logout.ts'
import { callback } from './callback.ts'
import { errorPage } from './error-page.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { refreshAndReturn, refreshNow } from './refresh.ts'
import { session } from './session.ts'

interface Route {
  methods: Readonly<Record<string, (context: Context, request: Request) => Promise<Response>>>
  /** Methods that scripts call: their errors are JSON instead of a page. */
  jsonErrors?: readonly string[]
  /** The error has already been decided about, and is not reported again. */
  isSilent?: boolean
}

/** By the last part of their path. A Map: names of a request never index an object. */
const routes = new Map<string, Route>([
  ['login', { methods: { GET: login, POST: login } }],
  ['callback', { methods: { GET: callback } }],
  ['session', { methods: { GET: session }, jsonErrors: ['GET'] }],
  // For frameworks whose pages cannot respond with 403.
  ['forbidden', { methods: { GET: () => Promise.reject(forbidden()) }, isSilent: true }],
  ['refresh', { methods: { GET: refreshAndReturn, POST: refreshNow }, jsonErrors: ['POST'] }],
  ['logout', { methods: { POST: logout } }],
  ['backchannel-logout', { methods: { POST: backchannelLogout }, jsonErrors: ['POST'] }],
])

/** Where `session.bindToDevice` is on. */
const boundRoutes = new Map<string, Route>([
  ['device', { methods: { GET: ofBound(({ page }) => page), POST: ofBound(({ endpoints }) => endpoints.register) } }],
  ['device/refresh', { methods: { POST: ofBound(({ endpoints }) => endpoints.refresh) } }],
])

function ofBound(handlerOf: (bound: BoundSessions) => (request: Request) => Promise<Response>) {
  return async ({ bound }: Context, request: Request): Promise<Response> => {
    const loaded = await bound?.()
    return loaded ? handlerOf(loaded)(request) : textResponse('not found', 404)
  }
}

/** Serves the routes below `basePath`. */
export async function serveRoute(context: Context, request: Request): Promise<Response> {
  try {
    requireVariables(context.options, request)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    context.report(error)
    return textResponse(`${error.message}\n`, error.status)
  }
  const name = context.addresses.routeOf(request)
  const route = routes.get(name) ?? (context.bound ? boundRoutes.get(name) : undefined)
  if (!route) return name === '' ? mountedElsewhere(context, request) : textResponse('not found', 404)
  const { methods, jsonErrors = [], isSilent = false } = route
  const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!handler) return textResponse('method not allowed', 405, { Allow: Object.keys(methods).join(', ') })
  try {
    return await handler(context, request)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const isLogged = !isSilent && context.report(error)
    return jsonErrors.includes(request.method) ? error.toResponse() : errorPage(context, request, error, isLogged)
  }
}

/** A request that the framework gave to the SDK, for a path that is not below `basePath`. */
async function mountedElsewhere(context: Context, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const error = new AuthError(
    'config_invalid',
    `The routes of the SDK are below ${context.settings.basePath}.`,
    helpWith('base-path', { path: pathname.replace(/\/[^/]*$/, '') }),
  )
  const isLogged = context.report(error)
  const page = await errorPage(context, request, error, isLogged)
  return new Response(page.body, { status: 404, headers: page.headers })
}
