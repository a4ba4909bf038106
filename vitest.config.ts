import { defineConfig } from 'vitest/config'

const all = Boolean(process.env.TEST_ALL)

/** The stories of the server that are told again to three replicas on one PostgreSQL, each request landing elsewhere. */
const told = [
  'account',
  'address-changes',
  'api',
  'authorize',
  'behaviours',
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

const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
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
          // Debian's relying parties, and what installs packages, belong to `pnpm test:all`.
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            ...(all
              ? []
              : [
                  'tests/e2e/debian-clients.test.ts',
                  'tests/e2e/deployment.test.ts',
                  'tests/e2e/quick-starts.test.ts',
                  'tests/e2e/runtimes.test.ts',
                ]),
          ],
          // Tests never look at the machine's own configuration.
          env: { NODE_ENV: 'test' },
        },
      },
      {
        test: {
          ...shared,
          name: 'replicas',
          include: told.map((name) => `apps/server/test/${name}.test.ts`),
          env: { NODE_ENV: 'test', TEST_REPLICAS: '3' },
        },
      },
    ],
  },
})
