declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped, for the last lines of `npm test`. */
    skipped?: string
  }
}

/** Options of a test that is too long for `npm test`, and why. */
export const onlyInTestAll = (reason: string) => ({
  skip: !process.env.TEST_ALL,
  meta: { skipped: `${reason}: npm run test:all` },
})
