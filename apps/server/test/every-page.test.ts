import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HTMLElement, type Node, parse, TextNode } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pseudoTags, writePseudoWords } from '../scripts/words/pseudo.mjs'
import { compose } from '../src/mail/compose.ts'
import { type MailBrand, mailKinds } from '../src/mail/messages.ts'
import { styleSheets } from '../src/pages/generated/style-sheets.ts'
import { Languages, type Words } from '../src/words/index.ts'
import { patternOf } from '../src/words/message.ts'
import { everyMail } from './support/every-mail.ts'
import {
  agentEnvironment,
  counts,
  type EveryPage,
  operatorAddress,
  preparePages,
  type RenderedPage,
} from './support/every-page.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// `npm run words:render [TAG...]`: every page and mail in every language, with every number. In a pseudo-language each letter of
// our words is another one, so what stays plain English is in no catalogue. `npm test` takes four languages:
// each kind of plural, either direction, and text without blanks.

const { tags: allTags } = new Languages()
const fourLanguages = ['en', 'ar', 'ja', 'ru']
const chosen = process.env.WORDS_RENDER?.split(',') ?? (process.env.TEST_ALL ? allTags : fourLanguages)
const tags = allTags.filter((tag) => chosen.includes(tag))

const folder = mkdtempSync(join(tmpdir(), 'vestibule-pseudo-'))
let world: TestWorld
let everyPage: EveryPage
/** The texts of each English page, without those that are the same in a pseudo-language: names, addresses, technical text. */
let english: Map<string, Set<string>>
const pseudo = new Map<string, RenderedPage[]>()
beforeAll(async () => {
  writePseudoWords(folder)
  world = await openTestWorld({
    WORDS_DIR: folder,
    OPERATORS: operatorAddress,
    IMPERSONATION: 'consent',
    ...agentEnvironment,
    SMS_URL: 'terminal',
    BRAND_LOGO_URL: 'https://logos.example.test/vestibule.svg',
  })
  everyPage = await preparePages(world)
  for (const tag of pseudoTags) pseudo.set(tag, await everyPage(tag))
  const accented = new Map(pseudo.get('en-XA')?.map(({ name, page }) => [name, new Set(textsOf(page.html))]))
  english = new Map(
    (await everyPage('en')).map(({ name, page }) => [
      name,
      new Set(plainWords(textsOf(page.html).filter((text) => !accented.get(name)?.has(text)))),
    ]),
  )
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Technical text, and what is written in another language on purpose. */
const notWords =
  'script, style, noscript, bdi, code, pre, time, textarea, [name=zoneinfo], [name=locale], select[name^="fields."], [name=of], [name=type], [name=unique], [name=allow], [name=required], [name=language], [name=ui_locales], [name=prompt], [name=client], .languages, svg, dd, [lang]:not(html)'

/** The texts of a page, attributes that are read out included, without technical text. */
function textsOf(page: HTMLElement): string[] {
  const html = parse(page.toString())
  // The title of a cell repeats what may be cut off in it, technical text as well.
  for (const cell of html.querySelectorAll('td[title]'))
    for (const technical of cell.querySelectorAll(notWords))
      cell.setAttribute('title', (cell.getAttribute('title') ?? '').replace(technical.text, ''))
  for (const element of html.querySelectorAll(notWords)) element.remove()
  const attributes = html
    .querySelectorAll('[aria-label], [placeholder], [alt], [title]')
    .flatMap((element) => ['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name) ?? ''))
  const texts = [...textNodesOf(html.querySelector('html') ?? html), ...attributes].map((text) => text.trim())
  return [...new Set(texts.filter((text) => /\p{L}/u.test(text)))]
}

const textNodesOf = (node: Node): string[] =>
  node instanceof TextNode ? [node.text] : node.childNodes.flatMap((child) => textNodesOf(child))

/** What pages show as it is: names, addresses, times, and what protocols and settings call something. */
const data =
  /Ticket 4711: the board stays empty|[\w.+-]+@[\w.-]+|https?:\S+|#[\da-f]{6}\b|\b(\w+\.example(\.test)?|Vestibule|Doorway|Notes|MacBook|blue|Sons|Grace Hopper|Television|Engine CLI|scim_\w+|engines|journey|localhost|Web App|Third Party|hybrid|machine|post|spa|web|third|Ada|Lovelace|Newton|Acme|Engines|Billing|Research|Journey|filler\w*|Next\.js|Nuxt|Remix|React Router|IDs?|CSV|JSON|DNS|TXT|URI|URL|UTC|PNG|JPEG|WebP|KB|PIN|JavaScript|OpenID|Connect|TLS|SMTP|SQLite|PostgreSQL|SDK|MB|API|AM|PM|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|ms|px|RS256|ES256|EdDSA|alg|kid)\b/g
const plainWords = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.replaceAll(data, ' ').replaceAll(/^[\s·:()]+|[\s·:()]+$/g, ''))
    .filter((text) => /\b[A-Za-z]{3,}\b/.test(text))

const unresolved = /\{\w*[},]|\bundefined\b|\bNaN\b|\[object|\bnull\b|#(?= session)/

/** Every plain text of a catalogue: a language may well have the English word. */
const textsIn = (words: object): string[] =>
  Object.values(words).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? textsIn(value) : [],
  )

/** The same for messages with values in them, such as "Version {version}". One without words of its own fits everything. */
const messagesIn = (words: object): RegExp[] =>
  Object.values(words).flatMap((value) => {
    if (typeof value === 'object' && value) return messagesIn(value)
    const pattern = typeof value === 'function' ? patternOf(value) : ''
    const plain = pattern.replaceAll(/\{\w+\}/g, '')
    if (!/\p{L}{3}/u.test(plain) || /[{}]/.test(plain)) return []
    return [
      new RegExp(
        `^${pattern
          .split(/\{\w+\}/)
          .map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
          .join('.+')}$`,
        'u',
      ),
    ]
  })

function problemsOf({ name, page }: RenderedPage, words: Pick<Words, 'lang' | 'dir'>): string[] {
  const html = page.html.querySelector('html')
  const said = [html?.getAttribute('lang'), html?.getAttribute('dir')].join(' ')
  const texts = textsOf(page.html)
  return [
    ...(said === `${words.lang} ${words.dir}` ? [] : [`is said to be in ${said}`]),
    ...(texts.length > 2 ? [] : [`has hardly any text (${page.status})`]),
    ...texts.filter((text) => unresolved.test(text)).map((text) => `unresolved: ${text}`),
  ].map((problem) => `${name}: ${problem}`)
}

const classesIn = (sheet: string): Set<string> => new Set(sheet.match(/(?<=\.)[a-z][a-z-]+(?=[^{}]*\{)/g))

test('a page may load images from nowhere but where its logos are', () => {
  for (const { name, page } of pseudo.get('en-XA') ?? []) {
    const [, allowed = ''] = /img-src ([^;]*)/.exec(page.headers.get('Content-Security-Policy') ?? '') ?? []
    const shown = page.html
      .querySelectorAll('img, link[rel=icon]')
      .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      .filter((url) => url.startsWith('https://'))
      .map((url) => new URL(url).origin)
    expect(allowed.split(' ').sort(), name).toEqual(["'self'", 'data:', ...new Set(shown)].sort())
  }
})

test('a page without the style sheet of wide pages needs nothing of it', () => {
  const everywhere = classesIn(styleSheets.style)
  const wideOnly = [...classesIn(styleSheets.wide)].filter((name) => !everywhere.has(name))
  expect(wideOnly).toContain('toolbar')
  for (const { name, page } of pseudo.get('en-XA') ?? []) {
    if (
      page.html.querySelectorAll('link[rel=stylesheet]').some((link) => link.getAttribute('href')?.includes('/wide-'))
    )
      continue
    const classes = page.html.querySelectorAll('[class]').flatMap((element) => [...element.classList.values()])
    expect(
      classes.filter((used) => wideOnly.includes(used)),
      name,
    ).toEqual([])
  }
})

describe.each(pseudoTags)('in %s', (tag) => {
  test('no page has words that are in no catalogue', () => {
    const pages = pseudo.get(tag) ?? []
    expect(pages.length).toBeGreaterThan(150)
    const dir = tag === 'ar-XB' ? 'rtl' : 'ltr'
    const found = pages.flatMap((rendered) => [
      ...problemsOf(rendered, { lang: tag, dir }),
      ...plainWords(textsOf(rendered.page.html)).map((text) => `${rendered.name}: ${text}`),
    ])
    expect(found).toEqual([])
  })

  test('no mail has them', () => {
    for (const mail of everyMail(tag)) {
      const { subject, text, html } = compose(mail, brand, world.deps.languages)
      expect(
        plainWords([subject, ...text.split('\n')]).filter((line) => !line.startsWith('@')),
        mail.kind,
      ).toEqual([])
      expect(html, mail.kind).toContain(`lang="${tag}"`)
    }
  })
})

const brand: MailBrand = { name: 'Doorway', issuer: 'https://id.example.test', color: '#1f6f54', textColor: '#ffffff' }

describe.each(tags)('in %s', (tag) => {
  test('every page is whole, with every number', async () => {
    const words = world.deps.languages.wordsFor([tag])
    const own = new Set(plainWords(textsIn(words)))
    const messages = messagesIn(words)
    const isOwn = (text: string) =>
      text.split(': ').every((part) => own.has(part) || !/[A-Za-z]/.test(part)) ||
      messages.some((message) => message.test(text))
    const found = (await everyPage(tag)).flatMap((rendered) => {
      const { name, page } = rendered
      const fallbacks = plainWords(textsOf(page.html)).filter((text) => english.get(name)?.has(text) && !isOwn(text))
      return [
        ...problemsOf(rendered, words),
        ...(tag === 'en' ? [] : fallbacks.map((text) => `${name}: in English: ${text}`)),
      ]
    })
    expect(found).toEqual([])
  })

  test('every mail is whole', () => {
    const languages = world.deps.languages
    const dir = languages.wordsFor([tag]).dir
    const kinds = new Set<string>()
    for (const [index, mail] of everyMail(tag).entries()) {
      kinds.add(mail.kind)
      const { subject, text, html } = compose(mail, brand, languages)
      const [inEnglish] = [compose({ ...everyMail('en')[index], locales: ['en'] } as typeof mail, brand, languages)]
      const root = parse(html).querySelector('html')
      expect([root?.getAttribute('lang'), root?.getAttribute('dir')], mail.kind).toEqual([tag, dir])
      expect(`${subject}\n${text}`, mail.kind).not.toMatch(unresolved)
      if (tag === 'en') continue
      expect(subject, mail.kind).not.toBe(inEnglish.subject)
      const lines = new Set(inEnglish.text.split('\n').filter((line) => plainWords([line]).length > 0))
      expect(
        text.split('\n').filter((line) => lines.has(line) && !/https?:|^@/.test(line)),
        mail.kind,
      ).toEqual([])
    }
    expect([...mailKinds].filter((kind) => !kinds.has(kind) && kind !== 'test')).toEqual([])
  })
})

test('the pages are rendered for these numbers', () => {
  expect(counts).toEqual([0, 1, 2, 5, 11, 21, 100])
})
