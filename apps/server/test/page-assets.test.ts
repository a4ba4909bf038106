import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accentOnly, accentsOf, contrast, surfaces } from '../src/config/color.ts'
import { compose } from '../src/mail/compose.ts'
import { Languages } from '../src/words/index.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

describe('the files of the pages', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ BRAND_COLOR: '#ffd400' })
  })
  afterAll(() => world.close())

  test('a page of sign-in has one script, a module whose address changes with its content', async () => {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: 'scripts@example.test' })
    const scripts = browser.current?.html.querySelectorAll('script') ?? []
    expect(scripts.map((script) => script.getAttribute('type'))).toEqual(['module'])
    for (const script of scripts) {
      const source = script.getAttribute('src') ?? ''
      expect(source).toMatch(/^\/assets\/sign-in-[\w-]{10}\.js$/)
      const answer = await fetch(`${world.issuer}${source}`)
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=UTF-8')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('the page of another version gets the script that there is, and does not keep it', async () => {
    const answer = await fetch(`${world.issuer}/assets/sign-in-0123456789.js`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=0'])
    expect((await fetch(`${world.issuer}/assets/nothing-0123456789.js`)).status).toBe(404)
  })

  test.each([
    ['/favicon.ico', 'image/vnd.microsoft.icon', [0, 0, 1, 0]],
    ['/apple-touch-icon.png', 'image/png', [0x89, 0x50, 0x4e, 0x47]],
  ])('%s is there for browsers that ask by themselves', async (path, type, start) => {
    const answer = await fetch(`${world.issuer}${path}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 4)]).toEqual(start)
  })

  test('the text on a pale BRAND_COLOR is black, on pages and in mails', async () => {
    const browser = world.browser()
    await world.authorize(browser)
    const path = browser.current?.html.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''
    const css = await (await fetch(`${world.issuer}${path}`)).text()
    expect(css).toContain('--accent:#ffd400;--on-accent:#000000')
    await browser.submit({ email: 'pale@example.test' })
    expect((await world.mailbox.take('pale@example.test')).html).toContain('background:#ffd400;color:#000000')
  })
})

test.each(['#1f6f54', '#ffd400', '#101040', '#ffffff', '#000000', '#808080', '#0057ff', '#ff0000'])(
  'whatever the operator chooses, here %s, can be read in light and dark (WCAG 1.4.3, 1.4.11)',
  (color) => {
    const accents = accentsOf(accentOnly(color))
    for (const scheme of ['light', 'dark'] as const) {
      const { fill, text, edge } = accents[scheme]
      expect(contrast(fill, text), `${scheme} text`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(edge, surfaces[scheme].paper), `${scheme} edge`).toBeGreaterThanOrEqual(3)
    }
    expect(accents.light.fill).toBe(color)
  },
)

describe('mails', () => {
  const languages = new Languages()
  const brand = { name: 'Vestibule', issuer: 'https://id.example.test', color: '#1f6f54', textColor: '#ffffff' }
  const context = {
    to: 'ada@example.test',
    application: 'Vestibule',
    at: '2026-11-22T00:04:00Z',
    network: '203.0.113.9',
  }

  test('in Arabic, a time and a network keep their direction', () => {
    const mail = compose({ kind: 'address-taken', ...context, locales: ['ar'] }, brand, languages)
    expect(mail.text).toContain('\u20662026-11-22 00:04 UTC\u2069')
    expect(mail.html).toContain('<bdi dir="ltr">2026-11-22 00:04 UTC</bdi>')
    expect(mail.subject).not.toMatch(/[\u2066-\u2069]/)
  })

  test('a mail with nothing to sign in with does not say that nobody can sign in without it', () => {
    const refused = compose({ kind: 'sign-up-refused', ...context, locales: ['en'] }, brand, languages)
    expect(refused.text).toContain('you can ignore this email.')
    expect(refused.text).not.toContain('without the code')
  })

  test('one signs in to an application with a provider, and to the provider alone', () => {
    const code = { kind: 'sign-in-code', ...context, locales: ['en'], code: '042135', link: 'https://x.test/' } as const
    expect(compose(code, brand, languages).text).toContain('to sign in to Vestibule.')
    expect(compose({ ...code, application: 'Notes' }, brand, languages).text).toContain(
      'to sign in to Notes with Vestibule.',
    )
  })
})
