import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { completeSignIn } from '../support.ts'
import { normalized } from './processes.ts'
import { type Provider, tokenSeconds } from './provider.ts'

/** What is seen of an application: where it is, what its dashboard says of a person, and an API for who is signed in. */
export interface Application {
  name: string
  origin: string
  api: string
  dashboard(person: Person): string
  /** What else there is to do on the dashboard. */
  use?(page: Page): Promise<void>
}

export interface Person {
  email: string
  organization: string
}

/** A person's browser that hears what the console says. */
export interface Visitor {
  context: BrowserContext
  page: Page
  problems: string[]
}

export async function openVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext()
  const problems: string[] = []
  context.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`exception: ${error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return { context, page: await context.newPage(), problems }
}

/** Fills in what the provider asks of somebody who is new, until the application has them back. */
async function completeAt(page: Page, app: Application, provider: Provider, person: Person): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer)
  const mailbox = { take: async (address: string) => ({ text: await provider.takeCode(address) }) }
  await completeSignIn(page, provider.issuer, mailbox, person)
  await page.waitForURL((url) => url.origin === app.origin && !url.pathname.startsWith('/auth/'))
}

async function expectDashboard(page: Page, app: Application, person: Person): Promise<void> {
  await page.waitForURL(`${app.origin}/dashboard`)
  await page.getByText(app.dashboard(person)).waitFor({ timeout: 30_000 })
}

/** From the public page to the guarded page and the API. */
export async function signIn({ page }: Visitor, app: Application, provider: Provider, person: Person): Promise<void> {
  await page.goto(app.origin)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await completeAt(page, app, provider, person)
  if (!page.url().endsWith('/dashboard')) await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectDashboard(page, app, person)
  expect((await page.request.get(app.origin + app.api)).status()).toBe(200)
}

/** A link of the application, which its router follows without a document, leads a stranger to the sign-in too. */
async function followLink({ page }: Visitor, app: Application, provider: Provider): Promise<void> {
  await page.goto(app.origin)
  const link = page.getByRole('link', { name: 'Dashboard' })
  if ((await link.count()) === 0) return
  // Frameworks answer a click before their script is there by a document.
  await page.waitForLoadState('networkidle')
  await link.click()
  await expectSignInPage(page, provider)
}

/** A program that follows no script sees what became of its request for a guarded page. */
async function expectTrueStatus(app: Application): Promise<void> {
  const request = { headers: { accept: 'text/html' }, redirect: 'manual' } as const
  const { status, headers } = await fetch(`${app.origin}/dashboard`, request)
  expect([302, 303, 307]).toContain(status)
  expect(headers.get('location')).toMatch(/\/auth\/login\?returnTo=%2Fdashboard$/)
}

/** A guarded page brings a stranger back to itself. */
async function signInAtGuard({ page }: Visitor, app: Application, provider: Provider, person: Person): Promise<void> {
  expect((await page.request.get(app.origin + app.api, { maxRedirects: 0 })).status()).toBe(401)
  await page.goto(`${app.origin}/dashboard`)
  await completeAt(page, app, provider, person)
  await expectDashboard(page, app, person)
}

async function signOutAtProvider({ page }: Visitor, provider: Provider): Promise<void> {
  await page.goto(`${provider.issuer}/logout`)
  await page.locator('[name=decision][value=logout]').click()
  await page.waitForLoadState()
}

/** The provider asks for an address again: the person is signed out. */
async function expectSignInPage(page: Page, provider: Provider): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer, { timeout: 30_000 })
  await page.locator('[name=email]').waitFor({ timeout: 30_000 })
}

/** Signing out in the application signs out at the provider too, and comes back. */
async function signOutInApplication({ page }: Visitor, app: Application, provider: Provider): Promise<void> {
  const menu = page.locator('.user-button > button')
  if ((await menu.count()) > 0) await menu.click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${app.origin}/`)
  expect((await page.request.get(app.origin + app.api, { maxRedirects: 0 })).status()).toBe(401)
  await page.goto(`${app.origin}/dashboard`)
  await expectSignInPage(page, provider)
}

