import { Hono } from 'hono'
import { allowedMethods } from '../../http/routes/allowed-methods.ts'
import type { PageContext } from '../page-context.ts'
import { problemOf } from './errors.ts'
import { handleRequest } from './handler.ts'
import { openApi } from './openapi.ts'
import { operations } from './operations.ts'
import { Problem } from './problems.ts'
import { apiResponse } from './responses.ts'

/** The management API: tokens of client_credentials, fine scopes, and the same flows as the pages. */
export const managementRoutes = (context: PageContext): Hono => {
  const { deps, base } = context
  const root = `${base}/api/v1`
  const app = new Hono()
  const document = JSON.stringify(openApi(deps.config.issuer))
  app.get(`${root}/openapi.json`, () => apiResponse(200, document, { 'Cache-Control': 'public, max-age=300' }))
  for (const operation of operations)
    app.on(operation.method.toUpperCase(), `${root}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (c) =>
      handleRequest(context, operation, c),
    )
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path).join(', ')
    const problem = allow
      ? new Problem(405, 'method_not_allowed', 'this method is not allowed here', { headers: { Allow: allow } })
      : new Problem(404, 'not_found', 'there is nothing here')
    return problem.toResponse()
  })
  app.onError((error, c) => problemOf(deps, error, c).toResponse())
  return app
}
