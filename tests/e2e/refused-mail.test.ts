import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { openStrictBrowser } from './strict-browser.ts'

// The mail server refuses an address a moment after the page of its code was shown.

let world: TestWorld
let browser: Browser
let application: Application
beforeAll(async () => {
  application = await openApplication()
  world = await openTestWorld({ OIDC_CLIENT_0_REDIRECT_URIS: application.redirectUri }, { clock: 'running' })
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  application?.close()
})

test('who mistyped their address is told so on the page they wait at, and corrects it', async () => {
  const page = await (await browser.newContext()).newPage()
  world.mailbox.refuses = { responseCode: 550, message: '5.1.1 user unknown' }
  await page.goto(
    `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: application.redirectUri, response_type: 'code', scope: 'openid email', state: 's' })}`,
  )
  await page.fill('[name=email]', 'adda@example.test')
  await page.locator('button.primary').first().click()
  await page.fill('[name=code]', '12')
  const told = page.getByRole('alert')
  await told.getByText('We could not deliver an email to this address. Check that it is spelled correctly.').waitFor()
  // No code will come: the page asks for the address again, as it was typed.
  expect(await page.inputValue('[name=email]')).toBe('adda@example.test')
  expect(await page.locator('[name=code]').count()).toBe(0)
  world.mailbox.refuses = null
  await page.fill('[name=email]', 'ada@example.test')
  await page.locator('button.primary').first().click()
  await page.fill('[name=code]', await nextCode(world.mailbox, 'ada@example.test'))
  await page.locator('button.primary').first().click()
  await page.locator('[name=accept_terms]').waitFor()
})
