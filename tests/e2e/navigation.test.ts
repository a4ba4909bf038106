import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageTags } from '../../apps/server/src/words/generated/words.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openStrictBrowser } from './strict-browser.ts'

// What is measured in a language is measured in six of them by `npm test`, and in all by `npm run test:all`.

// The ways between the pages of a signed-in person, in a browser: the menu at the head, the sections of the console, and the
// tabs of an organization, which are one line in every language.

const languages = process.env.TEST_ALL ? languageTags : (['en', 'de', 'fi', 'th', 'ar', 'he'] as const)

let world: TestWorld
let browser: Browser
let cookies: { name: string; value: string; url: string }[]
let organizationId: string
beforeAll(async () => {
  world = await openTestWorld(
    { OPERATORS: 'olga@example.test', OIDC_CLIENT_0_INITIATE_LOGIN_URI: 'https://notes.example.test/login' },
    { clock: 'running' },
  )
  const signedIn = await world.signIn({ email: 'olga@example.test', organization: 'Northwind' })
  await world.redeem(signedIn.code)
  cookies = [...signedIn.browser.cookies].map(([name, value]) => ({ name, value, url: world.issuer }))
  organizationId = (await world.deps.db.prisma.organization.findFirstOrThrow()).id
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

async function open(width: number, javaScriptEnabled: boolean): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled })
  await context.addCookies(cookies)
  return { context, page: await context.newPage() }
}

const speak = (locale: string | null) => world.deps.db.prisma.user.updateMany({ data: { locale } })
const path = (page: Page) => new URL(page.url()).pathname

test.each([true, false])('the menu and the sections by keyboard alone, with scripts: %s', async (scripts) => {
  const { page, context } = await open(1280, scripts)
  await page.goto(`${world.issuer}/admin`)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  const menu = page.locator('.person-menu')
  // The logo, the search and its button come before it.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await menu.getAttribute('open')).toBe('')
  const links = ['Your account', 'Console', 'Northwind', 'Sign out']
  for (const link of links) {
    await page.keyboard.press('Tab')
    expect(await focused()).toContain(link)
  }
  if (scripts) {
    await page.keyboard.press('Escape')
    expect(await menu.getAttribute('open')).toBeNull()
    await page.keyboard.press('Enter')
    await page.locator('h1').click()
    expect(await menu.getAttribute('open')).toBeNull()
    await menu.locator('summary').click()
  }
  await menu.getByRole('link', { name: 'Northwind' }).click()
  expect(path(page)).toBe('/organizations/northwind')
  await page.locator('header a.home').click()
  expect(path(page)).toBe('/account')
  await context.close()
})

test('where it is narrow, the sections are a menu, and the address is only read aloud', async () => {
  const { page, context } = await open(360, false)
  await page.goto(`${world.issuer}/admin/mail`)
  expect(await page.locator('.section-list').isVisible()).toBe(false)
  await page.locator('.section-menu summary').click()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Keys', exact: true }).click()
  expect(path(page)).toBe('/admin/keys')
  const menu = page.locator('.person-menu summary')
  expect(await menu.innerText()).toContain('olga@example.test')
  await menu.click()
  const box = await page.locator('.person-menu > div').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  await context.close()
})

test('in every language, the tabs of an organization are one line that begins at the current one', async () => {
  for (const width of [1280, 360]) {
    const { page, context } = await open(width, true)
    for (const language of languages) {
      await speak(language)
      for (const tab of ['', '/domains', '/audit']) {
        await page.goto(`${world.issuer}/admin/organizations/${organizationId}${tab}`)
        const seen = await page.evaluate(() => {
          const line = document.querySelector('.page-links') as HTMLElement
          const tops = [...line.querySelectorAll('a')].map((link) => Math.round(link.getBoundingClientRect().top))
          const [outer, inner] = [line, line.querySelector('[aria-current]') as HTMLElement].map((element) =>
            element.getBoundingClientRect(),
          ) as [DOMRect, DOMRect]
          return {
            lines: new Set(tops).size,
            inView: inner.left >= outer.left - 1 && inner.right <= outer.right + 1,
            overflow: document.documentElement.scrollWidth > innerWidth,
          }
        })
        expect(seen, `${language} ${width} ${tab}`).toEqual({ lines: 1, inView: true, overflow: false })
      }
    }
    await context.close()
  }
  await speak(null)
}, 240_000)

test('the menu, the overview and the organizations of an account overflow in no language', async () => {
  const { page, context } = await open(360, false)
  for (const language of languages) {
    await speak(language)
    for (const address of ['/admin', '/account/organizations']) {
      await page.goto(`${world.issuer}${address}`)
      await page.locator('.person-menu summary').click()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${language} ${address}`).toBe(0)
    }
  }
  await speak(null)
  await context.close()
}, 240_000)
