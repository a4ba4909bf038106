import { defineConfig } from 'vitest/config'
import { onlyInTestAll, replicated } from './scripts/test-report.mjs'

const all = Boolean(process.env.TEST_ALL)

// Deadlines that only a test in trouble meets: they hold on a slow machine with company. What another process, a queue or a
// timer does is waited for by its effect, with `expect.poll`.
const shared = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 40_000, interval: 100 } },
}

export default defineConfig({
  test: {
    // More than cores: tests wait for browsers, processes and databases for much of their time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'all',
          include: [
            'apps/*/test/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.{ts,tsx}',
            'tests/*/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', ...(all ? [] : onlyInTestAll)],
          // Tests never read the configuration of the machine.
          env: { NODE_ENV: 'test' },
        },
      },
      {
        test: {
          ...shared,
          name: 'replicas',
          include: [...replicated.always, ...(all ? replicated.onlyInTestAll : [])].map(
            (name) => `apps/server/test/${name}.test.ts`,
          ),
          env: { NODE_ENV: 'test', TEST_REPLICAS: '3' },
        },
      },
      // The faults of one process, again with two workers.
      ...(all
        ? [
            {
              test: {
                ...shared,
                name: 'workers',
                include: ['tests/e2e/faults.test.ts', 'tests/e2e/database-faults.test.ts'],
                env: { NODE_ENV: 'test', TEST_WORKERS: '2' },
              },
            },
          ]
        : []),
    ],
  },
})
