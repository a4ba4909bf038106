import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadLanguages } from '../src/words/index.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld } from './support/world.ts'

// WORDS_DIR: an operator changes a sentence, or adds a language, by a file.

const root = mkdtempSync(join(tmpdir(), 'vestibule-words-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
/** A folder with these files; what is no text is written as JSON. */
function folderWith(files: Record<string, unknown>): string {
  count += 1
  const folder = join(root, `words-${count}`)
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

/** The file that docs/languages.md shows. */
const documented = /```json\n([\s\S]*?)```/.exec(
  readFileSync(join(import.meta.dirname, '../../../docs/languages.md'), 'utf8'),
)?.[1]

test('a sentence is replaced on pages and in mails, and what is not replaced stays', async () => {
  const folder = folderWith({
    'de.json': documented,
    'de/sign-in.json': { code: { intro: 'An {address}: {digits, number} Ziffern.' } },
    'README.md': 'What these are.',
  })
  const world = await openTestWorld({ WORDS_DIR: folder })
  const browser = world.browser({ 'Accept-Language': 'de-AT' })
  const page = await world.authorize(browser)
  expect(page.html.querySelector('h1')?.text).toBe('Willkommen bei Acme')
  expect(page.text).toContain('Weiter')
  await browser.submit({ email: 'ada@example.test' })
  expect(browser.current?.html.querySelector('main')?.text).toContain('An ada@example.test: 6 Ziffern.')
  const mail = await world.mailbox.take('ada@example.test')
  expect(mail.subject).toMatch(/: Ihr Code$/)
  await browser.submit({ code: codeIn(mail) })
  expect(browser.current?.status).toBe(200)
  expect((await world.authorize(world.browser())).html.querySelector('h1')?.text).toBe('Sign in')
  await world.close()
})

test('a language is added: it is announced, offered and taken; what it lacks is in English', async () => {
  const folder = folderWith({ 'cy.json': { email: { title: 'Mewngofnodi' }, continue: 'Parhau' } })
  const { languages, notes } = await loadLanguages(folder)
  expect(notes).toEqual([expect.stringMatching(/^cy: \d+ messages are in English, such as /)])
  expect(languages.choices.at(-1)).toEqual({ tag: 'cy', name: 'Cymraeg' })
  const world = await openTestWorld({ WORDS_DIR: folder })
  const page = await world.authorize(world.browser({ 'Accept-Language': 'cy-GB,en;q=0.5' }))
  expect(page.html.querySelector('html')?.getAttribute('lang')).toBe('cy')
  expect(page.html.querySelector('h1')?.text).toBe('Mewngofnodi')
  expect(page.text).toContain('There is no password to remember.')
  const metadata = await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()
  expect((metadata as { ui_locales_supported: string[] }).ui_locales_supported).toContain('cy')
  await world.close()
})

test('a language that is written from right to left is shown so', async () => {
  const { languages } = await loadLanguages(folderWith({ 'fa.json': { continue: 'ادامه' } }))
  expect(languages.wordsFor(['fa-IR'])).toMatchObject({ lang: 'fa', dir: 'rtl', continue: 'ادامه' })
})

describe('mistakes', () => {
  test('are found in all files at once, and named by file and key', async () => {
    const { mistakes } = await loadLanguages(
      folderWith({
        'de.json': { email: { title: '<b>Hallo</b>', subtitle: 'x' } },
        'pl/sign-in.json': { code: { triesLeft: '{count, plural, one {#} other {#}}' } },
        'fr.json': '{ not JSON',
        'pt_BR.json': {},
        'PT-br.json': {},
      }),
    )
    expect(mistakes).toEqual([
      'PT-br.json: PT-br is not a language tag: write pt-BR',
      'fr.json: is not JSON',
      'pt_BR.json: pt_BR is not a language tag, such as de or pt-BR',
      'de.json: email.title has markup: < > & are not allowed',
      'de.json: email.subtitle is not a key of the English words',
      'pl/sign-in.json: code.triesLeft lacks the plural form few, many of {count}',
    ])
  })

  test('keep a server from starting, with all of them in the message', async () => {
    const folder = folderWith({ 'de.json': { code: { intro: 'Ohne Platzhalter', label: '' } } })
    const start = openTestWorld({ WORDS_DIR: folder })
    await expect(start).rejects.toThrow(
      /WORDS_DIR: has mistakes:\n {4}de\.json: code\.intro lacks \{digits\}[\s\S]*lacks \{address\}[\s\S]*code\.label is empty/,
    )
  })

  test('a folder that is not there is one of them', async () => {
    const { mistakes } = await loadLanguages(join(root, 'nowhere'))
    expect(mistakes).toEqual([`${join(root, 'nowhere')}: is not a folder that can be read`])
  })

  test('a file of the wrong kind or size is named, however many mistakes are in the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 70_000 }, (_, index) => [`key${index}`, '']))
    const folder = folderWith({
      'de.json': many,
      'de/large.json': `{"text":"${'x'.repeat(1_000_000)}"}`,
      'fr.json': many,
    })
    symlinkSync('pl.json', join(folder, 'pl.json'))
    symlinkSync('/dev/zero', join(folder, 'it.json'))
    const { mistakes } = await loadLanguages(folder)
    expect(mistakes).toHaveLength(140_003)
    expect(mistakes).toEqual(
      expect.arrayContaining([
        'de/large.json: is larger than a megabyte',
        'it.json: cannot be read',
        'pl.json: cannot be read',
      ]),
    )
  })

  test('a folder of a language may be a symbolic link', async () => {
    const folder = folderWith({})
    symlinkSync(folderWith({ 'mistyped.json': { code: { label: '' } } }), join(folder, 'de'))
    expect((await loadLanguages(folder)).mistakes).toEqual(['de/mistyped.json: code.label is empty'])
  })

  test('a key of every object does no harm', async () => {
    const folder = folderWith({ 'de.json': '{"__proto__": {"polluted": "x"}, "constructor": "y"}' })
    const { mistakes } = await loadLanguages(folder)
    expect(mistakes).toHaveLength(2)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})
