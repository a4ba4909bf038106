import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Languages } from '../../apps/server/src/words/index.ts'
import type { RenderedPage } from '../../apps/server/test/support/every-page.ts'
import type { TestWorld } from '../../apps/server/test/support/world.ts'
import { openPages, openShelf } from './rendered-pages.ts'
import { openChromium } from './support.ts'

// Text twice as large as usual on a phone, on every page, in the languages with the longest words, marks above and below the letters,
// or another direction, and with TEST_ALL in every language: nothing is wider than the screen. With PICTURES=FOLDER the pages are
// saved as pictures there.

const languages = process.env.TEST_ALL ? new Languages().tags : ['en', 'de', 'fi', 'th', 'ar', 'he']
const width = 360
let world: TestWorld
let take: (tag: string) => Promise<RenderedPage[]>
const taken = new Map<string, Promise<RenderedPage[]>>()
const pagesIn = (tag: string): Promise<RenderedPage[]> => {
  const pages = taken.get(tag) ?? take(tag)
  taken.set(tag, pages)
  return pages
}
let browser: Browser
beforeAll(async () => {
  ;({ world, take } = await openPages())
  browser = await openChromium(['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** What reaches beyond the screen, and text that is wider than its button or heading. What is folded is unfolded before. */
const tooLarge = (page: Page) =>
  page.evaluate((limit) => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.trim().slice(0, 60)}`
    const boxesOf = (element: Element): Element[] =>
      element === document.body ? [] : [element, ...boxesOf(element.parentElement ?? document.body)]
    /** Only read aloud. */
    const isUnseen = (element: Element) =>
      boxesOf(element).some((box) => getComputedStyle(box).clipPath === 'inset(50%)')
    /** Within a box that scrolls by itself, such as a row of tabs. */
    const scrolls = (element: Element) =>
      boxesOf(element).some((box) => box !== element && /auto|scroll/.test(getComputedStyle(box).overflowX))
    const found: string[] = []
    if (document.documentElement.scrollWidth > limit) found.push(`page: ${document.documentElement.scrollWidth} px`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right } = element.getBoundingClientRect()
      const reachesBeyond = left < -0.5 || right > limit + 0.5
      const isBox = element.matches('h1, h2, h3, button, a.button, label, summary, .tag') && element.clientWidth > 0
      const isTooNarrow = isBox && element.scrollWidth > element.clientWidth + 1
      if (!reachesBeyond && !isTooNarrow) continue
      if (element.closest('.invisible, script, svg') || !element.checkVisibility() || isUnseen(element)) continue
      if (reachesBeyond && !scrolls(element)) found.push(name(element))
      if (isTooNarrow) found.push(`wider than its box: ${name(element)}`)
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

async function problemsOf(page: Page, language: string): Promise<string[]> {
  const size = await page.evaluate('getComputedStyle(document.documentElement).fontSize')
  return [
    ...(size === '32px' ? [] : ['the text is not larger']),
    ...(await tooLarge(page)),
    ...(/^(th|hi|vi)$/.test(language) && (await lineHeight(page)) < 1.5 ? ['lines are too close'] : []),
  ]
}

test.each(languages)(
  'twice as large on a phone, no page is wider than the screen: %s',
  {
    timeout: 300_000,
  },
  async (language) => {
    const problems: string[] = []
    const shelf = await openShelf(browser, world, { locale: language, viewport: { width, height: 740 } })
    const pages = await pagesIn(language)
    expect(pages.length).toBeGreaterThan(100)
    for (const rendered of pages) {
      const page = await shelf.show(rendered)
      for (const problem of await problemsOf(page, language)) problems.push(`${rendered.name}: ${problem}`)
      if (process.env.PICTURES)
        await page.screenshot({
          path: `${process.env.PICTURES}/${language}-${rendered.name.replaceAll(/\W+/g, '-').slice(0, 100)}.png`,
          fullPage: true,
        })
    }
    await shelf.close()
    expect(problems).toEqual([])
  },
)

/** The words of a head are longer than its column is wide. */
const cutHeads = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.table th')].flatMap((head) =>
      head.scrollWidth > head.clientWidth + 1
        ? [`${head.textContent}: ${head.scrollWidth} in ${head.clientWidth} px`]
        : [],
    ),
  )

test.each(['de', ...(process.env.TEST_ALL ? ['en', 'fi', 'fr', 'ru'] : [])])(
  'on a desk, the heads of tables have room for their words: %s',
  async (language) => {
    const desk = await openChromium()
    const shelf = await openShelf(desk, world, { locale: language, viewport: { width: 1280, height: 800 } })
    const problems: string[] = []
    const tables = (await pagesIn(language)).filter(({ page }) => page.text.includes('<th'))
    expect(tables.length).toBeGreaterThan(10)
    for (const rendered of tables)
      for (const head of await cutHeads(await shelf.show(rendered))) problems.push(`${rendered.name}: ${head}`)
    await desk.close()
    expect(problems).toEqual([])
  },
)
