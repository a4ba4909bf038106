import { spawn } from 'node:child_process'

/** No program of the build or of the example apps reports what it does to its makers. */
export const withoutTelemetry = {
  TURBO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
}

/** Milliseconds after which a build says that it is one: where nothing has changed, it is over before that. */
const noticeAfter = 1500

/**
 * Builds what has changed, and prints what was built only if it failed, which ends this process. `filter` selects a package
 * with what it depends on; `notice` is what a person reads while they wait.
 */
export async function build({ filter, notice }) {
  const args = ['run', 'build', '--output-logs=errors-only', '--log-order=grouped']
  const turbo = spawn('turbo', filter ? [...args, `--filter=${filter}`] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...withoutTelemetry },
  })
  let output = ''
  for (const stream of [turbo.stdout, turbo.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const announcement = setTimeout(() => console.log(`\n  ${notice}`), noticeAfter)
  const status = await new Promise((resolve) => {
    turbo.on('error', (error) => {
      output += `${error.message}\n`
      resolve(1)
    })
    turbo.on('exit', (code) => resolve(code ?? 1))
  })
  clearTimeout(announcement)
  if (status === 0) return
  process.stderr.write(output)
  console.error('\n  The build failed; what is wrong stands above.')
  process.exit(status)
}
