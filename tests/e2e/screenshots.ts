// `npm run screenshots [language]`: every page at 360 and 1280 px, light and dark, into /screenshots, which git ignores, and sheets with
// twenty of them each, to be looked at.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { openPages, openShelf } from './rendered-pages.ts'
import { fillWithPeople } from './sample-data.ts'
import { openChromium } from './support.ts'

const folder = join(import.meta.dirname, '../../screenshots')
const [language = 'en'] = process.argv.slice(2)
/** How wide a page is, how much of it is on a sheet, and how many of them are beside each other there. */
const shapes = [
  { width: 360, height: 1100, columns: 10 },
  { width: 1280, height: 1000, columns: 5 },
] as const
const perSheet = 20

interface Picture {
  name: string
  path: string
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function saveSheet(browser: Browser, pictures: readonly Picture[], columns: number, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1900, height: 1000 } })
  const figures = pictures.map(
    ({ name, path }) =>
      `<figure><figcaption>${escapeText(name)}</figcaption><img src="${pathToFileURL(path).href}"></figure>`,
  )
  const style = `body{display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px;margin:8px;background:#888}
    figure{margin:0}img{width:100%}figcaption{font:12px sans-serif;overflow:hidden;white-space:nowrap}`
  // From a file, since only then may the page load other files.
  const sheet = `${path}.html`
  writeFileSync(sheet, `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('')}`)
  await page.goto(pathToFileURL(sheet).href)
  await page.screenshot({ path, fullPage: true })
  rmSync(sheet)
  await page.close()
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'sheets'), { recursive: true })
const { world, take } = await openPages()
await fillWithPeople(world)
const browser = await openChromium()
const pages = await take(language)
for (const { width, height, columns } of shapes)
  for (const colorScheme of ['light', 'dark'] as const) {
    const shelf = await openShelf(browser, world, {
      colorScheme,
      viewport: { width, height: width === 360 ? 740 : 800 },
    })
    const pictures: Picture[] = []
    for (const [index, rendered] of pages.entries()) {
      const page = await shelf.show(rendered)
      const file = `${String(index).padStart(3, '0')}-${rendered.name.replaceAll(/\W+/g, '-').slice(0, 80)}-${width}-${colorScheme}.png`
      const path = join(folder, file)
      await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height } })
      pictures.push({ name: rendered.name, path })
    }
    await shelf.close()
    for (let start = 0; start < pictures.length; start += perSheet) {
      const path = join(folder, 'sheets', `${width}-${colorScheme}-${String(start / perSheet).padStart(2, '0')}.png`)
      await saveSheet(browser, pictures.slice(start, start + perSheet), columns, path)
    }
  }
console.log(`screenshots are in ${folder}`)
await browser.close()
await world.close()
process.exit(0)
