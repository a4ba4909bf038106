import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { watch } from './strict-browser.ts'

// Chromium that binds sessions to keys in software. It needs both features, and a certificate that it accepts: it registers
// nothing over http, or where certificate errors are ignored as a whole.

const features = 'DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting'

const contexts: (() => Promise<void>)[] = []
/** Before a server ends whose pages are open: what they still ask for would fail. */
export async function closePersonalBrowsers(): Promise<void> {
  for (const close of contexts.splice(0)) await close()
}
afterEach(closePersonalBrowsers)

export interface PersonalBrowser {
  context: BrowserContext
  page: Page
}

/** A browser with a profile of its own, as a person has one. It is closed after the test. */
export async function openPersonalBrowser(spki: string, { binds }: { binds: boolean }): Promise<PersonalBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'vestibule-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      `--ignore-certificate-errors-spki-list=${spki}`,
      ...(binds ? [`--enable-features=${features}`] : []),
    ],
  })
  watch(context, undefined)
  contexts.push(async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}
