import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Deps } from '../flows/platform/deps.ts'

/** Observes what leaves the process: each function returns its argument with a span for every call. */
export interface Instrumentation {
  database(db: Deps['db'], kind: Deps['config']['database']['kind']): Deps['db']
  outbound(fetch: Deps['outbound']): Deps['outbound']
  mailer(mailer: Deps['mailer']): Deps['mailer']
}

export const createInstrumentation = (tracer: Tracer): Instrumentation => ({
  database: (db, kind) => tracedDatabase(tracer, db, { 'db.system.name': kind }),
  outbound: (fetch) => (url, init) =>
    withinClientSpan(tracer, init?.method ?? 'GET', { 'server.address': new URL(url).hostname }, () =>
      fetch(url, init),
    ),
  mailer: (mailer) => ({
    // The queue works outside of any request: a mail is the root of a trace of its own.
    send: (mail, id) =>
      tracer.startActiveSpan('send mail', { kind: SpanKind.PRODUCER, attributes: { mail: mail.kind } }, (span) =>
        mailer
          .send(mail, id)
          .catch((error) => {
            recordFailure(span, error)
            throw error
          })
          .finally(() => span.end()),
      ),
    close: () => mailer.close(),
  }),
})

function tracedDatabase(tracer: Tracer, db: Deps['db'], system: { 'db.system.name': string }): Deps['db'] {
  const { sql } = db
  const traced = <T>(statement: string | { single: string }, run: () => Promise<T>): Promise<T> => {
    const text = typeof statement === 'string' ? statement : statement.single
    return withinClientSpan(tracer, nameOf(text), { ...system, 'db.query.text': text }, run)
  }
  const prisma = db.observedPrisma((model, operation, run) =>
    withinClientSpan(tracer, `${operation} ${model.charAt(0).toUpperCase()}${model.slice(1)}`, system, run),
  )
  return {
    ...db,
    sql: {
      heldRoles: sql.heldRoles,
      read: (statement, params) => traced(statement, () => sql.read(statement, params)),
      write: (statement, params) => traced(statement, () => sql.write(statement, params)),
    },
    transaction: (work, timeout) =>
      withinClientSpan(tracer, 'transaction', system, () => db.transaction(work, timeout)),
    prisma,
  }
}

/** `UPDATE token_grant`: the verb and the table, as the semantic conventions for databases ask. */
function nameOf(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1] ?? 'SQL'
  const table = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/i.exec(withoutSubqueries(text))?.[1] ?? ''
  return `${verb.toUpperCase()} ${table}`.trim()
}

function withoutSubqueries(text: string): string {
  const outer = text.replaceAll(/\([^()]*\)/g, '')
  return outer === text ? text : withoutSubqueries(outer)
}

type Attributes = Record<string, string>

/** Runs `work` within a span of a call to another system. What no request asked for, such as sweeping, begins no trace. */
async function withinClientSpan<T>(
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
function recordFailure(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: string | number }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
