import axe from 'axe-core'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import type { User } from '../../packages/core/src/model/session.ts'
import { createTestSession } from '../../packages/core/src/testing.ts'
import { expectBrowserProblem, openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort, onlyInTestAll, exampleSecret as secret, startExample } from './support.ts'

// The parts that applications copy, in the production builds of the starters: with the keyboard, without scripts, without styles, on
// a phone, from right to left, in the dark.

const examples = ['nextjs', 'nuxt', 'remix'] as const

// Next.js sends a page with a loading state in two parts when its data is not there at once. Here it never is.
const lateData = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    let late
    const query = ({ args, query }) => new Promise((resolve) => setTimeout(resolve, 100)).then(() => query(args))
    Object.defineProperty(globalThis, 'prisma', {
      get: () => late,
      set: (client) => (late = client.$extends({ query: { $allOperations: query } })),
    })`)}`,
}

let browser: Browser
let world: TestWorld
const applications = new Map<string, { url: string; stop(): void }>()

beforeAll(async () => {
  const ports = await Promise.all(examples.map(() => freePort()))
  const env = Object.fromEntries(
    examples.flatMap((name, index) =>
      Object.entries({
        ID: name,
        SECRET: 'example-secret-0123456789',
        REDIRECT_URIS: `http://localhost:${ports[index]}/auth/callback`,
        POST_LOGOUT_REDIRECT_URIS: `http://localhost:${ports[index]}/`,
        GRANT_TYPES: 'authorization_code,refresh_token',
        SCOPES: 'openid,profile,email,organization,organizations,permissions',
      }).map(([key, value]) => [
        key === 'ID' ? `OIDC_CLIENT_ID_${40 + index}` : `OIDC_CLIENT_${40 + index}_${key}`,
        value,
      ]),
    ),
  )
  world = await openTestWorld(env, { clock: 'running' })
  browser = await openStrictBrowser()
  for (const [index, name] of examples.entries()) {
    const variables = { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: name, ...(name === 'nextjs' && lateData) }
    applications.set(name, await startExample(name, { port: ports[index] ?? 0, env: variables }))
  }
})
afterAll(async () => {
  for (const { stop } of applications.values()) stop()
  await browser?.close()
  await world?.close()
})

const ada: Partial<User> = {
  sub: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  roles: ['owner'],
  organization: 'engines',
  organization_name: 'Engines of difference and of analysis, with a name that is too long for a header',
  organizations: [
    { id: 'engines', slug: 'engines', name: 'Engines' },
    { id: 'looms', slug: 'looms', name: 'Looms' },
    { id: 'compilers', slug: 'compilers', name: 'Compilers' },
  ],
}

type ContextOptions = Parameters<Browser['newContext']>[0]

/** A tab of a person without a provider. */
async function openAs(name: string, user: Partial<User> | null, options: ContextOptions = {}): Promise<Page> {
  const { url } = applications.get(name) ?? { url: '' }
  const context: BrowserContext = await browser.newContext(options)
  if (user) {
    const cookies = await createTestSession({ issuer: world.issuer, clientId: name, secret, url }, user)
    const pairs = cookies
      .split('; ')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    await context.addCookies(pairs.map(([key = '', value = '']) => ({ name: key, value, url, httpOnly: true })))
  }
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page
}

const switcherOf = (page: Page): Locator => page.locator('.organization-switcher > button')
const userButtonOf = (page: Page): Locator => page.locator('.user-button > button')
const menuBelow = (button: Locator): Locator => button.locator('xpath=following-sibling::*')

const focused = (page: Page) => page.locator(':focus')

/** What a screen reader is told about a button. */
async function announced(page: Page, button: Locator): Promise<Record<string, unknown>> {
  const cdp = await page.context().newCDPSession(page)
  const description = await button.getAttribute('title')
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  const node = nodes.find((each) => each.role?.value === 'button' && each.description?.value === description)
  await cdp.detach()
  return {
    name: node?.name?.value,
    ...Object.fromEntries((node?.properties ?? []).map((property) => [property.name, property.value.value])),
  }
}

/** From the button into its menu and out again, by keys alone. */
async function walk(page: Page, button: Locator, first: string): Promise<void> {
  const menu = menuBelow(button)
  await button.focus()
  expect(await announced(page, button)).toMatchObject({
    name: await button.locator('span').last().textContent(),
    expanded: false,
  })
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'visible' })
  expect((await announced(page, button)).expanded).toBe(true)
  await page.keyboard.press('Tab')
  expect(await focused(page).innerText()).toBe(first)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await focused(page).getAttribute('title')).toBe(await button.getAttribute('title'))
  await page.keyboard.press('Space')
  await menu.waitFor({ state: 'visible' })
  await page.locator('h1').first().click()
  await menu.waitFor({ state: 'hidden' })
}

