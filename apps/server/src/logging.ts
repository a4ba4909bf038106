import pino, { type DestinationStream, type Logger } from 'pino'

/** Lines that also go elsewhere, joined to a trace by these fields (telemetry/tracing.ts). */
interface Exported {
  logs: DestinationStream
  fields(): Record<string, string>
}

/** JSON lines in production, readable ones in development. What could be a secret never gets this far; this is the net. */
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
    '*.secret',
    '*.token',
    '*.code',
    '*.email',
  ]
  const options = {
    level,
    redact,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(exported ? { mixin: exported.fields } : {}),
  }
  const shown: DestinationStream = production
    ? pino.destination(1)
    : (await import('pino-pretty')).default({
        colorize: process.stdout.isTTY,
        ignore: 'pid,hostname',
        translateTime: 'HH:MM:ss',
        sync: true,
      })
  if (!exported) return pino(options, shown)
  const streams = [shown, exported.logs].map((stream) => ({ level: level as pino.Level, stream }))
  return pino(options, pino.multistream(streams))
}
