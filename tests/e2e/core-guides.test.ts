import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { packPackage } from '../repo/pack.ts'
import { coreGuides, guideBlocks, writeFiles } from './guides.ts'
import { answering, type Running, run, start, terminal } from './newcomer/processes.ts'
import { closePages, openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort } from './support.ts'

// The pages of docs/guides with @vestibule/core, as they stand: the framework's own new project, the files of the page, the
// development server and the production build. A person signs in, is refreshed, and signs out; strangers are refused; the
// browser's console and the terminal say nothing that would worry a developer. Part of `npm run test:all`.

type Name = (typeof coreGuides)[number]

const clientSecret = 'guide-secret-0123456789-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'vestibule-core-guides-'))
const ports = new Map<string, number>()
let world: TestWorld
let browser: Browser

beforeAll(async () => {
  const env: Record<string, string> = {}
  for (const [index, name] of coreGuides.entries()) {
    const port = await freePort()
    ports.set(name, port)
    Object.assign(env, {
      [`OIDC_CLIENT_ID_${80 + index}`]: name,
      [`OIDC_CLIENT_${80 + index}_SECRET`]: clientSecret,
      [`OIDC_CLIENT_${80 + index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
      [`OIDC_CLIENT_${80 + index}_POST_LOGOUT_REDIRECT_URIS`]: `http://localhost:${port}/`,
      [`OIDC_CLIENT_${80 + index}_SCOPES`]: 'openid,profile,email,organization',
      [`OIDC_CLIENT_${80 + index}_GRANT_TYPES`]: 'authorization_code,refresh_token',
      // The SDK refreshes thirty seconds early: due after a few seconds.
      [`OIDC_CLIENT_${80 + index}_ACCESS_TOKEN_TTL`]: '36',
    })
  }
  world = await openTestWorld(env, { clock: 'running' })
  browser = await openStrictBrowser()
  mkdirSync(join(folder, 'vestibule-packages'))
  packPackage('core', join(folder, 'vestibule-packages'))
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What a developer's terminal has, and the variables that the page names. */
const developmentOf = (name: Name) => ({
  ...terminal(''),
  CI: '1',
  NO_COLOR: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  PORT: String(ports.get(name)),
  VESTIBULE_ISSUER: world.issuer,
  VESTIBULE_CLIENT_ID: name,
  VESTIBULE_CLIENT_SECRET: clientSecret,
})
const productionOf = (name: Name) => ({
  ...developmentOf(name),
  VESTIBULE_SECRET: 'a secret for sessions with more than 32 characters',
  VESTIBULE_URL: `http://localhost:${ports.get(name)}`,
})

/** The session's cookies, by name. */
const cookiesOf = async (context: BrowserContext, home: string) =>
  Object.fromEntries((await context.cookies(home)).map(({ name, value }) => [name, value]))

/** What a browser would send that is not signed in. */
async function strangersAreRefused(home: string): Promise<void> {
  const { request } = await browser.newContext()
  const page = await request.get(`${home}/private`, { headers: { Accept: 'text/html' }, maxRedirects: 0 })
  expect([303, 307]).toContain(page.status())
  const { location, 'cache-control': caching } = page.headers()
  expect([location, caching]).toEqual(['/auth/login?returnTo=%2Fprivate', 'private, no-store'])
  const api = await request.get(`${home}/api/me`)
  expect([api.status(), api.headers()['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(await api.json()).toEqual({ error: 'not_signed_in' })
}

const readApi = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/me')
    return { status: response.status, body: await response.json(), cache: response.headers.get('cache-control') }
  })

async function followAsPerson(name: Name, mode: string): Promise<void> {
  const home = `http://localhost:${ports.get(name)}`
  const email = `${name}-${mode}@example.test`
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(home)
  await page.getByRole('link', { name: 'A private page' }).click()
  await page.waitForURL(`${world.issuer}/**`)
  await completeSignIn(page, world.issuer, world.mailbox, { email, organization: `Guide ${name} ${mode}` })
  await page.waitForURL(`${home}/private`)
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await readApi(page)).toEqual({
    status: 200,
    body: expect.objectContaining({ email }),
    cache: expect.stringContaining('no-store'),
  })

  // Due for a refresh, a page sets the cookies of the new tokens.
  const before = await cookiesOf(context, home)
  await expect
    .poll(async () => {
      await page.goto(`${home}/private`)
      return Object.entries(await cookiesOf(context, home)).filter(([cookie, value]) => before[cookie] !== value).length
    })
    .toBeGreaterThan(0)
  await page.getByText(`Signed in as ${email}`).waitFor()

  const forged = await context.request.post(`${home}/auth/logout`, { headers: { Origin: 'http://evil.test' } })
  expect(forged.status()).toBe(403)
  expect((await readApi(page)).status).toBe(200)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${home}/`)
  await page.goto(`${home}/private`)
  // Signed out at the provider too.
  await page.locator('[name=email]').waitFor()
  expect(page.url()).toContain(world.issuer)
  await closePages()
}

async function whileRunning(app: Running, home: string, use: () => Promise<void>): Promise<void> {
  try {
    await answering(home, app, 90)
    await use()
    expect(app.problems()).toEqual([])
  } catch (error) {
    throw new Error(`the application said:\n${app.output().slice(-4000)}`, { cause: error })
  } finally {
    await app.stop()
  }
}

const shell = (text = '') => ['bash', ['-ec', text]].flat() as [string, ...string[]]

test.each(coreGuides)('docs/guides/%s.md', { timeout: 600_000 }, async (name) => {
  const place = join(folder, name)
  const home = `http://localhost:${ports.get(name)}`
  const blocks = guideBlocks(name)
  const development = developmentOf(name)
  const create = blocks.get('create')
  // The command that makes a new project says which folder.
  if (create) await run(shell(create.replaceAll('my-app', name)), folder, development)
  else mkdirSync(place)
  writeFiles(place, blocks)
  // The new project of TanStack has no icon, and every page of the browser reports a 404.
  writeFiles(place, [['public/favicon.ico', '']])
  await run(shell(blocks.get('install')), place, development)
  await whileRunning(start(shell(blocks.get('start')), place, development), home, async () => {
    await strangersAreRefused(home)
    await followAsPerson(name, 'development')
  })
  await run(shell(blocks.get('build')), place, development)
  await whileRunning(start(shell(blocks.get('production')), place, productionOf(name)), home, async () => {
    await strangersAreRefused(home)
    await followAsPerson(name, 'production')
  })
})
