import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

// The commands that a newcomer types, with the environment of a newcomer's terminal.

/** What a terminal has, and what this machine needs to reach npm packages: never a variable of ours or of this test run. */
const kept =
  /^(HOME|LANG|TMPDIR|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_(registry|cafile|cache))$/i

export function terminal(registry: string): Record<string, string> {
  const own = Object.entries(process.env).filter(([name, value]) => kept.test(name) && value !== undefined)
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    // The Node of these tests first: Nuxt needs 22.19.
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    // Our packages come from the registry of the test, everything else from where this machine gets it.
    'npm_config_@vestibule:registry': registry,
    // A plain sh drops variables with such a name, and npx runs programs by a shell.
    npm_config_script_shell: 'bash',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    // Tests report to nobody.
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
  }
}

type Command = readonly [string, ...string[]]

/** Runs a command to its end. Never blocks: npm asks the registry in this process. */
export async function run([command, ...args]: Command, cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    env: asEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}:\n${output}`)
  return output
}

/** A terminal has no NODE_ENV, though Next.js declares that every environment has one. */
const asEnvironment = (env: Record<string, string>) => env as Record<string, string> & NodeJS.ProcessEnv

export interface Running {
  output(): string
  /** The lines that were printed as a warning or an error. */
  problems(): string[]
  /** Drops what was printed until now. */
  forget(): void
  hasEnded(): boolean
  stop(): Promise<void>
}

const suspicious = /\b(warn(ing)?|\w*error|fail(ed|ure)?|deprecat\w*|unhandled\w*|exception)\b|[⚠⨯✖]/i

/** What npm says of the settings of this machine, and Next.js of a disk that is busy. */
const aboutMachine =
  /^npm (warn|notice)|^⚠ Slow filesystem detected|^See more: https:\/\/nextjs\.org\/docs\/app\/guides\/local-development$/

/** Lines without what differs between two runs: colours, numbers, times. */
export const normalized = (line: string): string =>
  stripVTControlCharacters(line).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()

const linesOf = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The lines of an output that are a warning or an error. */
const problemsOf = (output: string): string[] => linesOf(output).filter((line) => suspicious.test(line))

/** Starts a server. It has a process group, because `npm run` starts others. */
export function start([command, ...args]: Command, cwd: string, env: Record<string, string>): Running {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: asEnvironment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return {
    output: () => `${output}\n${errors}`,
    problems: () => [...problemsOf(output), ...linesOf(errors)].filter((line) => !aboutMachine.test(line)),
    forget() {
      output = ''
      errors = ''
    },
    hasEnded: () => child.exitCode !== null,
    stop: async () => {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

const listens = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host })
    const answer = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })

/** Frameworks take another port where theirs is in use, and then nothing here would be tried. */
export async function expectFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1'])
    if (await listens(port, host))
      throw new Error(`port ${port} is in use: these tests need 3000 to 3003, 4000 and 5173, where a newcomer has them`)
}

/** Resolves when the address answers, whatever it says. */
export async function answering(url: string, server: Running, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    if (await fetch(url, { redirect: 'manual' }).catch(() => null)) return
    if (Date.now() > deadline) throw new Error(`nothing answers at ${url}:\n${server.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
