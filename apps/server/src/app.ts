import { Hono, type MiddlewareHandler, type NotFoundHandler } from 'hono'
import { acceptsDynamicClients } from './config/dynamic-clients.ts'
import type { Deps } from './flows/platform/deps.ts'
import { HttpError } from './http/http-error.ts'
import { json } from './http/responses.ts'
import { allowedMethods } from './http/routes/allowed-methods.ts'
import { routeOf } from './http/routes/route-patterns.ts'
import { authorizeRoutes } from './routes/authorization/authorize.tsx'
import { logoutRoutes } from './routes/authorization/logout.tsx'
import { withBoundSessions } from './routes/bound-sessions/documents.tsx'
import { boundSessionRoutes } from './routes/bound-sessions/endpoints.ts'
import { developmentClientRoutes } from './routes/development/clients.ts'
import { errorAsPage } from './routes/error-pages.tsx'
import { federationEndpoints } from './routes/federation/index.ts'
import { createPageContext, type PageContext } from './routes/page-context.ts'
import { pageRoutes } from './routes/pages.ts'
import { healthRoutes } from './routes/platform/health.ts'
import { metadataRoutes } from './routes/platform/metadata.ts'
import { type Exposition, metricsRoutes } from './routes/platform/metrics.ts'
import { wellKnownRoutes } from './routes/platform/well-known.ts'
import { deviceAuthorizationRoutes } from './routes/tokens/device-authorization.ts'
import { evaluationRoutes } from './routes/tokens/evaluation.ts'
import { introspectionRoutes } from './routes/tokens/introspection.ts'
import { pushedRequestRoutes } from './routes/tokens/pushed-requests.ts'
import { registrationRoutes } from './routes/tokens/registration.ts'
import { reportedKeyRoutes } from './routes/tokens/reported-keys.ts'
import { revocationRoutes } from './routes/tokens/revocation.ts'
import { tokenRoutes } from './routes/tokens/token.ts'
import { userinfoRoutes } from './routes/tokens/userinfo.ts'

/** Every endpoint and page under the path of the issuer. */
const routers = [
  metadataRoutes,
  tokenRoutes,
  revocationRoutes,
  introspectionRoutes,
  pushedRequestRoutes,
  deviceAuthorizationRoutes,
  registrationRoutes,
  reportedKeyRoutes,
  userinfoRoutes,
  authorizeRoutes,
  logoutRoutes,
  developmentClientRoutes,
  federationEndpoints,
  pageRoutes,
  healthRoutes,
] as const

/**
 * The whole server as one `fetch` function. It has no state: everything comes in through `deps`. It serves `metrics` only
 * behind METRICS_TOKEN; on a port of their own they are an app of their own (server-process.ts).
 */
export function createApp(deps: Deps, metrics: Exposition | null = null): Hono {
  const context = createPageContext(deps)
  const { base } = context
  const app = new Hono()
  if (deps.log.isLevelEnabled('debug')) app.use('*', logRequests(deps))
  if (deps.config.bindSessions === 'offer') {
    app.use('*', withBoundSessions(context))
    app.route(base || '/', boundSessionRoutes(context))
  }
  for (const router of routers) app.route(base || '/', router(context))
  const { token, port } = deps.config.metrics
  if (metrics && token !== null && port === null) app.route(base || '/', metricsRoutes(metrics, token))
  // RFC 8414 section 3.1: with a path in the issuer, the well-known part comes first.
  if (base) app.route('/', wellKnownFirst(context))

  // The management API is loaded on its first call: most servers never need it.
  let api: Promise<Hono> | null = null
  app.all(`${base}/api/v1/*`, async (c) => {
    api ??= import('./routes/management-api/index.ts').then(({ managementRoutes }) => managementRoutes(context))
    return (await api).fetch(c.req.raw, c.env)
  })
  if (deps.config.scim) {
    let scim: Promise<Hono> | null = null
    app.all(`${base}/scim/v2/*`, async (c) => {
      scim ??= import('./routes/scim/index.ts').then(({ scimRoutes }) => scimRoutes(context))
      return (await scim).fetch(c.req.raw, c.env)
    })
  }
  app.route('/', wellKnownRoutes(context))
  app.route('/', evaluationRoutes(context))

  app.notFound(notFound(context, app))
  return app.onError((error, c) => errorAsPage(context, error, c))
}

/** 405 with the methods of the path (RFC 9110 section 15.5.6), or 404; as a page for browsers, as JSON for programs. */
function notFound(context: PageContext, app: Hono): NotFoundHandler {
  return (c) => {
    const allow = allowedMethods(app, c.req.path)
    if (allow.includes('GET') && !allow.includes('HEAD')) allow.push('HEAD')
    const error =
      allow.length > 0
        ? new HttpError(405, 'this method is not allowed here', { Allow: allow.join(', ') })
        : new HttpError(404, 'there is nothing here')
    const wantsPage = /text\/html/.test(c.req.raw.headers.get('accept') ?? '')
    if (wantsPage) return errorAsPage(context, error, c)
    const code = error.status === 404 ? 'not_found' : 'invalid_request'
    return json({ error: code, error_description: error.description }, error.status, error.headers)
  }
}

/** One line per request, at LOG_LEVEL=debug only: it costs more than most answers. */
const logRequests =
  ({ log }: Deps): MiddlewareHandler =>
  async (c, next) => {
    const started = performance.now()
    await next()
    log.debug(
      {
        method: c.req.method,
        route: routeOf(c),
        status: c.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    )
  }

/** Dynamic clients look for the metadata of OpenID Connect in the same place (MCP, authorization). */
function wellKnownFirst(context: PageContext): Hono {
  const { base, deps } = context
  const metadata = metadataRoutes(context)
  const routes = new Hono()
  const serve = (path: string, methods: string[]) =>
    routes.on(methods, `${path}${base}`, ({ req: { raw } }) =>
      metadata.request(path, { method: raw.method, headers: raw.headers }),
    )
  const oauth = '/.well-known/oauth-authorization-server'
  if (!acceptsDynamicClients(deps.config)) return serve(oauth, ['GET'])
  serve(oauth, ['GET', 'OPTIONS'])
  return serve('/.well-known/openid-configuration', ['GET', 'OPTIONS'])
}
