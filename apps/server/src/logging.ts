import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/** JSON lines in production, readable ones in development. What could be a secret never gets this far; this is the net. */
export function createLogger(level: string, production: boolean): Logger {
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
  const options = { level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  return production
    ? pino(options)
    : pino(
        options,
        pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }),
      )
}
