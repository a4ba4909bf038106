import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { virtualAuthenticator } from './support.ts'

// What a person meets on a server that nobody configured: every limit is on, and the clock moves instead.

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

const authorize = () =>
  `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: application.redirectUri, response_type: 'code', scope: 'openid email', state: 's' })}`

const submit = (page: Page) => page.locator('button.primary').first().click()

test('a new person is offered a passkey after the code, and a returning one meets the passkey first', async () => {
  // EC-11
  const email = 'newcomer@example.test'
  const page = await (await browser.newContext()).newPage()
  await virtualAuthenticator(page)
  // Without autofill, so that the button has to be pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto(authorize())
  await page.fill('[name=email]', email)
  await submit(page)
  // Another mail has to wait, and the page counts the seconds.
  await expect.poll(() => page.getByRole('button', { name: 'Send a new code' }).isDisabled()).toBe(true)
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit(page)
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.fill('[name=given_name]', 'Ada')
  await submit(page)
  await page.fill('[name=organization_name]', 'Engines')
  await submit(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL(`${application.redirectUri}**`)

  await page.goto(`${world.issuer}/logout`)
  await page.click('[value=logout]')
  await page.getByText('You are signed out').waitFor()
  world.pass(31_000)
  await page.goto(authorize())
  // The one that was just made comes first here already; whoever types the address meets it first on the next page too.
  await expect.poll(() => page.locator('main button:visible').first().innerText()).toMatch(/^Sign in with a passkey/)
  await page.fill('[name=email]', email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('[name=code]').waitFor()
  const buttons = await page.locator('main button:visible').allInnerTexts()
  expect(buttons[0]).toBe('Sign in with a passkey')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${application.redirectUri}**`)
})
