import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailAppOf } from '../src/pages/authorization/sign-in/mail-apps.ts'
import { accountOf } from './support/account.ts'
import { Authenticator } from './support/authenticator.ts'
import type { PlainBrowser } from './support/browser.ts'
import { linkIn, nextCode } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

// What the pages of sign-in remember, offer and lead to, without scripts.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const languageOf = (browser: PlainBrowser) => browser.current?.html.querySelector('html')?.getAttribute('lang')
const addressIn = (browser: PlainBrowser) =>
  browser.current?.html.querySelector('[name=email]')?.getAttribute('value') ?? ''
const text = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''

describe('a language that is chosen on a page of sign-in', () => {
  test('is used at once, on that page, in the mail and for the new account, and remembered', async () => {
    const { email } = someone()
    const browser = world.browser({ 'Accept-Language': 'fr' })
    await world.authorize(browser, { ui_locales: 'es' })
    expect(languageOf(browser)).toBe('es')
    const before = browser.current?.location
    await browser.submit({ language: 'de' })
    expect([browser.current?.location, languageOf(browser)]).toEqual([before, 'de'])
    await browser.submit({ email })
    const mail = await world.mailbox.take(email)
    expect(mail.html).toContain('lang="de"')
    await world.authorize(browser, { ui_locales: 'es' })
    expect(languageOf(browser)).toBe('de')
    const person = someone()
    await world.finish(browser, person)
    const found = await world.deps.db.prisma.user.findFirstOrThrow({
      where: { emails: { some: { address: person.email } } },
    })
    expect(found.locale).toBe('de')
  })

  test('does not outlive signing in: whoever has set a language reads that one in their account', async () => {
    const { browser, person } = await world.signIn({}, { ui_locales: 'it' })
    await world.deps.db.prisma.user.updateMany({
      where: { emails: { some: { address: person.email } } },
      data: { locale: 'pl' },
    })
    world.pass(1)
    await world.authorize(browser, { prompt: 'login' })
    await browser.submit({ language: 'de' })
    await browser.go('/account')
    expect(languageOf(browser)).toBe('pl')
  })

  test.each([
    ['//evil.example/sign-in/x'],
    ['https://evil.example/'],
    ['/sign-in/../logout'],
    ['/sign-in/x?next=//evil.example'],
    ['/\\evil.example'],
    ['/account'],
    ['/sign-in/a/b/c/d/e/f'],
  ])('SE-17 leads to a page of sign-in and nowhere else: not to %s', async (back) => {
    const browser = world.browser()
    const answer = await browser.go('/language', {
      method: 'POST',
      body: new URLSearchParams({ language: 'de', back }).toString(),
      follow: false,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  })

  test('is one of ours, and chosen on a page of ours', async () => {
    const browser = world.browser()
    const body = new URLSearchParams({ language: '../../etc', back: '/' }).toString()
    expect((await browser.go('/language', { method: 'POST', body, follow: false })).status).toBe(400)
    const elsewhere = await browser.go('/language', {
      method: 'POST',
      body: 'language=de&back=/',
      headers: { Origin: 'https://evil.example' },
      follow: false,
    })
    expect([elsewhere.status, elsewhere.headers.getSetCookie()]).toEqual([403, []])
  })
})

describe('the address of the last sign-in', () => {
  test('is filled in when the session has ended by itself, and says how the person signed in', async () => {
    const { browser, person } = await world.signIn()
    browser.cookies.delete('vestibule_session')
    await world.authorize(browser)
    expect(addressIn(browser)).toBe(person.email)
    expect(text(browser)).toContain('Last used')
  })

  test('can be taken away, and stays away', async () => {
    const { browser } = await world.signIn()
    browser.cookies.delete('vestibule_session')
    await world.authorize(browser)
    const form = browser.current?.html.querySelector('form[action$="/forget"]')
    await browser.go(form?.getAttribute('action') ?? '', { method: 'POST', body: '' })
    expect(addressIn(browser)).toBe('')
    await world.authorize(browser)
    expect(addressIn(browser)).toBe('')
  })

  test('SE-16 is forgotten with sign-out: whoever uses this browser next does not read it', async () => {
    const { browser, person } = await world.signIn()
    await browser.go('/logout')
    await browser.submit({ decision: 'logout' })
    await world.authorize(browser)
    expect(addressIn(browser)).toBe('')
    expect(browser.current?.text).not.toContain(person.email)
  })

  test('a passkey that was just made is offered first, and nothing is called used beside an empty field', async () => {
    const at = accountOf(world)
    const first = (browser: PlainBrowser) => browser.current?.html.querySelector('[data-passkey-first]')?.text
    const signOut = async (browser: PlainBrowser) => {
      await browser.go(`${world.issuer}/logout`)
      await browser.submit({ decision: 'logout' })
    }
    const person = await at.byMail('just-made@example.test')
    await signOut(person.browser)
    await world.authorize(person.browser)
    expect(first(person.browser)).toBeUndefined()
    expect(text(person.browser)).not.toContain('Last used')

    const { browser } = await at.withPasskey('made@example.test')
    world.pass(60_000)
    await world.authorize(browser, { prompt: 'login' })
    expect(first(browser)).toContain('Last used')
    expect(addressIn(browser)).toBe('made@example.test')
    await signOut(browser)
    await world.authorize(browser)
    expect(first(browser)).toContain('Last used')
    expect(addressIn(browser)).toBe('')
    // Nobody is named by it.
    expect(browser.current?.text).not.toContain('made@example.test')
  })

  test('gives way to what the application knows, and to a new account', async () => {
    const { browser } = await world.signIn()
    browser.cookies.delete('vestibule_session')
    await world.authorize(browser, { login_hint: 'hinted@example.test' })
    expect(addressIn(browser)).toBe('hinted@example.test')
    await world.authorize(browser, { prompt: 'create' })
    expect(addressIn(browser)).toBe('')
  })

  test('of whoever has to sign in again is theirs', async () => {
    const { browser, person } = await world.signIn()
    world.pass(1)
    await world.authorize(browser, { prompt: 'login' })
    expect(addressIn(browser)).toBe(person.email)
  })

  test('cannot be read or written by anybody else', async () => {
    const { browser, person } = await world.signIn()
    const cookie = browser.cookies.get('vestibule_device') ?? ''
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(person.email.split('@')[0])
    browser.cookies.delete('vestibule_session')
    browser.cookies.set('vestibule_device', `${cookie.slice(0, -4)}AAAA`)
    await world.authorize(browser)
    expect(addressIn(browser)).toBe('')
  })
})

test('ON-12 the time zone of a new account is the one of its browser; nonsense is dropped', async () => {
  for (const [zoneinfo, stored] of [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['+01:00', null],
    ['Mars/Olympus', null],
    ['x'.repeat(5000), null],
    ['', null],
  ] as const) {
    const person = someone()
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: person.email })
    await browser.submit({ code: await nextCode(world.mailbox, person.email), zoneinfo })
    const found = await world.deps.db.prisma.user.findFirstOrThrow({
      where: { emails: { some: { address: person.email } } },
    })
    expect(found.zoneinfo, zoneinfo).toBe(stored)
  }
})

