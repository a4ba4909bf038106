// `npm run pictures:mails [language ...]`: every kind of mail at 360 and 640 px, light and dark, into /screenshots/mails, which git
// ignores. Without a language: all of them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accentOnly, accentsOf, defaultAccent } from '../../apps/server/src/config/color.ts'
import { compose } from '../../apps/server/src/mail/compose.ts'
import { Languages } from '../../apps/server/src/words/index.ts'
import { everyMail } from '../../apps/server/test/support/every-mail.ts'
import { openChromium } from './support.ts'

const folder = join(import.meta.dirname, '../../screenshots/mails')
const issuer = 'https://id.example.test'
const languages = new Languages()
const { fill: color, text: textColor } = accentsOf(accentOnly(defaultAccent)).light
const brand = { name: 'Doorway', issuer, color, textColor, logo: { url: `${issuer}/logo.svg`, alt: '' } }
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" rx="8" fill="${color}"/><path d="M11 25V9h10v16" fill="none" stroke="${textColor}" stroke-width="3"/></svg>`

const wanted = process.argv.slice(2)
const unknown = wanted.filter((tag) => !languages.tags.includes(tag))
if (unknown.length > 0) throw new Error(`no words in ${unknown.join(', ')}; there are ${languages.tags.join(' ')}`)

const browser = await openChromium()
const page = await (await browser.newContext()).newPage()
await page.route(`${issuer}/**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: logo }))
/** Mails that stick out of a small screen. */
const wide: string[] = []
let count = 0
for (const tag of wanted.length > 0 ? wanted : languages.tags) {
  mkdirSync(join(folder, tag), { recursive: true })
  for (const [index, mail] of everyMail(tag).entries()) {
    const { html } = compose({ ...mail, zone: 'Europe/Berlin' }, brand, languages, 'Chrome · Linux')
    const name = `${String(index + 1).padStart(2, '0')}-${'event' in mail ? mail.event : mail.kind}`
    await page.setContent(html)
    for (const width of [360, 640])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 400 })
        await page.screenshot({ path: join(folder, tag, `${name}-${width}-${colorScheme}.png`), fullPage: true })
        count++
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) wide.push(`${tag}/${name} at ${width} px by ${overflow} px`)
      }
  }
}
await browser.close()
console.log(`${count} pictures are in ${folder}`)
if (wide.length > 0) {
  console.error(`wider than the screen:\n${wide.join('\n')}`)
  process.exitCode = 1
}
