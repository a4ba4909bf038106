import type { Context } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { OAuthError } from '../oidc/errors.ts'
import { nonceOf } from './bearer.ts'
import { errorCase, matchError } from './error-cases.ts'
import { HttpError } from './http-error.ts'
import { json } from './responses.ts'
import { routeOf } from './routes/route-patterns.ts'

interface ErrorAnswer {
  status: number
  error: string
  description: string
  headers?: Record<string, string>
}

const unavailable = { status: 503, error: 'temporarily_unavailable' }

/** RFC 6749 section 5.2. */
function oauthError(error: OAuthError): ErrorAnswer {
  const { code, description } = error
  const challenge = { 'WWW-Authenticate': 'Basic realm="vestibule", charset="UTF-8"' }
  if (code === 'invalid_client') return { status: 401, error: code, description, headers: challenge }
  if (code === unavailable.error) return { ...unavailable, description }
  return { status: 400, error: code, description, headers: nonceOf(error) }
}

const cases = [
  errorCase(OAuthError, oauthError),
  errorCase(
    HttpError,
    ({ status, description, headers }): ErrorAnswer => ({ status, error: 'invalid_request', description, headers }),
  ),
  errorCase(
    TooManyAttempts,
    ({ retryAfter }): ErrorAnswer => ({
      status: 429,
      error: 'invalid_client',
      description: 'too many failed attempts',
      headers: { 'Retry-After': String(retryAfter) },
    }),
  ),
]

function unexpectedError(deps: Deps, error: unknown, c: Context): ErrorAnswer {
  if (deps.health.report(error))
    return { ...unavailable, description: 'the database cannot be reached', headers: { 'Retry-After': '2' } }
  const description = `something went wrong here; the log has it under ${logFailure(deps, error, c)}`
  return { status: 500, error: 'server_error', description }
}

/** The answer of the JSON endpoints to any error. */
export function errorAsJson(deps: Deps, error: unknown, c: Context, cors: Record<string, string> = {}): Response {
  const answer = matchError(cases, error) ?? unexpectedError(deps, error, c)
  return json({ error: answer.error, error_description: answer.description }, answer.status, {
    ...cors,
    ...answer.headers,
  })
}

/** Logs an unexpected error under a reference that the answer shows. Returns the reference. */
export function logFailure(deps: Deps, error: unknown, c: Context): string {
  const id = crypto.randomUUID()
  deps.log.error({ request: id, method: c.req.method, route: routeOf(c), err: error }, 'a request failed')
  return id
}
