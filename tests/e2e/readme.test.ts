import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, openStrictBrowser } from './strict-browser.ts'
import { freePort, signOutOfExample, startExample } from './support.ts'

// The commands of README.md, and those of the first client in docs/clients.md, as they are written, except that every port is one that is free here. There is no mail
// server: codes are in the mailbox of the server.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-readme-'))
const clientsPage = readFileSync(join(root, 'docs/clients.md'), 'utf8')
const running: ChildProcess[] = []
let browser: Browser
beforeAll(async () => {
  browser = await openStrictBrowser()
})
afterEach(async () => {
  await closePages()
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  }
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The first block of commands under a heading. */
const commandsUnder = (heading: string): string => {
  const section = clientsPage.slice(clientsPage.indexOf(`## ${heading}`))
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
}

/** What the commands export, as a shell understands them. */
function exportedBy(commands: string): Record<string, string> {
  const script = `${commands.replace('npm start', '')}\nenv -0`
  const { stdout } = spawnSync('sh', ['-ec', script], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development' },
    encoding: 'utf8',
  })
  const pairs = stdout.split('\0').map((line) => /^(OIDC_\w+)=([\s\S]*)$/.exec(line))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
}

/** A script of package.json in its own process, with its terminal. */
function run(
  script: string,
  env: Record<string, string>,
): { terminal(): string; pid: number; exited: Promise<number | null>; interrupt(): void } {
  const bin = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // Where npm and pnpm have what they fetched.
  const home = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(HOME|XDG_\w+|npm_config_\w+)$/.test(name)),
  )
  const child = spawn(process.execPath, [join('scripts', `${script}.mjs`)], {
    cwd: root,
    env: { ...home, PATH: bin, NODE_ENV: 'development', DATABASE_URL: `file:${join(folder, `${script}.db`)}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { terminal: () => text, pid: child.pid ?? 0, exited, interrupt: () => child.kill('SIGINT') }
}

/** Waits until nothing answers there any more. */
const silent = (url: string) =>
  expect
    .poll(() =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    )
    .toBe(true)

/** The code of the newest mail to an address, from the mailbox page. */
async function codeFor(email: string, issuer: string): Promise<string> {
  const read = async (path: string) => (await fetch(`${issuer}${path}`)).text()
  const rows = (await read('/dev/mailbox')).split('<li>')
  const path = /href="([^"]*)"/.exec(rows.find((row) => row.includes(email)) ?? '')?.[1]
  return path ? (/\b\d{6}\b/.exec((await read(path)).split('<pre')[1] ?? '')?.[0] ?? '') : ''
}

/** Waits until something answers there. */
const answering = (url: string) =>
  expect
    .poll(
      () =>
        fetch(url).then(
          (answer) => answer.status < 500,
          () => false,
        ),
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true)

/** Signs up with the code of the mailbox page, and answers what a new person is asked. */
async function signUp(page: Page, email: string, issuer: string): Promise<void> {
  await page.fill('[name=email]', email)
  await page.locator('button.primary').click()
  await expect.poll(() => codeFor(email, issuer)).toBeTruthy()
  await page.fill('[name=code]', await codeFor(email, issuer))
  await page.locator('button.primary').click()
  await page.fill('[name=given_name]', 'Ada')
  await page.locator('button.primary').click()
  await page.fill('[name=organization_name]', 'Engines')
  await page.locator('button.primary').click()
}

test('your first client: sign-in, refresh token, and a sign-out that ends the session at the server too', {
  timeout: 180_000,
}, async () => {
  const port = await freePort()
  const appPort = await freePort()
  const env = exportedBy(commandsUnder('Your first client').replaceAll('localhost:3000', `localhost:${appPort}`))
  expect(env.OIDC_CLIENT_ID_0).toBe('my-app')
  run('start', { ...env, PORT: String(port) })
  const issuer = `http://localhost:${port}`
  await answering(`${issuer}/health/ready`)
  const app = await startExample('remix', {
    port: appPort,
    env: {
      VESTIBULE_ISSUER: issuer,
      VESTIBULE_CLIENT_ID: 'my-app',
      VESTIBULE_CLIENT_SECRET: env.OIDC_CLIENT_0_SECRET ?? '',
    },
  })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${app.url}/dashboard`)
    await signUp(page, 'first@example.test', issuer)
    // In the menu of the person, which is closed.
    await page.getByText('first@example.test').first().waitFor({ state: 'attached' })

    // The same browser, as another of the client's requests: silent, and with a refresh token.
    const redirectUri = env.OIDC_CLIENT_0_REDIRECT_URIS ?? ''
    const query = {
      client_id: 'my-app',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
    }
    const silent = `${issuer}/authorize?${new URLSearchParams(query)}`
    const location = async () => (await context.request.get(silent, { maxRedirects: 0 })).headers().location ?? ''
    const code = new URL(await location()).searchParams.get('code') ?? ''
    const credentials = Buffer.from(`my-app:${encodeURIComponent(env.OIDC_CLIENT_0_SECRET ?? '')}`).toString('base64')
    const tokens = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }).toString(),
    })
    expect(await tokens.json()).toMatchObject({ refresh_token: expect.any(String), id_token: expect.any(String) })

    await signOutOfExample(page)
    await page.waitForURL(`${app.url}/`)
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    expect(await location()).toContain('error=login_required')
  } finally {
    await closePages()
    app.stop()
  }
})

/** The demo on free ports, as soon as it says that everything runs. */
async function runDemo() {
  const port = await freePort()
  const ports = [await freePort(), await freePort(), await freePort()]
  const demo = run('demo', { PORT: String(port), DEMO_PORTS: ports.join(',') })
  const urls = [port, ...ports].map((used) => `http://localhost:${used}`)
  await expect.poll(() => demo.terminal(), { timeout: 150_000 }).toContain('Ctrl-C ends them all')
  return { ...demo, issuer: urls[0] ?? '', applications: urls.slice(1), urls }
}

test('npm run demo: three applications on ports of one’s own, each signs in and out, and the terminal stays quiet', {
  timeout: 180_000,
}, async () => {
  const { terminal, issuer, applications, urls, exited, interrupt } = await runDemo()
  const said = terminal()
  const lines = said
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^ {2}(Fetching|Installing|Building)/.test(line))
  expect(lines.map((line) => line.trim().split(/ {2}|\. /)[0])).toEqual([
    'Vestibule and three applications are running',
    'Start here',
    'Mailbox',
    'Next.js',
    'Nuxt',
    'Remix',
    'First operator',
  ])
  for (const url of [...urls, `${issuer}/dev/mailbox`, `${issuer}/dev/operator/`]) expect(said).toContain(url)
  const home = await (await fetch(issuer)).text()
  for (const url of applications) expect(home).toContain(`${url}/auth/login`)

  const context = await browser.newContext()
  const page = await context.newPage()
  for (const [index, url] of applications.entries()) {
    await page.goto(`${url}/dashboard`)
    await signUp(page, `demo${index}@example.test`, issuer)
    await page.waitForURL(`${url}/dashboard`)
    await signOutOfExample(page)
    await page.waitForURL(`${url}/`)
    await page.goto(`${issuer}/account`)
    await page.locator('[name=email]').waitFor()
    for (const path of ['/favicon.ico', '/.well-known/appspecific/com.chrome.devtools.json'])
      await fetch(`${url}${path}`)
  }
  expect(terminal()).toBe(said)
  await closePages()
  interrupt()
  expect(await exited).toBe(0)
  for (const url of urls) await silent(url)
})

test('npm run demo: an application that ends is named, and everything ends with it', {
  timeout: 180_000,
}, async () => {
  const { terminal, pid, urls, exited } = await runDemo()
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  expect(children).toHaveLength(4)
  process.kill(-(children.at(-1) ?? 0), 'SIGKILL')
  expect(await exited).toBe(1)
  expect(terminal()).toMatch(/The Remix app ended by SIGKILL, so the demo ends/)
  for (const url of urls) await silent(url)
})

test.each<[string, (port: number) => Record<string, string>, RegExp]>([
  [
    'a port in use',
    (port) => ({ PORT: String(port) }),
    // Another suite may have taken one of the others at this moment.
    /Ports? [\d, ]+ (is|are) in use, and nothing was started[\s\S]*PORT=\d+ DEMO_PORTS=/,
  ],
  ['too few ports', () => ({ DEMO_PORTS: '3001' }), /DEMO_PORTS must be three ports/],
  ['a port twice', (port) => ({ PORT: String(port + 1), DEMO_PORTS: `${port + 1},3002,3003` }), /four different ports/],
  ['clients of one’s own', () => ({ OIDC_CLIENT_ID_0: 'app' }), /brings its own three clients/],
])('npm run demo says at once that it cannot start with %s', async (_what, env, message) => {
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => busy.once('listening', resolve))
  const { port } = busy.address() as { port: number }
  const { terminal, exited } = run('demo', env(port))
  expect(await exited).toBe(1)
  expect(terminal()).toMatch(message)
  expect(terminal()).not.toContain('Building')
  busy.close()
})
