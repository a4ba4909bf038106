import { join } from 'node:path'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config/settings.ts'
import { loadConfig } from './config.ts'
import { routeNamer } from './http/route-patterns.ts'
import { createLogger } from './logging.ts'
import { metricsRoutes } from './routes/platform/metrics.ts'
import { openRuntime } from './runtime.ts'
import { drain, httpServer, listen, type Watch } from './serve.ts'
import { isUnavailable } from './store/connections/errors.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** Milliseconds that requests in flight have at SIGTERM. */
const drainTimeout = 25_000
/** The folder of SQL files, one folder per kind of database. */
export const migrations = join(import.meta.dirname, '..', 'migrations')

export async function serve(): Promise<void> {
  const config = loadConfig()
  const now = () => new Date()
  // Both are read in only when they are asked for: they would double the time to start.
  const tracing = config.telemetry ? (await import('./telemetry/tracing.ts')).startTracing() : null
  const metrics = watchesMetrics(config)
    ? (await import('./telemetry/metrics.ts')).createMetrics(() => runtime.deps)
    : null
  const log = await createLogger(config.logLevel, config.production, tracing)
  const runtime = await openRuntime({
    config,
    log,
    migrations,
    now,
    ...(metrics ? { counters: metrics.counters } : {}),
  })
  tracing?.around(runtime.deps)
  const app = createApp(runtime.deps, metrics)
  const server = httpServer(app, watcher(app, metrics, tracing))
  const scraped =
    metrics && config.metrics.port !== null ? httpServer(metricsRoutes(metrics, config.metrics.token)) : null
  if (scraped) await listen(scraped, config.metrics.port as number, config.host)
  const port = await listen(server, config.port, config.host)
  runtime.begin()
  for (const warning of config.warnings) log.warn(warning)
  log.info(
    {
      issuer: config.issuer,
      host: config.host,
      port,
      database: config.database.kind,
      clients: config.clients.size,
      migrated: runtime.deps.db.migrated,
    },
    'vestibule is open',
  )
  if (!config.production) welcome(config.issuer, config.exampleClients, config.smtpUrl !== null)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'closing')
    await drain(server, drainTimeout)
    scraped?.close()
    scraped?.closeAllConnections()
    await runtime.end()
    await tracing?.end().catch(() => {})
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const watchesMetrics = ({ metrics }: Config): boolean => metrics.port !== null || metrics.token !== null

function watcher(app: Hono, metrics: Metrics | null, tracing: Tracing | null): Watch | null {
  if (!metrics && !tracing) return null
  const nameOf = routeNamer(app.routes.map((route) => route.path))
  return (request, response, answer) => {
    const route = nameOf(request.url ?? '')
    metrics?.watch(request, response, route)
    if (tracing) tracing.request(request, response, route, answer)
    else answer()
  }
}

function welcome(issuer: string, examples: boolean, mails: boolean): void {
  console.log(`
  Vestibule is open at ${issuer}
    metadata   ${issuer}/.well-known/openid-configuration
    ${examples ? 'clients    example-nextjs, example-nuxt, example-remix (npx pnpm demo starts the apps)' : 'clients    from your environment'}
    ${mails ? 'mail       through SMTP_URL' : 'mail       sign-in codes are printed here until SMTP_URL is set'}
    docs       README.md, docs/
`)
}

/** Says what is wrong in words, without a stack where the reason is plain, and ends the process. */
export function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : (plainReason(error) ?? error))
  process.exit(1)
}

function plainReason(error: unknown): string | null {
  const { code, port, name, message } = error as { code?: string; port?: number; name?: string; message?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one, for example PORT=4100.`
  if (code === 'EACCES') return `This process may not listen on port ${port}. Set PORT to one above 1023.`
  if (isUnavailable(error))
    return `The database cannot be reached (${message}). Is DATABASE_URL right, and is it running?`
  // Thrown on purpose, to be read: a mistake in a command, a database of a newer version, a damaged backup.
  return !code && /^(Error|Mistake|BadBackup)$/.test(name ?? '') ? (message ?? null) : null
}
