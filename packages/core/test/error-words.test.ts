import { expect, test } from 'vitest'
import { wordsFor } from '../src/routes/error-words.ts'
import { wordsOf } from '../src/routes/page-words.ts'
import { translations } from '../src/routes/translated-words.ts'

// The language of the error page, by what browsers send.

test.each([
  ['fr-CH, en;q=0.9', 'fr'],
  ['zh-TW,zh;q=0.9', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-SG', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['no', 'nb'],
  ['nn-NO, nb;q=0.8', 'nb'],
  ['iw', 'he'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['pt-AO', 'pt-PT'],
  ['fil, id;q=0.5', 'id'],
  ['tlh, uk;q=0.5', 'uk'],
  ['*', 'en'],
  ['', 'en'],
  ['x-elvish, constructor, --', 'en'],
])('%s is answered in %s', async (header, language) => {
  expect((await wordsFor(header)).language).toBe(language)
})

test('no header is English', async () => {
  expect(await wordsFor(null)).toMatchObject({ language: 'en', words: { again: 'Sign in again' } })
})

test('every text is in every language, and none is left in English', async () => {
  const { words: english } = await wordsFor('en')
  for (const [language, texts] of Object.entries(translations))
    for (const [name, text] of Object.entries(english)) {
      const translated = wordsOf(texts)[name as keyof typeof english]
      expect([language, name, translated]).toEqual([language, name, expect.stringMatching(/\S/)])
      expect([language, translated]).not.toEqual([language, text])
    }
})
