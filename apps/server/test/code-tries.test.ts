import { afterAll, beforeAll, expect, test } from 'vitest'
import { Languages } from '../src/words/index.ts'
import { counted } from '../src/words/plurals.ts'
import { inTime, timeForms } from '../src/words/time.ts'
import { codeIn, nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const languages = new Languages()
const inLanguage = (tag: string, seconds: number) => inTime(languages.wordsFor([tag]), seconds)

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const text = (browser: ReturnType<TestWorld['browser']>) => browser.current?.html.querySelector('main')?.text ?? ''
const primary = (browser: ReturnType<TestWorld['browser']>) =>
  browser.current?.html.querySelectorAll('button.primary').map((button) => button.text.trim())

test('each wrong code says how many tries are left; after the fifth there is only the way to a new code', async () => {
  // EC-01
  const email = 'tries@example.test'
  const browser = world.browser()
  await world.authorize(browser)
  await browser.submit({ email })
  const code = codeIn(await world.mailbox.take(email))
  const wrong = code === '000000' ? '111111' : '000000'
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await browser.submit({ code: wrong })
    expect(text(browser)).toContain(`You have ${left} left.`)
    expect(primary(browser)).toEqual(['Continue'])
  }
  await browser.submit({ code: wrong })
  expect(browser.current?.status).toBe(422)
  expect(text(browser)).toContain('this code no longer works')
  expect([browser.has('code'), primary(browser)]).toEqual([false, ['Send a new code']])
  // It stays so when the page is loaded again, until there is a new code.
  await browser.go(browser.current?.location ?? '')
  expect([browser.has('code'), primary(browser)]).toEqual([false, ['Send a new code']])
  world.pass(31_000)
  await browser.go(`${browser.current?.location}/resend`, { method: 'POST', body: '' })
  expect(browser.has('code')).toBe(true)
  await browser.submit({ code: await nextCode(world.mailbox, email) })
  expect(browser.has('accept_terms')).toBe(true)
})

test('an address with an account and one without are told the same tries', async () => {
  // EC-14
  const { person } = await world.signIn()
  const told: string[] = []
  for (const email of [person.email, 'nobody@example.test']) {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    const code = codeIn(await world.mailbox.take(email))
    await browser.submit({ code: code === '000000' ? '111111' : '000000' })
    told.push(text(browser).replaceAll(email, ''))
  }
  expect(told[0]).toBe(told[1])
})

test('numbers are written with the plural of each language', () => {
  expect([1, 2, 5].map((count) => inLanguage('en', count))).toEqual(['1 second', '2 seconds', '5 seconds'])
  expect([1, 2, 5, 22].map((count) => inLanguage('pl', count))).toEqual([
    '1 sekundę',
    '2 sekundy',
    '5 sekund',
    '22 sekundy',
  ])
  expect([1, 2, 5, 11].map((count) => inLanguage('ar', count))).toEqual([
    'ثانية واحدة',
    'ثانيتين',
    '5 ثوانٍ',
    '11 ثانية',
  ])
  expect(inLanguage('de', 3600)).toBe('60 Minuten')
  expect(counted('pl', { one: '# spóźniona', few: '# spóźnione', other: '# spóźnionych' }, 1)).toBe('1 spóźniona')
})

test('the script that counts down has the same texts as the page', () => {
  for (const tag of languages.tags) {
    const { seconds } = timeForms(languages.wordsFor([tag]))
    for (const count of [0, 1, 2, 3, 5, 11, 21, 22, 100, 119])
      expect(counted(tag, seconds, count), tag).toBe(inLanguage(tag, count))
  }
})

test('a time is written in every language of the pages', () => {
  const english = inLanguage('en', 7)
  for (const tag of languages.tags.filter((tag) => tag !== 'en')) expect(inLanguage(tag, 7), tag).not.toBe(english)
})
