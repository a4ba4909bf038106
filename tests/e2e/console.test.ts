import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexEverybody } from '../../apps/server/test/support/index-everybody.ts'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { expectBrowserProblem, expectRefusedForm, openStrictBrowser } from './strict-browser.ts'

// The first days of an operator, in a browser, with the limits that every server has, with scripts and without.

let world: TestWorld
let browser: Browser
let application: Application
let hooks: Server
const received: string[] = []

beforeAll(async () => {
  application = await openApplication()
  hooks = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  world = await openTestWorld(
    {
      OPERATORS: 'olga@example.test',
      WEBHOOK_URL: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`,
      WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      OIDC_CLIENT_0_REDIRECT_URIS: application.redirectUri,
    },
    { clock: 'running' },
  )
  browser = await openStrictBrowser()
  await fill()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  application?.close()
  hooks?.close()
})

/** Fifteen people of one name, each with an organization, so that a search has to choose. */
async function fill(): Promise<void> {
  const now = new Date()
  for (let n = 0; n < 15; n++) {
    const id = `0000000000${String(n).padStart(22, '0')}`
    await world.deps.db.prisma.user.create({
      data: {
        id,
        givenName: 'Anna',
        familyName: 'Meier',
        createdAt: now,
        updatedAt: now,
        emails: { create: { address: `anna${n}@example.test`, isPrimary: true, verifiedAt: now } },
        memberships: {
          create: {
            roles: 'owner',
            createdAt: now,
            organization: { create: { id: `1${id.slice(1)}`, slug: `meier-${n}`, name: `Meier ${n}`, createdAt: now } },
          },
        },
      },
    })
  }
  await indexEverybody(world)
}

const submit = (page: Page) => page.locator('button.primary').first().click()

async function signIn(page: Page, email: string): Promise<void> {
  await page.fill('[name=email]', email)
  await submit(page)
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  await submit(page)
}

/** Opens a section by the navigation. */
const open = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: section, exact: true }).click()

/** Presses a button, and answers the question that it asks. */
async function act(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).first().click()
  await page.locator('button[name=confirm]').click()
}

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** Somebody who does not know the code. */
async function guess(email: string): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${world.issuer}/account`)
  await page.fill('[name=email]', email)
  await submit(page)
  const code = codeIn(await world.mailbox.take(email))
  for (let tries = 0; tries < 5; tries++) {
    await page.fill('[name=code]', String((Number(code) + 1 + tries) % 1_000_000).padStart(6, '0'))
    await submit(page)
    await page.locator('#code-problem').waitFor()
  }
}

/** Signs in to a client and returns the answer to the code, with this secret. */
async function useClient(id: string, secret: string, email: string): Promise<Response> {
  const page = await (await browser.newContext()).newPage()
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: application.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 's',
    organization: 'meier-7',
  })
  await page.goto(`${world.issuer}/authorize?${query}`)
  await signIn(page, email)
  for (let step = 0; step < 4 && !page.url().startsWith(application.url); step++) {
    if (await page.locator('[name=accept_terms]').count()) await page.check('[name=accept_terms]')
    await submit(page)
  }
  await page.waitForURL(`${application.url}/**`)
  return exchange(id, secret, new URL(page.url()).searchParams.get('code') ?? '')
}

