import { type Context, Hono } from 'hono'
import { apiCaller, mayCall } from '../flows/management/api-access.ts'
import { Refused } from '../flows/organizations/organizations.ts'
import { recordRefusal } from '../flows/platform/audit.ts'
import { once } from '../flows/platform/idempotency.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { isSubject } from '../flows/platform/subjects.ts'
import { logFailure } from '../http/api-errors.ts'
import { bearerToken, NoBearer } from '../http/bearer.ts'
import { HttpError, jsonBody, rawQuery } from '../http/forms.ts'
import { securityHeaders } from '../http/headers.ts'
import { OAuthError } from '../oidc/errors.ts'
import { Params } from '../oidc/params.ts'
import { refusalStatus } from './answers.tsx'
import { openApi } from './api-openapi.ts'
import { type Call, type Operation, operations, type Reply } from './api-operations.ts'
import type { PageContext } from './page-context.ts'

const maxPage = 100

/** RFC 9457. `code` is for programs, `detail` for the developer who reads it. */
class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly more: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(detail)
  }
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Unprocessable',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Unavailable',
}

const send = (status: number, body: string | null, type: string, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    status,
    headers: {
      ...securityHeaders,
      'Cache-Control': 'no-store',
      ...(body === null ? {} : { 'Content-Type': type }),
      ...headers,
    },
  })

const problemResponse = ({ status, code, detail, more }: Problem): Response =>
  send(
    status,
    JSON.stringify({
      type: 'about:blank',
      title: titles[status] ?? 'Error',
      status,
      detail,
      code,
      ...(more.field ? { field: more.field } : {}),
    }),
    'application/problem+json',
    more.headers,
  )

