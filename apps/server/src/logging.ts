import pino, { type DestinationStream, type Logger } from 'pino'

/** Where log lines go in addition, and the fields that join each to its trace (telemetry/tracing.ts). */
interface Exported {
  logs: DestinationStream
  fields(): Record<string, string>
}

/** Characters of a client's id in a line. */
const maxClientId = 120

/** JSON lines in production, readable lines in development. No secret is ever logged on purpose; `redact` is the safety net. */
export async function createLogger(
  level: string,
  production: boolean,
  exported: Exported | null = null,
): Promise<Logger> {
  const redact = [
    'secret',
    'token',
    'code',
    'password',
    'authorization',
    'cookie',
    'email',
    'address',
    'phone',
    '*.secret',
    '*.token',
    '*.code',
    '*.email',
    '*.phone',
  ]
  const options = {
    level,
    redact,
    base: undefined,
    // The id of a client may be a URL that a stranger made up.
    serializers: { client: (id: unknown) => (typeof id === 'string' ? id.slice(0, maxClientId) : id) },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(exported ? { mixin: exported.fields } : {}),
  }
  const output: DestinationStream = production
    ? pino.destination(1)
    : (await import('pino-pretty')).default({
        colorize: process.stdout.isTTY,
        ignore: 'pid,hostname',
        translateTime: 'HH:MM:ss',
        sync: true,
      })
  if (!exported) return pino(options, output)
  const streams = [output, exported.logs].map((stream) => ({ level: level as pino.Level, stream }))
  return pino(options, pino.multistream(streams))
}
