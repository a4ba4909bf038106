import { Writable } from 'node:stream'
import { context, logs } from '@opentelemetry/api'

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
export const logExport = (): Writable =>
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
