import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import {
  context,
  logs,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { Deps } from '../flows/platform/deps.ts'

/**
 * Traces and logs over OTLP, set up by the standard OTEL_ variables (which the SDK reads itself). Read in only where one
 * of them names an exporter. No path, query, address or parameter goes into a span: routes and SQL texts with
 * placeholders say enough, and a handle or a token in a URL would be a secret in somebody else's database.
 */
export interface Tracing {
  /** Answers a request within a span that continues the caller's trace (W3C Trace Context). */
  request(request: IncomingMessage, response: ServerResponse, route: string, answer: () => void): void
  /** The same dependencies, with a span around every statement, mail and call to a client. */
  around(deps: Deps): void
  /** Fields that join a log line to its trace. */
  fields(): Record<string, string>
  /** Where log lines (pino's JSON) go in addition. */
  logs: Writable
  /** Sends what is still kept. */
  end(): Promise<void>
}

export function startTracing(): Tracing {
  // Metrics have a way of their own: /metrics.
  const sdk = new NodeSDK({ metricReaders: [] })
  sdk.start()
  const tracer = trace.getTracer('vestibule')

  const within = async <T>(
    name: string,
    kind: SpanKind,
    attributes: Record<string, string>,
    work: () => Promise<T>,
  ): Promise<T> => {
    // What nobody asked for, such as the sweep every thirty seconds, begins no trace.
    if (!trace.getActiveSpan()) return work()
    const span = tracer.startSpan(name, { kind, attributes })
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (error) {
      failed(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request(request, response, route, answer) {
      const method = request.method ?? ''
      const parent = propagation.extract(ROOT_CONTEXT, request.headers)
      const attributes = { 'http.request.method': method, 'http.route': route }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode)
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      context.with(trace.setSpan(parent, span), answer)
    },
    around(deps) {
      const { sql, prisma, transaction } = deps.db
      const system = deps.config.database.kind
      const database = { 'db.system.name': system }
      const statement =
        (run: Deps['db']['sql']['read']): Deps['db']['sql']['read'] =>
        (text, params) =>
          within(nameOf(text), SpanKind.CLIENT, { ...database, 'db.query.text': text }, () =>
            run.call(sql, text, params),
          )
      const { outbound, mailer } = deps
      Object.assign(deps, {
        db: {
          ...deps.db,
          sql: {
            read: statement(sql.read),
            write: statement(sql.write),
          } satisfies Deps['db']['sql'],
          transaction: ((work, timeout) =>
            within('transaction', SpanKind.CLIENT, database, () =>
              transaction(work, timeout),
            )) satisfies Deps['db']['transaction'],
          prisma: prisma.$extends({
            query: {
              $allOperations: ({ model = '', operation, args, query }) =>
                within(`${operation} ${model}`.trim(), SpanKind.CLIENT, database, async () => query(args)),
            },
          }),
        },
        outbound: ((url, init) =>
          within(init?.method ?? 'GET', SpanKind.CLIENT, { 'server.address': new URL(url).hostname }, () =>
            outbound(url, init),
          )) satisfies Deps['outbound'],
        mailer: {
          // The queue works outside of any request: a mail is the root of a trace of its own.
          send: (mail, id) =>
            tracer.startActiveSpan('send mail', { kind: SpanKind.PRODUCER, attributes: { mail: mail.kind } }, (span) =>
              mailer
                .send(mail, id)
                .catch((error) => {
                  failed(span, error)
                  throw error
                })
                .finally(() => span.end()),
            ),
          close: () => mailer.close(),
        } satisfies Deps['mailer'],
      })
    },
    fields(): Record<string, string> {
      const span = trace.getActiveSpan()?.spanContext()
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
    },
    logs: new Writable({
      write(line, _encoding, done) {
        emit(String(line))
        done()
      },
    }),
    end: () => sdk.shutdown(),
  }
}

/** The name of an error and its code. Messages may repeat what was asked. */
function failed(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: string | number }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** `UPDATE token_grant`: the verb and the table, as the semantic conventions ask. */
function nameOf(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1] ?? 'SQL'
  const table = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/i.exec(text)?.[1] ?? ''
  return `${verb.toUpperCase()} ${table}`.trim()
}

/** pino's levels are OpenTelemetry's severities, three of ten apart: 10 trace is 1, 20 debug is 5, … 60 fatal is 21. */
const severities: Record<number, [number, string]> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
}

function emit(line: string): void {
  const { level, time, msg, trace_id: _trace, span_id: _span, ...attributes } = JSON.parse(line)
  const [severityNumber, severityText] = severities[level] ?? [9, 'INFO']
  logs.getLogger('vestibule').emit({
    severityNumber,
    severityText,
    body: msg,
    attributes,
    timestamp: new Date(time),
    context: context.active(),
  })
}
