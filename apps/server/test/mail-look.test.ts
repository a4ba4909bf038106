import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrast, inks, surfaces } from '../src/config/color.ts'
import { mailContext } from '../src/flows/delivery/mail-context.ts'
import { knownDevice } from '../src/flows/identity/device-labels.ts'
import { compose } from '../src/mail/compose.ts'
import { dark, darkStyle, light } from '../src/mail/html.tsx'
import { smtpMailer } from '../src/mail/mailer.ts'
import { type Mail, type MailBrand, noticeEvents } from '../src/mail/messages.ts'
import { Languages } from '../src/words/index.ts'
import { everyMail } from './support/every-mail.ts'
import { codeIn, type Mailbox, openMailbox } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

const issuer = 'https://id.example.test'
const languages = new Languages()
const brand: MailBrand = { name: 'Doorway', issuer, color: '#1f6f54', textColor: '#ffffff' }
const logo = { url: `${issuer}/assets/brand/abc`, alt: '' }
const [code] = everyMail('en') as [Mail]

describe('the HTML part', () => {
  test('is laid out by tables that say so to nobody, and pads nothing but cells and the button', () => {
    for (const mail of everyMail('en')) {
      const page = parse(compose(mail, brand, languages).html)
      for (const table of page.querySelectorAll('table')) expect(table.getAttribute('role')).toBe('presentation')
      const padded = page.querySelectorAll('[style*=padding]').filter(({ tagName }) => !['TD', 'A'].includes(tagName))
      expect(padded.map(({ tagName }) => tagName)).toEqual(['BODY'])
      expect(page.querySelector('table.paper')?.getAttribute('width')).toBe('480')
      const button = page.querySelector('a')?.parentNode as HTMLElement | undefined
      if (button) expect(button.getAttribute('bgcolor')).toBe(brand.color)
    }
  })

  test('shows the address of its link below the button', () => {
    for (const mail of everyMail('en')) {
      const page = parse(compose(mail, brand, languages).html)
      const [link] = page.querySelectorAll('a')
      if (link) expect(page.querySelector('bdi[dir=ltr]')?.textContent, mail.kind).toBe(link.getAttribute('href'))
    }
  })

  test('is small, loads the logo alone, and runs nothing', () => {
    for (const tag of languages.tags)
      for (const mail of everyMail(tag)) {
        const { html } = compose(mail, { ...brand, logo }, languages)
        expect(Buffer.byteLength(html)).toBeLessThan(20_000)
        const page = parse(html)
        expect(page.querySelectorAll('[src]').map((image) => image.getAttribute('src'))).toEqual([logo.url])
        expect(page.querySelector('script, link, iframe, form, [background]')).toBeNull()
        expect(html).not.toMatch(/url\(|@import| on[a-z]+=/)
      }
  })

  test('says its language and its direction on the table as well, because programs drop the root', () => {
    for (const [tag, dir] of [
      ['ar', 'rtl'],
      ['de', 'ltr'],
    ] as const) {
      const table = parse(compose({ ...code, locales: [tag] }, brand, languages).html).querySelector('table')
      expect([table?.getAttribute('lang'), table?.getAttribute('dir')]).toEqual([tag, dir])
    }
  })

  test('begins with a hidden line that has no code in it and is no repetition of the subject', () => {
    for (const mail of everyMail('en')) {
      const { html, subject } = compose(mail, brand, languages)
      const hidden = parse(html).querySelector('body > div')
      expect(hidden?.getAttribute('style')).toMatch(/^display:none;/)
      const line = hidden?.childNodes[0]?.textContent.trim() ?? ''
      expect(line.length, mail.kind).toBeGreaterThan(10)
      expect(line).not.toBe(subject)
      expect(line).not.toContain('042135')
      expect(html.match(/042135/g)?.length ?? 0, mail.kind).toBe('code' in mail ? 1 : 0)
    }
  })
})

describe('the colors', () => {
  const inverted = (color: string) =>
    `#${(0xffffff - Number.parseInt(color.slice(1), 16)).toString(16).padStart(6, '0')}`

  test('are those of the pages', () => {
    expect([light, dark].map(({ paper, ground }) => ({ paper, ground }))).toEqual([surfaces.light, surfaces.dark])
    expect([light, dark].map(({ ink, quiet }) => [ink, quiet])).toEqual([inks.light.slice(0, 2), inks.dark.slice(0, 2)])
    for (const color of Object.values(dark)) expect(darkStyle).toContain(color)
  })

  test('can be read in light and dark, and where a program inverts them', () => {
    for (const { ink, quiet, paper, ground } of [light, dark])
      for (const [text, behind] of [
        [ink, paper],
        [ink, ground],
        [quiet, paper],
        [brand.textColor, brand.color],
      ] as const) {
        expect(contrast(text, behind)).toBeGreaterThanOrEqual(4.5)
        if (behind !== brand.color)
          expect(contrast(inverted(text), inverted(behind)), `${text} on ${behind}`).toBeGreaterThanOrEqual(4.5)
      }
  })
})

describe('a notice', () => {
  test.each(languages.tags)('says in its subject what changed, each in its own words, in %s', (locale) => {
    const subjects = everyMail(locale)
      .filter((mail) => mail.kind === 'notice')
      .slice(0, noticeEvents.length)
      .map((mail) => compose(mail, brand, languages).subject)
    expect(new Set(subjects).size).toBe(noticeEvents.length)
    for (const subject of subjects) expect(subject).toMatch(/Doorway/)
    for (const subject of subjects) expect(subject.length).toBeLessThanOrEqual(80)
  })
})

describe('the browser that caused a mail', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'

  test('is named beside the network', async () => {
    const { text } = compose(code, brand, languages, await knownDevice(chrome))
    expect(text).toContain('from 203.0.113.0/24 (Chrome · Linux), to sign in to Notes with Doorway.')
  })

  test('is not named where it is unknown, whatever it claims to be', async () => {
    for (const claimed of ['', 'curl/8.5.0', 'Call 0900 123456 now/1 (x)', 'evil.example/1 ', '\r\n'])
      expect(await knownDevice(claimed), claimed).toBeNull()
    expect(compose(code, brand, languages, null).text).toContain('from 203.0.113.0/24, to sign in')
  })

  test('keeps its direction in Arabic', () => {
    const { text, html } = compose({ ...code, locales: ['ar'] }, brand, languages, 'Chrome · Linux')
    expect(text).toContain('\u2066203.0.113.0/24 (Chrome · Linux)\u2069')
    expect(html).toContain('<bdi dir="ltr">203.0.113.0/24 (Chrome · Linux)</bdi>')
  })
})

