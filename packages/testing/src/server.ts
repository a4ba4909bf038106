import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '@vestibule/server/src/app.ts'
import { readConfig } from '@vestibule/server/src/config/read.ts'
import { declarePermissionsFile } from '@vestibule/server/src/flows/management/rights/permissions-file.ts'
import type { Deps } from '@vestibule/server/src/flows/platform/deps.ts'
import { migrations, openRuntime, type Runtime } from '@vestibule/server/src/runtime.ts'
import { HttpServer } from '@vestibule/server/src/serve.ts'
import pino from 'pino'
import { type Clock, createClock } from './clock.ts'

/** The server of apps/server in this process, on loopback, with a database of its own. */
export interface Server {
  issuer: string
  deps: Deps
  clock: Clock
  close(): Promise<void>
}

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

/** @param environment settings and clients; nothing of the process's environment is read */
export async function openServer(environment: Record<string, string>, port: number): Promise<Server> {
  let answer: Fetch = () => new Response(null, { status: 503 })
  const http = new HttpServer({ fetch: (request, env) => answer(request, env) } as Pick<
    ReturnType<typeof createApp>,
    'fetch'
  >)
  // The issuer is known once the port is.
  const listening = await http.listen(port, '127.0.0.1')
  // Two connections, and a log that is put on the disk by a third one, share the database: it can't be in memory.
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-testing-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const free = () => {
    http.close()
    process.removeListener('exit', removeFolder)
    removeFolder()
  }
  try {
    const { runtime, clock } = await open(environment, { folder, port: listening })
    await declarePermissionsFile(runtime.deps)
    answer = onlyFor(listening, createApp(runtime.deps).fetch)
    runtime.begin()
    const { deps } = runtime
    let closed: Promise<void> | undefined
    const close = async () => {
      http.close()
      await runtime.end()
      free()
    }
    return {
      issuer: deps.config.issuer,
      deps,
      clock,
      close: () => {
        closed ??= close()
        return closed
      },
    }
  } catch (error) {
    free()
    throw error
  }
}

async function open(
  environment: Record<string, string>,
  { folder, port }: { folder: string; port: number },
): Promise<{ runtime: Runtime; clock: Clock }> {
  const config = readConfig(
    {
      ...environment,
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: `file:${join(folder, 'vestibule.db')}`,
      SECRET: randomBytes(48).toString('base64'),
    },
    {
      readFile: (path) => readFileSync(path, 'utf8'),
      keptSecret: () => {
        throw new Error('a test server has a secret of its own')
      },
      cwd: process.cwd(),
      processors: 1,
    },
  )
  for (const warning of config.warnings) console.warn(`[@vestibule/testing] ${warning}`)
  // Keys are replaced as time passes.
  const clock = createClock(() => runtime.deps.keys.maintain())
  const log = pino({ level: environment.LOG_LEVEL ?? 'error', base: undefined }, process.stderr)
  const runtime = await openRuntime({ config, log, migrations, now: clock.now, print: () => {} })
  return { runtime, clock }
}

/** A page of another site whose name leads to 127.0.0.1 (DNS rebinding) could read the mails of this server. */
const onlyFor = (port: number, fetch: Fetch): Fetch => {
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `${host}:${port}`))
  return (request, env) =>
    hosts.has(request.headers.get('host') ?? '')
      ? fetch(request, env)
      : new Response('This test server answers at localhost only.', { status: 421 })
}
