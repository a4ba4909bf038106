import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { claimsOf, openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { expectRefusedForm, openStrictBrowser } from './strict-browser.ts'
import { virtualAuthenticator } from './support.ts'

// Passkeys in a real browser with a virtual authenticator (Web Authentication Level 3, section 11).

let world: TestWorld
let browser: Browser
let redirectUri: string
let application: Application
beforeAll(async () => {
  application = await openApplication()
  redirectUri = application.redirectUri
  world = await openTestWorld(
    {
      OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_5_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_5_REQUIRE_PASSKEY: 'true',
      OIDC_CLIENT_5_REQUIRE_CONSENT: 'false',
    },
    { clock: 'running' },
  )
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  application?.close()
})

interface Visitor {
  page: Page
  cdp: CDPSession
  authenticator: string
}

/** A browser of its own with an authenticator like a phone's or laptop's. */
async function visitor(options: Record<string, unknown> = {}): Promise<Visitor> {
  const context = await browser.newContext()
  const page = await context.newPage()
  return { page, ...(await virtualAuthenticator(page, options)) }
}

const authorize = (extra: Record<string, string> = {}) =>
  `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: redirectUri, response_type: 'code', scope: 'openid email', state: 's', ...extra })}`

const kept = async (cdp: CDPSession, authenticatorId: string): Promise<number> =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length

const submit = (page: Page) => page.locator('button.primary').first().click()

/** Signs in by mail up to the page after the code, and answers what a new person is asked. */
async function signInByMail(page: Page, email: string, { isNew = true } = {}): Promise<void> {
  // Another mail to the same address has to wait for thirty seconds, and a network for its attempts.
  world.pass(61_000)
  await page.fill('[name=email]', email)
  await submit(page)
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  await submit(page)
  if (!isNew) return
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.fill('[name=given_name]', 'Ada')
  await submit(page)
  await page.fill('[name=organization_name]', 'Engines')
  await submit(page)
}

/** Waits until the browser is back at the application, and redeems its code. */
async function idTokenAt(page: Page, auth: [string, string] = ['web', 'web secret with ~ + / = : % in it']) {
  await page.waitForURL(`${redirectUri}**`)
  const url = new URL(page.url())
  const code = url.searchParams.get('code')
  if (!code) throw new Error(`no code in ${url.search}`)
  const answer = await world.token(
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
    { basic: auth },
  )
  expect(answer.status).toBe(200)
  return claimsOf(answer.body.id_token)
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${world.issuer}/logout`)
  await page.click('[value=logout]')
  await page.getByText('You are signed out').waitFor()
}

test('a passkey is made after a mailed sign-in; signed out, one comes back by autofill without typing anything', async () => {
  const email = 'autofill@example.test'
  const { page } = await visitor()
  await page.goto(authorize())
  await signInByMail(page, email)
  // The nudge: one button makes a passkey, and sign-in goes on.
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  const first = await idTokenAt(page)
  expect(first).toMatchObject({ acr: 'urn:vestibule:acr:mail', amr: ['otp'] })
  const notice = await world.mailbox.take(email)
  expect(notice.text).toContain('A passkey was added')

  await signOut(page)
  await page.goto(authorize())
  // Nothing is typed and nothing is clicked: the authenticator answers the conditional request.
  const second = await idTokenAt(page)
  expect(second).toMatchObject({ sub: first.sub, acr: 'phrh', amr: ['pop', 'user', 'hwk', 'mfa'] })
})

test('"not now" is remembered', async () => {
  const email = 'later@example.test'
  const { page } = await visitor()
  await page.goto(authorize())
  await signInByMail(page, email)
  await page.click('[name=decision][value=later]')
  await idTokenAt(page)
  await signOut(page)
  await page.goto(authorize())
  await signInByMail(page, email, { isNew: false })
  await idTokenAt(page)
})

test('a browser that can make no passkey is not offered one', async () => {
  const email = 'incapable@example.test'
  const page = await (await browser.newContext()).newPage()
  await page.goto(authorize())
  await signInByMail(page, email)
  await idTokenAt(page)
})

test('the button signs in too, and an authenticator that does not verify its user is refused', async () => {
  const email = 'button@example.test'
  const { page, cdp, authenticator } = await visitor()
  await page.goto(authorize())
  await signInByMail(page, email)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  const { sub } = await idTokenAt(page)
  await signOut(page)
  // A browser without autofill: otherwise the authenticator, which touches itself, may answer that before the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: false })
  await page.goto(authorize())
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('That did not work').waitFor()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: true })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect(await idTokenAt(page)).toMatchObject({ sub })
})

describe('step-up', () => {
  test('a client that demands a passkey: by mail, make one, use it', async () => {
    const email = 'demand@example.test'
    const { page, cdp, authenticator } = await visitor()
    await page.goto(authorize({ client_id: 'third' }))
    await page.fill('[name=email]', email)
    await submit(page)
    await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
    await submit(page)
    await page.getByRole('heading', { name: 'Create a passkey' }).waitFor()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.check('[name=accept_terms]')
    await submit(page)
    await page.fill('[name=given_name]', 'Ada')
    await submit(page)
    await page.fill('[name=organization_name]', 'Demanding')
    await submit(page)
    expect(await idTokenAt(page, ['third', 'third-secret-0123456789'])).toMatchObject({ acr: 'phrh' })
    expect(await kept(cdp, authenticator)).toBe(1)
  })

  test('an essential acr is never met by mail, and the person may give up', async () => {
    const email = 'essential@example.test'
    const { page } = await visitor()
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } })
    await page.goto(authorize())
    await signInByMail(page, email)
    await page.click('[value=later]')
    await idTokenAt(page)
    await page.goto(authorize({ claims, prompt: 'none' }))
    await page.waitForURL(`${redirectUri}**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('login_required')
    await page.goto(authorize({ claims }))
    await page.click('[value=decline]')
    await page.waitForURL(`${redirectUri}**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('unmet_authentication_requirements')
    await page.goto(authorize({ claims }))
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    // The value that was asked for is the one that is told.
    expect(await idTokenAt(page)).toMatchObject({ acr: 'phr', amr: ['pop', 'user', 'hwk', 'mfa'] })
    // A wish for more is granted without a word when it is met.
    await page.goto(authorize({ acr_values: 'phr urn:vestibule:acr:mail', prompt: 'none' }))
    expect(await idTokenAt(page)).toMatchObject({ acr: 'phr' })
  })

  test('a passkey that syncs is phishing-resistant, and no hardware key', async () => {
    const email = 'synced@example.test'
    const { page } = await visitor({ defaultBackupEligibility: true, defaultBackupState: true })
    await page.goto(authorize())
    await signInByMail(page, email)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await idTokenAt(page)
    await signOut(page)
    await page.goto(authorize())
    expect(await idTokenAt(page)).toMatchObject({ acr: 'phr', amr: ['pop', 'user', 'swk', 'mfa'] })
  })
})

describe('in the account', () => {
  test('passkeys are added, renamed and removed; a removed one signs nobody in; each is told by mail', async () => {
    const email = 'keys@example.test'
    const { page, cdp, authenticator } = await visitor()
    await page.goto(`${world.issuer}/account/passkeys`)
    await signInByMail(page, email, { isNew: false })
    await page.getByText('You do not have a passkey yet').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('On one device').waitFor()
    expect((await world.mailbox.take(email)).text).toContain('A passkey was added')
    // From now on, changes are confirmed with it.
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.locator('.menu > summary').click()
    await page.fill('[name=name]', '<img src=x onerror=alert(1)>')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('td strong', { hasText: '<img src=x onerror=alert(1)>' }).waitFor()
    await page.locator('.menu > summary').click()
    await page.getByText('Remove', { exact: true }).first().click()
    await page.getByText('You will no longer be able to sign in').waitFor()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('You do not have a passkey yet').waitFor()
    expect((await world.mailbox.take(email)).text).toContain('A passkey was removed')
    // The page told the person's picker which passkeys are left (signalAllAcceptedCredentials).
    await expect.poll(() => kept(cdp, authenticator)).toBe(0)

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('On one device').waitFor()
    await world.deps.db.prisma.passkey.deleteMany({})
    expectRefusedForm()
    await signOut(page)
    await page.goto(authorize())
    // One that is unknown is told to the picker as well (signalUnknownCredential), and mail still works.
    await page.getByText('This passkey is no longer registered').waitFor()
    await expect.poll(() => kept(cdp, authenticator)).toBe(0)
    await page.fill('[name=email]', email)
    await submit(page)
    await page.locator('[name=code]').waitFor()
  })
})
