import { afterAll, beforeAll, describe, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorldOfPhones, type PhoneWorld } from '../support/phones.ts'

// An audit event that cannot be written undoes its change: phone numbers that are verified, changed and removed.

describe.each(databases)('on %s', (database) => {
  let at: PhoneWorld
  beforeAll(async () => {
    at = await openTestWorldOfPhones({}, { database })
  })
  afterAll(() => at?.close())

  test('verifying a number, changing it in the profile, and removing it', async () => {
    const { browser } = await at.byMail()
    const code = await at.asks(browser, '+4930555001')
    const post =
      (path: string, fields: Record<string, string> = {}) =>
      async () => {
        const { status } = await at.post(browser, path, fields)
        if (status >= 500) throw new Error(`status ${status}`)
      }
    const operations: Operation[] = [
      ['verify', ['user.phone_verified'], post('/account/phone/confirm', { code })],
      ['change', ['user.phone_removed'], post('/account/profile', { given_name: 'Ada', phone: '+4930555002' })],
    ]
    for (const operation of operations) await failsWithoutItsEvent(at.world, operation)
    at.world.pass(31_000)
    await post('/account/phone/confirm', { code: await at.asks(browser, '+4930555003') })()
    await failsWithoutItsEvent(at.world, ['remove', ['user.phone_removed'], post('/account/phone/remove')])
  })
})
