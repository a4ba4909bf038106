import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { queueOf } from '../flows/management/operators.ts'
import type { Counters } from '../flows/platform/counters.ts'
import type { Deps } from '../flows/platform/deps.ts'

/** What this process counts, in the text format of Prometheus. Read in only where METRICS_PORT or METRICS_TOKEN is set. */
export interface Metrics {
  counters: Counters
  /** Counts a request and how long it takes, by route. */
  watch(request: IncomingMessage, response: ServerResponse, route: string): void
  text(): Promise<string>
  contentType: string
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A name that a client made up is not a label. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(deps: () => Deps): Metrics {
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
  const signIns = counter('sign_ins_total', 'Sign-ins that were tried, by method and outcome.', 'method', 'outcome')
  const codes = counter('codes_sent_total', 'Sign-in mails that a mail server took.')
  const messages = counter(
    'messages_total',
    'Mails and back-channel logouts, by what became of them.',
    'kind',
    'outcome',
  )
  const tokens = counter('tokens_issued_total', 'Answers that held tokens, by grant.', 'grant')
  const refused = counter('token_errors_total', 'Refusals of the token endpoint, by error code.', 'error')
  const askDatabase = watchDatabase(registry, deps)

  return {
    contentType: registry.contentType,
    async text() {
      await askDatabase()
      return registry.metrics()
    },
    counters: {
      signIn: (method, outcome) => signIns.inc({ method, outcome }),
      message: (kind, outcome) => messages.inc({ kind, outcome }),
      codeSent: () => codes.inc(),
      tokens: (grant) => tokens.inc({ grant }),
      tokensRefused: (error) => refused.inc({ error }),
    },
    watch(request, response, route) {
      const started = performance.now()
      response.once('close', () => {
        const method = methods.has(request.method ?? '') ? (request.method as string) : 'other'
        // A connection that was given up before the answer began: nginx calls it 499.
        const status = response.headersSent ? String(response.statusCode) : '499'
        requests.inc({ method, route, status })
        duration.observe({ route }, (performance.now() - started) / 1000)
      })
    },
  }
}

/** What is asked of the database when somebody scrapes. While it is away the rest is still told. */
function watchDatabase(registry: Registry, deps: () => Deps): () => Promise<void> {
  const gauge = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Gauge({ name: `vestibule_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 while the database reads and writes.')
  const waiting = gauge('queue_messages', 'Messages that wait to leave. The same in every replica.', 'kind')
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest one. The same in every replica.', 'kind')
  const connections = gauge(
    'database_connections',
    'Connections of the PostgreSQL pool, and requests that wait for one. Nothing with SQLite.',
    'state',
  )
  return async () => {
    const { db, now } = deps()
    const states = await queueOf(deps()).catch(() => null)
    up.set((await deps().health.serves()) ? 1 : 0)
    waiting.reset()
    oldest.reset()
    for (const kind of states === null ? [] : ['mail', 'logout', 'webhook']) {
      const state = states?.find((one) => one.kind === kind)
      waiting.set({ kind }, state?.waiting ?? 0)
      oldest.set({ kind }, state ? Math.max(0, now().getTime() - state.oldest.getTime()) / 1000 : 0)
    }
    const pool = db.pool()
    if (!pool) return
    connections.set({ state: 'idle' }, pool.idle)
    connections.set({ state: 'busy' }, pool.total - pool.idle)
    connections.set({ state: 'waiting' }, pool.waiting)
  }
}