describe('the page of the code', () => {
  test.each([
    ['ada@gmail.com', 'Gmail'],
    ['ada@outlook.com', 'Outlook'],
    ['ada@hotmail.co.uk', 'Outlook'],
    ['ada@yahoo.fr', 'Yahoo'],
    ['ada@yahoo.co.jp', 'Yahoo! JAPAN'],
    ['ada@me.com', 'iCloud'],
    ['ada@proton.me', 'Proton Mail'],
    ['ada@gmail.com.evil.example', undefined],
    ['ada@notgmail.com', undefined],
    ['ada@example.com', undefined],
  ])('%s is read in %s', (address, name) => {
    expect(mailAppOf(address)?.name).toBe(name)
  })

  test('links to the mail program without saying who comes from where', async () => {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: 'somebody@gmail.com' })
    const link = browser.current?.html.querySelector('main a.button')
    expect(link?.text).toBe('Open Gmail')
    expect(link?.getAttribute('href')).toBe('https://mail.google.com/mail/')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
  })
})

describe('a sign-in that was accepted leaves the person signed in', () => {
  const post = (browser: PlainBrowser, path: string, credential?: string) =>
    browser.go(path, { method: 'POST', body: new URLSearchParams(credential ? { credential } : {}).toString() })
  const signInBy = {
    async code(browser: PlainBrowser, email: string) {
      await browser.submit({ email })
      return browser.submit({ code: await nextCode(world.mailbox, email) })
    },
    async link(browser: PlainBrowser, email: string) {
      await browser.submit({ email })
      let link = ''
      while (!link.includes('/sign-in/')) link = linkIn(await world.mailbox.take(email))
      await browser.go(link)
      return browser.submit()
    },
    async passkey(browser: PlainBrowser, _: string, authenticator: Authenticator) {
      const path = `${new URL(browser.current?.location ?? '').pathname}/passkey`
      const options = await post(browser, `${path}/options`)
      return post(browser, path, authenticator.get(JSON.parse(options.text)))
    },
  }
  const ways = Object.keys(signInBy) as (keyof typeof signInBy)[]

  /** Whoever is signed in, and has a passkey. */
  async function signedIn() {
    const { browser, person } = await world.signIn()
    const authenticator = new Authenticator(new URL(world.issuer).origin)
    const options = await post(browser, '/account/passkeys/options')
    await post(browser, '/account/passkeys', authenticator.create(JSON.parse(options.text)))
    world.pass(1)
    return { browser, email: person.email, authenticator }
  }
  async function expectSignedIn(browser: PlainBrowser, email: string) {
    const account = await browser.go('/account')
    expect([account.location, account.text]).toEqual([`${world.issuer}/account`, expect.stringContaining(email)])
  }

  test.each(ways)('by %s, though the client is refused', async (way) => {
    const { browser, email, authenticator } = await signedIn()
    await world.authorize(browser, { prompt: 'login', organization: 'not-theirs' })
    const { callback } = await signInBy[way](browser, email, authenticator)
    expect(callback?.searchParams.get('error')).toBe('access_denied')
    await expectSignedIn(browser, email)
  })

  test('in a browser in which nobody was, in which somebody else was, and with the answer in a form', async () => {
    const { email, authenticator } = await signedIn()
    const other = await signedIn()
    for (const browser of [world.browser(), other.browser]) {
      await world.authorize(browser, { prompt: 'login', organization: 'not-theirs', response_mode: 'form_post' })
      const answer = await signInBy.code(browser, email)
      expect(answer.html.querySelector('[name=error]')?.getAttribute('value')).toBe('access_denied')
      await expectSignedIn(browser, email)
    }
    // A sign-in by passkey at a client that knows who it wants, and gets somebody else.
    const { visited, params } = await world.signIn()
    const hint = (await world.redeem(params.get('code') ?? '')).body.id_token
    expect(visited.callback).not.toBeNull()
    const browser = world.browser()
    await world.authorize(browser, { prompt: 'login', id_token_hint: hint })
    const { callback } = await signInBy.passkey(browser, email, authenticator)
    expect(callback?.searchParams.get('error')).toBe('login_required')
    await expectSignedIn(browser, email)
  })

  test.each(ways)('by %s, though the server fails to answer, for a client and for a page of ours', async (way) => {
    const { browser, email, authenticator } = await signedIn()
    const run = (statement: string) => world.deps.db.sql.write(statement, [])
    for (const begin of [() => world.authorize(browser, { prompt: 'login' }), () => reauthenticate(browser)]) {
      await begin()
      await run(
        "CREATE TRIGGER no_answer BEFORE UPDATE OF completed_at ON interaction BEGIN SELECT RAISE(ABORT, 'no'); END",
      )
      try {
        expect((await signInBy[way](browser, email, authenticator)).status).toBe(500)
      } finally {
        await run('DROP TRIGGER no_answer')
      }
      await expectSignedIn(browser, email)
    }
  })

  /** A form of the account that wants a recent sign-in. */
  async function reauthenticate(browser: PlainBrowser) {
    world.pass(60 * 60_000)
    await post(browser, '/account/recovery')
    expect(browser.has('email')).toBe(true)
  }
})

