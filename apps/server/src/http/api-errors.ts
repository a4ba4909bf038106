import type { Context } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { OAuthError } from '../oidc/errors.ts'
import { HttpError } from './forms.ts'
import { json } from './responses.ts'
import { routeOf } from './route-patterns.ts'

/** How errors of the JSON endpoints look (RFC 6749 section 5.2). */
export function errorAsJson(deps: Deps, error: unknown, c: Context, cors: Record<string, string> = {}): Response {
  if (error instanceof OAuthError) {
    const body = { error: error.code, error_description: error.description }
    if (error.code === 'invalid_client')
      return json(body, 401, { ...cors, 'WWW-Authenticate': 'Basic realm="vestibule", charset="UTF-8"' })
    if (error.code === 'temporarily_unavailable') return json(body, 503, cors)
    return json(body, 400, cors)
  }
  if (error instanceof HttpError)
    return json({ error: 'invalid_request', error_description: error.description }, error.status, {
      ...cors,
      ...error.headers,
    })
  if (error instanceof TooManyAttempts) {
    return json({ error: 'invalid_client', error_description: 'too many failed attempts' }, 429, {
      ...cors,
      'Retry-After': String(error.retryAfter),
    })
  }
  if (deps.health.report(error))
    return json({ error: 'temporarily_unavailable', error_description: 'the database cannot be reached' }, 503, {
      ...cors,
      'Retry-After': '2',
    })
  const id = logFailure(deps, error, c)
  return json(
    { error: 'server_error', error_description: `something went wrong here; the log has it under ${id}` },
    500,
    cors,
  )
}

/** Writes an unexpected error down under an id that the answer shows. */
export function logFailure(deps: Deps, error: unknown, c: Context): string {
  const id = crypto.randomUUID()
  deps.log.error({ request: id, method: c.req.method, route: routeOf(c), err: error }, 'a request failed')
  return id
}
