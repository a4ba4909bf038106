import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { freePort, type SignInOptions, startApplication, startVestibule, type Vestibule } from '@vestibule/testing'

/** The production build (`npm run build`), which listens on PORT. */
const command = 'node prisma/migrate.mjs && npx next start'

interface TestFixtures {
  /** Signs a person in, in the browser of this test. */
  signInAs(person: SignInOptions): Promise<void>
}

interface WorkerFixtures {
  /** A Vestibule server of this worker, and the application beside it with an empty database. */
  vestibule: Vestibule
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  vestibule: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
    async ({}, use, { project, workerIndex }) => {
      const url = `http://localhost:${await freePort()}`
      const database = join(project.outputDir, `notes-${workerIndex}.db`)
      await using vestibule = await startVestibule({
        clients: [{ url }],
        settings: { PERMISSIONS_FILE: './permissions.json' },
      })
      await using _application = await startApplication(command, {
        url,
        env: { ...vestibule.env, NODE_ENV: 'production', DATABASE_URL: `file:${database}` },
      })
      await use(vestibule)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ vestibule }, use) => use(vestibule.env.VESTIBULE_URL),
  signInAs: ({ vestibule, context }, use) =>
    use(async (person) => {
      const { storageState } = await vestibule.signInAs(person)
      await context.addCookies(storageState.cookies)
    }),
})

export { expect } from '@playwright/test'
