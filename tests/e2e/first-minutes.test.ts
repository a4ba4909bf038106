import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../apps/server/test/support/until.ts'
import { answering, run, start, terminal } from './newcomer/processes.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { freePort, onlyInTestAll, type ServerProcess, startServer } from './support.ts'

// The first minutes of someone who has run `npm start` and opens the address that it prints. No variable is set, apart
// from a port that is free here, and everything but the operator's link is found in the browser.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-first-minutes-'))
let browser: Browser
let server: ServerProcess
beforeAll(async () => {
  server = await startServer({ PORT: String(await freePort()) }, folder)
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const title = (page: Page) => page.innerText('h1')

/** Axe finds nothing, light and dark, and nothing is wider than a phone. */
async function inspect(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe)
    const violations = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))",
    )
    expect(violations, `${page.url()}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 800 })
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(overflow), page.url()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Opens the newest mail to an address in the mailbox page, in a tab of its own. */
async function openMail(context: BrowserContext, url: string, address: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(url)
  await tab.getByRole('link', { name: 'Open the mailbox' }).click()
  await tab.locator('.rows li', { hasText: address }).getByRole('link').first().click()
  await tab.getByRole('heading', { name: 'As text' }).waitFor()
  return tab
}

const codeIn = (mail: Page) =>
  mail
    .frameLocator('iframe.mail')
    .getByText(/^\d{6}$/)
    .innerText()

/** Types the code of a new person. */
async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('[name=code]').pressSequentially(code)
  // The page may send the form by itself at the last digit.
  await page.keyboard.press('Enter').catch(() => {})
  await page.locator('[name=given_name]').waitFor()
}

/** Goes through the steps of a new person, until the result is shown. */
async function completeOnboarding(page: Page): Promise<string[]> {
  const steps: string[] = []
  for (;;) {
    await page.waitForLoadState()
    const heading = await title(page)
    if (heading === 'You are signed in') return steps
    steps.push(heading)
    expect(steps.length, steps.join(' > ')).toBeLessThan(6)
    if ((await page.locator('[name=given_name]').count()) > 0) {
      await page.fill('[name=given_name]', 'Ada')
      await page.fill('[name=family_name]', 'Lovelace')
    } else if ((await page.locator('[name=organization_name]').count()) > 0)
      await page.fill('[name=organization_name]', 'Analytical Engines')
    await page.locator('main button.primary').first().click()
    await expect.poll(() => title(page).catch(() => heading)).not.toBe(heading)
  }
}

/** From the home page to the page that asks for the code. */
async function enterAddress(page: Page, url: string, address: string): Promise<void> {
  await page.goto(url)
  expect(await title(page)).toBe('Vestibule is running')
  await page.getByRole('link', { name: 'Try a sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.fill('[name=email]', address)
  await page.locator('main button.primary').first().click()
  await page.locator('[name=code]').waitFor()
}

test('from the home page to the claims of a first sign-in, and to the console, in the browser alone', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const address = 'ada@example.test'
  await page.goto(server.url)
  await inspect(page)
  await page.goto(`${server.url}/dev/try`)
  await inspect(page)
  await enterAddress(page, server.url, address)

  const mail = await openMail(context, server.url, address)
  await inspect(mail)
  const code = await codeIn(mail)
  await mail.goto(`${server.url}/dev/mailbox`)
  await inspect(mail)
  await mail.close()
  await enterCode(page, code)
  await completeOnboarding(page)

  const shown = await page.innerText('main')
  for (const text of [address, 'Ada Lovelace', 'Analytical Engines', 'organization_roles', 'access token'])
    expect(shown).toContain(text)
  await inspect(page)
  await page.getByRole('button', { name: 'Refresh the tokens' }).click()
  await page.getByText('The tokens were refreshed').waitFor()

  // The link that the terminal shows once, while there is no operator.
  const link = await until(
    () => /http:\/\/\S+\/dev\/operator\/\S+\s/.exec(server.output())?.[0].trim(),
    () => `there is no link in:\n${server.output()}`,
  )
  expect(link).toContain(server.url)
  await page.goto(link)
  await inspect(page)
  expect(await page.innerText('main')).toContain(address)
  await page.getByRole('button', { name: 'Become the first operator' }).click()
  await page.waitForURL(`${server.url}/admin`)
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Open the console' }).click()
  await page.waitForURL(`${server.url}/admin`)
  expect(await page.innerText('body')).not.toContain('Become the first operator')
})

test('the link of a mail in the mailbox page signs in as well', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enterAddress(page, server.url, 'link@example.test')
  await page.close()
  const mail = await openMail(context, server.url, 'link@example.test')
  await mail.frameLocator('iframe.mail').locator('a[href*="/sign-in/"]').first().click()
  await mail.waitForURL(/\/sign-in\//)
  await mail.locator('main button.primary').first().click()
  await mail.locator('[name=given_name]').waitFor()
  await completeOnboarding(mail)
  expect(await mail.innerText('main')).toContain('link@example.test')
})

test('a mail appears in the mailbox page by itself', async () => {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(`${server.url}/dev/mailbox`)
  await enterAddress(await context.newPage(), server.url, 'later@example.test')
  await tab.bringToFront()
  await tab.locator('.rows li', { hasText: 'later@example.test' }).waitFor()
})

test('an error of the protocol is explained', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/dev/try`)
  await page.getByText('More parameters').click()
  await page.selectOption('[name=prompt]', 'none')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('login_required').first().waitFor()
  expect(await title(page)).toBe('The response is an error')
  expect(await page.getByRole('link', { name: 'Troubleshooting' }).getAttribute('href')).toContain('troubleshooting.md')
  await inspect(page)
})

test('the terminal says where to go, and nothing that a newcomer does not need', () => {
  const lines = server.output().split('┌── mail')[0]?.trim().split('\n').filter(Boolean) ?? []
  expect(lines.map((line) => line.trim().split(/ {2}|\. /)[0])).toEqual([
    'Vestibule is running',
    'Mails',
    'Applications',
    'First operator',
  ])
})

// Its time is printed, and not a condition.
test('a fresh clone and the one command of README lead to a first sign-in', {
  timeout: 600_000,
  ...onlyInTestAll('it installs and builds everything'),
}, async () => {
  const clone = join(folder, 'clone')
  const environment = terminal('')
  await run(['git', 'clone', '--quiet', join(import.meta.dirname, '../..'), clone], folder, environment)
  const readme = readFileSync(join(clone, 'README.md'), 'utf8')
  expect(readme).toMatch(/^npm start\b/m)
  const port = await freePort()
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const started = start(['npm', 'start'], clone, { ...environment, PORT: String(port) })
  try {
    const url = `http://localhost:${port}`
    await answering(`${url}/health/ready`, started, 500)
    const ready = seconds()
    const context = await browser.newContext()
    const page = await context.newPage()
    await enterAddress(page, url, 'clone@example.test')
    await enterCode(page, await codeIn(await openMail(context, url, 'clone@example.test')))
    await completeOnboarding(page)
    expect(await page.innerText('main')).toContain('clone@example.test')
    console.info(`npm start: a running server after ${ready} s, the first sign-in after ${seconds()} s`)
  } finally {
    await started.stop()
  }
})
