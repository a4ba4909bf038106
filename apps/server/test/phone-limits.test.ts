import { afterAll, beforeAll, expect, test } from 'vitest'
import { callingCode, isServed, parsePhoneNumber, shortenedNumber } from '../src/flows/account/phone-numbers.ts'
import { openTestWorldOfPhones, type PhoneWorld } from './support/phones.ts'

// What text messages may cost: budgets of everybody together, and the countries that get any (docs/phone.md).

let at: PhoneWorld
beforeAll(async () => {
  at = await openTestWorldOfPhones({
    SMS_PREFIXES: '+49,+43,+1212',
    LIMIT_SMS_PER_COUNTRY: '2/1h',
    LIMIT_SMS: '3/1h',
    LIMIT_MAIL_PER_ADDRESS: 'off',
  })
})
afterAll(() => at?.close())

test('PH-03 budgets of a country and of everything hold for many people at once, and the log says so', async () => {
  const people = await Promise.all([at.byMail(), at.byMail(), at.byMail(), at.byMail(), at.byMail()])
  const ask = (numbers: readonly string[]) =>
    Promise.all(numbers.map((phone, index) => at.postAlone(people[index]!.browser, '/account/phone', { phone })))
  const germany = await ask(['+4930555001', '+4930555002', '+4930555003', '+4930555004'])
  expect(germany.map(({ status }) => status).sort()).toEqual([303, 303, 422, 422])
  at.world.pass(31_000)
  // Those who were refused have taken nothing from the budget of everybody.
  const others = await ask(['+43155500001', '+12125550123'])
  expect(others.map(({ status }) => status).sort()).toEqual([303, 422])
  await at.settled()
  expect(at.gateway.messages).toHaveLength(3)
  expect(at.log.filter((line) => line.includes('LIMIT_SMS_PER_COUNTRY or LIMIT_SMS is used up')).length).toBe(3)
  expect(at.log.join('\n')).not.toMatch(/30555001|155500001/)
})

test('PH-04 only the named countries get codes', async () => {
  const { browser } = await at.byMail()
  for (const phone of ['+44 20 7946 0958', '+1 876 555 0123']) {
    expect((await at.post(browser, '/account/phone', { phone })).status).toBe(422)
    expect(at.text(browser)).toContain('We cannot send codes to this number.')
  }
})

test('numbers in the international format, and nothing else', () => {
  expect(parsePhoneNumber(' +49 (0)30 / 12-34‑56 ')).toBe('+4930123456')
  expect(parsePhoneNumber('\u202a+972 50 123 4567\u202c')).toBe('+972501234567')
  expect(parsePhoneNumber('＋８１３１２３４５６７８')).toBe('+81312345678')
  for (const wrong of [
    '',
    '+',
    '030 123456',
    '00 49 30 123456',
    '+0 30 123456',
    '+49 30 12345678901234',
    '+49x30123456',
  ])
    expect(parsePhoneNumber(wrong), wrong).toBeNull()
  expect(['+12125550123', '+442079460958', '+358401234567', '+79123456789', '+8613812345678'].map(callingCode)).toEqual(
    [...['+1', '+44', '+358', '+7', '+86']],
  )
  expect(isServed('+881612345678', [])).toBe(false)
  expect(isServed('+4930123456', ['+43'])).toBe(false)
  expect(shortenedNumber('+442079460958')).toBe('+44 … 58')
})