describe('a mail that a request caused', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world?.close())

  const textFor = async (userAgent: string) => {
    const { email } = someone()
    const browser = world.browser({ 'user-agent': userAgent })
    await world.authorize(browser)
    await browser.submit({ email })
    return (await world.mailbox.take(email)).text ?? ''
  }

  test('says the network and the browser that asked, and no full address', async () => {
    const text = await textFor('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0')
    expect(text).toMatch(/from (127\.0\.0\.0\/24|[0-9a-f:]+\/48) \(Firefox · Windows\)/)
    expect(text).not.toContain('127.0.0.1 ')
  })

  test('repeats nothing of a user agent that a stranger made up', async () => {
    const text = await textFor('Your account is locked, call 0900 123456/1 (evil.example)')
    expect(text).not.toMatch(/locked|0900|evil/)
    expect(codeIn({ text })).toMatch(/^\d{6}$/)
  })

  test('is queued with no more of a user agent than a label needs', () => {
    const context = mailContext(world.deps, 'a@b.test', {
      locales: [],
      network: '203.0.113.9',
      userAgent: 'x'.repeat(9000),
    })
    expect(context).toMatchObject({ network: '203.0.113.0/24', userAgent: 'x'.repeat(256) })
  })
})

describe('over SMTP', () => {
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
  })
  afterAll(() => mailbox.close())

  const squeezed = (text: string) => text.replaceAll(/[\s\u2066-\u2069]+/g, '')

  test.each(['en', 'ar', 'ja'])(
    'every kind arrives whole in %s, with the headers of an automatic mail',
    async (locale) => {
      const mailer = smtpMailer(mailbox.url, 'Doorway <no-reply@id.example.test>', async (mail) =>
        compose(mail, brand, languages),
      )
      for (const [index, mail] of everyMail(locale).entries()) {
        const to = `ada-${locale}-${index}@example.test`
        await mailer.send({ ...mail, to }, `${locale}-${index}`)
        const { subject, text = '', html = '', ...arrived } = await mailbox.take(to)
        const headers = new Map(arrived.headers.map(({ key, value }) => [key, value]))
        expect(headers.get('auto-submitted')).toBe('auto-generated')
        expect(headers.get('x-auto-response-suppress')).toBe('All')
        expect(arrived.messageId).toBe(`<${locale}-${index}@id.example.test>`)
        expect(Number.isNaN(Date.parse(arrived.date ?? ''))).toBe(false)
        expect([...headers.keys()].filter((name) => /^list-/.test(name))).toEqual([])
        const composed = compose(mail, brand, languages)
        expect(subject).toBe(composed.subject)
        const page = parse(html)
        const links = page.querySelectorAll('a').map((a) => a.getAttribute('href'))
        expect(links.length).toBeLessThanOrEqual(1)
        for (const link of links) expect(link).toMatch(/^https:\/\/id\.example\.test\//)
        expect(text.match(/https?:\S+/g) ?? []).toEqual(links)
        const shown = squeezed(page.textContent)
        for (const part of text.trim().split(/\n\n+/))
          if (!/https?:|^@/.test(part)) expect(shown, mail.kind).toContain(squeezed(part))
      }
      mailer.close()
    },
  )
})
