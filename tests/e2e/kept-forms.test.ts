import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { expectBrowserProblem, openStrictBrowser } from './strict-browser.ts'

// An operator reads for six minutes, types, and saves: nothing is lost, with scripts and without (P1).

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'olga@example.test,otto@example.test' }, { clock: 'running' })
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const submit = (page: Page) => page.locator('main button.primary').first().click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function typeCode(page: Page, email: string): Promise<void> {
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  // With scripts, the last digit submits it.
  if (page.url().endsWith('/code')) await submit(page).catch(() => undefined)
}

test.each([
  ['with scripts', true, 'olga@example.test'],
  ['without scripts', false, 'otto@example.test'],
])('a theme that is saved after six minutes waits for the confirmation, %s', async (_, javaScriptEnabled, email) => {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
  await page.goto(`${world.issuer}/admin/themes/instance`)
  await page.fill('[name=email]', email)
  await submit(page)
  await typeCode(page, email)
  await page.waitForURL('**/admin/themes/instance')

  world.pass(6 * 60_000)
  await page.getByLabel('Product name').fill(`Acme of ${email}`)
  await page.locator('[name=accent]').fill('#0b6e4f')
  await page.getByRole('button', { name: 'Save draft' }).click()

  await heading(page, 'Confirm that it is you')
  expect(await page.locator('main').textContent()).toContain('“Save draft”')
  expect(await page.locator('input[type=email]').count()).toBe(0)
  await submit(page)
  await typeCode(page, email)

  await heading(page, 'Go on with “Save draft”?')
  expect(await page.locator('dl').textContent()).toContain(`Acme of ${email}`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL('**/admin/themes/instance?done=saved')
  expect(await page.getByLabel('Product name').inputValue()).toBe(`Acme of ${email}`)
  expect(await page.locator('[name=accent]').inputValue()).toBe('#0b6e4f')

  // The page that showed it has nothing left.
  expectBrowserProblem(/status of 400/)
  await page.goBack()
  await heading(page, 'Please start again')
  await page.context().close()
})
