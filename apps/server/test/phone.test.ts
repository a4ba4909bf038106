import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorldOfPhones, type PhoneWorld } from './support/phones.ts'
import { claimsOf } from './support/world.ts'

// Phone numbers that are verified by a code in a text message (docs/phone.md): signed in only, never a way to sign in.

describe.each(databases)('on %s', (database) => {
  let at: PhoneWorld
  beforeAll(async () => {
    at = await openTestWorldOfPhones({}, { database })
  })
  afterAll(() => at?.close())
  beforeEach(() => {
    at.gateway.status = 200
    at.mark()
    at.world.pass(25 * 60 * 60_000)
  })

  test('a number is verified by its code, told to applications, exported, and removed', async () => {
    const { world, gateway } = at
    const signedIn = await world.signIn()
    const { browser, person } = signedIn
    const id = await at.idOf(person.email)
    await browser.go(`${world.issuer}/account/profile`)
    expect(at.text(browser)).toContain('Verify your phone number')
    await browser.go(`${world.issuer}/account/phone`)
    await browser.submit({ phone: '+44 (0)20 7946-0958' })
    expect(browser.current?.location).toBe(`${world.issuer}/account/phone/confirm`)
    expect(at.text(browser)).toContain('6-digit code to +442079460958 by text message')
    const [message] = await at.received('+442079460958')
    const code = /#(\d{6})$/.exec(message?.text ?? '')?.[1] ?? ''
    expect(message).toMatchObject({ kind: 'phone-code', locale: 'en' })
    expect(message?.text).toBe(
      `${code} is your code for Vestibule. It expires in five minutes. Never give it to anyone.\n\n@localhost #${code}`,
    )
    expect(Date.parse(message?.expires_at ?? '') - world.deps.now().getTime()).toBeLessThanOrEqual(5 * 60_000)
    await browser.submit({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(browser.current?.location).toContain(`${world.issuer}/account/phone?`)
    expect(at.text(browser)).toContain('Your phone number +442079460958 is verified.')
    expect(await at.notice(person.email, 'A phone number was verified for your account:')).toContain('+44 … 58')
    expect(await at.phoneOf(id)).toEqual({ phone: '+442079460958', phoneVerified: true })

    const visited = await world.authorize(browser, { scope: 'openid phone' })
    const tokens = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    const claims = await (await world.userinfo(tokens.body.access_token)).json()
    const expected = { phone_number: '+442079460958', phone_number_verified: true, phone_verified: true }
    expect(claims).toMatchObject(expected)
    expect(claimsOf(tokens.body.id_token)).toMatchObject(expected)

    const exported = JSON.parse((await at.post(browser, '/account/data/export')).text)
    expect(exported.profile).toMatchObject({ phone: '+442079460958', phoneVerified: true })
    await at.post(browser, '/account/phone/remove')
    expect(at.text(browser)).toContain('+442079460958 was removed from your account.')
    expect(await at.notice(person.email, 'The verified phone number was removed')).toContain('+44 … 58')
    expect(await at.phoneOf(id)).toEqual({ phone: null, phoneVerified: false })
    expect((await at.actions(id)).filter((action) => action.includes('phone'))).toEqual([
      'user.phone_verified',
      'user.phone_removed',
    ])
    expect(gateway.messages).toEqual([])
  })

  test('PH-13 another number in the profile is not verified, the same one stays so', async () => {
    const { browser, id, email } = await at.verified('+4930123456')
    await at.post(browser, '/account/profile', { given_name: 'Ada', phone: '+49 30 123456' })
    expect(await at.phoneOf(id)).toEqual({ phone: '+4930123456', phoneVerified: true })
    await at.post(browser, '/account/profile', { given_name: 'Ada', phone: '+49 30 123457' })
    expect(await at.phoneOf(id)).toEqual({ phone: '+4930123457', phoneVerified: false })
    await at.notice(email, 'The verified phone number was removed')
    expect((await at.actions(id)).at(-1)).toBe('user.phone_removed')
  })

  test('PH-12 a number is no way to sign in, and two people may have the same one', async () => {
    const number = '+4930555001'
    await at.verified(number)
    at.world.pass(31_000)
    await at.verified(number)
    const stranger = at.world.browser()
    await at.world.authorize(stranger)
    const refused = await stranger.submit({ email: number })
    expect(refused.status).toBe(422)
    expect(at.gateway.messages).toEqual([])
  })

  test('what is no number is refused beside its field, and nothing is sent', async () => {
    const { browser } = await at.byMail()
    for (const phone of ['020 7946 0958', '+0123456789', '+44 20 seven', '', '+1 900 DROP TABLE']) {
      expect((await at.post(browser, '/account/phone', { phone })).status).toBe(422)
      expect(at.text(browser)).toContain('Enter the number with its country code')
    }
    expect(await at.queued()).toBe(0)
  })

  describe('attacks', () => {
    test('PH-01 a stranger sends nothing: they sign in first', async () => {
      const stranger = at.world.browser()
      await at.post(stranger, '/account/phone', { phone: '+4930555002' })
      expect(stranger.current?.location).toContain('/sign-in/')
      await at.post(stranger, '/account/phone/confirm', { code: '000000' })
      expect(stranger.current?.location).toContain('/sign-in/')
      expect(await at.queued()).toBe(0)
      expect(at.gateway.attempts.length).toBe(at.attemptsBefore())
    })

    test('PH-02 toll fraud: forty requests at once send one message', async () => {
      const { browser } = await at.byMail()
      const requests = Array.from({ length: 40 }, () =>
        at.postAlone(browser, '/account/phone', { phone: '+4930555003' }),
      )
      const statuses = (await Promise.all(requests)).map(({ status }) => status)
      expect(statuses).toContain(303)
      await at.settled()
      expect(at.sentTo('+4930555003')).toBe(1)
    })

    test('PH-03 toll fraud: one person and many numbers, within the budget of an hour and of a day', async () => {
      const { browser } = await at.byMail()
      let accepted = 0
      for (let number = 10; number < 18; number++) {
        const { location } = await at.post(browser, '/account/phone', { phone: `+49305550${number}` })
        if (location.endsWith('/confirm')) accepted += 1
      }
      expect(accepted).toBe(5)
      await at.settled()
      // A code that was replaced before its message left needs no message.
      expect(at.gateway.messages.length).toBeLessThanOrEqual(5)
      expect(browser.current?.status).toBe(422)
      expect(at.text(browser)).toContain('Try again in 60 minutes')
    })

    test('PH-04 toll fraud: premium, shared-cost and satellite numbers get nothing', async () => {
      const { browser } = await at.byMail()
      for (const phone of [
        '+979 123 456 789',
        '+808 1234 5678',
        '+881 612 345 678',
        '+882 16 1234567',
        '+870 773 123456',
      ]) {
        expect((await at.post(browser, '/account/phone', { phone })).status).toBe(422)
        expect(at.text(browser)).toContain('We cannot send codes to this number.')
      }
      expect(await at.queued()).toBe(0)
    })

    test('PH-05 guesses at once: five are counted before they are compared, and the code is spent', async () => {
      const { browser, id } = await at.byMail()
      const code = await at.asks(browser, '+4930555021')
      const wrong = Array.from({ length: 30 }, (_, index) =>
        String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
      )
      await Promise.all(wrong.map((guess) => at.postAlone(browser, '/account/phone/confirm', { code: guess })))
      const { tries } = await at.world.deps.db.prisma.phoneChallenge.findUniqueOrThrow({ where: { userId: id } })
      expect(tries).toBe(5)
      await at.post(browser, '/account/phone/confirm', { code })
      expect(at.text(browser)).toContain('That was your last attempt')
      expect(await at.phoneOf(id)).toEqual({ phone: null, phoneVerified: false })
    })

    test('PH-05 new codes bring no new tries without end: the failures of a person are counted', async () => {
      const { browser } = await at.byMail()
      for (const number of ['+4930555041', '+4930555042']) {
        const code = await at.asks(browser, number)
        const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
        for (let attempt = 0; attempt < 5; attempt++) await at.post(browser, '/account/phone/confirm', { code: wrong })
      }
      const code = await at.asks(browser, '+4930555043')
      await at.post(browser, '/account/phone/confirm', { code })
      expect(browser.current?.status).toBe(422)
      expect(at.text(browser)).toContain('we limit the number of attempts')
    })

    test('PH-06 a code works once, even when it is typed many times at once', async () => {
      const { browser, id } = await at.byMail()
      const code = await at.asks(browser, '+4930555022')
      await Promise.all(Array.from({ length: 5 }, () => at.postAlone(browser, '/account/phone/confirm', { code })))
      expect((await at.actions(id)).filter((action) => action === 'user.phone_verified')).toHaveLength(1)
      await at.post(browser, '/account/phone/remove')
      await at.post(browser, '/account/phone/confirm', { code })
      expect(await at.phoneOf(id)).toEqual({ phone: null, phoneVerified: false })
    })

    test('PH-07 the number is that of the code: nothing in the form, and no later profile, changes it', async () => {
      const { browser, id } = await at.byMail()
      const code = await at.asks(browser, '+4930555023')
      await at.post(browser, '/account/profile', { given_name: 'Eve', phone: '+4930555099' })
      await at.post(browser, '/account/phone/confirm', { code, phone: '+4930555099', number: '+4930555099' })
      expect(await at.phoneOf(id)).toEqual({ phone: '+4930555023', phoneVerified: true })
    })

    test('PH-07 the code of another number proves nothing any more', async () => {
      const { browser, id } = await at.byMail()
      const own = await at.asks(browser, '+4930555024')
      const other = await at.asks(browser, '+4930555025')
      if (own !== other) await at.post(browser, '/account/phone/confirm', { code: own })
      expect(await at.phoneOf(id)).toEqual({ phone: null, phoneVerified: false })
    })

    test('PH-08 neither another browser of the same person nor another person can type it', async () => {
      const first = await at.byMail()
      const second = await at.byMail(first.email)
      const other = await at.byMail()
      const code = await at.asks(first.browser, '+4930555026')
      for (const { browser } of [second, other]) {
        await at.post(browser, '/account/phone/confirm', { code })
        expect(browser.current?.location).toBe(`${at.world.issuer}/account/phone`)
      }
      expect(await at.phoneOf(other.id)).toEqual({ phone: null, phoneVerified: false })
      await at.post(first.browser, '/account/phone/confirm', { code })
      expect(await at.phoneOf(first.id)).toEqual({ phone: '+4930555026', phoneVerified: true })
    })

    test('PH-09 after five minutes it is no code any more', async () => {
      const { browser, id, email } = await at.byMail()
      const code = await at.asks(browser, '+4930555027')
      at.world.pass(5 * 60_000 + 1000)
      await at.post(browser, '/account/confirm', { back: 'phone' })
      await browser.submit({ email })
      await browser.submit({ code: await nextCode(at.world.mailbox, email) })
      expect(browser.current?.location).toBe(`${at.world.issuer}/account/phone`)
      await at.post(browser, '/account/phone/confirm', { code })
      expect(await at.phoneOf(id)).toEqual({ phone: null, phoneVerified: false })
    })

    test('PH-10 an account with a passkey asks for it before a number is verified, changed or removed', async () => {
      const { email, id } = await at.withPasskey()
      const mailed = await at.byMail(email)
      for (const path of ['/account/phone', '/account/phone/confirm', '/account/phone/remove']) {
        await at.post(mailed.browser, path, { phone: '+4930555028', code: '123456' })
        expect(mailed.browser.current?.location).toContain('/sign-in/')
      }
      expect(await at.queued()).toBe(0)
      expect(await at.phoneOf(id)).toEqual({ phone: null, phoneVerified: false })
    })

    test('PH-11 nothing of it is logged, and the database has no code', async () => {
      const { browser, id } = await at.byMail()
      at.gateway.status = 503
      await at.post(browser, '/account/phone', { phone: '+4930555029' })
      await expect.poll(() => at.gateway.attempts.length).toBeGreaterThan(at.attemptsBefore())
      const [queued] = await at.world.deps.db.prisma.outboxMessage.findMany({ where: { kind: 'sms' } })
      expect(JSON.stringify(queued)).not.toContain('4930555029')
      at.gateway.status = 200
      at.world.pass(16_000)
      at.world.deps.wake()
      const code = await at.gateway.code('+4930555029')
      const row = await at.world.deps.db.prisma.phoneChallenge.findUniqueOrThrow({ where: { userId: id } })
      expect(JSON.stringify(row)).not.toContain(code)
      await at.post(browser, '/account/phone/confirm', { code })
      expect(await at.phoneOf(id)).toMatchObject({ phoneVerified: true })
      expect(at.log.join('\n')).not.toMatch(/4930555029/)
      expect(at.log.join('\n')).not.toContain(code)
      const events = await at.world.deps.db.prisma.auditEvent.findMany({ where: { targetId: id } })
      expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
        /4930555029/,
      )
    })
  })

  describe('the gateway', () => {
    test('PH-14 is asked again while the code lives if it is down, with the same id, and the message is sent once', async () => {
      const { browser, id } = await at.byMail()
      at.gateway.status = 500
      await at.post(browser, '/account/phone', { phone: '+4930555031' })
      await expect.poll(() => at.gateway.attempts.length).toBeGreaterThan(at.attemptsBefore())
      at.world.pass(11_000)
      await browser.go(`${at.world.issuer}/account/phone/confirm`)
      expect(at.text(browser)).toContain('The text message has not been sent yet.')
      at.gateway.status = 200
      at.world.pass(16_000)
      at.world.deps.wake()
      const code = await at.gateway.code('+4930555031')
      const own = at.gateway.attempts.slice(at.attemptsBefore())
      expect(own.length).toBeGreaterThan(1)
      expect(new Set(own).size).toBe(1)
      await at.post(browser, '/account/phone/confirm', { code })
      expect(await at.phoneOf(id)).toMatchObject({ phoneVerified: true })
    })

    test('PH-14 refuses for good with 4xx: nothing is sent again, nothing is kept, and the page says so', async () => {
      const { browser } = await at.byMail()
      at.gateway.status = 422
      await at.post(browser, '/account/phone', { phone: '+4930555032' })
      await expect
        .poll(() => at.world.deps.db.prisma.outboxMessage.findMany({ where: { kind: 'sms', lane: 'refused' } }))
        .toMatchObject([{ payload: '', destination: '', refusal: 'status 422' }])
      await browser.go(`${at.world.issuer}/account/phone/confirm`)
      expect(at.text(browser)).toContain('We could not send a text message to this number.')
      at.world.pass(60_000)
      at.world.deps.wake()
      await at.settled()
      expect(at.gateway.attempts.length).toBe(at.attemptsBefore() + 1)
    })

    test('PH-14 gets nothing that has expired, and nothing is left of it', async () => {
      const { browser } = await at.byMail()
      at.gateway.status = 503
      await at.post(browser, '/account/phone', { phone: '+4930555033' })
      await expect.poll(() => at.gateway.attempts.length).toBeGreaterThan(at.attemptsBefore())
      at.world.pass(6 * 60_000)
      at.gateway.status = 200
      at.world.deps.wake()
      await at.settled()
      expect(at.sentTo('+4930555033')).toBe(0)
    })

    test('a person who is deleted takes their code with them', async () => {
      const { browser, id } = await at.byMail()
      at.gateway.status = 503
      await at.post(browser, '/account/phone', { phone: '+4930555034' })
      expect(await at.queued()).toBe(1)
      await at.post(browser, '/account/data/delete', { confirm: 'yes' })
      expect(await at.queued()).toBe(0)
      expect(await at.world.deps.db.prisma.phoneChallenge.count({ where: { userId: id } })).toBe(0)
    })
  })
})