/** Two people, one token's life: the one stays signed in, the other has signed out at the provider and is signed out. */
export async function wholeVisit(browser: Browser, app: Application, provider: Provider): Promise<string[]> {
  const ada = await openVisitor(browser)
  const grace = await openVisitor(browser)
  const faults: string[] = []
  const step = async (name: string, work: () => Promise<void>) => {
    await work().catch((error: Error) => faults.push(`${name}: ${error.message.split('\n')[0]}`))
  }
  const people = ['ada', 'grace'].map((name) => ({
    email: `${name}-${app.name}@example.test`,
    organization: `${name} of ${app.name}`,
  })) as [Person, Person]

  await step('sign in', () => signIn(ada, app, provider, people[0]))
  if (app.use) await step('use the dashboard', () => app.use?.(ada.page) ?? Promise.resolve())
  await step('a link to a guarded page', () => followLink(grace, app, provider))
  await step('the status of a guarded page', () => expectTrueStatus(app))
  await step('sign in at a guarded page', () => signInAtGuard(grace, app, provider, people[1]))
  await step('sign out at the provider', () => signOutAtProvider(grace, provider))
  await new Promise((resolve) => setTimeout(resolve, (tokenSeconds + 1) * 1000))

  await step('a guarded page after a token has died', async () => {
    await ada.page.goto(`${app.origin}/dashboard`)
    await expectDashboard(ada.page, app, people[0])
  })
  await step('an API after a token has died', async () => {
    expect((await ada.page.request.get(app.origin + app.api)).status()).toBe(200)
  })
  await step('an API after a sign-out at the provider', async () => {
    expect((await grace.page.request.get(app.origin + app.api, { maxRedirects: 0 })).status()).toBe(401)
  })
  await step('a guarded page after a sign-out at the provider', async () => {
    await grace.page.goto(`${app.origin}/dashboard`)
    await expectSignInPage(grace.page, provider)
  })
  await step('sign out in the application', () => signOutInApplication(ada, app, provider))
  await Promise.all([ada.context.close(), grace.context.close()])
  return [...faults, ...ada.problems, ...grace.problems].map(normalized)
}

/** Opens the page for owners of docs/organizations.md, whose status strangers see too. */
export const billingVisit = (browser: Browser, app: Application, provider: Provider): Promise<string[]> =>
  visitAs(browser, app, provider, 'owner', async ({ page }, { organization }) => {
    const stranger = { headers: { accept: 'text/html' }, redirect: 'manual' } as const
    expect((await fetch(`${app.origin}/billing`, stranger)).status).toBe(307)
    await page.goto(`${app.origin}/billing`)
    await page.getByRole('heading', { name: `Billing of ${organization}` }).waitFor({ timeout: 30_000 })
  })

/** Opens the page that `add` of @vestibule/cli wrote: a stranger signs in at its guard, and is back. */
export const guardedVisit = async (browser: Browser, app: Application, provider: Provider): Promise<string[]> => {
  const visitor = await openVisitor(browser)
  const person = { email: `guarded-${app.name}@example.test`, organization: `guarded of ${app.name}` }
  const fault = await visitor.page
    .goto(`${app.origin}/dashboard`)
    .then(() => completeAt(visitor.page, app, provider, person))
    .then(() => expectDashboard(visitor.page, app, person))
    .then(
      () => [],
      (error: Error) => [`guarded: ${error.message.split('\n')[0]}`],
    )
  await visitor.context.close()
  return [...fault, ...visitor.problems].map(normalized)
}

async function visitAs(
  browser: Browser,
  app: Application,
  provider: Provider,
  name: string,
  then: (visitor: Visitor, person: Person) => Promise<void>,
): Promise<string[]> {
  const visitor = await openVisitor(browser)
  const person = { email: `${name}-${app.name}@example.test`, organization: `${name} of ${app.name}` }
  const fault = await signIn(visitor, app, provider, person)
    .then(() => then(visitor, person))
    .then(
      () => [],
      (error: Error) => [`${name}: ${error.message.split('\n')[0]}`],
    )
  await visitor.context.close()
  return [...fault, ...visitor.problems].map(normalized)
}
