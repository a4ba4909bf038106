import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, redirectUri, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openChromium } from './support.ts'

// Text twice as large as usual on a phone, in the languages with the longest words, marks above and below the letters, or another
// direction: nothing is wider than the screen. With PICTURES=FOLDER the pages are saved as pictures there.

const languages = [
  'en',
  'de',
  'fi',
  'th',
  'ar',
  'he',
  ...(process.env.TEST_ALL ? ['hi', 'hu', 'nl', 'ru', 'sv', 'vi', 'ja', 'ko'] : []),
]
const width = 360
let world: TestWorld
let browser: Browser
beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: languages.map((language) => `olga-${language}@example.test`).join(','),
    ONBOARDING: 'terms,profile,organization,team',
    IMPERSONATION: 'consent',
    PRIVACY_URL: 'https://example.test/privacy',
  })
  browser = await openChromium(['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** What reaches beyond the screen, and text that is wider than its button or heading. */
const tooLarge = (page: Page) =>
  page.evaluate((limit) => {
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.trim().slice(0, 60)}`
    const found: string[] = []
    if (document.documentElement.scrollWidth > limit) found.push(`page: ${document.documentElement.scrollWidth} px`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('.sr-only, .invisible, script, svg') || !element.checkVisibility()) continue
      const { left, right } = element.getBoundingClientRect()
      if (left < -0.5 || right > limit + 0.5) found.push(name(element))
      const isBox = element.matches('h1, h2, h3, button, a.button, label, summary, .tag') && element.clientWidth > 0
      if (isBox && element.scrollWidth > element.clientWidth + 1) found.push(`wider than its box: ${name(element)}`)
    }
    return found
  }, width)

/** The narrowest distance between lines of a heading or button, as a multiple of the size of its text. */
const lineHeight = (page: Page) =>
  page.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('h1, h2, h3, button')].map((element) => {
        const { lineHeight, fontSize } = getComputedStyle(element)
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
      }),
    ),
  )

describe.each(languages)('twice as large on a phone, in %s', (language) => {
  let context: BrowserContext
  let page: Page
  const problems: string[] = []
  const email = `olga-${language}@example.test`
  beforeAll(async () => {
    context = await browser.newContext({ locale: language, viewport: { width, height: 740 } })
    page = await context.newPage()
  })
  afterAll(() => context?.close())

  async function inspect(name: string) {
    await page.locator('h1').first().waitFor()
    const found = [
      await page.evaluate('getComputedStyle(document.documentElement).fontSize'),
      ...(await tooLarge(page)),
    ]
    if (found.shift() !== '32px') problems.push(`${name}: the text is not larger`)
    for (const one of found) problems.push(`${name}: ${one}`)
    const lang = await page.getAttribute('html', 'lang')
    if (/^(th|hi|vi)$/.test(lang ?? '') && (await lineHeight(page)) < 1.5) problems.push(`${name}: lines are too close`)
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/${language}-${name.replaceAll(/\W+/g, '-')}.png`,
        fullPage: true,
      })
  }
  const next = () => Promise.all([page.waitForNavigation(), page.locator('main button.primary').first().click()])
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(`${world.issuer}${path}`)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      await inspect(path || '/')
    }
  }

  test('no page is wider than the screen', async () => {
    const query = { client_id: 'web', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }
    await page.goto(`${world.issuer}/authorize?${new URLSearchParams(query)}`)
    await page.locator('.languages summary').click()
    await inspect('sign-in')
    await page.fill('[name=email]', email)
    await next()
    await inspect('code')
    await page.fill('[name=code]', await nextCode(world.mailbox, email))
    await page.locator('[name=accept_terms]').waitFor()
    await inspect('terms')
    await page.check('[name=accept_terms]')
    await next()
    await inspect('profile')
    await page.fill('[name=given_name]', 'Olga')
    await next()
    await inspect('organization')
    await page.fill('[name=organization_name]', `Donaudampfschifffahrtsgesellschaft ${language}`)
    await next()
    await inspect('team')
    const slug = `donaudampfschifffahrtsgesellschaft-${language}`
    await visit(
      ['', '/addresses', '/passkeys', '/recovery', '/sessions', '/applications', '/organizations', '/data'].map(
        (path) => `/account${path}`,
      ),
    )
    await visit(
      ['', '/teams', '/invitations', '/requests', '/domains', '/settings', '/audit'].map(
        (path) => `/organizations/${slug}${path}`,
      ),
    )
    await visit(['/authorize?client_id=nobody', '/sign-in/unknown', '/logout', '/'])
    await visit(['/admin', '/admin/why?address=somebody.with.a.very.long.name@a-long-company-name.example.test'])
    if (process.env.TEST_ALL)
      await visit(
        ['/people', '/organizations', '/applications', '/applications/new', '/mail', '/webhooks', '/audit', '/themes']
          .concat(['/operators', '/keys', '/health', '/preview', `/organizations/${slug}`])
          .map((path) => `/admin${path}`),
      )
    expect(problems).toEqual([])
  })
})
