import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, linkIn } from './support/mailbox.ts'
import { openTestWorld, redirectUri, someone, type TestWorld } from './support/world.ts'

// What is worth nothing to whoever reads the database, sends a secret again, or brings it to another place.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const session = 'vestibule_session'

/** A browser that waits for the code in its mail. */
async function waiting(email: string, headers: Record<string, string> = {}) {
  const browser = world.browser(headers)
  await world.authorize(browser)
  await browser.submit({ email })
  const mail = await world.mailbox.take(email)
  return { browser, code: codeIn(mail), link: linkIn(mail) }
}

test('EC-20 ML-09 SE-05 ST-21 no code, link or session can be read from the database', async () => {
  const { email } = someone()
  const { browser, code, link } = await waiting(email)
  const secret = link.split('/').at(-1) ?? ''
  // ML-15: 256 bits, written in base64url.
  expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
  const signedIn = await world.signIn({}, { scope: 'openid offline_access' })
  const { body } = await world.redeem(signedIn.code)
  const cookie = signedIn.browser.cookies.get(session) ?? ''
  expect(cookie.length).toBeGreaterThan(40)
  const { prisma } = world.deps.db
  const stored = JSON.stringify(
    await Promise.all([
      prisma.emailChallenge.findMany(),
      prisma.interaction.findMany(),
      prisma.session.findMany(),
      prisma.grant.findMany(),
    ]),
    (_key, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value),
  )
  // A session cookie is its id, which is stored, and its secret.
  for (const hidden of [secret, cookie.split('.').at(-1), signedIn.code, body.refresh_token, body.access_token])
    expect(stored).not.toContain(hidden)
  expect(stored).not.toContain(`"${code}"`)
  await browser.submit({ code })
  expect(browser.has('accept_terms')).toBe(true)
})

test('EC-05 a code that was used is refused, after the sign-out and in another browser too', async () => {
  const { person } = await world.signIn()
  world.pass(60_000)
  const { browser, code } = await waiting(person.email)
  const form = browser.current?.location ?? ''
  expect((await browser.submit({ code })).callback?.searchParams.has('code')).toBe(true)
  const again = () => browser.go(form, { method: 'POST', body: `code=${code}` })
  expect((await again()).status).toBe(400)
  await browser.go(`${world.issuer}/logout`)
  await browser.submit({ decision: 'logout' })
  expect((await again()).status).toBe(400)
  world.pass(60_000)
  const other = await waiting(person.email)
  expect(other.code).not.toBe(code)
  expect((await other.browser.submit({ code })).status).toBe(422)
})

test('EC-23 nobody has an account, session or passkey before the mailbox is proven', async () => {
  const { email } = someone()
  const { browser } = await waiting(email)
  await browser.submit({ code: 'abcdef' })
  const { prisma } = world.deps.db
  expect(await prisma.email.count({ where: { address: email } })).toBe(0)
  expect(browser.cookies.has(session)).toBe(false)
  for (const path of ['/account', '/account/passkeys']) {
    await browser.go(`${world.issuer}${path}`)
    expect(browser.current?.location).toContain('/sign-in/')
  }
})

test('EC-25 a code for a new address signs nobody in, and a code for a sign-in adds no address', async () => {
  const email = 'two-purposes@example.test'
  const { browser: owner } = await world.signIn()
  await owner.go(`${world.issuer}/account/addresses`)
  await owner.submit({ email })
  const toAdd = codeIn(await world.mailbox.take(email))
  world.pass(60_000)
  const { browser, code: toSignIn } = await waiting(email)
  expect((await browser.submit({ code: toAdd })).status).toBe(422)
  expect((await owner.submit({ code: toSignIn })).status).toBe(422)
  expect(await world.deps.db.prisma.email.count({ where: { address: email } })).toBe(0)
})

test('ML-06 links in mails come from the issuer, whatever host a request names', async () => {
  const forged = {
    'X-Forwarded-Host': 'evil.test',
    Forwarded: 'host=evil.test',
    'X-Original-URL': 'https://evil.test/',
  }
  const { link } = await waiting(someone().email, forged)
  expect(link.startsWith(`${world.issuer}/sign-in/`)).toBe(true)
})

test('ML-10 a return address that is added to a link is not where the browser goes', async () => {
  const { person } = await world.signIn()
  world.pass(60_000)
  const { browser, link } = await waiting(person.email)
  const evil = encodeURIComponent('https://evil.test/')
  await browser.go(`${link}?redirect_uri=${evil}&return_to=${evil}`)
  expect((await browser.submit()).callback?.href.startsWith(`${redirectUri}?code=`)).toBe(true)
})

test('SE-01 a sign-in makes a new session, and the session of before has ended', async () => {
  const { browser, person } = await world.signIn()
  const before = browser.cookies.get(session) ?? ''
  world.pass(60_000)
  await world.signIn(person, { prompt: 'login' }, browser)
  expect(browser.cookies.get(session)).not.toBe(before)
  const attacker = world.browser()
  attacker.cookies.set(session, before)
  const { callback } = await world.authorize(attacker, { prompt: 'none' })
  expect(callback?.searchParams.get('error')).toBe('login_required')
})