async function expectOnScreen(page: Page, menu: Locator): Promise<void> {
  const box = await menu.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow, 'the page is wider than the screen').toBe(0)
}

async function expectNoViolation(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as axe.AxeResults
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([])
}

const withoutStyles = (page: Page) => page.evaluate('for (const sheet of document.styleSheets) sheet.disabled = true')

/** What Chromium says of a module that is preloaded where scripts are off. */
const expectScriptsRefused = () => expectBrowserProblem(/\.js csp$/)

describe.each(examples)('in the %s starter', (name) => {
  // That of Remix has the parts of Next.js, which is React too.
  const options = name === 'remix' ? onlyInTestAll('the menus of one more starter') : {}
  test(
    'the menus open, close and give the focus back by keys, with and without scripts and styles',
    options,
    async () => {
      expectScriptsRefused()
      for (const javaScriptEnabled of [true, false]) {
        const page = await openAs(name, ada, { javaScriptEnabled })
        await walk(page, switcherOf(page), 'Switch to Looms')
        await walk(page, userButtonOf(page), 'Your account')
      }
      const page = await openAs(name, ada)
      await withoutStyles(page)
      await walk(page, switcherOf(page), 'Switch to Looms')
      await walk(page, userButtonOf(page), 'Your account')
      await userButtonOf(page).click()
      await expectOnScreen(page, menuBelow(userButtonOf(page)))
    },
  )

  test('axe finds nothing in the open menus, light and dark, with and without styles', options, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openAs(name, ada, { colorScheme })
      for (const button of [switcherOf(page), userButtonOf(page)]) {
        await button.click()
        await menuBelow(button).waitFor({ state: 'visible' })
        await expectNoViolation(page)
      }
      if (colorScheme === 'dark') continue
      // Without a sheet, axe takes the background of every page for white.
      await withoutStyles(page)
      await expectNoViolation(page)
    }
  })

  test('the menus are on the screen of a phone, from left to right and from right to left', options, async () => {
    const page = await openAs(name, ada, { viewport: { width: 360, height: 740 } })
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate(`document.documentElement.dir = '${direction}'`)
      for (const button of [switcherOf(page), userButtonOf(page)]) {
        await button.click()
        await expectOnScreen(page, menuBelow(button))
        const [anchor, menu] = [await button.boundingBox(), await menuBelow(button).boundingBox()]
        expect(menu?.y, 'the menu is below its button').toBeGreaterThan((anchor?.y ?? 0) + (anchor?.height ?? 0) - 1)
      }
    }
  })

  test('the server sends nobody what is for others', async () => {
    const { url } = applications.get(name) ?? { url: '' }
    const htmlFor = async (user: Partial<User> | null) => {
      const cookie = user ? await createTestSession({ issuer: world.issuer, clientId: name, secret, url }, user) : ''
      const html = await (await fetch(url, { headers: { cookie } })).text()
      return html.slice(html.indexOf('<body'), html.indexOf('<footer'))
    }
    const [owner, member, stranger] = [
      await htmlFor(ada),
      await htmlFor({ ...ada, roles: ['member'] }),
      await htmlFor(null),
    ]
    expect(owner).toContain('href="/billing"')
    expect(member).toContain('href="/settings"')
    expect(member).not.toContain('href="/billing"')
    for (const html of [owner, member]) {
      expect(html).toContain('Sign out')
      expect(html).not.toContain('Sign up')
    }
    expect(stranger).toContain('prompt=create')
    expect(stranger).not.toMatch(/Sign out|user-button|organization-switcher|href="\/settings"/)
  })

  test('a person signs up, switches between organizations and signs out without scripts', async () => {
    const { url } = applications.get(name) ?? { url: '' }
    expectScriptsRefused()
    const page = await openAs(name, null, { javaScriptEnabled: false })
    const person = { email: `ada-ui-${name}@example.test`, organization: 'Engines' }
    await page.getByRole('link', { name: 'Sign up' }).click()
    expect(page.url()).toMatch(new RegExp(`^${world.issuer}/`))
    await completeSignIn(page, world.issuer, world.mailbox, person)
    await page.waitForURL(`${url}/dashboard`)
    await switcherOf(page).click()
    await page.getByRole('link', { name: 'Create an organization' }).click()
    await page.fill('[name=organization_name]', 'Looms')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.waitForURL(`${url}/dashboard`)
    await page.getByRole('heading', { name: 'Looms', level: 1 }).waitFor()
    await switcherOf(page).click()
    await page.getByRole('button', { name: 'Switch to Engines' }).click()
    await page.getByRole('heading', { name: 'Engines', level: 1 }).waitFor()
    await userButtonOf(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('link', { name: 'Sign up' }).waitFor()
  })
})
