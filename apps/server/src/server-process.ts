import cluster from 'node:cluster'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config/settings.ts'
import { loadConfig } from './config.ts'
import { makeFirstOperatorLink } from './flows/management/first-operator.ts'
import { declarePermissionsFile } from './flows/management/rights/permissions-file.ts'
import { checkBoundOperators } from './flows/management/server/bound-operators.ts'
import { adviseOnRequiredSignIn } from './flows/management/server/identity-providers.ts'
import type { Deps } from './flows/platform/deps.ts'
import { routeNamer } from './http/routes/route-patterns.ts'
import { createLogger } from './logging.ts'
import { type Exposition, metricsContentType, metricsRoutes } from './routes/platform/metrics.ts'
import { migrations, openRuntime, type Runtime } from './runtime.ts'
import { HttpServer, type Watch } from './serve.ts'
import { isDatabaseUnavailable } from './store/connections/errors.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { Supervisor } from './workers/supervisor.ts'
import { WorkerLink } from './workers/worker-link.ts'

/** Milliseconds that requests in flight are given at SIGTERM. */
const drainTimeout = 25_000

export async function serve(): Promise<void> {
  const config = loadConfig()
  if (config.workers > 1 && cluster.isPrimary) await supervise(config)
  else await answerRequests(config)
}

/** With WORKERS: starts processes that answer requests, and looks after them. */
async function supervise(config: Config): Promise<void> {
  const log = createLogger(config.logLevel, config.production, null)
  const supervisor = new Supervisor(config.workers, log)
  endOnSignal(log, config, () => supervisor.end(), { atOnce: () => supervisor.kill() })
  await supervisor.start()
  await listenForMetrics(config, { contentType: metricsContentType, text: () => supervisor.metrics() })
}

async function answerRequests(config: Config): Promise<void> {
  const { tracing, metrics } = await startTelemetry(config)
  const log = createLogger(config.logLevel, config.production, tracing)
  const link = cluster.isWorker ? new WorkerLink(async () => metrics?.report() ?? []) : null
  const runtime = await openRuntime({
    config,
    log,
    migrations,
    now: () => new Date(),
    ...(metrics ? { counters: metrics.counters } : {}),
    ...(link ? { workers: link } : {}),
    instrumentation: tracing?.instrumentation ?? null,
  })
  await checkBoundOperators(runtime.deps)
  await declarePermissionsFile(runtime.deps)
  metrics?.watchDatabase(runtime.deps)
  const exposition = metrics && link ? { contentType: metrics.contentType, text: () => link.allMetrics() } : metrics
  const app = createApp(runtime.deps, exposition)
  const server = new HttpServer(app, watcher(app, metrics, tracing))
  if (link) server.shareConnections()
  // The parent serves the metrics of workers.
  const metricsServer = metrics && !link ? await listenForMetrics(config, metrics) : null
  const port = await server.listen(config.port, config.host)
  runtime.begin()
  const end = async () => {
    await server.drain(drainTimeout)
    metricsServer?.close()
    await runtime.end()
    await tracing?.end().catch(() => {})
  }
  if (link) endAsWorker(end)
  else endOnSignal(log, config, end)
  if (!link || link.first) await announce(runtime, port)
}

/** Null without METRICS_PORT. */
async function listenForMetrics({ metrics, host }: Config, exposition: Exposition): Promise<HttpServer | null> {
  if (metrics.port === null) return null
  const server = new HttpServer(metricsRoutes(exposition, metrics.token))
  await server.listen(metrics.port, host)
  return server
}

/** Both are imported only where they are configured: they would double the time to start. */
async function startTelemetry({ telemetry, metrics: { port, token } }: Config) {
  const tracing = telemetry ? (await import('./telemetry/tracing.ts')).startTracing() : null
  const metrics = port !== null || token !== null ? (await import('./telemetry/metrics.ts')).createMetrics() : null
  return { tracing, metrics }
}

async function announce({ deps }: Runtime, port: number): Promise<void> {
  const { config, clients, log, db } = deps
  for (const warning of config.warnings) log.warn(warning)
  for (const { text } of await adviseOnRequiredSignIn(deps)) log.warn(text)
  // A developer reads what `welcome` says.
  log[config.production ? 'info' : 'debug'](
    {
      issuer: config.issuer,
      host: config.host,
      port,
      database: config.database.kind,
      clients: clients.size,
      migrated: db.migrated,
    },
    'vestibule is listening',
  )
  if (!config.production) welcome(deps, await makeFirstOperatorLink(deps))
}

/** Ends the process in an orderly way at SIGTERM or SIGINT, and at once at a second signal. */
function endOnSignal(
  log: Logger,
  { production }: Pick<Config, 'production'>,
  end: () => Promise<void>,
  { atOnce = () => {} } = {},
): void {
  let ending = false
  const onSignal = async (signal: string) => {
    if (ending) {
      atOnce()
      process.exit(1)
    }
    ending = true
    log[production ? 'info' : 'debug']({ signal }, 'shutting down')
    await end()
    process.exit(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/**
 * A worker ends at SIGTERM: its parent's, or somebody else's, and then the parent starts another one. A terminal sends
 * SIGINT to the workers too, and a service manager SIGTERM: the parent decides what a second signal means.
 */
function endAsWorker(end: () => Promise<void>): void {
  let ending = false
  const endOnce = async () => {
    if (ending) return
    ending = true
    await end()
    process.exit(0)
  }
  process.on('SIGTERM', endOnce)
  process.on('SIGINT', () => {})
}

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

/** Where an application without variables looks for its provider (`developmentDefaults` of @vestibule/core). */
const applicationDefault = 'http://localhost:4000'

/** @param firstOperator the secret of the link to become the first operator */
function welcome({ config, clients, sentMails }: Deps, firstOperator: string | null): void {
  const { issuer, exampleClients, smtpUrl } = config
  const applications = exampleClients
    ? 'example-nextjs, example-nuxt and example-remix; npm run demo runs them'
    : `${clients.size}, see ${issuer}`
  const mails = smtpUrl === null ? 'printed here, until SMTP_URL is set' : 'sent through SMTP_URL'
  const lines = [
    ['Mails', sentMails ? `${issuer}/dev/mailbox (and ${mails})` : mails],
    ['Applications', applications],
    ...(clients.exampleClientId && issuer === applicationDefault
      ? [['Your own', 'needs no variables in development']]
      : []),
    ...(firstOperator
      ? [['First operator', `${issuer}/dev/operator/${firstOperator} (works once, within an hour)`]]
      : []),
  ]
  console.log(`
  Vestibule is running. Open ${issuer}

${lines.map(([name = '', text]) => `    ${name.padEnd(16)}${text}`).join('\n')}
`)
}

/** Prints what is wrong, without a stack trace where the reason is known, and ends the process. */
export function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : (plainReason(error) ?? error))
  process.exit(1)
}

/** What to print instead of a stack trace; null for what nobody foresaw. */
export function plainReason(error: unknown): string | null {
  const { code, port, path, name, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another port, for example PORT=4100.`
  if (code === 'EACCES' && port !== undefined)
    return `This process may not listen on port ${port}. Set PORT to a port above 1023.`
  // A file that was named cannot be read or written.
  if (code && path) return message ?? null
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached (${message}). Check that DATABASE_URL is correct and that the database is running.`
  // Meant to be read: what a command refuses, a database of a newer version, a damaged backup.
  return !code && /^(Error|BadBackup)$/.test(name ?? '') ? (message ?? null) : null
}
