import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

export type Attributes = Record<string, string>

/** Runs `work` within a span of a call to another system. What no request asked for, such as sweeping, begins no trace. */
export async function withinClientSpan<T>(
  tracer: Tracer,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!trace.getActiveSpan()) return work()
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    recordFailure(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Records the name of an error and its code. Its message may repeat a parameter. */
export function recordFailure(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: string | number }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
