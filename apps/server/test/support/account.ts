import { expect } from 'vitest'
import { Authenticator, type Options } from './authenticator.ts'
import type { PlainBrowser, Visited } from './browser.ts'
import { nextCode } from './mailbox.ts'
import type { TestWorld } from './world.ts'

/** Someone in a browser of their own, signed in to the account pages. */
export interface Signed {
  browser: PlainBrowser
  email: string
  id: string
}

/** What people do on the account pages, in a plain browser with an authenticator in software. */
export function accountOf(world: TestWorld) {
  let people = 0
  const origin = new URL(world.issuer).origin
  const db = world.deps.db.prisma

  const post = (browser: PlainBrowser, path: string, fields: Record<string, string> = {}): Promise<Visited> =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })

  const ask = async (browser: PlainBrowser, path: string): Promise<Options> =>
    JSON.parse((await post(browser, path)).text)

  const idOf = async (email: string): Promise<string> =>
    (await db.email.findUniqueOrThrow({ where: { address: email } })).userId

  /** Signs in by mail, as a new person where no address is given. */
  async function byMail(email = `person${++people}@example.test`, browser = world.browser()): Promise<Signed> {
    await browser.go(`${world.issuer}/account/passkeys`)
    if (browser.has('email')) {
      await browser.submit({ email })
      await browser.submit({ code: await nextCode(world.mailbox, email) })
    }
    expect(browser.current?.location).toBe(`${world.issuer}/account/passkeys`)
    return { browser, email, id: await idOf(email) }
  }

  /** Signs in with a passkey, in a new browser or in that of a session. */
  async function byPasskey(authenticator: Authenticator, email: string, browser = world.browser()): Promise<Signed> {
    await browser.go(`${world.issuer}/account/passkeys`)
    if (!browser.current?.location.includes('/sign-in/')) await post(browser, '/account/confirm', { back: 'passkeys' })
    const page = new URL(browser.current?.location ?? '').pathname.replace(/\/passkey$/, '')
    const given = await ask(browser, `${page}/passkey/options`)
    await post(browser, `${page}/passkey`, { credential: authenticator.get(given) })
    return { browser, email, id: await idOf(email) }
  }

  /** Tries to add a passkey. */
  async function addPasskey({ browser }: Pick<Signed, 'browser'>, authenticator = new Authenticator(origin)) {
    const options = await post(browser, '/account/passkeys/options')
    if (options.status !== 200) return { authenticator, status: options.status }
    const credential = authenticator.create(JSON.parse(options.text))
    return { authenticator, status: (await post(browser, '/account/passkeys', { credential })).status }
  }

  /** A new person with a first passkey, signed in by mail. */
  async function withPasskey(email?: string) {
    const person = await byMail(email)
    const { authenticator, status } = await addPasskey(person)
    expect(status).toBe(200)
    return { ...person, authenticator }
  }

  /** Adds an address by its mailed code. */
  async function addAddress({ browser }: Pick<Signed, 'browser'>, email: string): Promise<void> {
    await post(browser, '/account/addresses', { email })
    await browser.submit({ code: await nextCode(world.mailbox, email) })
  }

  /** The next notice to an address that says this. */
  async function notice(email: string, text: string): Promise<string> {
    for (;;) {
      const mail = (await world.mailbox.take(email)).text ?? ''
      if (mail.includes(text)) return mail
    }
  }

  /** Waits for notices that say these, in whatever order they come: two that were queued at once are sent side by side. */
  async function notices(email: string, texts: readonly string[]): Promise<void> {
    const missing = new Set(texts)
    while (missing.size > 0) {
      const mail = (await world.mailbox.take(email)).text ?? ''
      for (const text of missing) if (mail.includes(text)) missing.delete(text)
    }
  }

  const addresses = async (id: string) =>
    (await db.email.findMany({ where: { userId: id }, orderBy: [{ isPrimary: 'desc' }, { address: 'asc' }] })).map(
      ({ address }) => address,
    )
  const passkeys = (id: string) => db.passkey.count({ where: { userId: id } })
  const actions = async (id: string) =>
    (await db.auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } })).map(({ action }) => action)
  const text = (browser: PlainBrowser): string => browser.current?.html.querySelector('main')?.text ?? ''

  return {
    origin,
    post,
    ask,
    idOf,
    byMail,
    byPasskey,
    addPasskey,
    withPasskey,
    addAddress,
    notice,
    notices,
    addresses,
    passkeys,
    actions,
    text,
  }
}

/** The link of a mail that leads here. */
export const linkTo = (text: string, path: string): string | null =>
  new RegExp(`https?://\\S*${path}/\\S+`).exec(text)?.[0] ?? null
