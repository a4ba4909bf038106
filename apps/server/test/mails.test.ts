import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { compose } from '../src/mail/compose.ts'
import type { Mail, MailBrand } from '../src/mail/messages.ts'
import { Languages } from '../src/words/index.ts'
import { everyMail } from './support/every-mail.ts'

const languages = new Languages()
const brand: MailBrand = { name: 'Doorway', issuer: 'https://id.example.test', color: '#1f6f54', textColor: '#ffffff' }

const words = (text: string) => text.replaceAll(/[\s\u2066-\u2069]+/g, '')

describe.each(languages.tags)('the mails in %s', (locale) => {
  test('say the same in their HTML part as in their text part, and nothing of it is markup from outside', () => {
    for (const mail of everyMail(locale)) {
      const { text, html } = compose(mail, brand, languages)
      const page = parse(html)
      const links = page.querySelectorAll('a').map((a) => a.getAttribute('href'))
      expect(text.match(/https?:\S+/g) ?? [], mail.kind).toEqual(links)
      const shown = words(page.textContent)
      for (const line of text.split('\n\n')) {
        if (/https?:|^@/.test(line)) continue
        expect(shown, mail.kind).toContain(words(line))
      }
      expect(page.querySelector('b'), mail.kind).toBeNull()
      expect(`${text}${html}`).not.toMatch(/undefined|\[object/)
    }
  })
})

test('every mail in English', async () => {
  const mails = everyMail('en').map((mail) => compose(mail, brand, languages))
  const shown = mails.map(({ subject, text }) => `Subject: ${subject}\n\n${text}`)
  await expect(shown.join(`\n${'-'.repeat(72)}\n\n`)).toMatchFileSnapshot('snapshots/mails.txt')
})

test.each(['en', 'ar'])('the HTML of a code and of a notice in %s', async (locale) => {
  const mails = everyMail(locale).filter(
    ({ kind, ...mail }) => kind === 'sign-in-code' || ('event' in mail && mail.event === 'passkey-added'),
  )
  await expect(mails.map((mail) => compose(mail, brand, languages).html).join('\n')).toMatchFileSnapshot(
    `snapshots/mails-${locale}.snap`,
  )
})

describe('the time in a mail', () => {
  test('at which a recovery takes effect is in the zone of the reader too', () => {
    const [recovery] = everyMail('en').filter((mail) => mail.kind === 'notice' && mail.event === 'recovery-requested')
    const mail = { ...recovery, zone: 'Europe/London', takesEffectAt: '2026-07-02T21:04:00Z' } as Mail
    expect(compose(mail, brand, languages).text).toMatch(/Jul 2, 2026, 10:04\sPM GMT\+1/)
  })

  const base = { to: 'ada@example.test', application: 'Notes', at: '2026-07-01T21:04:00Z', network: '203.0.113.0/24' }
  const written = (locale: string, zone?: string | null) =>
    compose({ kind: 'address-taken', ...base, locales: [locale], zone }, brand, languages)

  test('is in the zone of the reader, which it names', () => {
    expect(written('en', 'America/New_York').text).toMatch(/Jul 1, 2026, 5:04\sPM EDT/)
    expect(written('de', 'Europe/Berlin').text).toContain('1. Juli 2026, 23:04 MESZ')
    expect(written('ja', 'Asia/Tokyo').text).toContain('2026年7月2日 6:04 JST')
  })

  test('is in UTC where the zone is unknown, or unknown to this server', () => {
    for (const zone of [undefined, null, '', 'Mars/Olympus', '../../etc'])
      expect(written('de', zone).text).toContain('2026-07-01 21:04 UTC')
  })

  test('has the Gregorian year and the digits 0 to 9, and reads in its own direction in Arabic', () => {
    const { text, html } = written('ar', 'Africa/Cairo')
    expect(text).toMatch(/\u2068[^\u2069]*2026[^\u2069]*\u2069/)
    expect(text).not.toMatch(/[٠-٩]/)
    expect(html).toMatch(/<bdi>[^<]*2026[^<]*<\/bdi>/)
  })
})
