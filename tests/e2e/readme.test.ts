import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStrictBrowser } from './strict-browser.ts'
import { freePort, signOutOfExample, startExample } from './support.ts'

// The commands of README.md as they are written, except that every port is one that is free here. There is no mail
// server: codes are read from the terminal, as README says.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-readme-'))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const running: ChildProcess[] = []
let browser: Browser
beforeAll(async () => {
  browser = await openStrictBrowser()
})
afterEach(async () => {
  for (const child of running.splice(0)) {
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
  const section = readme.slice(readme.indexOf(`## ${heading}`))
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
}

/** What the commands export, as a shell understands them. */
function exportedBy(commands: string): Record<string, string> {
  const script = `${commands.replace('npx pnpm start', '')}\nenv -0`
  const { stdout } = spawnSync('sh', ['-ec', script], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development' },
    encoding: 'utf8',
  })
  const pairs = stdout.split('\0').map((line) => /^(OIDC_\w+)=([\s\S]*)$/.exec(line))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
}

/** A command of package.json in its own process, with its terminal. */
function run(script: string, env: Record<string, string>): { terminal(): string } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, ...args] = scripts[script].split(' ')
  const bin = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: bin, NODE_ENV: 'development', DATABASE_URL: `file:${join(folder, `${script}.db`)}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  return { terminal: () => text }
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

/** Signs up with the code that the terminal shows, and answers what a new person is asked. */
async function signUp(page: Page, email: string, terminal: () => string): Promise<void> {
  await page.fill('[name=email]', email)
  await page.locator('button.primary').click()
  const code = () => /@localhost #(\d{6})/.exec(terminal().slice(terminal().lastIndexOf(email)))?.[1]
  await expect.poll(code, { timeout: 10_000 }).toBeTruthy()
  await page.fill('[name=code]', code() ?? '')
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
  const { terminal } = run('start', { ...env, PORT: String(port) })
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
    await signUp(page, 'first@example.test', terminal)
    await page.getByText('first@example.test').first().waitFor()

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
    app.stop()
  }
})

test('npx pnpm demo: three applications on ports of one’s own, each signs in and out', {
  timeout: 180_000,
}, async () => {
  const port = await freePort()
  const ports = [await freePort(), await freePort(), await freePort()]
  const { terminal } = run('demo', { PORT: String(port), DEMO_PORTS: ports.join(',') })
  const issuer = `http://localhost:${port}`
  await answering(`${issuer}/health/ready`)
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const [index, appPort] of ports.entries()) {
    const url = `http://localhost:${appPort}`
    await answering(url)
    expect(terminal()).toContain(url)
    await page.goto(`${url}/dashboard`)
    await signUp(page, `demo${index}@example.test`, terminal)
    await page.waitForURL(`${url}/dashboard`)
    await signOutOfExample(page)
    await page.waitForURL(`${url}/`)
    await page.goto(`${issuer}/account`)
    await page.locator('[name=email]').waitFor()
  }
})
