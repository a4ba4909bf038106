import { join } from 'node:path'
import { createApp } from './app.ts'
import { ConfigError } from './config/settings.ts'
import { loadConfig } from './config.ts'
import { createLogger } from './logging.ts'
import { drain, httpServer, listen } from './serve.ts'
import { isUnavailable } from './store/postgresql.ts'
import { openWorld } from './world.ts'

/** Milliseconds that requests in flight have at SIGTERM. */
const grace = 25_000
const migrations = join(import.meta.dirname, '..', 'migrations')

export async function serve(): Promise<void> {
  const config = loadConfig()
  const log = createLogger(config.logLevel, config.production)
  const world = await openWorld({ config, log, migrations, now: () => new Date() })
  const server = httpServer(createApp(world.deps))
  const port = await listen(server, config.port, config.host)
  world.begin()
  for (const warning of config.warnings) log.warn(warning)
  log.info(
    {
      issuer: config.issuer,
      host: config.host,
      port,
      database: config.database.kind,
      clients: config.clients.size,
      migrated: world.deps.db.migrated,
    },
    'vestibule is open',
  )
  if (!config.production) welcome(config.issuer, config.exampleClients, config.smtpUrl !== null)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'closing')
    await drain(server, grace)
    await world.end()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function welcome(issuer: string, examples: boolean, mails: boolean): void {
  console.log(`
  Vestibule is open at ${issuer}
    metadata   ${issuer}/.well-known/openid-configuration
    ${examples ? 'clients    example-nextjs, example-nuxt, example-remix (npx pnpm demo starts the apps)' : 'clients    from your environment'}
    ${mails ? 'mail       through SMTP_URL' : 'mail       sign-in codes are printed here until SMTP_URL is set'}
    docs       README.md, docs/
`)
}

/** Says what is wrong in words, without a stack where the reason is plain, and ends the process. */
export function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : (plainReason(error) ?? error))
  process.exit(1)
}

function plainReason(error: unknown): string | null {
  const { code, port, message } = error as { code?: string; port?: number; message?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one, for example PORT=4100.`
  if (code === 'EACCES') return `This process may not listen on port ${port}. Set PORT to one above 1023.`
  if (isUnavailable(error))
    return `The database cannot be reached (${message}). Is DATABASE_URL right, and is it running?`
  return null
}
