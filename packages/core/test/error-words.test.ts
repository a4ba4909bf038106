import { expect, test } from 'vitest'
import { wordsFor } from '../src/routes/error-words.ts'

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
])('%s is answered in %s', (header, language) => {
  expect(wordsFor(header).language).toBe(language)
})

test('no header is English', () => {
  expect(wordsFor(null)).toMatchObject({ language: 'en', words: { again: 'Sign in again' } })
})
