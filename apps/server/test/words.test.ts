import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { readValues } from '../src/flows/platform/themes/values.ts'
import { doneNoticeText } from '../src/pages/done-notices.ts'
import { compileCatalogue } from '../src/words/compile-catalogue.ts'
import { numberFormat, timeFormat } from '../src/words/dates.ts'
import { Languages } from '../src/words/index.ts'
import { currentTags, LanguageMatcher } from '../src/words/match.ts'
import { callable, LanguageFormat, type Messages } from '../src/words/message.ts'

const folder = join(import.meta.dirname, '../words')
const languages = new Languages()

type Tree = { [key: string]: string | Tree }
const isText = (value: string | Tree | undefined): value is string => typeof value === 'string'

/** The messages of a language as they are in the repository, in the shape of its words. */
function sourcesOf(tag: string): { pages: Tree; mails: Tree } {
  const files = readdirSync(join(folder, tag)).map((name) => readFileSync(join(folder, tag, name), 'utf8'))
  const { mails, ...pages } = Object.assign({}, ...files.map((text) => JSON.parse(text) as Tree))
  return { pages, mails }
}

/** Every message with what the server makes of it. */
const pairsOf = (tree: Tree, words: object, path: string[] = []): [key: string, source: string, compiled: unknown][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const compiled = (words as Record<string, unknown>)[key]
    const place = [...path, key]
    return isText(value) ? [[place.join('.'), value, compiled] as const] : pairsOf(value, compiled as object, place)
  }) as [string, string, unknown][]

const pairs = (tag: string) => {
  const { pages, mails } = sourcesOf(tag)
  return [...pairsOf(pages, languages.wordsFor([tag])), ...pairsOf(mails, languages.mailWordsFor([tag]), ['mails'])]
}

const numbers = [0, 1, 2, 5, 11, 21, 100, 1.5]
const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

describe.each(languages.tags)('the words in %s', (tag) => {
  test('say what another implementation of MessageFormat makes of them, for every number', () => {
    for (const [key, source, compiled] of pairs(tag)) {
      const oracle = new IntlMessageFormat(source, `${tag}-u-nu-latn`, undefined, { ignoreTag: true })
      const names = [...source.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name)
      for (const number of names.length > 0 ? numbers : [1]) {
        const values = Object.fromEntries(names.map((name) => [name, valueFor(source, name, number)]))
        const said = typeof compiled === 'function' ? compiled(values) : compiled
        expect(withoutIsolates(String(said)), key).toBe(oracle.format(values))
      }
    }
  })

  test('are whole: no key falls back to English', () => {
    const english = pairs('en').map(([key]) => key)
    const keys = pairs(tag).map(([key]) => key)
    expect(keys.sort()).toEqual(english.sort())
  })

  test('keep what is put in apart from right-to-left text', () => {
    const words = languages.wordsFor([tag])
    const name = words.dir === 'rtl' ? '\u2068Acme (UK)\u2069' : 'Acme (UK)'
    expect(words.signInTo({ application: 'Acme (UK)' })).toContain(name)
  })

  test('are announced by a language tag in its canonical form', () => {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    expect(languages.wordsFor([tag])).toMatchObject({
      lang: tag,
      dir: /^(ar|he)/.test(tag) ? 'rtl' : 'ltr',
    })
  })
})

test('every key of the English words is named somewhere in the sources', () => {
  const sources = join(import.meta.dirname, '../src')
  const text = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'))
    .map((path) => readFileSync(join(sources, path), 'utf8'))
    .join('\n')
  const named = new Set(text.match(/[\w.:-]+/g)?.flatMap((word) => [word, ...word.split(/[.:]/)]))
  const leaves = (tree: Tree): string[] =>
    Object.entries(tree).flatMap(([key, value]) => (isText(value) ? [key] : leaves(value)))
  const { pages, mails } = sourcesOf('en')
  expect(leaves({ ...pages, mails }).filter((key) => !named.has(key))).toEqual([])
})

const valueFor = (source: string, name: string, number: number): string | number =>
  new RegExp(`\\{${name}, (number|plural)`).test(source) ? number : `<${name} & ${number}>`

