import { defineConfig } from '@playwright/test'

/** A browser of this machine, in the place of the one that `npx playwright install chromium` brings. */
const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'e2e',
  use: { launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {} },
})
