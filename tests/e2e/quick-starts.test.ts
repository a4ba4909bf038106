import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { createTestSession } from '../../packages/core/src/testing.ts'
import { packPackage } from '../repo/pack.ts'
import { type Framework, frameworks } from './quick-start-apps.ts'
import { closePages, openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort } from './support.ts'

// The files of docs/nextjs.md, nuxt.md, react-router.md and remix.md in other applications than the newest scaffolds (those are in newcomer/): at the oldest
// versions that are promised, and below a path of the host. Packages as they would be published, installed by plain npm into
// small applications, built, started, and signed in to. Whatever the browser's console reports fails the test.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-quick-starts-'))

/** The files of the page of a framework, by their path in the application. */
function filesOf(framework: string): Map<string, string> {
  const document = readFileSync(join(root, `docs/${framework}.md`), 'utf8')
  const blocks = [...document.matchAll(/```\w+ title="([\w-]+?)\/([^"]+)"\n([\s\S]*?)```/g)]
  const ours = blocks.filter(([, of, path]) => of === framework && !/^\.env|\(add\)$/.test(path ?? ''))
  return new Map(ours.map(([, , path = '', text = '']) => [path, text]))
}

let world: TestWorld
let browser: Browser
let core: string
/** Where each is asked for, and where it listens: the same, unless a proxy stands before it. */
const ports = new Map<string, { outer: number; inner: number }>()
const homeOf = (name: string) => `http://localhost:${ports.get(name)?.outer}${frameworks[name]?.below ?? ''}`

beforeAll(async () => {
  const env: Record<string, string> = {}
  for (const [index, name] of Object.keys(frameworks).entries()) {
    const outer = await freePort()
    ports.set(name, { outer, inner: frameworks[name]?.below ? await freePort() : outer })
    Object.assign(env, {
      [`OIDC_CLIENT_ID_${60 + index}`]: name,
      [`OIDC_CLIENT_${60 + index}_SECRET`]: 'quick-start-secret-0123456789',
      [`OIDC_CLIENT_${60 + index}_REDIRECT_URIS`]: `${homeOf(name)}/auth/callback`,
      [`OIDC_CLIENT_${60 + index}_POST_LOGOUT_REDIRECT_URIS`]: `${homeOf(name)}/`,
      [`OIDC_CLIENT_${60 + index}_GRANT_TYPES`]: 'authorization_code,refresh_token',
      // The SDK refreshes thirty seconds early: due after a few seconds here.
      [`OIDC_CLIENT_${60 + index}_ACCESS_TOKEN_TTL`]: '36',
    })
  }
  world = await openTestWorld(env, { clock: 'running' })
  browser = await openStrictBrowser()
  core = packPackage('core', folder)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser of a person: to what it takes for a robot, a router answers whole, and streams nothing. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What a company has before an application: it ends the connection, and asks for another host behind it. */
async function openProxy({ outer, inner }: { outer: number; inner: number }): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    // A browser asks the host for it, not the application below a path.
    if (incoming.url === '/favicon.ico') return outgoing.writeHead(204).end()
    const headers = { ...incoming.headers, host: `127.0.0.1:${inner}`, 'x-forwarded-host': `localhost:${outer}` }
    const forwarded = httpRequest(
      { host: '127.0.0.1', port: inner, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(outer, '127.0.0.1', resolve))
  return server
}

const withoutInstant = (text: string): string => text.replace(/^export const instant = false\n/m, '')

/** Writes the application, installs and builds it. Returns its folder. */
function buildApp(name: string, { skeleton, dependencies, builds, sdk, document }: Framework): string {
  const ours = filesOf(document)
  const app = join(folder, name)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  // As the page says, `instant` is for projects with Cache Components alone.
  const config = skeleton['next.config.mjs']
  const written = config && !config.includes('cacheComponents') ? withoutInstant : (text: string) => text
  for (const [path, text] of ours) put(path, written(text))
  for (const [path, text] of Object.entries(skeleton)) put(path, text)
  // Scaffolds have an icon: without it, every page of the browser reports a 404.
  put('public/favicon.ico', '')
  const own = packPackage(sdk, folder)
  put(
    'package.json',
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { ...dependencies, [`@vestibule/${sdk}`]: `file:${own}`, '@vestibule/core': `file:${core}` },
      overrides: { '@vestibule/core': `file:${core}` },
    }),
  )
  for (const [command = '', ...args] of [
    ['npm', 'install', '--include=dev', '--no-audit', '--no-fund', '--legacy-peer-deps'],
    ...builds,
  ])
    execFileSync(command, args, { cwd: app, env: production, stdio: 'pipe' })
  return app
}
const secret = 'a secret of the quick start that is long enough'
const production: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  CI: 'true',
}

/** The attacks that a variant is there for. */
const ids: Record<string, string> = {
  'nextjs-more': 'SN-10 ',
  'nextjs-below': 'SN-10 ',
  'remix-below': 'SR-07 ',
  'react-router-below': 'SR-07 ',
  'react-router-7-below': 'SR-07 ',
}
const titled = Object.keys(frameworks).map((name) => [`${ids[name] ?? ''}${name}`, name] as const)

