import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { expectRefusedForm, openStrictBrowser } from './strict-browser.ts'

// What only a browser shows: where the focus is, what a script counts, which way a text runs.

let world: TestWorld
let browser: Browser
let application: Application
beforeAll(async () => {
  application = await openApplication()
  world = await openTestWorld(
    { OIDC_CLIENT_0_REDIRECT_URIS: application.redirectUri, TERMS_VERSION: '2026-10' },
    { clock: 'running' },
  )
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  application?.close()
})

const submit = (page: Page) => page.locator('button.primary').first().click()

async function openCodePage(page: Page, email: string): Promise<void> {
  const query = { client_id: 'web', redirect_uri: application.redirectUri, response_type: 'code', scope: 'openid' }
  await page.goto(`${world.issuer}/authorize?${new URLSearchParams(query)}`)
  await page.fill('[name=email]', email)
  await submit(page)
  await page.locator('[name=code]').waitFor()
}

test('the wait for another code is counted down in words, and ends with a button that works', async () => {
  const email = 'waits@example.test'
  const page = await (await browser.newContext()).newPage()
  // The browser's clock stands still but for what the test lets pass: a slow machine changes nothing.
  await page.clock.install()
  await openCodePage(page, email)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.reload()
  const button = page.getByRole('button', { name: 'Send a new code' })
  const seconds = Number(/in (\d+) seconds/.exec(await page.innerText('[data-countdown]'))?.[1])
  expect(seconds).toBeGreaterThan(2)
  expect(await button.isDisabled()).toBe(true)
  await page.clock.runFor((seconds - 1) * 1000)
  await page.getByText('You can request a new code in 1 second.').waitFor()
  expect(await button.isDisabled()).toBe(true)
  await page.clock.runFor(1000)
  await expect.poll(() => button.isDisabled()).toBe(false)
  await world.mailbox.take(email)
  world.pass(31_000)
  await button.click()
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit(page)
  await page.locator('[name=accept_terms]').waitFor()
})

test('a code that was sent is the end of asking what the mail server says', async () => {
  const email = 'sends@example.test'
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await openCodePage(page, email)
  await page.clock.pauseAt(Date.now() + 60_000)
  // Counted where it is called: the test would see a request only a moment later.
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (...given) => {
      document.documentElement.dataset.asked = 'yes'
      return send(...given)
    }
  })
  await page.reload()
  // An answer without content leaves the page as it is: what it would do while it waits for the answer is seen at leisure.
  await page.route('**/code', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.continue(),
  )
  await page.fill('[name=code]', '123456')
  const sent = page.waitForResponse((response) => response.status() === 204)
  await submit(page)
  await sent
  await page.clock.runFor(30_000)
  expect(await page.getAttribute('html', 'data-asked')).toBeNull()
})

test('after five wrong codes there is nothing to type into, and the way to a new code is the first button', async () => {
  expectRefusedForm()
  const email = 'spent@example.test'
  const page = await (await browser.newContext()).newPage()
  await openCodePage(page, email)
  const right = await nextCode(world.mailbox, email)
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.fill('[name=code]', right === '000000' ? '111111' : '000000')
    await Promise.all([page.waitForNavigation(), submit(page)])
  }
  expect(await page.locator('[name=code]').count()).toBe(0)
  expect(await page.locator('button.primary').allInnerTexts()).toEqual(['Send a new code'])
})

test('after a mistake in the profile the focus is in the first wrong field, even where it was folded away', async () => {
  expectRefusedForm()
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${world.issuer}/account/profile`)
  await page.fill('[name=email]', 'focus@example.test')
  await submit(page)
  await page.fill('[name=code]', await nextCode(world.mailbox, 'focus@example.test'))
  await submit(page)
  await page.fill('[name=given_name]', 'Ada')
  await page.locator('main summary').click()
  await page.fill('[name=profile]', 'not an address')
  await submit(page)
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('profile')
})

test('a language that the browser sent is called by its name', async () => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await page.goto(`${world.issuer}/account/profile`)
  await page.fill('[name=email]', 'american@example.test')
  await submit(page)
  await page.fill('[name=code]', await nextCode(world.mailbox, 'american@example.test'))
  await submit(page)
  expect(await page.locator('[name=locale] option').allInnerTexts()).not.toContain('en-US')
  expect(await page.locator('[name=locale] option:checked').innerText()).toBe('American English')
})

test('in Arabic a version and a URL read from left to right', async () => {
  const email = 'arabic@example.test'
  const page = await (await browser.newContext({ locale: 'ar' })).newPage()
  await openCodePage(page, email)
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit(page)
  await page.locator('[name=accept_terms]').waitFor()
  /** How far the first and the last letter of a text are from the left edge. */
  const ends = (text: string) =>
    page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (at < 0) continue
        return [at, at + wanted.length - 1].map((offset) => {
          const range = document.createRange()
          range.setStart(node, offset)
          range.setEnd(node, offset + 1)
          return range.getBoundingClientRect().left
        })
      }
      return []
    }, text)
  const [first = 0, last = 0] = await ends('2026-10')
  expect(last).toBeGreaterThan(first)
  await page.goto(`${world.issuer}/account/profile`)
  const [scheme = 0, slash = 0] = await ends('https://')
  expect(slash).toBeGreaterThan(scheme)
})

test('a photo that is too large is made smaller, uploaded and shown, and nothing that a camera wrote stays', async () => {
  const email = 'photo@example.test'
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${world.issuer}/account/profile`)
  await page.fill('[name=email]', email)
  await submit(page)
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit(page)
  const photo = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 4000 })
    const context = canvas.getContext('2d')
    for (let count = 0; context && count < 3000; count++) {
      context.fillStyle = `hsl(${(count * 47) % 360} 60% 50%)`
      context.fillRect((count * 997) % 3000, (count * 613) % 4000, 300, 300)
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
    return blob && [...new Uint8Array(await blob.arrayBuffer())]
  })
  await page.setInputFiles('#picture-file', {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(photo ?? []),
  })
  await page.locator('button[value=upload]').click()
  const shown = page.locator('main img.avatar')
  await shown.waitFor()
  expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    768, 1024,
  ])
  await page.locator('button[value=remove]').click()
  await page.locator('main span.avatar').waitFor()
})
