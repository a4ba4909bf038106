import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Aggregator,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { listQueue } from '../flows/management/operators.ts'
import type { Counters } from '../flows/platform/counters.ts'
import type { Deps } from '../flows/platform/deps.ts'

/** What this process counts, in the text format of Prometheus. Imported only where METRICS_PORT or METRICS_TOKEN is set. */
export interface Metrics {
  counters: Counters
  /** Counts a request and how long it takes, by route. */
  watch(request: IncomingMessage, response: ServerResponse, route: string): void
  /** Adds what is asked of the database whenever the metrics are scraped: whether it serves, and its queue. */
  watchDatabase(deps: DatabaseDeps): void
  text(): Promise<string>
  /** The values, to be added to those of other workers. */
  report(): Promise<MetricObjectWithValues<MetricValue<string>>[]>
  contentType: string
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A method that a client made up does not become a label. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type DatabaseDeps = Pick<Deps, 'db' | 'now' | 'health'>

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Counter({ name: `vestibule_${name}`, help, labelNames, registers })

  const requests = counter('http_requests_total', 'Requests answered.', 'method', 'route', 'status')
  const duration = new Histogram({
    name: 'vestibule_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['route'],
    buckets: seconds,
    registers,
  })
  const signIns = counter('sign_ins_total', 'Attempts to sign in, by method and outcome.', 'method', 'outcome')
  const codes = counter('codes_sent_total', 'Sign-in mails that a mail server accepted.')
  const messages = counter(
    'messages_total',
    'Mails, text messages and back-channel logouts, by outcome.',
    'kind',
    'outcome',
  )
  const tokens = counter('tokens_issued_total', 'Responses that contained tokens, by grant.', 'grant')
  const refused = counter('token_errors_total', 'Errors of the token endpoint, by error code.', 'error')
  let askDatabase = async () => {}

  return {
    contentType: registry.contentType,
    watchDatabase(deps) {
      askDatabase = databaseGauges(registry, deps)
    },
    async text() {
      await askDatabase()
      return registry.metrics()
    },
    async report() {
      await askDatabase()
      return registry.getMetricsAsJSON()
    },
    counters: {
      signIn: (method, outcome) => signIns.inc({ method, outcome }),
      message: (kind, outcome) => messages.inc({ kind, outcome }),
      codeSent: () => codes.inc(),
      tokens: (grant) => tokens.inc({ grant }),
      tokensRefused: (error) => refused.inc({ error }),
      ...optionalCounters(registers),
    },
    watch(request, response, route) {
      const started = performance.now()
      response.once('close', () => {
        const method = methods.has(request.method ?? '') ? (request.method as string) : 'other'
        // The client closed the connection before the response began: nginx calls it 499.
        const status = response.headersSent ? String(response.statusCode) : '499'
        requests.inc({ method, route, status })
        duration.observe({ route }, (performance.now() - started) / 1000)
      })
    },
  }
}

/** Metrics of what is off by default. */
const optionalCounters = (registers: Registry[]) => ({
  apiKey: apiKeyCounter(registers),
  exchange: exchangeCounter(registers),
  federationAttempt: federationCounter(registers),
  directoryRequest: directoryCounter(registers),
})

/** Where no API takes keys, the metrics say nothing of them. */
function apiKeyCounter(registers: Registry[]): Counters['apiKey'] {
  let uses: Counter<'resource' | 'outcome'> | null = null
  return (resource, outcome) => {
    uses ??= new Counter({
      name: 'vestibule_api_key_uses_total',
      help: 'API keys that were shown, by API and outcome.',
      labelNames: ['resource', 'outcome'],
      registers,
    })
    uses.inc({ resource, outcome })
  }
}

/** Where no client exchanges tokens, the metrics say nothing of it. Clients and APIs are those of the operator's rules. */
function exchangeCounter(registers: Registry[]): Counters['exchange'] {
  let exchanges: Counter<'client' | 'resource'> | null = null
  return (client, resource) => {
    exchanges ??= new Counter({
      name: 'vestibule_exchange_total',
      help: 'Tokens of people that were exchanged, by client and by the API that the new token is for.',
      labelNames: ['client', 'resource'],
      registers,
    })
    exchanges.inc({ client, resource })
  }
}

/** Where nobody signs in at an identity provider, the metrics say nothing of it. */
function federationCounter(registers: Registry[]): Counters['federationAttempt'] {
  let attempts: Counter<'protocol' | 'outcome' | 'reason'> | null = null
  return (protocol, outcome, reason) => {
    attempts ??= new Counter({
      name: 'vestibule_federation_attempts_total',
      help: 'Sign-ins at identity providers, by oidc or the social provider, outcome and reason.',
      labelNames: ['protocol', 'outcome', 'reason'],
      registers,
    })
    attempts.inc({ protocol, outcome, reason })
  }
}

/** Where no directory writes, the metrics say nothing of it. */
function directoryCounter(registers: Registry[]): Counters['directoryRequest'] {
  let requests: Counter<'method' | 'status'> | null = null
  return (method, status) => {
    requests ??= new Counter({
      name: 'vestibule_directory_requests_total',
      help: 'Requests of company directories (SCIM), by method and status.',
      labelNames: ['method', 'status'],
      registers,
    })
    requests.inc({ method: methods.has(method) ? method : 'other', status: String(status) })
  }
}

/** Returns a function that asks the database and sets its gauges. While the database is unavailable the rest is still exposed. */
function databaseGauges(registry: Registry, deps: DatabaseDeps): () => Promise<void> {
  const gauge = <T extends string>(aggregator: Aggregator, name: string, help: string, ...labelNames: T[]) =>
    new Gauge({ name: `vestibule_${name}`, help, labelNames, aggregator, registers: [registry] })
  const up = gauge('min', 'database_up', '1 while the database reads and writes.')
  const waiting = gauge('max', 'queue_messages', 'Messages that wait to be sent. The same in every replica.', 'kind')
  const oldest = gauge(
    'max',
    'queue_oldest_seconds',
    'Age of the oldest waiting message. The same in every replica.',
    'kind',
  )
  const connections = gauge(
    'sum',
    'database_connections',
    'Connections of the PostgreSQL pool, and requests that wait for one. Absent with SQLite.',
    'state',
  )
  return async () => {
    const states = await listQueue(deps).catch(() => null)
    up.set((await deps.health.serves()) ? 1 : 0)
    waiting.reset()
    oldest.reset()
    for (const kind of states === null ? [] : ['mail', 'sms', 'logout', 'webhook']) {
      const state = states?.find((queue) => queue.kind === kind)
      waiting.set({ kind }, state?.waiting ?? 0)
      oldest.set({ kind }, state ? Math.max(0, deps.now().getTime() - state.oldest.getTime()) / 1000 : 0)
    }
    const pool = deps.db.pool()
    if (!pool) return
    connections.set({ state: 'idle' }, pool.idle)
    connections.set({ state: 'busy' }, pool.total - pool.idle)
    connections.set({ state: 'waiting' }, pool.waiting)
  }
}
