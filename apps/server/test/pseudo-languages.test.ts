import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pseudoTags, writePseudoWords } from '../scripts/words/pseudo.mjs'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

// In a pseudo-language every letter of our words is another one. What is plain English on a page is in no catalogue.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-pseudo-'))
let world: TestWorld
beforeAll(async () => {
  writePseudoWords(folder)
  world = await openTestWorld({ WORDS_DIR: folder, OPERATORS: 'operator@example.test', IMPERSONATION: 'consent' })
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What pages show as it is: names, addresses, times, and what protocols and settings call something. */
const data =
  /[\w.+-]+@[\w.-]+|https?:\S+|\b(Vestibule|localhost|Web App|Third Party|hybrid|machine|post|spa|web|third|Ada|Lovelace|Next\.js|Nuxt|Remix|React Router|IDs?|CSV|JSON|DNS|TXT|URI|URL|UTC|PNG|JPEG|WebP|KB|PIN|JavaScript|OpenID|Connect|TLS|SMTP|SQLite|PostgreSQL|SDK|MB|API|AM|PM|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|ms|px|RS256|ES256|EdDSA)\b/g

/** The plain words of a page, without technical text and what names itself in another language. */
function plainWords(page: string): string[] {
  const html = parse(page)
  for (const element of html.querySelectorAll(
    'script, style, noscript, bdi, code, pre, time, textarea, [name=zoneinfo], [name=locale], [name=language], [name=client], .languages, svg, dd',
  ))
    element.remove()
  for (const element of html.querySelectorAll('body [lang]')) element.remove()
  const attributes = html
    .querySelectorAll('[aria-label], [placeholder], img[alt]')
    .map((element) => ['aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '').join(' '))
  const text = [html.querySelector('body')?.structuredText ?? '', ...attributes].join(' ').replaceAll(data, ' ')
  return [...new Set(text.match(/\b[A-Za-z]{3,}\b/g) ?? [])]
}

const expectTranslated = (browser: PlainBrowser) => {
  const { current } = browser
  expect(current?.status, current?.location).toBe(200)
  expect(plainWords(current?.text ?? ''), current?.location).toEqual([])
}

describe.each(pseudoTags)('in %s', (tag) => {
  const fresh = () => world.browser({ 'Accept-Language': tag })

  test('no step of a sign-in has words that are in no catalogue', async () => {
    const { email } = someone()
    const browser = fresh()
    await world.authorize(browser)
    expect(browser.current?.html.querySelector('html')?.getAttribute('dir')).toBe(tag === 'ar-XB' ? 'rtl' : 'ltr')
    expectTranslated(browser)
    await browser.submit({ email })
    expectTranslated(browser)
    const mail = await world.mailbox.take(email)
    expect(`${mail.subject} ${mail.text}`.replaceAll(data, ' ').match(/\b[A-Za-z]{3,}\b/g)).toBeNull()
    await browser.submit({ code: codeIn(mail) })
    expectTranslated(browser)
    await browser.submit({ accept_terms: 'on' })
    expectTranslated(browser)
    await browser.submit({ given_name: 'Ada', family_name: 'Lovelace' })
    expectTranslated(browser)
  })

  test('no page of the account and the console has them', { timeout: 120_000 }, async () => {
    const operator = await accountOf(world).byMail('operator@example.test', fresh())
    const seen = new Set<string>()
    const waiting = ['/account', '/admin']
    for (let path = waiting.shift(); path && seen.size < 40; path = waiting.shift()) {
      if (seen.has(path)) continue
      seen.add(path)
      await operator.browser.go(`${world.issuer}${path}`)
      expectTranslated(operator.browser)
      for (const link of operator.browser.current?.html.querySelectorAll('nav a[href], main a[href]') ?? []) {
        const href = link.getAttribute('href') ?? ''
        if (/^\/(account|admin|organizations)[\w/-]*$/.test(href) && !/export|csv|download/.test(href))
          waiting.push(href)
      }
    }
    expect(seen.size).toBeGreaterThan(15)
  })
})
