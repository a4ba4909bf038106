import type { RequestListener } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openPersonalBrowser } from './bound-browser.ts'
import { listenWithTls, proxyTo, selfSignedCertificate } from './tls-support.ts'

// Device-bound sessions in a real Chromium, with keys in software.

const sessionName = '__Host-vestibule_session'
const boundName = '__Host-vestibule_bound'

const certificate = selfSignedCertificate()
let world: TestWorld
let answer: RequestListener = (_, response) => response.writeHead(503).end()
/** What the browser asked of the server, beside its documents. */
let asked: string[] = []
const closing: (() => unknown)[] = []
let issuer: string
let application: string
beforeAll(async () => {
  const server = await listenWithTls(certificate, (request, response) => {
    if (request.url?.startsWith('/session/')) asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  const other = await listenWithTls(certificate, (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>Application</title><link rel="icon" href="data:,"><a href="${start()}">Sign in</a>`,
      ),
  )
  issuer = `https://localhost:${server.port}`
  application = `https://127.0.0.1:${other.port}`
  world = await openTestWorld(
    {
      ISSUER: issuer,
      BIND_SESSIONS: 'offer',
      PASSKEY_NUDGE: 'off',
      ONBOARDING: 'profile',
      LIMIT_MAIL_PER_ADDRESS: '1000/1h',
      OIDC_CLIENT_0_REDIRECT_URIS: `${application}/cb`,
    },
    { clock: 'running' },
  )
  answer = proxyTo(world.address)
  closing.push(server.close, other.close, world.close)
})
afterAll(async () => {
  for (const close of closing) await close()
})

const start = () =>
  `${issuer}/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: `${application}/cb`, response_type: 'code', scope: 'openid' })}`

afterEach(() => {
  asked = []
})

const browser = (options: { binds: boolean }) => openPersonalBrowser(certificate.spki, options)

let people = 0
/** Signs in by mail to the account page. */
async function signIn(page: Page): Promise<string> {
  people += 1
  const email = `bound${people}@example.test`
  await page.goto(`${issuer}/account`)
  await page.fill('[name=email]', email)
  await page.locator('button.primary').first().click()
  // The page sends a whole code by itself.
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await page.waitForURL(`${issuer}/account`)
  return email
}

const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies(issuer)).find((found) => found.name === name)

/** Follows the link of another site, and answers what a new person is asked. */
async function visitApplication(page: Page): Promise<void> {
  await page.goto(application)
  await page.click('a')
  await page.waitForURL((url) => url.pathname === '/cb' || url.pathname.endsWith('/profile'))
  if (page.url().endsWith('/profile')) {
    await page.fill('[name=given_name]', 'Ada')
    await page.locator('button.primary').first().click()
  }
  await page.waitForURL(`${application}/cb?**`)
}

/** Signs in, and waits for what the browser does on its own. */
async function bind({ context, page }: { context: BrowserContext; page: Page }): Promise<void> {
  await signIn(page)
  await expect.poll(async () => (await cookie(context, boundName))?.value).toBeTruthy()
  expect(asked).toEqual(['POST /session/device'])
  await page.reload()
  await expect.poll(() => page.textContent('main')).toContain('This session is bound to this device')
}

test('a session is bound, renewed, and proven to an application that begins at another site', async () => {
  const own = await browser({ binds: true })
  await bind(own)
  const { context, page } = own

  // The cookie is gone, as after ten minutes: the browser signs for a new one before it asks for the page.
  const before = await cookie(context, boundName)
  await context.clearCookies({ name: boundName })
  await page.goto(`${issuer}/account/sessions`)
  expect(page.url()).toBe(`${issuer}/account/sessions`)
  expect(await page.textContent('main')).toContain('This session is bound to this device')
  expect((await cookie(context, boundName))?.value).not.toBe(before?.value)
  expect(asked.slice(1)).toEqual(['POST /session/device/refresh', 'POST /session/device/refresh'])

  // A link of another site: the page in between has the browser prove it, and the person is not asked anything.
  await visitApplication(page)
  await context.clearCookies({ name: boundName })
  asked = []
  await visitApplication(page)
  expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
  expect(asked).toEqual(['POST /session/device/refresh'])
})

test('DB-02: a cookie that was copied to another browser is refused there', async () => {
  const own = await browser({ binds: true })
  await bind(own)
  const copied = await cookie(own.context, sessionName)
  if (!copied) throw new Error('there is no session')
  for (const binds of [false, true]) {
    const thief = await browser({ binds })
    await thief.context.addCookies([copied])
    await thief.page.goto(`${issuer}/account`)
    expect(thief.page.url()).toContain('/sign-in/')
    expect(await thief.page.textContent('main')).toContain('We could not confirm that this is the device')
  }
  await own.page.goto(`${issuer}/account`)
  expect(own.page.url()).toBe(`${issuer}/account`)
})

test('DB-11: a sign-out ends it, and no cookie comes back', async () => {
  const own = await browser({ binds: true })
  await bind(own)
  const { context, page } = own
  await page.goto(`${issuer}/logout`)
  await page.locator('button[name=decision][value=logout]').click()
  await expect.poll(() => cookie(context, sessionName)).toBeUndefined()
  for (const path of ['/account', '/account/sessions']) {
    await page.goto(`${issuer}${path}`)
    expect(page.url()).toContain('/sign-in/')
  }
  expect(await cookie(context, boundName)).toBeUndefined()
})

test('a browser that does not know it notices nothing', async () => {
  const { context, page } = await browser({ binds: false })
  await signIn(page)
  await page.goto(`${issuer}/account/sessions`)
  expect(await page.textContent('main')).not.toContain('bound')
  expect((await context.cookies(issuer)).map(({ name }) => name)).not.toContain(boundName)
  world.pass(3_600_000)
  await visitApplication(page)
  expect(asked).toEqual([])
})
