import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import {
  context,
  logs,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { createInstrumentation, type Instrumentation } from './instrumentation.ts'

/**
 * Traces and logs over OTLP, configured by the standard OTEL_ variables (which the SDK reads itself). Imported only where
 * one of them names an exporter. A span contains no path, query, address or parameter: routes and SQL texts with
 * placeholders say enough, and a handle or a token in a URL would be a secret in somebody else's database.
 */
export interface Tracing {
  /** Answers a request within a span that continues the caller's trace (W3C Trace Context). */
  request(request: IncomingMessage, response: ServerResponse, route: string, answer: () => void): void
  /** A span for every statement, every mail and every call to a client. */
  instrumentation: Instrumentation
  /** Fields that join a log line to its trace. */
  fields(): Record<string, string>
  /** Where log lines (pino's JSON) go in addition. */
  logs: Writable
  /** Sends what is still buffered. */
  end(): Promise<void>
}

export function startTracing(): Tracing {
  // Metrics are exposed at /metrics and not sent.
  const sdk = new NodeSDK({ metricReaders: [] })
  sdk.start()
  const tracer = trace.getTracer('vestibule')
  return {
    request: (request, response, route, answer) => withinServerSpan(tracer, request, response, route, answer),
    instrumentation: createInstrumentation(tracer),
    fields(): Record<string, string> {
      const span = trace.getActiveSpan()?.spanContext()
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
    },
    logs: logExport(),
    end: () => sdk.shutdown(),
  }
}

function withinServerSpan(
  tracer: Tracer,
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  answer: () => void,
): void {
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
}

/** pino's levels as OpenTelemetry's severities, which count three or four to a level: 10 trace is 1, 60 fatal is 21. */
const severities: Record<number, [number, string]> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
}

/** Takes pino's lines (JSON) and sends them over OTLP. */
const logExport = (): Writable =>
  new Writable({
    write(line, _encoding, done) {
      emit(String(line))
      done()
    },
  })

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
