import { spawn } from 'node:child_process'

export type Environment = NodeJS.ProcessEnv

type Command = readonly [string, ...string[]]

/** Runs a command to its end and returns what it printed. Never blocks: the registry answers in this process. */
export async function run(
  [command, ...args]: Command,
  cwd: string,
  env: Environment,
  timeout = 120_000,
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}:\n${output}${errors}`)
  return output
}
