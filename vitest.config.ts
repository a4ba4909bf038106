import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['apps/*/test/**/*.test.{ts,tsx}', 'packages/*/test/**/*.test.{ts,tsx}', 'tests/*/**/*.test.{ts,tsx}'],
    // Debian's relying parties belong to `pnpm test:all`, whose set-up installs them.
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      ...(process.env.TEST_ALL ? [] : ['tests/e2e/debian-clients.test.ts', 'tests/e2e/quick-starts.test.ts']),
    ],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Tests never look at the machine's own configuration.
    env: { NODE_ENV: 'test' },
  },
})