test.each(titled)('%s', { timeout: 400_000 }, async (_title, name) => {
  const framework = frameworks[name] as Framework
  const app = buildApp(name, framework)
  const port = ports.get(name) ?? { outer: 0, inner: 0 }
  const home = homeOf(name)
  const [command = '', ...args] = framework.start(port.inner)
  const child: ChildProcess = spawn(command, args, {
    cwd: app,
    stdio: 'ignore',
    env: {
      ...production,
      PORT: String(port.inner),
      HOST: '127.0.0.1',
      HOSTNAME: '127.0.0.1',
      VESTIBULE_ISSUER: world.issuer,
      VESTIBULE_CLIENT_ID: name,
      VESTIBULE_CLIENT_SECRET: 'quick-start-secret-0123456789',
      VESTIBULE_SECRET: secret,
      VESTIBULE_URL: home,
    },
  })
  const proxy = framework.below ? await openProxy(port) : null
  try {
    await expect
      .poll(
        () =>
          fetch(home).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 60_000, interval: 200 },
      )
      .toBe(200)
    const page = await (await browser.newContext({ userAgent })).newPage()
    const person = { email: `${name}@example.test`, organization: `Quick ${name}` }
    await page.goto(home)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await completeSignIn(page, world.issuer, world.mailbox, person)
    await page.waitForURL(new RegExp(`^${home}/?$`))
    const session = await (await page.request.get(`${home}/auth/session`)).json()
    expect(session.user).toMatchObject({ name: 'Ada Lovelace', email: person.email })
    if (name === 'nextjs-more') await guards(home, page, ['/legacy', '/private'], '/private')
    if (framework.below) await livesBelow(name, home, page)
  } finally {
    await closePages()
    child.kill('SIGKILL')
    proxy?.closeAllConnections()
    proxy?.close()
  }
})

/** Someone who is signed in sees their name; a stranger is sent to sign in, and what depends on a session is kept by nobody. */
async function guards(home: string, page: Page, paths: string[], guarded: string): Promise<void> {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${home}${guarded}`)
  await stranger.waitForURL(`${world.issuer}/**`)
  for (const path of paths) {
    const answer = await page.goto(`${home}${path}`)
    await page.getByText('Ada Lovelace').waitFor()
    if (path === '/legacy') expect(answer?.headers()['cache-control']).toContain('no-store')
    expect(await (await stranger.request.get(`${home}${path}`)).text()).not.toContain('Ada Lovelace')
  }
}

/** SN-10 and its like: an application below a path of its host, behind a proxy, is one like others. */
async function livesBelow(name: string, home: string, page: Page): Promise<void> {
  const { sdk } = frameworks[name] as Framework
  await page.goto(home)
  await page.getByText('Ada Lovelace').waitFor()
  await guards(home, page, ['/private', ...(sdk === 'remix' ? [] : ['/legacy'])], '/private')
  // Strangers land where they wanted.
  const other = await (await browser.newContext()).newPage()
  await other.goto(`${home}/private?x=1`)
  await completeSignIn(other, world.issuer, world.mailbox, {
    email: `other-${name}@example.test`,
    organization: `Other ${name}`,
  })
  await other.waitForURL((url) => url.href.startsWith(`${home}/private`))
  await other.getByText('Ada Lovelace').waitFor()
  expect(await (await page.request.get(`${home}/api`)).json()).toEqual({ name: 'Ada Lovelace' })
  expect((await fetch(`${home}/api`, { redirect: 'manual' })).status).toBe(401)

  if (sdk === 'remix') await refreshesLate(name, home, page)
  if (sdk === 'nuxt') await keepsApart(name, home)

  await page.goto(home)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(new RegExp(`^${home}/?$`))
  expect(await (await page.request.get(`${home}/auth/session`)).json()).toBeNull()
}

/** A session in use is written again, but never beside an answer that is kept for everyone. */
async function keepsApart(name: string, home: string): Promise<void> {
  const now = () => new Date(Date.now() - 3 * 3_600_000)
  const options = { issuer: world.issuer, clientId: name, secret, url: home, now }
  const freshUntil = Math.floor(Date.now() / 1000) + 3600
  const cookie = await createTestSession(options, {}, { freshUntil })
  const headers = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }
  // Not by `fetch`, which says itself that it opens no document.
  const { request } = await browser.newContext()
  for (const [path, cookies] of [
    ['/private', 1],
    ['/cached', 0],
  ] as const) {
    const answer = await request.get(`${home}${path}`, { headers })
    expect(answer.status()).toBe(200)
    expect(
      answer.headersArray().filter((header) => header.name.toLowerCase() === 'set-cookie'),
      path,
    ).toHaveLength(cookies)
  }
}

/** SR-07: refreshes whose cookies come too late for their own answer are one refresh, and the next answer brings them. */
async function refreshesLate(name: string, home: string, page: Page): Promise<void> {
  const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: `${name}@example.test` } })
  const generation = async () =>
    (await world.deps.db.prisma.grant.findFirstOrThrow({ where: { userId, clientId: name } })).generation
  const tokens = async () => (await page.context().cookies()).find((cookie) => /_tokens_/.test(cookie.name))?.value
  for (let round = 0; round < 2; round++) {
    const before = { generation: await generation(), tokens: await tokens() }
    await page.waitForTimeout(6500)
    await page.goto(`${home}/slow`)
    await page.getByText('5 tokens').waitFor()
    expect(await generation()).toBe(before.generation + 1)
    // The headers were gone when the token came.
    expect(await tokens()).toBe(before.tokens)
    await page.goto(`${home}/private`)
    expect(await tokens()).not.toBe(before.tokens)
  }
}
