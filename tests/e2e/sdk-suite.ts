import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openApplication, type SdkApplication, type SignedInPerson } from './sdk-application.ts'
import type { Framework } from './sdk-frameworks.ts'
import { openChromium } from './support.ts'

// What the tests of each framework's fixture have in common: one production build, one server, one browser.

/** A tab, and what its console reported. */
export interface Tab {
  page: Page
  /** Errors and warnings, except Chromium's own for each response with 4xx. */
  errors: string[]
  close(): Promise<void>
}

export interface SdkSuite {
  /** Available in tests and hooks. */
  readonly app: SdkApplication
  openTab(person?: SignedInPerson): Promise<Tab>
}

/** Builds and starts the fixture before the tests of a file, and stops it after them. */
export function openSdkSuite(framework: Framework): SdkSuite {
  let app: SdkApplication
  let browser: Browser | undefined
  beforeAll(async () => {
    const { status, output } = framework.build()
    expect([status, status === 0 ? '' : output]).toEqual([0, ''])
    app = await openApplication(framework)
    browser = await openChromium()
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
    framework.remove()
  })
  return {
    get app() {
      return app
    },
    async openTab(person) {
      if (!browser) throw new Error('the browser is opened before the tests')
      const context = await browser.newContext()
      if (person) await person.into(context)
      const page = await context.newPage()
      return { page, errors: consoleProblems(page), close: () => context.close() }
    },
  }
}

export function consoleProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/the server responded with a status/.test(message.text()))
      problems.push(message.text())
  })
  return problems
}
