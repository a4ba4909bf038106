import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { namesClients } from './config/clients.ts'
import type { Environment } from './config/environment.ts'
import { readConfig } from './config/read.ts'
import type { Config } from './config/settings.ts'
import { newSecret } from './crypto/random.ts'

/**
 * The configuration of this process. The only place that reads `process.env`. `readOnly`: a secret that is not there yet is
 * not made for good. Throws a `ConfigError`.
 */
export function loadConfig({ cwd = process.cwd(), readOnly = false } = {}): Config {
  const readFile = (path: string) => readFileSync(path, 'utf8')
  const env = withDotEnv(process.env, cwd)
  nameTelemetry(env)
  const secret = readOnly ? readSecret : keptSecret
  return readConfig(env, { readFile, keptSecret: secret, cwd, processors: availableParallelism() })
}

/** `.env` supplies what the process does not set. If the process names clients, the clients of the file are ignored. */
function withDotEnv(env: Environment, cwd: string): Environment {
  const path = join(cwd, '.env')
  if (!existsSync(path)) return env
  const file = Object.entries(parseEnv(readFileSync(path, 'utf8')))
  const kept = namesClients(env) ? file.filter(([name]) => !name.startsWith('OIDC_CLIENT_')) : file
  return { ...Object.fromEntries(kept), ...env }
}

/** OpenTelemetry's SDK reads its variables from the process: those of `.env` are copied there, and a default name is set. */
function nameTelemetry(env: Environment): void {
  for (const [name, value] of Object.entries(env)) if (name.startsWith('OTEL_')) process.env[name] ??= value
  if (!/(^|,)\s*service\.name=/.test(env.OTEL_RESOURCE_ATTRIBUTES ?? '')) process.env.OTEL_SERVICE_NAME ??= 'vestibule'
}

const secretPath = (folder: string): string => join(folder, 'secret')

/** The secret that was generated at the first start. `wx`: if two processes start together, one writes and one reads. */
function keptSecret(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(secretPath(folder), newSecret() + newSecret(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecret(folder)
}

/** The same, or one for this process alone. */
const readSecret = (folder: string): string =>
  existsSync(secretPath(folder)) ? readFileSync(secretPath(folder), 'utf8').trim() : newSecret() + newSecret()
