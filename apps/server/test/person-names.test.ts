import { afterAll, beforeAll, expect, test } from 'vitest'
import { familyNameFirst, fullName } from '../src/oidc/person-names.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

test.each([
  ['Ada', 'Lovelace', null, 'Ada Lovelace'],
  ['Ada', 'Lovelace', 'en', 'Ada Lovelace'],
  ['Ada', null, 'hu', 'Ada'],
  [null, 'Lovelace', null, 'Lovelace'],
  [null, null, 'ja', null],
  ['', '', null, null],
  ['Béla', 'Bartók', 'hu', 'Bartók Béla'],
  ['Béla', 'Bartók', 'hu-HU', 'Bartók Béla'],
  ['Văn A', 'Nguyễn', 'vi', 'Nguyễn Văn A'],
  ['Taro', 'Yamada', 'ja-JP', 'Yamada Taro'],
  ['太郎', '山田', null, '山田太郎'],
  ['さくら', '佐々木', 'en', '佐々木さくら'],
  ['小明', '王', 'zh-Hant', '王小明'],
  ['길동', '홍', 'ko', '홍길동'],
  ['Emma', '王', null, 'Emma 王'],
  ['Emma', '王', 'zh', '王 Emma'],
  ['أحمد', 'محمد', 'ar', 'أحمد محمد'],
  ['Лев', 'Толстой', 'ru', 'Лев Толстой'],
])('%s and %s in %s are called %s', (givenName, familyName, locale, name) => {
  expect(fullName({ givenName, familyName, locale })).toBe(name)
})

test('a tag of any form names the language', () => {
  expect(['ja', 'JA-jp', 'zh_TW', 'zh-Hant', 'hu', 'vi', 'ko-KR'].map(familyNameFirst)).not.toContain(false)
  expect(['en', 'jav', '', 'x', null].map(familyNameFirst)).not.toContain(true)
})

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

test('the family name is asked first where it stands first, and the claim has that order', async () => {
  const namesAsked = async (language: string) => {
    const { email } = someone()
    const browser = world.browser({ 'Accept-Language': language })
    await world.authorize(browser)
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    await browser.submit({ accept_terms: 'on' })
    const inputs = browser.current?.html.querySelectorAll('input[name$=_name]') ?? []
    return inputs.map((input) => [input.getAttribute('name'), input.hasAttribute('autofocus')])
  }
  expect(await namesAsked('ja')).toEqual([
    ['family_name', true],
    ['given_name', false],
  ])
  expect(await namesAsked('de')).toEqual([
    ['given_name', true],
    ['family_name', false],
  ])
})
