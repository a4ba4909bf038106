// The functions that may be longer than a screen: a table, or one pure decision that reads best in one piece. The test
// refuses an entry that is no longer needed.
export const longFunctions: { function: string; reason: string }[] = [
  {
    function: 'apps/server/src/oidc/next-step.ts: nextStep',
    reason: 'The whole of sign-in as one pure decision, which a table of inputs tests (ARCHITECTURE.md).',
  },
]
