import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { type PackageManagerName, scriptCommand } from '../../package-manager.ts'
import { send } from '../http.ts'

export interface DevelopmentServer {
  /** Where it listens. */
  origin: string
  output(): string
  stop(): Promise<void>
}

const startDeadline = 180_000

/** Runs `dev` of package.json until it has said where it listens, and the routes of the sign-in answer. */
export async function startDevelopmentServer(
  folder: string,
  packageManager: PackageManagerName,
): Promise<DevelopmentServer> {
  const server = spawnScript(folder, scriptCommand(packageManager, 'dev'))
  try {
    const deadline = Date.now() + startDeadline
    for (;;) {
      const origin = addressIn(server.output())
      if (origin && (await answers(origin))) return { origin, ...server }
      if (server.hasEnded() && !origin)
        throw new Error(`"dev" of package.json has ended:\n${lastLines(server.output())}`)
      if (Date.now() > deadline)
        throw new Error(
          `${origin ?? 'the development server'} does not answer below /auth:\n${lastLines(server.output())}`,
        )
      await wait(200)
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Every framework prints its address, and Next.js also that of a server which runs already. */
const addressIn = (output: string): string | null =>
  /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}/.exec(stripVTControlCharacters(output))?.[0] ?? null

/** Whether the routes of the sign-in are there. */
export const answers = async (origin: string): Promise<boolean> =>
  (
    await send(`${origin}/auth/session`, { headers: { Accept: 'application/json' }, timeout: 120_000 }).catch(
      () => null,
    )
  )?.status === 200

const lastLines = (output: string): string => stripVTControlCharacters(output).trim().split('\n').slice(-15).join('\n')

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function spawnScript(folder: string, [program = '', ...args]: string[]) {
  const isWindows = process.platform === 'win32'
  // npm starts the framework, which starts others: they end together, as a group.
  const child = spawn(program, args, {
    cwd: folder,
    detached: !isWindows,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-100_000)
    })
  // It is in a group of its own, which a Ctrl-C in the terminal does not reach.
  const interrupt = () => {
    endGroup(child, 'SIGTERM')
    process.exit(130)
  }
  for (const signal of interruptions) process.once(signal, interrupt)
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()).on('error', () => resolve()))
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.pid === undefined,
    async stop() {
      for (const signal of interruptions) process.off(signal, interrupt)
      if (child.pid === undefined || child.exitCode !== null) return
      endGroup(child, 'SIGTERM')
      await Promise.race([ended, wait(5000).then(() => endGroup(child, 'SIGKILL'))])
    },
  }
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'])
  else
    try {
      process.kill(-pid, signal)
    } catch {
      // It has ended meanwhile.
    }
}
