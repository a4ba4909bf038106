import { createRequire } from 'node:module'
import pino, { type DestinationStream, type Logger } from 'pino'

/** Where log lines go in addition, and the fields that join each to its trace (telemetry/tracing.ts). */
interface Exported {
  logs: DestinationStream
  fields(): Record<string, string>
}

/** Characters of a client's id in a line. */
const maxClientId = 120

/** JSON lines in production, readable lines in development. No secret is ever logged on purpose; `redact` is the safety net. */
export function createLogger(level: string, production: boolean, exported: Exported | null = null): Logger {
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
  const output = production ? pino.destination(1) : readableOutput()
  if (!exported) return pino(options, output)
  const streams = [output, exported.logs].map((stream) => ({ level: level as pino.Level, stream }))
  return pino(options, pino.multistream(streams))
}

/** Readable lines. What makes them so is loaded at the first line: a development server that starts has none to write. */
function readableOutput(): DestinationStream {
  let output: DestinationStream | undefined
  return {
    write(line) {
      output ??= openReadableOutput()
      output.write(line)
    },
  }
}

function openReadableOutput(): DestinationStream {
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  return pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true })
}