const exchange = (id: string, secret: string, code: string): Promise<Response> =>
  fetch(`${world.issuer}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${id}:${encodeURIComponent(secret)}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: application.redirectUri }),
  })

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('an operator, %s', (_how, javaScriptEnabled) => {
  const number = javaScriptEnabled ? 3 : 4
  const email = `anna${number}@example.test`
  let page: Page

  // A context ends with its test. The session goes on, because an operator may have five codes in an hour.
  let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  const begin = async () => {
    const context = await browser.newContext({ javaScriptEnabled, ...(session ? { storageState: session } : {}) })
    page = await context.newPage()
    await page.goto(`${world.issuer}/admin`)
    if (!session) {
      world.pass(31_000)
      await signIn(page, 'olga@example.test')
      session = await context.storageState()
    }
    await page.getByRole('navigation', { name: 'Console' }).waitFor()
  }

  test('finds a person by part of the name, reads why they cannot sign in, and lifts the limit', async () => {
    expectRefusedForm()
    await guess(email)
    world.pass(31_000)
    await guess(email)
    await begin()
    await page.fill('[name=q]', 'anna mei')
    await page.keyboard.press('Enter')
    await page.locator('main tbody tr').filter({ hasText: email }).getByRole('link', { name: 'Anna Meier' }).click()
    await page.getByRole('heading', { name: 'Anna Meier' }).first().waitFor()
    await open(page, 'Sign-in help')
    await page.fill('[name=address]', email)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Incorrect code').first().waitFor()
    await page.getByText('Too many incorrect codes were entered').waitFor()
    await act(page, 'Lift the limit')
    await said(page, /The limit is lifted/)
    await page.getByText('Codes are mailed and checked as usual.').waitFor()
  })

  test('makes an application, signs in through it at once, rotates its secret, and disables it', async () => {
    await begin()
    const id = `notes-${number}`
    await open(page, 'Applications')
    await page.getByRole('link', { name: 'New application' }).click()
    await page.fill('[name=client_name]', `Notes ${number}`)
    await page.fill('[name=redirect_uris]', application.redirectUri)
    await page.fill('[name=client_id]', id)
    await page.getByRole('button', { name: 'Create application' }).click()
    const first = (await page.locator('#client-secret').innerText()).trim()
    expect((await useClient(id, first, 'anna7@example.test')).status).toBe(200)
    await page.getByRole('link', { name: /I have copied it/ }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.locator('button[name=confirm]').click()
    const second = (await page.locator('#client-secret').innerText()).trim()
    // Both secrets authenticate; the code is made up.
    for (const secret of [first, second]) {
      const answer = await exchange(id, secret, 'made-up')
      expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    }
    await page.getByRole('link', { name: /I have copied it/ }).click()
    await act(page, 'Disable')
    await said(page, /is disabled/)
    expect(await (await exchange(id, second, 'made-up')).json()).toMatchObject({ error: 'invalid_client' })
  })

  test('publishes a theme for an organization, and sees it on its sign-in page', async () => {
    await begin()
    const organization = await world.deps.db.prisma.organization.findUniqueOrThrow({
      where: { slug: `meier-${number}` },
    })
    await page.goto(`${world.issuer}/admin/themes/organizations/${organization.id}`)
    await page.locator('input[name=accent]').fill(javaScriptEnabled ? '#8a1c4f' : '#1c4f8a')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await said(page, /The draft was saved/)
    await act(page, 'Publish')
    await said(page, /The theme was published/)
    const visitor = await (await browser.newContext({ javaScriptEnabled })).newPage()
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: application.redirectUri,
      response_type: 'code',
      scope: 'openid',
      organization: `meier-${number}`,
    })
    await visitor.goto(`${world.issuer}/authorize?${query}`)
    const color = await visitor
      .locator('button.primary')
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(color).toBe(javaScriptEnabled ? 'rgb(138, 28, 79)' : 'rgb(28, 79, 138)')
  })

  test('sends a webhook again', async () => {
    await begin()
    await open(page, 'Webhooks')
    await page.locator('main :is(.rows, .table tbody) a').first().click()
    await page.locator('main :is(.rows, .table tbody) a').first().click()
    await page.getByRole('heading', { name: 'Delivery' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await expect.poll(() => received).toContain(id)
    const before = received.filter((seen) => seen === id).length
    await act(page, 'Send again')
    await said(page, /sent again/)
    await expect.poll(() => received.filter((seen) => seen === id).length).toBeGreaterThan(before)
  })

  test('previews: signs in with their own account and sees the tokens, and looks at the pages of a new person', async () => {
    await begin()
    await open(page, 'Preview')
    await page.getByLabel('phone').uncheck()
    await page.getByLabel('claims').fill('{"id_token":{"email":null}}')
    await page.getByRole('button', { name: 'Start the preview' }).click()
    const operator = 'olga@example.test'
    expect(await page.inputValue('[name=email]')).toBe(operator)
    world.pass(31_000)
    await signIn(page, operator)
    // The answer sends itself where there are scripts.
    if (!javaScriptEnabled) await submit(page)
    await page.getByRole('heading', { name: 'What an application gets' }).waitFor()
    session = await page.context().storageState()
    const idToken = page.getByRole('region', { name: 'ID token' })
    expect(JSON.parse(await idToken.locator('pre').innerText()).payload).toMatchObject({ email: operator })
    expect(await page.content()).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)

    await page.getByRole('link', { name: 'Start another preview' }).click()
    await page.selectOption('[name=language]', 'de')
    await page.getByRole('button', { name: 'Show the pages' }).click()
    const bar = page.getByRole('complementary')
    await bar.getByText('Beispieldaten').waitFor()
    await bar.getByRole('link').nth(1).click()
    await page.fill('[name=code]', '123456')
    await submit(page)
    await bar.getByText('Beispieldaten').waitFor()
    expect(await page.inputValue('[name=code]')).toBe('')
    await bar.getByRole('link', { name: 'Vorschau' }).click()
    await page.getByRole('heading', { name: 'What a new person sees' }).waitFor()
  })

  test('exports the audit log as CSV', async () => {
    await begin()
    await open(page, 'Activity')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: /CSV/ })
        .or(page.getByRole('button', { name: /CSV/ }))
        .click(),
    ])
    const stream = await download.createReadStream()
    let text = ''
    for await (const chunk of stream) text += chunk
    expect(text.split('\r\n').length).toBeGreaterThan(5)
    expect(text).toContain('operator')
  })
})

test('a stranger and a member find nothing under /admin', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${world.issuer}/admin`)
  world.pass(60_000)
  expectBrowserProblem(/status of 404/)
  await signIn(page, 'anna9@example.test')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(page.url()).toBe(`${world.issuer}/admin`)
  expect(await page.getByRole('navigation', { name: 'Console' }).count()).toBe(0)
})