/** The management API: tokens of client_credentials, fine scopes, and the same flows as the pages. */
export const apiRoutes = (context: PageContext) => {
  const { deps, base } = context
  const root = `${base}/api/v1`
  const app = new Hono()
  const document = JSON.stringify(openApi(deps.config.issuer))
  app.get(`${root}/openapi.json`, () =>
    send(200, document, 'application/json', { 'Cache-Control': 'public, max-age=300' }),
  )

  for (const operation of operations)
    app.on(operation.method.toUpperCase(), `${root}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (c) =>
      handle(c, operation),
    )

  app.notFound((c) => {
    const known = app.routes.filter(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(c.req.path))
    const allow = [...new Set(known.map(({ method }) => method))].join(', ')
    return problemResponse(
      allow
        ? new Problem(405, 'method_not_allowed', 'this method is not allowed here', { headers: { Allow: allow } })
        : new Problem(404, 'not_found', 'there is nothing here'),
    )
  })
  app.onError((error, c) => problemResponse(asProblem(error, c)))
  return app

  async function handle(c: Context, operation: Operation): Promise<Response> {
    const query = Params.parse(rawQuery(c.req.raw.url))
    const token = bearerToken(c.req.raw.headers.get('authorization'), Params.parse(''), query)
    const { network } = context.visitor(c)
    const caller = await apiCaller(deps, token, network)
    if (!caller) throw unauthorized('invalid_token', 'the access token is unknown, expired, or not for this API')
    if (!mayCall(caller, operation.scope)) {
      await recordRefusal(deps, caller.actor, { action: `api.${operation.id}` }, 'insufficient_scope')
      throw new Problem(403, 'insufficient_scope', `this needs the scope ${operation.scope}`, {
        headers: {
          'WWW-Authenticate': `Bearer realm="vestibule", error="insufficient_scope", scope="${operation.scope}"`,
        },
      })
    }
    const text = operation.body ? await jsonBody(c.req.raw) : ''
    const call: Call = {
      deps,
      caller,
      part: (name) => c.req.param(name) ?? '',
      query: (name) => query.get(name) ?? null,
      body: operation.body ? readBody(operation, text) : null,
      version: operation.method === 'patch' ? readVersion(c.req.raw.headers.get('if-match')) : undefined,
      page: readPage(query),
    }
    const key = c.req.raw.headers.get('idempotency-key')
    if (operation.method !== 'post' || key === null) return reply(await operation.run(call))
    if (!/^[\x21-\x7e]{1,200}$/.test(key))
      throw new Problem(400, 'invalid_request', 'Idempotency-Key must be 1 to 200 visible ASCII characters')
    const done = await once(deps, { clientId: caller.actor.id, path: c.req.path, key, body: text }, async () => {
      const answer = await operation.run(call).then(reply, (error) => problemResponse(asProblem(error, c)))
      return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
    })
    if (done.kind === 'conflict')
      throw new Problem(422, 'idempotency_key_reused', 'this key was used with another body')
    if (done.kind === 'busy')
      throw new Problem(409, 'idempotency_key_in_use', 'the first request under this key still runs')
    const { status, body, headers } = done.answer
    return new Response(body === '' ? null : body, {
      status,
      headers: { ...headers, ...(done.kind === 'replayed' ? { 'Idempotent-Replayed': 'true' } : {}) },
    })
  }

  function reply({ status, body, etag, location }: Reply): Response {
    return send(status, body === undefined ? null : JSON.stringify(body), 'application/json', {
      ...(etag === undefined ? {} : { ETag: `"${etag}"` }),
      ...(status === 201 && location ? { Location: `${deps.config.issuer}/api/v1${location}` } : {}),
    })
  }

  function asProblem(error: unknown, c: Context): Problem {
    if (error instanceof Problem) return error
    if (error instanceof Refused) {
      const detail = error.problem ? `${error.field}: ${error.problem}` : error.reason.replaceAll('-', ' ')
      return new Problem(refusalStatus(error), (error.problem ?? error.reason).replaceAll('-', '_'), detail, {
        field: error.field ?? undefined,
      })
    }
    if (error instanceof TooManyAttempts)
      return new Problem(429, 'too_many_requests', 'too many of these; try again later', {
        headers: { 'Retry-After': String(error.retryAfter) },
      })
    if (error instanceof NoBearer) return unauthorized(null, 'an access token is required')
    if (error instanceof OAuthError) return new Problem(400, error.code, error.description)
    if (error instanceof HttpError)
      return new Problem(error.status, 'invalid_request', error.description, { headers: { ...error.headers } })
    if (deps.health.report(error))
      return new Problem(503, 'unavailable', 'the database cannot be reached', { headers: { 'Retry-After': '2' } })
    return new Problem(
      500,
      'server_error',
      `something went wrong here; the log has it under ${logFailure(deps, error, c)}`,
    )
  }
}

const unauthorized = (error: string | null, detail: string): Problem =>
  new Problem(401, 'invalid_token', detail, {
    headers: {
      'WWW-Authenticate': `Bearer realm="vestibule"${error ? `, error="${error}", error_description="${detail}"` : ''}`,
    },
  })

function readBody({ body }: Operation, text: string): unknown {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new Problem(400, 'invalid_json', 'the body is not JSON')
  }
  const checked = body?.safeParse(given)
  if (!checked?.success) {
    const issue = checked?.error.issues[0]
    const field = issue?.path.join('.')
    throw new Problem(
      422,
      'invalid_body',
      `${field ? `${field}: ` : ''}${issue?.message ?? 'the body is not what it should be'}`,
      { field },
    )
  }
  return checked.data
}

function readVersion(header: string | null): number | undefined {
  if (header === null || header === '*') return undefined
  const version = /^"(\d{1,16})"$/.exec(header)?.[1]
  if (!version) throw new Problem(412, 'changed_meanwhile', 'If-Match is not an ETag of this resource')
  return Number(version)
}

function readPage(query: Params): Call['page'] {
  const limit = query.get('limit') ?? '50'
  const most = Number(limit)
  if (!/^\d{1,3}$/.test(limit) || most < 1 || most > maxPage)
    throw new Problem(400, 'invalid_request', `limit must be 1 to ${maxPage}`)
  const cursor = query.get('cursor')
  if (cursor !== undefined && !isSubject(cursor))
    throw new Problem(400, 'invalid_request', 'the cursor is not one of ours')
  return { after: cursor ?? null, most }
}
