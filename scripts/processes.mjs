import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Milliseconds after which a step says what it is: one that has nothing to do is over before that. */
const noticeAfter = 1500

const statusOf = (code, signal) => code ?? 128 + constants.signals[signal]

/**
 * Runs a program to its end and returns what it printed on its standard output. What it printed is shown only if it failed,
 * with `failure` below, and then this process ends too. `notice` is what a person reads while they wait, beside the output of the command that they asked for. The program can ask
 * nothing, and does not outlive this process.
 */
export async function runQuietly(program, args, { notice, failure, cwd, env = process.env }) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd, env })
  let output = ''
  let printed = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const announcement = setTimeout(() => console.error(`\n  ${notice}`), noticeAfter)
  const end = (signal) => {
    child.kill(signal)
    process.exit(statusOf(null, signal))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, end)
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      printed += `${error.message}\n`
      resolve(1)
    })
    child.on('close', (code, signal) => resolve(statusOf(code, signal)))
  })
  for (const signal of signals) process.off(signal, end)
  clearTimeout(announcement)
  if (status === 0) return output
  process.stderr.write(printed)
  console.error(`\n  ${failure}`)
  process.exit(status)
}

/** Runs a program in the place of this process: with its terminal, its signals and its exit code. */
export function runInForeground(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to both. A second one would end the server without draining it.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(statusOf(code, signal)))
}
