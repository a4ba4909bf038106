import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openChromium } from './support.ts'

// The editor of a theme beside its preview, in a browser, with scripts and without.

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'ada@example.test' }, { clock: 'running' })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const complaints: string[] = []

async function openEditor(javaScriptEnabled: boolean): Promise<Page> {
  const signedIn = await world.signIn({ email: 'ada@example.test', organization: 'Engines' })
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
  const cookies = [...signedIn.browser.cookies].map(([name, value]) => ({ name, value, url: world.issuer }))
  await context.addCookies(cookies)
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${world.issuer}/admin/themes/instance`)
  return page
}

const previewOf = (page: Page) => page.frameLocator('iframe[name="theme-preview"]')
const accentIn = (page: Page) =>
  previewOf(page)
    .locator(':root')
    .evaluate((root) => getComputedStyle(root).getPropertyValue('--accent').trim())

test('TH-23: the preview follows what is typed, and nothing in it can be pressed', async () => {
  const page = await openEditor(true)
  await page.fill('[name=accent]', '#8a1c4f')
  await page.fill('[name=name]', 'Rockets')
  await expect.poll(() => accentIn(page)).toBe('#8a1c4f')
  expect((await previewOf(page).locator('header.brand').innerText()).trim()).toBe('Rockets')
  expect(await page.locator('#accent-contrast').innerText()).toBe('Contrast 8.89:1.')

  // Another page, in the dark and from right to left: what was typed is still there, here and in the frame.
  for (const [name, value] of Object.entries({ page: 'consent', scheme: 'dark', language: 'ar' }))
    await page.selectOption(`[name=${name}]`, value)
  await previewOf(page).locator('html[dir=rtl][data-scheme=dark]').waitFor()
  await expect.poll(() => accentIn(page)).not.toBe('')
  expect((await previewOf(page).locator('header.brand').innerText()).trim()).toBe('Rockets')
  expect(await page.inputValue('[name=accent]')).toBe('#8a1c4f')

  await page.fill('[name=accent]', '#777777')
  expect(await page.locator('#accent-contrast').innerText()).toContain('The nearest color that works is #')
  await page.locator('[data-picker=accent]').fill('#0044cc')
  expect(await page.inputValue('[name=accent]')).toBe('#0044cc')

  const button = previewOf(page).locator('button').first()
  await expect(button.click({ timeout: 700 })).rejects.toThrow()
  await page.selectOption('[name=page]', 'mail-invitation')
  await previewOf(page).locator('body[inert]').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.locator('[name=confirm]').click()
  await page.getByText('The theme was published').waitFor()
  await page.context().close()
  expect(complaints).toEqual([])
})

test('without scripts, the preview shows the draft, and choosing a page loses nothing', async () => {
  const page = await openEditor(false)
  await page.fill('[name=accent]', '#4527a0')
  await page.selectOption('[name=page]', 'code')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await previewOf(page).locator('input.code').waitFor()
  expect(await page.inputValue('[name=accent]')).toBe('#4527a0')
  expect(await page.locator('[data-picker=accent]').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const sheet = await previewOf(page).locator('link[href*="/assets/theme/"]').getAttribute('href')
  expect(sheet).toContain('/4527a0-')
  await page.context().close()
  expect(complaints).toEqual([])
})

test('TH-23: no other page of ours is shown in a frame', async () => {
  const page = await openEditor(true)
  const frames = await page.evaluate(
    async (paths) => {
      const shown: (string | undefined)[] = []
      for (const path of paths) {
        const frame = document.createElement('iframe')
        frame.src = path
        document.body.append(frame)
        await new Promise((resolve) => frame.addEventListener('load', resolve))
        shown.push(frame.contentDocument?.querySelector('main')?.textContent ?? undefined)
      }
      return shown
    },
    ['/account', '/admin/themes/instance', '/admin/terms'],
  )
  expect(frames).toEqual([undefined, undefined, undefined])
  await page.context().close()
})
