/** Test files that are no part of `npm test`, because they install packages or need more of Debian's. */
export const onlyInTestAll = [
  'tests/e2e/api-fuzzing.test.ts',
  'tests/e2e/api-keys-python.test.ts',
  'tests/e2e/authzen-python.test.ts',
  'tests/e2e/company-sign-in-starters.test.ts',
  'tests/e2e/company-sign-in.test.ts',
  'tests/e2e/core-guides.test.ts',
  'tests/e2e/debian-clients.test.ts',
  'tests/e2e/expo.test.ts',
  'tests/e2e/fastapi.test.ts',
  'tests/e2e/guides.test.ts',
  'tests/e2e/image.test.ts',
  'tests/e2e/mcp-python.test.ts',
  'tests/e2e/metadata-parsers.test.ts',
  'tests/e2e/pgbouncer.test.ts',
  'tests/e2e/quick-starts.test.ts',
  'tests/e2e/runtimes.test.ts',
  'tests/e2e/scim-python.test.ts',
  'tests/e2e/ui-tools.test.ts',
]

/**
 * Test files that also run against three replicas on one PostgreSQL, with each request going to another replica: in
 * `npm test` those about tokens, races and what a replica remembers.
 */
export const replicated = {
  always: ['clients-everywhere', 'races', 'refresh-tokens', 'sign-in', 'tokens', 'webhooks'],
  onlyInTestAll: [
    'account',
    'address-changes',
    'api',
    'attacks',
    'authorize',
    'behaviours',
    'membership-model',
    'organizations',
    'passkey-recovery',
    'passkeys',
    'preview',
    'step-up',
    'user-import',
    'who-may',
  ],
}

/** What Vitest's JSON report says, with what a count alone would hide: files without one failed test that failed all the same. */
export function readReport({ numPassedTests, numFailedTests, testResults, success }) {
  const broken = testResults
    .filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
    )
    .map(({ name }) => `suite ${name}`)
  if (!success && numFailedTests === 0 && broken.length === 0) broken.push('vitest')
  const skipped = new Map()
  for (const { status, meta } of testResults.flatMap((file) => file.assertionResults)) {
    if (status === 'passed' || status === 'failed') continue
    const reason = meta.skipped ?? 'without a reason'
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
  }
  return { passed: numPassedTests, failed: numFailedTests, broken, skipped }
}

/** The lines before the last one: what was not run, and why. */
export function notRunLines(skipped, { all }) {
  return [
    ...(all
      ? []
      : [
          `not in npm test, but in npm run test:all: ${onlyInTestAll.join(', ')}, the command add in new projects of three more frameworks, ` +
            `on the other database what uses apps/server/test/support/databases.ts, pages in more than six languages, faults with two workers, and with three replicas ${replicated.onlyInTestAll.join(', ')}`,
        ]),
    ...(skipped.size > 0
      ? [`skipped: ${[...skipped].map(([reason, count]) => `${count} (${reason})`).join(', ')}`]
      : []),
  ]
}