describe('the way out', () => {
  test('leads back to the application, which learns that the person did not want to go on', async () => {
    const browser = world.browser()
    await world.authorize(browser, { state: 'kept' })
    const { callback } = await browser.go(`${browser.current?.location}/leave`, {
      method: 'POST',
      body: 'decision=cancel',
    })
    expect([callback?.searchParams.get('error'), callback?.searchParams.get('state')]).toEqual([
      'access_denied',
      'kept',
    ])
  })
})

test('a code that is sent twice at once is one sign-in: one account, one session', async () => {
  const { email } = someone()
  const browser = world.browser()
  await world.authorize(browser)
  await browser.submit({ email })
  const code = await nextCode(world.mailbox, email)
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: world.issuer,
    Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  const send = () =>
    fetch(browser.current?.location ?? '', { method: 'POST', redirect: 'manual', headers, body: `code=${code}` })
  const answers = await Promise.all([send(), send(), send()])
  const signedIn = answers.filter((answer) =>
    answer.headers.getSetCookie().some((cookie) => cookie.startsWith('vestibule_session=')),
  )
  expect(signedIn).toHaveLength(1)
  const sessions = { where: { user: { emails: { some: { address: email } } } } }
  expect(await world.deps.db.prisma.session.count(sessions)).toBe(1)
})
