import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptedLanguages } from '../src/http/languages.ts'
import { compose } from '../src/mail/compose.ts'
import { type Mail, noticeEvents } from '../src/mail/messages.ts'
import { Languages } from '../src/words/index.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

const languages = new Languages()

/** The keys of the words of the pages, each as the names on the way to it. */
const keysOf = (words: object, path: string[] = []): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value, [...path, key]) : [[...path, key].join(' ')],
  )

describe.each(languages.tags)('the words in %s', (locale) => {
  test('the mail is whole, and the code is its only long run of digits', () => {
    // EC-11, MA-01, MA-04
    const context = {
      to: 'ada@example.test',
      application: 'Acme 1234567',
      at: '2026-11-21T10:00:00Z',
      network: '203.0.113.9',
      locales: [locale],
    }
    const code: Mail = {
      kind: 'sign-in-code',
      ...context,
      code: '042135',
      link: 'https://id.example.test/sign-in/a/link/b',
    }
    const brand = { name: 'Vestibule', issuer: 'https://id.example.test', color: '#1f6f54', textColor: '#ffffff' }
    const mail = compose(code, brand, languages)
    expect(codeIn({ text: mail.text } as never)).toBe('042135')
    expect(mail.text.trim().split('\n').at(-1)).toBe('@id.example.test #042135')
    expect(mail.html).toContain(`lang="${locale}"`)
    expect(mail.subject).toContain('Acme')
    const refused = compose({ kind: 'sign-up-refused', ...context }, brand, languages)
    expect(refused.text).not.toMatch(/\d{6}/)
    if (locale !== 'en') expect(mail.text).not.toContain('Enter this code')
    const link = 'https://id.example.test/account'
    const address = compose({ ...code, kind: 'address-code' }, brand, languages)
    expect(codeIn({ text: address.text } as never)).toBe('042135')
    expect(compose({ kind: 'address-taken', ...context }, brand, languages).text).toContain('Vestibule')
    for (const event of noticeEvents) {
      const notice = compose({ kind: 'notice', ...context, event, detail: 'a\r\nBcc: <b>', link }, brand, languages)
      expect(notice.text, event).toContain('a Bcc: <b>')
      expect(notice.html, event).toContain('a Bcc: &lt;b&gt;')
      expect(notice.text.match(/https?:\S+/g), event).toEqual([link])
    }
  })
})

test('no word is unused', () => {
  const sources = (...folders: string[]) =>
    folders
      .map((folder) => join(import.meta.dirname, '../src', folder))
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          // flows/platform/operation-refused.ts lists every problem, and uses none.
          .filter((name) => /\.tsx?$/.test(name) && !/^words|operation-refused\.ts$/.test(name))
          .map((name) => readFileSync(join(folder, name), 'utf8')),
      )
      .join('\n')
  const code = sources('pages', 'routes')
  const flows = sources('flows', 'oidc')
  for (const path of keysOf(languages.wordsFor(['en']))) {
    const key = path.split(' ').at(-1) ?? ''
    const byName =
      /^(problems|error startAgain|done|lists (sorts|states|importProblems|importFieldProblems|importErrors)) /.test(
        path,
      )
    const used = byName
      ? flows.includes(`'${key}'`) || code.includes(`'${key}'`)
      : /^(time|consent scopes|roles|(me|org|admin) tabs|console (sections|groups)|console applications (states|kinds|differences|ask [a-zA-Z]+|ask|done)|console mail (outcomes|kinds|lanes)|console webhooks states|console signIns (methods|reasons)|console preview (acrs|parts)|console impersonation (states|endedBy|refused)|console people (states|signIns|orders)|console keys states|console connecting verdicts|console overview advice|console health (queues|findings)|org joiningModes|activity (actions|looks|groups|reasons|operatorRoles)|console operators meanings|keys (personal|organization)Makers|rights levels|federation (states|outcomes|purposes|checkStates|reasons)|sso (policies|providers|linkStates)|directory (states|waitingReasons)|fields form [a-zA-Z]+) /.test(
          path,
        ) ||
        /^(org connected (allowed|blocked)|console registration (configured|registered|tokens))$/.test(path) ||
        new RegExp(`\\.${key}\\b`).test(code)
    expect(used, path).toBe(true)
  }
})

test('Accept-Language is read by its weights, and nonsense is left out', () => {
  // HT-18
  expect(acceptedLanguages('de;q=0.5, fr-CH, *;q=0.1, en;q=0')).toEqual(['fr-CH', 'de'])
  expect(acceptedLanguages('../../etc/passwd, __proto__, x')).toEqual([])
  expect(acceptedLanguages(null)).toEqual([])
})

describe('which language is chosen', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())

  test("ui_locales, then the person's, then the browser's, else English", async () => {
    // HT-18, MA-11
    const shown = async (params: Record<string, string>, headers: Record<string, string> = {}) => {
      const page = await world.authorize(world.browser(headers), params)
      return page.html.querySelector('html')?.getAttribute('lang')
    }
    expect(await shown({ ui_locales: 'se fr-CA de' })).toBe('fr')
    expect(await shown({ ui_locales: 'se' }, { 'Accept-Language': 'pl,en;q=0.5' })).toBe('pl')
    expect(await shown({ ui_locales: 'se' })).toBe('en')
    expect(await shown({ ui_locales: '../../etc/passwd' }, { 'Accept-Language': 'x'.repeat(10_000) })).toBe('en')
    expect(
      (
        (await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()) as {
          ui_locales_supported: string[]
        }
      ).ui_locales_supported,
    ).toEqual(languages.tags)
    const { browser } = await world.signIn({}, { ui_locales: 'ja' })
    await world.authorize(browser, { prompt: 'consent' })
    expect(browser.current?.html.querySelector('html')?.getAttribute('lang')).toBe('ja')
  })

  test('Portuguese without a country is that of Brazil, from a browser, an application and a profile', async () => {
    const shown = async (browser: ReturnType<TestWorld['browser']>, params: Record<string, string> = {}) =>
      (await world.authorize(browser, params)).html.querySelector('html')?.getAttribute('lang')
    expect(await shown(world.browser({ 'Accept-Language': 'pt' }))).toBe('pt-BR')
    expect(await shown(world.browser({ 'Accept-Language': 'pt-PT' }))).toBe('pt-PT')
    expect(await shown(world.browser(), { ui_locales: 'pt' })).toBe('pt-BR')
    const { browser, person } = await world.signIn()
    await world.deps.db.prisma.user.updateMany({
      where: { emails: { some: { address: person.email } } },
      data: { locale: 'pt' },
    })
    expect(await shown(browser, { prompt: 'consent' })).toBe('pt-BR')
  })

  test('a person in Arabic reads from right to left, and so does their mail', async () => {
    const { email } = someone()
    const browser = world.browser({ 'Accept-Language': 'ar-EG' })
    const page = await world.authorize(browser)
    expect(page.html.querySelector('html')?.getAttribute('dir')).toBe('rtl')
    await browser.submit({ email })
    const mail = await world.mailbox.take(email)
    expect(mail.html).toContain('dir="rtl"')
    await browser.submit({ code: codeIn(mail) })
    expect(browser.has('accept_terms')).toBe(true)
  })
})
