import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// The examples as starters: their own tests pass here. Copied folders are tried in newcomer/.

const examples = ['nextjs', 'nuxt', 'remix'] as const
const exampleOf = (name: string) => join(import.meta.dirname, '../../examples', name)

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The Node of these tests first: Nuxt wants 22.
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  CI: 'true',
  // These tests' own would be taken for the application's.
  NODE_ENV: 'production',
  NODE_TEST_CONTEXT: undefined,
}

const ownTests = (cwd: string): string =>
  execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/app.test.mjs'], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

test.each(examples)('the own tests of the %s example pass', { timeout: 120_000 }, (name) => {
  const output = ownTests(exampleOf(name))
  expect(output).toMatch(/^# fail 0$/m)
  expect(Number(output.match(/^# pass (\d+)$/m)?.[1])).toBeGreaterThanOrEqual(10)
})