test('what an act says names everything that its sentence has a place for', () => {
  const words = languages.wordsFor(['en'])
  for (const [done, sentence] of Object.entries(sourcesOf('en').pages.done as Tree)) {
    const about = ['Ada', 'Acme'].map((name, index) => `${name} ${index}`)
    const said = doneNoticeText({ words, done, about })
    expect(said, done).not.toMatch(/undefined|[{}]/)
    for (const [index] of [...String(sentence).matchAll(/\{/g)].entries()) expect(said, done).toContain(about[index])
  }
})

describe('which language is taken', () => {
  const { tags } = languages
  const ours = new LanguageMatcher([...new Set([...tags, 'zh-Hant', 'pt-BR', 'nb', 'he', 'id'])])
  test.each([
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hant-CN', 'zh-Hant'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['ZH-hans-hk', 'zh-Hans'],
    ['pt', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['nb-NO', 'nb'],
    ['iw', 'he'],
    ['in', 'id'],
    ['de-CH-1996', 'de'],
    ['en-GB', 'en'],
    ['fr-Latn-CA', 'fr'],
    ['se', null],
    ['', null],
    ['-', null],
    ['de_DE', null],
    ['../../etc/passwd', null],
    ['__proto__', null],
    ['x'.repeat(10_000), null],
  ])('%s is %s', (tag, expected) => {
    expect(ours.match(tag)).toBe(expected)
    expect(ours.match(tag), 'the second time').toBe(expected)
  })

  test('where one of two scripts or varieties is missing, the other is nearer than English', () => {
    expect(new LanguageMatcher(['en', 'zh-Hans']).match('zh-TW')).toBe('zh-Hans')
    expect(new LanguageMatcher(['en', 'pt-PT']).match('pt-BR')).toBe('pt-PT')
  })

  test('a language that was stored under its former tag is still known', () => {
    expect([languages.find('zh'), languages.find('pt'), languages.find('de')]).toEqual(['zh-Hans', 'pt-BR', 'de'])
    for (const tag of ['zh', 'pt']) expect(languages.match(tag), 'as one that is asked for').toBe(languages.find(tag))
    expect([languages.find('xx'), languages.find('toString')]).toEqual([null, null])
    expect(currentTags('de')).toEqual(['de'])
  })

  test('texts of a theme that were stored under a former tag are shown, unless there are newer ones', () => {
    const text = (title: string) => ({ sign_in_title: title })
    const stored = { texts: { zh: text('欢迎'), pt: text('Bem-vindo'), de: text('Hallo') } }
    expect(readValues(JSON.stringify(stored)).texts).toEqual({
      'zh-Hans': text('欢迎'),
      'pt-BR': text('Bem-vindo'),
      'pt-PT': text('Bem-vindo'),
      de: text('Hallo'),
    })
    for (const texts of [
      { 'zh-Hans': text('你好'), zh: text('欢迎') },
      { zh: text('欢迎'), 'zh-Hans': text('你好') },
    ])
      expect(readValues(JSON.stringify({ texts })).texts).toEqual({ 'zh-Hans': text('你好') })
  })
})

describe('a catalogue with mistakes is refused', () => {
  const english: Messages = {
    plain: 'Sign in',
    named: ['Continue as ', { value: 'address' }],
    counted: [
      { plural: 'count', forms: { one: [{ number: 'count' }, ' session'], other: [{ number: 'count' }, ' sessions'] } },
    ],
    group: { inner: 'Close' },
  }
  const mistakesOf = (content: unknown, lang = 'pl', limits = {}) =>
    compileCatalogue({ lang, files: [{ name: 'pl.json', content }], english, limits }).mistakes

  test.each([
    ['an unknown key', { other: 'x' }, 'other is not a key of the English words'],
    ['a key of every object', JSON.parse('{"__proto__": "x"}'), '__proto__ is not a key of the English words'],
    ['a missing placeholder', { named: 'Dalej' }, 'named lacks {address}'],
    ['another placeholder', { named: '{address} {name}' }, 'named has {name}, which English does not have'],
    ['a number as text', { counted: 'Sesje: {count}' }, 'counted uses {count} as a text: in English it is a number'],
    [
      'a missing plural form',
      { counted: '{count, plural, one {# sesja} other {# sesji}}' },
      'counted lacks the plural form few, many of {count}',
    ],
    [
      'a plural form of another language',
      { counted: '{count, plural, one {#} two {#} few {#} many {#} other {#}}' },
      'counted has the plural form two, which the language does not have',
    ],
    ['markup', { plain: '<b>Zaloguj</b>' }, 'plain has markup: < > & are not allowed'],
    ['an entity', { plain: 'A &amp; B' }, 'plain has markup: < > & are not allowed'],
    ['an override of direction', { plain: 'Za\u202eloguj' }, 'plain has characters that change direction'],
    ['a line break', { plain: 'Zaloguj\nsię' }, 'plain has control characters or line breaks'],
    ['an empty text', { plain: ' ' }, 'plain is empty'],
    ['a space too many', { plain: 'Zaloguj ' }, 'plain begins or ends with a space'],
    ['an open brace', { plain: 'Zaloguj {' }, 'plain is not a message in ICU MessageFormat'],
    ['a date', { named: '{address, date}' }, 'named has an argument that is neither text, number, plural nor select'],
    ['a group as text', { group: 'x' }, 'group is a text, and in English a group'],
    ['a text as group', { plain: { a: 'x' } }, 'plain is a group, and in English a text'],
    ['what is no text', { plain: 3 }, 'plain is not a text'],
    ['what is no object', [], 'is not a JSON object'],
  ])('%s', (_name, content, expected) => {
    expect(mistakesOf(content).join('\n')).toContain(`pl.json: ${expected}`)
  })

  test('all of them at once, and what is missing', () => {
    const { mistakes, missing } = compileCatalogue({
      lang: 'pl',
      files: [{ name: 'pl.json', content: { plain: '<', named: 'x' } }],
      english,
    })
    expect(mistakes).toHaveLength(2)
    expect(missing).toEqual(['counted', 'group.inner'])
  })

  test('a button that is too long', () => {
    expect(mistakesOf({ plain: 'Zaloguj się teraz' }, 'pl', { plain: 12 })).toEqual([
      'pl.json: plain has 17 characters, and may have 12',
    ])
  })

  test('what is right is taken: select, exact numbers, quotes, numbers in right-to-left text', () => {
    const { messages, mistakes } = compileCatalogue({
      lang: 'ar',
      files: [
        {
          name: 'ar.json',
          content: {
            plain: "l''adresse '{x}' +966 11 123",
            counted: '{count, plural, =0 {لا شيء} zero {#} one {#} two {#} few {#} many {#} other {#}}',
          },
        },
      ],
      english,
    })
    expect(mistakes).toEqual([])
    const words = callable(messages, new LanguageFormat('ar')) as { plain: string; counted(values: object): string }
    expect(words.plain).toBe("l'adresse {x} \u2066+966 11 123\u2069")
    expect(words.counted({ count: 0 })).toBe('لا شيء')
    expect(words.counted({ count: 1234.5 })).toBe('1,234.5')
  })
})

describe('times and numbers', () => {
  const at = new Date('2026-11-22T21:04:00Z')

  test.each([...languages.tags, 'th', 'fa', 'ar-EG', 'hi', 'my', 'he', 'ja-u-ca-japanese'])(
    'in %s have the Gregorian year and the digits 0 to 9',
    (tag) => {
      const text = timeFormat(tag, 'Asia/Kolkata')(at)
      expect(text).toContain('2026')
      // Four minutes past nine in London is half past two in the morning in India.
      expect(text).toMatch(/(^|\D)23(\D|$)/)
      expect(text).toContain('34')
      expect(numberFormat(tag).format(1234)).toMatch(/^1.?234$/)
      expect(`${text}${numberFormat(tag).format(1.5)}`).not.toMatch(/(?![0-9])\p{Nd}/u)
    },
  )

  test('in an unknown zone are in UTC, and say so', () => {
    expect(timeFormat('en', null)(at)).toMatch(/22, 2026, 9:04\sPM UTC$/)
  })
})

/** Words of the other country: none is carried over by mistake. */
const wordsOfTheOther = {
  'pt-BR':
    /\b(utilizador(es)?|ficheiros?|aplicaç(ão|ões)|palavra-passe|equipas?|ecrã|definiç(ão|ões)|eliminar|guardar|registos?|consola|morada|iniciar sessão|ligação)(?!\p{L})/iu,
  'pt-PT':
    /(?<!\p{L})(você|usuários?|arquivos?|aplicativos?|senha|equipes?|tela|excluir|excluíd[ao]s?|salvar|baixar|registros?|registrad[ao]s?|logins?|links?|(está|estão) \p{L}+ndo)(?!\p{L})/iu,
}

test.each(Object.entries(wordsOfTheOther))('%s is written in the words of its country', (tag, foreign) => {
  const values = readdirSync(join(folder, tag)).flatMap((name) =>
    [...readFileSync(join(folder, tag, name), 'utf8').matchAll(/: "(.+)"/g)].map(([, text = '']) => text),
  )
  expect(values.filter((text) => foreign.test(text))).toEqual([])
})
