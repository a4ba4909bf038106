import { runQuietly } from './processes.mjs'

/** No program of the build or of the example apps reports what it does to its makers. */
export const withoutTelemetry = {
  TURBO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
}

/** Builds what has changed. `filter` selects a package with what it depends on; `notice` is what a person reads while they wait. */
export async function build({ task = 'build', filter, notice }) {
  const args = ['run', task, '--output-logs=errors-only', '--log-order=grouped']
  await runQuietly('turbo', filter ? [...args, `--filter=${filter}`] : args, {
    notice,
    failure: 'The build failed; what is wrong stands above.',
    env: { ...process.env, ...withoutTelemetry },
  })
}
