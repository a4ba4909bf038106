import { defineConfig } from 'vitest/config'

const all = Boolean(process.env.TEST_ALL)

/** Test files that also run against three replicas on one PostgreSQL, with each request going to another replica. */
const replicated = [
  'account',
  'address-changes',
  'api',
  'attacks',
  'authorize',
  'behaviours',
  'clients-everywhere',
  'membership-model',
  'organizations',
  'passkey-recovery',
  'passkeys',
  'races',
  'refresh-tokens',
  'sign-in',
  'step-up',
  'tokens',
  'user-import',
  'webhooks',
  'who-may',
]

// Deadlines that only a test in trouble meets: they hold on a slow machine with company. What another process, a queue or a
// timer does is waited for by its effect, with `expect.poll`.
const shared = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 40_000, interval: 100 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
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
          // Debian's relying parties, and tests that install packages, are part of `npm run test:all`.
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            ...(all
              ? []
              : [
                  'tests/e2e/debian-clients.test.ts',
                  'tests/e2e/guides.test.ts',
                  'tests/e2e/mcp-python.test.ts',
                  'tests/e2e/metadata-parsers.test.ts',
                  'tests/e2e/quick-starts.test.ts',
                  'tests/e2e/runtimes.test.ts',
                ]),
          ],
          // Tests never read the configuration of the machine.
          env: { NODE_ENV: 'test' },
        },
      },
      // The faults of one process, again with two workers.
      {
        test: {
          ...shared,
          name: 'workers',
          include: ['tests/e2e/faults.test.ts', 'tests/e2e/database-faults.test.ts'],
          env: { NODE_ENV: 'test', TEST_WORKERS: '2' },
        },
      },
      {
        test: {
          ...shared,
          name: 'replicas',
          include: replicated.map((name) => `apps/server/test/${name}.test.ts`),
          env: { NODE_ENV: 'test', TEST_REPLICAS: '3' },
        },
      },
    ],
  },
})
