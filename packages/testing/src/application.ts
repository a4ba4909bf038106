import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { until } from '@vestibule/server/test-support/until.ts'

/**
 * How an application under test is started.
 *
 * @example
 * ```ts
 * import { type ApplicationOptions, startApplication, startVestibule } from '@vestibule/testing'
 *
 * const url = 'http://localhost:3000'
 * await using vestibule = await startVestibule({ clients: [{ url }] })
 * const options: ApplicationOptions = { url, env: { ...vestibule.env, DATABASE_URL: 'file:test.db' } }
 * await using application = await startApplication('npm run dev', options)
 * ```
 */
export interface ApplicationOptions {
  /** Where it answers once it is ready. */
  url: string
  /** In addition to those of this process, without `NODE_ENV`, and to `PORT`, which is that of `url`. */
  env?: Readonly<Record<string, string>>
  cwd?: string
  /** Milliseconds that it may take until it answers. Default: two minutes. */
  timeout?: number
}

/**
 * An application in a process of its own.
 *
 * @example
 * ```ts
 * import { type Application, startApplication } from '@vestibule/testing'
 *
 * const application: Application = await startApplication('npm start', { url: 'http://localhost:3000' })
 * console.log(application.output())
 * await application.close()
 * ```
 */
export interface Application extends AsyncDisposable {
  readonly url: string
  /** What it has printed. */
  output(): string
  close(): Promise<void>
}

/**
 * Runs the command that starts an application, and resolves when the application answers.
 *
 * @example
 * ```ts
 * import { freePort, startApplication, startVestibule } from '@vestibule/testing'
 *
 * const url = `http://localhost:${await freePort()}`
 * await using vestibule = await startVestibule({ clients: [{ url }] })
 * await using application = await startApplication('npx next dev', { url, env: vestibule.env })
 * const { headers } = await vestibule.signInAs({ email: 'ada@example.com', organization: 'Acme' })
 * ```
 */
export async function startApplication(command: string, options: ApplicationOptions): Promise<Application> {
  const { url, env = {}, cwd = process.cwd(), timeout = 120_000 } = options
  if (await answers(url)) throw new Error(`Something else answers at ${url} already`)
  // Next.js declares that NODE_ENV is always set.
  const { NODE_ENV: _, ...inherited } = process.env as Record<string, string | undefined>
  // A group of its own: the command starts others, which end with it.
  const variables = { ...inherited, PORT: new URL(url).port, ...env } as Record<string, string> as NodeJS.ProcessEnv
  const child = spawn(command, { cwd, env: variables, shell: true, detached: isPosix, stdio: 'pipe' })
  child.stdin.end()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const kill = () => end(child.pid)
  process.once('exit', kill)
  const close = async () => {
    process.removeListener('exit', kill)
    if (child.exitCode === null) kill()
    await exited
  }
  const ready = () => {
    if (child.exitCode !== null) throw new Error(`"${command}" ended with ${child.exitCode}:\n${output}`)
    return answers(url)
  }
  try {
    await until(ready, () => `"${command}" does not answer at ${url}:\n${output}`, timeout)
  } catch (error) {
    await close()
    throw error
  }
  return { url, output: () => output, close, [Symbol.asyncDispose]: close }
}

const isPosix = process.platform !== 'win32'

const answers = (url: string): Promise<boolean> =>
  fetch(url, { redirect: 'manual' }).then(
    async (response) => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )

function end(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(isPosix ? -pid : pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * A port on loopback that nobody listens on.
 *
 * @example
 * ```ts
 * import { freePort } from '@vestibule/testing'
 *
 * const url = `http://localhost:${await freePort()}`
 * ```
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
